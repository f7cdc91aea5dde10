package python

import (
	"sort"
	"strings"

	"github.com/proflint/proflint/internal/value"
)

// loop reads the body of a loop once. What it changes may have been changed
// by an earlier round, or not at all.
func (e *eval) loop(n *node) {
	var iter *val
	body := n.kids[1]
	if n.kind == nFor {
		iter, body = e.expr(n.kids[1]), n.kids[2]
	} else {
		e.expr(n.kids[0])
	}
	c := changes(e.m.s, body)
	before := map[string]*val{}
	for name := range c.bound {
		if b := e.local(name); b != nil && b.v != nil {
			before[name] = b.v
		}
	}
	e.blur(n, c, before)
	was := e.where
	e.where.Loop, e.where.Branch = true, true
	if n.kind == nFor {
		e.assign(n.kids[0], e.each(n, iter), n.kids[1], "=")
	}
	e.block(body)
	e.where = was
	for name, v := range before { // a builder that the body adds to stays the same builder
		if b := e.local(name); b.v == nil || v.root() == nil || b.v.root() != v.root() {
			delete(before, name)
		} else {
			before[name] = b.v
		}
	}
	e.blur(n, c, before)
	if last := n.kids[len(n.kids)-1]; last != body && last.kind == nBlock {
		e.arms(true, func() bool { e.block(last); return false }, nothing)
	}
}

// blur makes unknown what a loop changes.
func (e *eval) blur(n *node, c *changed, before map[string]*val) {
	const why = "set in a loop"
	for _, name := range sorted(c.bound) {
		if b := e.local(name); b != nil {
			v := e.unknown(nil, why)
			v.a = before[name]
			e.rebind(b, v)
		}
	}
	for _, name := range sorted(c.mutated) {
		if v := e.find(name); v != nil {
			e.open(v, "changed in a loop", 0)
		}
	}
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

// find returns the value of a name without judging it, nil for none.
func (e *eval) find(name string) *val {
	for f := e.f; f != nil; f = f.up {
		if b := f.names[name]; b != nil && b.v != nil && (f == e.f || f.pub.Kind != ClassScope) {
			return b.v
		}
	}
	return nil
}

// open marks the containers that a value may be as changed.
func (e *eval) open(v *val, why string, depth int) {
	switch {
	case v == nil || depth > 10:
	case v.kind == vObject:
		e.apply(v.obj, op{kind: opOpen, why: why})
	case v.kind == vMany:
		for _, o := range v.list {
			e.open(o, why, depth+1)
		}
	case v.kind == vWeak || v.kind == vOpen || v.kind == vApply:
		e.open(v.a, why, depth+1)
	case v.kind == vItem:
		if o := e.item(v); o != nil {
			e.open(o, why, depth+1)
		}
	}
}

// each returns what a loop binds: one of the items of what it goes over.
func (e *eval) each(n *node, iter *val) *val {
	switch {
	case iter.kind == vObject && len(iter.obj.init) <= maxItems:
		o := iter.obj
		if o.kind == value.KindMap {
			return e.keys(n, o)
		}
		if some := e.many(o.init); some != nil && len(o.hist) == 0 {
			return some
		}
	case iter.kind == vCall && iter.call.On.v != nil && iter.call.On.v.kind == vObject && iter.call.Method == "items":
		o := iter.call.On.v.obj
		if k := e.keys(n, o); k.kind != vUnknown {
			var values []*val
			for i := 1; i < len(o.init); i += 2 {
				values = append(values, o.init[i])
			}
			pair := &object{kind: value.KindList, n: n, init: []*val{k, e.many(values)}}
			return e.val(val{kind: vObject, n: n, obj: pair})
		}
	}
	return e.unknown(n.kids[0], "set in a loop")
}

// maxItems is how many items of a list are followed through a loop.
const maxItems = 100

// keys returns one of the keys of a dict that nothing has changed.
func (e *eval) keys(n *node, o *object) *val {
	var keys []*val
	for i := 0; i < len(o.init) && o.kind == value.KindMap; i += 2 {
		if o.init[i] == nil {
			return e.unknown(n, "set in a loop")
		}
		keys = append(keys, o.init[i])
	}
	if len(o.hist) > 0 || len(keys) == 0 {
		return e.unknown(n, "set in a loop")
	}
	return e.many(keys)
}

// try reads the body, and the handlers as alternatives to it: from the state
// before it, as it may have failed at once.
func (e *eval) try(n *node) bool {
	was := e.where.Branch
	var last *node
	parts := []*node{n.kids[0]}
	bodies := []func() bool{func() bool {
		inner := e.where.Branch
		e.where.Branch = was
		defer func() { e.where.Branch = inner }()
		for _, p := range parts {
			if e.block(p) {
				return true
			}
		}
		return false
	}}
	for _, k := range n.kids[1:] {
		switch k.kind {
		case nExcept:
			bodies = append(bodies, func() bool { return e.handler(k) })
		case nElse:
			parts = append(parts, k.kids[0])
		case nFinally:
			last = k.kids[0]
		}
	}
	ends := false
	if len(bodies) > 1 {
		ends = e.arms(true, bodies...)
	} else {
		ends = bodies[0]()
	}
	if last != nil {
		ends = e.block(last) || ends
	}
	return ends
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
		bodies = append(bodies, func() bool {
			e.assign(k.kids[0], e.unknown(k.kids[0], "matched by a case"), k.kids[0], "=")
			if k.kids[1] != nil {
				e.expr(k.kids[1])
			}
			return e.block(k.kids[2])
		})
	}
	return e.arms(true, bodies...)
}

func (e *eval) imports(n *node) {
	for _, k := range n.kids {
		path := e.m.written(k)
		e.m.Imports = append(e.m.Imports, path)
		if len(k.kids) > 0 {
			e.bind(e.m.written(k.kids[0]), e.val(val{kind: vPath, n: k, name: path}))
			continue
		}
		first, _, _ := strings.Cut(path, ".")
		e.bind(first, e.val(val{kind: vPath, n: k, name: first}))
	}
}

func (e *eval) importFrom(n *node) {
	module := e.m.written(n.kids[0])
	for _, k := range n.kids[1:] {
		if k.kind == nStar {
			e.m.Stars = append(e.m.Stars, module)
			e.m.Imports = append(e.m.Imports, module)
			continue
		}
		name := e.m.written(k)
		path := module + "." + name
		if strings.HasSuffix(module, ".") {
			path = module + name
		}
		e.m.Imports = append(e.m.Imports, path)
		if len(k.kids) > 0 {
			name = e.m.written(k.kids[0])
		}
		e.bind(name, e.val(val{kind: vPath, n: k, name: path}))
	}
}
