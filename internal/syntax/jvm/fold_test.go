package jvm

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// The value of the last call's last argument.
func TestValue(t *testing.T) {
	for _, c := range []struct {
		lang       Lang
		text, want string
	}{
		// strings
		{Java, `f("a\tb\u0041\101\"" + 'c' + 1 + true + null);`, "'a\tbAA\"c1truenull'"},
		{Java, `f(1 + 2 + "a");`, `<1 + 2 + "a">`},
		{Java, "f(\"\"\"\n    a \\\n    b\\s  \n      \\\"\"\"c\n    \"\"\");", `'a b \n  """c\n'`},
		{Java, `f(String.format("%s=%d%%-%2$s-%.2f", "a", 1, x));`, `'a=1%-1-<%.2f>'`},
		{Java, `f("a,b".split(",")); `, "['a' 'b']"},
		{Java, `f(String.join("-", "a", "b") + String.join(",", List.of("c", "d")));`, "'a-bc,d'"},
		{Java, `f("x".concat(y).trim());`, `'x<y>'`},
		{Scala, "f(s\"a$b ${\"c\" + \"d\"}$$\\t\" + raw\"\\n\" + f\"${\"e\"}%s${2}%03d\")", "'a<$b> cd$\t\\ne<${2}%03d>'"},
		{Scala, "f(\"\"\"a\\n\n  |b\n  | c\"\"\".stripMargin)", `'a\n\nb\n c'`},
		{Scala, `f("""""a"""""")`, `'""a"""'`},
		{Kotlin, "val d = \"x\"\nf(\"\"\"\n    $d\n      ${'$'}y\n  \"\"\".trimIndent())", `'x\n  $y'`},
		{Kotlin, "f(\"\"\"\n  |a\n  |b\n\"\"\".trimMargin())", `'a\nb'`},
		{Kotlin, `f("\$a ${b.c("}")}")`, `'$a <${b.c("}")}>'`},
		{Groovy, `f 'a$b\'', "c${d}$e.f", /g\/h\d/, $/i$$j$/k/$`, `'i$j/k'`},
		{Groovy, `f("c${d}$e.f" + /g\/h\d/ + '''i
j''')`, `'c<${d}$e.f>g/h\di\nj'`},
		{R, `f(paste0("a", 'b"', r"(c\d)", 1), paste("e", "f"))`, "'e f'"},
		{R, `f(paste("a\x41\u{42}", "c", sep = "-"))`, "'aAB-c'"},
		// names
		{Java, `class A { static final String K = "k." + L, L = "l"; void f() { g(K); } }`, "'k.l'"},
		{Java, `class A { void f() { String s; s = "a"; g(this.t + s + B.C.u); } String t = "t"; class B { class C { static final String u = "u"; } } }`, "'tau'"},
		{Java, `class A { void f() { String s = "a"; if (x) { s = "b"; } g(s + "c"); } }`, "'<s=a|b>c'"},
		{Java, `class A { void f() { String s; if (x) s = "a"; else s = "b"; g(s); } }`, "<s=a|b>"},
		{Java, `class A { void f() { String s; if (x) s = "a"; g(s); } }`, "<s=a>"},
		{Java, `class A { void f() { String s = x ? "a" : "b"; g(s); } }`, "<s=a|b>"},
		{Java, `class A { String s = "a"; void f(String s) { g(s); } }`, "<s>"},
		{Java, `class A { String s = "a"; void f() { for (String s : all) g(s); } }`, "<s>"},
		{Java, `class A { String s = "a"; void f() { all.map(s -> g(s)); } }`, "<s -> g(s)>"},
		{Java, `class A { String s = "a"; void f() { s += "b"; g(s); } }`, "<s>"},
		{Java, `class A { String s = t, t = s; void f() { g(s); } }`, "<s>"},
		{Java, `class A { void f() { g(s + "x"); } } class B { String s = "s"; }`, "'<s>x'"},
		{Java, `import static p.q.B.K; class A { void f() { g(K + C.D + e); } }`, "'kcd<e>'"},
		{Scala, "object C { val K = \"k\"; lazy val l = s\"${K}l\" }\nimport C._\nobject A extends B { f(l + C.K + M) }\ntrait B { val M = \"m\" }", "'klkm'"},
		{Scala, "val a, b = \"x\"\nval (c, d) = (\"y\", \"z\")\nf(a + b + c)", "'xx<c>'"},
		{Scala, "val a = \"x\"\nb match { case a => f(a) }", "<a>"},
		{Kotlin, "class A { companion object { const val K = \"k\" }\n val l by lazy { \"l\" }\n fun f() { g(K + A.K + l) } }", "'kkl'"},
		{R, "k <- \"a\"\n\"b\" -> l\nh <- function(k) g(paste0(k, l))", "'<k>b'"},
		// collections
		{Java, `f(Arrays.asList("a", "b"), new String[] {"c"}, Map.of("k", "v", "l", x));`, "{k:'v' l:<x>}"},
		{Java, `f(new ArrayList<>(List.of("a")));`, "['a']"},
		{Java, `f(ImmutableMap.<String, String>builder().put("a", "b").putAll(m).put("c", "d").build());`, "{a:'b' c:'d'…}"},
		{Java, `f(ImmutableMap.of("a", "b"), Map.ofEntries(Map.entry("c", "d"), entry("e", "f")));`, "{c:'d'…}"},
		{Java, `class A { void f() { List<String> l = new ArrayList<>(); l.add("a"); l.addAll(List.of("b", "c")); g(l); l.add("d"); } }`, "['a' 'b' 'c']"},
		{Java, `class A { void f() { Map<String, String> m = new HashMap<>(); m.put("a", "b"); if (x) m.put("c", "d"); m.put("e", "f"); g(m); } }`, "{a:'b' c:'d' e:'f'…}"},
		{Java, `class A { void f() { List<String> l = o.get(); if (l == null) { l = new ArrayList<>(); } l.add("a"); g(l); } }`, "['a'…]"},
		{Java, `class A { void f() { List<String> l = new ArrayList<>(); fill(l); g(l); } }`, "[…]"},
		{Java, `class A { void f() { g(new HashMap<>() {{ put("a", "b"); }}); } }`, "{…}"},
		{Scala, `f(Map("a" -> "b", ("c", "d")) + ("e" -> "f") ++ Map("g" -> h))`, "{a:'b' c:'d' e:'f' g:<h>}"},
		{Scala, `f(Seq("a", "b") ++ List("c") :+ "d", Array(("k", "v")))`, "[['k' 'v']]"},
		{Scala, `f(Seq("a", "b").mkString(" "))`, "'a b'"},
		{Scala, "val m = mutable.Map[String, String]()\nm += (\"a\" -> \"b\")\nm(\"c\") = \"d\"\nf(m.toMap)", "{a:'b' c:'d'}"},
		{Scala, "f(xs: _*)", "<xs: _*>"},
		{Kotlin, `f(mapOf("a" to "b" + "c", x to "d"), arrayOf("e", *f))`, "['e'…]"},
		{Kotlin, "val m = mutableMapOf(\"a\" to \"b\")\nm[\"c\"] = \"d\"\nf(m)", "{a:'b' c:'d'}"},
		{Groovy, `f([a: 'b', 'c-d': 1, (K): 2])`, "{a:'b' c-d:1 <K>:2…}"},
		{Groovy, "f(['a', \"b\"] + 'c')", "['a' 'b' 'c']"},
		{R, "c <- list()\nc$a.b <- \"x\"\nc[[\"d\"]] <- 'y'\nf(c)", "{a.b:'x' d:'y'}"},
		{R, `f(list(a.b = "c", "d e" = c("f", "g")))`, "{a.b:'c' d e:['f' 'g']}"},
	} {
		f := read(c.text, c.lang)
		f.Constants = func(name string, at source.Span) (value.Tree, bool) {
			known := map[string]string{"p.q.B.K": "k", "C.D": "cd"}[name]
			return value.String(source.Derived(known, at)), known != ""
		}
		call := f.Calls[len(f.Calls)-1]
		for _, c := range f.Calls {
			if c.Name == "f" || c.Name == "g" && c.Scope.In(Method) != nil && c.Scope.In(Function) == nil {
				call = c
			}
		}
		if got := show(f.Value(call.Args[len(call.Args)-1].Val)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// Pieces of constants keep their places, whatever they go through.
func TestPlaces(t *testing.T) {
	f := read("object A {\n  val k = \"spark.x\"\n  f(s\"-D${k}=a b\", \"\"\"\n    |one\n    |two\"\"\".stripMargin)\n}", Scala)
	v := f.Value(f.Calls[0].Args[0].Val).Text
	if f.Calls[0].Name != "f" {
		t.Fatal(outline(f))
	}
	for _, c := range []struct{ part, at string }{{"-D", "f:3:7"}, {"spark.x", "f:2:12"}, {"=a b", "f:3:13"}} {
		i := strings.Index(v.String(), c.part)
		if e, ok := v.Edit(i, i+len(c.part), "z"); !ok || e.Span.String() != c.at || e.Span.Text() != c.part {
			t.Errorf("%q stands at %s, want %s", c.part, e.Span, c.at)
		}
	}
	v = f.Value(f.Calls[0].Args[1].Val).Text
	i := strings.Index(v.String(), "two")
	if e, ok := v.Edit(i, i+3, "z"); !ok || e.Span.String() != "f:5:6" {
		t.Errorf("two in %q stands at %s", v, e.Span)
	}
}

func TestOrigin(t *testing.T) {
	f := read(`import org.apache.spark.SparkConf
import org.apache.spark.sql._
class A(g: SparkConf) {
  val a = new SparkConf().setMaster("x")
  val b = a.set("k", "v")
  b.set("l", "w")
  g.set("m", "n")
  SparkSession.builder.config(b).getOrCreate().conf.set("o", "p")
}`, Scala)
	var got []string
	for _, c := range f.Calls {
		if c.Name == "set" {
			o := f.Origin(c)
			got = append(got, o.Path()+"="+strings.Join(o.Qualified(), "|"))
		}
	}
	want := "SparkConf=org.apache.spark.SparkConf SparkConf=org.apache.spark.SparkConf g=g|org.apache.spark.sql.g SparkSession=SparkSession|org.apache.spark.sql.SparkSession"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}
