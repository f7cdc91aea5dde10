package code

import (
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/syntax/jvm"
)

// guard returns what of an option decides whether code runs that stands in a
// branch, and what that stands in: if (options.getX() == null) options.setX(…).
func (b *beamJVM) guard(s *jvm.Scope, o *jvmOptions, name string) (model.Prior, *jvm.Scope) {
	for s != nil && s.Kind == jvm.Plain && !encloses(s, o.scope) {
		s = s.Up
	}
	if s == nil || s.Kind != jvm.Branch || s.When == nil {
		return model.Anyway, s
	}
	return turned(b.presence(s.When, o, name, 0), s.Not), s.Up
}

func turned(p model.Prior, not bool) model.Prior {
	if !not || p == model.Anyway {
		return p
	}
	return model.Unset + model.WasSet - p
}

// asks are the functions and methods that tell whether their argument, or what
// they are called on, is there.
var asks = map[string]model.Prior{
	"isEmpty": model.Unset, "isNull": model.Unset, "isNullOrEmpty": model.Unset, "isNullOrBlank": model.Unset, "isBlank": model.Unset,
	"nonEmpty": model.WasSet, "isDefined": model.WasSet, "nonNull": model.WasSet, "isNotEmpty": model.WasSet, "isPresent": model.WasSet, "isNotBlank": model.WasSet,
}

// presence returns for which value of an option a condition holds, Anyway for one
// that asks for something else, too.
func (b *beamJVM) presence(e *jvm.Expr, o *jvmOptions, name string, depth int) model.Prior {
	if e == nil || depth > 20 {
		return model.Anyway
	}
	half := func(e *jvm.Expr) model.Prior { return b.presence(e, o, name, depth+1) }
	switch {
	case e.Kind == jvm.Unary && e.Name == "!":
		return turned(half(e.X), true)
	case e.Kind == jvm.Binary && len(e.Args) == 1:
		right := e.Args[0].Val
		both := map[string]model.Prior{"||": model.Unset, "&&": model.WasSet}[e.Name]
		switch {
		case both != model.Anyway && half(e.X) == both && half(right) == both:
			return both
		case right == nil || !b.gets(e.X, o, name, 0):
		case e.Name == "==" && right.Kind == jvm.Null:
			return model.Unset
		case e.Name == "!=" && right.Kind == jvm.Null:
			return model.WasSet
		}
	case e.Kind == jvm.Call && len(e.Args) == 1 && b.gets(e.Args[0].Val, o, name, 0), (e.Kind == jvm.Call || e.Kind == jvm.Select) && len(e.Args) == 0 && b.gets(e.X, o, name, 0):
		return asks[e.Name]
	}
	return model.Anyway
}

// wraps are the functions and methods that make an Option of what may be null.
var wraps = map[string]bool{"Option": true, "apply": true, "ofNullable": true, "fromNullable": true}

// gets reports whether an expression is what an option holds, and nothing else.
func (b *beamJVM) gets(e *jvm.Expr, o *jvmOptions, name string, depth int) bool {
	switch {
	case e == nil || depth > 20:
		return false
	case e.Kind == jvm.Call && wraps[e.Name] && len(e.Args) == 1:
		return b.gets(e.Args[0].Val, o, name, depth+1)
	case e.Kind == jvm.Name:
		sets := b.f.SetsOf(e)
		return len(sets) == 1 && !sets[0].Param && b.gets(sets[0].Value, o, name, depth+1)
	case e.X == nil || len(e.Args) > 0 || e.Kind != jvm.Call && e.Kind != jvm.Select:
		return false
	}
	got, ok := property(e.Name, "get")
	return (ok && got == name || e.Kind == jvm.Select && e.Name == name) && b.owner(e.X) == o
}

// firstOf are the functions that return their first argument if it is there, else
// the second; orElse are the methods that do so with what they are called on.
var (
	firstOf = map[string]bool{"firstNonNull": true, "requireNonNullElse": true, "defaultIfNull": true, "defaultIfEmpty": true, "defaultIfBlank": true, "defaultString": true}
	orElse  = map[string]bool{"orElse": true, "getOrElse": true, "or": true, "orElseGet": true, "requireNonNullElseGet": true, "ifEmpty": true, "ifBlank": true}
)

// fallback returns what an option is set to where it has no value, if a value is
// that or what is there: getX() == null ? y : getX(), getX ?: y, Option(getX).getOrElse(y).
func (b *beamJVM) fallback(val *jvm.Expr, o *jvmOptions, name string) *jvm.Expr {
	if val == nil || o == nil {
		return nil
	}
	inner := func(e *jvm.Expr) *jvm.Expr {
		for e != nil && (e.Kind == jvm.Block || e.Kind == jvm.Lambda) && len(e.Args) == 1 {
			e = e.Args[0].Val
		}
		return e
	}
	switch n := len(val.Args); {
	case val.Kind == jvm.Choice && n == 2:
		a, z := inner(val.Args[0].Val), inner(val.Args[1].Val)
		switch {
		case a == nil || z == nil:
		case val.Name == "?:":
			if b.gets(a, o, name, 0) {
				return z
			}
		case a.Scope.When == nil || a.Scope.Not:
		case b.gets(z, o, name, 0) && b.presence(a.Scope.When, o, name, 0) == model.Unset:
			return a
		case b.gets(a, o, name, 0) && b.presence(a.Scope.When, o, name, 0) == model.WasSet:
			return z
		}
	case val.Kind == jvm.Call && firstOf[val.Name] && n == 2 && b.gets(val.Args[0].Val, o, name, 0):
		return inner(val.Args[1].Val)
	case val.Kind == jvm.Call && orElse[val.Name] && n == 1 && b.gets(val.X, o, name, 0):
		return inner(val.Args[0].Val)
	case val.Kind == jvm.Name:
		if sets := b.f.SetsOf(val); len(sets) == 1 && !sets[0].Param && sets[0].Value != nil && sets[0].Value.Kind != jvm.Name {
			return b.fallback(sets[0].Value, o, name)
		}
	}
	return nil
}
