package checks

import (
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// owner returns the id of what the text at a place belongs to: the workload or
// its cluster, whichever is declared last before the place. Text that stands
// before both, or in a file of its own, is shared by whoever uses it: "".
func owner(at source.Span, w *model.Workload) string {
	id, start := "", -1
	consider := func(e *model.Entity) {
		from := e.At.Start
		if e.Extent.Valid() && e.Extent.File == e.At.File {
			from = e.Extent.Start
		}
		if at.Valid() && e.At.File == at.File && from <= at.Start && from > start {
			id, start = e.ID, from
		}
	}
	consider(&w.Entity)
	if c, ok := w.Cluster.To.Get(); ok {
		consider(&c.Entity)
	}
	return id
}
