package python

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func file(s string) source.Text {
	return source.Exact(source.Span{File: source.NewFile("a.py", source.Code, []byte(s)), End: len(s)})
}

// render writes a tree: text quoted, ~ for weak, <expression> for unknown, … for
// what is open.
func render(t value.Tree) string {
	weak := ""
	if t.Weak != "" {
		weak = "~"
	}
	switch t.Kind {
	case value.KindUnknown:
		if t.Hole != nil && t.Hole.OneOf != nil {
			var some []string
			for _, o := range t.Hole.OneOf {
				some = append(some, o.String())
			}
			return weak + "<" + strings.Join(some, "|") + ">"
		}
		return weak + "<" + t.Text.String() + ">"
	case value.KindAbsent:
		return "absent"
	case value.KindNull:
		return weak + "None"
	case value.KindString:
		return weak + fmt.Sprintf("%q", t.Text.String())
	case value.KindBool, value.KindNumber:
		return weak + t.Text.String()
	}
	var items []string
	for _, i := range t.Items() {
		items = append(items, render(i))
	}
	for _, e := range t.Entries() {
		items = append(items, e.Key.String()+": "+render(e.Val))
	}
	if t.Open() != nil {
		items = append(items, "…")
	}
	if t.Kind == value.KindMap {
		return weak + "{" + strings.Join(items, ", ") + "}"
	}
	return weak + "[" + strings.Join(items, ", ") + "]"
}

// shown returns the arguments of the calls of Show.
func shown(m *Module) string {
	var out []string
	for _, c := range m.Calls {
		if c.Method == "Show" {
			for _, a := range c.Args {
				out = append(out, render(a.Value.Tree()))
			}
		}
	}
	return strings.Join(out, "; ")
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"literals", `Show('a', "b\tc", r'\d', b'x', 1_000, -2, 0x10, 1.5, True, None, '''x
y''')`, `"a"; "b\tc"; "\\d"; "x"; 1000; -2; 16; 1.5; true; None; "x\ny"`},
		{"side by side", `Show('a' "b" f'c')`, `"abc"`},
		{"once", "A = 'x'\nShow(A)", `"x"`},
		{"in order", "a = 'x'\nShow(a)\na = 'y'\nShow(a)", `"x"; "y"`},
		{"sum", "a = 'x'\nShow('p-' + a + '-' + region)", `"p-x-{region}"`},
		{"f-string", "a = 'x'\nShow(f'{a}-{b}-{{c}}-{1}-{a!r}-{a:>3}')", `"x-{b}-{c}-1-{a!r}-{a:>3}"`},
		{"f-string in f-string", `Show(f'{f"{'a'}"}')`, `"a"`},
		{"percent", "Show('%s-%d%%-%s' % ('a', 3, b), '%s' % 'x', '%(k)s' % {'k': 'v'}, '%5s' % 'a')", `"a-3%-{b}"; "x"; "v"; "%5s"`},
		{"format", "Show('{}-{}'.format('a', b), '{0}{0}{x}'.format('a', x='b'), '{{}}{:>3}'.format('a'))", `"a-{b}"; "aab"; "{}{:>3}"`},
		{"join", "x = ['a', 'b']\nShow(','.join(x), ''.join([]), ','.join(y))", `"a,b"; ""; <','.join(y)>`},
		{"strip and replace", "Show(' a '.strip(), 'a.b'.replace('.', '-'), 'aB'.lower())", `"a"; "a-b"; "ab"`},
		{"dict", "Show({'a': 1, 'b': {'c': [True, None]}})", `{a: 1, b: {c: [true, None]}}`},
		{"merge", "A = {'a': 1}\nShow({**A, 'b': 2}, A | {'c': 3}, {**A, 'a': 2}, {'z': 1, **x})", `{a: 1, b: 2}; {a: 1, c: 3}; {a: 2}; {z: ~1, …}`},
		{"dict()", "A = {'a': 1}\nShow(dict(A, b=2, **{'c': 3}), dict(x=1), dict(y))", `{a: 1, b: 2, c: 3}; {x: 1}; {…}`},
		{"lists", "a = ['x']\nShow([*a, 'y'], a + ['z'], ['p', *q], a + q)", `["x", "y"]; ["x", "z"]; ["p", …]; ["x", …]`},
		{"change", "d = {}\nd['a'] = 1\nd.update(b=2)\nd.update({'c': 3})\nd.setdefault('a', 9)\nd.setdefault('e', 5)\nd.pop('b')\nShow(d)", `{a: 1, c: 3, e: 5}`},
		{"change later", "d = {'a': 1}\nShow(d)\nd['a'] = 2\nShow(d)", `{a: 1}; {a: 2}`},
		{"alias", "a = {}\nb = a\nb['x'] = 1\nShow(a)\nc = a.copy()\nc['y'] = 2\nShow(a, c)", `{x: 1}; {x: 1}; {x: 1, y: 2}`},
		{"inner", "p = {}\nd = {'p': p}\np['x'] = 1\nd['p']['y'] = 2\nShow(d)", `{p: {x: 1, y: 2}}`},
		{"list changes", "a = []\na.append('x')\na += ['y']\na.extend(['z'])\nShow(a)\na.sort()\nShow(a)", `["x", "y", "z"]; [~"x", ~"y", ~"z", …]`},
		{"branches", "if x:\n  a = 'p'\nelse:\n  a = 'q'\nShow(a, a + '-x')", `<p|q>; "{a}-x"`},
		{"branches that agree", "if x:\n  a = 'p'\nelse:\n  a = 'p'\nShow(a)", `"p"`},
		{"branch that ends", "a = 'p'\nif x:\n  a = 'q'\n  raise E\nShow(a)", `"p"`},
		{"change in a branch", "d = {'a': 1}\nif x:\n  d['a'] = 2\n  d['b'] = 3\n  Show(d)\nShow(d)", `{a: 2, b: 3}; {a: <2|1>, b: ~3}`},
		{"append in a branch", "d = ['a']\nif x:\n  d.append('b')\nShow(d)", `["a", ~"b"]`},
		{"choice", "Show('a' if x else 'b')", `<a|b>`},
		{"or", "Show(x or 'b')", `<x or 'b'>`},
		{"loop", "a = 'x'\nd = []\nfor i in y:\n  Show(a)\n  a = a + 'y'\n  d.append(i)\nShow(a, d)", `<a>; <a>; [~<i>, ~<i>, …]`},
		{"loop over known items", "for i in ['a', 'b']:\n  Show(i)\nfor k, v in {'x': '1', 'y': '2'}.items():\n  Show(k, v)", `<a|b>; <x|y>; <1|2>`},
		{"try", "try:\n  a = 'x'\nexcept E:\n  a = 'y'\nShow(a)", `<x|y>`},
		{"parameter", "def f(region, *a, k='z', **kw):\n  Show(region, f'x-{region}', k, a, kw)", `<region>; "x-{region}"; <k>; <a>; <kw>`},
		{"global", "A = 'x'\ndef f():\n  Show(A)", `"x"`},
		{"global set later", "def f():\n  Show(A)\nA = 'x'", `"x"`},
		{"global set twice", "A = 'x'\ndef f():\n  Show(A)\nA = 'y'", `<x|y>`},
		{"global set in a function", "A = 'x'\ndef g():\n  global A\n  A = 'z'\ndef f():\n  Show(A)", `<A>`},
		{"global changed in a function", "A = {'x': 1}\ndef g():\n  A['y'] = 2\ndef f():\n  Show(A)", `{x: ~1, …}`},
		{"local", "A = 'x'\ndef f():\n  A = 'y'\n  Show(A)", `"y"`},
		{"result", "def job(uri, n='d'):\n  return {'main': uri, 'n': n, 'p': f'{uri}/x'}\nShow(job('gs://a'), job(uri=b, n='e'))", `{main: "gs://a", n: "d", p: "gs://a/x"}; {main: <b>, n: "e", p: "{uri}/x"}`},
		{"results", "def f(x):\n  if x:\n    return 'a'\n  return 'b'\nShow(f(1))", `<a|b>`},
		{"method", "class A:\n  X = 'x'\n  def __init__(self):\n    self.y = 'y'\n  def f(self):\n    Show(self.X, self.y, A.X)\n  def g(self, z):\n    return z\nShow(A.X, A().g('q'))", `"x"; "y"; "x"; "x"; "q"`},
		{"environment", "import os\nShow(os.environ.get('A', 'x'), os.getenv('B', 'y'), os.environ['C'], os.environ.get('D'))", `~"x"; ~"y"; <os.environ['C']>; <os.environ.get('D')>`},
		{"argparse", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--the-name', '-n', default='x')\ng = p.add_argument_group('g')\ng.add_argument('-r', dest='region', default='us')\np.add_argument('--z')\nargs, rest = p.parse_known_args()\nShow(args.the_name, args.region, args.z, p.parse_args().region)", `~"x"; ~"us"; <args.z>; ~"us"`},
		{"click", "import click\n@click.command()\n@click.option('--name', default='x')\ndef f(name):\n  Show(name)", `~"x"`},
		{"item", "d = {'a': {'b': 'x'}}\nl = ['p', 'q']\nShow(d['a']['b'], d.get('a'), d.get('z', 'y'), l[1], d['c'])", `"x"; {b: "x"}; "y"; "q"; <d['c']>`},
		{"unpack", "a, b = 'x', 'y'\n(c, d), e = f()\nShow(a, b, c)", `"x"; "y"; <c>`},
		{"escaped", "d = {'a': 1}\nhelp(d)\nShow(d)\nutil.log(d)\nShow(d)", `{a: ~1, …}; {a: ~1, …}`},
		{"not escaped", "d = {'a': 1}\nprint(d)\nJob(d)\nself.hook.run(d)\nShow(d)", `{a: 1}`},
		{"own function", "def log(d): print(d)\ndef add(d, e): d['x'] = 1\nd = {'a': 1}\nlog(d)\nShow(d)\nadd(d, 1)\nShow(d)", `{a: 1}; {a: ~1, …}`},
		{"walrus", "if (n := 'x'):\n  Show(n)", `"x"`},
		{"match", "match x:\n  case 1:\n    a = 'p'\n  case [b, *_]:\n    a = 'q'\nShow(a)", `<p|q>`},
		{"unknown key", "Show({k: 1, 'a': 2})", `{k: 1, a: 2, …}`},
		{"doubling", "a = 'x'\n" + strings.Repeat("a = a + a\n", 40) + "Show(a)", `<a>`},
		{"main", "def main():\n  Show('x')\nif __name__ == '__main__':\n  main()", `"x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Read(file(c.in), nil)
			for _, e := range m.Errors {
				t.Errorf("%s: %s", e.At, e.Msg)
			}
			if got := shown(m); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
