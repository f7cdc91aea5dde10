package python

import (
	"slices"
	"sort"

	"github.com/proflint/proflint/internal/value"
)

// loop reads the body of a loop once. What it changes may have been changed
// by an earlier round, or not at all: a first look finds what that is.
func (e *eval) loop(n *node) {
	var item *val
	sure, body := false, n.kids[1]
	if n.kind == nFor {
		body = n.kids[2]
		item, sure = e.each(n, e.expr(n.kids[1]))
	} else {
		e.expr(n.kids[0])
	}
	round := func() {
		if n.kind == nFor {
			e.assign(n.kids[0], item, n.kids[1], "=")
		}
		e.block(body)
	}
	c := changes(e.m.s, body)
	before, may := map[string]*val{}, map[string][]*val{}
	note := func() {
		for name := range c.bound {
			if b := e.local(name); b != nil && b.v != nil {
				may[name] = append(may[name], b.v)
			}
		}
	}
	note()
	for name, v := range may {
		before[name] = v[0]
	}
	var objects []touch
	if !e.quiet {
		base := len(e.journal)
		e.quiet = true
		round()
		note()
		e.quiet = false
		objects = e.touched(base)
		e.undo(base)
	}
	e.blur(c, objects, before, may)
	was, base := e.where, len(e.journal)
	e.where.Loop, e.where.Branch = true, was.Branch || !sure
	round()
	note()
	e.where = was
	for name, v := range before { // a builder that the body adds to stays the same builder
		if b := e.local(name); b.v == nil || v.root() == nil || b.v.root() != v.root() {
			delete(before, name)
		} else {
			before[name] = b.v
		}
	}
	e.blur(c, e.touched(base), before, may)
	if last := n.kids[len(n.kids)-1]; last != body && last.kind == nBlock {
		e.arms(&Fork{}, func() bool { e.block(last); return false }, nothing)
	}
}

// blur makes unknown what a loop changes: names, which may be one of the
// values that are known, and containers.
func (e *eval) blur(c *changed, objects []touch, before map[string]*val, may map[string][]*val) {
	for _, name := range sorted(c.bound) {
		if b := e.local(name); b != nil {
			v := e.unknown(nil, "set in a loop")
			v.a, v.list = before[name], may[name]
			e.rebind(b, v)
		}
	}
	e.perhaps(objects, "changed in a loop")
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// local returns the binding of a name in the scope at hand.
func (e *eval) local(name string) *binding {
	f := e.f
	if f.outer[name] {
		f = e.module
	}
	return f.names[name]
}

// open marks the containers that a value may be, and those in them, as
// changed.
func (e *eval) open(v *val, why string) { e.opens(v, why, map[*object]bool{}, 0) }

func (e *eval) opens(v *val, why string, seen map[*object]bool, depth int) {
	if v == nil || depth > 50 || len(seen) > maxItems {
		return
	}
	depth++
	switch v.kind {
	case vObject:
		if seen[v.obj] {
			return
		}
		seen[v.obj] = true
		for _, o := range v.obj.init {
			e.opens(o, why, seen, depth)
		}
		for p := v.obj.at(e.time); p != nil; p = p.prev {
			e.opens(p.v, why, seen, depth)
			for _, arm := range p.arms {
				for ; arm != nil && arm != p.prev; arm = arm.prev {
					e.opens(arm.v, why, seen, depth)
				}
			}
		}
		e.apply(v.obj, op{kind: opOpen, why: why})
	case vMany, vUnknown, vConcat:
		for _, o := range v.list {
			e.opens(o, why, seen, depth)
		}
	case vWeak, vOpen, vApply, vSpread, vItem, vMerge:
		e.opens(v.a, why, seen, depth)
		if v.kind == vMerge {
			e.opens(v.b, why, seen, depth)
		}
	}
}

// each returns what a loop binds: one of the items of what it goes over. sure
// tells that there is one.
func (e *eval) each(n *node, iter *val) (v *val, sure bool) {
	over, method := iter, ""
	if iter.kind == vCall && e.simple(iter.call.Func.v) == "sorted" && len(iter.call.Args) > 0 && iter.call.Args[0].Name+iter.call.Args[0].Star == "" {
		iter = iter.call.Args[0].Value.v
		over = iter
	}
	if iter.kind == vCall && iter.call.On.v != nil && len(iter.call.Args) == 0 {
		over, method = iter.call.On.v, iter.call.Method
	}
	var keys, values []*val
	weak := ""
	if over.kind == vOpen && over.why != "" && over.a.kind == vObject { // of a class: a method may change it
		over, weak = over.a, short(e.m.written(over.n))+" being as it is written"
	}
	if over.kind == vObject && over.obj.of == nil {
		keys, values = e.contents(over, e.time)
	} else if over.kind == vItem && over.a.kind == vObject && over.a.obj.of == nil { // settings[env].items()
		weak = "which of them " + short(e.m.written(over.n)) + " is"
		_, all := e.contents(over.a, e.time)
		for _, one := range all {
			if !e.merged(&keys, &values, one, e.time) {
				return e.unknown(n.kids[0], "set in a loop"), false
			}
		}
	} else {
		keys, values = e.foreign(n, over)
	}
	if len(values) == 0 || len(values) > maxItems {
		v := e.unknown(n.kids[0], "set in a loop")
		v.list = []*val{iter}
		return v, false
	}
	if weak != "" {
		keys, values = e.weak(keys, weak), e.weak(values, weak)
	}
	switch {
	case method == "" && keys == nil, method == "values" && keys != nil:
		v = e.oneOf(values, maxItems)
	case method == "" && keys != nil, method == "keys" && keys != nil:
		v = e.oneOf(keys, maxItems)
	case method == "items" && keys != nil:
		pair := &object{kind: value.KindList, n: n, init: []*val{e.oneOf(keys, maxItems), e.oneOf(values, maxItems)}}
		v = e.val(val{kind: vObject, n: n, obj: pair})
	default:
		return e.unknown(n.kids[0], "set in a loop"), false
	}
	return v, true
}

// turns returns what a loop binds in each of its rounds, where that is known.
func (e *eval) turns(iter *val) []*val {
	over, method := iter, ""
	if iter.kind == vCall && iter.call.On.v != nil && len(iter.call.Args) == 0 {
		over, method = iter.call.On.v, iter.call.Method
	}
	if over.kind != vObject || over.obj.of != nil {
		return nil
	}
	keys, values := e.contents(over, e.time)
	switch {
	case len(values) > maxItems:
		return nil
	case method == "" && over.obj.kind == value.KindMap, method == "keys":
		return keys
	case method == "", method == "values" && over.obj.kind == value.KindMap:
		return values
	case method != "items":
		return nil
	}
	out := make([]*val, 0, len(keys))
	for i, k := range keys {
		pair := &object{kind: value.KindList, n: iter.n, init: []*val{k, values[i]}}
		out = append(out, e.val(val{kind: vObject, n: iter.n, obj: pair}))
	}
	return out
}

// weak returns values that something not seen may replace.
func (e *eval) weak(all []*val, why string) []*val {
	var out []*val
	for _, v := range all {
		out = append(out, e.val(val{kind: vWeak, n: v.n, a: v, why: why}))
	}
	return out
}

// maxItems is how many items of a list are followed through a loop.
const maxItems = 100

// contents returns what is in a list or dict at a time: keys are nil for a
// list, values for what is not known.
func (e *eval) contents(v *val, t int32) (keys, values []*val) {
	o := v.obj
	var ops []*op
	for p := o.at(t); p != nil; p = p.prev {
		if ops = append(ops, p); len(ops) > 10*maxItems {
			return nil, nil
		}
	}
	if o.kind != value.KindMap {
		values = slices.Clone(o.init)
	}
	for i := 0; o.kind == value.KindMap && i+1 < len(o.init); i += 2 {
		if o.init[i] != nil {
			keys, values = append(keys, o.init[i]), append(values, o.init[i+1])
		} else if !e.merged(&keys, &values, o.init[i+1], v.t) {
			return nil, nil
		}
	}
	for _, p := range slices.Backward(ops) {
		switch {
		case p.kind == opPut && o.kind == value.KindMap:
			keys, values = append(keys, p.k), append(values, p.v)
		case p.kind == opAppend && o.kind != value.KindMap:
			values = append(values, p.v)
		case p.kind == opSpread && o.kind == value.KindMap && e.merged(&keys, &values, p.v, p.t):
		default:
			return nil, nil
		}
	}
	if slices.ContainsFunc(values, func(v *val) bool { return v.kind == vSpread }) {
		return nil, nil
	}
	return keys, values
}

// merged adds what another dict holds that is written out where it is merged
// in; false for one that is not.
func (e *eval) merged(keys, values *[]*val, v *val, t int32) bool {
	for ; v.kind == vOpen && v.why == ""; v = v.a {
		t = v.t
	}
	var k, add []*val
	switch {
	case len(*values) > maxItems:
		return false
	case v.kind == vObject && v.obj.of == nil && v.obj.kind == value.KindMap:
		k, add = e.contents(v, t)
	default:
		k, add = e.foreign(v.n, v)
	}
	*keys, *values = append(*keys, k...), append(*values, add...)
	return len(k) > 0
}

// try reads the body, and the handlers as alternatives to it: it may have
// failed anywhere.
func (e *eval) try(n *node) bool {
	was := e.where.Branch
	var last *node
	parts := []*node{n.kids[0]}
	var objects []touch
	after := map[string]*val{}
	c := changes(e.m.s, n.kids[0])
	bodies := []func() bool{func() bool {
		inner, base := e.where.Branch, len(e.journal)
		e.where.Branch = was
		defer func() { e.where.Branch = inner }()
		ends := e.block(n.kids[0])
		objects = e.touched(base)
		for name := range c.bound {
			if b := e.local(name); b != nil {
				after[name] = b.v
			}
		}
		for _, p := range parts[1:] {
			ends = e.block(p) || ends
		}
		return ends
	}}
	for _, k := range n.kids[1:] {
		switch k.kind {
		case nExcept:
			bodies = append(bodies, func() bool {
				e.failed(c, after, objects)
				return e.handler(k)
			})
		case nElse:
			parts = append(parts, k.kids[0])
		case nFinally:
			last = k.kids[0]
		}
	}
	ends := false
	if len(bodies) > 1 {
		ends = e.arms(&Fork{}, bodies...)
	} else {
		ends = bodies[0]()
	}
	if last != nil {
		ends = e.block(last) || ends
	}
	return ends
}

// failed is the state in which a handler starts: what the body changes is as
// before, or as it left it.
func (e *eval) failed(c *changed, after map[string]*val, objects []touch) {
	for _, name := range sorted(c.bound) {
		b := e.local(name)
		switch {
		case b == nil || after[name] == nil:
		case c.bound[name] == 1:
			e.rebind(b, e.many([]*val{b.v, after[name]}))
		default:
			v := e.unknown(nil, "set before something failed")
			v.list = append(v.list, after[name])
			if b.v != nil {
				v.list = append(v.list, b.v)
			}
			e.rebind(b, v)
		}
	}
	e.perhaps(objects, "changed before something failed")
}

func (e *eval) handler(n *node) bool {
	if n.kids[0] != nil {
		e.expr(n.kids[0])
	}
	if n.kids[1] != nil {
		e.bind(e.m.written(n.kids[1]), e.unknown(n.kids[1], "an exception"))
	}
	return e.block(n.kids[2])
}

func (e *eval) with(n *node) bool {
	last := len(n.kids) - 1
	for _, k := range n.kids[:last] {
		v := e.expr(k.kids[0])
		if k.kids[1] != nil {
			e.assign(k.kids[1], v, k.kids[0], "=")
		}
	}
	return e.block(n.kids[last])
}

func (e *eval) match(n *node) bool {
	e.expr(n.kids[0])
	bodies := []func() bool{nothing}
	for _, k := range n.kids[1:] {
		if k.kind != nCase {
			e.statement(k)
			continue
		}
		if e.m.written(k.kids[0]) == "_" && k.kids[1] == nil {
			bodies = bodies[1:] // one of them it is
		}
		bodies = append(bodies, func() bool {
			e.assign(k.kids[0], e.unknown(k.kids[0], "matched by a case"), k.kids[0], "=")
			if k.kids[1] != nil {
				e.expr(k.kids[1])
			}
			return e.block(k.kids[2])
		})
	}
	return e.arms(&Fork{}, bodies...)
}
