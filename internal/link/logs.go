package link

import (
	"slices"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// logs gives each run the log lines that speak of it: those whose entry bears its
// id, all of them where the user says so or there is one run only, else those that
// name its id. A line of another time is of another run.
func logs(set *model.Set) {
	var runs []*model.Workload
	for _, w := range set.Workloads {
		if w.Run != nil {
			runs = append(runs, w)
		}
	}
	for _, log := range set.Logs {
		for _, s := range log.Signs {
			for _, w := range runs {
				if during(w.Run, s.When) && speaks(log, s, w, len(runs) == 1) {
					w.Run.Signs = append(w.Run.Signs, s)
				}
			}
		}
	}
}

func speaks(log *model.Log, s model.Sign, w *model.Workload, alone bool) bool {
	is := func(id string) bool { return id == w.Run.ID.Raw().String() || id == w.Name.Raw().String() }
	switch {
	case len(s.Of) > 0:
		return slices.ContainsFunc(s.Of, is)
	case log.Of != "":
		return is(log.Of)
	}
	return alone || mentions(s.At, w.Run.ID.Raw()) || mentions(s.At, w.Name.Raw())
}

// early and late is how far from its run a line may be: workers start before the
// work does, and logs come late.
const early, late = time.Hour, time.Hour

func during(r *model.Run, when time.Time) bool {
	from, began := r.Started.Get()
	to, over := r.Ended.Get()
	return when.IsZero() || !(began && when.Before(from.Add(-early)) || over && when.After(to.Add(late)))
}

func mentions(line source.Span, id source.Text) bool {
	return id.Len() > 0 && strings.Contains(line.Text(), id.String())
}
