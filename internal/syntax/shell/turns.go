package shell

import (
	"math/bits"
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// maxTurns is the longest loop whose turns are told apart.
const maxTurns = 16

// eachTurn reports whether the loop surely runs once for each of its items,
// which are known, unless something fails.
func eachTurn(c *syntax.ForClause, items []Word) bool {
	sure := !c.Select && len(items) > 1 && len(items) <= maxTurns && !slices.ContainsFunc(items, func(w Word) bool { return w.Rest != nil || !w.Text.Known() })
	for _, st := range c.Do {
		walk(st, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				switch call.Args[0].Lit() {
				case "break":
					sure = false
				case "exit", "return":
					sure = sure && len(call.Args) > 1 && call.Args[1].Lit() != "0"
				}
			}
			return sure
		})
	}
	return sure
}

// maxSettled is the longest loop that is followed turn by turn.
const maxSettled = 64

// settles reports whether a loop does nothing but set variables, and what it
// takes in each turn is known.
func (e *eval) settles(c *syntax.ForClause, items []Word) bool {
	pure := !c.Select && len(items) <= maxSettled && !slices.ContainsFunc(items, func(w Word) bool { return w.Rest != nil || !w.Text.Known() })
	for _, st := range c.Do {
		if !pure {
			break
		}
		walk(st, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Stmt:
				pure = pure && len(n.Redirs) == 0 && !n.Background && !n.Coprocess
			case *syntax.CallExpr:
				pure = pure && (len(n.Args) == 0 || n.Args[0].Lit() == "[" || n.Args[0].Lit() == "test")
			case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.Subshell, *syntax.ForClause, *syntax.WhileClause, *syntax.FuncDecl, *syntax.LetClause, *syntax.ArithmCmd:
				pure = false
			}
			return pure
		})
	}
	return pure
}

// unroll evaluates a loop turn by turn.
func (e *eval) unroll(name string, items []Word, body []*syntax.Stmt) {
	inst, exact := e.inst, e.exact
	e.exact = true
	for _, w := range items {
		e.insts++
		e.inst = e.insts
		e.set(name, &variable{text: w.Text})
		e.body("", body)
	}
	e.inst, e.exact = inst, exact
}

// turning is what decides at a place whether each turn gets there: as many
// branches stand around it, and have left before it, as at the start of the loop.
type turning struct{ around, left int }

func (e *eval) turning() turning {
	t := turning{around: e.cond - e.loops, left: e.left + e.skips}
	for _, p := range e.only {
		if p.sure {
			t.around--
		}
	}
	return t
}

// lasting returns the loops around a command whose every turn it is part of,
// and the matrices that a carrier completes it from. Where tests keep turns from
// getting there, only holds those that do.
func (e *eval) lasting(ws []Word) (out []string, only map[string]uint64) {
	for _, w := range ws {
		for _, h := range w.Text.Turns() {
			if slices.Contains(out, h.Each) {
				continue
			}
			in, some := e.reaching(h.Each, len(h.OneOf))
			if e.turns[h.Each] != e.turning() && bits.OnesCount64(in) != 1 {
				continue
			}
			if out = append(out, h.Each); some && only == nil {
				only = map[string]uint64{}
			}
			if some {
				only[h.Each] = in
			}
		}
	}
	return out, only
}

// reaching returns which of n turns get to the statement, and whether a test
// keeps others away.
func (e *eval) reaching(each string, n int) (in uint64, some bool) {
	in, some = uint64(1)<<n-1, e.gone[each] != 0
	in &^= e.gone[each]
	for _, p := range e.only {
		if p.each == each {
			in, some = in&p.in, true
		}
	}
	return in, some
}

// body evaluates the body of a loop, of which each names the turns if they are
// told apart.
func (e *eval) body(each string, stmts []*syntax.Stmt) {
	inner, from, skips := e.inner, e.from, e.skips
	e.inner, e.from = each, len(e.only)
	e.list(stmts)
	e.inner, e.from, e.skips = inner, from, skips
}

// outOfLoop evaluates a function or a shell of its own: bash ends no turn of a
// loop around it.
func (e *eval) outOfLoop(f func()) {
	inner := e.inner
	e.inner = ""
	f()
	e.inner = inner
}

// endTurn is continue: the turns that get to it end.
func (e *eval) endTurn(ws []Word) {
	in, sure := ^uint64(0), len(ws) == 1 && e.inner != "" && e.turns[e.inner] == e.turning() && len(e.only) > e.from
	for _, p := range e.only[e.from:] {
		in, sure = in&p.in, sure && p.each == e.inner
	}
	if !sure {
		e.skips++
		return
	}
	if e.gone == nil {
		e.gone = map[string]uint64{}
	}
	e.gone[e.inner] |= in
}

// onlyTurn is the loop of passing where a loop is followed turn by turn, or a test
// decides without any.
const onlyTurn = "\x00"

// passing says which turns of a loop get somewhere. The zero value says
// nothing: it depends on something else.
type passing struct {
	each string // the loop; "" for any
	n    int    // of its turns
	in   uint64 // those that do; all for any loop
	sure bool   // nothing else keeps them away
}

// and returns what passes two tests, one behind the other.
func (p passing) and(q passing) passing {
	sure := p.sure && q.sure
	switch {
	case p.each == "", q.never():
		p = q
	case q.each == "", q.each == onlyTurn, p.never():
	case p.each == onlyTurn:
		p = q
	case p.each == q.each:
		p.in &= q.in
	default:
		sure = false
	}
	p.sure = sure
	return p
}

// never reports whether nothing passes.
func (p passing) never() bool { return p.each == onlyTurn && p.in == 0 }

func (d *diff) never() bool { return d.in != nil && d.in.never() }

// or returns what passes one of two tests.
func (p passing) or(q passing) passing {
	if p.each == "" || p.each != q.each {
		return passing{}
	}
	p.in, p.sure = p.in|q.in, p.sure && q.sure
	return p
}

// not returns what fails a test.
func (p passing) not() passing {
	if p.each == "" {
		return passing{}
	}
	p.in ^= uint64(1)<<p.n - 1
	return p
}

// told returns what a diff is told: nothing that says nothing.
func (p passing) told() *passing {
	if p.each == "" {
		return nil
	}
	out := p // the receiver stays off the heap
	return &out
}

// turns returns the turns of a loop that take a branch. sure says whether a branch that is
// none of a loop is taken in any case.
func (d *diff) turns(sure bool) passing {
	if d.in == nil {
		return passing{sure: sure}
	}
	return *d.in
}

// where evaluates a branch for the turns that get there.
func (e *eval) where(p passing, f func()) diff {
	switch {
	case p.never():
		e.nevers++
		d := e.isolate(func() {
			e.dead = true
			f()
		})
		e.nevers--
		return diff{vars: d.vars, dead: true, in: p.told()}
	case p.each == onlyTurn && p.sure: // no branch
		d := e.isolate(f)
		d.in = p.told()
		return d
	case p.each == "" || p.each == onlyTurn:
		d := e.branch(f)
		d.in = p.told()
		return d
	}
	e.only = append(e.only, p)
	d := e.branch(f)
	e.only = e.only[:len(e.only)-1]
	d.in = p.told()
	return d
}

// byTurn returns what a variable holds behind branches that are each for some
// turns of a loop; nil if they are not, or it is not known.
func (e *eval) byTurn(name string, ds []diff, at int) *variable {
	p := ds[0].in
	if p == nil {
		return nil
	}
	if p.each == onlyTurn {
		return e.taken(name, ds)
	}
	h := &source.Hole{Expr: written(name), Sym: e.sym(name, at), Each: p.each, OneOf: make([]source.Text, p.n)}
	out, seen := &variable{one: true}, uint64(0)
	var vs []*variable
	for _, d := range ds {
		v, ok := d.vars[name]
		if !ok {
			v = e.vars[name]
		}
		if d.in == nil || !d.in.sure || d.in.each != p.each || d.in.in&seen != 0 || v == nil || v.unset || v.array {
			return nil
		}
		seen |= d.in.in
		for i := range p.n {
			if d.in.in&(1<<i) == 0 {
				continue
			}
			if h.OneOf[i] = v.text.Turn(p.each, i); !h.OneOf[i].Known() {
				return nil
			}
			out.one = out.one && oneWord(h.OneOf[i].String())
		}
		vs, out.exported = append(vs, v), out.exported || v.exported
	}
	if seen != uint64(1)<<p.n-1 {
		return nil
	}
	h.Why = choices(vs)
	out.text = source.Unknown(h, vs[0].text.Span())
	e.offer(h.Sym, vs)
	return out
}

// taken returns what a variable holds behind the one of some branches that is
// taken; nil if it is not set.
func (e *eval) taken(name string, ds []diff) *variable {
	for _, d := range ds {
		if v, ok := d.vars[name]; d.in != nil && d.in.each == onlyTurn && d.in.sure && d.in.in == 1 {
			if !ok {
				v = e.vars[name]
			}
			return v
		}
	}
	return nil
}
