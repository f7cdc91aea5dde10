package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// maxChain is how many commands of one && and || chain are told apart by
// success and failure before what they set is merged.
const maxChain = 64

// link is one command of a chain and the operator before it.
type link struct {
	op syntax.BinCmdOperator
	st *syntax.Stmt
}

// joint returns the binary command that a statement is nothing but.
func joint(st *syntax.Stmt) (*syntax.BinaryCmd, bool) {
	c, ok := st.Cmd.(*syntax.BinaryCmd)
	return c, ok && !st.Negated && !st.Background && len(st.Redirs) == 0
}

func piped(c *syntax.BinaryCmd) bool { return c.Op == syntax.Pipe || c.Op == syntax.PipeAll }

// links flattens a chain or a pipeline, which may be as long as the text.
func links(c *syntax.BinaryCmd) []link {
	pipe := piped(c)
	out := []link{{c.Op, c.Y}}
	for {
		x, ok := joint(c.X)
		if !ok || piped(x) != pipe {
			break
		}
		c = x
		out = append(out, link{c.Op, c.Y})
	}
	out = append(out, link{syntax.AndStmt, c.X})
	slices.Reverse(out)
	return out
}

// chain evaluates a && b || c. What is set along the way is told apart by
// whether the commands so far succeeded or failed, so that [ … ] && X=a || X=b
// leaves X one of a and b.
func (e *eval) chain(c *syntax.BinaryCmd) {
	at := offset(c)
	yes, no := &diff{}, (*diff)(nil) // after success, after failure; nil for what cannot be
	plain := true                    // no test so far
	ls := links(c)
	g := e.tested(ls[0].st)
	if g != nil {
		g.sets = (ls[1].op == syntax.AndStmt) == g.empty
	}
	for i, l := range ls {
		if i > 0 && i%maxChain == 0 {
			e.settle(g, yes, no, at)
			yes, no = &diff{}, &diff{}
		}
		from := yes
		if l.op == syntax.OrStmt {
			from = no
		}
		test := e.outcome(l.st)
		run := func() {
			e.apply(from.vars)
			e.stmt(l.st)
		}
		var d diff
		switch {
		case from == nil:
			e.pass(l.st)
			continue
		case l.op != syntax.OrStmt && no == nil:
			d = e.isolate(run)
		default:
			d = e.where(from.turns(plain), run)
		}
		y, n := &d, &d
		if test.each == "" && from.in == nil {
			d.in, plain = nil, plain && test.sure
		} else {
			p := from.turns(plain && l.op == syntax.AndStmt)
			good, bad := p.and(test), p.and(test.not())
			if test.each == "" && test.sure { // it fails in no turn
				bad, bad.in = good, 0
			}
			y, n = &diff{vars: d.vars, in: &good}, &diff{vars: d.vars, in: &bad}
		}
		if d.dead {
			y, n = nil, nil
		} else if certain(l.st) {
			n = nil
		}
		if l.op == syntax.OrStmt {
			yes, no = e.either(g, yes, y, at), n
		} else {
			yes, no = y, e.either(g, no, n, at)
		}
	}
	e.settle(g, yes, no, at)
}

// either returns what holds behind one of two outcomes.
func (e *eval) either(g *guard, a, b *diff, at int) *diff {
	switch {
	case a == nil || b != nil && a.never():
		return b
	case b == nil || b.never():
		return a
	case len(a.vars)+len(b.vars) == 0:
		if a.in == nil {
			return a
		}
		return &diff{in: a.turns(false).or(b.turns(false)).told()}
	}
	d := e.isolate(func() { e.mergeBy(g, []diff{*a, *b}, at) })
	d.in = a.turns(false).or(b.turns(false)).told()
	return &d
}

// settle continues behind a chain.
func (e *eval) settle(g *guard, yes, no *diff, at int) {
	var ds []diff
	for _, d := range []*diff{yes, no} {
		if d != nil {
			ds = append(ds, *d)
		}
	}
	e.mergeBy(g, ds, at)
}

// certain reports whether a statement cannot fail.
func certain(st *syntax.Stmt) bool {
	if st.Negated || st.Background {
		return false
	}
	switch c := st.Cmd.(type) {
	case *syntax.DeclClause, *syntax.FuncDecl:
		return true
	case *syntax.Block:
		return certain(c.Stmts[len(c.Stmts)-1])
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return !slices.ContainsFunc(c.Assigns, func(a *syntax.Assign) bool {
				return a.Value != nil && slices.ContainsFunc(a.Value.Parts, runs)
			})
		}
		return slices.Contains([]string{"true", ":", "echo", "printf", "set", "shopt"}, c.Args[0].Lit())
	}
	return false
}

// runs reports whether a part of a word runs a command.
func runs(p syntax.WordPart) bool {
	switch p := p.(type) {
	case *syntax.CmdSubst:
		return true
	case *syntax.DblQuoted:
		return slices.ContainsFunc(p.Parts, runs)
	}
	return false
}

// pipeline evaluates each command in a shell of its own, and hands on what is
// known of its output.
func (e *eval) pipeline(c *syntax.BinaryCmd) {
	out := e.sink
	var in *source.Text
	ls := links(c)
	for i, l := range ls {
		to := out
		if i < len(ls)-1 {
			to = e.newSink()
		}
		run := func() {
			e.subshell(to, func() {
				e.stdin = in
				e.stmt(l.st)
			})
		}
		if i == 0 {
			run()
		} else {
			e.beside(run) // all commands of a pipeline run at the same time
		}
		in = nil
		if t, ok := to.result(); ok && to != out {
			in = &t
		}
	}
	e.stdin = nil
}

// sink collects what commands write, as long as it is known.
type sink struct {
	parts pieces
	lost  bool
	cond  int
}

func (e *eval) newSink() *sink { return &sink{cond: e.cond} }

// result returns all that was written, if it is known.
func (s *sink) result() (source.Text, bool) {
	if s == nil || s.lost {
		return source.Text{}, false
	}
	return s.parts.join(), true
}

// write is known output of a command; ok false stands for unknown output.
func (e *eval) write(t source.Text, ok bool) {
	if s := e.sink; s != nil {
		s.lost = s.lost || !ok || t.Len() > 0 && s.cond != e.cond
		if !s.lost {
			s.parts.add(t)
		}
	}
}
