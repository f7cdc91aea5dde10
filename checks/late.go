package checks

import (
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// apiLate: the Profiler API was switched on after the run had begun (F8.5). A
// call that switches it on proves nothing by itself: it may have been on already.
func apiLate() *Check {
	applies := func(w *model.Workload) bool { return listed(w) || !w.Ended.Last() }
	return &Check{Rules: []string{"profiler-api-enabled-late"}, Applies: applies, Workload: func(p *Pass, w *model.Workload) {
		if !listed(w) {
			p.enabledBehind(w)
			return
		}
		from, began := w.Run.Started.Get()
		if !began || len(w.Run.Arrivals.Here) > 0 {
			return
		}
		var before, after *model.Switched // the last one before the run, and the first one that switches it on after
		for _, s := range w.Scope.Set.Cloud.Switched {
			switch {
			case s.Project != w.Project.Raw().String():
			case s.When.Before(from) && (before == nil || before.When.Before(s.When)):
				before = s
			case !s.When.Before(from) && s.On && (after == nil || s.When.Before(after.When)):
				after = s
			}
		}
		if after == nil || before != nil && before.On || wasOn(w.Run, after.When) {
			return
		}
		kase := live
		if gap := w.Scope.Set.Cloud.Gap("//logging.googleapis.com/projects/" + w.Project.Raw().String() + "/entries"); before == nil && (w.Run.Arrivals.Why != "" || gap != nil) {
			kase = "live-likely" // what was not read could prove that it was on
		}
		x := p.Fail("profiler-api-enabled-late", kase, after.At, "the Profiler API was enabled at %s, %s after the run had begun", minute(after.When), value.Spell(after.When.Sub(from))).
			Related(w.Run.Started.Span(), "began").Fix("start the job again: the API is on now")
		if before != nil {
			x.Related(before.At, "switched off before")
		}
	}}
}

// enabledBehind reports a script that launches a job, waits for its end, and
// then enables the Profiler API, if nothing else at hand may enable it (F12.16).
func (p *Pass) enabledBehind(w *model.Workload) {
	api := params[apiParams](p, "profiler-api-disabled").API
	var behind *model.Service
	for s := range servicesOf(w) {
		t, known := s.API.Get()
		is := known && t.String() == api
		switch late := w.Ended.Before(s.Enabled); {
		case !late && (is || !known) && sameProject(s.Project, w.Project):
			return // which of them comes first is not known
		case late && is && behind == nil && sameForSure(s.Project, w.Project):
			behind = s
		}
	}
	if behind == nil {
		return
	}
	if s := w.Scope.Set.Cloud.State(w.Project.Raw().String(), api); s != nil {
		return // Google says what it comes to
	}
	p.Fail("profiler-api-enabled-late", "", behind.At, "the Profiler API is enabled here, after the job has run").
		Caret("too late for the job above").Related(w.At, "%s; the script waits for its end", asking(w)).
		Why("Unless the API was on before, this run has no profiles: its agents found it off.").
		Fix("enable it before the job is submitted")
}

// sameForSure reports whether two commands of a script are for one project:
// the same text, or both for that of gcloud's configuration.
func sameForSure(a, b value.Str) bool {
	x, y := a.Raw().Sym(), b.Raw().Sym()
	return a.Absent() && b.Absent() || x != "" && x == y
}

// wasOn reports whether the project had profiles before a time: then its API was
// on.
func wasOn(r *model.Run, when time.Time) bool {
	return !r.Arrivals.First.IsZero() && r.Arrivals.First.Before(when)
}
