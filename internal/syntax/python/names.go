package python

import (
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/value"
)

// lookup returns the value of a name.
func (e *eval) lookup(n *node) *val {
	name := e.m.written(n)
	for f := e.f; f != nil; f = f.up {
		if f.pub.Kind == ClassScope && f != e.f {
			continue
		}
		b := f.names[name]
		if b == nil || f == e.f && f.outer[name] {
			continue
		}
		if f == e.f {
			if b.v != nil && !(f == e.module && e.shared[name]) {
				return b.v
			}
			if f.pub.Kind == FunctionScope {
				return e.unknown(n, "not set before it is used")
			}
			if b.v == nil {
				continue
			}
		}
		return e.outer(n, f, b, name)
	}
	if len(e.m.Stars) == 1 && !builtin(name) {
		return e.val(val{kind: vPath, n: n, name: e.m.Stars[0] + "." + name})
	}
	return e.val(val{kind: vPath, n: n, name: name})
}

// outer returns the value of a name of a scope around: certain only if one
// statement binds it.
func (e *eval) outer(n *node, f *frame, b *binding, name string) *val {
	v := b.v
	switch {
	case e.shared[name] || len(b.all) > maxBound:
		return e.unknown(n, "set in several places")
	case b.total > 1 && len(b.all) >= b.total:
		v = e.many(b.all)
	case b.total > 1:
		return e.unknown(n, "set in several places")
	}
	if v == nil {
		return e.unknown(n, "not set before it is used")
	}
	if f == e.module && e.inside[name] && container(v) {
		return e.val(val{kind: vOpen, n: n, a: v, why: "changed in a function"})
	}
	return v
}

func container(v *val) bool { return v.kind == vObject || v.kind == vMany || v.kind == vWeak }

// builtin reports whether a name is one of Python's own that programs call.
func builtin(name string) bool {
	switch name {
	case "abs", "all", "any", "bool", "bytes", "callable", "chr", "dict", "dir", "enumerate", "eval", "exec", "exit", "filter", "float", "format",
		"frozenset", "getattr", "globals", "hasattr", "hash", "id", "input", "int", "isinstance", "issubclass", "iter", "len", "list", "locals",
		"map", "max", "min", "next", "object", "open", "ord", "print", "property", "quit", "range", "repr", "reversed", "round", "set", "setattr",
		"sorted", "staticmethod", "classmethod", "str", "sum", "super", "tuple", "type", "vars", "zip", "__name__", "__file__", "Exception", "ValueError", "RuntimeError":
		return true
	}
	return false
}

// assign gives a target its value. at is the expression of the value.
func (e *eval) assign(t *node, v *val, at *node, op string) {
	switch t.kind {
	case nName:
		e.bind(e.m.written(t), v)
	case nTuple, nList:
		e.unpack(t, v, at, op)
	case nStar:
		if len(t.kids) > 0 {
			e.assign(t.kids[0], e.unknown(at, "the rest of a list"), at, op)
		}
	case nAttr:
		on := e.expr(t.kids[0])
		name := e.m.s[t.aux:t.to]
		e.setting(t, Set{On: e.value(on, t.kids[0]), Attr: name, Op: op, Value: e.value(v, at)})
		if c := e.owner(on); c != nil {
			b := c.binding(name)
			if len(b.all) <= maxBound && !e.quiet {
				b.all = append(b.all, v)
				b.total++
			}
			e.rebind(b, v)
		}
	case nIndex:
		on, key := e.expr(t.kids[0]), e.expr(t.kids[1])
		e.setting(t, Set{On: e.value(on, t.kids[0]), Key: e.value(key, t.kids[1]), Op: op, Value: e.value(v, at)})
		switch o := e.object(on); {
		case o == nil:
		case o.kind == value.KindMap:
			e.apply(o, op1(opPut, key, v, t))
		default:
			e.apply(o, op1(opOpen, nil, nil, t))
		}
	default:
		e.expr(t)
	}
}

func op1(k opKind, key, v *val, n *node) op { return op{kind: k, k: key, v: v, n: n, why: "changed"} }

func (e *eval) setting(t *node, s Set) {
	if e.quiet {
		return
	}
	s.Where, s.n, s.m = e.where, t, e.m
	e.m.Sets = append(e.m.Sets, &s)
}

// value is a val as it is now.
func (e *eval) value(v *val, n *node) Value { return Value{m: e.m, v: v, n: n, t: e.time} }

func (e *eval) unpack(t *node, v *val, at *node, op string) {
	var items []*val
	if v.kind == vObject && v.obj.kind == value.KindList && len(v.obj.hist) == 0 {
		items = v.obj.init
	}
	exact := len(items) == len(t.kids)
	for i, k := range t.kids {
		exact = exact && k.kind != nStar && items[i].kind != vSpread
	}
	for i, k := range t.kids {
		switch {
		case exact:
			e.assign(k, items[i], at, op)
		case k.kind == nStar:
			e.assign(k, v, at, op)
		default:
			key := e.val(val{kind: vUnknown, name: strconv.Itoa(i), why: "an item"})
			item := e.val(val{kind: vItem, n: at, a: v, b: key})
			if i == 1 && v.kind == vCall && v.call.Method == "parse_known_args" { // the words that are left over
				item = e.val(val{kind: vObject, n: at, obj: &object{kind: value.KindList, n: at, init: []*val{e.val(val{kind: vSpread, n: at, a: item})}}})
			}
			e.assign(k, item, at, op)
		}
	}
}

// owner returns the class of a value that is self, or a class of the file.
func (e *eval) owner(v *val) *frame {
	switch {
	case v.kind == vSelf:
		return v.scope
	case v.kind == vDef && v.scope.pub.Kind == ClassScope:
		return v.scope
	case v.kind == vCall && v.call.Func.v.kind == vDef && v.call.Func.v.scope.pub.Kind == ClassScope:
		return v.call.Func.v.scope
	}
	return nil
}

// object returns the container that a value is, nil if it is none, or one of
// several: those are marked as changed.
func (e *eval) object(v *val) *object {
	switch v.kind {
	case vObject:
		return v.obj
	case vItem:
		if o := e.item(v); o != nil {
			return e.object(o)
		}
		e.open(v.a, "changed")
	case vMany, vWeak, vOpen, vApply, vUnknown, vMerge, vConcat:
		e.open(v, "changed")
	}
	return nil
}

// item returns what an item of a container is, if that is certain.
func (e *eval) item(v *val) *val {
	if v.a.kind != vObject && v.a.kind != vItem {
		return nil
	}
	o := v.a
	if o.kind == vItem {
		if o = e.item(o); o == nil || o.kind != vObject {
			return nil
		}
	}
	found, _ := e.get(o.obj, v.b)
	return found
}

// get returns the entry of a key, nil if there is none or it is not certain;
// sure tells the two apart.
func (e *eval) get(o *object, key *val) (v *val, sure bool) {
	if o.kind != value.KindMap {
		return nil, false
	}
	want, ok := e.literal(key)
	if !ok {
		return nil, false
	}
	for p := o.at(e.time); p != nil; p = p.prev {
		if p.kind == opClear {
			return nil, true
		}
		if p.kind != opPut && p.kind != opDelete && p.kind != opDefault {
			return nil, false
		}
		k, ok := e.literal(p.k)
		switch {
		case !ok, k == want && p.kind == opDefault:
			return nil, false
		case k == want:
			return p.v, true
		}
	}
	for i := len(o.init) - 2; i >= 0; i -= 2 {
		if o.init[i] == nil {
			return nil, false
		}
		switch k, ok := e.literal(o.init[i]); {
		case !ok:
			return nil, false
		case k == want:
			return o.init[i+1], true
		}
	}
	return nil, true
}

// literal returns what a value that is a literal says.
func (e *eval) literal(v *val) (string, bool) {
	switch {
	case v == nil || v.kind != vLiteral:
	case v.n.kind == nKeyword:
		return e.m.s[v.n.from:v.n.aux], true
	case v.n.kind == nString:
		if t := e.m.decode(v.n); t.Known() {
			return t.String(), true
		}
	}
	return "", false
}

// augment reads x += v and its kin.
func (e *eval) augment(n *node) {
	t := n.kids[0]
	v := e.expr(n.kids[1])
	op := e.m.s[t.to:n.kids[1].from]
	op = strings.Trim(op, " \t\\\r\n(")
	if t.kind != nName {
		e.assign(t, e.unknown(n, "computed"), n.kids[1], op)
		if len(e.m.Sets) > 0 && !e.quiet { // the consumer is told what is added, the container only that it changed
			e.m.Sets[len(e.m.Sets)-1].Value = e.value(v, n.kids[1])
		}
		return
	}
	was := e.lookup(t)
	name := e.m.written(t)
	switch {
	case was.kind == vObject && n.op == tAddTo && was.obj.kind == value.KindList, was.kind == vObject && n.op == tOrTo && was.obj.kind != value.KindList:
		e.apply(was.obj, op1(opSpread, nil, e.val(val{kind: vOpen, n: n.kids[1], a: v}), n))
		e.bindAgain(name, was)
	case n.op == tAddTo:
		if !texts(was) {
			e.object(was)
		}
		e.bind(name, e.sum(n, []*val{was, v}))
	case n.op == tOrTo:
		e.object(was)
		e.bind(name, e.union(n, was, v))
	default:
		e.bind(name, e.unknown(n, "computed"))
	}
}

// bindAgain notes that a statement binds a name to what it was bound to.
func (e *eval) bindAgain(name string, v *val) {
	if b := e.local(name); b != nil && b.total > 1 {
		b.total--
	} else {
		e.bind(name, v)
	}
}

func (e *eval) delete(t *node) {
	switch t.kind {
	case nName:
		if b := e.local(e.m.written(t)); b != nil {
			e.rebind(b, nil)
		}
	case nTuple, nList:
		for _, k := range t.kids {
			e.delete(k)
		}
	case nIndex:
		on, key := e.expr(t.kids[0]), e.expr(t.kids[1])
		if o := e.object(on); o != nil {
			e.apply(o, op1(opDelete, key, nil, t))
		}
	default:
		e.expr(t)
	}
}
