package shell

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// keyForms are keys of associative arrays that the parser takes for arithmetic
// expressions: P=([a.b]=c), P[a b]=c and ${P[$a b]}.
var keyForms = sync.OnceValue(func() (f struct{ names, given, used *regexp.Regexp }) {
	f.names = regexp.MustCompile(`[ \t]-\w*A\w*((?:[ \t]+[A-Za-z_]\w*)+)`)
	f.given = regexp.MustCompile(`(?m)(?:^|[\s(])\[(\w[\w .:/@+-]*)\]\+?=`)
	f.used = regexp.MustCompile("([A-Za-z_]\\w*)\\[([^\\]\\[\"'`\n]+)\\]")
	return f
})

// quoteKeys returns a script with such keys in quotes; false if it has none.
func quoteKeys(t source.Text) (source.Text, bool) {
	s := t.Mask('x')
	if !strings.Contains(s, " -A") && !strings.Contains(s, " -gA") {
		return t, false
	}
	var all [][]int
	for _, m := range keyForms().given.FindAllStringSubmatchIndex(s, -1) {
		all = append(all, m[2:4])
	}
	names := map[string]bool{}
	for _, m := range keyForms().names.FindAllStringSubmatch(s, -1) {
		for name := range strings.FieldsSeq(m[1]) {
			names[name] = true
		}
	}
	for _, m := range keyForms().used.FindAllStringSubmatchIndex(s, -1) {
		if names[s[m[2]:m[3]]] {
			all = append(all, m[4:6])
		}
	}
	slices.SortFunc(all, slices.Compare)
	var out []source.Text
	from := 0
	for _, m := range all {
		key := s[m[0]:m[1]]
		if strings.Trim(key, keyBytes) == "" || m[0] < from {
			continue
		}
		mark := "'"
		if strings.Contains(key, "$") {
			mark = `"`
		}
		quote := source.Derived(mark, t.At(m[0]))
		out = append(out, t.Slice(from, m[0]), quote, t.Slice(m[0], m[1]), quote)
		from = m[1]
	}
	return source.Concat(append(out, t.Slice(from, len(s)))...), from > 0
}

// keyBytes are those of keys that the parser reads as they are.
const keyBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@*${}"

// key returns the key that a subscript is.
func (e *eval) key(x syntax.ArithmExpr) source.Text {
	if w, ok := x.(*syntax.Word); ok {
		return e.text(w)
	}
	var parts []source.Text
	from := x.Pos()
	walk(x, func(n syntax.Node) bool {
		w, ok := n.(*syntax.Word)
		if ok { // what looks like an operator is as it stands
			parts, from = append(parts, e.in.slice(from, w.Pos()), e.text(w)), w.End()
		}
		return !ok
	})
	return source.Concat(append(parts, e.in.slice(from, x.End()))...)
}

// keyed evaluates P=([k]=v …), P+=([k]=v …), P=(k v …) and P[k]=v of an
// associative array.
func (e *eval) keyed(a *syntax.Assign, old *variable) *variable {
	v := &variable{array: true, assoc: true}
	if a.Append || a.Index != nil {
		v.elems = slices.Clone(old.elems)
	}
	known := true
	put := func(key, val source.Text, more bool) {
		i := v.index(key.String())
		switch {
		case !key.Known():
			known = false
		case i < 0:
			v.elems = append(v.elems, Word{Text: key}, Word{Text: val})
		case more:
			v.elems[i+1].Text = source.Concat(v.elems[i+1].Text, val)
		default:
			v.elems[i+1].Text = val
		}
	}
	switch {
	case a.Index != nil:
		put(e.key(a.Index), e.text(a.Value), a.Append)
	case a.Array == nil:
		known = false
	default:
		for i, el := range a.Array.Elems {
			key, val, ok := e.pair(el)
			switch {
			case ok:
				put(key, val, false)
			case el.Value == nil || a.Array.Elems[0].Index != nil:
				known = false
			case i%2 == 1:
				put(e.text(a.Array.Elems[i-1].Value), e.text(el.Value), false)
			}
		}
	}
	if !known || e.outgrown(v) {
		return e.opaque(a)
	}
	return v
}

// pair reads [key]=value. The parser takes one with a dot in the key for a value behind local.
func (e *eval) pair(el *syntax.ArrayElem) (key, val source.Text, ok bool) {
	switch {
	case el.Value == nil:
		return key, val, false
	case el.Index != nil:
		return e.key(el.Index), e.text(el.Value), true
	}
	if l, ok := el.Value.Parts[0].(*syntax.Lit); !ok || !strings.HasPrefix(l.Value, "[") {
		return key, val, false
	}
	t := e.text(el.Value)
	i := t.Index("]=", 0)
	if i < 0 {
		return key, val, false
	}
	return t.Slice(1, i), t.Slice(i+len("]="), t.Len()), true
}

// content is what a variable stands for, its subscript applied.
func (e *eval) content(p *syntax.ParamExp, v *variable, src source.Text) expansion {
	index := subscript(p)
	if !v.assoc || p.Index == nil || index == "@" || index == "*" {
		return content(p, v, src)
	}
	key := e.key(p.Index)
	entry := func(key string) source.Text {
		if i := v.index(key); i >= 0 {
			return v.elems[i+1].Text
		}
		return source.Text{}
	}
	if key.Known() {
		t := entry(key.String())
		return expansion{text: t, loose: !t.Known()}
	}
	h := &source.Hole{Expr: src.String(), Why: "an element that is not known"}
	for _, one := range key.Choices() {
		h.OneOf = append(h.OneOf, entry(one.String()))
	}
	if from := key.Hole(); len(h.OneOf) > 0 && !slices.ContainsFunc(h.OneOf, func(t source.Text) bool { return !t.Known() }) {
		h.Why = "depends on " + from.Expr
		if s := key.Sym(); s != "" {
			h.Sym = s + "\x00" + src.String()
		}
		if len(from.OneOf) == len(h.OneOf) {
			h.Each = from.Each
		}
		return expansion{text: source.Unknown(h, src.Span()), loose: slices.ContainsFunc(h.OneOf, func(t source.Text) bool { return !oneWord(t.String()) })}
	}
	h.OneOf = nil
	return unknown(source.Unknown(h, src.Span()))
}

// index returns where a key stands, or -1.
func (v *variable) index(key string) int {
	for i := 0; i < len(v.elems); i += 2 {
		if v.elems[i].Text.String() == key {
			return i
		}
	}
	return -1
}

// every returns the keys of an associative array, from 0, or what they stand
// for, from 1.
func (v *variable) every(from int) (out []Word) {
	for i := from; i < len(v.elems); i += 2 {
		out = append(out, v.elems[i])
	}
	return out
}

// keys is ${!A[@]}.
func keys(v *variable, src source.Text) (x expansion, ok bool) {
	if !v.array || slices.ContainsFunc(v.elems, isRest) {
		return x, false
	}
	if v.assoc {
		return expansion{words: v.every(0), many: true}, true
	}
	x = expansion{many: true}
	for i := range v.elems {
		x.words = append(x.words, Word{Text: source.Derived(strconv.Itoa(i), src.Span())})
	}
	return x, true
}
