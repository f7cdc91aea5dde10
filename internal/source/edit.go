package source

import (
	"cmp"
	"slices"
	"strings"
)

// Edit replaces the bytes of a span.
type Edit struct {
	Span Span
	New  string
}

// Overlaps reports whether two edits want the same bytes, or places that meet:
// what becomes of these depends on which edit is made first.
func (e Edit) Overlaps(o Edit) bool {
	return e.Span.File != nil && o.Span.File != nil && e.Span.File.Path == o.Span.File.Path &&
		e.Span.Start <= o.Span.End && o.Span.Start <= e.Span.End
}

// Apply returns data with the edits made. They are edits of this data, and
// none wants the bytes of another.
func Apply(data []byte, edits []Edit) []byte {
	edits = slices.SortedFunc(slices.Values(edits), func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	out := make([]byte, 0, len(data)) // not nil when nothing is left
	at := 0
	for _, e := range edits {
		out = append(append(out, data[at:e.Span.Start]...), e.New...)
		at = e.Span.End
	}
	return append(out, data[at:]...)
}

// safe are the characters that a fix may write: they mean themselves in every
// carrier, so no carrier needs escaping rules for fixes.
const safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.,:=/-"

// Edit returns the edit that replaces the part [i, j) of the text by s. It
// reports false when the part is not one exact piece of one file, or s holds
// a character that some carrier would have to escape.
func (t Text) Edit(i, j int, s string) (Edit, bool) {
	if strings.Trim(s, safe) != "" || i < 0 || j < i || j > len(t.s) {
		return Edit{}, false
	}
	for k := range t.segs {
		if g := t.piece(k); g.exact && g.at <= i && j <= t.end(k) {
			start := g.span.Start + i - g.at
			return Edit{Span{g.span.File, start, start + j - i}, s}, true
		}
	}
	return Edit{}, false
}

// WithLineEnd returns a span that starts at the line feed of a CR LF widened to
// both its bytes.
func (s Span) WithLineEnd() Span {
	if s.Start > 0 && s.Start < s.End && s.File.Data[s.Start] == '\n' && s.File.Data[s.Start-1] == '\r' {
		s.Start--
	}
	return s
}

// Gap returns the bytes between two texts, if the second follows the first in
// one file.
func (t Text) Gap(next Text) (Span, bool) {
	from, to := t.At(t.Len()), next.At(0)
	if !from.Valid() || from.File != to.File || from.Start != from.End || to.Start != to.End || from.Start > to.Start {
		return Span{}, false
	}
	return Span{from.File, from.Start, to.Start}, true
}

// Behind reports whether the text is written right behind its name: the value
// of a flag or a key. A text that a variable brings is not; others may use the
// variable, so who changes it has to know them. A weak text is not either.
func (t Text) Behind(name Text) bool {
	gap, ok := name.Gap(t)
	end := t.At(t.Len())
	if !ok || t.Weak() != "" || strings.Trim(gap.Text(), "=: \t\r\n\\\"'") != "" || end.File != gap.File || end.Start != end.End || end.Start < gap.End {
		return false
	}
	whole := Span{gap.File, gap.End, end.Start}.Text()
	return whole == t.s || !strings.ContainsAny(whole, " \t\r\n")
}
