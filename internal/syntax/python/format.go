package python

import (
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// text returns a value as str() writes it. What is not known stands as
// {expression}.
func (b *builder) text(t value.Tree, use *node) source.Text {
	switch t.Kind {
	case value.KindString, value.KindNumber:
		return t.Text
	case value.KindBool:
		s := t.Text.String()
		return weak(source.Derived(strings.ToUpper(s[:1])+s[1:], t.At), t.Weak)
	case value.KindNull:
		return weak(source.Derived("None", t.At), t.Weak)
	}
	h := source.Hole{Why: "computed"}
	if t.Hole != nil {
		h = *t.Hole
	} else if t.Kind != value.KindUnknown {
		h.Why = "a container written as text"
	}
	at := t.At
	if use != nil {
		h.Expr, at = short(b.m.written(use)), b.m.span(use)
	}
	if !strings.HasPrefix(h.Expr, "{") {
		h.Expr = "{" + h.Expr + "}"
	}
	return weak(source.Unknown(&h, at), t.Weak)
}

func weak(t source.Text, why string) source.Text {
	if why == "" {
		return t
	}
	return t.Weaken(why)
}

// joined returns texts as one string.
func (b *builder) joined(parts []source.Text, v *val, use *node) value.Tree {
	size := 0
	for _, p := range parts {
		size += p.Len()
	}
	if size > maxText {
		return b.hole(v, use, "too large to be read")
	}
	out := value.String(source.Concat(parts...))
	if v.n != nil {
		out.At = b.m.span(v.n)
	}
	return out
}

// concat adds strings or lists.
func (b *builder) concat(v *val, use *node, t int32) value.Tree {
	list := false
	str := v.n.kind == nJoin
	trees := make([]value.Tree, len(v.list))
	for i, o := range v.list {
		trees[i] = b.as(o, b.part(v, i), v.t, t)
		list = list || trees[i].Kind == value.KindList
		str = str || trees[i].Kind == value.KindString
	}
	switch {
	case list:
		out := value.NewList(b.m.span(v.n))
		for i, t := range trees {
			b.extend(out.List, t, b.part(v, i))
		}
		return out
	case !str || b.left < 0:
		return b.hole(v, use, "computed")
	}
	parts := make([]source.Text, len(trees))
	for i, t := range trees {
		parts[i] = b.text(t, b.part(v, i))
	}
	return b.joined(parts, v, use)
}

// part returns the expression of an operand.
func (b *builder) part(v *val, i int) *node {
	if (v.n.kind == nBinary || v.n.kind == nJoin || v.n.kind == nAugmented) && i < len(v.n.kids) {
		return v.n.kids[i]
	}
	return nil
}

// format puts an f-string together.
func (b *builder) format(v *val) value.Tree {
	raw := strings.ContainsAny(b.m.s[v.n.from:v.n.aux], "rR")
	parts := make([]source.Text, 0, len(v.list))
	for i, k := range v.n.kids {
		if k.kind == nText {
			parts = append(parts, b.m.unescape(int(k.from), int(k.to), raw, false, true))
			continue
		}
		field := v.list[i]
		parts = append(parts, b.text(b.tree(field.a, k, field.t), k))
	}
	if len(parts) == 0 {
		parts = append(parts, b.m.text.Slice(int(v.n.aux), int(v.n.aux)))
	}
	return b.joined(parts, v, v.n)
}

// percent fills in the directives of a % string.
func (b *builder) percent(v *val, use *node) value.Tree {
	left := b.tree(v.a, nil, v.t)
	if left.Kind != value.KindString {
		return b.hole(v, use, "computed")
	}
	var args []*val
	var named value.Tree
	if right := v.b; right.n != nil && right.n.kind == nTuple && right.kind == vObject {
		args = right.obj.init
	} else {
		args = []*val{right}
		if strings.Contains(left.Text.String(), "%(") {
			named = b.tree(right, nil, v.t)
		}
	}
	var parts []source.Text
	rest, used := left.Text, 0
	for {
		i := rest.Index("%", 0)
		if i < 0 {
			break
		}
		parts = append(parts, rest.Slice(0, i))
		s := rest.String()[i+1:]
		n := strings.IndexAny(s, "sdrifgexXcaou%")
		name := ""
		if strings.HasPrefix(s, "(") {
			if end := strings.IndexByte(s, ')'); end > 0 {
				name = s[1:end]
				n = end + 1 + strings.IndexAny(s[end+1:], "sdrifgexXcaou%")
			}
		}
		switch {
		case n < 0 || n >= len(s):
			return b.hole(v, use, "computed")
		case s[n] == '%':
			parts = append(parts, rest.Slice(i, i+1))
		case name != "":
			parts = append(parts, b.directive(named.Get(name), s[:n+1], n == len(name)+2, rest.Slice(i, i+n+2)))
		case used >= len(args):
			return b.hole(v, use, "computed")
		default:
			parts = append(parts, b.directive(b.tree(args[used], args[used].n, v.t), s[:n+1], n == 0, rest.Slice(i, i+n+2)))
			used++
		}
		rest = rest.Slice(i+n+2, rest.Len())
	}
	return b.joined(append(parts, rest), v, use)
}

// directive returns what stands for a % directive: known for a plain %s or %d.
func (b *builder) directive(t value.Tree, s string, plain bool, at source.Text) source.Text {
	c := s[len(s)-1]
	if plain && (c == 's' || c == 'd' && t.Kind == value.KindNumber || c == 'd' && t.Kind == value.KindUnknown || c == 'i' && t.Kind == value.KindNumber) {
		return b.text(t, nil)
	}
	return source.Unknown(&source.Hole{Expr: at.String(), Why: "formatted"}, at.Span())
}

// method reads a method of a string.
func (b *builder) method(v *val, use *node) value.Tree {
	in := b.tree(v.a, nil, v.t)
	if in.Kind != value.KindString {
		return b.hole(v, use, "computed")
	}
	args, whole := v.call.plain()
	given := make([]value.Tree, len(args))
	for i, a := range args {
		given[i] = b.tree(a, v.call.Args[i].Value.n, v.t)
	}
	text := in.Text
	switch {
	case v.name == "format":
		return b.fields(v, use, text, given, whole)
	case v.name == "join" && len(given) == 1 && given[0].Kind == value.KindList && given[0].List.Rest == nil:
		var parts []source.Text
		for i, item := range given[0].List.Items {
			if i > 0 {
				parts = append(parts, text)
			}
			parts = append(parts, b.text(item, nil))
		}
		if len(parts) == 0 {
			return value.String(source.Derived("", b.m.span(v.n)))
		}
		return b.joined(parts, v, use)
	case !text.Known():
	case v.name == "encode":
		return in
	case v.name == "strip" && len(given) == 0:
		return value.String(text.TrimSpace())
	case v.name == "lower" || v.name == "upper":
		s := strings.ToLower(text.String())
		if v.name == "upper" {
			s = strings.ToUpper(text.String())
		}
		if s == text.String() {
			return in
		}
		return weaken(value.String(source.Derived(s, text.Span())), in.Weak)
	case v.name == "replace" && len(given) == 2:
		was, ok1 := given[0].Str().Get()
		now, ok2 := given[1].Str().Get()
		if !ok1 || !ok2 || was.Len() == 0 || text.Len()*(now.Len()+1) > maxText {
			break
		}
		var parts []source.Text
		for i, p := range text.Split(was.String()) {
			if i > 0 {
				parts = append(parts, now)
			}
			parts = append(parts, p)
		}
		return b.joined(parts, v, use)
	}
	return b.hole(v, use, "computed")
}

// fields fills in the fields of str.format.
func (b *builder) fields(v *val, use *node, text source.Text, given []value.Tree, whole bool) value.Tree {
	named := value.NewMap(source.Span{})
	for _, a := range v.call.Args {
		switch {
		case a.Star == "**":
			b.spread(named.Map, b.tree(a.Value.v, a.Value.n, a.Value.t), a.n)
		case a.Name != "":
			named.Map.Put(source.Derived(a.Name, source.Span{}), b.tree(a.Value.v, a.Value.n, a.Value.t))
		}
	}
	var parts []source.Text
	next := 0
	for {
		i := text.Index("{", 0)
		if j := text.Index("}", 0); j >= 0 && (i < 0 || j < i) {
			parts = append(parts, text.Slice(0, j+1)) // doubled, or a slip
			text = text.Slice(min(j+2, text.Len()), text.Len())
			continue
		}
		if i < 0 {
			break
		}
		parts = append(parts, text.Slice(0, i))
		if text.Index("{", i+1) == i+1 {
			parts = append(parts, text.Slice(i, i+1))
			text = text.Slice(i+2, text.Len())
			continue
		}
		end := text.Index("}", i)
		if end < 0 {
			return b.hole(v, use, "computed")
		}
		name := text.String()[i+1 : end]
		if name == "" {
			name = strconv.Itoa(next)
			next++
		}
		parts = append(parts, b.filled(name, given, named, whole, text.Slice(i, end+1)))
		text = text.Slice(end+1, text.Len())
	}
	return b.joined(append(parts, text), v, use)
}

func (b *builder) filled(name string, given []value.Tree, named value.Tree, whole bool, at source.Text) source.Text {
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(given) && whole {
		return b.text(given[i], nil)
	}
	if e, ok := named.Map.Entry(name); ok {
		return b.text(e.Val, nil)
	}
	return source.Unknown(&source.Hole{Expr: at.String(), Why: "formatted"}, at.Span())
}

// merge reads a | b.
func (b *builder) merge(v *val, use *node, t int32) value.Tree {
	left, right := b.as(v.a, nil, v.t, t), b.as(v.b, nil, v.t, t)
	if left.Kind != value.KindMap && right.Kind != value.KindMap {
		return b.hole(v, use, "computed")
	}
	out := value.NewMap(b.m.span(v.n))
	b.spread(out.Map, left, v.a.n)
	b.spread(out.Map, right, v.b.n)
	return out
}
