package shell

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// call evaluates a simple command.
func (e *eval) call(c *syntax.CallExpr) {
	if e.skip[c] {
		e.write(source.Text{}, false)
		return
	}
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			e.assign(a)
		}
		if len(c.Assigns) > 0 {
			e.write(source.Text{}, true)
		}
		return
	}
	stdin := e.stdin
	e.stdin = nil
	ws := e.fields(c.Args...)
	var env []change
	for _, a := range c.Assigns {
		env = append(env, change{a.Name.Value, e.evaluated(a, e.vars[a.Name.Value])})
	}
	cmd := &Command{Words: ws, At: e.span(c, ws), Stdin: stdin}
	e.mend(cmd, c)
	if len(ws) == 0 {
		for _, ch := range env {
			e.set(ch.name, ch.old)
		}
		return
	}
	e.choose(cmd, env)
}

// choose runs a command. One whose name is a variable that branches set is
// run in each way.
func (e *eval) choose(cmd *Command, env []change) {
	alts := e.alternatives(cmd.Words[0])
	if len(alts) == 0 {
		e.dispatch(cmd, env)
		return
	}
	at := e.at
	var ds []diff
	for _, ws := range alts {
		one := *cmd
		one.Words = slices.Concat(ws, cmd.Words[1:])
		if len(one.Words) > 0 {
			ds = append(ds, e.branch(func() { e.dispatch(&one, env) }))
		}
	}
	e.merge(ds, at)
}

// alternatives returns the words that a word may stand for, if it is a
// variable that branches set; nil if it is not.
func (e *eval) alternatives(w Word) (out [][]Word) {
	h := w.Text.Hole()
	if h == nil || h.Sym == "" || w.Text.Len() != len(h.Expr) {
		return nil
	}
	vs := e.choices[h.Sym]
	if len(vs) == 0 && len(h.OneOf) <= maxCalls {
		for _, t := range w.Text.Choices() { // a value that a carrier sets
			vs = append(vs, &variable{text: t})
		}
	}
	for _, v := range vs {
		switch {
		case v == nil: // set outside
			out = append(out, []Word{w})
		case v.array:
			out = append(out, v.elems)
		case v.unset && w.Rest != nil:
			out = append(out, nil)
		case w.Rest == nil:
			out = append(out, []Word{{Text: v.text}})
		default:
			f := fields{e: e, loose: !v.text.Known()}
			f.split(v.text)
			f.close()
			out = append(out, f.out)
		}
	}
	return out
}

// among notes what words that branches set may stand for: all that stand for
// several words, and those before the first option, which say what runs.
func (e *eval) among(ws []Word) []Word {
	out, leading := ws, true
	for i, w := range ws {
		leading = leading && !w.Text.HasPrefix("-")
		if !leading && w.Rest == nil {
			continue
		}
		if alts := e.alternatives(w); len(alts) > 0 {
			if &out[0] == &ws[0] {
				out = slices.Clone(ws)
			}
			ways := alts // a copy, so that only words that have any allocate
			out[i].Ways = &ways
		}
	}
	return out
}

// dispatch runs a function, or a program.
func (e *eval) dispatch(cmd *Command, env []change) {
	if e.invoked(cmd.Words, cmd, env) {
		return
	}
	for _, ch := range env {
		insert(&cmd.Env, ch.name, ch.old.str(ch.name))
	}
	e.run(cmd, env)
}

// passes reports whether a call is nothing but "$@": the words of the caller
// are the command.
func passes(c *syntax.CallExpr) bool {
	parts := c.Args[0].Parts
	if q, ok := parts[0].(*syntax.DblQuoted); ok && len(parts) == 1 {
		parts = q.Parts
	}
	if len(c.Args) != 1 || len(parts) != 1 {
		return false
	}
	p, ok := parts[0].(*syntax.ParamExp)
	return ok && p.Param != nil && (p.Param.Value == "@" || p.Param.Value == "*")
}

// span is the place of a command. A command that is only "$@" stands where
// its words do.
func (e *eval) span(c *syntax.CallExpr, ws []Word) source.Span {
	at := source.Span{}
	for _, s := range e.in.slice(c.Args[0].Pos(), c.Args[len(c.Args)-1].End()).Spans() {
		at = at.Cover(s)
	}
	if call := e.frame.call; call != nil && passes(c) && len(ws) > 0 {
		first := ws[0].Text.Span()
		if first.File == call.At.File && call.At.Start <= first.Start && first.Start < call.At.End {
			return source.Span{File: first.File, Start: first.Start, End: call.At.End}
		}
	}
	return at
}

// positive reads a count, as shift takes it.
func positive(ws []Word) (int, bool) {
	if len(ws) < 2 {
		return 1, true
	}
	n, err := strconv.Atoi(ws[1].Text.String())
	return n, err == nil && n >= 0 && ws[1].Text.Known()
}
