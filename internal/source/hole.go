package source

import (
	"slices"
	"strings"
	"unsafe"
)

// Hole stands for text that cannot be known from the files.
type Hole struct {
	Expr string // the expression as written: $REGION, ${{ inputs.zone }}, <CLUSTER>
	Why  string // what it is, for people: "set outside this script"
	Sym  string // equal symbols stand for equal values; "" equals nothing
	Ask  string // a command that would settle it, or ""
	One  bool   // on a command line it stands for exactly one word: a placeholder like <CLUSTER>
	// OneOf are all the values that it can have, some perhaps with holes of their own; nil when
	// others are possible.
	OneOf []Text
	// Each is set where all of OneOf occur, one after the other: the turns of a loop, the jobs of a
	// matrix. Holes of the same Each take their values in step.
	Each string
}

// maxOffered is how many values the reason of a hole names.
const maxOffered = 4

// Offer makes the hole one of some values. Why names them, if they are few.
func (h *Hole) Offer(ways []Text) {
	if h.OneOf = ways; len(ways) > maxOffered {
		return
	}
	var all []string
	for _, t := range ways {
		all = append(all, t.String())
	}
	h.Why = "one of " + strings.Join(all, ", ")
}

// Unknown returns a text that is one hole.
func Unknown(h *Hole, span Span) Text {
	return Text{s: h.Expr, segs: []seg{{span: span, hole: h}}}
}

// inHole reports whether byte i lies in a hole.
func (t Text) inHole(i int) bool {
	for k := t.seg(i); k < len(t.segs) && t.segs[k].at-t.off <= i; k++ {
		if t.segs[k].hole != nil && i < t.end(k) {
			return true
		}
	}
	return false
}

// Known reports whether the text has no hole.
func (t Text) Known() bool { return t.Hole() == nil }

// Hole returns the first hole, or nil.
func (t Text) Hole() *Hole {
	for _, g := range t.segs {
		if g.hole != nil {
			return g.hole
		}
	}
	return nil
}

// Choices returns all that a text can be, nil when that is not known.
func (t Text) Choices() []Text {
	if out := t.Forms(); !slices.ContainsFunc(out, func(o Text) bool { return !o.Known() }) {
		return out
	}
	return nil
}

// Forms returns the text in each way that its one hole with a choice leaves;
// nil if there is none, or several. Other holes stay.
func (t Text) Forms() []Text {
	at := -1
	for k := range t.segs {
		g := t.piece(k)
		if g.hole == nil || len(g.hole.OneOf) == 0 {
			continue
		}
		if at >= 0 || t.s[g.at:t.end(k)] != g.hole.Expr {
			return nil
		}
		at = k
	}
	if at < 0 {
		return nil
	}
	g, out := t.piece(at), []Text(nil)
	for _, o := range g.hole.OneOf {
		if g.weak != "" {
			o = o.Weaken(g.weak)
		}
		out = append(out, t.around(g.at, o, t.end(at)))
	}
	return out
}

// AllHole reports whether the text is nothing but holes.
func (t Text) AllHole() bool {
	for i, g := range t.segs {
		if g.hole == nil && t.end(i) > g.at-t.off {
			return false
		}
	}
	return len(t.segs) > 0 && t.Hole() != nil
}

// Sym returns a symbol that is equal for two texts exactly when their values
// are certain to be equal: the text itself when known, else its pieces with
// the symbols of its holes; "" when a hole has none.
func (t Text) Sym() string {
	if t.Known() {
		return t.s
	}
	size := 0
	for i := range t.segs {
		switch g := t.piece(i); {
		case g.hole == nil:
			size += t.end(i) - g.at
		case g.hole.Sym == "":
			return ""
		default:
			size += len(g.hole.Sym) + 2
		}
	}
	b := make([]byte, 0, size)
	for i := range t.segs {
		if g := t.piece(i); g.hole == nil {
			b = append(b, t.s[g.at:t.end(i)]...)
		} else {
			b = append(append(append(b, 0), g.hole.Sym...), 0)
		}
	}
	return string(b)
}

// Mask returns String with every byte of a hole replaced by fill, so that a
// parser of another language can read around the holes at equal offsets.
func (t Text) Mask(fill byte) string {
	var b []byte
	for k := range t.segs {
		if t.segs[k].hole == nil {
			continue
		}
		if b == nil {
			b = []byte(t.s)
		}
		hole := b[max(t.segs[k].at-t.off, 0):t.end(k)]
		for i := range hole {
			hole[i] = fill
		}
	}
	if b == nil {
		return t.s
	}
	return unsafe.String(unsafe.SliceData(b), len(b)) // nobody else has them
}

// Gap is the part [From, To) of a text that cannot be known.
type Gap struct {
	From, To int
	Hole     *Hole
}

// Punch makes a hole of the part [i, j) of String, which stays what it is.
func (t Text) Punch(i, j int, h *Hole) Text { return t.PunchAll([]Gap{{i, j, h}}) }

// PunchAll makes holes of parts that are in order and do not overlap.
func (t Text) PunchAll(gaps []Gap) Text {
	if len(gaps) == 0 {
		return t
	}
	out, done := Text{s: t.s, segs: make([]seg, 0, len(t.segs)+2*len(gaps))}, 0
	keep := func(to int) {
		if done < to {
			part := t.Slice(done, to)
			for k := range part.segs {
				g := part.piece(k)
				g.at += done
				out.segs = append(out.segs, g)
			}
		}
	}
	for _, g := range gaps {
		keep(g.From)
		out.segs = append(out.segs, seg{at: g.From, span: t.Slice(g.From, g.To).Span(), hole: g.Hole})
		done = g.To
	}
	keep(len(t.s))
	return out
}

// PlaceholderSym returns the symbol of something that readers of a file are to
// fill in, such as <CLUSTER_NAME>: <cluster name> and [CLUSTER_NAME] in the same
// file stand for the same value. A choice (<a|b>) has none: each place may
// choose another.
func PlaceholderSym(path, expr string) string {
	var few [128]byte // most are shorter, and need memory only once
	name := append(append(few[:0], path...), ":<"...)
	start, between := len(name), false
	for i := range len(expr) {
		c := expr[i]
		switch {
		case c == '<' || c == '>' || c == '[' || c == ']' || c == '{' || c == '}' || c == '%' || c == '-' || c == '_' || c == ' ' || c == '\t':
			between = true
			continue
		case c == '|':
			return ""
		case between && len(name) > start:
			name = append(name, '_')
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		name, between = append(name, c), false
	}
	if len(name) == start {
		return ""
	}
	return string(append(name, '>'))
}
