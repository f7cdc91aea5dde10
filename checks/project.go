package checks

import (
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

type apiParams struct {
	API  string   `yaml:"api"`
	Data []string `yaml:"data"` // APIs whose enabling shows that these files manage the project's data APIs
}

// apiDisabled: these files enable the project's data APIs and leave the
// profiler's out (S5, F9.1).
func apiDisabled() *Check {
	return &Check{Rules: []string{"profiler-api-disabled"}, Workload: func(p *Pass, w *model.Workload) {
		if x := p.logged(w, "profiler-api-disabled", model.APIDisabled); x != nil {
			project, _ := w.Project.Get()
			x.Fix(enabling(params[apiParams](p, "profiler-api-disabled").API, project.String()) + "  # then start the job again: an agent that failed early may wait for up to an hour")
			return
		}
		if arrives(w) || p.stateOfAPI(w) || w.Scope.Services.Empty() {
			return
		}
		par := params[apiParams](p, "profiler-api-disabled")
		var near, undone *model.Service
		for s := range servicesOf(w) {
			api, ok := s.API.Get()
			if ok && api.String() == par.API && sameProject(s.Project, w.Project) && s.Undone.At.Valid() {
				undone = s
				continue
			}
			if !ok {
				if related(s.At, w.At) {
					unknown := cannotTell("one of the APIs that these files enable", s.API.Hole())
					p.Mildly(unknown.Reason, unknown.Settle) // at most a note
					return
				}
				continue
			}
			if api.String() == par.API && sameProject(s.Project, w.Project) {
				return
			}
			if slices.Contains(par.Data, api.String()) && sameProject(s.Project, w.Project) && (related(s.At, w.At) || named(s.Project, w.Project)) && better(s, near, w, par.Data) {
				near = s
			}
		}
		switch {
		case undone != nil && undone.Undone.Sure:
			p.Fail("profiler-api-disabled", "disabled", undone.Undone.At, "the Profiler API is disabled again").
				Related(undone.At, "enabled").Related(w.At, "%s", asking(w)).Fix("disable it when the jobs have ended, or leave it on")
			return
		case undone != nil:
			p.CannotTell("whether the Profiler API is disabled again at "+undone.Undone.At.String(), "")
			return
		case near == nil:
			return
		}
		p.Fail("profiler-api-disabled", "", near.At, "these files enable %s and never %s", near.API.Raw(), par.API).
			Caret("the Profiler API is not among them").Related(near.By, "the command that enables it").Related(w.At, "%s", asking(w)).
			Fix(enabling(par.API, ""))
	}}
}

// servicesOf returns the services that the files may enable in the project of a
// workload, and those of which the name is not known.
func servicesOf(w *model.Workload) iter.Seq[*model.Service] {
	project, known := w.Project.Get()
	return w.Scope.Services.Of(project.String(), known)
}

// related reports whether a command may prepare the project of a workload: it
// stands in the same file or in the same part of the tree.
func related(a, of source.Span) bool {
	if a.File == nil || of.File == nil {
		return false
	}
	top := func(p string) string { first, _, _ := strings.Cut(path.Dir(p), "/"); return first }
	return a.File == of.File || top(a.File.Path) == top(of.File.Path)
}

// better prefers the service that is nearest to the workload, and of those the
// one that is listed first.
func better(s, than *model.Service, w *model.Workload, order []string) bool {
	if than == nil {
		return true
	}
	a, b := nearness(s.At, w.At), nearness(than.At, w.At)
	rank := func(s *model.Service) int { return slices.Index(order, s.API.Raw().String()) }
	return a > b || a == b && rank(s) < rank(than)
}

func nearness(a, of source.Span) int {
	if a.File == of.File {
		return 1 << 20
	}
	x, y := strings.Split(a.File.Path, "/"), strings.Split(of.File.Path, "/")
	n := 0
	for n < len(x)-1 && n < len(y)-1 && x[n] == y[n] {
		n++
	}
	return n
}

// sameProject: only two different literals are different projects.
func sameProject(a, b value.Str) bool {
	x, ok := a.Get()
	y, ok2 := b.Get()
	return !ok || !ok2 || x.String() == y.String()
}

// named reports whether two projects are certainly the same one.
func named(a, b value.Str) bool {
	x, ok := a.Get()
	y, ok2 := b.Get()
	return ok && ok2 && x.String() == y.String()
}

type roleParams struct {
	Agent string   `yaml:"agent"` // the smallest role that holds both permissions
	Roles []string `yaml:"roles"` // roles of their own that do
	// Defaults are the ends of default accounts, whose grants Google makes.
	Defaults []string `yaml:"defaults"`
}

func (r roleParams) holds(g *model.Grant) bool {
	return !g.Undone.At.Valid() && slices.Contains(r.Roles, g.Role.Raw().String())
}

// account returns the identity of the workers where the files name one:
// the batch's own, or the cluster's.
func account(w *model.Workload) value.Str {
	if w.Product == model.Dataproc {
		c, ok := w.Cluster.To.Get()
		if !ok || c.Mapped {
			return value.Str{}
		}
		return c.Account
	}
	if user, _ := w.AsUser.Get(); user {
		return value.None[source.Text](w.At)
	}
	return w.Account
}

func isDefault(who value.Str, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(who.Raw().String(), end) })
}

// grantsOf returns the grants of an account in the project or above it, by its
// e-mail or by the same variable of the same file.
func grantsOf(w *model.Workload, email source.Text) []*model.Grant {
	var out []*model.Grant
	for g := range w.Scope.Grants.Of("serviceAccount:"+email.String(), email.Known()) {
		member := g.Member.Raw()
		if g.Resource == "serviceAccount" || !member.HasPrefix("serviceAccount:") {
			continue
		}
		who := member.Slice(len("serviceAccount:"), member.Len())
		if sym := who.Sym(); sym != "" && sym == email.Sym() {
			out = append(out, g)
		}
	}
	return out
}

// grantsFor returns the grants that may be to the account of the workers, and those
// that are to no service account by name.
func grantsFor(w *model.Workload) iter.Seq[*model.Grant] {
	who := account(w)
	return w.Scope.Grants.Of("serviceAccount:"+who.Raw().String(), who.Known())
}

// agentRoleMissing: the files grant the workers' account its roles, and none
// of them lets it create and update profiles (F2.1-F2.3).
func agentRoleMissing() *Check {
	return &Check{Rules: []string{"agent-role-missing"}, Workload: func(p *Pass, w *model.Workload) {
		if x := p.logged(w, "agent-role-missing", model.NoPermission); x != nil {
			x.Fix(grant(w, params[roleParams](p, "agent-role-missing").Agent))
			return
		}
		if x := p.loggedAs(w, "agent-role-missing", "live-refused", model.Denied); x != nil {
			x.Why("The service refuses to create profiles, and the line does not say which of the two it is.").
				Fix(enabling(params[apiParams](p, "profiler-api-disabled").API, projectOf(w)) + "  # changes nothing where it is on").
				Fix(grant(w, params[roleParams](p, "agent-role-missing").Agent))
			return
		}
		who := account(w)
		if arrives(w) || p.accessOfAgent(w) || who.Absent() || who.Raw().Len() == 0 {
			return
		}
		par := params[roleParams](p, "agent-role-missing")
		if isDefault(who, par.Defaults) {
			return // its grants are made by Google, not by files
		}
		grants := grantsOf(w, who.Raw())
		if len(grants) == 0 {
			return // its roles are managed elsewhere
		}
		for _, g := range grants {
			switch creates, known := g.Creates.Get(); {
			case creates || par.holds(g):
				return
			case known:
			case g.Role.Known():
				p.CannotTell(g.Creates.Hole().Why, g.Creates.Hole().Ask)
				return
			default:
				Need(p, "a role of "+who.Raw().String(), g.Role)
				return
			}
		}
		for g := range grantsFor(w) {
			at, _ := misplaced(g, w)
			switch {
			case g.Role.Raw().String() != par.Agent || g.Undone.Sure:
			case reaches(g, w):
				p.CannotTell("whether "+g.Member.Raw().String()+", which gets the agent role, is the workers' account", "")
				return
			case at.Valid():
				p.CannotTell("the agent role is granted, in the wrong place", "")
				return // one cause, one finding
			}
		}
		if i := slices.IndexFunc(grants, func(g *model.Grant) bool { return g.Undone.Sure }); i >= 0 {
			p.Fail("agent-role-missing", "", grants[i].Undone.At, "the workers' account is left with no role that lets it create profiles").
				Caret("takes %s away again", grants[i].Role.Raw()).Related(grants[i].At, "the grant").
				Related(who.Span(), "the workers run as this account").Related(w.At, "%s", asking(w)).Fix("take it away when the jobs have ended, or leave it")
			return
		}
		x := p.Fail("agent-role-missing", "", grants[0].At, "the workers' account gets no role that lets it create profiles").
			Caret("%s does not", grants[0].Role.Raw()).
			Related(who.Span(), "the workers run as this account").Related(w.At, "%s", asking(w))
		for _, g := range grants[1:] {
			x.Related(g.At, "%s does not", g.Role.Raw())
		}
		x.Fix(grant(w, par.Agent))
	}}
}

// grant is the command that gives the workers' account a role.
func grant(w *model.Workload, role string) string {
	who := account(w).Raw().String()
	switch {
	case who == "" && endUser(w):
		return "give whoever submits the workload " + role + " in the project, or name a service account that has it"
	case who == "":
		who = "ACCOUNT"
	}
	out := granting(role, "serviceAccount:"+who, projectOf(w))
	if who == "ACCOUNT" {
		out += "  # ACCOUNT: as which the workers run, PROJECT_NUMBER-compute@developer.gserviceaccount.com where none was given"
	}
	return out
}

func projectOf(w *model.Workload) string {
	if s := w.Project.Raw().String(); s != "" {
		return s
	}
	return "PROJECT"
}

// agentRoleMisplaced: the agent role is granted where it does not help the
// workers (F2.14). One grant that reaches them makes the others harmless.
func agentRoleMisplaced() *Check {
	return &Check{Rules: []string{"agent-role-misplaced"}, Workload: func(p *Pass, w *model.Workload) {
		if w.Access != nil && w.Access.Holds.Known() || w.Scope.Grants.Empty() {
			return // Google says what the grants come to, or there are none
		}
		par := params[roleParams](p, "agent-role-missing")
		agent := par.Agent
		for g := range grantsFor(w) {
			if creates, _ := g.Creates.Get(); (creates || par.holds(g)) && reaches(g, w) {
				return // the workers have the permission, by whatever role
			}
		}
		var grants []*model.Grant
		for g := range grantsFor(w) {
			if role, ok := g.Role.Get(); ok && role.String() == agent && !g.Undone.At.Valid() {
				grants = append(grants, g)
			}
		}
		for _, g := range grants {
			at, what := misplaced(g, w)
			if at.Valid() {
				p.Fail("agent-role-misplaced", "", at, "%s", what).Related(g.At, "the grant").Related(w.At, "%s", asking(w)).
					Fix("grant it in the project that the workers run in, to the account they run as: " + grant(w, agent))
			} else if worker(g, account(w)) {
				p.CannotTell("whether "+g.Name.Raw().String()+", where the agent role is granted, is the project that the workers run in", "")
			}
		}
	}}
}

// reaches reports whether a grant is, or may be, one to the workers of w.
func reaches(g *model.Grant, w *model.Workload) bool {
	if g.Resource == "ancestor" {
		return worker(g, account(w))
	}
	return g.Resource == "project" && worker(g, account(w)) && sameProject(g.Name, projectName(w)) && certain(g.Name, projectName(w))
}

// worker reports whether the member of a grant is, or may be, the account of
// the workers.
func worker(g *model.Grant, who value.Str) bool {
	member, m := g.Member, g.Member.Raw()
	if g.Googles {
		return false
	}
	if !m.HasPrefix("serviceAccount:") {
		return !member.Known() && !m.HasPrefix("user:")
	}
	return !who.Known() || !member.Known() || m.String() == "serviceAccount:"+who.Raw().String()
}

// certain reports whether two projects are surely the same or surely not: a
// literal and a variable, or two variables, may be either.
func certain(a, b value.Str) bool {
	if a.Raw().Len() == 0 || b.Raw().Len() == 0 || a.Known() && b.Known() {
		return true
	}
	sym := a.Raw().Sym()
	return sym != "" && sym == b.Raw().Sym()
}

// projectName is the project that the workers run in.
func projectName(w *model.Workload) value.Str {
	if w.Project.Raw().Len() > 0 {
		return w.Project
	}
	if c, ok := w.Cluster.To.Get(); ok {
		return c.Project
	}
	return w.Project
}

// endUser reports whether the workload may run with the credentials of the
// person who submits it.
func endUser(w *model.Workload) bool {
	user, known := w.AsUser.Get()
	return w.Product == model.Serverless && (user || !known)
}

// misplaced returns the place of a grant of the agent role that is wrong, and
// what is wrong with it; an invalid place for a grant that has nothing to do with
// the workload, or of which that cannot be told.
func misplaced(g *model.Grant, w *model.Workload) (at source.Span, what string) {
	member := g.Member.Raw().String()
	switch {
	case g.Resource == "serviceAccount":
		return g.At, "the agent role is granted on a service account, which gives no permission in the project"
	case g.Googles:
		return g.Member.Span(), "the agent role goes to a service agent, as which no worker runs"
	case strings.HasPrefix(member, "user:") && !endUser(w):
		return g.Member.Span(), "the agent role goes to a person, as whom no worker runs"
	case worker(g, account(w)) && g.Name.Known() && projectName(w).Known():
		return g.Name.Span(), fmt.Sprintf("the agent role is granted in project %s, and the workers run in %s", g.Name.Raw(), projectName(w).Raw())
	}
	return source.Span{}, ""
}
