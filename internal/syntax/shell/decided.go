package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// outcome returns in which turns a command of a chain succeeds: one that is no
// test in all, as otherwise something fails.
func (e *eval) outcome(st *syntax.Stmt) passing {
	if p := e.decided(st); p.each != "" {
		return p
	}
	switch c := st.Cmd.(type) {
	case *syntax.CallExpr:
		return passing{sure: !st.Negated && !asks(c.Args)}
	case *syntax.Block:
		return passing{sure: !st.Negated && e.outcome(c.Stmts[len(c.Stmts)-1]).sure}
	}
	return passing{}
}

// asks reports whether a command is there to find something out, and fails where it
// does not: grep, gsutil stat, gcloud … describe.
func asks(args []*syntax.Word) bool {
	if len(args) > 0 && slices.Contains([]string{"[", "test", "grep", "egrep", "fgrep", "false", "which", "command", "type", "diff", "cmp", "ls", "curl", "wget"}, args[0].Lit()) {
		return true
	}
	return slices.ContainsFunc(args, func(w *syntax.Word) bool {
		return slices.Contains([]string{"describe", "list", "get", "ls", "stat", "inspect", "exists", "status", "check"}, w.Lit())
	})
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
		if p = e.bracketed(c.Args); p.each == "" && len(c.Args) == 1 && len(c.Assigns) == 0 {
			p = e.truth(c.Args[0])
		}
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

// truth is decided for a command that is true or false, or a variable that holds one.
func (e *eval) truth(w *syntax.Word) passing {
	if lit := w.Lit(); lit != "true" && lit != "false" && !expands(w) {
		return passing{}
	}
	s := e.text(w).String()
	if s != "true" && s != "false" {
		return passing{}
	}
	return e.passes(w, true, func(s string) bool { return s == "true" })
}

// settled reports whether a variable holds one text, whatever happens: no empty
// one, which is there to be filled in, and none that is given to the script.
func (e *eval) settled(v *variable) bool {
	return !e.unsure && !e.swayed && e.aside == 0 && v != nil && !v.given && !v.array && !v.unset && v.text.Known() && v.text.Len() > 0 && !v.text.HasPrefix("~") && v.text.Weak() == ""
}

// decides reports whether a word decides a test as it stands in the script: what a
// carrier has completed, people may complete otherwise.
func (e *eval) decides(w *syntax.Word) bool {
	around := e.in.text.Slice(max(0, int(w.Pos().Offset())-1), min(len(e.in.mask), int(w.End().Offset())+1))
	if e.unsure || e.swayed || e.aside > 0 || len(around.Spans()) != 1 {
		return false
	}
	ok := e.text(w).Weak() == ""
	for _, p := range w.Parts {
		walk(p, func(n syntax.Node) bool {
			if p, is := n.(*syntax.ParamExp); is && ok {
				argument := e.frame.inside && p.Param != nil && p.Param.Value != "" && strings.Trim(p.Param.Value, "123456789") == ""
				ok = p.Param != nil && plain(p) && (argument || e.settled(e.vars[p.Param.Value]))
			}
			return ok
		})
	}
	return ok
}

// holds is decided for [[ … ]].
func (e *eval) holds(x syntax.TestExpr) passing {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return e.holds(x.X)
	case *syntax.UnaryTest:
		w, ok := x.X.(*syntax.Word)
		switch {
		case x.Op == syntax.TsNot:
			return e.holds(x.X).not()
		case ok && x.Op == syntax.TsEmpStr && e.turned(w):
			return e.passes(w, false, func(s string) bool { return s == "" })
		case ok && x.Op == syntax.TsNempStr && e.turned(w):
			return e.passes(w, false, func(s string) bool { return s != "" })
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
	if len(args) < 3 || args[0].Lit() != "[" && args[0].Lit() != "test" {
		return passing{}
	}
	if args = args[1:]; args[len(args)-1].Lit() == "]" {
		args = args[:len(args)-1]
	}
	not := args[0].Lit() == "!"
	if not {
		args = args[1:]
	}
	if len(args) == 2 && (args[0].Lit() == "-z" || args[0].Lit() == "-n") && e.turned(args[1]) {
		p := e.passes(args[1], !quoted(args[1]), func(s string) bool { return s == "" })
		if not != (args[0].Lit() == "-n") {
			p = p.not()
		}
		return p
	}
	if len(args) != 3 || !slices.Contains([]string{"=", "==", "!="}, args[1].Lit()) {
		return passing{}
	}
	a, b := args[0], args[2]
	if !e.turned(a) {
		a, b = b, a
	}
	p := passing{}
	if t, ok := e.fixed(b); ok && (quoted(b) || oneWord(t)) {
		p = e.passes(a, !quoted(a), func(s string) bool { return s == t }, b)
	}
	if not != (args[1].Lit() == "!=") {
		p = p.not()
	}
	return p
}

// matched returns the turns in which a word matches one of some patterns.
func (e *eval) matched(w *syntax.Word, patterns []*syntax.Word) passing {
	if w == nil || w.Lit() == "" && !e.turned(w) {
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
	in := e.passes(w, false, func(s string) bool {
		return slices.ContainsFunc(all, func(match func(string) bool) bool { return match(s) })
	}, patterns...)
	if in.each != "" && strings.Contains(e.in.mask, "nocasematch") {
		return passing{}
	}
	return in
}

// turned reports whether a word holds a variable, or what a carrier completes.
// Most tests are of something else.
func (e *eval) turned(w *syntax.Word) bool {
	if w == nil || slices.ContainsFunc(w.Parts, runs) {
		return false
	}
	return !e.in.slice(w.Pos(), w.End()).Known() || slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
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

// quoted reports whether a word stays one word whatever its variables hold.
func quoted(w *syntax.Word) bool {
	return !slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool { _, ok := p.(*syntax.ParamExp); return ok })
}

// passes returns the turns in which a word is one of some texts, which more words say. One
// that is split at its blanks has to be a word in each: [ -n $k ] holds where k is empty.
func (e *eval) passes(w *syntax.Word, split bool, ok func(string) bool, more ...*syntax.Word) passing {
	t := e.text(w)
	holes := t.Turns()
	if t.Known() && (!split || oneWord(t.String())) && (e.exact || e.decides(w) && !slices.ContainsFunc(more, func(w *syntax.Word) bool { return !e.decides(w) })) {
		p := passing{each: onlyTurn, n: 1, sure: true}
		if ok(t.String()) {
			p.in = 1
		}
		return p
	}
	if len(holes) == 0 || len(holes[0].OneOf) > 64 {
		return passing{}
	}
	p := passing{each: holes[0].Each, n: len(holes[0].OneOf), sure: true}
	for i := range p.n {
		one := t.Turn(p.each, i)
		switch {
		case !one.Known() || split && !oneWord(one.String()):
			return passing{}
		case ok(one.String()):
			p.in |= 1 << i
		}
	}
	return p
}
