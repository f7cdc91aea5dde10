package source

import (
	"slices"
	"strings"
)

// Text is decoded text that knows, piece by piece, the bytes it came from.
// A piece may be a hole: its part of String is then the expression as
// written. The zero Text is the empty string from nowhere.
//
// It is a window on segments that it may share with the text it was cut from,
// so that cutting allocates nothing: texts are cut far more often than joined.
type Text struct {
	s    string
	segs []seg // those that reach into the window, never changed
	off  int   // where the window starts, in the offsets of the segments
}

type seg struct {
	at    int // offset; the segment ends where the next one starts, the last one where the text does
	span  Span
	exact bool // bytes of span equal this part of s, one to one
	hole  *Hole
	weak  string
}

// Exact returns the bytes of a span as text.
func Exact(span Span) Text {
	return Text{s: span.Text(), segs: []seg{{span: span, exact: true}}}
}

// Whole returns all of a file as text.
func Whole(f *File) Text { return Exact(Span{File: f, End: len(f.Data)}) }

// Derived returns text that was decoded from a span but does not equal its
// bytes (an escape, a folded line): it has a place, but cannot be edited.
func Derived(s string, span Span) Text {
	return Text{s: s, segs: []seg{{span: span}}}
}

// String returns the text; holes read as the expressions they stand for.
func (t Text) String() string { return t.s }

// Len returns the length of String in bytes.
func (t Text) Len() int { return len(t.s) }

// Pieces returns of how many pieces the text is made: what it costs to join it.
func (t Text) Pieces() int { return len(t.segs) }

// end returns where segment i ends, as an offset in String.
func (t Text) end(i int) int {
	if i+1 < len(t.segs) {
		return t.segs[i+1].at - t.off
	}
	return len(t.s)
}

// piece returns segment i as far as it lies in the window, with its offset in
// String.
func (t Text) piece(i int) seg {
	g := t.segs[i]
	g.at -= t.off
	g.span = t.where(i)
	g.at = max(g.at, 0)
	return g
}

// Add returns the text followed by o.
func (t Text) Add(o Text) Text { return Concat(t, o) }

// Concat joins texts, in time linear in their pieces.
func Concat(parts ...Text) Text {
	n, size, only := 0, 0, -1
	for i, p := range parts {
		n += len(p.segs)
		size += len(p.s)
		if n > 0 && n == len(p.segs) {
			only = i
		}
	}
	if only < 0 {
		return Text{}
	}
	if n == len(parts[only].segs) {
		return parts[only]
	}
	var b Builder
	b.Grow(size, n)
	for _, p := range parts {
		b.Add(p)
	}
	return b.Text()
}

// Builder joins texts, in time linear in their pieces. The zero Builder is empty.
type Builder struct {
	s    strings.Builder
	segs []seg
}

// Grow makes room for bytes of text in some pieces.
func (b *Builder) Grow(bytes, pieces int) {
	b.s.Grow(bytes)
	b.segs = slices.Grow(b.segs, pieces)
}

// Add appends a text.
func (b *Builder) Add(t Text) {
	for i := range t.segs {
		g := t.piece(i)
		g.at += b.s.Len()
		if i == 0 && len(b.segs) > 0 {
			last := &b.segs[len(b.segs)-1]
			// adjoining exact pieces are one piece, so that a later edit finds one place
			if last.exact && g.exact && last.weak == g.weak && last.span.File == g.span.File && last.span.End == g.span.Start {
				last.span.End = g.span.End
				continue
			}
		}
		b.segs = append(b.segs, g)
	}
	if len(t.segs) > 0 {
		b.s.WriteString(t.s)
	}
}

// Derive appends Derived(s, span).
func (b *Builder) Derive(s string, span Span) {
	b.segs = append(b.segs, seg{at: b.s.Len(), span: span})
	b.s.WriteString(s)
}

// Empty reports whether nothing was appended.
func (b *Builder) Empty() bool { return len(b.segs) == 0 }

// Text returns what was appended. The Builder must not be used again.
func (b *Builder) Text() Text { return Text{s: b.s.String(), segs: b.segs} }

// seg returns the first segment that ends at or behind i.
func (t Text) seg(i int) int {
	from, to := 0, len(t.segs)-1
	for i += t.off; from < to; { // the search of package sort, without a call for each step
		if k := (from + to) / 2; t.segs[k+1].at >= i {
			to = k
		} else {
			from = k + 1
		}
	}
	return from
}

// Slice returns the part [i, j) of the text, in bytes of String. A part of a
// hole is the whole hole's unknown with that part of its expression.
func (t Text) Slice(i, j int) Text {
	i, j = max(0, i), min(j, len(t.s))
	if i > j {
		i = j
	}
	if len(t.segs) < 2 { // as mostly
		return Text{s: t.s[i:j], segs: t.segs, off: t.off + i}
	}
	if i == j { // one place is enough
		k := t.seg(i)
		for k < len(t.segs)-1 && t.empty(k) {
			k++
		}
		return Text{s: t.s[i:j], segs: t.segs[k : k+1 : k+1], off: t.off + i}
	}
	from := t.seg(i + 1)
	to := from + 1
	for to < len(t.segs) && t.segs[to].at-t.off < j {
		if t.empty(to) {
			return t.without().Slice(i, j)
		}
		to++
	}
	return Text{s: t.s[i:j], segs: t.segs[from:to:to], off: t.off + i}
}

// empty reports whether segment k is only a place amid a text that is not
// empty itself.
func (t Text) empty(k int) bool {
	return len(t.s) > 0 && t.end(k) == max(t.segs[k].at-t.off, 0)
}

// without returns the text without its empty segments.
func (t Text) without() Text {
	out := Text{s: t.s, off: t.off}
	for k, g := range t.segs {
		if !t.empty(k) {
			out.segs = append(out.segs, g)
		}
	}
	return out
}

// Weaken marks the text as one that something outside the files may replace;
// why says what ("the default of ${REGION:-…}").
func (t Text) Weaken(why string) Text {
	segs := make([]seg, len(t.segs))
	for i, g := range t.segs {
		if g.weak == "" {
			g.weak = why
		}
		segs[i] = g
	}
	return Text{s: t.s, segs: segs, off: t.off}
}

// Weak returns what could replace the text, or "" for a firm one.
func (t Text) Weak() string {
	for _, g := range t.segs {
		if g.weak != "" {
			return g.weak
		}
	}
	return ""
}

// where returns the place of segment i as far as it lies in the window.
func (t Text) where(i int) Span {
	g := &t.segs[i]
	if !g.exact {
		return g.span
	}
	zero := g.span.Start - g.at
	return Span{g.span.File, zero + max(g.at, t.off), zero + t.off + t.end(i)}
}

// Spans returns where the text stands, one span for each piece, in order.
func (t Text) Spans() []Span {
	out := make([]Span, 0, len(t.segs))
	for i := range t.segs {
		if s := t.where(i); s.Valid() {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Span returns the place of the first piece, widened over pieces that follow
// it closely on the same command (the same file, moving forward).
func (t Text) Span() Span {
	var out Span
	for i := range t.segs {
		s := t.where(i)
		if !s.Valid() {
			continue
		}
		if !out.Valid() {
			out = s
		} else if s.File == out.File && s.Start >= out.End && s.Start-out.End <= 4 {
			out.End = s.End
		} else if out != s {
			break
		}
	}
	return out
}

// Extent returns the place from the first byte of the text to its last,
// whatever the pieces in between, as long as they move forward.
func (t Text) Extent() Span {
	var out Span
	for i := range t.segs {
		s := t.where(i)
		if !s.Valid() {
			continue
		}
		if s.File == out.File && s.Start < out.Start {
			break // another copy of the same place: the text runs backwards
		}
		out = out.Cover(s)
	}
	return out
}

// At returns the place of byte i of String: an empty span for exact text, the
// whole piece otherwise.
func (t Text) At(i int) Span {
	for k := t.seg(i); k < len(t.segs); k++ {
		g := t.piece(k)
		if i < t.end(k) || (i == len(t.s) && k == len(t.segs)-1) {
			if g.exact {
				return Span{g.span.File, g.span.Start + i - g.at, g.span.Start + i - g.at}
			}
			return g.span
		}
	}
	return Span{}
}
