package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/live/livetest"
)

// lint runs proflint in a folder with one script, with a Google of one's own.
func lint(t *testing.T, s *livetest.Server, script string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "submit.sh"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	env := []string{"HOME=" + dir, "NO_COLOR=1"}
	for k, v := range s.Env() {
		env = append(env, k+"="+v)
	}
	var out, errs bytes.Buffer
	code = Run(append([]string{"proflint"}, args...), strings.NewReader(script), &out, &errs, env)
	return code, out.String(), errs.String()
}

const (
	sparkJob = `gcloud dataproc jobs submit spark --cluster=etl --region=europe-west1 --class=com.example.WordCount --jars=gs://demo/wc.jar \
  --properties=cloud.profiler.enable=true,cloud.profiler.name=wordcount
`
	pipelineRun = `pip install "apache-beam[gcp]==2.67.0"
python orders.py --runner=DataflowRunner --region=europe-west1 --temp_location=gs://demo/tmp --service_account_email=beam@demo.iam.gserviceaccount.com \
  --dataflow_service_options=enable_google_cloud_profiler --job_name=orders
`
)

// With --live, what the files leave open is asked: the cluster's image, the API,
// the account's permission. A project with a Dataproc and a Dataflow job takes few
// requests.
func TestLive(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	code, out, errs := lint(t, s, sparkJob+pipelineRun, "--live", "--project=demo", "--show-unknown")
	if code != exitOK || errs != "" || strings.Contains(out, "cannot tell") && !strings.Contains(out, "agent-not-in-image") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if n := len(s.Requests()); n > 20 {
		t.Errorf("%d requests: %s", n, strings.Join(s.Requests(), "\n"))
	}
	for _, r := range s.Requests() {
		if !strings.HasPrefix(r, "GET ") && !strings.HasSuffix(r, ":getIamPolicy") {
			t.Error(r)
		}
	}
}

// Without --live nothing is asked, whatever lies around.
func TestNotLive(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	if _, _, errs := lint(t, s, sparkJob, "--project=demo"); errs != "" || len(s.Requests()) > 0 {
		t.Error(errs, s.Requests())
	}
}

// old makes the cluster one of an image that leaves the network to its user, and
// its subnet one without Private Google Access.
func old(s *livetest.Server) {
	s.Set("dataproc/v1/projects/demo/regions/europe-west1/clusters/etl", `{"projectId": "demo", "clusterName": "etl", "config": {"softwareConfig": {"imageVersion": "2.1.70-debian11"},
		"gceClusterConfig": {"serviceAccount": "workers@demo.iam.gserviceaccount.com", "internalIpOnly": true, "subnetworkUri": "workers", "serviceAccountScopes": ["https://www.googleapis.com/auth/cloud-platform"]}}}`)
	s.Set("compute/compute/v1/projects/demo/regions/europe-west1/subnetworks/workers", `{"name": "workers", "privateIpGoogleAccess": false}`)
}

// What the project shows, and what it does not.
func TestLiveVerdicts(t *testing.T) {
	const policy = "cloudresourcemanager/v3/projects/demo:getIamPolicy"
	for _, c := range []struct {
		name   string
		args   string
		change func(*livetest.Server)
		code   int
		want   []string // in the report or on standard error
		not    string
	}{
		{"all is well", "", func(*livetest.Server) {}, exitOK, []string{"ready"}, "error"},
		{"the API is off", "", func(s *livetest.Server) {
			s.Set("serviceusage/v1/projects/demo/services/cloudprofiler.googleapis.com", "")
		}, exitFound, []string{"profiler-api-disabled", "cloudprofiler.googleapis.com is not enabled in project demo"}, ""},
		{"the API's state as a number", "", func(s *livetest.Server) {
			s.Set("serviceusage/v1/projects/demo/services/cloudprofiler.googleapis.com", `{"name": "projects/123456789/services/cloudprofiler.googleapis.com", "state": 1}`)
		}, exitFound, []string{"profiler-api-disabled"}, ""},
		{"the state is denied", "--show-unknown", func(s *livetest.Server) { s.Fail(livetest.Denied("serviceusage.services.get").On("serviceusage/")) }, exitOK,
			[]string{"whether cloudprofiler.googleapis.com is enabled", "serviceusage.services.get"}, "agent-role-missing"},
		{"the state is denied, and required", "--require-live", func(s *livetest.Server) { s.Fail(livetest.Denied("").On("serviceusage/")) }, exitUnseen, []string{"no answer for services in projects/demo"}, ""},
		{"no role", "", func(s *livetest.Server) { s.Set(policy, `{"bindings": []}`) }, exitFound, []string{"agent-role-missing", "lacks cloudprofiler.profiles.create in project demo"}, ""},
		{"the role of the folder", "", func(s *livetest.Server) {
			s.Set(policy, `{"bindings": []}`)
			s.Set("cloudresourcemanager/v3/folders/77:getIamPolicy", `{"bindings": [{"role": "roles/editor", "members": ["serviceAccount:workers@demo.iam.gserviceaccount.com"]}]}`)
		}, exitOK, []string{"ready"}, "error"},
		{"the folder is denied", "--show-unknown", func(s *livetest.Server) {
			s.Set(policy, `{"bindings": []}`)
			s.Fail(livetest.Denied("").On("folders/77"))
		}, exitOK, []string{"folders/77", "resourcemanager.folders.getIamPolicy"}, "lacks"},
		{"a custom role", "", func(s *livetest.Server) {
			s.Set(policy, `{"bindings": [{"role": "projects/demo/roles/profiling", "members": ["serviceAccount:workers@demo.iam.gserviceaccount.com"]}]}`)
		}, exitOK, []string{"ready"}, "error"},
		{"a disabled custom role", "", func(s *livetest.Server) {
			s.Set(policy, `{"bindings": [{"role": "organizations/9/roles/profiling", "members": ["serviceAccount:workers@demo.iam.gserviceaccount.com"]}]}`)
		}, exitFound, []string{"agent-role-missing"}, ""},
		{"a group, and the Policy Troubleshooter knows", "", func(s *livetest.Server) {
			s.Set(policy, `{"bindings": [{"role": "roles/editor", "members": ["group:data@example.com"]}]}`)
			s.Set("serviceusage/v1/projects/demo/services/policytroubleshooter.googleapis.com", `{"name": "projects/1/services/policytroubleshooter.googleapis.com", "state": "ENABLED"}`)
		}, exitOK, []string{"ready"}, "error"},
		{"a group, and nobody knows", "--show-unknown", func(s *livetest.Server) {
			s.Set(policy, `{"bindings": [{"role": "roles/editor", "members": ["group:data@example.com"]}]}`)
		}, exitOK, []string{"group:data@example.com, of which the account may be a member"}, "error["},
		{"denied by policy", "", func(s *livetest.Server) {
			name := "policies/cloudresourcemanager.googleapis.com%2Fprojects%2Fdemo/denypolicies/no-profiles"
			s.Set("iam/v2/"+name, `{"name": "`+name+`", "rules": [{"denyRule": {"deniedPrincipals": ["principalSet://goog/public:all"], "deniedPermissions": ["cloudprofiler.googleapis.com/profiles.create"]}}]}`)
		}, exitFound, []string{"a deny policy takes it away"}, ""},
		{"no such account", "", func(s *livetest.Server) {
			s.Set("iam/v1/projects/-/serviceAccounts/workers@demo.iam.gserviceaccount.com", "")
		}, exitFound, []string{"worker-account-unusable"}, ""},
		{"narrow scopes, old image", "", func(s *livetest.Server) {
			s.Set("dataproc/v1/projects/demo/regions/europe-west1/clusters/etl", `{"projectId": "demo", "clusterName": "etl", "config": {"softwareConfig": {"imageVersion": "2.0.27-debian10"},
				"gceClusterConfig": {"serviceAccount": "workers@demo.iam.gserviceaccount.com", "serviceAccountScopes": ["https://www.googleapis.com/auth/logging.write"]}}}`)
		}, exitFound, []string{"cluster-scopes"}, ""},
		{"the cluster is denied", "--show-unknown", func(s *livetest.Server) { s.Fail(livetest.Denied("dataproc.clusters.get").On("/clusters/etl")) }, exitOK,
			[]string{"not created in these files, and Google does not say", "ask for dataproc.clusters.get"}, "error["},
		{"no way out", "", func(s *livetest.Server) {
			old(s)
			s.Set("compute/compute/v1/projects/demo/regions/europe-west1/routers/r1", "")
		}, exitFound,
			[]string{"private-network", "neither Private Google Access nor a Cloud NAT"}, ""},
		{"a NAT", "", func(s *livetest.Server) { old(s) }, exitOK, []string{"ready"}, "error"},
		{"the routers are denied", "--show-unknown", func(s *livetest.Server) { old(s); s.Fail(livetest.Denied("compute.routers.list").On("/routers")) }, exitOK,
			[]string{"whether a Cloud NAT serves the subnet workers", "compute.routers.list"}, "error["},
		{"everything down", "--show-unknown", func(s *livetest.Server) { s.Fail(livetest.Fault{Status: 503, Body: "{}"}) }, exitOK, []string{"no answer for"}, "error["},
		{"gcloud's own project", "--show-unknown", func(s *livetest.Server) {
			s.Fail(livetest.Disabled("serviceusage.googleapis.com", "projects/764086051850").On("serviceusage"))
		}, exitOK,
			[]string{"set-quota-project demo"}, "is not enabled in project"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := livetest.Start(t, livetest.Demo)
			c.change(s)
			code, out, errs := lint(t, s, sparkJob, append(strings.Fields(c.args), "--live", "--project=demo")...)
			expect(t, c.code, code, out+errs, c.want, c.not)
		})
	}
}

// expect judges what a run printed, and prints it if it is not that.
func expect(t *testing.T, want, code int, printed string, parts []string, not string) {
	t.Helper()
	if code != want {
		t.Errorf("exit %d, want %d", code, want)
	}
	for _, part := range parts {
		if !strings.Contains(printed, part) {
			t.Errorf("no %q", part)
		}
	}
	if not != "" && strings.Contains(printed, not) {
		t.Errorf("%q", not)
	}
	if t.Failed() {
		t.Log(printed)
	}
}

// A recording yields the same report, and needs nobody.
func TestLiveReplay(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	s.Set("cloudresourcemanager/v3/projects/demo:getIamPolicy", `{"bindings": [{"role": "roles/editor", "members": ["group:data@example.com"]}]}`)
	file := filepath.Join(t.TempDir(), "demo.jsonl")
	code, want, _ := lint(t, s, sparkJob+pipelineRun, "--live", "--project=demo", "--show-unknown", "--record", file)
	asked := len(s.Requests())
	again, got, errs := lint(t, s, sparkJob+pipelineRun, "--replay", file, "--project=demo", "--show-unknown")
	if code != again || want != got {
		t.Errorf("exit %d and %d\n%s\n%s", code, again, want, got)
	}
	if len(s.Requests()) != asked || !strings.Contains(errs, "answers of 20") {
		t.Errorf("%d requests more, %s", len(s.Requests())-asked, errs)
	}
}

// The plan lists the requests and makes none.
func TestLivePlan(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	code, out, errs := lint(t, s, sparkJob, "--plan", "--project=demo")
	if code != exitOK || errs != "" || len(s.Requests()) > 0 {
		t.Error(code, errs, s.Requests())
	}
	for _, w := range []string{"/v3/projects/demo:getIamPolicy", "resourcemanager.projects.getIamPolicy", "/clusters/etl", "roles/dataproc.viewer", "includedPermissions:\n- compute.routers.list",
		"/v3/folders/FOLDER:getIamPolicy\n      needs resourcemanager.folders.getIamPolicy", "the subnet of workers without external addresses\n      GET http", "/regions/REGION/subnetworks/SUBNET\n",
		"which a role of the project does not reach: resourcemanager.folders.get, resourcemanager.folders.getIamPolicy, resourcemanager.organizations.getIamPolicy\n"} {
		if !strings.Contains(out, w) {
			t.Errorf("no %q in\n%s", w, out)
		}
	}
	if strings.Contains(out, "\n- resourcemanager.folders") {
		t.Error("Google takes no permission on folders in a role of a project:", out)
	}
}

// The workloads of a project, without a file.
func TestLiveProject(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	args := []string{"live", "--project=demo", "--region=europe-west1", "--since=9999d"}
	code, out, errs := lint(t, s, sparkJob, append(args, "--format=json")...)
	if code != exitOK || errs != "" {
		t.Errorf("exit %d, %s", code, errs)
	}
	var doc struct {
		Mode      string
		Workloads []struct{ ID, File, Kind, Readiness string }
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range doc.Workloads {
		got = append(got, w.Kind+" "+w.File+" "+w.Readiness)
	}
	want := []string{
		"pipeline //dataflow.googleapis.com/projects/demo/locations/europe-west1/jobs/2026-11-29_01_02_03-4567890123456789012 ready",
		"cluster //dataproc.googleapis.com/projects/demo/regions/europe-west1/clusters/etl not-asked",
		"batch //dataproc.googleapis.com/projects/demo/locations/europe-west1/batches/nightly-7 ready",
		"session //dataproc.googleapis.com/projects/demo/locations/europe-west1/sessions/explore ready",
		"job //dataproc.googleapis.com/projects/demo/regions/europe-west1/jobs/wordcount-1 ready",
	}
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" || doc.Mode != "live" {
		t.Error(d, doc.Mode)
	}
	if n := len(s.Requests()); n > 20 {
		t.Errorf("%d requests", n)
	}
	s.Set("serviceusage/v1/projects/demo/services/cloudprofiler.googleapis.com", "")
	if code, out, _ := lint(t, s, "", args...); code != exitFound || !strings.Contains(out, "profiler-api-disabled") {
		t.Error(code, out)
	}
	// what ended long ago is left out
	if _, out, _ := lint(t, s, "", "live", "--project=demo", "--region=europe-west1", "--since=1m", "--fail-on=never"); strings.Contains(out, "wordcount") || strings.Contains(out, "nightly") || !strings.Contains(out, "orders") {
		t.Error(out)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"live", exitUsage, "which project?"},
		{"live --project=demo .", exitUsage, "takes no paths"},
		{"live --project=demo --since=soon", exitUsage, "--since"},
		{"live --project=a/b", exitUsage, "want an id"},
		{"live --project=demo", exitFound, "no region is known"},
		{"check --record=x", exitUsage, "add --live"},
		{"check --live --project=demo --region=a,b", exitUsage, "want one region"},
		{"check --live --record=x --replay=y", exitUsage, "exclude each other"},
		{"check --replay=none", exitUsage, "none"},
	} {
		if code, out, errs := lint(t, s, "", strings.Fields(c.args)...); code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: exit %d\n%s%s", c.args, code, out, errs)
		}
	}
}
