package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// evaluated returns the variable that an assignment makes of an old one.
func (e *eval) evaluated(a *syntax.Assign, old *variable) *variable {
	switch {
	case old != nil && old.assoc:
		return e.keyed(a, old)
	case a.Array != nil:
		return e.array(a, old)
	case a.Index != nil:
		return e.element(a, old)
	}
	var t source.Text
	if a.Value != nil {
		t = e.text(a.Value)
	} else {
		t = e.in.slice(a.End(), a.End())
	}
	if !a.Append {
		return e.bounded(a.Name.Value, e.holding(a.Name.Value, t))
	}
	switch {
	case old == nil:
		name := a.Name.Value
		h := &source.Hole{Expr: "$" + name, Why: "set outside this script", Sym: e.path + ":$" + name}
		t = source.Concat(source.Unknown(h, e.in.slice(a.Name.Pos(), a.Name.End()).Span()), t)
	case old.array:
		ws := slices.Clone(old.elems)
		if len(ws) == 0 {
			return &variable{array: true, elems: []Word{{Text: t}}}
		}
		ws[0].Text = source.Concat(ws[0].Text, t)
		return e.boundedArray(a, ws)
	case !old.unset:
		t = source.Concat(old.text, t)
	}
	return e.bounded(a.Name.Value, &variable{text: t})
}

// holding is a variable that is given a text.
func (e *eval) holding(name string, t source.Text) *variable {
	if elided(t) {
		h := &source.Hole{Expr: "$" + name, Why: "a placeholder", Sym: source.PlaceholderSym(e.path, name), One: true}
		t = source.Unknown(h, t.Span())
	}
	v := &variable{text: t}
	if h := v.hole(); h != nil {
		v.one, v.outside = single(h), e.given[h.Sym]
	}
	return v
}

// outgrown reports whether a variable is too long to follow. When all of them
// together have grown too much, only short ones are followed.
func (e *eval) outgrown(v *variable) bool {
	size := v.text.Len() + 16*(v.text.Pieces()+len(v.elems))
	e.grown += size
	return size > maxText || e.grown >= maxGrown && size > maxShort
}

// bounded gives up on a text that grows without end.
func (e *eval) bounded(name string, v *variable) *variable {
	if !e.outgrown(v) {
		return v
	}
	h := &source.Hole{Expr: "$" + name, Why: "too long to follow"}
	return &variable{text: source.Unknown(h, v.text.Span())}
}

// boundedArray gives up on an array that grows without end.
func (e *eval) boundedArray(a *syntax.Assign, elems []Word) *variable {
	v := &variable{array: true, elems: elems}
	if e.outgrown(v) {
		return e.opaque(a)
	}
	return v
}

// array evaluates A=(…) and A+=(…).
func (e *eval) array(a *syntax.Assign, old *variable) *variable {
	var elems []Word
	if a.Append {
		elems = slices.Clone(words(old))
		if old == nil {
			elems = []Word{e.rest("${"+a.Name.Value+"[@]}", "set outside this script", "")}
		}
	}
	for _, el := range a.Array.Elems {
		if el.Index != nil {
			if i, ok := constant(el.Index); !ok || i != len(elems) {
				e.visit(a.Array)
				return e.opaque(a)
			}
		}
		if el.Value != nil {
			elems = append(elems, e.fields(el.Value)...)
		}
	}
	return e.boundedArray(a, elems)
}

// opaque is an array of which nothing is known.
func (e *eval) opaque(a *syntax.Assign) *variable {
	w := e.rest("${"+a.Name.Value+"[@]}", "an array that is not followed", e.suffix(offset(a)))
	w.Text = source.Unknown(w.Rest, e.in.slice(a.Pos(), a.End()).Span())
	return &variable{array: true, elems: []Word{w}}
}

// element evaluates A[i]=v.
func (e *eval) element(a *syntax.Assign, old *variable) *variable {
	t := e.text(a.Value)
	ws := slices.Clone(words(old))
	i, ok := constant(a.Index)
	if !ok || i < 0 || i > len(ws) || slices.ContainsFunc(ws, isRest) || a.Append {
		return e.opaque(a)
	}
	if i == len(ws) {
		ws = append(ws, Word{})
	}
	ws[i] = Word{Text: t}
	return e.boundedArray(a, ws)
}

// assign evaluates NAME=value.
func (e *eval) assign(a *syntax.Assign) {
	v := e.evaluated(a, e.vars[a.Name.Value])
	v.exported = v.exported || e.allexp
	e.set(a.Name.Value, v)
}

// declare evaluates export, readonly, local, declare and typeset.
func (e *eval) declare(c *syntax.DeclClause) {
	variant := c.Variant.Value
	local := variant == "local" || (variant == "declare" || variant == "typeset") && e.frame.inside
	export, array, assoc, odd := variant == "export", false, false, false
	for _, a := range c.Args {
		if a.Name == nil { // an option, or words that are not known
			t := e.text(a.Value)
			opt := t.String()
			if e.swayed = e.swayed || !t.Known(); strings.HasPrefix(opt, "-") {
				e.swayed = e.swayed || variant != "export" && strings.Contains(opt, "n") // the name of another variable
				export = export || strings.Contains(opt, "x")
				array = array || strings.Contains(opt, "a")
				assoc = assoc || strings.Contains(opt, "A")
				odd = odd || strings.ContainsAny(opt, "nilu")
				local = local && !strings.Contains(opt, "g")
			}
			continue
		}
		name := a.Name.Value
		old := e.vars[name]
		var v *variable
		switch {
		case !a.Naked && odd:
			e.visitAssign(a)
			v = e.opaque(a)
		case assoc && !a.Naked:
			v = e.keyed(a, &variable{})
		case assoc && (local || old == nil || !old.assoc):
			v = &variable{array: true, assoc: true}
		case !a.Naked:
			v = e.evaluated(a, old)
		case assoc:
			continue
		case odd && variant != "export": // declare -n M
			v = e.opaque(a)
		case array && (local || old == nil):
			v = &variable{array: true}
		case local:
			v = &variable{unset: true}
		case export && old != nil:
			w := *old
			v = &w
		default: // export X, readonly X: it is what it was
			continue
		}
		v.exported = export || e.allexp
		if local {
			e.local(name, v)
		} else {
			e.set(name, v)
		}
	}
}

func (e *eval) visitAssign(a *syntax.Assign) {
	if a.Value != nil {
		e.text(a.Value)
	}
	if a.Array != nil {
		e.visit(a.Array)
	}
}
