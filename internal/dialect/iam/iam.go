// Package iam judges policies: whether an account holds a permission in a
// project, by bindings on the project and above it, custom roles, conditions and
// deny policies. The answer is yes, no, or what is missing to tell.
package iam

import (
	"slices"
	"strings"
	"time"

	goiam "cloud.google.com/go/iam"
	"cloud.google.com/go/iam/apiv1/iampb"
	"google.golang.org/genproto/googleapis/type/expr"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// agent are the permissions that the profiler's agent needs: it creates a
// profile, and then fills it (F2.3).
var agent = []string{"cloudprofiler.profiles.create", "cloudprofiler.profiles.update"}

// Needed are the permissions that Judge judges.
func Needed() []string { return agent }

// holders are all predefined roles that hold both (F2.1). That no other one
// does is Google's own list, by permission.
var holders = []string{"roles/owner", "roles/editor", "roles/admin", "roles/writer", "roles/cloudprofiler.admin", "roles/cloudprofiler.agent", "roles/dataproc.worker"}

// Creates reports whether a role, by itself or as any of a loop's, lets an account do
// what the agent does. Of custom roles it is not known.
func Creates(role value.Str) value.Value[bool] {
	all, h := role.Raw().Choices(), role.Hole()
	if role.Known() {
		all = []source.Text{role.Raw()}
	}
	for _, r := range all {
		switch {
		case slices.Contains(holders, r.String()):
			return value.Of(true, r.Spans()...)
		case !strings.HasPrefix(r.String(), "roles/"):
			h = &source.Hole{Why: "the permissions of the custom role " + r.String() + " are not in these files", Ask: "gcloud iam roles describe " + source.ShellWord(r.String())}
		}
	}
	if len(all) > 0 && h == role.Hole() {
		return value.Of(false, role.At()...)
	}
	return value.Not[bool](h, role.At()...)
}

// Allows reports whether a list of permissions lets an account do what the agent
// does.
func Allows(permissions []value.Tree) bool {
	return !slices.ContainsFunc(agent, func(need string) bool {
		return !slices.ContainsFunc(permissions, func(p value.Tree) bool { return p.Text.String() == need })
	})
}

// Judge says whether an account may do what the profiler's agent does in a
// project. email is the account; now is the time that conditions are judged by.
func Judge(c *model.Cloud, project, email string, now time.Time) *model.Access {
	out := &model.Access{Who: "serviceAccount:" + email}
	var at []source.Span
	for _, permission := range agent {
		v := judge(c, project, out.Who, permission, now)
		if t := traced(c, project, email, permission); t != nil && v.Holds.Unknown() {
			v = &model.Access{Holds: t.Holds, Why: "says the Policy Troubleshooter"}
		}
		holds, known := v.Holds.Get()
		if !known || !holds {
			v.Who, v.Missing = out.Who, permission
			return v
		}
		at = append(at, v.Holds.At()...)
		out.Why, out.Role, out.Doubt = v.Why, v.Role, v.Doubt
	}
	out.Holds = value.Of(true, at...)
	return out
}

// judge walks from the project up to the organization.
func judge(c *model.Cloud, project, who, permission string, now time.Time) *model.Access {
	var doubt *source.Hole
	note := func(h *source.Hole) {
		if doubt == nil {
			doubt = h
		}
	}
	var seen, given []source.Span
	why, role := "", ""
	for on := "projects/" + project; on != ""; on = above(c, on, note) {
		p := policy(c, on)
		if p == nil {
			note(unread(c, on))
			continue
		}
		seen = append(seen, p.At)
		for i, b := range policy3(p.Body).Bindings {
			r := grants(c, b.Role, permission)
			m, h := member(b.Members, who), holds(b.Condition, now)
			switch {
			case r == no || m == no || h == no:
			case r == yes && m == yes && h == yes:
				given = append(given, p.Body.Get("bindings").Items()[i].At)
				why, role = "by "+b.Role+" on "+on, b.Role
			default:
				note(unsure(b, on, r, m))
			}
		}
		if len(given) > 0 {
			break
		}
	}
	if len(given) == 0 && doubt != nil {
		return &model.Access{Holds: value.Not[bool](doubt, seen...)}
	}
	if len(given) == 0 {
		return &model.Access{Holds: value.Of(false, seen...)}
	}
	return denied(c, project, who, permission, &model.Access{Holds: value.Of(true, given...), Why: why, Role: role})
}

// traced returns what the Policy Troubleshooter decides.
func traced(c *model.Cloud, project, email, permission string) *model.Trace {
	for _, t := range c.Traces {
		if t.Project == project && t.Email == email && t.Permission == permission && t.Holds.Known() {
			return t
		}
	}
	return nil
}

// policy3 reads the bindings, conditions and all.
func policy3(t value.Tree) goiam.Policy3 {
	var out goiam.Policy3
	for _, b := range t.Get("bindings").Items() {
		p := &iampb.Binding{Role: text(b.Get("role"))}
		for _, m := range b.Get("members").Items() {
			p.Members = append(p.Members, text(m))
		}
		if c := b.Get("condition"); c.Present() {
			p.Condition = &expr.Expr{Title: text(c.Get("title")), Expression: text(c.Get("expression"))}
		}
		out.Bindings = append(out.Bindings, p)
	}
	return out
}

func text(t value.Tree) string {
	s, _ := t.Str().Get()
	return s.String()
}

func policy(c *model.Cloud, on string) *model.Policy {
	i := slices.IndexFunc(c.Policies, func(p *model.Policy) bool { return p.On == on })
	if i < 0 {
		return nil
	}
	return c.Policies[i]
}

// above returns the parent of a project or folder, "" at the top. Where that is
// not known, all above it is in doubt.
func above(c *model.Cloud, on string, note func(*source.Hole)) string {
	if strings.HasPrefix(on, "organizations/") {
		return ""
	}
	if p := c.Node(on); p != nil {
		return p.Parent
	}
	h := &source.Hole{Why: "what " + on + " belongs to is not known", Ask: "gcloud projects get-ancestors " + source.ShellWord(last(on))}
	if g := c.Gap("//cloudresourcemanager.googleapis.com/" + on); g != nil {
		h.Why, h.Ask = h.Why+" ("+g.Why+")", g.Ask
	}
	note(h)
	return ""
}

func unread(c *model.Cloud, on string) *source.Hole {
	h := &source.Hole{Why: "the policy of " + on + " was not read", Ask: "gcloud " + command(on) + " get-iam-policy " + source.ShellWord(last(on))}
	if g := c.Gap("//cloudresourcemanager.googleapis.com/" + on + "/iamPolicy"); g != nil {
		h.Why += " (" + g.Why + ")"
		if g.Ask != "" {
			h.Ask = g.Ask
		}
	}
	return h
}

func command(on string) string {
	switch {
	case strings.HasPrefix(on, "folders/"):
		return "resource-manager folders"
	case strings.HasPrefix(on, "organizations/"):
		return "organizations"
	}
	return "projects"
}

func last(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// answer is one of three.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// grants reports whether a role holds a permission.
func grants(c *model.Cloud, role, permission string) answer {
	if strings.HasPrefix(role, "roles/") {
		if slices.Contains(holders, role) {
			return yes
		}
		return no
	}
	return read(c, role, permission)
}

// read reports whether a role that was looked up holds a permission.
func read(c *model.Cloud, role, permission string) answer {
	for _, r := range c.Roles {
		if r.Name != role {
			continue
		}
		if r.Off {
			return no
		}
		for _, p := range r.Permissions.Items() {
			if text(p) == permission {
				return yes
			}
		}
		return no
	}
	return unknown
}

// member reports whether members include an account.
func member(members []string, who string) answer {
	out := no
	for _, m := range members {
		switch kind := kindOf(m); {
		case m == who, kind == everyone:
			return yes
		case kind == several, kind == spelled:
			out = unknown
		}
	}
	return out
}

// unsure says what keeps a binding from being judged.
func unsure(b *iampb.Binding, on string, r, m answer) *source.Hole {
	h := &source.Hole{Why: b.Role + " on " + on}
	switch {
	case r == unknown:
		h.Why, h.Ask = "the permissions of "+h.Why+" are not known", "gcloud iam roles describe "+source.ShellWord(last(b.Role))+" --"+scopeOf(b.Role)
	case m == unknown:
		i := slices.IndexFunc(b.Members, func(s string) bool { return member([]string{s}, "") == unknown })
		h.Why += " goes to " + b.Members[i] + ", of which the account may be a member"
		if g, ok := strings.CutPrefix(b.Members[i], "group:"); ok {
			h.Ask = "gcloud identity groups memberships list --group-email=" + source.ShellWord(g)
		}
	default:
		h.Why += " holds only under a condition: " + b.Condition.GetExpression()
	}
	return h
}

// scopeOf turns projects/P/roles/R into project=P.
func scopeOf(role string) string {
	parts := strings.Split(role, "/")
	return strings.TrimSuffix(parts[0], "s") + "=" + parts[min(1, len(parts)-1)]
}

// Custom returns the custom roles on the way up that go to an account, or to
// what it may be a member of: what has to be known to judge.
func Custom(c *model.Cloud, email string) []string {
	var out []string
	for _, p := range c.Policies {
		for _, b := range policy3(p.Body).Bindings {
			if !strings.HasPrefix(b.Role, "roles/") && b.Role != "" && member(b.Members, "serviceAccount:"+email) != no && !slices.Contains(out, b.Role) {
				out = append(out, b.Role)
			}
		}
	}
	return out
}
