package live

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/proflint/proflint/internal/live/livetest"
)

// document is what is read of an API's discovery document.
type document struct {
	Schemas map[string]schema
	text    string
}

type schema struct {
	Ref        string `json:"$ref"`
	Type       string
	Enum       []string
	Properties map[string]schema
	Items      *schema
	Additional *schema `json:"additionalProperties"`
}

// answers are the messages that the kinds are answered with, by document.
func answers() map[Kind][2]string {
	return map[Kind][2]string{
		Services: {"serviceusage/v1", "BatchGetServicesResponse"}, Project: {crm + "/v3", "Project"}, Folder: {crm + "/v3", "Folder"}, Policy: {crm + "/v3", "Policy"},
		DenyPolicies: {"iam/v2", "GoogleIamV2ListPoliciesResponse"}, DenyPolicy: {"iam/v2", "GoogleIamV2Policy"}, Role: {"iam/v1", "Role"}, Account: {"iam/v1", "ServiceAccount"},
		Access: {"policytroubleshooter/v3", "GoogleCloudPolicytroubleshooterIamV3TroubleshootIamPolicyResponse"}, Rights: {crm + "/v3", "TestIamPermissionsResponse"},
		Clusters: {"dataproc/v1", "ListClustersResponse"}, Cluster: {"dataproc/v1", "Cluster"}, Jobs: {"dataproc/v1", "ListJobsResponse"}, Job: {"dataproc/v1", "Job"},
		Batches: {"dataproc/v1", "ListBatchesResponse"}, Batch: {"dataproc/v1", "Batch"}, Sessions: {"dataproc/v1", "ListSessionsResponse"}, Session: {"dataproc/v1", "Session"},
		SparkApps: {"dataproc/v1", "SearchSparkApplicationsResponse"}, SparkEnv: {"dataproc/v1", "AccessSparkApplicationEnvironmentInfoResponse"},
		DataflowJobs: {"dataflow/v1b3", "ListJobsResponse"}, DataflowJob: {"dataflow/v1b3", "Job"}, DataflowNotices: {"dataflow/v1b3", "ListJobMessagesResponse"},
		Subnet: {"compute/v1", "Subnetwork"}, Routers: {"compute/v1", "RouterList"}, Quota: {"monitoring/v3", "ListTimeSeriesResponse"},
		Profiles: {"cloudprofiler/v2", "ListProfilesResponse"}, Logs: {"logging/v2", "ListLogEntriesResponse"},
		FoundServices: {"cloudasset/v1", "SearchAllResourcesResponse"}, FoundWorkloads: {"cloudasset/v1", "SearchAllResourcesResponse"}, FoundPolicies: {"cloudasset/v1", "SearchAllIamPoliciesResponse"},
	}
}

// Each field mask names fields that the API has, and the demo project that tests
// answer with has no others: checked against the discovery documents that come
// with the client library.
func TestDiscovery(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "google.golang.org/api").Output()
	if err != nil {
		t.Fatal(err)
	}
	docs := map[string]document{}
	load := func(name string) document {
		if d, ok := docs[name]; ok {
			return d
		}
		api, _, _ := strings.Cut(name, "/")
		data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), filepath.FromSlash(name), api+"-api.json"))
		var d document
		if err == nil {
			err = json.Unmarshal(data, &d)
		}
		if err != nil {
			t.Fatal(err)
		}
		d.text = string(data)
		docs[name] = d
		return d
	}
	for _, r := range rows() {
		a, ok := answers()[r.kind]
		if !ok {
			t.Errorf("%s: no answer is known", r.kind)
			continue
		}
		if r.what == "" {
			t.Errorf("%s: what is asked?", r.kind)
		}
		d := load(a[0])
		d.mask(t, string(r.kind), d.Schemas[a[1]], parseMask(r.fields))
	}
	for _, e := range numbered {
		for k := range strings.FieldsSeq(e.kinds) {
			for n := range strings.FieldsSeq(e.names) {
				if n != "-" && !strings.Contains(load(answers()[Kind(k)][0]).text, `"`+n+`"`) {
					t.Errorf("%s has no state %s", k, n)
				}
			}
		}
	}
	for _, f := range txtar.Parse([]byte(livetest.Demo)).Files {
		if k := kindOfFile(f.Name); k != "" {
			a := answers()[k]
			d := load(a[0])
			var v any
			if err := json.Unmarshal(f.Data, &v); err != nil {
				t.Fatal(f.Name, err)
			}
			d.body(t, f.Name, d.Schemas[a[1]], v)
		}
	}
}

// kindOfFile tells what a file of the demo answers; items of lists have a kind
// of their own only where they can be asked for.
func kindOfFile(name string) Kind {
	for _, k := range []struct {
		part string
		kind Kind
	}{
		{":getIamPolicy", Policy}, {"denypolicies/", DenyPolicy}, {"roles/", Role}, {"serviceAccounts/", Account}, {":troubleshoot/", Access}, {":accessEnvironmentInfo", SparkEnv},
		{"sparkApplications/", ""}, {"dataflow/", DataflowJob}, {"clusters/", Cluster}, {"jobs/", Job}, {"batches/", Batch}, {"sessions/", Session}, {"subnetworks/", Subnet},
		{"entries:list", Logs}, {"timeSeries", Quota}, {":searchAllResources", FoundServices}, {":searchAllIamPolicies", FoundPolicies}, {"v3/folders/", Folder}, {"v3/projects/demo", Project},
	} {
		if strings.Contains(name, k.part) && !strings.Contains(name, "/messages/") {
			return k.kind
		}
	}
	return ""
}

func (d document) mask(t *testing.T, at string, s schema, m mask) {
	t.Helper()
	s = d.resolve(s)
	for key, inner := range m {
		p, ok := s.Properties[key]
		if !ok {
			t.Errorf("%s has no field %s", at, key)
		} else if len(inner) > 0 {
			d.mask(t, at+"."+key, p, inner)
		}
	}
}

func (d document) body(t *testing.T, at string, s schema, v any) {
	t.Helper()
	if s.Items != nil {
		for _, x := range list(v) {
			d.body(t, at, *s.Items, x)
		}
		return
	}
	s = d.resolve(s)
	m, ok := v.(map[string]any)
	if !ok {
		if text, isText := v.(string); len(s.Enum) > 0 && !(isText && contains(s.Enum, text)) {
			t.Errorf("%s: %v is none of %v", at, v, s.Enum)
		}
		return
	}
	for key, x := range m {
		if p, ok := s.Properties[key]; ok {
			d.body(t, at+"."+key, p, x)
		} else if s.Additional == nil {
			t.Errorf("%s has no field %s", at, key)
		}
	}
}

func contains(in []string, s string) bool {
	return strings.Contains(" "+strings.Join(in, " ")+" ", " "+s+" ")
}

func (d document) resolve(s schema) schema {
	switch {
	case s.Ref != "":
		return d.Schemas[s.Ref]
	case s.Items != nil:
		return d.resolve(*s.Items)
	}
	return s
}

// Numbers stand for names.
func TestEnumNames(t *testing.T) {
	for n, want := range map[string]string{"cluster state 2": "RUNNING", "job state 5": "DONE", "batch state 5": "SUCCEEDED", "dataflowjob currentState 3": "JOB_STATE_DONE",
		"dataflowjob type 2": "JOB_TYPE_STREAMING", "services state 2": "ENABLED", "profiles profileType 2": "WALL", "cluster state 99": "", "job placement 1": ""} {
		f := strings.Fields(n)
		if got := enumName(Kind(f[0]), f[1], json.Number(f[2])); got != want {
			t.Errorf("%s: %q", n, got)
		}
	}
}
