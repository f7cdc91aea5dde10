package suppress

import (
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// Changed splits the findings of today by what was found before a change: those
// that the change made or touches, and those that it leaves as they were. A
// change touches a finding that was there before if it rewrites a line of the
// text to change (blanks do not count), if the finding grew, or if it takes away
// what suppressed it.
func Changed(before, now []*finding.Finding) (made, left []*finding.Finding) {
	var known []fault
	for _, f := range before {
		known = append(known, faultOf(f))
	}
	for i, k := range match(known, now) {
		f := now[i]
		if k < 0 || known[k].grew(f) || before[k].Suppression != nil && f.Suppression == nil || lines(before[k].At) != lines(f.At) {
			made = append(made, f)
		} else {
			left = append(left, f)
		}
	}
	return made, left
}

// lines returns the lines that a span covers, but for blanks.
func lines(s source.Span) string {
	if !s.Valid() {
		return ""
	}
	var words []string
	last := s.File.Pos(max(s.Start, s.End-1)).Line
	for n := s.From().Line; n <= last; n++ {
		line, _ := s.File.Line(n)
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}
