// Package carry reads files that carry commands and documents of other
// languages, and hands these on: it knows where they stand, not what they
// mean.
package carry

import (
	"iter"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// cut is a part of a text that is read as something else.
type cut struct {
	from, to int
	as       source.Text
}

// firsts returns cuts in order, and of those that overlap the first one.
func firsts(cuts []cut) []cut {
	slices.SortStableFunc(cuts, func(a, b cut) int { return a.from - b.from })
	out := cuts[:0]
	for _, c := range cuts {
		if n := len(out); n == 0 || c.from >= out[n-1].to {
			out = append(out, c)
		}
	}
	return out
}

// replace applies cuts, which are in order and do not overlap.
func replace(text source.Text, cuts []cut) source.Text {
	if len(cuts) == 0 {
		return text
	}
	parts, done := make([]source.Text, 0, 2*len(cuts)+1), 0
	add := func(t source.Text) {
		if t.Len() > 0 {
			parts = append(parts, t)
		}
	}
	for _, c := range cuts {
		add(text.Slice(done, c.from))
		add(c.as)
		done = c.to
	}
	add(text.Slice(done, text.Len()))
	if len(parts) == 0 {
		return text.Slice(done, done) // nothing is left but the place
	}
	return source.Concat(parts...)
}

// hole returns the part [i, j) of a text as one that cannot be known.
func hole(text source.Text, i, j int, h *source.Hole) source.Text {
	part := text.Slice(i, j)
	if part.String() == h.Expr && part.Known() {
		return source.Unknown(h, part.Span()) // the same, at a third of the cost
	}
	return part.Punch(0, j-i, h)
}

// place returns the path of the file that a text stands in.
func place(text source.Text) string {
	if s := text.Span(); s.Valid() {
		return s.File.Path
	}
	return ""
}

// lines returns the range of each line of s, its line break included.
func lines(s string) [][2]int {
	out := make([][2]int, 0, strings.Count(s, "\n")+1)
	for from, end := range eachLine(s) {
		out = append(out, [2]int{from, end})
	}
	return out
}

// eachLine yields the range of each line of s, its line break included.
func eachLine(s string) iter.Seq2[int, int] {
	return func(yield func(from, end int) bool) {
		for from, end := 0, 0; from < len(s); from = end {
			if end = lineEnd(s, from); !yield(from, end) {
				return
			}
		}
	}
}

// lineEnd returns where the line ends that i stands in, its line break included.
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(s)
}

// yamlEnds are the extensions of YAML files.
var yamlEnds = []string{".yml", ".yaml"}

func isName(s string) bool {
	if s == "" || s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !isWord(s[i]) {
			return false
		}
	}
	return true
}
