package gradle

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func textOf(s string) source.Text {
	f := source.NewFile("f", source.Code, []byte(s))
	return source.Exact(source.Span{File: f, End: len(f.Data)})
}

// outline prints nodes as one line: f(a b), name=value, 'text', {block}.
func outline(nodes []Node) string {
	var parts []string
	for _, n := range nodes {
		parts = append(parts, sketch(n))
	}
	return strings.Join(parts, " ")
}

func sketch(n Node) string {
	in := outline(n.Args)
	switch n.Kind {
	case String:
		if len(n.Args) > 0 {
			return "«" + in + "»"
		}
		return "'" + n.Text.String() + "'"
	case Number:
		return n.Text.String()
	case Path:
		return n.Name
	case Call:
		return n.Name + "(" + in + ")"
	case List:
		return "[" + in + "]"
	case Entry:
		return n.Name + ":" + in
	case Binary:
		return "(" + sketch(n.Args[0]) + n.Name + sketch(n.Args[1]) + ")"
	case Choice:
		return "if(" + in + ")"
	case Assign:
		mark := "="
		if n.Declares {
			mark = ":="
		}
		return n.Name + mark + in
	case Block:
		return "{" + in + "}"
	}
	return "?" + in
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		lang       Lang
		text, want string
	}{
		{Groovy, "a 'x', \"y\"\nb('z')", "a('x' 'y') b('z')"},
		{Groovy, "def a = 'x'\nString b = \"$a.b-${c.d('e')}\"\n", "a:='x' b:=«a.b '-' c.d('e')»"},
		{Groovy, "ext {\n  v = '1' // c\n  w = [k: '2', 'l': '3']\n}", "ext({v='1' w=[k:'2' l:'3']})"},
		{Groovy, "task t(type: J, dependsOn: [a]) { args '--x', \"--y\" }", "task(t(type:J dependsOn:[a] {args('--x' '--y')}))"},
		{Groovy, "a = b ? 'x' : 'y'\nc = d ?: 'z'", "a=if(b 'x' 'y') c=(d?:'z')"},
		{Groovy, "a = 'x' +\n  'y'\nif (a) { b = 1 } else { b = 2 }", "a=('x'+'y') if([a] {b=1} {b=2})"},
		{Groovy, "a['x'] = '1'\nb.c.d = 2\ne(f)[0].g()", "a.x='1' b.c.d=2 .g(e(f 0))"},
		{Groovy, "a = ~/it's/\nb = c / d / e\n'f'", "a=? 'it's' b=((c/d)/e) 'f'"},
		{Groovy, "a '''x\ny'''\nb \"\"\"${c}\"\"\" /* 'no' */\n// 'no'\n'it\\'s'", "a('x\ny') b(«c») «'it' ''' 's'»"},
		{Groovy, "dependencies { implementation(platform(\"g:a:$v\")) { exclude group: 'x' } }", "dependencies({implementation(platform(«'g:a:' v») {exclude(group:'x')})})"},
		{Groovy, "list.each { x -> y x }\nz", "list.each({y(x)}) z"},
		{Groovy, "apply from: \"$rootDir/v.gradle\"", "apply(from:«rootDir '/v.gradle'»)"},
		{Kotlin, "val a: String by project\nval b = \"$c.d\"\nval e by extra(\"f\")", "a:=project b:=«c '.d'» e:=extra('f')"},
		{Kotlin, "extra[\"a\"] = \"b\"\nf<G>(\"h\") { i = listOf(\"j\") }", "extra.a='b' f('h' {i=listOf('j')})"},
		{Kotlin, "val a = mapOf(\"k\" to \"v\")\nval b = x as String? ?: \"d\"\nval c = if (p) \"x\" else \"y\"", "a:=mapOf(k:'v') b:=(x?:'d') c:=if([p] 'x' 'y')"},
		{Kotlin, "object O {\n const val a = \"x\"\n object P { val b = \"y\" }\n}", "object O({a:='x' object P({b:='y'})})"},
		{Kotlin, "/* a /* b */ 'c' */ d()", "d()"},
		{Scala, "val a = \"x$y\"\nval b = s\"x${a}\"\nlazy val c = p.in(file(\".\")).settings(d ++= Seq(\"g\" %% \"h\" % b))", "a:='x$y' b:=«'x' a» c:=.settings(p.in(file('.')) d Seq((('g'%%'h')%b)))"},
		{Scala, "e += \"g\" % \"h\" % \"1\" % Test\nThisBuild / f := 'g", "e=((('g'%'h')%'1')%Test) =? g"},
	} {
		got := outline(Read(textOf(c.text), c.lang))
		if got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	nodes := Read(textOf("ext {\n  v = '2.60.0'\n  w = \"2.\\u0036\"\n}"), Groovy)
	var v, w source.Text
	Walk(nodes, func(n *Node, up []*Node) bool {
		if n.Kind == Assign && n.Name == "v" {
			v = n.Args[0].Text
			if len(up) != 2 || up[0].Name != "ext" || up[1].Kind != Block {
				t.Errorf("v stands in %d nodes", len(up))
			}
		} else if n.Kind == Assign {
			w = n.Args[0].Text
		}
		return true
	})
	if e, ok := v.Edit(0, v.Len(), "2.61.0"); !ok || e.Span.Text() != "2.60.0" || e.Span.From().Line != 2 {
		t.Errorf("v is %q", v)
	}
	if w.String() != `"2.\u0036"` {
		t.Errorf("w is %q: of several pieces, as written", w)
	}
}

func TestBounds(t *testing.T) {
	for _, s := range []string{strings.Repeat("(", 5000), strings.Repeat("a{", 5000), strings.Repeat("[", 5000), strings.Repeat("a(b ?", 5000), strings.Repeat("\"${", 500), strings.Repeat("if(a) ", 3000), strings.Repeat("!", 5000)} {
		for _, lang := range []Lang{Groovy, Kotlin, Scala} {
			Read(textOf(s), lang)
		}
	}
}

// sound fails unless every text of the nodes lies in its file.
func sound(t *testing.T, nodes []Node) {
	for _, n := range nodes {
		for _, s := range n.Text.Spans() {
			if s.Valid() && (s.Start < 0 || s.Start > s.End || s.End > len(s.File.Data)) {
				t.Fatalf("span %d-%d", s.Start, s.End)
			}
		}
		if e, ok := n.Text.Edit(0, n.Text.Len(), ""); ok && e.Span.Text() != n.Text.String() {
			t.Fatalf("%q is not at %d", n.Text, e.Span.Start)
		}
		sound(t, n.Args)
	}
}

func FuzzRead(f *testing.F) {
	for i, s := range []string{"a 'x', \"${b}\"", "def a = b ? [c: 1] : /d/", "val a by extra { \"$b\" }", "object A { val b = s\"${c}\" % \"d\" }", "a {", "\"\"\"${\"", "'''", "if (a) b else {", "a[\"b\"] = c(d).e { f -> g }", "`a b` = 1", "$/x/$"} {
		f.Add(s, uint8(i%3))
	}
	f.Fuzz(func(t *testing.T, s string, lang uint8) { sound(t, Read(textOf(s), Lang(lang%3))) })
}
