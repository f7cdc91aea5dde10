package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

type absentParams struct {
	PatienceSeconds float64  `yaml:"patience_seconds"`
	KeptDays        float64  `yaml:"kept_days"`
	Partial         []string `yaml:"partial"` // rules that keep a part of the profiles away only
}

// arrived: what the list of profiles shows of a run (S46-S48, F8.16, F8.18). It
// comes last: that nothing arrived is a fault of its own only where no cause is
// known.
func arrived() *Check {
	return &Check{Rules: []string{"profiles-elsewhere", "profiles-absent"}, Applies: listed, Workload: func(p *Pass, w *model.Workload) {
		a := w.Run.Arrivals
		switch {
		case len(a.Here) > 0:
		case len(a.Elsewhere) > 0:
			x := a.Elsewhere[0]
			p.Fail("profiles-elsewhere", live, x.At, "the profiles of this run are there, under service %s, version %s%s", x.Service, x.Version, since(x)).
				Related(w.At, "%s", workloadLabel(w)).Received("%s profiles of service %s%s", kinds(a.Elsewhere), x.Service, within(x.Zone)).
				Fix("choose service " + x.Service + ", version " + x.Version + " in the Profiler page")
		case a.Why != "":
			p.CannotTell("whether profiles arrived ("+a.Why+")", a.Ask)
		case len(a.During) > 0:
			x := a.During[0]
			p.Fail("profiles-elsewhere", "live-version", x.At, "profiles of service %s arrived during the run, under version %s%s", x.Service, x.Version, since(x)).
				Related(w.At, "%s", workloadLabel(w)).
				Fix("look at version " + x.Version + " in the Profiler page: they are this run's, or those of another run with the same name")
		default:
			p.nothing(w, a)
		}
	}}
}

func listed(w *model.Workload) bool { return w.Run != nil && w.Run.Arrivals != nil }

// nothing judges a run of which the whole list shows no profile.
func (p *Pass) nothing(w *model.Workload, a *model.Arrivals) {
	early, settle := p.early(w)
	par := params[absentParams](p, "profiles-absent")
	failed := slices.IndexFunc(p.before, func(v finding.Verdict) bool {
		return v.Answer == finding.Fail && v.Level >= finding.Warning && !slices.Contains(par.Partial, v.Rule)
	})
	switch {
	case failed >= 0:
		p.CannotTell("no profile has arrived, which "+p.before[failed].Rule+" explains", "")
	case early != "":
		p.CannotTell(early, settle)
	default:
		kase, open := live, ""
		if i := slices.IndexFunc(p.before, func(v finding.Verdict) bool { return v.Answer == finding.Unk && v.Level >= finding.Warning }); i >= 0 {
			kase, open = "live-open", "; still open: "+p.before[i].Reason
		}
		x := p.Fail("profiles-absent", kase, w.Run.At, "project %s has no profile of this run%s%s", w.Project.Raw(), after(w.Scope.Set.Cloud.Since), open).
			Related(a.At, "the list of the project's profiles").
			Fix("look at the lines of the agent in the logs named below; then start the run again, and ask again while it runs")
		if a.Last != nil {
			x.Related(a.Last.At, "the newest of service %s: version %s%s", a.Last.Service, a.Last.Version, since(a.Last))
		}
	}
}

// after names the time from which on profiles count.
func after(since time.Time) string {
	if since.IsZero() {
		return ""
	}
	return " since " + minute(since)
}

// early says why a list without profiles of a run proves nothing of it, and
// what would settle it: there are none yet, or not any more; "" where it proves it.
func (p *Pass) early(w *model.Workload) (why, settle string) {
	par := params[absentParams](p, "profiles-absent")
	cloud := w.Scope.Set.Cloud
	now := cloud.Now
	from, _, began := cloud.Looked(w.Run)
	ended, over := w.Run.Ended.Get()
	switch {
	case !began:
		return "no profile has arrived: the run has not begun, or it is not told when", ""
	case !over && now.Sub(from).Seconds() < par.PatienceSeconds && from.Equal(cloud.Since):
		return "no profile has arrived in " + value.Spell(now.Sub(from)) + ", which may be chance", "look at more than " + value.Spell(time.Duration(par.PatienceSeconds)*time.Second)
	case !over && now.Sub(from).Seconds() < par.PatienceSeconds:
		return "no profile has arrived yet; the run began " + value.Spell(now.Sub(from)) + " ago", "ask again in " + value.Spell(time.Duration(par.PatienceSeconds)*time.Second)
	case over && now.Sub(ended).Hours() > par.KeptDays*24:
		return fmt.Sprintf("whether profiles arrived: they are kept for %g days, and the run ended earlier", par.KeptDays), "run it again"
	}
	return "", ""
}

// kinds names the types of profiles: CPU and WALL.
func kinds(in []*model.Profile) string {
	var out []string
	for _, p := range in {
		if p.Type != "" && !slices.Contains(out, p.Type) {
			out = append(out, p.Type)
		}
	}
	slices.Sort(out)
	return cmp.Or(strings.Join(out, " and "), "some")
}

func since(p *model.Profile) string {
	if p.Start.IsZero() {
		return ""
	}
	return ", of " + minute(p.Start)
}

func within(zone string) string {
	if zone == "" {
		return ""
	}
	return " from zone " + zone
}
