package shell

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

const (
	maxOperand = 1 << 12 // bytes that a pattern operator works on
	maxEffort  = 1 << 28 // square bytes that all of them may
)

// operate applies ${V%p}, ${V#p}, ${V/p/r}, ${V,,}, ${V^^} and ${V:o:n}. What
// is not known stays a hole, equal to every hole that is computed alike.
func (e *eval) operate(p *syntax.ParamExp, x expansion, src source.Text) expansion {
	if x.many && p.Slice != nil {
		return sliceWords(p, x, src)
	}
	op := e.operator(p)
	if x.many {
		words := make([]Word, len(x.words))
		for i, w := range x.words {
			words[i] = w
			if w.Rest == nil {
				words[i].Text = e.operated(op, w.Text, src)
			}
		}
		x.words = words
		return x
	}
	t := e.operated(op, x.text, src)
	return expansion{text: t, loose: x.loose && !t.Known()}
}

// operated applies an operator to one text; a nil operator is not understood.
func (e *eval) operated(op func(source.Text) source.Text, t source.Text, src source.Text) source.Text {
	if t.Known() && t.Len() <= maxOperand && op != nil && e.effort < maxEffort {
		e.effort += t.Len() * t.Len()
		return op(t)
	}
	sym := t.Sym()
	if sym != "" {
		sym += "\x00" + src.String()
	}
	why := "computed from a value that is not known"
	if h := t.Hole(); h != nil {
		why = h.Why
	}
	if h := t.Hole(); h != nil && e.given[h.Sym] {
		e.receive(sym)
	}
	out := &source.Hole{Expr: src.String(), Why: why, Sym: sym, OneOf: e.each(op, t)}
	if h := t.Hole(); h != nil && len(out.OneOf) == len(h.OneOf) {
		out.Each = h.Each
	}
	return source.Unknown(out, src.Span())
}

// each applies an operator to each value that a text may have; nil where they
// are not all known.
func (e *eval) each(op func(source.Text) source.Text, t source.Text) []source.Text {
	var out []source.Text
	for _, one := range t.Choices() {
		if op == nil || one.Len() > maxOperand || e.effort >= maxEffort {
			return nil
		}
		e.effort += one.Len() * one.Len()
		out = append(out, op(one))
	}
	return out
}

// operator returns the function that the operator of an expansion applies.
func (e *eval) operator(p *syntax.ParamExp) func(source.Text) source.Text {
	switch {
	case p.Slice != nil:
		return substring(p.Slice)
	case p.Repl != nil:
		pat, ok := e.pattern(p.Repl.Orig)
		with := e.text(p.Repl.With)
		if !ok || strings.HasPrefix(pat, "#") || strings.HasPrefix(pat, "%") {
			return anchored(pat, with, ok)
		}
		return replace(pat, with, p.Repl.All)
	case p.Exp == nil:
		return nil
	}
	pat, ok := e.pattern(p.Exp.Word)
	if !ok {
		return nil
	}
	switch p.Exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return remove(pat, p.Exp.Op)
	case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		if pat == "" {
			return letters(p.Exp.Op)
		}
	}
	return nil
}

// pattern returns the text of a pattern; quoted characters are escaped.
func (e *eval) pattern(w *syntax.Word) (string, bool) {
	if w == nil {
		return "", true
	}
	var b strings.Builder
	for _, part := range w.Parts {
		f := fields{e: e, whole: true}
		f.add(e.in.atoms([]syntax.WordPart{part}), bare)
		t := f.parts.join()
		if !t.Known() {
			return "", false
		}
		switch part := part.(type) {
		case *syntax.Lit:
			b.WriteString(part.Value) // keeps its backslashes
		case *syntax.ParamExp, *syntax.ExtGlob:
			b.WriteString(t.String())
		default:
			b.WriteString(pattern.QuoteMeta(t.String(), pattern.ExtendedOperators))
		}
	}
	return b.String(), b.Len() <= maxOperand
}

func matcher(pat, before, behind string) *regexp.Regexp {
	expr, err := pattern.Regexp(pat, pattern.ExtendedOperators)
	if err != nil {
		return nil
	}
	re, err := regexp.Compile("(?s)" + before + "(?:" + strings.TrimPrefix(expr, "(?s)") + ")" + behind)
	if err != nil {
		return nil
	}
	return re
}

// remove cuts the shortest or longest match from an end. The rest is still
// the exact text.
func remove(pat string, op syntax.ParExpOperator) func(source.Text) source.Text {
	re := matcher(pat, "^", "$")
	if re == nil {
		return nil
	}
	suffix := op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix
	short := op == syntax.RemSmallSuffix || op == syntax.RemSmallPrefix
	return func(t source.Text) source.Text {
		s := t.String()
		for n := 0; n <= len(s); n++ {
			k := n // length of the match
			if !short {
				k = len(s) - n
			}
			if suffix && re.MatchString(s[len(s)-k:]) {
				return t.Slice(0, len(s)-k)
			}
			if !suffix && re.MatchString(s[:k]) {
				return t.Slice(k, len(s))
			}
		}
		return t
	}
}

// replace puts a text in the place of the first or of all matches.
func replace(pat string, with source.Text, all bool) func(source.Text) source.Text {
	re := matcher(pat, "", "")
	if re == nil || pat == "" {
		return nil
	}
	re.Longest()
	n := 1
	if all {
		n = -1
	}
	return func(t source.Text) source.Text {
		var out pieces
		from := 0
		for _, m := range re.FindAllStringIndex(t.String(), n) {
			if m[0] == m[1] {
				continue
			}
			out.add(t.Slice(from, m[0]))
			out.add(with)
			from = m[1]
		}
		out.add(t.Slice(from, t.Len()))
		return out.join()
	}
}

// anchored is ${V/#p/r} and ${V/%p/r}.
func anchored(pat string, with source.Text, ok bool) func(source.Text) source.Text {
	if !ok {
		return nil
	}
	before, behind := "^", ""
	if pat[0] == '%' {
		before, behind = "", "$"
	}
	re := matcher(pat[1:], before, behind)
	if re == nil {
		return nil
	}
	re.Longest()
	return func(t source.Text) source.Text {
		m := re.FindStringIndex(t.String())
		if m == nil {
			return t
		}
		var out pieces
		out.add(t.Slice(0, m[0]))
		out.add(with)
		out.add(t.Slice(m[1], t.Len()))
		return out.join()
	}
}

// letters changes the case; what changes is derived, its place stays.
func letters(op syntax.ParExpOperator) func(source.Text) source.Text {
	conv := strings.ToUpper
	if op == syntax.LowerAll || op == syntax.LowerFirst {
		conv = strings.ToLower
	}
	return func(t source.Text) source.Text {
		s := t.String()
		n := len(s)
		if op == syntax.UpperFirst || op == syntax.LowerFirst {
			_, n = utf8.DecodeRuneInString(s)
		}
		head := t.Slice(0, n)
		if c := conv(s[:n]); c != s[:n] {
			weak := head.Weak()
			head = source.Derived(c, head.Span())
			if weak != "" {
				head = head.Weaken(weak)
			}
		}
		return head.Add(t.Slice(n, len(s)))
	}
}

// bounds returns the literal offset and length of a slice; n is -1 when no
// length is given.
func bounds(s *syntax.Slice) (from, n int, ok bool) {
	from, ok = constant(s.Offset)
	n = -1
	if ok && s.Length != nil {
		n, ok = constant(s.Length)
		ok = ok && n >= 0
	}
	return from, n, ok
}

// constant reads a literal integer.
func constant(x syntax.ArithmExpr) (int, bool) {
	switch x := x.(type) {
	case *syntax.Word:
		n, err := strconv.Atoi(x.Lit())
		return n, err == nil
	case *syntax.UnaryArithm:
		n, ok := constant(x.X)
		return -n, ok && x.Op == syntax.Minus && !x.Post
	case *syntax.ParenArithm:
		return constant(x.X)
	}
	return 0, false
}

func substring(s *syntax.Slice) func(source.Text) source.Text {
	from, n, ok := bounds(s)
	if !ok {
		return nil
	}
	return func(t source.Text) source.Text {
		ends := []int{} // byte offsets of the characters
		for i := range t.String() {
			ends = append(ends, i)
		}
		ends = append(ends, t.Len())
		i := from
		if i < 0 {
			i += len(ends) - 1
		}
		if i < 0 || i >= len(ends) {
			return t.Slice(0, 0)
		}
		j := len(ends) - 1
		if n >= 0 {
			j = min(j, i+n)
		}
		return t.Slice(ends[i], ends[j])
	}
}

// sliceWords is "${A[@]:o:n}" and "${@:o:n}".
func sliceWords(p *syntax.ParamExp, x expansion, src source.Text) expansion {
	from, n, ok := bounds(p.Slice)
	if p.Param.Value == "@" || p.Param.Value == "*" {
		from-- // $1 is the first
		ok = ok && from >= 0
	}
	known := slices.IndexFunc(x.words, isRest)
	if known < 0 {
		known = len(x.words)
		if from < 0 {
			from = max(0, from+known)
		}
		from = min(from, known)
	}
	if !ok || from < 0 || from > known || n >= 0 && from+n > known && known < len(x.words) {
		h := &source.Hole{Expr: src.String(), Why: "a part of a list that is not known"}
		return expansion{words: []Word{{Text: source.Unknown(h, src.Span()), Rest: h}}, many: true, star: x.star}
	}
	to := len(x.words)
	if n >= 0 {
		to = min(to, from+n)
	}
	x.words = x.words[from:to]
	return x
}
