package python

import (
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Value is what an expression is, at the time at which it is used. The zero
// Value is nothing at all.
type Value struct {
	m *Module
	v *val
	n *node
	t int32
}

// Present reports whether there is a value.
func (v Value) Present() bool { return v.v != nil }

// At returns the place of the expression.
func (v Value) At() source.Span {
	if v.n == nil {
		return source.Span{}
	}
	return v.m.span(v.n)
}

// Written returns the expression as it stands.
func (v Value) Written() source.Text {
	if v.n == nil {
		return source.Text{}
	}
	return v.m.text.Slice(int(v.n.from), int(v.n.to))
}

// Tree returns the data that the expression is; unknown for what is no data.
// A bool reads true or false.
func (v Value) Tree() value.Tree {
	if v.v == nil {
		return value.Tree{Hole: &source.Hole{Why: "not given"}}
	}
	most := min(maxNodes, v.m.left)
	b := &builder{m: v.m, left: most}
	out := b.tree(v.v, v.n, v.t)
	v.m.left -= most - b.left
	return out
}

// Str returns the data as text.
func (v Value) Str() value.Str { return v.Tree().Str() }

// Path returns the dotted path of what is no data, with import aliases
// resolved: a.b.C, a.b.C().x. It is "" where the start is not known.
func (v Value) Path() string {
	if v.v == nil {
		return ""
	}
	return v.v.path(0)
}

// Paths returns all that Path may be where branches differ, such as an import
// with another one for older versions.
func (v Value) Paths() []string {
	if v.v == nil {
		return nil
	}
	if v.v.kind != vMany {
		if p := v.Path(); p != "" {
			return []string{p}
		}
		return nil
	}
	var out []string
	for _, o := range v.v.list {
		out = append(out, Value{m: v.m, v: o}.Paths()...)
	}
	return out
}

// Ways returns the values of which branches leave one: the value itself, if
// there is no choice.
func (v Value) Ways() []Value {
	if v.v == nil || v.v.kind != vMany {
		return []Value{v}
	}
	out := make([]Value, len(v.v.list))
	for i, o := range v.v.list {
		out[i] = Value{m: v.m, v: o, n: v.n, t: v.t}
	}
	return out
}

// Made returns the last call on the way to the value, nil for none: it made
// the object, or the one that this is an attribute of.
func (v Value) Made() *Call {
	if v.v == nil {
		return nil
	}
	return v.v.made(0)
}

// Parts returns the calls whose results the value is made of: those that it
// joins, formats or chooses from.
func (v Value) Parts() []*Call {
	var out []*Call
	left := maxLinks
	var walk func(*val)
	walk = func(x *val) {
		if x == nil || left == 0 {
			return
		}
		left--
		if x.call != nil {
			out = append(out, x.call)
		}
		if x.kind != vCall { // what a call is made on is no part of its result
			walk(x.a)
			walk(x.b)
			for _, o := range x.list {
				walk(o)
			}
			if x.obj != nil {
				for _, o := range x.obj.init {
					walk(o)
				}
				for p := x.obj.at(v.t); p != nil; p = p.prev {
					walk(p.v)
				}
			}
		}
		if f := x.call; f != nil && stringMethod(f.Method) {
			walk(f.On.v)
			for _, a := range f.Args {
				walk(a.Value.v)
			}
		}
	}
	walk(v.v)
	return out
}

// vkind is how a val came to be.
type vkind uint8

const (
	vUnknown vkind = iota // why; a: what it was before a loop, if its path still counts
	vLiteral              // n
	vPath                 // name: imported, or defined nowhere in the file
	vParam                // name
	vSelf                 // the object of a method; scope
	vDef                  // a function or class of the file; scope
	vCall                 // call
	vApply                // call of a function of the file that returns a
	vAttr                 // a . name
	vItem                 // a [ b ], else what list holds
	vObject               // a list, tuple, set or dict
	vConcat               // list: joined by + or as strings side by side
	vFormat               // list: the parts of an f-string; nil stands for n's text at that place
	vPercent              // a % b
	vMerge                // a | b
	vMethod               // call of a string method on a
	vSpread               // a's items, in a list
	vText                 // a as str() writes it
	vDeep                 // a copy of a and all in it
	vMany                 // one of list; a: that with most calls, if all come from the same first one
	vWeak                 // a, unless something outside says otherwise: why
	vOpen                 // a, but something may have changed it: why
	vForeign              // tree, of another module
)

// val is a value before it is put together; it never changes. Those that read
// a container know when they did.
type val struct {
	kind  vkind
	t     int32
	n     *node
	a, b  *val
	list  []*val
	name  string
	why   string
	call  *Call
	obj   *object
	scope *frame
	tree  *value.Tree
}

// object is a container that can change.
type object struct {
	kind value.Kind // KindMap or KindList; KindUnknown for what of turns out to be
	n    *node
	of   *val   // what it starts as
	init []*val // a map's keys and values (a nil key spreads), a list's items
	hist []version
}

// version is what an object has gone through at a time.
type version struct {
	t  int32
	op *op
}

type opKind uint8

const (
	opPut     opKind = iota // k, v
	opDefault               // k, v unless it is there
	opSpread                // v's entries or items
	opAppend                // v
	opDelete                // k
	opClear
	opOpen // why
	opArms // one of arms happened; a nil arm changed nothing
)

// op is a change, behind those before it.
type op struct {
	kind opKind
	prev *op
	t    int32
	k, v *val
	n    *node
	why  string
	arms []*op
}

// at returns the last change before a time.
func (o *object) at(t int32) *op {
	for i := len(o.hist) - 1; i >= 0; i-- {
		if o.hist[i].t <= t {
			return o.hist[i].op
		}
	}
	return nil
}

// path returns the dotted path of a value, "" if it has none.
func (v *val) path(depth int) string {
	if depth > maxLinks {
		return ""
	}
	depth++
	switch v.kind {
	case vPath:
		return v.name
	case vDef:
		return v.scope.pub.Name
	case vCall:
		if f := v.call.Func.v.path(depth); f != "" {
			return f + "()"
		}
	case vAttr:
		if a := v.a.path(depth); a != "" {
			return a + "." + v.name
		}
	case vItem:
		if a := v.a.path(depth); a != "" {
			return a + "[]"
		}
	case vApply, vWeak, vOpen:
		return v.a.path(depth)
	case vUnknown, vObject:
		if v.a != nil {
			return v.a.path(depth)
		}
	case vMany:
		if v.a != nil {
			return v.a.path(depth)
		}
	}
	return ""
}

// root returns the first call on the way to the value.
func (v *val) root() *Call {
	if c := v.made(0); c != nil {
		return c.root
	}
	return nil
}

// made returns the last call on the way to the value.
func (v *val) made(depth int) *Call {
	for ; v != nil && depth < maxLinks; depth++ {
		switch v.kind {
		case vCall:
			return v.call
		case vApply:
			if c := v.a.made(depth + 1); c != nil {
				return c
			}
			return v.call
		case vAttr, vItem, vWeak, vOpen, vUnknown, vMany, vObject:
			v = v.a
		default:
			return nil
		}
	}
	return nil
}
