package iam

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/type/expr"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// holds decides a condition: only limits in time can be decided, alone or
// joined by &&. What depends on the resource cannot, as it is not known what
// a profile presents.
func holds(c *expr.Expr, now time.Time) answer {
	if strings.TrimSpace(c.GetExpression()) == "" {
		return yes
	}
	limit := regexp.MustCompile(`^\s*\(?\s*request\.time\s*(<=?|>=?)\s*timestamp\(\s*["']([^"']+)["']\s*\)\s*\)?\s*$`)
	out := yes
	for part := range strings.SplitSeq(c.GetExpression(), "&&") {
		m := limit.FindStringSubmatch(part)
		if m == nil {
			out = unknown
			continue
		}
		at, err := time.Parse(time.RFC3339, m[2])
		switch {
		case err != nil:
			out = unknown
		case (m[1][0] == '<') != now.Before(at):
			return no // whatever the other parts say
		}
	}
	return out
}

// denied looks for a deny policy, on the project or above, that takes a permission
// away (F2.16). Such policies can seldom be read: then the answer stands, with that
// doubt.
func denied(c *model.Cloud, project, who, permission string, a *model.Access) *model.Access {
	var over []string // the project and what is above it, as policies name them
	for on := "projects/" + project; on != ""; on = c.Parent(on) {
		over = append(over, on)
		if p := c.Node(on); p != nil && p.Number != "" {
			over = append(over, "projects/"+p.Number)
		}
		if g := c.Gap("//iam.googleapis.com/" + on + "/denypolicies"); g != nil && a.Doubt == "" {
			a.Doubt = "the deny policies of " + on + " could not be read: " + g.Why
		}
	}
	for _, p := range c.Denials {
		if !slices.ContainsFunc(over, func(on string) bool { return strings.HasSuffix(p.On, on) }) {
			continue // of another project
		}
		read := func(o *model.Policy) bool { return o.Name == p.Name && o.Body.Get("rules").Present() }
		if !slices.ContainsFunc(c.Denials, read) {
			a.Doubt = "the deny policy " + p.Name + " was not read"
		}
		for _, r := range p.Body.Get("rules").Items() {
			d := r.Get("denyRule")
			if !d.Present() || !covers(d.Get("deniedPermissions"), permission) || covers(d.Get("exceptionPermissions"), permission) {
				continue
			}
			hit, spared := principals(d.Get("deniedPrincipals"), who), principals(d.Get("exceptionPrincipals"), who)
			condition := text(d.Get("denialCondition", "expression"))
			switch {
			case hit == no || spared == yes:
			case hit == yes && spared == no && condition == "":
				where, name := path.Split(strings.TrimPrefix(p.Name, "policies/"))
				where = strings.ReplaceAll(strings.TrimSuffix(where, "/denypolicies/"), "%2F", "/")
				return &model.Access{Holds: value.Of(false, r.At), Why: "a deny policy takes it away, " + name + " on " + strings.TrimPrefix(where, "cloudresourcemanager.googleapis.com/"),
					Undo: "gcloud iam policies get " + source.ShellWord(name) + " --kind=denypolicies --attachment-point=" + source.ShellWord(where)}
			default:
				return &model.Access{Holds: value.Not[bool](&source.Hole{Why: "the deny policy " + p.On + " may take the permission away"}, r.At)}
			}
		}
	}
	return a
}

// covers reports whether a list of permissions in the form of deny policies
// (cloudprofiler.googleapis.com/profiles.create) holds one.
func covers(list value.Tree, permission string) bool {
	service, rest, _ := strings.Cut(permission, ".")
	resource, verb, _ := strings.Cut(rest, ".")
	api := service + ".googleapis.com/"
	for _, p := range list.Items() {
		switch text(p) {
		case api + rest, api + resource + ".*", api + "*." + verb, api + "*.*", api + "*":
			return true
		}
	}
	return false
}

// principals reports whether a list of principals holds an account.
func principals(list value.Tree, who string) answer {
	out := no
	for _, p := range list.Items() {
		switch s := text(p); {
		case s == "principalSet://goog/public:all", strings.HasSuffix(s, "/serviceAccounts/"+strings.TrimPrefix(who, "serviceAccount:")):
			return yes
		case strings.HasPrefix(s, "principalSet:"):
			out = unknown
		}
	}
	return out
}
