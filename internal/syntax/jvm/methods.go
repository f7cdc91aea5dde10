package jvm

import (
	"regexp/syntax"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// same are methods that return what they are called on, or its like.
var same = map[string]bool{
	"toList": true, "toSeq": true, "toArray": true, "toSet": true, "toVector": true, "toIterable": true, "toMutableList": true, "toMutableMap": true, "toTypedArray": true,
	"asJava": true, "asScala": true, "toString": true, "intern": true, "build": true, "buildOrThrow": true, "buildKeepingLast": true, "stream": true, "iterator": true, "toImmutableList": true, "orEmpty": true, "toMap": true,
	"asImmutable": true, "result": true, "toJava": true,
}

// wrappers are functions that return their argument, or its like.
var wrappers = map[string]bool{
	"String.valueOf": true, "Collections.unmodifiableList": true, "Collections.unmodifiableMap": true, "ImmutableList.copyOf": true, "ImmutableMap.copyOf": true, "ImmutableSet.copyOf": true, "List.copyOf": true, "Map.copyOf": true,
	"Objects.requireNonNull": true, "checkNotNull": true, "Preconditions.checkNotNull": true, "requireNonNull": true, "JavaConverters.mapAsJavaMap": true, "Arrays.stream": true, "as.character": true,
	"CollectionConverters.asJava": true, "Some": true, "Option": true,
}

// own returns what a method of the file returns that takes nothing, does so in
// one place, and that no other class can override.
func (v *fold) own(e *Expr) (value.Tree, bool) {
	if len(e.Args) > 0 || e.Kind == New || e.Name == "" {
		return value.Tree{}, false
	}
	in := e.Scope.In(Class, Object, Whole)
	if e.X != nil {
		in = v.f.object(e.Scope, e.X.Path())
	}
	var found *Scope
	for ; in != nil && found == nil; in = in.Up {
		for _, s := range v.f.Scopes {
			switch {
			case s.Kind != Method || s.Name != e.Name || s.Up != in:
			case found != nil:
				return value.Tree{}, false // one of several
			default:
				found = s
			}
		}
		if e.X != nil {
			break
		}
	}
	if found == nil || len(found.returns) != 1 || found.Up.Kind == Class && !found.Static {
		return value.Tree{}, false
	}
	return v.value(found.returns[0]), true
}

// method returns what a method returns that is known well.
func (v *fold) method(e *Expr) value.Tree {
	if t, ok := v.own(e); ok {
		return t
	}
	path := e.Path()
	if e.Kind == New {
		if path == "String" && len(e.Args) == 1 {
			return v.value(e.Args[0].Val)
		}
		return v.unknown(e, "an object", "")
	}
	if wrappers[path] && len(e.Args) == 1 {
		return v.value(e.Args[0].Val)
	}
	switch {
	case path == "String.format" || path == "java.lang.String.format" || path == "sprintf" && v.f.Lang == R:
		if len(e.Args) > 0 {
			return v.format(e, v.value(e.Args[0].Val), e.Args[1:])
		}
	case path == "String.join" && len(e.Args) > 1:
		l := v.list(e, e.Args[1:])
		if len(l.List.Items) == 1 && l.List.Items[0].Kind == value.KindList {
			l = l.List.Items[0]
		}
		return v.joined(e, l, v.value(e.Args[0].Val))
	case v.f.Lang == R && e.X == nil && (path == "paste0" || path == "paste"):
		return v.paste(e)
	case e.Name == "lazy" && e.X == nil && v.f.Lang == Kotlin && len(e.Args) == 1 && e.Args[0].Val != nil && e.Args[0].Val.Kind == Lambda:
		if l := e.Args[0].Val; len(l.Args) == 1 {
			return v.value(l.Args[0].Val)
		}
	case e.X == nil && v.f.Lang == Kotlin && builders[e.Name] != 0 && len(e.Args) > 0:
		return v.built(e)
	case e.X == nil:
		return v.unknown(e, "returned by a call", "")
	}
	if v.depth > maxFold-20 {
		return v.unknown(e, "too long to be followed", "")
	}
	return v.on(e)
}

// on returns what a method returns for what it is called on.
func (v *fold) on(e *Expr) value.Tree {
	if !known[e.Name] && !same[e.Name] && !changers[e.Name] || e.X == nil {
		return v.unknown(e, "returned by a call", "")
	}
	x := v.value(e.X)
	if same[e.Name] && len(e.Args) <= 1 {
		if e.Name == "toMap" && x.Kind == value.KindList {
			return join(value.NewMap(e.At()), x)
		}
		if x.Kind != value.KindUnknown {
			return x
		}
	}
	switch x.Kind {
	case value.KindList, value.KindMap:
		if e.Name == "mkString" || e.Name == "joinToString" || e.Name == "join" {
			sep := value.Tree{Kind: value.KindString, Text: source.Derived(map[Lang]string{Kotlin: ", "}[v.f.Lang], e.At())}
			if len(e.Args) > 0 {
				sep = v.value(e.Args[0].Val)
			}
			if len(e.Args) < 2 {
				return v.joined(e, x, sep)
			}
		}
		if e.Name == "map" || e.Name == "collect" {
			return v.mapped(e, x)
		}
		if t, ok := v.change(clone(x), e); ok {
			return t
		}
	case value.KindString:
		if t, ok := v.onText(e, x.Text); ok {
			return t
		}
	}
	return v.unknown(e, "returned by a call", "")
}

// known are the methods that on follows besides those above.
var known = map[string]bool{
	"mkString": true, "joinToString": true, "join": true, "trim": true, "strip": true, "stripMargin": true, "trimIndent": true, "trimMargin": true, "stripIndent": true,
	"map": true, "collect": true, "concat": true, "plus": true, "format": true, "formatted": true, "split": true, "stripLineEnd": true,
}

// onText returns what a method of a string returns.
func (v *fold) onText(e *Expr, t source.Text) (value.Tree, bool) {
	var arg value.Tree
	if len(e.Args) > 0 {
		arg = v.value(e.Args[0].Val)
	}
	literal := len(e.Args) == 1 && arg.Kind == value.KindString && arg.Text.Known()
	str := func(t source.Text) (value.Tree, bool) { return scalar(value.KindString, t, e), true }
	switch e.Name {
	case "trim", "strip":
		if len(e.Args) == 0 {
			return str(t.TrimSpace())
		}
	case "stripMargin":
		margin := "|"
		if literal {
			margin = arg.Text.String()
		}
		return str(stripMargin(t, margin))
	case "trimMargin":
		margin := "|"
		if literal {
			margin = arg.Text.String()
		}
		return str(stripMargin(trimEnds(t), margin))
	case "trimIndent":
		return str(trimIndent(t))
	case "concat", "plus":
		if len(e.Args) == 1 {
			return v.sum(e, []value.Tree{scalar(value.KindString, t, e), arg}), true
		}
	case "format", "formatted":
		return v.format(e, scalar(value.KindString, t, e), e.Args), true
	case "split":
		if sep := arg.Text.String(); literal && sep != "" && plain(sep) {
			out := value.NewList(e.At())
			for _, part := range t.Split(strings.TrimPrefix(sep, `\`)) {
				out.List.Items = append(out.List.Items, value.String(part))
			}
			return out, true
		}
	}
	return value.Tree{}, false
}

// plain reports whether a pattern means itself, or one escaped character.
func plain(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && re.Op == syntax.OpLiteral && (len(pattern) == len(string(re.Rune)) || len(re.Rune) == 1)
}

// joined returns the items of a list as one text.
func (v *fold) joined(e *Expr, l, sep value.Tree) value.Tree {
	if l.Kind != value.KindList || l.List.Rest != nil || sep.Kind != value.KindString {
		return v.unknown(e, "worked out when the program runs", "")
	}
	all := []value.Tree{{Kind: value.KindString}}
	for i, item := range l.List.Items {
		if i > 0 {
			all = append(all, sep)
		}
		all = append(all, item)
	}
	return v.sum(e, all)
}

// paste returns what R's paste and paste0 join.
func (v *fold) paste(e *Expr) value.Tree {
	sep := value.Tree{Kind: value.KindString, Text: source.Derived(" ", e.At())}
	if e.Name == "paste0" {
		sep.Text = source.Text{}
	}
	var args []Arg
	for _, a := range e.Args {
		switch {
		case a.Key == nil:
			args = append(args, a)
		case a.Key.word() == "sep":
			sep = v.value(a.Val)
		default:
			return v.unknown(e, "worked out when the program runs", "")
		}
	}
	return v.joined(e, v.list(e, args), sep)
}

// format returns a format with its arguments filled in: %s and %d as they are,
// any other as a hole.
func (v *fold) format(e *Expr, format value.Tree, args []Arg) value.Tree {
	if format.Kind != value.KindString || !format.Text.Known() {
		return v.unknown(e, "worked out when the program runs", "")
	}
	t, s := format.Text, format.Text.String()
	parts := []source.Text{}
	next, from := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		n := i + 1
		for n < len(s) && strings.IndexByte("0123456789.-+, #($", s[n]) >= 0 {
			n++
		}
		if n >= len(s) {
			break
		}
		spec := s[i : n+1]
		place := t.Slice(i, n+1)
		parts = append(parts, t.Slice(from, i))
		from = n + 1
		switch {
		case spec == "%%" || spec == "%n":
			parts = append(parts, source.Derived(map[string]string{"%%": "%", "%n": "\n"}[spec], place.Span()))
		case (spec == "%s" || spec == "%d" || len(spec) == 4 && spec[1] >= '1' && spec[2:] == "$s") && next < len(args) && !args[next].Spread:
			k := next
			if len(spec) == 4 {
				k = int(spec[1] - '1')
			} else {
				next++
			}
			if k >= len(args) {
				return v.unknown(e, "worked out when the program runs", "")
			}
			x := v.value(args[k].Val)
			if x.Kind == value.KindUnknown && x.Hole == nil || x.Kind == value.KindList || x.Kind == value.KindMap {
				x = v.unknown(args[k].Val, "worked out when the program runs", "")
			}
			parts = append(parts, x.Text)
		default:
			next++
			parts = append(parts, source.Unknown(&source.Hole{Expr: spec, Why: "filled in when the program runs"}, place.Span()))
		}
		i = n
	}
	if from < len(s) {
		parts = append(parts, t.Slice(from, len(s)))
	}
	out := source.Concat(parts...)
	if out.Len() > maxText {
		return v.unknown(e, "too long to be followed", "")
	}
	return scalar(value.KindString, out, e)
}
