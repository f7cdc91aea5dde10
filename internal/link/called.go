package link

import (
	"slices"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// called drops what was read without a caller where it was also read with one:
// the defaults of an action say nothing of the jobs that give it other values.
func called(set *model.Set) {
	type spot struct { // the callers have opened the file anew
		path       string
		start, end int
	}
	spotOf := func(at source.Span) spot { return spot{where(at), at.Start, at.End} }
	with := map[spot]bool{}
	for _, w := range set.Workloads {
		if w.Called {
			with[spotOf(w.At)] = true
		}
	}
	for _, c := range set.Clusters {
		if c.Called {
			with[spotOf(c.At)] = true
		}
	}
	if len(with) == 0 {
		return
	}
	set.Workloads = slices.DeleteFunc(set.Workloads, func(w *model.Workload) bool { return !w.Called && with[spotOf(w.At)] })
	set.Clusters = slices.DeleteFunc(set.Clusters, func(c *model.Cluster) bool { return !c.Called && with[spotOf(c.At)] })
}
