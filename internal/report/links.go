package report

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/model"
)

// profilerLink is the Profiler page of a workload, its filters filled in (as
// the console's own links have them: /profiler/SERVICE;version=V/cpu).
func profilerLink(s *status) string {
	path := "https://console.cloud.google.com/profiler"
	if as := s.Request.Appears; len(as) > 0 && isName(as[0].Service) {
		path += "/" + matrix(as[0].Service)
		if isName(as[0].Version) {
			path += ";version=" + matrix(as[0].Version)
		}
		path += "/cpu"
	}
	if p := written(s.Project); p != "" {
		path += "?project=" + url.QueryEscape(p)
	}
	return path
}

// isName reports whether a name is known, not described: <job UUID>.
func isName(s string) bool { return s != "" && !strings.ContainsAny(s, "<>${}") }

// matrix escapes a name in a path segment with parameters; the console writes
// a colon as ~3a.
func matrix(s string) string { return strings.ReplaceAll(url.PathEscape(s), ":", "~3a") }

// query is a search of the Logs Explorer.
type query struct{ name, filter string }

// queries are the searches that show what the agent of a workload wrote, within
// the time of its run: without that, the Logs Explorer looks at the last hour.
func queries(s *status) []query {
	out := logs(s)
	for i := range out {
		out[i].filter += during(s.Run)
	}
	return out
}

// slack is for lines before the work begins and those that come late.
const slack = 10 * time.Minute

func during(r *model.Run) string {
	if r == nil {
		return ""
	}
	out := ""
	if from, ok := r.Started.Get(); ok {
		out = fmt.Sprintf(` AND timestamp>="%s"`, from.Add(-slack).UTC().Format(time.RFC3339))
	}
	if to, ok := r.Ended.Get(); ok {
		out += fmt.Sprintf(` AND timestamp<="%s"`, to.Add(slack).UTC().Format(time.RFC3339))
	}
	return out
}

// logs are the searches that show what the agent of a workload wrote, each
// in the log where that product keeps it (S45, S56-S60, F8.19).
func logs(s *status) []query {
	project := cmp.Or(written(s.Project), "PROJECT")
	log := func(name string) string {
		return fmt.Sprintf("logName=\"projects/%s/logs/dataproc.googleapis.com%%2F%s\"", project, name)
	}
	switch s.Product {
	case model.Dataflow:
		id := "JOB_ID"
		if s.Run != nil {
			id = cmp.Or(written(s.Run.ID), id)
		}
		of := fmt.Sprintf("resource.type=\"dataflow_step\" AND resource.labels.job_id=\"%s\" AND ", id)
		dataflow := func(name string) string {
			return of + fmt.Sprintf("logName=\"projects/%s/logs/dataflow.googleapis.com%%2F%s\"", project, name)
		}
		return []query{
			{"the agent's start", dataflow("worker-startup") + ` AND "profil"`},
			{"the workers", dataflow("worker") + ` AND "profil"`},
		}
	case model.Dataproc:
		of := fmt.Sprintf("resource.type=\"cloud_dataproc_job\" AND resource.labels.job_id=\"%s\"", cmp.Or(written(s.Name), "JOB_ID"))
		yarn := fmt.Sprintf("resource.type=\"cloud_dataproc_cluster\" AND resource.labels.cluster_name=\"%s\" AND log_id(\"yarn-userlogs\")", cmp.Or(written(s.Cluster.Want), "CLUSTER"))
		return []query{
			{"the driver (only with dataproc:dataproc.logging.stackdriver.job.driver.enable=true; else in driverOutputResourceUri)", of + ` AND "profil"`},
			{"the executors (YARN)", yarn + ` AND "profil"`},
		}
	}
	label, kind := "batch_id", "cloud_dataproc_batch"
	if s.Kind != model.KindBatch {
		label, kind = "session_id", "cloud_dataproc_session"
	}
	of := fmt.Sprintf("resource.type=\"%s\" AND resource.labels.location=\"%s\" AND resource.labels.%s=\"%s\" AND ", kind, cmp.Or(written(s.Region), "REGION"), label, cmp.Or(written(s.Name), "ID"))
	return []query{
		{"the driver's output", of + log("output")},
		{"the executors", of + log("spark") + ` AND jsonPayload.component="executor"`},
		{"init scripts", of + log("startup")},
		{"the Dataproc agent", of + log("agent")},
		{"the autoscaler", of + log("autoscaler")},
	}
}

// logsLink opens the Logs Explorer with a search.
func logsLink(q query, project string) string {
	return "https://console.cloud.google.com/logs/query;query=" + strings.ReplaceAll(url.QueryEscape(q.filter), "+", "%20") + "?project=" + url.QueryEscape(project)
}
