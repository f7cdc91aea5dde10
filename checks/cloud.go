package checks

import (
	"cmp"
	"fmt"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// asked reports whether Google was asked about projects.
func asked(w *model.Workload) bool { return !w.Scope.Set.Cloud.Now.IsZero() }

// inProject returns the project that the workers run in, where Google was asked
// about it. Without one there is nothing that could be asked.
func (p *Pass) inProject(w *model.Workload, what string) (string, bool) {
	project := projectName(w)
	if project.Absent() || project.Raw().Len() == 0 {
		p.CannotTell("the project is not known, and so neither is "+what, "proflint check --live --project=PROJECT")
		return "", false
	}
	s, ok := Need(p, "the project", project)
	return s.String(), ok
}

// stateOfAPI judges by what Google says of the profiler's API; it reports whether
// that decides.
func (p *Pass) stateOfAPI(w *model.Workload) bool {
	if !asked(w) {
		return false
	}
	project, ok := p.inProject(w, "whether its Profiler API is enabled")
	if !ok {
		return true
	}
	c := w.Scope.Set.Cloud
	api := params[apiParams](p, "profiler-api-disabled").API
	s := c.State(project, api)
	if s == nil {
		why, ask := "not asked", "gcloud services list --enabled --project="+source.ShellWord(project)+" --filter=config.name="+api
		if g := c.Gap("//serviceusage.googleapis.com/projects/" + project + "/services"); g != nil {
			why, ask = g.Why, cmp.Or(g.Ask, ask)
		}
		p.CannotTell("whether "+api+" is enabled in "+project+" ("+why+")", ask)
		return true
	}
	if on, known := s.Enabled.Get(); !known || on {
		if !known {
			Need(p, "the state of "+api+" in "+project, s.Enabled)
		}
		return true
	}
	if off := p.switchedOff(w, project); off != nil {
		p.Mildly(api+" was switched off at "+minute(off.When)+", after the run; it was on until then", enabling(api, project))
		return true
	}
	x := p.Fail("profiler-api-disabled", live, s.At, "%s is not enabled in project %s", api, project).Related(w.At, "%s", asking(w)).
		Fix(enabling(api, project))
	for file := range servicesOf(w) {
		// where file and project disagree, both are shown
		if name, ok := file.API.Get(); ok && name.String() == api && sameProject(file.Project, w.Project) {
			x.Related(file.At, "these files enable it")
		}
	}
	return true
}

// switchedOff returns the entry of the audit log that shows that an API which is off
// now was on for all of a run: the first one since its start switches it off,
// after its end (F8.20).
func (p *Pass) switchedOff(w *model.Workload, project string) *model.Switched {
	if w.Run == nil {
		return nil
	}
	from, _ := w.Run.Started.Get()
	to, over := w.Run.Ended.Get()
	var first *model.Switched
	for _, s := range w.Scope.Set.Cloud.Switched {
		if s.Project == project && s.When.After(from) && (first == nil || s.When.Before(first.When)) {
			first = s
		}
	}
	if !over || first == nil || first.On || first.When.Before(to) {
		return nil
	}
	return first
}

// accessOfAgent judges by what the policies say of the workers' account; it
// reports whether that decides.
func (p *Pass) accessOfAgent(w *model.Workload) bool {
	if !asked(w) {
		return false
	}
	project, ok := p.inProject(w, "who may create profiles in it")
	if !ok {
		return true
	}
	if w.Access == nil {
		p.CannotTell("who may create profiles: the workers run with the credentials of whoever submits the workload, or with those that its runtime prescribes", "")
		return true
	}
	holds, known := w.Access.Holds.Get()
	switch {
	case !known:
		Need(p, fmt.Sprintf("whether %s may create profiles", whose(w.Access)), w.Access.Holds)
	case holds && w.Access.Since != nil && !arrives(w):
		s := w.Access.Since
		from, _ := w.Run.Started.Get()
		p.Fail("agent-role-missing", "live-late", s.At, "%s was given %s at %s, %s after the run had begun", whose(w.Access), s.Role, minute(s.When), value.Spell(s.When.Sub(from))).
			Why("An agent whose first requests are refused asks ever more rarely, and a run that is over asks no more.").
			Related(w.Run.Started.Span(), "began").Fix("start the job again: the role is there now")
	case holds && w.Access.Doubt != "":
		p.Mildly(whose(w.Access)+" may create profiles "+w.Access.Why+", but "+w.Access.Doubt, "")
	case !holds:
		why := "no policy from the project up gives it"
		if w.Access.Why != "" {
			why = w.Access.Why
		}
		x := p.Fail("agent-role-missing", live, w.Access.Holds.Span(), "%s lacks %s in project %s: %s", whose(w.Access), w.Access.Missing, project, why).
			Related(w.At, "%s", asking(w))
		if w.Access.Undo != "" {
			x.Why("A deny policy is looked at before any role, so no further role helps.").
				Fix("have principal://iam.googleapis.com/projects/-/serviceAccounts/" + whose(w.Access) + " excepted from that policy, which this shows: " + w.Access.Undo)
		} else {
			x.Fix(granting(params[roleParams](p, "agent-role-missing").Agent, w.Access.Who, project))
		}
		for _, g := range grantsTo(w, w.Access.Who) {
			x.Related(g.At, "these files give it %s", g.Role.Raw())
		}
	}
	return true
}

func whose(a *model.Access) string {
	if a.Who == "" {
		return "the workers' account"
	}
	return a.Who[len("serviceAccount:"):]
}

// grantsTo returns the grants that the files make to a member.
func grantsTo(w *model.Workload, member string) []*model.Grant {
	var out []*model.Grant
	for g := range w.Scope.Grants.Of(member, true) {
		if m, ok := g.Member.Get(); ok && m.String() == member {
			out = append(out, g)
		}
	}
	return out
}

// accountUnusable: the account that the workers run as does not exist or is
// disabled (F13.4).
func accountUnusable() *Check {
	return &Check{Rules: []string{"worker-account-unusable"}, Applies: asked, Workload: func(p *Pass, w *model.Workload) {
		c := w.Scope.Set.Cloud
		if w.Access == nil || w.Access.Who == "" {
			return
		}
		email := whose(w.Access)
		for _, a := range c.Accounts {
			if a.Email == email && a.Disabled {
				p.Fail("worker-account-unusable", live, a.At, "the workers' account %s is disabled", email).Related(w.At, "%s", asking(w)).
					Fix("gcloud iam service-accounts enable " + source.ShellWord(email))
			}
		}
		if g := c.Gap("//iam.googleapis.com/projects/-/serviceAccounts/" + email); g != nil && g.None {
			p.Fail("worker-account-unusable", live, w.At, "there is no service account %s", email).
				Related(value.First(account(w), w.Account).Span(), "the workers are to run as it").Fix("create it, or name one that exists")
		} else if g != nil {
			p.CannotTell("whether the account "+email+" exists and is enabled ("+g.Why+")", g.Ask)
		}
	}}
}
