package code

import (
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/jvm"
	"github.com/proflint/proflint/internal/value"
)

// setter takes a value that replaces an option's; a list that is made of the
// one that is there adds to it.
func (b *beamJVM) setter(on, at *jvm.Expr, name string, val *jvm.Expr) {
	if !beam.IsOption(model.Java, name) {
		return
	}
	is := model.Anyway
	if y := b.fallback(val, b.owner(on), name); y != nil {
		is, val = model.Unset, y
	}
	switch {
	case name == "runner":
		b.putIf(is, on, at, name, false, class(val))
	case beam.IsList(model.Java, name):
		v, adds := b.list(val, name)
		b.putIf(is, on, at, name, adds, v)
	default:
		b.putIf(is, on, at, name, false, b.f.Value(val))
	}
}

// list returns what a list option is set to, and whether it holds all that was
// there, too: v is then what is added to it.
func (b *beamJVM) list(val *jvm.Expr, name string) (v value.Tree, adds bool) {
	v = b.f.Value(val)
	unknown := &source.Hole{Expr: val.Text().String(), Why: "worked out when the program runs"}
	switch kept := b.keeps(val, name, 0); {
	case kept && v.Kind == value.KindList:
		list := *v.List
		list.Rest = nil // what was there
		v.List = &list
		return v, true
	case kept && val.Kind == jvm.Binary && len(val.Args) == 1: // what was there + "more"
		v = joined(v.At, b.f.Value(val.Args[0].Val))
		return v, true
	case kept && val.Kind != jvm.Name:
		v = value.NewList(v.At)
		v.List.Rest = unknown
		return v, true
	case v.Kind != value.KindList:
		return value.Opaque(unknown, v.At), false
	}
	return v, false
}

// takers are methods that leave out some of a list.
var takers = map[string]bool{"remove": true, "removeIf": true, "removeAll": true, "retainAll": true, "clear": true, "filter": true, "filterNot": true, "minus": true}

// keeps reports whether a value is made of what an option holds: of what its
// getter returns, with nothing taken out.
func (b *beamJVM) keeps(e *jvm.Expr, name string, depth int) bool {
	found, less := false, false
	e.Walk(func(x *jvm.Expr) bool {
		got, ok := property(x.Name, "get")
		switch {
		case ok && got == name, x.Kind == jvm.Select && x.Name == name:
			found = found || b.owner(x.X) != nil
		case takers[x.Name]:
			less = true
		case x.Kind == jvm.Name && depth < 5:
			for _, s := range b.f.SetsOf(x) {
				if s.Value != nil && s.Value != e && !found {
					found = b.keeps(s.Value, name, depth+1)
				}
			}
			for _, c := range b.f.Additions(x) {
				found = found || b.keeps(c.Args[0].Val, name, depth+1) && b.whole(c, name)
			}
		}
		return true
	})
	return found && !less
}

// whole reports whether what an option holds is added wherever it has a value.
func (b *beamJVM) whole(c *jvm.Expr, name string) bool {
	s := c.Scope
	for s != nil && s.Kind == jvm.Plain {
		s = s.Up
	}
	if s == nil || s.Kind != jvm.Branch {
		return s == nil || s.Kind != jvm.Loop
	}
	for i := range b.made {
		if is, _ := b.guard(c.Scope, &b.made[i], name); is == model.WasSet {
			return true
		}
	}
	return false
}

// class returns the name in X.class, X::class.java and classOf[X].
func class(e *jvm.Expr) value.Tree {
	t := e.Text()
	s := t.String()
	from, to := 0, len(strings.TrimSuffix(s, ".class"))
	if i := strings.Index(s, "classOf["); i >= 0 {
		from, to = i+len("classOf["), len(strings.TrimSuffix(s, "]"))
	} else if i := strings.Index(s, "::class"); i >= 0 {
		to = i
	}
	if name := t.Slice(from, to); from+to < 2*len(s) && (from > 0 || to < len(s)) {
		return value.String(name)
	}
	return value.Opaque(&source.Hole{Expr: s, Why: "worked out when the program runs"}, e.At())
}
