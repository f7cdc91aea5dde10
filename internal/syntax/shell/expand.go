package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// expansion is what one ${…} or $(…) stands for.
type expansion struct {
	text  source.Text
	loose bool // unknown, and perhaps several words or none
	words []Word
	many  bool         // words counts: "$@", "${A[@]}"
	star  bool         // "$*": one word in double quotes
	alt   *syntax.Word // the word of ${V:-word} stands in its place
	weak  string       // why alt is weak
}

// fields builds the words that one word of the script becomes.
type fields struct {
	e     *eval
	out   []Word
	parts pieces
	open  bool        // a word is begun, perhaps an empty one
	solid bool        // part of it is quoted or literal: it will be there, as one word
	loose bool        // part of it is unknown, and perhaps several words or none
	whole bool        // no splitting: assignments, here-strings
	inner bool        // in the word of an unquoted ${V:-word}, which is split
	gone  bool        // what follows belongs to the last of words that are not shown
	tail  source.Text // words that are not shown, and what follows belongs to the last one, if any
	weak  string      // reason that all text added is weak
}

// fields expands words as arguments: quoting removed, unquoted expansions
// split.
func (e *eval) fields(ws ...*syntax.Word) []Word {
	f := fields{e: e, out: make([]Word, 0, len(ws)), parts: e.spare}
	e.spare = nil
	for _, w := range ws {
		if !hasBrace(w) { // as nearly always
			f.word(w.Parts, bare)
			f.close()
			continue
		}
		for _, parts := range e.braces(w.Parts) {
			f.add(parts, bare)
			f.close()
		}
	}
	e.spare = f.parts[:0]
	return f.out
}

// text expands a word where the shell does not split.
func (e *eval) text(w *syntax.Word) source.Text {
	if w == nil {
		return source.Text{}
	}
	if len(w.Parts) == 1 { // as mostly
		if l, ok := w.Parts[0].(*syntax.Lit); ok {
			t := unescape(e.in.decoded(l.ValuePos, l.Value), bare)
			e.work += t.Len()
			return t
		}
	}
	f := fields{e: e, whole: true, parts: e.spare}
	e.spare = nil
	f.word(w.Parts, bare)
	t := f.parts.join()
	if len(f.parts) == 0 {
		t = e.in.slice(w.Pos(), w.Pos())
	}
	e.spare = f.parts[:0]
	e.work += t.Len()
	return t
}

func (f *fields) put(t source.Text) {
	if f.gone {
		return
	}
	if f.tail.Len() > 0 {
		f.parts.add(f.tail)
		f.tail = source.Text{}
	}
	if f.weak != "" {
		t = t.Weaken(f.weak)
	}
	f.open = true
	f.parts.add(t)
}

// close ends the current word.
func (f *fields) close() {
	f.gone, f.tail = false, source.Text{}
	if !f.open {
		f.solid, f.loose = false, false
		return
	}
	t := f.parts.join()
	w := Word{Text: t}
	if f.loose && !f.solid && t.AllHole() {
		w.Rest = t.Hole()
		if w.Rest.Expr != t.String() { // $A$B
			w.Rest = &source.Hole{Expr: t.String(), Why: w.Rest.Why, Sym: t.Sym(), Ask: w.Rest.Ask}
		}
	}
	f.push(w)
	f.parts, f.open, f.solid, f.loose = f.parts[:0], false, false, false
}

func (f *fields) push(w Word) {
	f.e.work += w.Text.Len() + 8
	f.out = append(f.out, w)
}

// atom is a part of a word: literal text with its escapes, or anything else.
type atom struct {
	lit  source.Text
	part syntax.WordPart
}

func (in *input) atoms(parts []syntax.WordPart) []atom {
	out := make([]atom, len(parts))
	for i, p := range parts {
		out[i].part = p
		if l, ok := p.(*syntax.Lit); ok {
			out[i] = atom{lit: in.decoded(l.ValuePos, l.Value)}
		}
	}
	return out
}

// add adds the parts that braces were expanded to.
func (f *fields) add(atoms []atom, q quote) {
	for _, a := range atoms {
		if a.part == nil {
			f.literal(unescape(a.lit, q), q)
		} else {
			f.part(a.part, q)
		}
	}
}

// word adds the parts of a word. q is the quoting around them.
func (f *fields) word(parts []syntax.WordPart, q quote) {
	for _, p := range parts {
		f.part(p, q)
	}
}

func (f *fields) part(p syntax.WordPart, q quote) {
	in := f.e.in
	switch p := p.(type) {
	case *syntax.Lit:
		f.literal(unescape(in.decoded(p.ValuePos, p.Value), q), q)
	case *syntax.SglQuoted:
		if q != bare { // no quotes there: 'x' in "${V:-'x'}"
			f.literal(in.slice(p.Pos(), p.End()), q)
			return
		}
		f.solid = true
		f.put(in.single(p))
	case *syntax.DblQuoted:
		f.quoted(p)
	case *syntax.ParamExp:
		f.expand(f.e.param(p), q)
	case *syntax.CmdSubst:
		f.expand(f.e.substitution(p), q)
	case *syntax.ArithmExp:
		f.e.visit(p.X)
		f.put(f.e.hole(in.slice(p.Pos(), p.End()), "computed", f.e.sym("$((", offset(p))))
	case *syntax.ProcSubst:
		f.put(f.e.process(p))
	default:
		f.literal(in.slice(p.Pos(), p.End()), q)
	}
}

func (f *fields) literal(t source.Text, q quote) {
	switch {
	case f.inner && q == bare && !f.whole:
		f.loose = f.loose || !t.Known()
		f.split(t)
		return
	case q != bare || !t.AllHole() || single(t.Hole()):
		f.solid = true
	default:
		f.loose = true
	}
	f.put(t)
}

func (f *fields) quoted(p *syntax.DblQuoted) {
	if len(p.Parts) == 1 {
		if pe, ok := p.Parts[0].(*syntax.ParamExp); ok && isList(pe) && !f.whole {
			f.word(p.Parts, double) // no arguments, no word
			f.solid = f.solid || f.open
			return
		}
	}
	f.solid = true
	if len(p.Parts) == 0 || !isLiteral(p.Parts[0]) {
		f.put(f.e.in.slice(after(p.Left, 1), after(p.Left, 1))) // the place of an empty one
	}
	f.word(p.Parts, double)
}

func isLiteral(p syntax.WordPart) bool {
	_, ok := p.(*syntax.Lit)
	return ok
}

// isList reports whether a parameter stands for many words even in quotes.
func isList(p *syntax.ParamExp) bool {
	return p.Param != nil && (p.Param.Value == "@" || subscript(p) == "@")
}

// expand adds what an expansion stands for.
func (f *fields) expand(x expansion, q quote) {
	switch {
	case x.alt != nil:
		weak, outer := f.weak, f.inner
		if f.weak == "" {
			f.weak = x.weak
		}
		f.inner = q == bare
		inner := q
		if q == double {
			inner = braced
		}
		f.word(x.alt.Parts, inner)
		f.weak, f.inner = weak, outer
	case x.many:
		f.list(x, q)
	case q != bare || f.whole:
		if x.text.Len() > 0 {
			f.put(x.text)
		}
	case x.loose:
		f.loose = true
		f.split(x.text)
	default:
		f.split(x.text)
	}
}

// list adds the words of "$@" or an array.
func (f *fields) list(x expansion, q quote) {
	if f.whole || (x.star && q != bare) {
		if t := f.e.joined(x); t.Len() > 0 {
			f.put(t)
		}
		return
	}
	for i, w := range x.words {
		if i > 0 {
			f.close()
		}
		switch {
		case w.Rest != nil && f.open:
			f.put(w.Text)
			f.solid = true
			f.close()
			f.push(w)
			f.gone = true // none of them, and the next word is part of this one
			return
		case w.Rest != nil:
			f.push(w)
			f.tail = w.Text
		case q != bare:
			f.solid = true
			f.put(w.Text)
		default:
			f.loose = f.loose || !w.Text.Known()
			f.split(w.Text)
		}
	}
}

// joined returns words as one text, as "$*" does.
func (e *eval) joined(x expansion) source.Text {
	sep := " "
	if ifs, ok := e.ifs(); ok && x.star {
		sep = ifs[:min(1, len(ifs))]
	}
	var out pieces
	for i, w := range x.words {
		if i > 0 && sep != "" {
			out.add(source.Derived(sep, x.words[i-1].Text.Span()))
		}
		out.add(w.Text)
	}
	return out.join()
}

// ifs returns what separates fields; false when that is not known.
func (e *eval) ifs() (string, bool) {
	v, ok := e.vars["IFS"]
	if !ok || v.unset || v.array {
		return " \t\n", true
	}
	return v.text.String(), v.text.Known()
}

// split adds the text of an unquoted expansion.
func (f *fields) split(t source.Text) {
	ifs, ok := f.e.ifs()
	if !ok {
		f.loose = true
		ifs = " \t\n"
	}
	s := t.Mask('x')
	from := 0
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(ifs, s[i]) < 0 {
			continue
		}
		if i > from {
			f.put(t.Slice(from, i))
		}
		from = i + 1
		if strings.IndexByte(" \t\n", s[i]) < 0 && !f.open {
			f.put(t.Slice(i, i)) // every comma counts, runs of blanks count once
		}
		loose := f.loose
		f.close()
		f.loose = loose
	}
	if from < len(s) {
		f.put(t.Slice(from, len(s)))
	}
}

// hole returns an unknown text for an expression of the script.
func (e *eval) hole(expr source.Text, why, sym string) source.Text {
	return source.Unknown(&source.Hole{Expr: expr.String(), Why: why, Sym: sym}, expr.Span())
}

func offset(n syntax.Node) int { return int(n.Pos().Offset()) }
