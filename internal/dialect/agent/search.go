package agent

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// slack is for lines before the work begins and those that come late.
const slack = 10 * time.Minute

// Searches are the queries that show what the agent of a workload wrote, within
// the time of its run: without that, the Logs Explorer looks at the last hour.
// Lines before since do not count.
func Searches(w *model.Workload, since time.Time) []model.Search {
	out := logs(w)
	for i := range out {
		out[i].Time = during(w.Run, since)
	}
	return out
}

func during(r *model.Run, since time.Time) string {
	if r == nil {
		return ""
	}
	var bounds []string
	if from, ok := r.Started.Get(); ok {
		if from = from.Add(-slack); from.Before(since) {
			from = since
		}
		bounds = append(bounds, fmt.Sprintf(`timestamp>="%s"`, from.UTC().Format(time.RFC3339)))
	}
	if to, ok := r.Ended.Get(); ok {
		bounds = append(bounds, fmt.Sprintf(`timestamp<="%s"`, to.Add(slack).UTC().Format(time.RFC3339)))
	}
	return strings.Join(bounds, " AND ")
}

// logs are the searches in the log where each product keeps it (S45, S56-S60,
// F8.19).
func logs(w *model.Workload) []model.Search {
	project := known(w.Project, "PROJECT")
	const profiler = `"profil"`
	log := func(name string) string {
		return fmt.Sprintf("logName=\"projects/%s/logs/dataproc.googleapis.com%%2F%s\"", project, name)
	}
	switch w.Product {
	case model.Dataflow:
		id := "JOB_ID"
		if w.Run != nil {
			id = known(w.Run.ID, id)
		}
		dataflow := func(name string) string {
			return fmt.Sprintf("resource.type=\"dataflow_step\" AND resource.labels.job_id=\"%s\" AND logName=\"projects/%s/logs/dataflow.googleapis.com%%2F%s\"", id, project, name)
		}
		return []model.Search{{Name: "the agent's start", Scope: dataflow("worker-startup"), Words: profiler}, {Name: "the workers", Scope: dataflow("worker"), Words: profiler}}
	case model.Dataproc:
		of := fmt.Sprintf("resource.type=\"cloud_dataproc_job\" AND resource.labels.job_id=\"%s\"", known(w.Name, "JOB_ID"))
		yarn := fmt.Sprintf("resource.type=\"cloud_dataproc_cluster\" AND resource.labels.cluster_name=\"%s\" AND log_id(\"yarn-userlogs\")", known(w.Cluster.Want, "CLUSTER"))
		return []model.Search{
			{Name: "the driver (only with dataproc:dataproc.logging.stackdriver.job.driver.enable=true; else in driverOutputResourceUri)", Scope: of, Words: profiler},
			{Name: "the executors (YARN)", Scope: yarn, Words: profiler},
		}
	}
	label, kind := "batch_id", "cloud_dataproc_batch"
	if w.Kind != model.KindBatch {
		label, kind = "session_id", "cloud_dataproc_session"
	}
	of := fmt.Sprintf("resource.type=\"%s\" AND resource.labels.location=\"%s\" AND resource.labels.%s=\"%s\" AND ", kind, known(w.Region, "REGION"), label, known(w.Name, "ID"))
	return []model.Search{
		{Name: "the driver's output", Scope: of + log("output")},
		{Name: "the executors", Scope: of + log("spark"), Words: `jsonPayload.component="executor"`},
		{Name: "init scripts", Scope: of + log("startup")},
		{Name: "the Dataproc agent", Scope: of + log("agent")},
		{Name: "the autoscaler", Scope: of + log("autoscaler")},
	}
}

// Filter finds in Cloud Logging the lines that Read tells something from, of
// all the logs of some searches.
func Filter(searches []model.Search) string {
	var scopes, words []string
	for _, s := range searches {
		scopes = append(scopes, "("+s.Scope+")")
	}
	for _, l := range lines {
		words = append(words, fmt.Sprintf("%q", l.holds))
	}
	out := "(" + strings.Join(scopes, " OR ") + ") AND (" + strings.Join(words, " OR ") + ")"
	if len(searches) > 0 && searches[0].Time != "" {
		out += " AND " + searches[0].Time
	}
	return out
}

// kept is how long Google keeps the audit log of what administrators do.
const kept = 400 * 24 * time.Hour

// Switches finds in the audit log who switched the Profiler API on or off, in
// all that is kept of it.
func Switches(now time.Time) string {
	return fmt.Sprintf(`protoPayload.serviceName="serviceusage.googleapis.com" AND protoPayload.methodName:("EnableService" OR "DisableService" OR "BatchEnableServices") AND %q AND timestamp>=%q`,
		API, now.Add(-kept).Truncate(24*time.Hour).Format(time.RFC3339))
}

// Grants finds in the audit log which roles in its project an account was given,
// and which were taken from it (F8.23). member is serviceAccount:E.
func Grants(member string, now time.Time) string {
	return fmt.Sprintf(`protoPayload.serviceName="cloudresourcemanager.googleapis.com" AND protoPayload.methodName="SetIamPolicy" AND protoPayload.serviceData.policyDelta.bindingDeltas.member=%q AND timestamp>=%q`,
		member, now.Add(-kept).Truncate(24*time.Hour).Format(time.RFC3339))
}

func known(v value.Str, def string) string { return cmp.Or(v.Raw().String(), def) }
