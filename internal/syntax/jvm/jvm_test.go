package jvm

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func read(s string, lang Lang) *File {
	f := source.NewFile("f", source.Code, []byte(s))
	return Read(source.Exact(source.Span{File: f, End: len(f.Data)}), lang)
}

// outline prints the calls of a file: receiver.method(values).
func outline(f *File) string {
	into := map[*Expr]string{} // the name that is set to the chain which a call is part of
	for _, s := range f.Sets {
		for e := s.Value; e != nil && (e.Kind == Call || e.Kind == New || e.Kind == Select || e.Kind == Index); e = e.X {
			into[e] = s.Name + "="
		}
	}
	var out []string
	for _, c := range f.Calls {
		out = append(out, into[c]+sketch(f, c))
	}
	return strings.Join(out, "; ")
}

func sketch(f *File, c *Expr) string {
	var b strings.Builder
	switch {
	case c.Kind == New:
		b.WriteString("new " + c.Path())
	case c.X == nil:
		b.WriteString(c.Name)
	case c.Path() != "":
		b.WriteString(c.Path())
	default:
		b.WriteString("…." + c.Name)
	}
	b.WriteString("(")
	for i, a := range c.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		if a.Key != nil {
			b.WriteString(a.Key.word() + ":")
		}
		if a.Spread {
			b.WriteString("*")
		}
		b.WriteString(show(f.Value(a.Val)))
	}
	b.WriteString(")")
	for s := c.Scope; s != nil; s = s.Up {
		switch s.Kind {
		case Branch:
			b.WriteString("?")
		case Loop:
			b.WriteString("*")
		case Function:
			b.WriteString("λ")
		}
	}
	return b.String()
}

// show prints a value: 'text', {key: value}, [item]; <expression> is unknown,
// and … stands for what may follow.
func show(t value.Tree) string {
	rest := ""
	if t.Kind > value.KindNumber && t.Open() != nil {
		rest = "…"
	}
	switch t.Kind {
	case value.KindString:
		return "'" + showText(t.Text) + "'"
	case value.KindNull:
		return "null"
	case value.KindBool, value.KindNumber:
		return t.Text.String()
	case value.KindList:
		var all []string
		for _, i := range t.Items() {
			all = append(all, show(i))
		}
		return "[" + strings.Join(all, " ") + rest + "]"
	case value.KindMap:
		var all []string
		for _, e := range t.Entries() {
			all = append(all, showText(e.Key)+":"+show(e.Val))
		}
		return "{" + strings.Join(all, " ") + rest + "}"
	}
	return showText(t.Text)
}

func showText(t source.Text) string {
	if t.Known() {
		return strings.ReplaceAll(t.String(), "\n", `\n`)
	}
	var b strings.Builder
	from := 0
	s, m := t.String(), t.Mask(0)
	for i := 0; i <= len(s); i++ {
		if i < len(s) && (m[i] == 0) == (i > 0 && m[i-1] == 0) {
			continue
		}
		if i > from && m[from] == 0 {
			one := ""
			if h := t.Hole(); len(h.OneOf) > 0 {
				var all []string
				for _, o := range h.OneOf {
					all = append(all, o.String())
				}
				one = "=" + strings.Join(all, "|")
			}
			b.WriteString("<" + strings.Join(strings.Fields(s[from:i]), " ") + one + ">")
		} else if i > from {
			b.WriteString(strings.ReplaceAll(s[from:i], "\n", `\n`))
		}
		from = i
	}
	return b.String()
}

func TestCalls(t *testing.T) {
	for _, c := range []struct {
		lang       Lang
		text, want string
	}{
		// chains, and what they are assigned to
		{Java, `class A { void f() { SparkConf c = new SparkConf().set("k", "v"); c.set("l", 1).x; } }`, `c=new SparkConf(); c=….set('k', 'v'); c.set('l', 1)`},
		{Java, `class A { int f(B b) { if (b.c()) { d("x"); } else e(); for (int i = g(); ; ) h(i); try { j(); } catch (E x) { k(x); } return l(); } }`, `b.c(); d('x')?; e()?; i=g()*; h(<i>)*; j(); k(<x>)?; l()`},
		{Java, `class A { void f() { a.b((String) c, (x, y) -> d(x), E::f, g -> { h(g); }, i ? j() : k(), l[m()]); } }`, `d(<x>)λ; h(<g>)λ; j()?; k()?; m(); a.b(<c>, <(x, y) -> d(x)>, <E::f>, <g -> { h(g); }>, <i ? j() : k()>, <l[m()]>)`},
		{Java, `class A { B<C> b = new B<>(1) { void d() { e(); } }; Object f = a.<T>g(new int[] {h()}, new int[i()]); @K(l = "m") int n() { return (new O()).p(); } }`, `b=new B(1); e(); h(); i(); f=a.g([<h()>], <new int[i()]>); new O(); ….p()`},
		{Java, `enum A { B("x") { void c() { d(); } }, E; F g = h(); } record I(int j) { I { k(); } } interface L { default void m() { n(); } }`, `new A('x'); d(); new A(); g=h(); k(); n()`},
		{Scala, "val c = new SparkConf()\n  .set(\"k\", \"v\")\nc set (\"l\", \"w\")\nf(c)(d)\n", `c=new SparkConf(); c=….set('k', 'v'); c.set('l', 'w'); f(<c>); ….(<d>)`},
		{Scala, "a.map(x => b(x)).foreach { case (c, d) => e(c) }\nf match { case g(h) if i(h) => j(h)\n case _ => k() }\nif (l) m() else n()", `b(<x>)λ; a.map(<x => b(x)>); ….foreach(<{ case (c, d) => e(c) }>); e(<c>)λ; i(<h>)?; j(<h>)??; k()??; m()?; n()?`},
		{Scala, "object A extends B(\"x\") with C {\n def f(a: Int = 1)(b: D[E]): F = {\n  g[H](a)\n }\n val i = for { j <- k(); l = m(j) } yield n(l)\n <a b={c}>d \"</a>\n o('sym, 'c', \"p\")\n}", `new B('x'); g(<a>); k()*; m(<j>)*; n(<l>)*; o(<'sym>, 'c', 'p')`},
		{Scala, "object A:\n  def f =\n    g()\n    if a then h() else i()\n\n  def j() = k()\n", `g(); h()?; i()?; k()`},
		{Kotlin, "fun main(a: Array<String>) {\n  val b = c<D>(e = \"f\") { g(it) }\n  h?.i()!!.j()\n  when (k()) { is L -> m()\n else -> n() }\n  o to p()\n q { r, s -> t(r) }\n}", `b=c(e:'f', <{ g(it) }>); g(<it>)λ; h.i(); ….j(); k(); m()??; n()??; p(); q(<{ r, s -> t(r) }>); t(<r>)λ`},
		{Groovy, "def a = b 'c', \"d\"\ne f: 'g', h\ni(j: [k], l) { m it }\nn = ~/o'/ ; p()", `a=b('c', 'd'); e(f:'g', <h>); i(j:[<k>], <l>, <{ m it }>); m(<it>)λ; p()`},
		{R, "a <- b(c = \"d\", e.f = 'g')\nh$i(j) %>% k() -> l\nm::n(function(o) p(o)) # q()\nif (r) s(\"t\") else u()", `a=b(c:'d', e.f:'g'); h.i(<j>); k(); p(<o>); n(<function(o) p(o)>); s('t')?; u()?`},
		// text that only looks like a call
		{Java, "// a()\n/* b() */ class A { String s = \"c()\"; char q = '\"'; /** d(\"*/ int e = f(); }", `e=f()`},
		{Scala, "/* a() /* b() */ c() */ val s = s\"${d(\"x\")} e()\"; f()", `d('x'); f()`},
		// what is broken does not take the rest with it
		{Java, "class A { void f() { a(b(\"x\"; c(); }\n void g() { d(\"y); e(); }\n void h() { i(); } }", `b('x'); a(<b("x">); c(); d('y); e(); }'); i()`},
	} {
		if got := outline(read(c.text, c.lang)); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		lang Lang
		want string
	}{
		"valid":    {`class A { String s = "a" + "b"; }`, Java, ""},
		"string":   {"class A { String s = \"a;\n}", Java, "a string that does not end"},
		"comment":  {"object A /* b", Scala, "a comment that does not end"},
		"bracket":  {"fun f( {", Kotlin, "a bracket that nothing closes"},
		"deep":     {"x <- " + strings.Repeat("list(", 300) + strings.Repeat(")", 300), R, "this is nested too deep to be read"},
		"chain":    {"class A { Object o = a" + strings.Repeat(".b()", 1000) + "; }", Java, "this chain is too long to be read"},
		"in reach": {"class A { Object o = a" + strings.Repeat(".b()", 400) + "; }", Java, ""},
	} {
		got := ""
		if errs := read(c.text, c.lang).Errors; len(errs) > 0 {
			got = errs[0].Msg
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
