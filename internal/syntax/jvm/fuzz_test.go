package jvm

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// sound fails unless every place lies in the file and every piece that claims
// to be exact is.
func sound(t *testing.T, tree value.Tree) {
	t.Helper()
	inside(t, tree.At)
	soundText(t, tree.Text)
	for _, i := range tree.Items() {
		sound(t, i)
	}
	for _, e := range tree.Entries() {
		soundText(t, e.Key)
		sound(t, e.Val)
	}
}

func inside(t *testing.T, s source.Span) {
	t.Helper()
	if s.Valid() && (s.Start < 0 || s.Start > s.End || s.End > len(s.File.Data)) {
		t.Fatalf("span %d-%d outside %d bytes", s.Start, s.End, len(s.File.Data))
	}
}

func soundText(t *testing.T, text source.Text) {
	t.Helper()
	for _, s := range text.Spans() {
		inside(t, s)
	}
	for i := range min(text.Len(), 500) {
		if e, ok := text.Edit(i, i+1, ""); ok && e.Span.Text() != text.String()[i:i+1] {
			t.Fatalf("byte %d of %q is not at %d", i, text.String(), e.Span.Start)
		}
	}
}

// soundFile checks all that can be asked of a file, within bounds.
func soundFile(t *testing.T, f *File) {
	for _, e := range f.Errors {
		inside(t, e.At)
	}
	for _, s := range f.Scopes {
		inside(t, s.At)
	}
	for i, c := range f.Calls {
		inside(t, c.At())
		inside(t, c.Named())
		if i < 200 {
			sound(t, f.Value(c))
			f.Origin(c)
			c.Qualified()
			for _, a := range c.Args {
				sound(t, f.Value(a.Val))
			}
		}
	}
	for i, s := range f.Sets {
		inside(t, s.At)
		if i < 200 {
			sound(t, f.Value(s.Value))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"class A<T> { @B(c = {\"d\"}) final String[] e = new String[] {\"f\" + 'g'}; <T> void h(int... i) throws J { k.<L>m(n -> o, P::q).r(); } }",
		"object A extends B { val c = s\"${d(\"e\")}$f\"; def g(h: I = 1)(j: K): L = m match { case N(o) if p => q -> \"r\" }; <a b={c}>d</a> }",
		"fun a(b: C<D>) { val e by lazy { \"$f${g[\"h\"]}\" }; i?.j!!.k(l = \"m\", *n) { o, p -> q to r } ?: when (s) { is T -> u; else -> v } }",
		"def a = [b: 'c', \"d${e.f}\": /g/, (h): $/i/$]; j 'k', l: m; n.each { o -> p << q }",
		"a <- function(b, c = \"d\", ...) { e$f[[\"g\"]] <<- h %>% i(j = paste0(\"k\", l)) }; r\"(m)\" -> n",
		"\"\"\"\n  a\n   b\\u0041\\\n  \"\"\"", "a(\"b\" -> {", "x = y + z; y = x + x; z = y", "/* /* */ */ '\\'' 'a '\"'", "l.add(l); l.addAll(l); f(l)", "${`a`}",
	} {
		for lang := range 5 {
			f.Add(s, uint8(lang))
		}
	}
	f.Fuzz(func(t *testing.T, s string, lang uint8) { soundFile(t, read(s, Lang(lang%5))) })
}

// Deep and repeated structures take time in proportion to their length.
func TestBounds(t *testing.T) {
	for _, s := range []string{"(", "a(", "[", "{", "a{", "a{b->", "\"${", "if(a) ", "if a else ", "a?", "!", "a+", "a.b(c)", "f(a -> ", "a<", "new A(", "case a ", "\"\"\"", "/*", "<a>", "'", "x = {a=", "@a(", "a ? b : ", "class A {", "val a = ", "((((a)))->", "}", ")", "])", "s\"${\"", "List<", "a=>", "$a", "`", "val a = a + a\n", "x += x\n", "if(a){}else "} {
		for lang := Java; lang <= R; lang++ {
			f := read(strings.Repeat(s, 20_000/len(s)), lang)
			for _, c := range f.Calls[:min(20, len(f.Calls))] {
				f.Value(c)
			}
			for _, c := range f.Sets[:min(20, len(f.Sets))] {
				f.Value(c.Value)
			}
		}
	}
}
