package checks

import (
	"time"

	"github.com/proflint/proflint/internal/model"
)

// apiLate: the Profiler API was switched on after the run had begun (F8.5). A
// call that switches it on proves nothing by itself: it may have been on already.
func apiLate() *Check {
	return &Check{Rules: []string{"profiler-api-enabled-late"}, Applies: listed, Workload: func(p *Pass, w *model.Workload) {
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
		x := p.Fail("profiler-api-enabled-late", kase, after.At, "the Profiler API was enabled at %s, %s after the run had begun", after.When.UTC().Format("2006-01-02 15:04 UTC"), spell(after.When.Sub(from))).
			Related(w.Run.Started.Span(), "began").Fix("start the job again: the API is on now")
		if before != nil {
			x.Related(before.At, "switched off before")
		}
	}}
}

// wasOn reports whether the project had profiles before a time: then its API was
// on.
func wasOn(r *model.Run, when time.Time) bool {
	return !r.Arrivals.First.IsZero() && r.Arrivals.First.Before(when)
}
