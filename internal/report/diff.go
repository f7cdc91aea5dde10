package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// hunk is some lines of a file before and after a fix.
type hunk struct {
	file     *source.File
	line     int // of the first
	old, new []string
}

// maxHunk bounds the lines that a hunk shows.
const maxHunk = 8

// hunks applies the edits of a fix to the lines they touch. Edits that touch
// the same lines are shown as one.
func hunks(edits []source.Edit) []hunk {
	sorted := slices.DeleteFunc(slices.Clone(edits), func(e source.Edit) bool { return !e.Span.Valid() })
	slices.SortStableFunc(sorted, func(a, b source.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.File.Path, b.Span.File.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	var out []hunk
	for len(sorted) > 0 {
		file, first, last := sorted[0].Span.File, sorted[0].Span.From().Line, lastLine(sorted[0].Span)
		n := 1
		for n < len(sorted) && sorted[n].Span.File == file && sorted[n].Span.From().Line <= last {
			last = max(last, lastLine(sorted[n].Span))
			n++
		}
		out = append(out, apply(file, first, last, sorted[:n]))
		sorted = sorted[n:]
	}
	return out
}

func lastLine(s source.Span) int { return s.To().Line }

// apply returns the lines first to last with the edits, which are in order.
func apply(file *source.File, first, last int, edits []source.Edit) hunk {
	start, end := file.LineStart(first), len(file.Data)
	if last < file.Lines() {
		end = file.LineStart(last+1) - 1
	}
	var b strings.Builder
	at := start
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End > end { // overlapping edits: the fix is at fault, show what can be shown
			continue
		}
		b.Write(file.Data[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.Write(file.Data[at:end])
	h := hunk{file: file, line: first}
	h.old = split(string(file.Data[start:end]))
	if new := b.String(); new != "" || len(h.old) == 1 && h.old[0] == "" {
		h.new = split(new)
	}
	return h
}

func split(s string) []string {
	lines := strings.Split(s, "\n")
	return lines[:min(len(lines), maxHunk)]
}
