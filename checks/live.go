package checks

import (
	"slices"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// live is the case of a fault that the project itself shows: an answer of
// Google's, or a log line.
const live = "live"

// logged reports the first log line that shows the fault of a rule; nil if
// there is none.
func (p *Pass) logged(w *model.Workload, rule string, meanings ...model.Meaning) *Failure {
	return p.loggedAs(w, rule, live, meanings...)
}

// loggedAs is logged with the case of the rule's levels.
func (p *Pass) loggedAs(w *model.Workload, rule, kase string, meanings ...model.Meaning) *Failure {
	s, ok := sign(w, meanings...)
	if !ok {
		return nil
	}
	return p.Fail(rule, kase, s.At, "the log says: %s", s.Says).Related(w.At, "%s", workloadLabel(w))
}

// disproved is what a profile that was created shows not to be so, at least any
// more.
var disproved = []model.Meaning{model.NoPermission, model.Denied, model.APIDisabled, model.NoNetwork, model.NoProject, model.NoCredentials, model.NotStarted}

// sign returns the first log line of a run that means one of these.
func sign(w *model.Workload, meanings ...model.Meaning) (model.Sign, bool) {
	if w.Run != nil {
		for _, s := range w.Run.Signs {
			if slices.Contains(meanings, s.Means) && !(arrives(w) && slices.Contains(disproved, s.Means)) {
				return s, true
			}
		}
	}
	return model.Sign{}, false
}

// arrives reports whether a profile or a log line proves that the agent reaches
// the service and may create profiles.
func arrives(w *model.Workload) bool {
	if w.Run != nil && w.Run.Arrivals != nil && len(w.Run.Arrivals.Here) > 0 {
		return true
	}
	return w.Run != nil && slices.ContainsFunc(w.Run.Signs, func(s model.Sign) bool { return s.Means == model.ProfileMade })
}

// quota: the service takes no more profiles (S30, S43, F8.6). The line of an
// agent is about this run; what Cloud Monitoring shows is about the project, and
// proves it only where nothing arrived and nothing else stands in the way.
func quota() *Check {
	return &Check{Rules: []string{"quota-exhausted"}, Applies: started, Workload: func(p *Pass, w *model.Workload) {
		const rule = "quota-exhausted"
		more := func() string { return "ask for more of the quota, or profile fewer jobs" + quotaPage(p, w) }
		kase := live
		if arrives(w) {
			kase = "live-usage" // the service took some
		}
		if x := p.loggedAs(w, rule, kase, model.OverQuota); x != nil {
			x.Fix(more())
			return
		}
		if arrives(w) || w.Run.Arrivals != nil && len(w.Run.Arrivals.Elsewhere) > 0 {
			return
		}
		refused := slices.IndexFunc(w.Run.Signs, func(s model.Sign) bool { return s.Means == model.UploadFailed })
		switch q := w.Run.Quota; {
		case q != nil && q.Hit != nil:
			kase := "live-usage"
			if p.clear() && (refused >= 0 || p.empty(w)) {
				kase = live
			}
			x := p.Fail(rule, kase, q.Hit.At, "a quota of the Profiler API was used up during the run, at %s%s", minute(q.Hit.When), called(q.Hit.Quota)).
				Related(w.Run.Started.Span(), "the run began").Fix(more())
			if refused >= 0 {
				x.Related(w.Run.Signs[refused].At, "%s", w.Run.Signs[refused].Says)
			}
		case refused >= 0:
			s := w.Run.Signs[refused]
			p.Fail(rule, "live-upload", s.At, "the log says: %s", s.Says).Related(w.At, "%s", workloadLabel(w)).
				Why("The quota may be used up, the account may lack the permission to update profiles, or the agent may have failed to make one; the end of the line says which.").
				Fix("look at the Profiler quota of the project" + quotaPage(p, w) + "; if it is not used up, give the workers' account roles/cloudprofiler.agent")
		case q != nil && q.Why != "":
			p.CannotTell("whether the Profiler quota was used up ("+q.Why+")", q.Ask)
		}
	}}
}

type quotaParams struct {
	Page string `yaml:"page"` // where the console shows the quotas of a project, which stands behind it
}

func quotaPage(p *Pass, w *model.Workload) string {
	if project, ok := w.Project.Get(); ok {
		return " (" + params[quotaParams](p, "quota-exhausted").Page + project.String() + ")"
	}
	return ""
}

// called puts the name of a quota behind a sentence, if it is told.
func called(quota string) string {
	if quota == "" {
		return ""
	}
	return " (" + quota + ")"
}

// clear reports whether no other check so far has a reason why profiles are
// missing, or leaves one open.
func (p *Pass) clear() bool {
	return !slices.ContainsFunc(p.before, func(v finding.Verdict) bool { return v.Answer != finding.Pass && v.Level >= finding.Warning })
}

// empty reports whether the whole list shows no profile of a run that should
// have some.
func (p *Pass) empty(w *model.Workload) bool {
	a := w.Run.Arrivals
	early, _ := p.early(w)
	return a != nil && a.Why == "" && len(a.Here)+len(a.Elsewhere)+len(a.During) == 0 && early == ""
}

func started(w *model.Workload) bool { return w.Run != nil }

// ran reports a run that was over before the first profiles (S3, S20, S44,
// F8.5); it tells whether the run decides.
func ran(p *Pass, w *model.Workload) bool {
	if w.Run == nil {
		return false
	}
	par := params[shortParams](p, "job-too-short")
	if arrives(w) {
		return true
	}
	if over, _ := w.Run.Over.Get(); over && w.Run.Started.Absent() {
		p.Fail("job-too-short", live, w.Run.At, "the run never began%s", said(w.Run)).Why("Profiles come from the workers, and none of them ever worked.").
			Related(w.At, "%s", workloadLabel(w)).Fix("find out what kept it from running; a run that does its work is profiled")
		return true
	}
	lasted, over := w.Run.Lasted()
	least, kase := par.MinimumSeconds, live
	if w.Product == model.Dataflow && lasted.Seconds() >= least {
		least, kase = par.DataflowSeconds, "live-close"
	}
	switch {
	case over && lasted.Seconds() < least:
		x := p.Fail("job-too-short", kase, w.Run.At, "the run was over after %s; the first profiles need about %s", value.Spell(lasted), value.Spell(time.Duration(least)*time.Second)).
			Related(w.Run.Started.Span(), "began").Related(w.Run.Ended.Span(), "ended")
		if kase != live {
			x.Why("Workers take some minutes to start, and the agent a few more before it uploads anything.")
		}
		if w.Run.Failed {
			x.Fix("find out why the run failed" + said(w.Run) + "; one that does its work is profiled")
		} else {
			x.Fix("profile a run of real size, or repeat the work until it takes longer")
		}
	case !over && w.Run.Started.Unknown():
		p.CannotTell("how long it ran: the answer does not say when it began", "")
	}
	return true
}

// said is what the service says of the end of a run, behind a colon.
func said(r *model.Run) string {
	if s := strings.TrimSpace(r.Detail.Raw().String()); s != "" {
		first, _, _ := strings.Cut(s, "\n")
		return ": " + strings.TrimSuffix(first, ".")
	}
	return ""
}
