package checks

import (
	"slices"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// twins keeps the findings of workloads that one command declares in turns of a
// loop: values of the loop that are wrong in the same way are one finding.
type twins map[twin][]turned

// twin is the command and the rule.
type twin struct {
	at   source.Span
	rule string
}

// turned is a finding of the turn that a workload is.
type turned struct {
	f  *finding.Finding
	of *model.Workload
}

// merge takes the findings of a workload, and returns those that are not more
// of what another turn has.
func (t twins) merge(w *model.Workload, in []*finding.Finding) []*finding.Finding {
	if !w.At.Valid() {
		return in
	}
	var out []*finding.Finding
	for _, f := range in {
		k := twin{w.At, f.Rule}
		i := slices.IndexFunc(t[k], func(o turned) bool { return o.of != w && o.f.At != f.At && o.f.AtText == f.AtText })
		if i < 0 {
			t[k] = append(t[k], turned{f, w})
			out = append(out, f)
			continue
		}
		first := t[k][i].f
		first.Level = max(first.Level, f.Level)
		first.Workloads = append(first.Workloads, f.Workloads...)
		first.Related = append(first.Related, finding.Label{Span: f.At, Text: f.Message})
		if len(first.Fixes) == 1 && len(f.Fixes) == 1 {
			fix := &first.Fixes[0]
			fix.Text, fix.Edits = fix.Text+"; "+f.Fixes[0].Text, append(slices.Clip(fix.Edits), f.Fixes[0].Edits...)
		}
	}
	return out
}
