package jvm

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// change applies a method that changes a collection; false if it is none.
func (v *fold) change(t value.Tree, e *Expr) (value.Tree, bool) {
	arg := func(i int) value.Tree {
		if i < len(e.Args) {
			return v.value(e.Args[i].Val)
		}
		return value.Tree{}
	}
	n := len(e.Args)
	switch {
	case t.Kind == value.KindList && n == 1 && (e.Name == "add" || e.Name == "append" || e.Name == "addOne" || e.Name == "addLast" || e.Name == "plusAssign" || e.Name == "push"):
		return grow(t, arg(0)), true
	case n == 1 && (e.Name == "addAll" || e.Name == "putAll" || e.Name == "++=" || e.Name == "appendAll"):
		return join(t, arg(0)), true
	case t.Kind == value.KindList && n > 1 && e.Name == "add" && v.f.Lang == Java && e.X.Kind == Call: // ImmutableList.Builder.add(a, b)
		return join(t, v.list(e, e.Args)), true
	case t.Kind == value.KindMap && n == 2 && (e.Name == "put" || e.Name == "set" || e.Name == "setProperty" || e.Name == "update"):
		return put(t, arg(0), arg(1)), true
	case n == 1 && (e.Name == "+=" || e.Name == "<<") && t.Kind != value.KindMap:
		if x := arg(0); x.Kind == value.KindList && v.f.Lang != Scala {
			return join(t, x), true
		} else {
			return grow(t, x), true
		}
	case t.Kind == value.KindMap && n == 1 && (e.Name == "+=" || e.Name == "put" || e.Name == "addOne"):
		if p := arg(0); isPair(p) {
			return put(t, p.List.Items[0], p.List.Items[1]), true
		}
	}
	return t, false
}

// changed applies what happens to a collection between its making and its use:
// in order where that is sure to run, else as something that may be there.
func (v *fold) changed(e *Expr, b *binding, t value.Tree, made *Expr) value.Tree {
	if len(b.changes) == 0 && len(b.given) == 0 && len(b.sets) < 2 || v.f.Lang == R && len(b.changes) == 0 {
		return t
	}
	if t.Kind == value.KindUnknown && len(b.changes) > 0 { // what is added is known all the same
		rest, at := t.Hole, t.At
		switch first := b.changes[0].at; {
		case first.Name == "put" || first.Name == "putAll" || first.Kind == Index:
			t = value.NewMap(at)
		case first.Name == "add" || first.Name == "addAll":
			t = value.NewList(at)
		}
		open(&t, rest)
	}
	if t.Kind != value.KindList && t.Kind != value.KindMap {
		if slices.ContainsFunc(b.changes, func(c change) bool { return c.set != nil }) { // s += "more"
			return v.hole(e, &source.Hole{Expr: e.Text().String(), Why: "set in several places"})
		}
		return t
	}
	if v.steps += count(t); v.steps > maxSteps {
		return v.unknown(e, "too long to be followed", "")
	}
	t = clone(t)
	first := b.sets[0]
	v.steps += len(b.changes)
	for _, change := range b.changes {
		c := change.at
		if c.from >= e.from {
			continue
		}
		n := size(t)
		next, ok := v.assigned(t, change)
		if !ok {
			open(&t, v.rest(c))
			continue
		}
		if !sure(c.Scope, first.Scope, e.Scope) {
			next = v.perhaps(next, n, c, first.Scope)
		}
		if v.steps > maxSteps {
			return v.unknown(e, "too long to be followed", "")
		}
		t = next
	}
	for _, at := range b.given {
		if at < e.from && made != nil && made.Kind == New {
			open(&t, &source.Hole{Expr: e.Text().String(), Why: "handed to a call that may change it"})
		}
	}
	return t
}

// assigned applies one change: a call, or an assignment. What is not known to
// add something may have taken away anything.
func (v *fold) assigned(t value.Tree, c change) (value.Tree, bool) {
	s, at := c.set, c.at
	switch {
	case s == nil:
		next, ok := v.change(t, at)
		if !ok && !strings.HasPrefix(at.Name, "add") && !strings.HasPrefix(at.Name, "put") && !strings.HasPrefix(at.Name, "load") {
			return v.unknown(at, "changed when the program runs", ""), true
		}
		return next, ok
	case at.Kind == Name: // list += item
		return v.change(t, &Expr{Kind: Binary, Lang: at.Lang, Name: s.Op, X: at, Args: []Arg{{Val: s.Value}}, Scope: at.Scope, file: at.file, from: at.from, to: at.to})
	case s.Op != "=" || s.Value == nil || t.Kind != value.KindMap:
	case at.Kind == Select:
		return put(t, value.String(v.f.text.Slice(int(at.at), int(at.to))), v.value(s.Value)), true
	case len(at.Args) == 1:
		return put(t, v.value(at.Args[0].Val), v.value(s.Value)), true
	}
	return v.unknown(at, "changed when the program runs", ""), true
}

// sure reports whether what stands in scope c has run when use runs, given
// that decl has: no branch, loop or function lies between.
func sure(c, decl, use *Scope) bool {
	for s := c; s != nil && s != decl; s = s.Up {
		if s.Kind != Plain {
			for u := use; u != nil; u = u.Up {
				if u == s {
					return true
				}
			}
			return false
		}
	}
	return true
}
