package shell

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// oneOf returns the variable that holds one of several values.
func (e *eval) oneOf(name string, vs []*variable, at int) *variable {
	first := vs[0]
	equal, exported, array := true, false, false
	for _, v := range vs {
		equal = equal && same(first, v)
		if v != nil {
			exported = exported || v.exported
			array = array || v.array
			if equal && v.text.Weak() != "" {
				first = v
			}
		}
	}
	if equal {
		return first
	}
	if array {
		return e.oneArray(name, vs, at)
	}
	h := &source.Hole{Expr: written(name), Why: choices(vs), Sym: e.sym(name, at), OneOf: all(vs)}
	if base, tails := extended(vs); tails != nil {
		h.OneOf, h.Why = all(tails), choices(tails)
		e.offer(h.Sym, tails)
		return &variable{exported: exported, text: open(base, " ", h)}
	}
	if base, tails := lengthened(vs); tails != nil {
		h.OneOf = all(tails)
		return &variable{exported: exported, text: open(base, ",", h)}
	}
	if option, values := sameOption(vs); values != nil {
		h.OneOf, h.Why = all(values), choices(values)
		return &variable{exported: exported, text: source.Concat(option, source.Unknown(h, values[0].text.Span()))}
	}
	out := &variable{exported: exported, one: true, outside: true}
	var span source.Span
	for _, v := range vs {
		out.outside = out.outside && (v == nil || v.unset || v.outside || v.text.Known() && v.text.Len() == 0)
		if v == nil || v.unset || !v.text.Known() || !oneWord(v.text.String()) {
			out.one = false
		}
		if v != nil && !span.Valid() {
			span = v.text.Span()
		}
	}
	out.text = source.Unknown(h, span)
	e.offer(h.Sym, vs)
	return out
}

// extended returns the words that all values start with, and what each has
// behind them: branches have added words, or set different ones behind the
// first option. nil if they did something else.
func extended(vs []*variable) (base source.Text, tails []*variable) {
	masks := make([]string, len(vs))
	n := 0
	for i, v := range vs {
		if v == nil || v.unset {
			return base, nil
		}
		masks[i] = v.text.Mask('x')
		if i == 0 {
			n = v.text.Len()
		}
		n = common(vs[0].text.String()[:n], v.text.String())
	}
	for n > 0 && slices.ContainsFunc(masks, func(s string) bool { return s[n-1] != ' ' && n < len(s) && s[n] != ' ' }) {
		n--
	}
	base = vs[0].text.Slice(0, n)
	sym := base.Sym()
	whole := func(v *variable) bool { return v.text.Len() == n }
	if !slices.ContainsFunc(vs, whole) && !strings.HasPrefix(masks[0][:n], "-") && !strings.Contains(masks[0][:n], " -") {
		return base, nil
	}
	if strings.TrimSpace(masks[0][:n]) == "" || sym == "" || strings.ContainsAny(masks[0][:n], "\n'\"") {
		return base, nil
	}
	for _, v := range vs {
		tail := v.text.Slice(n, v.text.Len())
		if v.text.Slice(0, n).Sym() != sym || tail.Index("\n", 0) >= 0 {
			return base, nil
		}
		tails = append(tails, &variable{text: tail.TrimSpace()})
	}
	return base, tails
}

// lengthened returns the list that branches have added items to, and what each
// has added; nil if that is not all they did.
func lengthened(vs []*variable) (base source.Text, tails []*variable) {
	for i, v := range vs {
		if v == nil || v.unset || v.text.Len() == 0 {
			return base, nil
		}
		if i == 0 || v.text.Len() < base.Len() {
			base = v.text
		}
	}
	sym := base.Sym()
	for _, v := range vs {
		head, tail := v.text.Slice(0, base.Len()), v.text.Slice(base.Len(), v.text.Len())
		if sym == "" || head.Sym() != sym || tail.Len() > 0 && !tail.HasPrefix(",") {
			return base, nil
		}
		if tail = tail.TrimSpace(); tail.HasPrefix(",") {
			tail = tail.Slice(1, tail.Len())
		}
		tails = append(tails, &variable{text: tail})
	}
	return base, tails
}

// open is a text behind which more may stand: nothing behind the separator is
// as good as no separator.
func open(base source.Text, sep string, more *source.Hole) source.Text {
	at := base.Slice(base.Len(), base.Len()).Span()
	return source.Concat(base, source.Derived(sep, at), source.Unknown(more, at))
}

// common returns how many bytes two texts start with in common.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// sameOption returns the --option= that all values start with, and what each
// has behind it; nil if they are not one option.
func sameOption(vs []*variable) (option source.Text, values []*variable) {
	for i, v := range vs {
		if v == nil || v.unset || !v.text.HasPrefix("--") || strings.ContainsAny(v.text.Mask('x'), " \t\n") {
			return option, nil
		}
		name, val, ok := v.text.Cut("=")
		if !ok || !name.Known() || i > 0 && name.String()+"=" != option.String() {
			return option, nil
		}
		option, values = v.text.Slice(0, name.Len()+1), append(values, &variable{text: val})
	}
	return option, values
}

// offer remembers what a variable may hold, for where it is a command.
func (e *eval) offer(sym string, vs []*variable) {
	var out []*variable
	for _, v := range vs {
		var inner []*variable
		if v != nil && v.hole() != nil {
			inner = e.choices[v.hole().Sym]
		}
		if len(inner) == 0 {
			inner = []*variable{v}
		}
		out = append(out, inner...)
	}
	if len(out) <= maxCalls {
		insert(&e.choices, sym, out)
	}
}

// hole returns what a variable is nothing but, if it is a hole; nil else.
func (v *variable) hole() *source.Hole {
	t := v.text
	if v.array && len(v.elems) == 1 {
		t = v.elems[0].Text
	}
	if h := t.Hole(); h != nil && len(h.Expr) == t.Len() {
		return h
	}
	return nil
}

// oneArray keeps the words that all arrays start with.
func (e *eval) oneArray(name string, vs []*variable, at int) *variable {
	common := words(vs[0])
	assoc := func(v *variable) bool { return v != nil && v.assoc }
	if slices.ContainsFunc(vs, assoc) {
		common = nil
	}
	for _, v := range vs[1:] {
		ws := words(v)
		n := 0
		for n < len(common) && n < len(ws) && sameWord(common[n], ws[n]) {
			n++
		}
		common = common[:n]
	}
	expr := "${" + name + "[@]}"
	if name == params {
		expr = "$@"
	}
	rest := e.rest(expr, "differs between branches", e.suffix(at))
	tails := make([]*variable, len(vs))
	for i, v := range vs {
		if v != nil || len(common) > 0 {
			tails[i] = &variable{array: true, elems: words(v)[len(common):]}
		}
	}
	if !slices.ContainsFunc(vs, assoc) {
		e.offer(rest.Rest.Sym, tails)
	}
	return &variable{array: true, elems: append(slices.Clone(common), rest)}
}
