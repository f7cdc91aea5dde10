package python

import "github.com/proflint/proflint/internal/value"

// expr reads an expression: what it calls is listed, and what it is comes back.
func (e *eval) expr(n *node) *val {
	if n == nil {
		return e.none
	}
	switch n.kind {
	case nName:
		return e.lookup(n)
	case nString, nNumber, nConst:
		return e.val(val{kind: vLiteral, n: n})
	case nFormat:
		return e.format(n)
	case nJoin:
		return e.val(val{kind: vConcat, n: n, list: e.vlist(n.kids)})
	case nAttr:
		return e.attr(n)
	case nCall:
		return e.call(n)
	case nIndex:
		return e.index(n)
	case nTuple, nList:
		return e.val(val{kind: vObject, n: n, obj: &object{kind: value.KindList, n: n, init: e.vlist(n.kids)}})
	case nSet:
		return e.val(val{kind: vObject, n: n, obj: &object{kind: value.KindList, n: n, init: e.vlist(n.kids)}})
	case nDict:
		return e.dict(n)
	case nStar, nDouble:
		return e.val(val{kind: vSpread, n: n, a: e.expr(n.kids[0])})
	case nBinary:
		return e.binary(n)
	case nUnary:
		return e.unary(n)
	case nChoice:
		return e.choice(n)
	case nWalrus:
		v := e.expr(n.kids[1])
		e.bind(e.m.written(n.kids[0]), v)
		return v
	case nComp:
		return e.comprehension(n)
	case nLambda:
		return e.lambda(n)
	}
	e.exprs(n.kids)
	return e.unknown(n, "computed")
}

func (e *eval) vlist(nodes []*node) []*val {
	if len(nodes) == 0 {
		return nil
	}
	out := make([]*val, len(nodes))
	for i, n := range nodes {
		out[i] = e.expr(n)
	}
	return out
}

func (e *eval) dict(n *node) *val {
	o := &object{kind: value.KindMap, n: n, init: make([]*val, len(n.kids))}
	for i, k := range n.kids {
		if k != nil {
			o.init[i] = e.expr(k)
		}
	}
	return e.val(val{kind: vObject, n: n, obj: o})
}

// format reads the fields of an f-string.
func (e *eval) format(n *node) *val {
	out := make([]*val, len(n.kids))
	for i, k := range n.kids {
		if k.kind != nField {
			continue
		}
		v := e.expr(k.kids[0])
		for _, s := range k.kids[1:] {
			if s.kind == nField {
				e.expr(s.kids[0])
			}
		}
		if k.op != 0 && len(k.kids) > 0 && !(k.op == '!' && e.m.s[k.to-2] == 's') {
			v = e.unknown(k, "formatted")
		}
		out[i] = e.val(val{kind: vText, n: k, a: v})
	}
	return e.val(val{kind: vFormat, n: n, list: out})
}

func (e *eval) attr(n *node) *val {
	a := e.expr(n.kids[0])
	name := e.m.s[n.aux:n.to]
	if c := e.owner(a); c != nil {
		if v := e.member(n, c, name, a.kind == vDef); v != nil {
			return v
		}
	}
	if v := e.argument(n, a, name); v != nil {
		return v
	}
	return e.val(val{kind: vAttr, n: n, a: a, name: name})
}

// member returns an attribute of a class, nil if the class does not set it.
func (e *eval) member(n *node, c *frame, name string, static bool) *val {
	b := c.names[name]
	if b == nil || len(b.all) == 0 {
		return nil
	}
	if len(b.all) > 1 || b.total > len(b.all) {
		if len(b.all) < b.total || len(b.all) > maxBound {
			return e.unknown(n, "set in several places")
		}
		return e.many(b.all)
	}
	v := b.all[0]
	if v.kind == vObject {
		return e.val(val{kind: vOpen, n: n, a: v, why: "changed in a method"})
	}
	if !static && v.kind == vLiteral && len(c.pub.Decorators)+len(c.pub.Bases) > 0 {
		return e.val(val{kind: vWeak, n: n, a: v, why: "the default of " + c.pub.Name + "." + name})
	}
	return v
}

func (e *eval) index(n *node) *val {
	a, b := e.expr(n.kids[0]), e.expr(n.kids[1])
	if a.kind == vPath && a.name == "os.environ" {
		return e.unknown(n, "an environment variable")
	}
	if a.kind == vObject {
		if v, _ := e.get(a.obj, b); v != nil {
			return v
		}
	}
	return e.val(val{kind: vItem, n: n, a: a, b: b})
}

func (e *eval) binary(n *node) *val {
	list := e.vlist(n.kids)
	switch n.op {
	case '+':
		return e.sum(n, list)
	case '%':
		if len(list) == 2 {
			return e.val(val{kind: vPercent, n: n, a: list[0], b: list[1]})
		}
	case '|':
		out := list[0]
		for _, v := range list[1:] {
			out = e.union(n, out, v)
		}
		return out
	case kOr, kAnd: // the value of one of them
		return e.many(list)
	}
	return e.unknown(n, "computed")
}

// sum adds strings or lists: those that are neither for certain are put
// together when they are asked for.
func (e *eval) sum(n *node, list []*val) *val {
	for _, v := range list {
		if v.kind != vObject || v.obj.kind != value.KindList {
			continue
		}
		o := &object{kind: value.KindList, n: n}
		for _, v := range list {
			o.init = append(o.init, e.val(val{kind: vSpread, n: v.n, a: e.val(val{kind: vOpen, n: v.n, a: v})}))
		}
		return e.val(val{kind: vObject, n: n, obj: o})
	}
	out := e.val(val{kind: vConcat, n: n, list: list})
	for _, v := range list {
		if texts(v) {
			return out
		}
	}
	return e.holder(out)
}

// union merges dicts.
func (e *eval) union(n *node, a, b *val) *val {
	for _, v := range [...]*val{a, b} {
		if v.kind == vObject && v.obj.kind == value.KindMap {
			init := []*val{nil, e.val(val{kind: vOpen, n: a.n, a: a}), nil, e.val(val{kind: vOpen, n: b.n, a: b})}
			return e.val(val{kind: vObject, n: n, obj: &object{kind: value.KindMap, n: n, init: init}})
		}
	}
	return e.holder(e.val(val{kind: vMerge, n: n, a: a, b: b}))
}

// holder returns a value that may be a container, and may change if it is.
func (e *eval) holder(v *val) *val {
	return e.val(val{kind: vObject, n: v.n, a: v, obj: &object{of: v, n: v.n}})
}

func (e *eval) unary(n *node) *val {
	v := e.expr(n.kids[0])
	switch {
	case n.op == kAwait:
		return v
	case n.op == '-' && n.kids[0].kind == nNumber:
		return e.val(val{kind: vLiteral, n: n})
	}
	return e.unknown(n, "computed")
}

// choice reads a if b else c. What its values call is called in a branch.
func (e *eval) choice(n *node) *val {
	was := e.where
	e.where.Branch, e.where.Fork = true, nil
	var some []*val
	for i, k := range n.kids {
		v := e.expr(k)
		if i%2 == 0 {
			some = append(some, v)
		}
	}
	e.where = was
	return e.many(some)
}

// comprehension reads its parts once. The names that it binds are its own.
func (e *eval) comprehension(n *node) *val {
	i := 0
	for i < len(n.kids) && n.kids[i].kind != nClause {
		i++
	}
	was, f := e.where, e.f
	var parts []*val
	inner := &frame{pub: f.pub, up: f, n: n, outer: f.outer, class: f.class, self: f.self}
	for k, c := range n.kids[i:] {
		iter := e.expr(c.kids[1])
		if k == 0 {
			e.f = inner
		}
		e.where.Loop = true
		item, _ := e.each(c, iter)
		parts = append(parts, iter)
		e.assign(c.kids[0], item, c.kids[1], "=")
		for _, cond := range c.kids[2:] {
			e.expr(cond)
		}
	}
	for _, k := range n.kids[:i] {
		parts = append(parts, e.expr(k))
	}
	all := e.comprehended(n, i, parts[0])
	e.where, e.f = was, f
	if all != nil {
		return all
	}
	out := e.unknown(n, "computed in a comprehension")
	out.list = parts
	return out
}

// comprehended returns what a comprehension makes of each item of one list or
// dict that is known, where no condition leaves any out; nil for another one.
// elems is how many expressions make an item: two for a dict.
func (e *eval) comprehended(n *node, elems int, over *val) *val {
	if len(n.kids) != elems+1 || len(n.kids[elems].kids) != 2 || e.quiet {
		return nil
	}
	c := n.kids[elems]
	e.quiet = true
	defer func() { e.quiet = false }()
	items := e.turns(over)
	if len(items) == 0 {
		return nil
	}
	o := &object{kind: value.KindList, n: n}
	if elems == 2 {
		o.kind = value.KindMap
	}
	for _, item := range items {
		e.assign(c.kids[0], item, c.kids[1], "=")
		o.init = append(o.init, e.vlist(n.kids[:elems])...)
	}
	return e.val(val{kind: vObject, n: n, obj: o})
}

func (e *eval) lambda(n *node) *val {
	was, f := e.where, e.f
	e.f = &frame{pub: f.pub, up: f, n: n, class: f.class, self: f.self}
	e.where.Branch = true
	for _, p := range n.kids[0].kids {
		if p.kids[2] != nil {
			e.expr(p.kids[2])
		}
		e.bind(e.m.written(p.kids[0]), e.unknown(p.kids[0], "a parameter of a lambda"))
	}
	e.expr(n.kids[1])
	e.where, e.f = was, f
	return e.unknown(n, "a function")
}
