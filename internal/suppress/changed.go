package suppress

import (
	"slices"
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
		if k < 0 || known[k].grew(f) || before[k].Suppression != nil && f.Suppression == nil || rewritten(before[k].At, f.At) {
			made = append(made, f)
		} else {
			left = append(left, f)
		}
	}
	return made, left
}

// rewritten reports whether the lines of a text differ between two states of
// its file. Blanks and line breaks do not count: the words that stand beside the
// text in its line have to stand beside it in the other file, whatever its lines.
func rewritten(a, b source.Span) bool {
	if !a.Valid() || !b.Valid() {
		return a.Valid() != b.Valid()
	}
	return !holds(a, b) || !holds(b, a)
}

// holds reports whether the words beside one span, up to the ends of its lines,
// stand beside the other one.
func holds(line, file source.Span) bool {
	first, last := line.From().Line, line.File.Pos(max(line.Start, line.End-1)).Line
	end := len(line.File.Data)
	if last < line.File.Lines() {
		end = line.File.LineStart(last + 1)
	}
	before, after := words(line.File, line.File.LineStart(first), line.Start), words(line.File, line.End, end)
	stream := words(file.File, file.Start-near, file.Start)
	if len(stream) < len(before) || !slices.Equal(stream[len(stream)-len(before):], before) {
		return false
	}
	stream = words(file.File, file.End, file.End+near)
	return len(stream) >= len(after) && slices.Equal(stream[:len(after)], after)
}

// near is how many bytes beside a text are compared: more than any line that
// people write.
const near = 64 << 10

// words returns the words between two offsets, without the backslashes that
// continue a line.
func words(f *source.File, start, end int) []string {
	start, end = max(start, 0), min(end, len(f.Data))
	return slices.DeleteFunc(strings.Fields(source.Span{File: f, Start: start, End: end}.Text()), func(w string) bool { return w == `\` })
}
