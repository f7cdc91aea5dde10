package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// saying is a finding in one paragraph: what is wrong, what is received, why it
// hides profiles, how to fix it, what it hits.
func saying(f *finding.Finding) string {
	out := []string{period(f.Message)}
	if got := period(f.Received); got != "" {
		out = append(out, "Received: "+got)
	}
	out = append(out, period(f.Why))
	var fixes []string
	for _, x := range f.Fixes {
		if text := clean(x.Text); text != "" {
			fixes = append(fixes, text)
		}
	}
	if len(fixes) > 0 {
		out = append(out, "Fix: "+period(strings.Join(fixes, "; or ")))
	}
	if len(f.Workloads) > 1 {
		out = append(out, "Hits: "+period(list(f.Workloads, 5)))
	}
	return sentence(" ", out...)
}

// period makes a text from a linted file a sentence on one line.
func period(s string) string {
	s = strings.TrimSpace(clean(s))
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// verdict is the answer of a run in one clause.
func (in *Input) verdict(all []status) string {
	if in.Organization != nil {
		return in.projects()
	}
	c := in.count(all)
	asked := c.ready + c.notReady + c.cannotTell
	will := "will"
	if in.JudgeAll {
		will = "would"
	}
	switch {
	case asked == 0 && c.errors+c.warnings > 0:
		return "no workload asks for profiling, and something is wrong"
	case asked == 0:
		return "no workload asks for profiling"
	case c.notReady > 0:
		return fmt.Sprintf("%s of %s %s show no profiles", thousands(c.notReady), plural(asked, "workload"), will)
	case c.cannotTell > 0:
		return fmt.Sprintf("cannot tell whether %s of %s %s show profiles", thousands(c.cannotTell), plural(asked, "workload"), will)
	}
	return fmt.Sprintf("profiles %s arrive for %s", will, plural(asked, "workload"))
}

// worstFirst orders findings by level, those of a level as they were. What is
// suppressed comes last.
func worstFirst(in []*finding.Finding) []*finding.Finding {
	rank := func(f *finding.Finding) int {
		if f.Suppression != nil {
			return 0
		}
		return int(f.Level) + 1
	}
	out := slices.Clone(in)
	slices.SortStableFunc(out, func(a, b *finding.Finding) int { return cmp.Compare(rank(b), rank(a)) })
	return out
}

// shown are the findings that count, worst first.
func (in *Input) shown() []*finding.Finding {
	return slices.DeleteFunc(worstFirst(in.Findings), func(f *finding.Finding) bool { return f.Suppression != nil })
}

// places finds where a finding stands in a file, for readers that know only
// files.
type places struct {
	workloads map[string]source.Span // by id
	first     source.Span            // of the first workload
}

func (in *Input) places() places {
	out := places{workloads: map[string]source.Span{}}
	for _, w := range in.Workloads {
		out.workloads[w.ID] = w.At
	}
	if len(in.Workloads) > 0 {
		out.first = in.Workloads[0].At
	}
	return out
}

// of returns the place of a finding. What a project or a live answer is blamed
// for stands at the workload that needs it, else at what proves it, else at
// the first workload.
func (p places) of(f *finding.Finding) (at source.Span, found bool) {
	if inFile(f.At) {
		return f.At, true
	}
	for _, id := range f.Workloads {
		if at := p.workloads[id]; inFile(at) {
			return at, true
		}
	}
	for _, l := range f.Related {
		if inFile(l.Span) {
			return l.Span, true
		}
	}
	if named(f.At) { // a run that sees no files
		return f.At, true
	}
	return p.first, named(p.first)
}

func inFile(at source.Span) bool { return named(at) && at.File.Kind != source.Live }
func named(at source.Span) bool  { return at.Valid() && at.File.Path != "" }
