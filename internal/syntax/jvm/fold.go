package jvm

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Constants tells what a qualified name stands for that a library or another
// file defines; false if it does not know. at is where the name is used.
type Constants func(name string, at source.Span) (value.Tree, bool)

// Bounds of folding: what is larger is unknown.
const (
	maxSteps = 20000
	maxAll   = 1 << 20 // steps for all values of a file
	maxText  = 1 << 16
	maxFold  = 300 // expressions within expressions, and names of names
)

// fold finds out what an expression is.
type fold struct {
	f     *File
	steps int
	depth int
}

// Value returns what an expression is, as far as the file shows: strings with
// the places of their pieces, numbers, lists and maps. A name stands for its
// value only if it is set once.
func (f *File) Value(e *Expr) value.Tree {
	if e == nil {
		return value.Tree{}
	}
	f.bind()
	v := &fold{f: f}
	if f.steps > maxAll {
		return v.unknown(e, "too long to be followed", "")
	}
	t := v.value(e)
	f.steps += v.steps
	return t
}

func (v *fold) unknown(e *Expr, why, sym string) value.Tree {
	h := &source.Hole{Expr: e.Text().String(), Why: why, Sym: sym}
	return v.hole(e, h)
}

func (v *fold) hole(e *Expr, h *source.Hole) value.Tree {
	at := e.At()
	return value.Tree{Text: source.Unknown(h, at), Hole: h, At: at}
}

func (v *fold) value(e *Expr) value.Tree {
	if e == nil {
		return value.Tree{}
	}
	v.depth++
	defer func() { v.depth-- }()
	if v.steps++; v.steps > maxSteps || v.depth > maxFold {
		return v.unknown(e, "too long to be followed", "")
	}
	switch e.Kind {
	case String:
		return scalar(value.KindString, v.str(e), e)
	case Number:
		return scalar(value.KindNumber, e.Text(), e)
	case Bool:
		return scalar(value.KindBool, e.Text(), e)
	case Null:
		return value.Tree{Kind: value.KindNull, Text: e.Text(), At: e.At()}
	case Name:
		if empties[e.Name] && v.f.lookup(e.Scope, e.Name) == nil {
			return value.NewList(e.At())
		}
		return v.name(e)
	case Select:
		return v.selection(e)
	case Binary:
		return v.operation(e)
	case Unary:
		if x := e.X; x != nil && x.Kind == Number && e.Name == "-" {
			return scalar(value.KindNumber, e.Text(), e)
		}
	case Assign, Block:
		if len(e.Args) == 1 {
			return v.value(e.Args[0].Val)
		}
	case Choice:
		return v.choice(e)
	case List:
		return v.list(e, e.Args)
	case Map:
		return v.mapping(e, e.Args)
	case Call, New:
		return v.call(e)
	}
	return v.unknown(e, "worked out when the program runs", "")
}

func scalar(k value.Kind, t source.Text, e *Expr) value.Tree {
	return value.Tree{Kind: k, Text: t, At: e.At(), Weak: t.Weak()}
}

// str returns what a string says; what it does not know are holes.
func (v *fold) str(e *Expr) source.Text {
	if len(e.Args) == 0 {
		return v.f.text1(e)
	}
	_, fm := e.quote()
	from, to := e.inside(fm)
	var parts []source.Text
	size := 0
	format := e.Lang == Scala && v.f.s[e.from] == 'f'
	for _, a := range e.Args {
		if from < int(a.from) {
			parts = append(parts, v.f.chunk(fm, from, int(a.from)))
		}
		from = int(a.to)
		t := v.piece(a)
		if format && from < to && v.f.s[from] == '%' { // f"$x%s"
			n := from + 1
			for n < to && strings.IndexByte("0123456789.-+, #(", v.f.s[n]) >= 0 {
				n++
			}
			if n = min(n+1, to); v.f.s[from:n] != "%s" {
				t = v.opaque(int(a.from), n)
			}
			from = n
		}
		if size += t.Len(); size > maxText {
			t = v.opaque(int(a.from), int(a.to))
		}
		parts = append(parts, t)
	}
	if from < to {
		parts = append(parts, v.f.chunk(fm, from, to))
	}
	return source.Concat(parts...)
}

// opaque is a hole for what is written at a place.
func (v *fold) opaque(from, to int) source.Text {
	t := v.f.text.Slice(from, to)
	return source.Unknown(&source.Hole{Expr: t.String(), Why: "worked out when the program runs"}, t.Extent())
}

// piece is what a field of a string says.
func (v *fold) piece(a Arg) source.Text {
	if a.Val == nil {
		return v.opaque(int(a.from), int(a.to))
	}
	x := v.value(a.Val)
	switch x.Kind {
	case value.KindString, value.KindBool, value.KindNumber:
		if x.Text.Len() < maxText {
			return x.Text
		}
	case value.KindUnknown:
		if h := x.Text.Hole(); h != nil && x.Text.AllHole() {
			own := *h
			t := v.f.text.Slice(int(a.from), int(a.to))
			own.Expr = t.String()
			return source.Unknown(&own, t.Extent())
		}
	}
	return v.opaque(int(a.from), int(a.to))
}

// name returns what a name stands for.
func (v *fold) name(e *Expr) value.Tree {
	b := v.f.binding(e)
	if b == nil {
		return v.outside(e)
	}
	return v.bound(e, b)
}

// bound returns what a name is that the file declares.
func (v *fold) bound(e *Expr, b *binding) value.Tree {
	only := b.once()
	if only == nil {
		return v.several(e, b)
	}
	if b.busy {
		return v.unknown(e, "set from itself", "")
	}
	if !b.known {
		b.busy = true
		val := v.value(only)
		b.busy = false
		if v.steps > maxSteps {
			return val
		}
		b.val, b.known, b.size = val, true, count(val)
	}
	if v.steps += b.size; v.steps > maxSteps {
		return v.unknown(e, "too long to be followed", "")
	}
	val := b.val
	if val.Kind == value.KindUnknown && val.Hole != nil {
		own := *val.Hole
		own.Expr = e.Text().String()
		if own.Sym == "" || len(b.changes) > 0 {
			own.Sym = v.f.sym(b)
		}
		val = v.hole(e, &own)
	}
	return v.changed(e, b, val, only)
}

// count returns how many values a tree holds. What names stand for is shared, so
// that a few lines could say more than memory holds.
func count(t value.Tree) int {
	n := 1
	for _, i := range t.Items() {
		n += count(i)
	}
	for _, e := range t.Entries() {
		n += count(e.Val)
	}
	return n
}

// several returns what a name is that is set in several places, or by a caller.
func (v *fold) several(e *Expr, b *binding) value.Tree {
	h := &source.Hole{Expr: e.Text().String(), Why: "set in several places", Sym: v.f.sym(b)}
	var all []source.Text
	for _, s := range b.sets {
		switch {
		case s.Param:
			h.Why = "given by a caller"
		case s.Value == nil && s.Op == "" && s.Declares && len(b.sets) > 1:
			continue
		case s.Value == nil:
			h.Why = "worked out when the program runs"
		}
		if s.Value == nil || s.Param || s.Op != "=" || b.busy {
			return v.changed(e, b, v.hole(e, h), nil)
		}
		b.busy = true
		x := v.value(s.Value)
		b.busy = false
		if x.Kind != value.KindString || !x.Text.Known() {
			return v.changed(e, b, v.hole(e, h), nil)
		}
		all = append(all, x.Text)
	}
	h.Why, h.OneOf = "one of several values", all
	return v.hole(e, h)
}

// outside returns what a name is that the file does not declare.
func (v *fold) outside(e *Expr) value.Tree {
	if t, ok := v.own(e); ok {
		return t
	}
	if v.f.Constants != nil {
		for _, full := range e.Qualified() {
			if t, ok := v.f.Constants(full, e.At()); ok {
				return t
			}
		}
	}
	sym := ""
	if path := e.Path(); path != "" && e.Kind != Call {
		sym = v.f.path() + ":" + path
	}
	return v.unknown(e, "defined outside this file", sym)
}

// selection returns what Object.name or this.name is.
func (v *fold) selection(e *Expr) value.Tree {
	if b := v.f.binding(e); b != nil {
		return v.bound(e, b)
	}
	root := e.Root()
	if root.Kind == Name && root.Name != "this" && v.f.lookup(root.Scope, root.Name) == nil && e.Path() != "" {
		switch {
		case e.Name == "empty" && v.kindOf(e.X) != 0:
			if v.kindOf(e.X) == pairs {
				return value.NewMap(e.At())
			}
			return value.NewList(e.At())
		case e.Name == "EMPTY_LIST":
			return value.NewList(e.At())
		}
		return v.outside(e)
	}
	return v.method(e) // Scala and Kotlin call without parentheses
}

// choice returns what one of several branches is.
func (v *fold) choice(e *Expr) value.Tree {
	h := &source.Hole{Expr: e.Text().String(), Why: "one of several values"}
	if line, _, more := strings.Cut(h.Expr, "\n"); more {
		h.Expr = strings.TrimSpace(line) + " …"
	}
	for _, a := range e.Args {
		if a.Val == nil {
			return v.unknown(e, "worked out when the program runs", "")
		}
		x := v.value(a.Val)
		if x.Kind != value.KindString || !x.Text.Known() {
			return v.unknown(e, "worked out when the program runs", "")
		}
		h.OneOf = append(h.OneOf, x.Text)
	}
	if len(h.OneOf) < 2 {
		h.OneOf = nil
	}
	return v.hole(e, h)
}

// operation returns what a + b and its likes are.
func (v *fold) operation(e *Expr) value.Tree {
	switch e.Name {
	case "->", "to":
		return v.list(e, []Arg{{Val: e.X}, e.Args[0]})
	case "+", "++", ":+", "<<":
	default:
		return v.unknown(e, "worked out when the program runs", "")
	}
	// long sums lean to the left
	var terms []*Expr
	x := e
	for ; x.Kind == Binary && x.Name == e.Name; x = x.X {
		if len(terms) > maxSteps {
			return v.unknown(e, "too long to be followed", "")
		}
		terms = append(terms, x.Args[0].Val)
	}
	vals := []value.Tree{v.value(x)}
	for i := len(terms) - 1; i >= 0; i-- {
		vals = append(vals, v.value(terms[i]))
	}
	switch first := vals[0]; first.Kind {
	case value.KindList, value.KindMap:
		sum := clone(first)
		for _, t := range vals[1:] {
			switch {
			case e.Name == ":+" || t.Kind != value.KindList && t.Kind != value.KindMap && t.Kind != value.KindUnknown:
				sum = grow(sum, t)
			case sum.Kind == value.KindMap && isPair(t) && e.Name == "+":
				sum = put(sum, t.List.Items[0], t.List.Items[1])
			default:
				sum = join(sum, t)
			}
		}
		return sum
	}
	return v.sum(e, vals)
}

// sum joins texts. Numbers before the first text are added up, which is not
// followed.
func (v *fold) sum(e *Expr, vals []value.Tree) value.Tree {
	str := func(t value.Tree) bool { return t.Kind == value.KindString }
	any, size := false, 0
	parts := make([]source.Text, 0, len(vals))
	for i, t := range vals {
		any = any || str(t)
		switch t.Kind {
		case value.KindString, value.KindBool, value.KindNumber, value.KindNull:
			if i == 1 && !str(t) && !str(vals[0]) {
				return v.unknown(e, "worked out when the program runs", "")
			}
			parts = append(parts, t.Text)
		case value.KindUnknown:
			if t.Hole == nil {
				return v.unknown(e, "worked out when the program runs", "")
			}
			parts = append(parts, t.Text)
		default:
			return v.unknown(e, "worked out when the program runs", "")
		}
		size += t.Text.Len()
	}
	if !any || size > maxText {
		return v.unknown(e, "worked out when the program runs", "")
	}
	return scalar(value.KindString, source.Concat(parts...), e)
}

// path returns the path of the file that the program stands in.
func (f *File) path() string {
	if s := f.text.Span(); s.Valid() {
		return s.File.Path
	}
	return ""
}
