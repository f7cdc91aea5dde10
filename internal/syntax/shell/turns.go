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
	case p.each == "":
		p = q
	case q.each == "":
	case p.each == q.each:
		p.in &= q.in
	default:
		sure = false
	}
	p.sure = sure
	return p
}

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

// where evaluates a branch for the turns that get there.
func (e *eval) where(p passing, f func()) diff {
	if p.each == "" {
		return e.branch(f)
	}
	e.only = append(e.only, p)
	d := e.branch(f)
	e.only = e.only[:len(e.only)-1]
	d.in = p
	return d
}

// outcome returns in which turns a command of a chain succeeds: one that is no
// test in all, as otherwise something fails.
func (e *eval) outcome(st *syntax.Stmt) passing {
	if p := e.decided(st); p.each != "" {
		return p
	}
	switch c := st.Cmd.(type) {
	case *syntax.CallExpr:
		return passing{sure: !st.Negated && (len(c.Args) == 0 || !slices.Contains([]string{"[", "test", "grep", "false", "which", "command"}, c.Args[0].Lit()))}
	case *syntax.Block:
		return passing{sure: !st.Negated}
	}
	return passing{}
}

// decided returns in which turns of a loop around it a test holds, or jobs of a
// matrix, if that is all it depends on.
func (e *eval) decided(st *syntax.Stmt) (p passing) {
	if st.Background || len(st.Redirs) > 0 {
		return p
	}
	switch c := st.Cmd.(type) {
	case *syntax.TestClause:
		p = e.holds(c.X)
	case *syntax.CallExpr:
		p = e.bracketed(c.Args)
	case *syntax.BinaryCmd:
		switch c.Op {
		case syntax.AndStmt:
			p = both(e.decided(c.X), e.decided(c.Y))
		case syntax.OrStmt:
			p = both(e.decided(c.X).not(), e.decided(c.Y).not()).not()
		}
	}
	if st.Negated {
		p = p.not()
	}
	return p
}

// test is decided for the only statement of a condition.
func (e *eval) test(cond []*syntax.Stmt) passing {
	if len(cond) != 1 {
		return passing{}
	}
	return e.decided(cond[0])
}

// both is and for two tests of the same loop.
func both(p, q passing) passing {
	if p.each == "" || p.each != q.each {
		return passing{}
	}
	return p.and(q)
}

// holds is decided for [[ … ]].
func (e *eval) holds(x syntax.TestExpr) passing {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return e.holds(x.X)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return e.holds(x.X).not()
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest:
			return both(e.holds(x.X), e.holds(x.Y))
		case syntax.OrTest:
			return both(e.holds(x.X).not(), e.holds(x.Y).not()).not()
		case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
			a, _ := x.X.(*syntax.Word)
			b, _ := x.Y.(*syntax.Word)
			p := e.matched(a, []*syntax.Word{b})
			if x.Op == syntax.TsNoMatch {
				p = p.not()
			}
			return p
		}
	}
	return passing{}
}

// bracketed is decided for [ … ] and test.
func (e *eval) bracketed(args []*syntax.Word) passing {
	if len(args) < 4 || args[0].Lit() != "[" && args[0].Lit() != "test" {
		return passing{}
	}
	if args = args[1:]; args[len(args)-1].Lit() == "]" {
		args = args[:len(args)-1]
	}
	not := args[0].Lit() == "!"
	if not {
		args = args[1:]
	}
	if len(args) != 3 || !slices.Contains([]string{"=", "==", "!="}, args[1].Lit()) {
		return passing{}
	}
	a, b := args[0], args[2]
	if !e.turned(a) {
		a, b = b, a
	}
	p := passing{}
	if t, ok := e.fixed(b); ok {
		p = e.passes(a, func(s string) bool { return s == t })
	}
	if not != (args[1].Lit() == "!=") {
		p = p.not()
	}
	return p
}

// matched returns the turns in which a word matches one of some patterns.
func (e *eval) matched(w *syntax.Word, patterns []*syntax.Word) passing {
	if !e.turned(w) {
		return passing{}
	}
	var all []func(string) bool
	for _, p := range patterns {
		if p == nil || slices.ContainsFunc(p.Parts, runs) {
			return passing{}
		}
		pat, ok := e.pattern(p)
		re := matcher(pat, "^", "$")
		if !ok || re == nil {
			return passing{}
		}
		all = append(all, re.MatchString)
	}
	return e.passes(w, func(s string) bool {
		return slices.ContainsFunc(all, func(match func(string) bool) bool { return match(s) })
	})
}

// turned reports whether a word is a variable, with text around it or not. Most
// tests are of something else.
func (e *eval) turned(w *syntax.Word) bool {
	if w == nil || slices.ContainsFunc(w.Parts, runs) {
		return false
	}
	return slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		if q, ok := p.(*syntax.DblQuoted); ok {
			return slices.ContainsFunc(q.Parts, func(p syntax.WordPart) bool { _, ok := p.(*syntax.ParamExp); return ok })
		}
		_, ok := p.(*syntax.ParamExp)
		return ok
	})
}

// fixed returns the text of a word that is the same in each turn.
func (e *eval) fixed(w *syntax.Word) (string, bool) {
	if slices.ContainsFunc(w.Parts, runs) {
		return "", false
	}
	t := e.text(w)
	return t.String(), t.Known()
}

// passes returns the turns in which a word is one of some texts.
func (e *eval) passes(w *syntax.Word, ok func(string) bool) passing {
	t := e.text(w)
	holes := t.Turns()
	if len(holes) == 0 || len(holes[0].OneOf) > 64 {
		return passing{}
	}
	p := passing{each: holes[0].Each, n: len(holes[0].OneOf), sure: true}
	for i := range p.n {
		one := t.Turn(p.each, i)
		switch {
		case !one.Known():
			return passing{}
		case ok(one.String()):
			p.in |= 1 << i
		}
	}
	return p
}

// byTurn returns what a variable holds behind branches that are each for some
// turns of a loop; nil if they are not, or it is not known.
func (e *eval) byTurn(name string, ds []diff, at int) *variable {
	p := ds[0].in
	if p.each == "" {
		return nil
	}
	h := &source.Hole{Expr: written(name), Sym: e.sym(name, at), Each: p.each, OneOf: make([]source.Text, p.n)}
	out, seen := &variable{one: true}, uint64(0)
	var vs []*variable
	for _, d := range ds {
		v, ok := d.vars[name]
		if !ok {
			v = e.vars[name]
		}
		if !d.in.sure || d.in.each != p.each || d.in.in&seen != 0 || v == nil || v.unset || v.array {
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
