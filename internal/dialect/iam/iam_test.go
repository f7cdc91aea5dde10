package iam

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

func tree(t *testing.T, text string) value.Tree {
	t.Helper()
	f := source.NewFile("x", source.Live, []byte(text))
	out, err := data.JSON(source.Exact(source.Span{File: f, End: len(f.Data)}))
	if err != nil {
		t.Fatal(err.Msg)
	}
	return out
}

// world is a project in a folder of an organization: policies by resource, as
// lines "ROLE MEMBER… [if CONDITION]".
func world(t *testing.T, policies map[string]string) *model.Cloud {
	t.Helper()
	c := &model.Cloud{Projects: []*model.Project{{Name: "projects/p", Parent: "folders/7"}, {Name: "folders/7", Parent: "organizations/9"}}}
	for on, lines := range policies {
		var bindings []string
		for line := range strings.SplitSeq(lines, "\n") {
			line, condition, _ := strings.Cut(strings.TrimSpace(line), " if ")
			words := strings.Fields(line)
			if len(words) == 0 {
				continue
			}
			b := `{"role": "` + words[0] + `", "members": ["` + strings.Join(words[1:], `", "`) + `"]`
			if condition != "" {
				b += `, "condition": {"title": "t", "expression": "` + strings.ReplaceAll(condition, `"`, `\"`) + `"}`
			}
			bindings = append(bindings, b+"}")
		}
		body := tree(t, `{"bindings": [`+strings.Join(bindings, ", ")+`]}`)
		c.Policies = append(c.Policies, &model.Policy{On: on, Body: body, At: body.At})
	}
	return c
}

const account = "w@p.iam.gserviceaccount.com"

func TestJudge(t *testing.T) {
	const w = "serviceAccount:" + account
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name                 string
		project, folder, org string // "-": not read
		change               func(*model.Cloud)
		want                 string // yes, no, or unknown; and a part of why
	}{
		{"the agent role", "roles/cloudprofiler.agent " + w, "", "", nil, "yes: roles/cloudprofiler.agent on projects/p"},
		{"a role that holds it, too", "roles/dataproc.worker user:a@b.c " + w, "-", "-", nil, "yes"},
		{"from the folder", "", "roles/editor " + w, "-", nil, "yes: folders/7"},
		{"from the organization", "", "", "roles/owner " + w, nil, "yes: organizations/9"},
		{"none", "roles/dataflow.worker " + w + "\nroles/editor user:a@b.c", "", "", nil, "no: cloudprofiler.profiles.create"},
		{"none here, the folder not read", "roles/dataflow.worker " + w, "-", "", nil, "unknown: folders/7"},
		{"none read", "-", "-", "-", nil, "unknown: projects/p"},
		{"the project not read, the folder grants", "-", "roles/editor " + w, "", nil, "yes: folders/7"},
		{"denied to read", "-", "", "", func(c *model.Cloud) {
			c.Gaps = append(c.Gaps, &model.Gap{Path: "//cloudresourcemanager.googleapis.com/projects/p/iamPolicy", Why: "denied: no", Ask: "ask"})
		}, "unknown: denied: no"},
		{"another account", "roles/editor serviceAccount:x@p.iam.gserviceaccount.com", "", "", nil, "no"},
		{"a deleted one of that name", "roles/editor deleted:" + w + "?uid=1", "", "", nil, "no"},
		{"everybody", "roles/editor allAuthenticatedUsers", "", "", nil, "yes"},
		{"a group", "roles/editor group:data@b.c", "", "", nil, "unknown: group:data@b.c"},
		{"a group without the permission", "roles/viewer group:data@b.c", "", "", nil, "no"},
		{"a group, and the account", "roles/editor group:data@b.c\nroles/editor " + w, "", "", nil, "yes"},
		{"a set of principals", "roles/editor principalSet://cloudresourcemanager.googleapis.com/projects/1/type/ServiceAccount", "", "", nil, "unknown: principalSet"},
		{"a person", "roles/editor user:" + account, "", "", nil, "no"},
		{"a custom role", "projects/p/roles/c " + w, "", "", role("projects/p/roles/c", false, agent...), "yes: projects/p/roles/c"},
		{"a custom role that only creates", "projects/p/roles/c " + w, "", "", role("projects/p/roles/c", false, agent[0]), "no: cloudprofiler.profiles.update"},
		{"two roles that hold one each", "projects/p/roles/c " + w + "\nprojects/p/roles/d " + w, "", "", func(c *model.Cloud) {
			role("projects/p/roles/c", false, agent[0])(c)
			role("projects/p/roles/d", false, agent[1])(c)
		}, "yes"},
		{"a disabled role", "projects/p/roles/c " + w, "", "", role("projects/p/roles/c", true, agent...), "no"},
		{"a custom role not read", "organizations/9/roles/c " + w, "", "", nil, "unknown: the permissions of organizations/9/roles/c"},
		{"until next year", `roles/editor ` + w + ` if request.time < timestamp("2027-01-01T00:00:00Z")`, "", "", nil, "yes"},
		{"until last year", `roles/editor ` + w + ` if request.time < timestamp("2026-01-01T00:00:00Z")`, "", "", nil, "no"},
		{"from next year", `roles/editor ` + w + ` if request.time > timestamp('2027-01-01T00:00:00Z')`, "", "", nil, "no"},
		{"this year", `roles/editor ` + w + ` if request.time >= timestamp("2026-01-01T00:00:00Z") && request.time < timestamp("2027-01-01T00:00:00Z")`, "", "", nil, "yes"},
		{"a resource, last year", `roles/editor ` + w + ` if resource.name == "x" && request.time < timestamp("2026-01-01T00:00:00Z")`, "", "", nil, "no"},
		{"a resource", `roles/editor ` + w + ` if resource.type == "x"`, "", "", nil, `unknown: resource.type == "x"`},
		{"or", `roles/editor ` + w + ` if request.time < timestamp("2026-01-01T00:00:00Z") || true`, "", "", nil, "unknown"},
		{"a bad time", `roles/editor ` + w + ` if request.time < timestamp("soon")`, "", "", nil, "unknown"},
		{"denied", "roles/editor " + w, "", "", deny(`{"deniedPrincipals": ["principal://iam.googleapis.com/projects/-/serviceAccounts/` + account + `"], "deniedPermissions": ["cloudprofiler.googleapis.com/profiles.create"]}`), "no: a deny policy"},
		{"denied to all but this", "roles/editor " + w, "", "", deny(`{"deniedPrincipals": ["principalSet://goog/public:all"], "exceptionPrincipals": ["principal://iam.googleapis.com/projects/-/serviceAccounts/` + account + `"], "deniedPermissions": ["cloudprofiler.googleapis.com/profiles.*"]}`), "yes"},
		{"denied to a set", "roles/editor " + w, "", "", deny(`{"deniedPrincipals": ["principalSet://goog/group/x@b.c"], "deniedPermissions": ["cloudprofiler.googleapis.com/*"]}`), "unknown: deny policy"},
		{"denied on a condition", "roles/editor " + w, "", "", deny(`{"deniedPrincipals": ["principalSet://goog/public:all"], "deniedPermissions": ["cloudprofiler.googleapis.com/profiles.create"], "denialCondition": {"expression": "x"}}`), "unknown"},
		{"something else denied", "roles/editor " + w, "", "", deny(`{"deniedPrincipals": ["principalSet://goog/public:all"], "deniedPermissions": ["iam.googleapis.com/roles.create"]}`), "yes"},
		{"a group, traced", "roles/editor group:data@b.c", "", "", trace(true, true), "yes: Troubleshooter"},
		{"a group without it, traced", "roles/editor group:data@b.c", "", "", trace(false, true), "no: cloudprofiler.profiles.create"},
		{"a group that may only create, traced", "roles/editor group:data@b.c", "", "", trace(true, false), "no: cloudprofiler.profiles.update"},
		{"known, whatever the trace says", "roles/editor " + w, "", "", trace(false, false), "yes"},
		{"a project without a parent", "", "", "", func(c *model.Cloud) { c.Projects[0].Parent = "" }, "no"},
		{"a parent that is not known", "", "", "", func(c *model.Cloud) { c.Projects = nil }, "unknown: belongs to"},
	} {
		t.Run(c.name, func(t *testing.T) {
			policies := map[string]string{}
			for on, text := range map[string]string{"projects/p": c.project, "folders/7": c.folder, "organizations/9": c.org} {
				if text != "-" {
					policies[on] = text
				}
			}
			cloud := world(t, policies)
			if c.change != nil {
				c.change(cloud)
			}
			a := Judge(cloud, "p", account, now)
			got := "unknown"
			if v, ok := a.Holds.Get(); ok {
				got = map[bool]string{true: "yes", false: "no"}[v]
			}
			if h := a.Holds.Hole(); h != nil {
				got += ": " + h.Expr + " " + h.Why + " " + h.Ask
			} else if got == "unknown" {
				t.Error("unknown without a reason")
			}
			got += ": " + a.Why + " " + a.Missing
			answer, why, _ := strings.Cut(c.want, ": ")
			if !strings.HasPrefix(got, answer+":") || !strings.Contains(got, why) {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

func trace(create, update bool) func(*model.Cloud) {
	return func(c *model.Cloud) {
		for i, holds := range []bool{create, update} {
			c.Traces = append(c.Traces, &model.Trace{Project: "p", Email: account, Permission: agent[i], Holds: value.Of(holds)})
		}
	}
}

func role(name string, off bool, permissions ...string) func(*model.Cloud) {
	return func(c *model.Cloud) {
		list := value.NewList(source.Span{})
		for _, p := range permissions {
			list.List.Items = append(list.List.Items, value.String(source.Derived(p, source.Span{})))
		}
		c.Roles = append(c.Roles, &model.Role{Name: name, Permissions: list, Off: off})
	}
}

func deny(rule string) func(*model.Cloud) {
	return func(c *model.Cloud) {
		f := source.NewFile("d", source.Live, []byte(`{"rules": [{"denyRule": `+rule+`}]}`))
		body, err := data.JSON(source.Exact(source.Span{File: f, End: len(f.Data)}))
		if err != nil {
			panic(err.Msg)
		}
		c.Denials = append(c.Denials, &model.Policy{On: "projects/p", Body: body})
	}
}

// Only custom roles that may go to the account have to be looked up.
func TestCustom(t *testing.T) {
	c := world(t, map[string]string{"projects/p": "projects/p/roles/a serviceAccount:" + account + "\nprojects/p/roles/b user:x@b.c\norganizations/9/roles/c group:g@b.c\nroles/editor serviceAccount:" + account})
	if got, want := Custom(c, account), []string{"projects/p/roles/a", "organizations/9/roles/c"}; !slices.Equal(got, want) {
		t.Error(got)
	}
}

func TestGoogles(t *testing.T) {
	number := source.Unknown(&source.Hole{Expr: "$NUMBER"}, source.Span{})
	for _, c := range []struct {
		member source.Text
		want   bool
	}{
		{source.Derived("serviceAccount:service-482910@dataproc-accounts.iam.gserviceaccount.com", source.Span{}), true},
		{source.Concat(source.Derived("serviceAccount:service-", source.Span{}), number, source.Derived("@dataproc-accounts.iam.gserviceaccount.com", source.Span{})), true},
		{source.Derived("serviceAccount:482910@cloudbuild.gserviceaccount.com", source.Span{}), true},
		{source.Derived("serviceAccount:service-etl@acme-data.iam.gserviceaccount.com", source.Span{}), false},
		{source.Derived("serviceAccount:482910-compute@developer.gserviceaccount.com", source.Span{}), false},
		{source.Derived("user:service-1@acme.com", source.Span{}), false},
	} {
		if got := Googles(c.member); got != c.want {
			t.Errorf("%s: %t, want %t", c.member, got, c.want)
		}
	}
}

// A deny policy counts in its project, which Google names by number, and below its
// folder; one of another project does not. It may name permissions in groups.
func TestDenials(t *testing.T) {
	for _, c := range []struct {
		on, permission string
		want           bool // still holds
	}{
		{"cloudresourcemanager.googleapis.com/projects/123", "cloudprofiler.googleapis.com/profiles.create", false},
		{"cloudresourcemanager.googleapis.com/folders/7", "cloudprofiler.googleapis.com/profiles.*", false},
		{"cloudresourcemanager.googleapis.com/organizations/9", "cloudprofiler.googleapis.com/*.create", false},
		{"cloudresourcemanager.googleapis.com/projects/p", "cloudprofiler.googleapis.com/*.*", false},
		{"cloudresourcemanager.googleapis.com/projects/q", "cloudprofiler.googleapis.com/*.*", true},
		{"cloudresourcemanager.googleapis.com/folders/17", "cloudprofiler.googleapis.com/*.*", true},
		{"cloudresourcemanager.googleapis.com/projects/p", "cloudprofiler.googleapis.com/*.list", true},
		{"cloudresourcemanager.googleapis.com/projects/p", "monitoring.googleapis.com/*.*", true},
	} {
		w := world(t, map[string]string{"projects/p": "roles/editor serviceAccount:" + account})
		w.Projects[0].Number = "123"
		w.Denials = []*model.Policy{{On: c.on, Name: "policies/x/denypolicies/d", Body: tree(t, `{"rules": [{"denyRule": {"deniedPrincipals": ["principalSet://goog/public:all"], "deniedPermissions": ["`+c.permission+`"]}}]}`)}}
		a := Judge(w, "p", account, time.Now())
		if holds, known := a.Holds.Get(); !known || holds != c.want || (a.Undo == "") != c.want {
			t.Errorf("%s on %s: %v, %v, %q", c.permission, c.on, holds, known, a.Undo)
		}
	}
}
