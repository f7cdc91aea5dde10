package python

import (
	"slices"
	"sort"
)

// eval reads the statements of a module.
type eval struct {
	m       *Module
	f       *frame
	module  *frame
	time    int32
	where   Where
	journal []change        // what arms have changed
	shared  map[string]bool // names that functions declare global or nonlocal
	inside  map[string]bool // names of the module whose values functions change
	depth   int
	arm     int                       // the last alternative that was read
	dies    bool                      // the last statement that ended what it stands in ended the program, or raised
	quiet   bool                      // nothing is listed: a body is read for what it changes
	parsers map[*Call]map[string]*val // defaults of command line arguments
	vals    []val
	none    *val
}

// change is what an arm has overwritten.
type change struct {
	b *binding
	v *val
	o *object
	p *op
}

func (m *Module) evaluate(root *node) {
	pub := &Scope{Kind: ModuleScope, m: m, n: root}
	m.Scopes = append(m.Scopes, pub)
	e := &eval{m: m, f: &frame{pub: pub, n: root, state: reading}, where: Where{Scope: pub}}
	e.module, m.e = e.f, e
	e.none = e.val(val{kind: vLiteral, n: &node{kind: nConst, op: kNone}})
	e.survey(root)
	e.block(root)
	e.functions(e.f)
	sort.SliceStable(m.Calls, func(i, j int) bool { return m.Calls[i].n.to < m.Calls[j].n.to })
	sort.SliceStable(m.Sets, func(i, j int) bool { return m.Sets[i].n.to < m.Sets[j].n.to })
}

// survey counts what binds the names of the module, and finds what its
// functions change.
func (e *eval) survey(root *node) {
	top := changes(e.m.s, root)
	for name, n := range top.bound {
		e.f.binding(name).total = n
	}
	all := changed{s: e.m.s, bound: map[string]int{}, mutated: map[string]bool{}, outer: map[string]bool{}, deep: true}
	all.scan(root)
	e.shared, e.inside = all.outer, map[string]bool{}
	for name := range all.mutated {
		if !top.mutated[name] {
			e.inside[name] = true
		}
	}
}

// val keeps a value.
func (e *eval) val(v val) *val {
	if len(e.vals) == cap(e.vals) {
		e.vals = make([]val, 0, min(max(64, 2*cap(e.vals)), 1024))
	}
	v.t = e.time
	e.vals = append(e.vals, v)
	return &e.vals[len(e.vals)-1]
}

func (e *eval) unknown(n *node, why string) *val { return e.val(val{kind: vUnknown, n: n, why: why}) }

// functions reads the functions of a scope that nothing has called.
func (e *eval) functions(f *frame) {
	for i := 0; i < len(f.later); i++ {
		e.function(f.later[i])
	}
}

// block reads statements; true if none behind it runs.
func (e *eval) block(n *node) bool {
	for i, s := range n.kids {
		if e.statement(s) {
			dies := e.dies
			defer func() { e.dies = dies }()
			for _, dead := range n.kids[i+1:] { // what never runs is listed all the same
				e.statement(dead)
			}
			return true
		}
		if e.where.Loop && !e.where.Branch && s.kind == nIf && jumps(s) { // what follows is for the others
			e.where.Branch = true
		}
	}
	return false
}

// jumps reports whether a statement may go on with the next round of the loop
// that it stands in, or leave it.
func jumps(n *node) bool {
	switch {
	case n == nil || n.kind == nDef || n.kind == nClass || n.kind == nLambda || n.kind == nFor || n.kind == nWhile:
		return false
	case n.kind == nJump || n.kind == nReturn || n.kind == nRaise:
		return true
	}
	return slices.ContainsFunc(n.kids, jumps)
}

func (e *eval) statement(n *node) (ends bool) {
	switch n.kind {
	case nBlock:
		return e.block(n)
	case nExpr:
		e.dies = exits(e.expr(n.kids[0]))
		return e.dies
	case nAssign:
		last := len(n.kids) - 1
		v := e.expr(n.kids[last])
		for _, t := range n.kids[:last] {
			e.assign(t, v, n.kids[last], "=")
		}
	case nAnnotated:
		e.expr(n.kids[1])
		if len(n.kids) > 2 {
			e.assign(n.kids[0], e.expr(n.kids[2]), n.kids[2], "=")
		}
	case nAugmented:
		e.augment(n)
	case nImport:
		e.imports(n)
	case nFrom:
		e.importFrom(n)
	case nReturn:
		v := e.none
		if len(n.kids) > 0 {
			v = e.expr(n.kids[0])
		}
		if !e.quiet {
			e.f.returns = append(e.f.returns, v)
		}
		e.dies = false
		return true
	case nRaise:
		e.exprs(n.kids)
		e.dies = true
		return true
	case nJump:
		e.dies = false
		return true
	case nDelete:
		for _, k := range n.kids {
			e.delete(k)
		}
	case nGlobal:
		for _, k := range n.kids {
			if e.f.outer == nil {
				e.f.outer = map[string]bool{}
			}
			e.f.outer[e.m.written(k)] = true
		}
	case nIf:
		return e.branch(n)
	case nFor, nWhile:
		e.loop(n)
	case nTry:
		return e.try(n)
	case nWith:
		return e.with(n)
	case nMatch:
		return e.match(n)
	case nDef:
		e.define(n)
	case nClass:
		e.class(n)
	default:
		e.exprs(n.kids)
	}
	return false
}

func (e *eval) exprs(nodes []*node) {
	for _, n := range nodes {
		if n == nil {
			continue
		}
		if n.kind == nBlock || n.kind >= nExpr {
			e.statement(n)
		} else {
			e.expr(n)
		}
	}
}

// exits reports whether a call ends the program.
func exits(v *val) bool {
	if v.kind != vCall {
		return false
	}
	switch v.call.Name() {
	case "sys.exit", "exit", "quit", "os._exit", "os.abort":
		return true
	}
	return false
}

// branch reads an if. What runs only where the file is the program is no
// branch: proflint asks what the program does.
func (e *eval) branch(n *node) bool {
	if e.isMain(n.kids[0]) {
		was := e.where.Main
		e.where.Main = true
		ends := e.block(n.kids[1])
		e.where.Main = was
		if len(n.kids) > 2 {
			e.arms(nil, func() bool { return e.rest(n.kids[2:]) }, nothing)
		}
		return ends && len(n.kids) == 2
	}
	test := e.expr(n.kids[0])
	return e.alternatives(&Fork{test: Value{e.m, test, n.kids[0], e.time}}, n.kids[1], n.kids[2:])
}

func nothing() bool { return false }

// rest reads what follows the first block of an if by itself.
func (e *eval) rest(kids []*node) bool {
	if len(kids) == 1 {
		return e.block(kids[0])
	}
	e.expr(kids[0])
	return e.alternatives(&Fork{}, kids[1], kids[2:])
}

// alternatives reads the first block of an if and what follows it: conditions
// and blocks in turn, and the last block if it has an else.
func (e *eval) alternatives(fork *Fork, first *node, kids []*node) bool {
	bodies := []func() bool{func() bool { return e.block(first) }}
	was := e.where.Branch
	for ; len(kids) > 1; kids = kids[2:] {
		e.where.Branch = true
		e.expr(kids[0])
		e.where.Branch = was
		body := kids[1]
		bodies = append(bodies, func() bool { return e.block(body) })
	}
	if len(kids) == 0 {
		return e.arms(fork, append(bodies, nothing)...)
	}
	return e.arms(fork, append(bodies, func() bool { return e.block(kids[0]) })...)
}

// isMain reports whether a condition is __name__ == "__main__".
func (e *eval) isMain(n *node) bool {
	return n.kind == nBinary && n.op == tEq && len(n.kids) == 2 && n.kids[0].kind == nName && e.m.written(n.kids[0]) == "__name__"
}

// many returns one of several values; a nil one is a name not bound at all.
func (e *eval) many(some []*val) *val { return e.oneOf(some, maxBound) }

// oneOf is many, for up to a number of values.
func (e *eval) oneOf(some []*val, most int) *val {
	var list []*val
	for _, v := range some {
		if v == nil || len(list) > most {
			continue
		}
		add := []*val{v}
		if v.kind == vMany {
			add = v.list
		}
		for _, v := range add {
			known := false
			for _, o := range list {
				known = known || o == v
			}
			if !known {
				list = append(list, v)
			}
		}
	}
	switch {
	case len(list) == 0:
		return nil
	case len(list) == 1:
		return list[0]
	case len(list) > most:
		return e.unknown(list[0].n, "set in several places")
	}
	out := e.val(val{kind: vMany, list: list})
	root := list[0].root()
	for _, v := range list {
		if root == nil || v.root() != root {
			out.a = nil
			break
		}
		if out.a == nil || v.made(0).links > out.a.made(0).links {
			out.a = v
		}
	}
	return out
}

// set writes what an object has gone through, from now on.
func (e *eval) set(o *object, p *op) {
	e.time++
	o.hist = append(o.hist, version{e.time, p})
}

// change is set, undone where an arm ends.
func (e *eval) change(o *object, p *op) {
	e.journal = append(e.journal, change{o: o, p: o.at(e.time)})
	e.set(o, p)
}

// apply adds a change to an object.
func (e *eval) apply(o *object, p op) {
	p.prev, p.t = o.at(e.time), e.time
	e.change(o, &p)
}

// rebind binds a name, undone where an arm ends.
func (e *eval) rebind(b *binding, v *val) {
	e.journal = append(e.journal, change{b: b, v: b.v})
	b.v = v
}

// bind binds a name in the scope at hand.
func (e *eval) bind(name string, v *val) {
	f := e.f
	if f.outer[name] {
		f = e.module
	}
	b := f.binding(name)
	if len(b.all) <= maxBound && !e.quiet {
		b.all = append(b.all, v)
	}
	e.rebind(b, v)
}
