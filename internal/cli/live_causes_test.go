package cli

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/live/livetest"
)

// What a project shows of all its workloads, and what it settles of files.
func TestLiveCauses(t *testing.T) {
	const clusterAt = inRegion + "clusters/etl"
	const sa = `"serviceAccount": "workers@demo.iam.gserviceaccount.com", "serviceAccountScopes": ["https://www.googleapis.com/auth/cloud-platform"]`
	const all = "live --region=europe-west1 --since=9999d --format=text"
	const submit = "gcloud dataproc jobs submit spark --cluster=etl --region=europe-west1 --class=W --jars=gs://b/w.jar --properties=cloud.profiler.enable=true"
	type S = *livetest.Server
	for _, c := range []struct {
		name   string
		args   string
		script string
		change func(*livetest.Server)
		code   int
		want   []string
		not    []string
	}{
		{"all is well", all, "", func(S) {}, exitOK, []string{"wordcount-1", "nightly-7", "orders", "explore"}, []string{"not ready", "error"}},
		{"one that does not ask is not nagged", all, "", func(s S) {
			s.Set(inRegion+"jobs/silent", `{"reference": {"projectId": "demo", "jobId": "silent"}, "jobUuid": "u", "placement": {"clusterName": "etl"}, "sparkJob": {"mainClass": "W"}, "status": {"state": "RUNNING", "stateStartTime": "2026-11-29T02:01:00Z"}}`)
		}, exitOK, nil, []string{"silent", "error"}},
		{"one job of a minute", all, "", func(s S) {
			s.Set(inRegion+"jobs/short", `{"reference": {"projectId": "demo", "jobId": "short"}, "jobUuid": "u", "placement": {"clusterName": "etl"}, "sparkJob": {"mainClass": "W", "properties": {"cloud.profiler.enable": "true"}},
				"status": {"state": "DONE", "stateStartTime": "2026-11-29T02:02:00Z"}, "statusHistory": [{"state": "RUNNING", "stateStartTime": "2026-11-29T02:01:00Z"}]}`)
		}, exitFound, []string{"job-too-short", "short"}, nil},
		{"the cluster is gone", all, "", func(s S) { s.Set(clusterAt, "") }, exitOK, []string{"cannot tell"}, []string{"error["}},
		{"the cluster was made anew", all, "", func(s S) {
			s.Set(clusterAt, strings.Replace(etl("2.0.27-debian10", `"serviceAccount": "workers@demo.iam.gserviceaccount.com", "serviceAccountScopes": ["https://www.googleapis.com/auth/logging.write"]`), "000000000001", "00000000ffff", 1))
		}, exitOK, []string{"cannot tell"}, []string{"cluster-scopes"}},
		{"users have accounts of their own", all, "", func(s S) {
			s.Set(clusterAt, strings.Replace(etl("2.2.38-debian12", sa), `"config": {`, `"config": {"securityConfig": {"identityConfig": {"userServiceAccountMapping": {"ada@example.com": "a@demo.iam.gserviceaccount.com"}}}, `, 1))
		}, exitOK, []string{"cannot tell"}, []string{"error["}},
		{"internal addresses in the default network", all, "", func(s S) {
			s.Set(ordersAt, strings.Replace(demoFile(ordersAt), "WORKER_IP_PUBLIC", "WORKER_IP_PRIVATE", 1))
		}, exitOK, []string{"cannot tell"}, []string{"error["}},
		{"jobs cannot be listed", all, "", func(s S) {
			s.Fail(livetest.Denied("dataproc.jobs.list").On("GET dataproc/v1/projects/demo/regions/europe-west1/jobs"))
		}, exitOK, []string{"no answer for jobs", "dataproc.jobs.list"}, []string{"error["}},
		{"nothing may be seen", all, "", func(s S) { s.Fail(livetest.Denied("")) }, exitOK, []string{"no answer"}, []string{"error["}},
		{"an account that a variable names", "check --live - --show-unknown", "gcloud dataproc clusters create etl --region=europe-west1 --image-version=2.2 --service-account=$SA\n" + submit + "\n", func(S) {}, exitOK, []string{"$SA"}, []string{"error[", "workers@"}},
		{"the file's cluster wins over the project's", "check --live -", "gcloud dataproc clusters create etl --region=europe-west1 --image-version=2.2 --service-account=workers@demo.iam.gserviceaccount.com\n" + submit + "\n",
			func(s S) {
				s.Set(clusterAt, etl("2.0.27-debian10", `"serviceAccountScopes": ["https://www.googleapis.com/auth/logging.write"]`))
			}, exitOK, []string{"ready"}, []string{"cluster-scopes"}},
		{"a file that enables what is off", "check --live -", "gcloud services enable cloudprofiler.googleapis.com --project=demo\n" + submit + " --project=demo\n", func(s S) { s.Set(services+"cloudprofiler.googleapis.com", "") }, exitFound,
			[]string{"profiler-api-disabled", "these files enable it"}, nil},
		{"a file of another project", "check --live - --show-unknown", submit + " --project=other\n", func(s S) { s.Fail(livetest.Denied("").On("projects/other")) }, exitOK, []string{"other"}, []string{"error["}},
		{"a grant in the file that the project does not show", "check --live -", "gcloud projects add-iam-policy-binding demo --member=serviceAccount:workers@demo.iam.gserviceaccount.com --role=roles/cloudprofiler.agent\n" + submit + " --project=demo\n",
			func(s S) { s.Set(policyOf, `{"bindings": []}`) }, exitFound, []string{"agent-role-missing", "these files give it roles/cloudprofiler.agent"}, nil},
		{"denied from above", "check --live -", submit + "\n", func(s S) { denyPolicy(s, "projects/demo", `"principalSet://goog/public:all"`, "") }, exitFound, []string{"a deny policy takes it away"}, nil},
		{"a condition that is over", "check --live -", submit + "\n", func(s S) {
			s.Set(policyOf, binding("roles/editor", workers, `request.time < timestamp("2020-01-01T00:00:00Z")`))
		}, exitFound, []string{"agent-role-missing"}, nil},
		{"a NAT of another network", "check --live -", submit + "\n", func(s S) {
			old(s)
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/subnetworks/workers", `{"name": "workers", "privateIpGoogleAccess": false, "network": "https://www.googleapis.com/compute/v1/projects/demo/global/networks/other"}`)
		}, exitFound, []string{"private-network"}, nil},
		{"a batch of the user's", "check --live - --show-unknown", "gcloud dataproc batches submit pyspark gs://b/x.py --region=europe-west1 --version=3.0 --properties=dataproc.profiling.enabled=true\n", func(S) {}, exitOK, []string{"whoever submits"}, []string{"error["}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := livetest.Start(t, livetest.Demo)
			c.change(s)
			code, out, errs := lint(t, s, c.script, append(strings.Fields(c.args), "--project=demo")...)
			expect(t, c.code, code, out+errs, c.want, strings.Join(c.not, "\n"))
			for _, not := range c.not {
				if strings.Contains(out+errs, not) {
					t.Errorf("%q in\n%s", not, out+errs)
				}
			}
			if testing.Verbose() {
				t.Log(out + errs)
			}
		})
	}
}
