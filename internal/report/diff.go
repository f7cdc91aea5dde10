package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

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

// Of a line that goes on for more than maxBeside bytes beside what changes, only
// besides are shown: a file of one line may have a thousand findings.
const maxBeside, beside = 400, 120

// hunks applies the edits of a fix to the lines they touch. Edits that touch
// the same lines are shown as one, unless they are far apart.
func hunks(edits []source.Edit) []hunk {
	sorted := slices.DeleteFunc(slices.Clone(edits), func(e source.Edit) bool { return !e.Span.Valid() })
	slices.SortStableFunc(sorted, func(a, b source.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.File.Path, b.Span.File.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	var out []hunk
	for len(sorted) > 0 {
		file, first, last := sorted[0].Span.File, sorted[0].Span.From().Line, lastLine(sorted[0].Span)
		n := 1
		for n < len(sorted) && sorted[n].Span.File == file && sorted[n].Span.From().Line <= last && sorted[n].Span.Start-sorted[n-1].Span.End <= maxBeside {
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
	before, after := "", ""
	if from := edits[0].Span.Start; from-start > maxBeside {
		before, start = "...", runeStart(file.Data, from-beside)
	}
	if to := edits[len(edits)-1].Span.End; end-to > maxBeside {
		after, end = "...", runeStart(file.Data, to+beside)
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
	h.old = split(before + string(file.Data[start:end]) + after)
	if new := before + b.String() + after; new != "" || len(h.old) == 1 && h.old[0] == "" {
		h.new = split(new)
	}
	return h
}

// runeStart returns where the character starts that a byte belongs to.
func runeStart(data []byte, at int) int {
	for at > 0 && at < len(data) && !utf8.RuneStart(data[at]) {
		at--
	}
	return at
}

func split(s string) []string {
	lines := strings.Split(s, "\n")
	return lines[:min(len(lines), maxHunk)]
}
