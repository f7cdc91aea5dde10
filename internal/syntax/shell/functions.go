package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// function is one declared function.
type function struct {
	name   string
	body   *syntax.Stmt
	in     *input
	called bool
	active bool
	sets   []string // variables that its body sets
	known  bool     // sets was computed
}

// frame is one call, or a shell of its own.
type frame struct {
	inside  bool // in a function
	mark    int  // of the log, at the start
	saved   []change
	returns []diff
	call    *Command // of the function, as the caller wrote it
}

func (e *eval) define(c *syntax.FuncDecl) {
	names := c.Names
	if c.Name != nil {
		names = append([]*syntax.Lit{c.Name}, names...)
	}
	if len(names) == 0 || c.Body == nil {
		return
	}
	f := e.bodies[c.Body]
	if f == nil {
		f = &function{name: names[0].Value, body: c.Body, in: e.in, called: e.abroad}
		insert(&e.bodies, c.Body, f)
		e.decls = append(e.decls, f)
	}
	for _, n := range names {
		old := e.funcs[n.Value]
		switch {
		case e.cond == 0:
			old = nil
		case len(old) == 0:
			old = []*function{nil}
		case slices.Contains(old, f) || len(old) > maxCalls:
			continue
		}
		insert(&e.funcs, n.Value, append(slices.Clone(old), f))
	}
}

// invoked evaluates a call of a function, in each way that it may be
// defined. It reports false when the command is none that is followed.
func (e *eval) invoked(ws []Word, call *Command, env []change) bool {
	fs := e.funcs[ws[0].Text.String()]
	if len(fs) == 0 || !ws[0].Text.Known() {
		return false
	}
	at := e.at
	var ds []diff
	for _, f := range fs {
		switch {
		case f == nil:
			ds = append(ds, diff{})
		case f.active || e.calls >= maxCalls || e.spent():
			f.called = true
			for _, name := range e.setBy(f) {
				e.put(name, e.changing(name, at))
			}
			e.write(source.Text{}, false)
			return false
		case len(fs) == 1:
			e.invoke(f, call, ws[1:], env)
			return true
		default:
			ds = append(ds, e.branch(func() { e.invoke(f, call, ws[1:], env) }))
		}
	}
	e.merge(ds, at)
	return true
}

// spent reports whether calls have added all they may.
func (e *eval) spent() bool {
	return e.calls > 0 && (e.steps > maxSteps || e.inlined > maxInlined || e.work > maxInlining)
}

// invoke evaluates a function with its arguments and the variables set for
// the call. What was cut off the call is missing where its words run.
func (e *eval) invoke(f *function, call *Command, args []Word, env []change) {
	f.called, f.active = true, true
	outer, left := e.frame, e.left
	e.logging++
	e.frame = &frame{inside: true, mark: len(e.log), call: call}
	for _, c := range env {
		e.local(c.name, c.old)
	}
	e.local(params, &variable{array: true, elems: args})
	e.within(f.in, func() { e.outOfLoop(func() { e.stmt(f.body) }) })
	e.comeBack()
	for _, c := range slices.Backward(e.frame.saved) {
		e.put(c.name, c.old)
	}
	e.frame, e.left = outer, left
	if e.logging--; e.logging == 0 {
		e.log = e.log[:0]
	}
	f.active = false
}

// comeBack merges the ways that a function returns.
func (e *eval) comeBack() {
	ends := e.frame.returns
	if len(ends) == 0 {
		return
	}
	if !e.dead {
		ends = append(ends, diff{vars: e.since(e.frame.mark)})
	}
	for _, c := range slices.Backward(e.log[e.frame.mark:]) {
		e.restore(c.name, c.old)
	}
	e.log = e.log[:e.frame.mark]
	e.dead = false
	e.merge(ends, e.at)
}

// within evaluates code of another text, or of this one once more.
func (e *eval) within(in *input, f func()) {
	text, inst, at := e.in, e.inst, e.at
	e.insts++
	e.calls++
	e.in, e.inst, e.stdin = in, e.insts, nil
	f()
	e.calls--
	e.in, e.inst, e.at = text, inst, at
}

// local gives a variable a value until the function returns.
func (e *eval) local(name string, v *variable) {
	f := e.frame
	if !slices.ContainsFunc(f.saved, func(c change) bool { return c.name == name }) {
		f.saved = append(f.saved, change{name, e.variable(name)})
	}
	e.put(name, v)
}

// leave is return: what the function set so far is one way it may end.
func (e *eval) leave() {
	if e.frame.inside && len(e.frame.returns) < maxChain {
		e.frame.returns = append(e.frame.returns, diff{vars: e.since(e.frame.mark)})
	}
	e.dead = true
}

// leaves counts a branch that ends the script or the function before those behind it.
func (e *eval) leaves(ws []Word) {
	if e.cond > 0 && (len(ws) < 2 || ws[1].Text.String() == "0") {
		e.left++
	}
}

// uncalled evaluates the functions that the text never calls, with unknown
// arguments. One that is called from another of them is read there.
func (e *eval) uncalled() {
	e.dead = false
	e.passed()
	inner := map[string]bool{}
	for _, f := range e.decls {
		if !f.called {
			walk(f.body, func(n syntax.Node) bool {
				if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 && c.Args[0].Lit() != f.name {
					inner[c.Args[0].Lit()] = true
				}
				return true
			})
		}
	}
	for _, all := range []bool{false, true} {
		for _, f := range e.decls {
			if f.called || inner[f.name] && !all {
				continue
			}
			d := e.isolate(func() {
				suffix := ":" + f.name
				rest := e.rest("$@", "the arguments of "+f.name, suffix)
				e.beside(func() { e.invoke(f, &Command{}, []Word{rest}, nil) })
			})
			e.keepFiles(d)
		}
	}
}

// setBy returns the variables that a function sets.
func (e *eval) setBy(f *function) []string {
	if !f.known {
		f.known = true // before the body, which may call the function
		f.sets = e.assigned(f.body)
	}
	return f.sets
}
