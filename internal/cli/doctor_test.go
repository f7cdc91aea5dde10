package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/proflint/proflint/internal/live/livetest"
)

const (
	ordersID = "2026-11-29_01_02_03-4567890123456789012"
	p1       = "cloudprofiler/v2/projects/demo/profiles/p1"
	p2       = "cloudprofiler/v2/projects/demo/profiles/p2"
	services = "serviceusage/v1/projects/demo/services/"
	inRegion = "dataproc/v1/projects/demo/regions/europe-west1/"
)

const nightlyEnv = "dataproc/v1/projects/demo/locations/europe-west1/batches/nightly-7/sparkApplications/app-1:accessEnvironmentInfo"

// ranWith is what a Spark application ran with; its driver has the agent.
func ranWith(executor string) string {
	return `{"applicationEnvironmentInfo": {"sparkProperties": {"spark.driver.extraJavaOptions": "-agentpath:/x/profiler_java_agent.so=-cprof_service=d", "spark.executor.extraJavaOptions": ` + executor + `}}}`
}

// more is another Spark application of the batch, and what it ran with.
func more(s *livetest.Server, app, executor string) {
	at := strings.Replace(nightlyEnv, "app-1", app, 1)
	name := strings.TrimSuffix(at, ":accessEnvironmentInfo")
	s.Set(name, `{"name": "`+strings.TrimPrefix(name, "dataproc/v1/")+`"}`)
	s.Set(at, ranWith(executor))
}

const series = "monitoring/v3/projects/demo/timeSeries"

// usedUp is a quota that was used up at a time of the day.
func usedUp(at string) string {
	return `{"timeSeries": [{"metric": {"type": "serviceruntime.googleapis.com/quota/exceeded", "labels": {"quota_metric": "cloudprofiler.googleapis.com/demo"}},
		"resource": {"type": "consumer_quota", "labels": {"service": "cloudprofiler.googleapis.com"}}, "points": [{"interval": {"endTime": "2026-11-29T` + at + `Z"}, "value": {"int64Value": "2"}}]}]}`
}

// Each cause once: what doctor says of a run when Google is asked.
func TestDoctorLive(t *testing.T) {
	const spark, batch, pipeline = "wordcount-1 --region=europe-west1", "nightly-7 --region=europe-west1", ordersID
	for _, c := range []struct {
		name   string
		args   string
		change func(*livetest.Server)
		code   int
		want   []string
		not    string
	}{
		{"profiles are there", spark, func(*livetest.Server) {}, exitOK,
			[]string{"Verdict: profiles are there: WALL since 2026-11-29 02:05 UTC under service wordcount-driver", "profiler/wordcount-driver;version=0a1b2c3d-0000-4000-8000-000000000002/cpu?project=demo"}, "NO"},
		{"of a pipeline in whatever region", pipeline, func(*livetest.Server) {}, exitOK, []string{"profiles arrived                 yes          CPU since 2026-11-29 01:10 UTC under service orders"}, "NO"},
		{"by its resource name", "projects/demo/regions/europe-west1/jobs/wordcount-1", func(*livetest.Server) {}, exitOK, []string{"profiles are there"}, ""},
		{"by its page", "https://console.cloud.google.com/dataproc/jobs/wordcount-1?region=europe-west1&project=demo", func(*livetest.Server) {}, exitOK, []string{"profiles are there"}, ""},
		{"nothing arrived", spark, func(s *livetest.Server) { s.Set(p2, "") }, exitFound,
			[]string{"Verdict: project demo has no profile of this run [profiles-absent]"}, "still open"},
		{"under another service", spark, func(s *livetest.Server) {
			s.Set(p2, `{"profileType": "CPU", "startTime": "2026-11-29T02:05:00Z", "deployment": {"target": "words-driver", "labels": {"version": "0a1b2c3d-0000-4000-8000-000000000002"}}}`)
		}, exitFound, []string{"[profiles-elsewhere]", "choose service words-driver", "profiler/words-driver;version="}, "profiles-absent"},
		{"the list goes on", spark, func(s *livetest.Server) {
			s.Set(p2, "")
			s.Fail(livetest.Fault{Match: "/profiles", Status: 200, Body: `{"profiles": [], "skippedProfiles": 2}`})
		}, exitOK, []string{"profiles arrived                 cannot tell", "leaves some out"}, "NO"},
		{"the list is denied", spark, func(s *livetest.Server) { s.Fail(livetest.Denied("").On("/profiles")) }, exitOK,
			[]string{"profiles arrived                 cannot tell", "cloudprofiler.profiles.list", "roles/cloudprofiler.user", "account and scopes               yes"}, "NO"},
		{"the API is off", spark, func(s *livetest.Server) { s.Set(p2, ""); s.Set(services+"cloudprofiler.googleapis.com", "") }, exitFound,
			[]string{"Profiler API on                  NO", "gcloud services enable cloudprofiler.googleapis.com --project=demo", "Verdict: cloudprofiler.googleapis.com is not enabled"}, "[profiles-absent]"},
		{"no role", spark, func(s *livetest.Server) {
			s.Set(p2, "")
			s.Set("cloudresourcemanager/v3/projects/demo:getIamPolicy", `{"bindings": []}`)
		}, exitFound, []string{"account and scopes               NO", "[agent-role-missing]"}, "[profiles-absent]"},
		{"no way to Google", spark, func(s *livetest.Server) {
			s.Set(p2, "")
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/subnetworks/workers", `{"name": "workers", "privateIpGoogleAccess": false}`)
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/routers/r1", "")
			s.Set(inRegion+"clusters/etl", `{"projectId": "demo", "clusterName": "etl", "config": {"softwareConfig": {"imageVersion": "2.1.70-debian11"},
				"gceClusterConfig": {"internalIpOnly": true, "serviceAccount": "workers@demo.iam.gserviceaccount.com",
				"subnetworkUri": "https://www.googleapis.com/compute/v1/projects/demo/regions/europe-west1/subnetworks/workers"}}}`)
		}, exitFound, []string{"network                          NO", "gcloud compute networks subnets update workers --region=europe-west1 --project=demo --enable-private-ip-google-access"}, "[profiles-absent]"},
		{"the wrong family, and no agent on the executors", batch, func(s *livetest.Server) {
			s.Set("dataproc/v1/projects/demo/locations/europe-west1/batches/nightly-7", `{"name": "projects/demo/locations/europe-west1/batches/nightly-7", "uuid": "u", "state": "SUCCEEDED", "stateTime": "2026-11-29T03:30:00Z",
				"stateHistory": [{"state": "RUNNING", "stateStartTime": "2026-11-29T03:01:00Z"}], "pysparkBatch": {"mainPythonFileUri": "gs://demo-code/nightly.py"},
				"runtimeConfig": {"version": "2.2", "properties": {"spark:cloud.profiler.enable": "true"}}, "environmentConfig": {"executionConfig": {"serviceAccount": "workers@demo.iam.gserviceaccount.com"}}}`)
			s.Set("dataproc/v1/projects/demo/locations/europe-west1/batches/nightly-7/sparkApplications/app-1:accessEnvironmentInfo", `{"applicationEnvironmentInfo": {"sparkProperties": {"spark.executor.extraJavaOptions": ""}}}`)
		}, exitFound, []string{"[wrong-property-family]", "  then      start a new run"}, "doubtful"},
		{"the policy is denied", spark, func(s *livetest.Server) { s.Set(p2, ""); s.Fail(livetest.Denied("").On("projects/demo:getIamPolicy")) }, exitOK,
			[]string{"account and scopes               cannot tell", "resourcemanager.projects.getIamPolicy", "Profiler API on                  yes", "profiles arrived                 doubtful"}, "NO"},
		{"too short", spark, func(s *livetest.Server) {
			s.Set(p2, "")
			s.Set(inRegion+"jobs/wordcount-1", `{"reference": {"projectId": "demo", "jobId": "wordcount-1"}, "jobUuid": "u", "placement": {"clusterName": "etl"}, "sparkJob": {"mainClass": "W", "properties": {"cloud.profiler.enable": "true"}},
				"status": {"state": "DONE", "stateStartTime": "2026-11-29T02:01:00Z"}, "statusHistory": [{"state": "RUNNING", "stateStartTime": "2026-11-29T02:00:05Z"}]}`)
		}, exitFound, []string{"Verdict: the run was over after 55 s"}, "[profiles-absent]"},
		{"the log says why", pipeline, func(s *livetest.Server) {
			s.Set(p1, "")
			s.Set("logging/v2/entries:list", `{"entries": [{"insertId": "i1", "timestamp": "2026-11-29T01:03:00Z", "textPayload": "W throttler_api.cc:431] Failed to create profile, will retry: 8 (Quota exceeded)"}]}`)
		}, exitFound, []string{"Verdict: the log says: the Profiler quota of the project is used up [quota-exhausted]"}, "[profiles-absent]"},
		{"a quota was used up", spark, func(s *livetest.Server) { s.Set(p2, ""); s.Set(series, usedUp("02:11:00")) }, exitFound,
			[]string{"name and quota                   NO", "Verdict: a quota of the Profiler API was used up during the run, at 2026-11-29 02:11 UTC (cloudprofiler.googleapis.com/demo) [quota-exhausted]"}, "[profiles-absent]"},
		{"used up after the run", spark, func(s *livetest.Server) { s.Set(p2, ""); s.Set(series, usedUp("02:31:00")) }, exitFound,
			[]string{"name and quota                   yes          Cloud Monitoring shows no quota that was used up during the run", "[profiles-absent]"}, "[quota-exhausted]"},
		{"used up, and the list goes on", spark, func(s *livetest.Server) {
			s.Fail(livetest.Fault{Match: "/profiles", Status: 200, Body: `{"profiles": [], "skippedProfiles": 2}`})
			s.Set(series, usedUp("02:11:00"))
		}, exitOK, []string{"name and quota                   doubtful", "Verdict, likely: a quota of the Profiler API"}, "[profiles-absent]"},
		{"used up, and profiles are there", spark, func(s *livetest.Server) { s.Set(series, usedUp("02:11:00")) }, exitOK, []string{"Verdict: profiles are there"}, "NO"},
		{"the quota is denied", spark, func(s *livetest.Server) { s.Set(p2, ""); s.Fail(livetest.Denied("").On("monitoring")) }, exitOK,
			[]string{"name and quota                   cannot tell", "monitoring.timeSeries.list", "roles/monitoring.viewer", "profiles arrived                 doubtful", "account and scopes               yes"}, "NO"},
		{"Cloud Monitoring is off", spark, func(s *livetest.Server) {
			s.Set(p2, "")
			s.Fail(livetest.Disabled("monitoring.googleapis.com", "projects/123456789").On("monitoring"))
		}, exitOK, []string{"name and quota                   cannot tell", "gcloud services enable monitoring.googleapis.com"}, "NO"},
		{"Cloud Monitoring is off and profiles are there", pipeline, func(s *livetest.Server) {
			s.Fail(livetest.Disabled("monitoring.googleapis.com", "projects/123456789").On("monitoring"))
		}, exitOK, []string{"Verdict: profiles are there"}, "NO"},
		{"the API was enabled too late", spark, func(s *livetest.Server) {
			s.Set(p1, "")
			s.Set(p2, "")
			s.Set("logging/v2/entries:list", `{"entries": [{"insertId": "a", "timestamp": "2026-11-29T02:10:00Z", "protoPayload": {"methodName": "google.api.serviceusage.v1.ServiceUsage.EnableService",
				"resourceName": "projects/123456789/services/cloudprofiler.googleapis.com", "authenticationInfo": {"principalEmail": "ada@example.com"}}}]}`)
		}, exitFound, []string{"Profiler API on                  NO", "Verdict: the Profiler API was enabled at 2026-11-29 02:10 UTC, 9 min 55 s after the run had begun"}, "[profiles-absent]"},
		{"older profiles prove that it was on", spark, func(s *livetest.Server) {
			s.Set(p2, "")
			s.Set("logging/v2/entries:list", `{"entries": [{"insertId": "a", "timestamp": "2026-11-29T02:10:00Z", "protoPayload": {"methodName": "google.api.serviceusage.v1.ServiceUsage.EnableService",
				"resourceName": "projects/123456789/services/cloudprofiler.googleapis.com"}}]}`)
		}, exitFound, []string{"Profiler API on                  yes", "[profiles-absent]"}, "enabled-late"},
		{"the program replaced the options", batch, func(s *livetest.Server) { s.Set(nightlyEnv, ranWith(`"-Xss4m"`)) }, exitFound,
			[]string{"options not replaced in code     NO", "Verdict: the executors ran with spark.executor.extraJavaOptions=-Xss4m, without the profiler's agent", "also      project demo has no profile of this run"}, "which java-options"},
		{"the program kept them", batch, func(s *livetest.Server) {
			s.Set(nightlyEnv, ranWith(`"-Xss4m -agentpath:/x/profiler_java_agent.so=-cprof_service=n"`))
		}, exitFound,
			[]string{"options not replaced in code     yes          by what Spark itself shows", "[profiles-absent]"}, "java-options"},
		{"one of several applications replaced them", batch, func(s *livetest.Server) {
			more(s, "app-2", `"-Xss4m"`)
			more(s, "app-3", `"-agentpath:/x/profiler_java_agent.so=-cprof_service=n"`)
		}, exitFound, []string{"Verdict: the executors ran with spark.executor.extraJavaOptions=-Xss4m"}, "which java-options"},
		{"more applications than are looked at", batch, func(s *livetest.Server) {
			for _, app := range []string{"app-2", "app-3", "app-4", "app-5"} {
				more(s, app, `"-agentpath:/x/profiler_java_agent.so=-cprof_service=n"`)
			}
		}, exitOK, []string{"options not replaced in code     cannot tell", "only 2 of 5 Spark applications were looked at"}, "java-options"},
		{"what Spark ran with is denied", batch, func(s *livetest.Server) { s.Fail(livetest.Denied("").On("/sparkApplications")) }, exitFound,
			[]string{"dataproc.batches.sparkApplicationRead", "[profiles-absent]"}, "java-options"},
		{"not asked for", spark, func(s *livetest.Server) {
			s.Set(inRegion+"jobs/wordcount-1", `{"reference": {"projectId": "demo", "jobId": "wordcount-1"}, "jobUuid": "u", "placement": {"clusterName": "etl"}, "sparkJob": {"mainClass": "W"}, "status": {"state": "RUNNING", "stateStartTime": "2026-11-29T02:01:00Z"}}`)
		}, exitFound, []string{"[profiling-not-requested]"}, "[profiles-absent]"},
		{"a long list of others", spark, func(s *livetest.Server) {
			s.Set(p2, "")
			for i := range 7 {
				s.Set(fmt.Sprintf("cloudprofiler/v2/projects/demo/profiles/o%d", i), `{"profileType": "CPU", "deployment": {"target": "other", "labels": {"version": "1"}}}`)
			}
			s.Pages(1)
		}, exitOK, []string{"profiles arrived                 cannot tell", "only the first 5 pages were read"}, "NO"},
		{"the cluster is gone", spark, func(s *livetest.Server) { s.Set(p2, ""); s.Set(inRegion+"clusters/etl", "") }, exitOK,
			[]string{"there is no cluster of that name any more", "profiles arrived                 doubtful"}, "NO"},
		{"the cluster is gone and profiles are there", spark, func(s *livetest.Server) { s.Set(inRegion+"clusters/etl", "") }, exitOK, []string{"profiles are there"}, "NO"},
		{"everything else is denied", spark, func(s *livetest.Server) {
			for _, match := range []string{"serviceusage", "cloudresourcemanager", "iam/", "/clusters/", "compute", "/profiles", "logging", "monitoring"} {
				s.Fail(livetest.Denied("").On(match))
			}
		}, exitOK, []string{"asked for                        yes", "long enough                      yes", "profiles arrived                 cannot tell", "logging.logEntries.list"}, "NO"},
		{"the same, and it is required", spark + " --require-live", func(s *livetest.Server) { s.Fail(livetest.Denied("").On("/profiles")) }, exitUnseen, []string{"no answer for profiles"}, ""},
		{"no such job", "nope --region=europe-west1", func(*livetest.Server) {}, exitUnseen, []string{"no job nope in project demo", "demo/locations/europe-west1/batch"}, "Verdict"},
		{"the job is denied", spark, func(s *livetest.Server) { s.Fail(livetest.Denied("").On("/jobs/wordcount-1")) }, exitUnseen, []string{"dataproc.jobs.get", "gcloud dataproc jobs describe wordcount-1"}, "Verdict"},
		{"no region", "wordcount-1", func(*livetest.Server) {}, exitUsage, []string{"which region?", "gcloud dataproc jobs describe wordcount-1 --region=REGION --project=demo"}, "Verdict"},
		{"no job", "", func(*livetest.Server) {}, exitUsage, []string{"doctor needs a job"}, ""},
		{"a file and Google", "x --from=job.json --record=y", func(*livetest.Server) {}, exitUsage, []string{"exclude each other"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := livetest.Start(t, livetest.Demo)
			c.change(s)
			code, out, errs := lint(t, s, "", append([]string{"doctor", "--project=demo"}, strings.Fields(c.args)...)...)
			expect(t, c.code, code, out+errs, c.want, c.not)
			if n := len(s.Requests()); n > 20 {
				t.Errorf("%d requests: %s", n, strings.Join(s.Requests(), "\n"))
			}
			if t.Failed() {
				t.Log(out + errs)
			}
		})
	}
}

// With --since, what came before does not count: a run that has gone on for days
// is judged by what it does now.
func TestDoctorSince(t *testing.T) {
	now := time.Now()
	ago := func(d time.Duration) string { return now.Add(-d).UTC().Format(time.RFC3339) }
	const logs = "logging/v2/entries:list"
	profile := func(d time.Duration) string {
		return `{"profileType": "CPU", "startTime": "` + ago(d) + `", "deployment": {"target": "orders", "labels": {"version": "` + ordersID + `"}}}`
	}
	line := func(d time.Duration) string {
		return `{"entries": [{"insertId": "i", "timestamp": "` + ago(d) + `", "textPayload": "W throttler_api.cc:431] Failed to create profile, will retry: 8 (Quota exceeded)"}]}`
	}
	hit := func(d time.Duration) string {
		return strings.Replace(usedUp("@"), "2026-11-29T@Z", ago(d), 1)
	}
	for _, c := range []struct {
		name   string
		since  string
		change func(*livetest.Server)
		code   int
		want   []string
		not    string
	}{
		{"all counts", "", func(*livetest.Server) {}, exitOK, []string{"Verdict: profiles are there"}, "NO"},
		{"nothing of late", "2h", func(*livetest.Server) {}, exitFound,
			[]string{"project demo has no profile of this run since 20", "the newest of service orders", "[profiles-absent]"}, "profiles are there"},
		{"something of late", "2h", func(s *livetest.Server) { s.Set(p2, profile(time.Hour)) }, exitOK, []string{"Verdict: profiles are there"}, "NO"},
		{"by days", "1d", func(*livetest.Server) {}, exitOK, []string{"Verdict: profiles are there"}, "NO"},
		{"too little to tell", "5m", func(*livetest.Server) {}, exitOK, []string{"no profile has arrived in 5 min, which may be chance", "look at more than 15 min"}, "NO"},
		{"a quota of late", "2h", func(s *livetest.Server) { s.Set(series, hit(time.Hour)) }, exitFound, []string{"[quota-exhausted]"}, "[profiles-absent]"},
		{"a quota of yore", "2h", func(s *livetest.Server) { s.Set(series, hit(5*time.Hour)) }, exitFound, []string{"[profiles-absent]"}, "[quota-exhausted]"},
		{"a line of late", "2h", func(s *livetest.Server) { s.Set(logs, line(time.Hour)) }, exitFound, []string{"the log says", "[quota-exhausted]"}, "[profiles-absent]"},
		{"a line of yore", "2h", func(s *livetest.Server) { s.Set(logs, line(5*time.Hour)) }, exitFound, []string{"[profiles-absent]"}, "the log says"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := livetest.Start(t, livetest.Demo)
			const at = "dataflow/v1b3/projects/demo/locations/europe-west1/jobs/" + ordersID
			s.Set(at, `{"id": "`+ordersID+`", "projectId": "demo", "name": "orders", "location": "europe-west1", "currentState": "JOB_STATE_RUNNING", "startTime": "`+ago(10*time.Hour)+`",
				"jobMetadata": {"sdkVersion": {"version": "2.60.0", "versionDisplayName": "Apache Beam SDK for Java"}},
				"environment": {"serviceAccountEmail": "beam@demo.iam.gserviceaccount.com", "serviceOptions": ["enable_google_cloud_profiler"],
				"workerPools": [{"sdkHarnessContainerImages": [{"containerImage": "gcr.io/cloud-dataflow/v1beta3/beam_java17_sdk:2.60.0"}]}]}}`)
			s.Set(p1, profile(9*time.Hour))
			s.Set(p2, "")
			s.Set(logs, "")
			c.change(s)
			args := []string{"doctor", "--project=demo", ordersID}
			if c.since != "" {
				args = append(args, "--since="+c.since)
			}
			file := filepath.Join(t.TempDir(), "doctor.jsonl")
			code, out, errs := lint(t, s, "", append(args, "--record="+file)...)
			expect(t, c.code, code, out+errs, c.want, c.not)
			if again, got, _ := lint(t, s, "", append(args, "--replay="+file)...); again != code || got != out {
				t.Errorf("the replay says\n%s", got)
			}
			if t.Failed() {
				t.Log(out + errs)
			}
		})
	}
	s := livetest.Start(t, livetest.Demo)
	s.Set(inRegion+"jobs/wordcount-1", `{"reference": {"projectId": "demo", "jobId": "wordcount-1"}, "jobUuid": "u", "placement": {"clusterName": "etl"}, "sparkJob": {"mainClass": "W", "properties": {"cloud.profiler.enable": "true"}},
		"status": {"state": "DONE", "stateStartTime": "`+ago(3*time.Hour)+`"}, "statusHistory": [{"state": "RUNNING", "stateStartTime": "`+ago(4*time.Hour)+`"}]}`)
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"wordcount-1 --since=1h", exitUnseen, "the run of wordcount-1 ended at " + now.Add(-3*time.Hour).UTC().Format("2006-01-02 15:04 UTC")},
		{"wordcount-1 --since=4h", exitFound, "[profiles-absent]"},
		{"wordcount-1 --since=soon", exitUsage, `--since: want a time such as 12h or 7d, got "soon"`},
		{"wordcount-1 --since=0d", exitUsage, "--since: want a time"},
		{"wordcount-1 --since=-1h", exitUsage, "--since: want a time"},
		{"--from=job.json --since=1h", exitUsage, "--from and --since exclude each other"},
	} {
		code, out, errs := lint(t, s, "", append([]string{"doctor", "--project=demo", "--region=europe-west1"}, strings.Fields(c.args)...)...)
		expect(t, c.code, code, out+errs, []string{c.want}, "panic")
	}
}

// A recording yields the same report, and needs nobody; nor does a file.
func TestDoctorReplay(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	for _, job := range []string{"wordcount-1", "nightly-7", ordersID} {
		file := filepath.Join(t.TempDir(), "doctor.jsonl")
		args := []string{"doctor", job, "--project=demo", "--region=europe-west1", "--format=text", "--format=json=" + file + ".json"}
		code, want, _ := lint(t, s, "", append(args, "--record", file)...)
		asked := len(s.Requests())
		again, got, errs := lint(t, s, "", append(args, "--replay", file)...)
		if code != again || want != got || want == "" {
			t.Errorf("exit %d and %d\n%s\n%s", code, again, want, got)
		}
		if len(s.Requests()) != asked || !strings.Contains(errs, "answers of 20") {
			t.Errorf("%d requests more, %s", len(s.Requests())-asked, errs)
		}
	}
	asked := len(s.Requests())
	if _, _, errs := lint(t, s, `{"id": "`+ordersID+`", "currentState": "JOB_STATE_DONE", "jobMetadata": {}}`, "doctor", "--from=-"); len(s.Requests()) != asked {
		t.Error(errs, s.Requests()[asked:])
	}
}

// The plan lists the requests and makes none.
func TestDoctorPlan(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	code, out, errs := lint(t, s, "", "doctor", "wordcount-1", "--region=europe-west1", "--plan", "--project=demo")
	if code != exitOK || errs != "" || len(s.Requests()) > 0 {
		t.Error(code, errs, s.Requests())
	}
	for _, w := range []string{"/jobs/wordcount-1", "/batches/wordcount-1", "cloudprofiler.profiles.list", "logging.logEntries.list", "monitoring.timeSeries.list", "whether a quota of the Profiler was used up during the run\n      GET "} {
		if !strings.Contains(out, w) {
			t.Errorf("no %q in\n%s", w, out)
		}
	}
}
