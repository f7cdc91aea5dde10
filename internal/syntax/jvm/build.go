package jvm

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// builders are the functions of Kotlin that make a collection of what is added
// in their braces.
var builders = map[string]value.Kind{"buildList": value.KindList, "buildSet": value.KindList, "buildMap": value.KindMap}

// built returns what the braces of such a function add, one after the other.
func (v *fold) built(e *Expr) value.Tree {
	out := value.NewList(e.At())
	if builders[e.Name] == value.KindMap {
		out = value.NewMap(e.At())
	}
	var in *Scope
	for _, s := range v.f.Scopes {
		if last := e.Args[len(e.Args)-1].Val; s.Kind == Function && last != nil && last.Kind == Lambda && s.from == last.from {
			in = s
		}
	}
	if in == nil {
		return v.unknown(e, "returned by a call", "")
	}
	if v.steps += len(v.f.Calls) / 16; v.steps > maxSteps {
		return v.unknown(e, "too long to be followed", "")
	}
	sets := v.f.Sets
	for _, c := range v.f.Calls {
		for len(sets) > 0 && sets[0].Seq < c.Seq {
			out = v.builds(out, in, change{sets[0].Target, sets[0]})
			sets = sets[1:]
		}
		out = v.builds(out, in, change{at: c})
	}
	for _, s := range sets {
		out = v.builds(out, in, change{s.Target, s})
	}
	return out
}

// builds applies one statement of a builder's braces: add(x), this["k"] = x.
func (v *fold) builds(t value.Tree, in *Scope, c change) value.Tree {
	if c.at == nil || c.at.X != nil && (c.at.X.Kind != Name || c.at.X.Name != "this") || !in.holds(c.at.Scope) {
		return t
	}
	if c.set == nil && !changers[c.at.Name] || c.set != nil && c.at.Kind != Index {
		return t
	}
	n := size(t)
	next, ok := v.assigned(t, c)
	switch {
	case !ok:
		open(&t, v.rest(c.at))
		return t
	case !sure(c.at.Scope, in, in):
		return v.perhaps(next, n, c.at, in)
	}
	return next
}

// mapped returns what a list is when a function makes one text of each item of
// it, and what collect makes of a stream: list.map(o => s"--option=$o").
func (v *fold) mapped(e *Expr, list value.Tree) value.Tree {
	if list.Kind != value.KindList || len(e.Args) != 1 || e.Args[0].Val == nil {
		return v.unknown(e, "returned by a call", "")
	}
	arg := e.Args[0].Val
	switch {
	case e.Name == "collect" && arg.Kind == Call && arg.Name == "joining" && len(arg.Args) < 2:
		sep := value.Tree{Kind: value.KindString}
		if len(arg.Args) == 1 {
			sep = v.value(arg.Args[0].Val)
		}
		return v.joined(e, list, sep)
	case e.Name == "collect" && arg.Kind == Call && strings.HasPrefix(arg.Name, "to") && len(arg.Args) == 0:
		return list
	case e.Name == "collect" || arg.Kind != Lambda || len(arg.Args) != 1:
		return v.unknown(e, "returned by a call", "")
	}
	made := v.value(arg.Args[0].Val)
	if made.Kind != value.KindString && made.Kind != value.KindUnknown {
		return v.unknown(e, "returned by a call", "")
	}
	if v.steps += len(v.f.Sets) / 16; v.steps > maxSteps {
		return v.unknown(e, "too long to be followed", "")
	}
	var param string
	for _, s := range v.f.Sets {
		if in := s.Scope; s.Param && in.Kind == Function && in.from == arg.from {
			if param != "" {
				return v.unknown(e, "returned by a call", "")
			}
			param = s.Name
		}
	}
	out := value.NewList(e.At())
	out.List.Rest = list.List.Rest
	for _, item := range list.List.Items {
		if v.steps++; item.Kind != value.KindString || v.steps > maxSteps {
			return v.unknown(e, "returned by a call", "")
		}
		t := made.Text.Fill(func(expr string) (source.Text, bool) { return item.Text, strings.Trim(expr, "${}") == param })
		out.List.Items = append(out.List.Items, scalar(value.KindString, t, e))
	}
	return out
}

// holds reports whether a scope is another one, or lies in it.
func (s *Scope) holds(in *Scope) bool {
	for ; in != nil; in = in.Up {
		if in == s {
			return true
		}
	}
	return false
}

// maybe is what what only a branch adds rests on.
const maybe = "a condition in the program"

// perhaps returns a collection that had n items before a change which may not
// take place: what a branch adds may not be there.
func (v *fold) perhaps(t value.Tree, n int, at *Expr, decl *Scope) value.Tree {
	branch := false
	for s := at.Scope; s != nil && s != decl; s = s.Up {
		branch = branch || s.Kind == Branch
	}
	for ; branch && n < size(t); n++ {
		one := &value.Tree{}
		if t.Kind == value.KindList {
			one = &t.List.Items[n]
		} else {
			one = &t.Map.Entries[n].Val
			t.Map.Entries[n].Key = t.Map.Entries[n].Key.Weaken(maybe)
		}
		one.Text, one.Weak = one.Text.Weaken(maybe), maybe
	}
	open(&t, v.rest(at))
	return t
}

// size is how many items or entries a collection holds, lost ones, too.
func size(t value.Tree) int {
	switch t.Kind {
	case value.KindList:
		return len(t.List.Items)
	case value.KindMap:
		return len(t.Map.Entries)
	}
	return 0
}
