package python

import (
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Bounds of one value, and of all that are asked for: what is larger is unknown.
const (
	maxNodes = 10_000
	maxAll   = 1_000_000
	maxDeep  = 400
	maxText  = 1 << 20
)

// builder puts a value together.
type builder struct {
	m     *Module
	left  int // nodes that may still be made
	depth int
	calls []*val // the calls of functions whose results are being read
}

// tree returns the data that v is at time t, where use says it.
func (b *builder) tree(v *val, use *node, t int32) value.Tree {
	b.left--
	b.depth++
	defer func() { b.depth-- }()
	if b.left < 0 || b.depth > maxDeep {
		return b.hole(v, use, "too large to be read")
	}
	switch v.kind {
	case vLiteral:
		return b.literal(v.n)
	case vParam:
		return b.param(v, use)
	case vApply:
		b.calls = append(b.calls, v)
		out := b.tree(v.a, use, max(t, v.t))
		b.calls = b.calls[:len(b.calls)-1]
		return out
	case vItem:
		return b.item(v, use, t)
	case vObject:
		return b.replay(v.obj, use, t, t)
	case vConcat:
		return b.concat(v, use, t)
	case vFormat:
		return b.format(v)
	case vPercent:
		return b.percent(v, use)
	case vMerge:
		return b.merge(v, use, t)
	case vMethod:
		return b.method(v, use)
	case vText:
		tr := b.tree(v.a, use, v.t)
		return value.String(b.text(tr, v.n))
	case vDeep:
		return b.tree(v.a, use, v.t)
	case vMany:
		some := make([]value.Tree, len(v.list))
		for i, o := range v.list {
			some[i] = b.tree(o, use, t)
		}
		return b.join(some, use)
	case vCall:
		if on := v.call.On.v; on != nil && v.call.Method == "items" && len(v.call.Args) == 0 {
			if t := b.as(on, nil, v.t, t); t.Kind == value.KindMap {
				return b.pairs(t)
			}
		}
	case vForeign:
		return *v.tree
	case vPath, vAttr:
		if out, ok := b.m.imported(v.path(0)); ok {
			return out
		}
	case vWeak:
		return weaken(b.tree(v.a, use, t), v.why)
	case vOpen:
		if v.why == "" {
			return b.as(v.a, use, v.t, t)
		}
		return b.opened(b.tree(v.a, use, t), use, v.why)
	}
	return b.hole(v, use, v.reason())
}

// pairs returns the items of a map: a list of its keys and values.
func (b *builder) pairs(m value.Tree) value.Tree {
	out := value.NewList(m.At)
	out.Weak, out.List.Rest = m.Weak, m.Map.Rest
	for _, e := range m.Entries() {
		if b.left -= 3; b.left < 0 {
			out.List.Rest = &source.Hole{Expr: "…", Why: "too large to be read"}
			break
		}
		at := m.At
		if e.Val.At.Valid() { // of a key that has a name, it is all that is written there
			at = e.Val.At
		}
		pair := value.NewList(at)
		pair.List.Items = []value.Tree{value.String(e.Key), e.Val}
		out.List.Items = append(out.List.Items, pair)
	}
	return out
}

// as returns the data that v was at an earlier time. A container in it is
// shared, not copied: it is as at time t.
func (b *builder) as(v *val, use *node, then, t int32) value.Tree {
	t = max(then, t)
	switch v.kind {
	case vObject:
		if b.left--; b.left < 0 || b.depth > maxDeep {
			break
		}
		b.depth++
		defer func() { b.depth-- }()
		return b.replay(v.obj, use, then, t)
	case vMany:
		if b.left -= len(v.list); b.left < 0 || b.depth > maxDeep {
			break
		}
		b.depth++
		defer func() { b.depth-- }()
		some := make([]value.Tree, len(v.list))
		for i, o := range v.list {
			some[i] = b.as(o, use, then, t)
		}
		return b.join(some, use)
	}
	return b.tree(v, use, then)
}

// reason says why a value is no data.
func (v *val) reason() string {
	switch v.kind {
	case vPath:
		return "defined outside this file"
	case vDef, vSelf:
		return "no plain data"
	case vCall:
		return "the result of a call"
	case vAttr:
		return "an attribute"
	}
	return v.why
}

// hole returns an unknown tree: the expression is that of its use.
func (b *builder) hole(v *val, use *node, why string) value.Tree {
	if use == nil {
		use = v.n
	}
	h := &source.Hole{Why: why}
	if v.n != nil && b.m.path != "" && v.n.to > 0 {
		if at := b.m.span(v.n); at.Valid() {
			h.Sym = b.m.path + ":" + strconv.Itoa(at.Start)
		}
	}
	if use == nil {
		return value.Opaque(h, source.Span{})
	}
	return b.opaque(h, use)
}

// opaque returns an unknown tree with the expression of a node.
func (b *builder) opaque(h *source.Hole, n *node) value.Tree {
	at := b.m.span(n)
	h.Expr = short(b.m.written(n))
	return value.Tree{Hole: h, At: at, Text: source.Unknown(h, at)}
}

func (b *builder) literal(n *node) value.Tree {
	at := b.m.span(n)
	switch n.kind {
	case nString:
		out := value.String(b.m.decode(n))
		out.At = at
		return out
	case nKeyword: // the name of an argument
		return value.String(b.m.text.Slice(int(n.from), int(n.aux)))
	case nConst:
		switch n.op {
		case kTrue:
			return value.Bool(source.Derived("true", at))
		case kFalse:
			return value.Bool(source.Derived("false", at))
		}
		return value.Tree{Kind: value.KindNull, At: at}
	}
	s := b.m.written(n)
	plain := strings.ReplaceAll(s, "_", "")
	if len(s) > 2 && s[0] == '0' && s[1] > '9' {
		if i, err := strconv.ParseInt(plain, 0, 64); err == nil {
			plain = strconv.FormatInt(i, 10)
		}
	}
	if plain != s {
		return value.Number(source.Derived(plain, at))
	}
	return value.Number(b.m.text.Slice(int(n.from), int(n.to)))
}

// param returns what the call that is being read gives a parameter.
func (b *builder) param(v *val, use *node) value.Tree {
	for i := len(b.calls) - 1; i >= 0; i-- {
		c := b.calls[i]
		if c.scope != v.scope {
			continue
		}
		a, ok := c.call.given(v.scope, v.name)
		if !ok {
			break
		}
		calls := b.calls
		b.calls = calls[:i:i]
		out := b.tree(a.v, a.n, a.t)
		b.calls = calls
		return out
	}
	return b.hole(v, use, "a parameter of "+v.scope.pub.Name)
}

// given returns the argument of a parameter, or its default; false if the
// call does not show it.
func (c *Call) given(f *frame, name string) (Value, bool) {
	at, ok := f.params[name]
	if !ok || f.pub.Params[at].Star != "" {
		return Value{}, false
	}
	i := at
	if f.self != "" {
		i-- // self stands before the dot
	}
	whole := true
	for _, a := range c.Args {
		switch {
		case a.Name == name:
			return a.Value, true
		case a.Star != "":
			whole = false
		case a.Name == "":
			if i == 0 && whole {
				return a.Value, true
			}
			i--
		}
	}
	if d := f.pub.Params[at].Default; whole && d != nil {
		return *d, true
	}
	return Value{}, false
}

// item returns an entry of a map or list.
func (b *builder) item(v *val, use *node, t int32) value.Tree {
	in := b.as(v.a, v.n, v.t, t)
	key := ""
	if v.b.kind == vUnknown {
		key = v.b.name
	} else if k, ok := b.tree(v.b, nil, v.t).Str().Get(); ok {
		key = k.String()
	}
	switch {
	case key == "" && v.name == "" && in.Kind == value.KindMap && in.Map.Rest == nil: // of a method it may be no item at all
		var some []value.Tree
		for _, e := range in.Entries() {
			if e.Val.Kind != value.KindString {
				return b.hole(v, use, "an item")
			}
			some = append(some, weaken(e.Val, in.Weak))
		}
		if len(some) > 0 {
			return b.oneOf(some, use)
		}
	case key == "":
	case in.Kind == value.KindMap:
		if e, ok := in.Map.Entry(key); ok {
			return weaken(e.Val, in.Weak)
		}
	case in.Kind == value.KindList:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(in.List.Items) {
			return weaken(in.List.Items[i], in.Weak)
		}
	}
	return b.hole(v, use, "an item")
}

func weaken(t value.Tree, why string) value.Tree {
	if why == "" {
		return t
	}
	if t.Weak == "" {
		t.Weak = why
	}
	switch t.Kind {
	case value.KindString, value.KindBool, value.KindNumber:
		t.Text = t.Text.Weaken(why)
	}
	return t
}

// opened returns a tree that something may have changed.
func (b *builder) opened(t value.Tree, use *node, why string) value.Tree {
	h := &source.Hole{Why: why}
	if use != nil {
		h.Expr = short(b.m.written(use))
	}
	switch t.Kind {
	case value.KindMap:
		m := copyMap(t.Map)
		m.Spread(h)
		t.Map = m
	case value.KindList:
		l := *t.List
		l.Items = append([]value.Tree(nil), l.Items...)
		for i := range l.Items {
			l.Items[i] = weaken(l.Items[i], why)
		}
		l.Rest = h
		t.List = &l
	}
	return t
}

func copyMap(m *value.Mapping) *value.Mapping {
	return &value.Mapping{Entries: append([]value.Entry(nil), m.Entries...), Rest: m.Rest, At: m.At}
}
