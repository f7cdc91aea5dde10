package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// guard is a test of whether a variable holds anything, as scripts write it
// before they give it a default: [ -z "$V" ] && V=x is ${V:=x}.
type guard struct {
	name  string
	value *variable // what it holds at the test
	has   presence  // of that value
	empty bool      // the test succeeds when it holds nothing
	sets  bool      // the branch for holding nothing gives it a value, and no other does
}

// tested returns the guard that a statement is; nil if it is none.
func (e *eval) tested(st *syntax.Stmt) *guard {
	if st == nil || st.Background || len(st.Redirs) > 0 {
		return nil
	}
	var w *syntax.Word
	var empty bool
	switch c := st.Cmd.(type) {
	case *syntax.TestClause:
		w, empty = emptiness(c.X)
	case *syntax.CallExpr:
		w, empty = bracket(c.Args)
	}
	return e.guard(w, empty != st.Negated)
}

// guard returns the guard of the variable that a word is nothing but.
func (e *eval) guard(w *syntax.Word, empty bool) *guard {
	p := alone(w)
	if p == nil {
		return nil
	}
	name := p.Param.Value
	v := e.lookup(name, e.in.slice(p.Pos(), p.End()))
	if v.array || e.exact && v.text.Known() || e.settled(v) { // it is decided
		return nil
	}
	return &guard{name: name, value: v, has: presenceOf(expansion{text: v.text}, v), empty: empty}
}

// emptiness returns the word that [[ … ]] tests, and whether the test
// succeeds when it is empty; nil for another test.
func emptiness(x syntax.TestExpr) (*syntax.Word, bool) {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return emptiness(x.X)
	case *syntax.Word:
		return x, false
	case *syntax.UnaryTest:
		w, empty := emptiness(x.X)
		switch x.Op {
		case syntax.TsNot:
			return w, !empty
		case syntax.TsEmpStr:
			return w, true
		case syntax.TsNempStr:
			return w, false
		}
	case *syntax.BinaryTest:
		if w, ok := x.X.(*syntax.Word); ok && blank(x.Y) {
			return w, x.Op == syntax.TsMatch || x.Op == syntax.TsMatchShort
		}
	}
	return nil, false
}

// bracket is emptiness for [ … ] and test.
func bracket(args []*syntax.Word) (*syntax.Word, bool) {
	if len(args) == 0 || args[0].Lit() != "[" && args[0].Lit() != "test" {
		return nil, false
	}
	args = args[1:]
	if n := len(args); n > 0 && args[n-1].Lit() == "]" {
		args = args[:n-1]
	}
	not := len(args) > 1 && args[0].Lit() == "!"
	if not {
		args = args[1:]
	}
	switch {
	case len(args) == 1:
		return args[0], not
	case len(args) == 2 && args[0].Lit() == "-z":
		return args[1], !not
	case len(args) == 2 && args[0].Lit() == "-n":
		return args[1], not
	case len(args) == 3 && blank(args[2]) && slices.Contains([]string{"=", "==", "!="}, args[1].Lit()):
		return args[0], (args[1].Lit() != "!=") != not
	}
	return nil, false
}

// blank reports whether a word is a pair of quotes with nothing in it.
func blank(x syntax.TestExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok || len(w.Parts) != 1 {
		return false
	}
	switch p := w.Parts[0].(type) {
	case *syntax.DblQuoted:
		return len(p.Parts) == 0
	case *syntax.SglQuoted:
		return p.Value == ""
	}
	return false
}

// expansionOf returns the parameter that a word is nothing but, in quotes or
// not; nil for another word.
func expansionOf(w *syntax.Word) *syntax.ParamExp {
	if w == nil || len(w.Parts) != 1 {
		return nil
	}
	parts := w.Parts
	if q, ok := parts[0].(*syntax.DblQuoted); ok {
		parts = q.Parts
	}
	if len(parts) != 1 {
		return nil
	}
	p, _ := parts[0].(*syntax.ParamExp)
	return p
}

// expands reports whether a word is nothing but a parameter.
func expands(w *syntax.Word) bool { return expansionOf(w) != nil }

// alone returns the variable that a word is nothing but: $V, "${V}", "${V:-}"
// and "${V+x}", which are empty when it is.
func alone(w *syntax.Word) *syntax.ParamExp {
	p := expansionOf(w)
	switch {
	case p == nil || !plain(p) || p.Excl || p.Length || p.Index != nil || p.Slice != nil || p.Repl != nil:
		return nil
	case p.Exp == nil, p.Exp.Op == syntax.AlternateUnset, p.Exp.Op == syntax.AlternateUnsetOrNull:
		return p
	case (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull) && (p.Exp.Word == nil || len(p.Exp.Word.Parts) == 0):
		return p
	}
	return nil
}

// fallback returns what a variable holds behind the branches of a guard, if
// it is the tested value or else one default: V=x; [ -n "$1" ] && V=$1 is
// ${1:-x}. nil if it may hold anything else.
func (g *guard) fallback(name string, vs []*variable) *variable {
	if g == nil || name == g.name && !g.sets {
		return nil
	}
	var own, def *variable
	for _, v := range vs {
		switch {
		case v == nil && name == g.name, v != nil && same(v, g.value):
			own = g.value
		case v == nil || v.array || v.unset || !v.text.Known() || def != nil && !same(def, v):
			return nil
		default:
			def = v
		}
	}
	switch {
	case own == nil || def == nil:
		return nil
	case g.has == filled:
		return own
	case g.has == unsure && !g.value.outside:
		return nil
	case g.has == unsure:
		w := *def
		w.text = def.text.Weaken("the default of $" + g.name)
		return &w
	}
	return def
}
