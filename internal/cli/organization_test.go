package cli

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/live/livetest"
)

// estate is what Cloud Asset Inventory holds of an organization.
type estate struct{ resources, policies []string }

// has adds a project: enabled APIs, and resources that it has by type.
func (e *estate) has(number, folder string, what ...string) {
	in := `"project": "projects/` + number + `", "organization": "organizations/9"`
	if folder != "" {
		in += `, "folders": ["` + folder + `"]`
	}
	for _, w := range what {
		kind, name, state := "serviceusage.googleapis.com/Service", "//serviceusage.googleapis.com/projects/"+number+"/services/"+w+".googleapis.com", "ENABLED"
		if strings.Contains(w, "/") {
			kind, name, state = strings.Replace(w, "/", ".googleapis.com/", 1), "//"+strings.Replace(w, "/", ".googleapis.com/projects/p/"+number+"/", 1), "RUNNING"
		}
		e.resources = append(e.resources, fmt.Sprintf(`{"name": %q, "assetType": %q, "state": %q, %s}`, name, kind, state, in))
	}
}

// grants adds the policy of a resource: "projects/shop 101", "folders/7".
func (e *estate) grants(on, bindings string) {
	on, number, isProject := strings.Cut(on, " ")
	kind, in := map[string]string{"projects": "Project", "folders": "Folder", "organizations": "Organization"}[strings.Split(on, "/")[0]], ""
	if isProject {
		in = `"project": "projects/` + number + `", `
	}
	e.policies = append(e.policies, fmt.Sprintf(`{"resource": "//cloudresourcemanager.googleapis.com/%s", "assetType": "cloudresourcemanager.googleapis.com/%s", %s"policy": {"bindings": [%s]}}`, on, kind, in, bindings))
}

func (e *estate) serve(s *livetest.Server) {
	s.Set("cloudasset/v1/organizations/9:searchAllResources", `{"results": [`+strings.Join(e.resources, ",\n")+`]}`)
	s.Set("cloudasset/v1/organizations/9:searchAllIamPolicies", `{"results": [`+strings.Join(e.policies, ",\n")+`]}`)
}

func gives(role, members string) string {
	return `{"role": "` + role + `", "members": ["` + strings.ReplaceAll(members, " ", `", "`) + `"]}`
}

// small has a project for each answer.
func small() *estate {
	const agent = "roles/cloudprofiler.agent"
	e := &estate{}
	e.has("101", "", "dataproc", "cloudprofiler", "dataproc/Cluster", "dataproc/Job") // direct
	e.grants("projects/direct 101", gives("roles/dataproc.worker", "serviceAccount:w@direct.iam.gserviceaccount.com"))
	e.has("102", "folders/7", "dataflow", "cloudprofiler", "dataflow/Job") // from its folder
	e.grants("projects/inherits 102", gives("roles/owner", "user:ann@example.com"))
	e.grants("folders/7", gives(agent, "serviceAccount:w@shared.iam.gserviceaccount.com"))
	e.has("103", "", "dataproc", "dataproc/Batch") // the API is off
	e.grants("projects/api-off 103", gives(agent, "serviceAccount:w@api-off.iam.gserviceaccount.com"))
	e.has("104", "", "dataflow", "cloudprofiler") // nobody, and Google's own accounts are nobody
	e.grants("projects/nobody 104", gives("roles/editor", "serviceAccount:104@cloudservices.gserviceaccount.com user:ann@example.com")+", "+
		gives("roles/editor", "serviceAccount:service-104@dataflow-service-producer-prod.iam.gserviceaccount.com deleted:serviceAccount:w@nobody.iam.gserviceaccount.com?uid=1"))
	e.has("105", "", "dataproc", "cloudprofiler", "dataproc/Cluster") // a group
	e.grants("projects/grouped 105", gives("roles/editor", "group:data@example.com"))
	e.has("106", "", "dataproc", "cloudprofiler", "dataproc/Cluster") // a condition
	e.grants("projects/conditional 106", `{"role": "roles/editor", "members": ["serviceAccount:w@conditional.iam.gserviceaccount.com"], "condition": {"expression": "resource.name == 'x'"}}`)
	e.has("107", "", "dataproc", "cloudprofiler") // one that ended
	e.grants("projects/ended 107", `{"role": "roles/editor", "members": ["serviceAccount:w@ended.iam.gserviceaccount.com"], "condition": {"expression": "request.time < timestamp('2020-01-01T00:00:00Z')"}}`)
	e.has("108", "", "dataproc", "cloudprofiler") // custom roles: one that suffices, one that only creates
	e.grants("projects/custom 108", gives("projects/custom/roles/all", "serviceAccount:w@custom.iam.gserviceaccount.com"))
	e.has("109", "", "dataproc", "cloudprofiler")
	e.grants("projects/half 109", gives("projects/half/roles/half", "serviceAccount:w@half.iam.gserviceaccount.com"))
	e.has("110", "", "cloudprofiler") // nothing to profile
	e.has("111", "", "dataproc")      // its id shows nowhere
	return e
}

func start(t *testing.T, e *estate) *livetest.Server {
	t.Helper()
	s := livetest.Start(t, livetest.Demo)
	e.serve(s)
	s.Set("iam/v1/projects/custom/roles/all", `{"name": "projects/custom/roles/all", "includedPermissions": ["cloudprofiler.profiles.create", "cloudprofiler.profiles.update"]}`)
	s.Set("iam/v1/projects/half/roles/half", `{"name": "projects/half/roles/half", "includedPermissions": ["cloudprofiler.profiles.create"]}`)
	return s
}

type orgDoc struct {
	Version      int
	Mode         string
	Findings     []struct{ Rule, Severity, File, Message string }
	Organization struct {
		Name     string
		AsOf     string `json:"as_of"`
		Projects []struct {
			Project, Number, Readiness, Reason string
			API                                string `json:"profiler_api"`
			May                                string `json:"create_profiles"`
			Accounts, Unsure                   []struct{ Member, Role, On string }
		}
		Gaps []string
	}
}

func survey(t *testing.T, s *livetest.Server, args ...string) (orgDoc, int, string) {
	t.Helper()
	code, out, errs := lint(t, s, "", append([]string{"live", "--organization=9", "--format=json"}, args...)...)
	var doc orgDoc
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err, out, errs)
	}
	return doc, code, errs
}

func (d orgDoc) lines() []string {
	var out []string
	for _, p := range d.Organization.Projects {
		line := fmt.Sprintf("%s %s: API %s, may create: %s", p.Readiness, p.Project, p.API, p.May)
		for _, a := range p.Accounts {
			line += ", " + a.Member + " by " + a.Role + " on " + a.On
		}
		for _, a := range p.Unsure {
			line += ", unsure " + a.Member + " by " + a.Role + " on " + a.On
		}
		out = append(out, line)
	}
	return out
}

// Each project gets its answer, the broken ones first; and what depends on a
// group, a condition or a role that is not known is not told.
func TestOrganization(t *testing.T) {
	s := start(t, small())
	doc, code, errs := survey(t, s)
	want := []string{
		"not-ready api-off: API off, may create: yes, serviceAccount:w@api-off.iam.gserviceaccount.com by roles/cloudprofiler.agent on projects/api-off",
		"not-ready 111: API off, may create: no",
		"not-ready ended: API on, may create: no",
		"not-ready half: API on, may create: no",
		"not-ready nobody: API on, may create: no",
		"cannot-tell conditional: API on, may create: unknown, unsure serviceAccount:w@conditional.iam.gserviceaccount.com by roles/editor on projects/conditional",
		"cannot-tell grouped: API on, may create: unknown, unsure group:data@example.com by roles/editor on projects/grouped",
		"ready direct: API on, may create: yes, serviceAccount:w@direct.iam.gserviceaccount.com by roles/dataproc.worker on projects/direct",
		"ready inherits: API on, may create: yes, serviceAccount:w@shared.iam.gserviceaccount.com by roles/cloudprofiler.agent on folders/7",
		"ready custom: API on, may create: yes, serviceAccount:w@custom.iam.gserviceaccount.com by projects/custom/roles/all on projects/custom",
	}
	if d := cmp.Diff(want, doc.lines()); d != "" {
		t.Error(d)
	}
	if code != exitOK || errs != "" || doc.Version != 1 || doc.Mode != "live" || doc.Organization.AsOf == "" || len(doc.Findings) != 6 {
		t.Error(code, errs, doc.Mode, doc.Organization.AsOf, doc.Findings)
	}
	for _, f := range doc.Findings { // who asks is not known, so nobody is nagged
		if f.Severity != "note" {
			t.Error(f)
		}
	}
	for _, r := range s.Requests() {
		if !strings.HasPrefix(r, "GET ") {
			t.Error(r)
		}
	}
}

// What the organization's project level does not say, its own policy may.
func TestOrganizationInherits(t *testing.T) {
	e := small()
	e.grants("organizations/9", gives("roles/editor", "serviceAccount:fleet@infra.iam.gserviceaccount.com"))
	doc, _, _ := survey(t, start(t, e))
	for _, p := range doc.Organization.Projects {
		if p.May != "yes" {
			t.Error(p)
		}
	}
}

// Exit codes, other formats, and what is not answered.
func TestOrganizationAnswers(t *testing.T) {
	denied := func(what string) func(*livetest.Server) {
		return func(s *livetest.Server) { s.Fail(livetest.Denied("").On(what)) }
	}
	for _, c := range []struct {
		name, args string
		change     func(*livetest.Server)
		code       int
		want       []string
		not        string
	}{
		{"text", "", nil, exitOK, []string{"not ready    api-off", "Profiler API off; Serverless batches", "no workload seen, dataproc enabled",
			"w@shared.iam.gserviceaccount.com (roles/cloudprofiler.agent on folders/7)", "group:data@example.com has roles/editor on projects/grouped",
			"10 projects with Dataproc or Dataflow, 5 not ready, 2 cannot tell, 3 ready", "as of 20", "by minutes to hours"}, "error"},
		{"a gate", "--profiling=required", nil, exitFound, []string{"not ready    api-off"}, ""},
		{"what each format says", "--profiling=required --format=github", nil, exitFound, []string{"::error", "cloudprofiler.googleapis.com is not enabled in project api-off, which has Serverless batches", "::notice"}, ""},
		{"markdown", "--format=markdown", nil, exitOK, []string{"agent-role-missing", "nobody", "## proflint: 10 projects with Dataproc or Dataflow, 5 not ready"}, ""},
		{"junit", "--format=junit", nil, exitOK, []string{"api-off"}, ""},
		{"html", "--format=html", nil, exitOK, []string{"api-off"}, ""},
		{"sarif", "--format=sarif", nil, exitOK, []string{"api-off"}, ""},
		{"notes fail", "--fail-on=note", nil, exitFound, nil, ""},
		{"one rule", "--fail-on=note --rule=heap-unsupported", nil, exitOK, nil, ""},
		{"bindings denied", "", denied("searchAllIamPolicies"), exitOK, []string{"cloudasset.assets.searchAllIamPolicies", "roles/cloudasset.viewer", "cannot tell"}, "no service account may"},
		{"bindings denied, and required", "--require-live", denied("searchAllIamPolicies"), exitUnseen, nil, ""},
		{"all denied", "", denied("searchAll"), exitOK, []string{"and 7 more", "cloudasset.assets.searchAllResources"}, "not ready"},
		{"custom roles denied", "", denied("/roles/"), exitOK, []string{"whether the role also holds cloudprofiler.profiles.update is not known"}, ""},
		{"nothing there", "--require-workloads", func(s *livetest.Server) { (&estate{}).serve(s) }, exitUnseen, []string{"no project with Dataproc or Dataflow found"}, ""},
		{"a token that loops", "", func(s *livetest.Server) {
			s.Fail(livetest.Fault{Status: 200, Body: `{"results": [], "nextPageToken": "x"}`, Match: "searchAllIamPolicies"})
		}, exitOK, []string{"the server repeats a page token", "cannot tell"}, "no service account may"},
		{"no number", "--organization=example.com", nil, exitUsage, []string{"want its number"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, small())
			if c.change != nil {
				c.change(s)
			}
			code, out, errs := lint(t, s, "", append([]string{"live", "--organization=9"}, strings.Fields(c.args)...)...)
			expect(t, c.code, code, out+errs, c.want, c.not)
		})
	}
}

// A recording yields the same report; people have other names in it on demand.
func TestOrganizationReplay(t *testing.T) {
	s := start(t, small())
	file := filepath.Join(t.TempDir(), "org.jsonl")
	code, want, _ := lint(t, s, "", "live", "--organization=9", "--format=json", "--pseudonymize", "--record", file)
	again, got, errs := lint(t, s, "", "live", "--organization=9", "--format=json", "--replay", file)
	if d := cmp.Diff(strings.Replace(want, `"live"`, `"snapshot"`, 1), got); code != again || d != "" || !strings.Contains(errs, "answers of 20") {
		t.Error(code, again, errs, d)
	}
	if strings.Contains(got, "data@example.com") || !strings.Contains(got, "w@direct.iam") {
		t.Error(got)
	}
}

func TestOrganizationPlan(t *testing.T) {
	s := start(t, small())
	code, out, errs := lint(t, s, "", "live", "--organization=9", "--plan")
	if code != exitOK || errs != "" || len(s.Requests()) > 0 {
		t.Error(code, errs, s.Requests())
	}
	for _, w := range []string{":searchAllIamPolicies?", "policy.role.permissions%3Acloudprofiler.profiles.create", "dataflow.googleapis.com%2FJob", "--organization=9 --file", "- cloudasset.assets.searchAllResources"} {
		if !strings.Contains(out, w) {
			t.Errorf("no %q in\n%s", w, out)
		}
	}
}

// Thousands of projects take a few dozen requests.
func TestOrganizationOfThousands(t *testing.T) {
	const n = 5000
	e := &estate{}
	e.grants("organizations/9", gives("roles/owner", "user:root@example.com"))
	for i := range n {
		number, id := fmt.Sprint(100000000000+i), fmt.Sprintf("team-%04d", i)
		what := []string{"dataproc"}
		if i%50 != 0 {
			what = append(what, "cloudprofiler")
		}
		if i%3 == 0 {
			what = append(what, "dataflow", "dataproc/Cluster")
		}
		e.has(number, fmt.Sprintf("folders/%d", i%40), what...)
		e.grants("projects/"+id+" "+number, gives("roles/owner", "user:a@example.com")+", "+gives("roles/editor", "serviceAccount:"+number+"@cloudservices.gserviceaccount.com serviceAccount:"+number+"-compute@developer.gserviceaccount.com"))
	}
	s := start(t, e)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	doc, code, errs := survey(t, s)
	runtime.ReadMemStats(&after)
	t.Logf("%d projects: %d requests, %v, %d MB allocated in all, server included", n, len(s.Requests()), time.Since(began).Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20)
	if code != exitOK || errs != "" || len(doc.Organization.Projects) != n || len(doc.Findings) != n/50 || len(s.Requests()) > 60 {
		t.Error(code, errs, len(doc.Organization.Projects), len(doc.Findings), len(s.Requests()))
	}
	for i, p := range doc.Organization.Projects {
		if (p.Readiness == "not-ready") != (i < n/50) {
			t.Fatal(i, p)
		}
	}
}
