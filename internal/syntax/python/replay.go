package python

import (
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// replay returns what an object held at one time; the containers in it are as
// at time t.
func (b *builder) replay(o *object, use *node, then, t int32) value.Tree {
	if o.of != nil {
		out := copyTree(b.tree(o.of, use, t))
		if p := o.at(then); p != nil && out.Kind != value.KindMap && out.Kind != value.KindList {
			return b.hole(o.of, use, "changed")
		}
		b.changes(&out, o.at(then), nil, t)
		return out
	}
	at := b.m.span(o.n)
	out := value.NewList(at)
	if o.kind == value.KindMap {
		out = value.NewMap(at)
		for i := 0; i+1 < len(o.init); i += 2 {
			if b.left < 0 {
				out.Map.Spread(&source.Hole{Expr: "…", Why: "too large to be read"})
				break
			}
			k, v := o.init[i], o.init[i+1]
			kn, vn := o.place(i), o.place(i+1)
			if k == nil {
				b.spread(out.Map, b.tree(v, vn, t), vn)
			} else {
				b.put(out.Map, b.tree(k, kn, t), b.tree(v, vn, t))
			}
		}
	} else {
		for i, v := range o.init {
			b.push(out.List, v, o.place(i), t)
		}
	}
	b.changes(&out, o.at(then), nil, t)
	return out
}

// place returns the expression of a part of an object, nil if it is not
// written there.
func (o *object) place(i int) *node {
	if (o.n.kind == nDict || o.n.kind == nList || o.n.kind == nTuple || o.n.kind == nSet) && i < len(o.n.kids) {
		return o.n.kids[i]
	}
	return nil
}

// put adds an entry. One with an unknown key may be any.
func (b *builder) put(m *value.Mapping, k, v value.Tree) {
	key := k.Text
	switch k.Kind {
	case value.KindMap, value.KindList:
		key = source.Unknown(&source.Hole{Expr: "…", Why: "a key that is no text"}, k.At)
	case value.KindNull:
		key = source.Derived("None", k.At)
	}
	if key.Known() && k.Kind == value.KindUnknown {
		key = source.Unknown(&source.Hole{Expr: "…", Why: "a key that is not known"}, k.At)
	}
	if h := key.Hole(); h != nil {
		m.Spread(h)
	}
	m.Put(key, v)
}

// spread adds the entries of another map.
func (b *builder) spread(m *value.Mapping, from value.Tree, use *node) {
	switch from.Kind {
	case value.KindMap:
		for _, e := range from.Entries() {
			b.left--
			if b.left < 0 {
				m.Spread(&source.Hole{Expr: "…", Why: "too large to be read"})
				return
			}
			m.Put(e.Key, weaken(e.Val, from.Weak))
		}
		if from.Map.Rest != nil {
			m.Spread(from.Map.Rest)
		}
	case value.KindNull:
	default:
		m.Spread(b.rest(from, use))
	}
}

// rest returns the hole of a value of which more than is shown may come.
func (b *builder) rest(from value.Tree, use *node) *source.Hole {
	h := source.Hole{Why: "not a literal"}
	if from.Hole != nil {
		h = *from.Hole
	}
	if use != nil {
		h.Expr = short(b.m.written(use))
	}
	return &h
}

// push adds an item to a list, or the items of another one.
func (b *builder) push(l *value.List, v *val, use *node, t int32) {
	if v.kind != vSpread {
		l.Items = append(l.Items, b.tree(v, use, t))
		return
	}
	b.extend(l, b.tree(v.a, use, t), use)
}

func (b *builder) extend(l *value.List, from value.Tree, use *node) {
	if from.Kind != value.KindList {
		l.Rest = b.rest(from, use)
		return
	}
	if b.left -= len(from.List.Items); b.left < 0 {
		l.Rest = &source.Hole{Expr: "…", Why: "too large to be read"}
		return
	}
	for _, item := range from.List.Items {
		l.Items = append(l.Items, weaken(item, from.Weak))
	}
	if from.List.Rest != nil {
		l.Rest = from.List.Rest
	}
}

// changes makes the changes up to p that stand behind base.
func (b *builder) changes(out *value.Tree, p, base *op, t int32) {
	var ops []*op
	for ; p != nil && p != base; p = p.prev {
		ops = append(ops, p)
	}
	for i := len(ops) - 1; i >= 0; i-- {
		if b.left--; b.left < 0 {
			*out = b.opened(*out, nil, "too large to be read")
			return
		}
		b.step(out, ops[i], t)
	}
}

func (b *builder) step(out *value.Tree, p *op, t int32) {
	isMap := out.Kind == value.KindMap
	kind := p.kind
	if isMap && kind == opAppend || !isMap && (kind == opPut || kind == opDefault) {
		kind = opOpen // another kind of container than it seemed
	}
	switch kind {
	case opArms:
		some := make([]value.Tree, len(p.arms))
		for i, arm := range p.arms {
			some[i] = copyTree(*out)
			b.left -= len(out.Items()) + len(out.Entries())
			b.changes(&some[i], arm, p.prev, t)
		}
		*out = b.join(some, nil)
	case opClear:
		if isMap {
			*out = value.NewMap(out.At)
		} else {
			*out = value.NewList(out.At)
		}
	case opPut:
		b.put(out.Map, b.tree(p.k, nil, t), b.tree(p.v, nil, t))
	case opDefault:
		b.fill(out, p, t)
	case opDelete:
		b.remove(out, p, t)
	case opSpread:
		v := b.tree(p.v, nil, t)
		if isMap {
			b.spread(out.Map, v, p.n)
		} else {
			b.extend(out.List, v, p.n)
		}
	case opAppend:
		out.List.Items = append(out.List.Items, b.tree(p.v, nil, t))
	default:
		*out = b.opened(*out, p.n, p.why)
	}
}

// fill makes a setdefault.
func (b *builder) fill(out *value.Tree, p *op, t int32) {
	k, v := b.tree(p.k, nil, t), b.tree(p.v, nil, t)
	if key, ok := k.Str().Get(); ok {
		if _, has := out.Map.Entry(key.String()); has {
			return
		}
		if out.Map.Rest == nil {
			out.Map.Put(key, v)
		} else {
			out.Map.Put(key, weaken(v, "it is only set where nothing else is"))
		}
		return
	}
	b.put(out.Map, k, v)
}

// remove makes a del or pop.
func (b *builder) remove(out *value.Tree, p *op, t int32) {
	key, ok := b.tree(p.k, nil, t).Str().Get()
	if !ok || out.Kind != value.KindMap {
		*out = b.opened(*out, p.n, "an item is removed")
		return
	}
	kept := out.Map.Entries[:0:0]
	for _, e := range out.Map.Entries {
		if !e.Key.Known() || e.Key.String() != key.String() {
			kept = append(kept, e)
		}
	}
	out.Map = &value.Mapping{Entries: kept, Rest: out.Map.Rest, At: out.Map.At}
}

func copyTree(t value.Tree) value.Tree {
	switch t.Kind {
	case value.KindMap:
		t.Map = copyMap(t.Map)
	case value.KindList:
		l := *t.List
		l.Items = append([]value.Tree(nil), l.Items...)
		t.List = &l
	}
	return t
}
