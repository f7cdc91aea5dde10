package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// fleeting are parameters whose value changes from one reading to the next:
// each reading is equal to itself only, wherever a variable carries it.
const fleeting = " ? ! - _ # RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME BASHPID PWD OLDPWD REPLY OPTARG OPTIND PIPESTATUS FUNCNAME "

// subscript returns the literal index of ${A[index]}, or "".
func subscript(p *syntax.ParamExp) string {
	if w, ok := p.Index.(*syntax.Word); ok {
		return w.Lit()
	}
	return ""
}

// plain reports whether a parameter has no operator that is not understood.
func plain(p *syntax.ParamExp) bool {
	return p.Param != nil && p.Flags == nil && !p.Width && !p.IsSet && p.Split == syntax.OptUnset &&
		p.GlobSubst == syntax.OptUnset && p.RcExpand == syntax.OptUnset && p.NestedParam == nil &&
		len(p.Modifiers) == 0 && p.Names == 0
}

// param evaluates a parameter expansion.
func (e *eval) param(p *syntax.ParamExp) expansion {
	src := e.in.slice(p.Pos(), p.End())
	if s, on := strings.CutSuffix(src.String(), "\\\n"); on && p.Short { // the parser takes a line that goes on for a part of $NAME
		src = src.Slice(0, len(s))
	}
	if !plain(p) {
		e.visit(p)
		return unknown(e.hole(src, "an expansion that is not followed", ""))
	}
	if !src.Known() {
		if name := e.in.slice(p.Param.Pos(), p.Param.End()); !name.Known() {
			return unknown(source.Unknown(name.Hole(), src.Span()))
		}
	}
	name := p.Param.Value
	v := e.lookup(name, src)
	if p.Excl {
		if index := subscript(p); index == "@" || index == "*" {
			if x, ok := keys(v, src); ok {
				return x
			}
		}
		if v.array || !v.text.Known() || !syntax.ValidName(v.text.String()) {
			return unknown(e.hole(src, "depends on a variable's name", ""))
		}
		name = v.text.String()
		v = e.lookup(name, src)
	}
	switch {
	case p.Length:
		return length(p, v, src)
	case p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull:
		return e.conditional(p, name, v, src)
	}
	x := e.content(p, v, src)
	if p.Exp == nil && p.Repl == nil && p.Slice == nil {
		return spelt(x, name, src)
	}
	return e.operate(p, x, src)
}

// setFrom starts the reason of a variable that was given an unknown value.
const setFrom = "set from "

// spelt returns the value of a variable as it is used: an unknown one reads as
// the variable, and says what that was set from. The arguments of a function
// read as its caller wrote them.
func spelt(x expansion, name string, src source.Text) expansion {
	old := x.text.Hole()
	if x.many || old == nil || len(old.Expr) != x.text.Len() || name[0] <= '9' {
		return x
	}
	h := *old
	h.Expr = src.String()
	if strings.Trim(old.Expr, "${}<>") != name && !strings.HasPrefix(h.Why, setFrom) && old.Expr != h.Expr {
		h.Why = setFrom + brief(old.Expr) + ", " + h.Why
	}
	weak := x.text.Weak()
	if x.text = source.Unknown(&h, src.Span()); weak != "" {
		x.text = x.text.Weaken(weak)
	}
	return x
}

func unknown(t source.Text) expansion { return expansion{text: t, loose: true} }

// lookup returns a variable; one that nothing sets is set outside.
func (e *eval) lookup(name string, src source.Text) *variable {
	if name == "*" {
		name = params
	}
	if v := e.variable(name); v != nil {
		return v
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		return e.positional(n, src)
	}
	h := &source.Hole{Expr: src.String(), Why: "set outside this script", Sym: e.path + ":$" + name}
	v := &variable{outside: true}
	changes := strings.Contains(fleeting, " "+name+" ")
	if changes {
		h.Why = "known only when the script runs"
		h.Sym += e.once(src.Span().Start)
		v.one = len(name) == 1 && name != "_" && name != "-"
	}
	if name == "#" {
		if ps := e.variable(params).elems; !slices.ContainsFunc(ps, isRest) {
			return &variable{text: source.Derived(strconv.Itoa(len(ps)), src.Span())}
		}
	}
	v.text = source.Unknown(h, src.Span())
	if !changes {
		e.receive(h.Sym)
	}
	return v
}

// receive notes the symbol of a value that the script gets from outside.
func (e *eval) receive(sym string) {
	if sym != "" {
		insert(&e.given, sym, true)
	}
}

func isRest(w Word) bool { return w.Rest != nil }

// positional returns $1, $2, ….
func (e *eval) positional(n int, src source.Text) *variable {
	ps := e.variable(params).elems
	for i, w := range ps {
		if w.Rest != nil {
			h := *w.Rest
			if h.Sym != "" {
				h.Sym = strings.Replace(h.Sym, "$@", "$"+strconv.Itoa(n-i), 1)
			}
			h.Expr = src.String()
			e.receive(h.Sym)
			return &variable{text: source.Unknown(&h, src.Span()), outside: true}
		}
		if i == n-1 {
			return &variable{text: w.Text}
		}
	}
	return &variable{unset: true}
}

// content returns what a variable stands for, its subscript applied.
func content(p *syntax.ParamExp, v *variable, src source.Text) expansion {
	index := subscript(p)
	all := index == "@" || index == "*" || p.Param.Value == "@" || p.Param.Value == "*"
	if v.unset {
		return expansion{many: all}
	}
	if all {
		return expansion{words: located(words(v), src), many: true, star: index == "*" || p.Param.Value == "*"}
	}
	if p.Index == nil && !v.array {
		return expansion{text: v.text, loose: !v.text.Known() && !v.one}
	}
	i, ok := constant(p.Index)
	if p.Index == nil {
		i, ok = 0, true
	}
	ws := words(v)
	if i < 0 && !slices.ContainsFunc(ws, isRest) {
		i += len(ws)
	}
	if ok && i >= 0 && !slices.ContainsFunc(ws[:min(i+1, len(ws))], isRest) {
		if i < len(ws) {
			return expansion{text: ws[i].Text, loose: !ws[i].Text.Known()}
		}
		if !slices.ContainsFunc(ws, isRest) && !v.outside {
			return expansion{}
		}
	}
	why := "an element that is not known"
	if v.outside {
		why = "set outside this script"
	}
	return unknown(source.Unknown(&source.Hole{Expr: src.String(), Why: why}, src.Span()))
}

// located gives words that stand nowhere the place of the expansion.
func located(ws []Word, src source.Text) []Word {
	out := ws
	for i, w := range ws {
		if w.Rest == nil || w.Text.Span().Valid() {
			continue
		}
		if &out[0] == &ws[0] {
			out = slices.Clone(ws)
		}
		h := *w.Rest
		h.Expr = src.String()
		out[i] = Word{Text: source.Unknown(&h, src.Span()), Rest: &h}
	}
	return out
}

// length evaluates ${#V}.
func length(p *syntax.ParamExp, v *variable, src source.Text) expansion {
	x := content(p, v, src)
	n := -1
	switch {
	case x.many && !slices.ContainsFunc(x.words, isRest):
		n = len(x.words)
	case !x.many && x.text.Known():
		n = len([]rune(x.text.String()))
	}
	if n < 0 {
		return expansion{text: source.Unknown(&source.Hole{Expr: src.String(), Why: "computed"}, src.Span())}
	}
	return expansion{text: source.Derived(strconv.Itoa(n), src.Span())}
}

// presence says what is known of a variable's being set.
type presence uint8

const (
	unsure presence = iota
	unset
	empty
	filled
)

func presenceOf(x expansion, v *variable) presence {
	if v.unset {
		return unset
	}
	if x.many {
		for _, w := range x.words {
			if w.Rest == nil {
				return filled
			}
		}
		if len(x.words) == 0 {
			return unset
		}
		return unsure
	}
	switch t := x.text; {
	case t.Len() == 0 && t.Known():
		return empty
	case t.Known(), v.one, !t.AllHole():
		return filled
	}
	return unsure
}

// perhaps is a word that stands there or does not.
func (e *eval) perhaps(w *syntax.Word, hole source.Text) expansion {
	there := &variable{}
	e.branch(func() { there.text = e.text(w) })
	all, h := []*variable{{}, there}, hole.Hole()
	h.OneOf = []source.Text{{}, there.text}
	e.offer(h.Sym, all)
	return unknown(hole)
}

// conditional evaluates ${V:-w}, ${V:+w}, ${V:?w} and ${V:=w}.
func (e *eval) conditional(p *syntax.ParamExp, name string, v *variable, src source.Text) expansion {
	x := e.content(p, v, src)
	c := presenceOf(x, v)
	alt := expansion{alt: p.Exp.Word}
	if alt.alt == nil {
		alt = expansion{}
	}
	null := p.Exp.Op == syntax.AlternateUnsetOrNull || p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.AssignUnsetOrNull
	missing := c == unset || c == empty && null
	switch op := p.Exp.Op; op {
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		switch {
		case missing:
			return expansion{}
		case c != unsure, x.many && e.vars[name] != nil: // an array, or nothing of it
			return alt
		}
		sym := ""
		if s := x.text.Sym(); s != "" {
			sym = s + "\x00" + src.String()
		}
		return e.perhaps(p.Exp.Word, e.hole(src, "only if $"+name+" is set", sym))
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return spelt(x, name, src)
	}
	if !missing && (c != unsure || !v.outside || p.Exp.Word == nil || len(p.Exp.Word.Parts) == 0) {
		return spelt(x, name, src)
	}
	if !missing {
		alt.weak = "the default of " + src.String()
	}
	if op := p.Exp.Op; op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull {
		t := e.text(p.Exp.Word)
		if alt.weak != "" {
			t = t.Weaken(alt.weak)
		}
		e.set(name, &variable{text: t})
		return expansion{text: t, loose: !t.Known()}
	}
	return alt
}
