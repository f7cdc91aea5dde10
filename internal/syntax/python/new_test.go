package python

import (
	"fmt"
	"strings"
	"testing"
)

// TestNewer holds syntax that older versions of CPython cannot compare: the
// calls in it, with what they are given, are written down.
func TestNewer(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"3.8 positional only, walrus", "def f(a, /, b, *, c=g()): h(a, b)\nif (n := i(1)) > 2: j(n)\n", "1:21 g()\n1:27 in f h(<a>, <b>)\n2:10 i(1)\n2:21 branch j(i())"},
		{"3.9 decorators and with", "@a[0].b(1)\ndef f(): pass\nwith (o(1) as x, o(2) as y,): g(x, y)\n", "1:7 a[].b(1)\n3:7 o(1)\n3:18 o(2)\n3:31 g(o(), o())"},
		{"3.10 match", "match f(1):\n  case P(x=1, y=[2, *z]) | {'k': w, **r} if g(w):\n    h(z)\n  case _: i()\nmatch = 1\nmatch(match)\n", "1:7 f(1)\n2:45 branch g(<w>)\n3:5 branch h(<z>)\n4:11 branch i()\n6:1 ?.match(1)"},
		{"3.11 except*", "try: f()\nexcept* (A, B) as e: g(1)\n", "1:6 f()\n2:22 branch g(1)"},
		{"3.12 nested quotes", "f(f'a{d['k']}{\"x\" + g('y')!r:>{h(1)}}b')\nf(f'''{\n  g(2)  # note\n}''')\n", "1:21 g(\"y\")\n1:32 h(1)\n1:1 f(\"a{d['k']}{\\\"x\\\" + g('y')!r:>{h(1)}}b\")\n3:3 g(2)\n2:1 f(\"{…}\")"},
		{"3.12 generics", "type X[T: (int, str), *Ts, **P] = dict[T, f(1)]\ndef g[T](x: T) -> T: return h(x)\nclass C[T](B, k=f(2)): pass\ntype = 1\ntype(type)\n", "1:43 f(1)\n2:29 in g h(<x>)\n3:17 f(2)\n5:1 ?.type(1)"},
		{"3.13 defaults of type parameters", "class C[T = int, *Ts = *tuple[int]]: x = f(1)\n", "1:42 in C f(1)"},
		{"3.14 template strings", "f(t'a{g(1)}b', rt'\\d{x}')\n", "1:7 g(1)\n1:1 f(\"a{g(1)}b\", \"\\\\d{x}\")"},
		{"3.14 except without brackets", "try: f()\nexcept A, B: g(1)\n", "1:6 f()\n2:14 branch g(1)"},
		{"lines", "\ufefff(1, \\\r\n  2)\r\n\x0cif x:\r\n\tg(1)\r\n        h(2)\r\n", "1:2 f(1, 2)\n4:2 branch g(1)\n5:9 branch h(2)"},
		{"stars", "a, *b = [1, *f(1)], *g(2)\nprint(*b, **h(3))\nfor x in *b, 1: i(x)\n", "1:14 f(1)\n1:22 g(2)\n2:13 h(3)\n2:1 print(*<b>, **h())\n3:17 branch loop i(<x>)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Read(file(c.in), nil)
			for _, e := range m.Errors {
				t.Errorf("%s: %s", e.At, e.Msg)
			}
			if got := strings.TrimSpace(calls(m)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestBroken reads on behind what is no Python.
func TestBroken(t *testing.T) {
	for _, c := range []struct{ name, in, bad, want string }{
		{"bracket never closed", "f(1, g(2)\nx = h(3)\ndef k():\n  i(4)\n", "1:2 this bracket is never closed: close it", "1:6 g(2)\n2:5 h(3)\n4:3 in k i(4)"},
		{"bracket closed twice", "f(1))\ng(2)\n", "1:5 nothing opens this bracket: delete it, or open it", "1:1 f(1)\n2:1 g(2)"},
		{"another bracket", "f([1)\ng(2)\n", "1:3 this bracket is closed by one of another kind", "2:1 g(2)"},
		{"string", "f('a)\ng(2)\n", "1:3 this string is not closed on its line: close it", "2:1 g(2)"},
		{"f-string", "f(1, f'a{b)\ng(2)\n", "1:9 this bracket is closed by one of another kind", "2:1 g(2)"},
		{"words", "this is no python\nf(1)\nprint 'x', g(2)\n", "1:12 expected the end of this statement", "2:1 f(1)\n3:12 g(2)"},
		{"indentation", "if x:\n    f(1)\n  g(2)\nh(3)\n", "3:3 this line is indented like none above it: align it with its block", "2:5 branch f(1)\n3:3 g(2)\n4:1 h(3)"},
		{"else", "else:\n  f(1)\ng(2)\n", "1:1 nothing above this line starts what it continues", "2:3 f(1)\n3:1 g(2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Read(file(c.in), nil)
			bad := ""
			if len(m.Errors) > 0 {
				p := m.Errors[0].At.From()
				bad = fmt.Sprintf("%d:%d %s", p.Line, p.Col, m.Errors[0].Msg)
			}
			if bad != c.bad {
				t.Errorf("got error %s, want %s", bad, c.bad)
			}
			got := strings.TrimSpace(calls(m))
			for _, line := range strings.Split(c.want, "\n") {
				if !strings.Contains("\n"+got+"\n", "\n"+line+"\n") {
					t.Errorf("%s is not read:\n%s", line, got)
				}
			}
		})
	}
}
