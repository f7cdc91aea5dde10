package python

import (
	"os"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// sound fails unless every place of the tree lies in its file and every piece
// that claims to be exact is.
func sound(t *testing.T, tree value.Tree) {
	t.Helper()
	inside(t, tree.At)
	soundText(t, tree.Text)
	if tree.Hole != nil {
		for _, o := range tree.Hole.OneOf {
			soundText(t, o)
		}
	}
	for _, item := range tree.Items() {
		sound(t, item)
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

func soundModule(t *testing.T, m *Module) {
	t.Helper()
	args := func(args []Arg) {
		for _, a := range args {
			inside(t, a.At())
			inside(t, a.Value.At())
			sound(t, a.Value.Tree())
			a.Value.Paths()
		}
	}
	for _, c := range m.Calls {
		inside(t, c.At())
		inside(t, nameAt(c))
		c.Name()
		if chain := c.Chain(); chain[len(chain)-1] != c {
			t.Fatal("a chain does not end with its call")
		}
		sound(t, c.On.Tree())
		args(c.Args)
	}
	for _, s := range m.Sets {
		inside(t, s.At())
		sound(t, s.Key.Tree())
		sound(t, s.Value.Tree())
		s.On.Path()
	}
	for _, s := range m.Scopes {
		inside(t, s.At())
		args(s.Bases)
		for _, p := range s.Params {
			if p.Default != nil {
				sound(t, p.Default.Tree())
			}
		}
	}
	for _, e := range m.Errors {
		inside(t, e.At)
	}
	for _, c := range m.Comments() {
		soundText(t, c)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"f'{a!r:>{w}}' + f\"{f'{x}'}\" rf'\\d{y}' t'{z=}'\n", "class A[T: int](B, metaclass=C):\n    x: int = 1\n    async def f(self, /, a, *, b=2, **k) -> int: await g(*a, **k)\n",
		"try:\n  a = {}\nexcept* (E) as e:\n  a['x'] = e\nelse:\n  a.update(b=1)\nfinally: pass\n", "match x:\n case [1, *r] if r: y = 2\n case {'a': b, **c}: y = 3\n",
		"with (open(a) as f, g() as (h, i)): pass\n", "type X[T] = list[T]\nfor i, in y: d = i; d += [1]\nelse: del d[0]\n", "f(a, b\nx = g(1)\ndef h():\n  return {'a': [*x], **y}\n",
		"a = 'x' \\\n  'y'\nb = '''\n\\x41\\u00e9\\N{DASH}''' % (a, b)\nc = '{}{x}'.format(a, x=b)\n", "\ufeff# -*- coding: x -*-\r\n\tif 1:\r\n\t\tf()\r\n    g()\r", "f'{a", "f'{a:{", "'''", "(", ")", "[(}", "\\", "@a\n", "lambda *a, b=1: (yield)\n",
		"import argparse\np = argparse.ArgumentParser()\np.add_argument('--x', default='y')\nf(p.parse_args().x)\n", "def f(a, b='x'):\n  if a: return [a, b]\n  return f(b)\ng(f('1')[0], f(b=2))\n", "def f(x): return f(x)\nf(f)\n", "a = [0]\na.append(a)\nf(a)\nd = {}\nd['d'] = d\nf(d)\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) { soundModule(t, Read(file(in), nil)) })
}

// TestDeep reads what nests deeper than anything a program has.
func TestDeep(t *testing.T) {
	for _, s := range []string{"(", "[", "{", "{1:", "f(", "-", "not ", "lambda:", "a.", "a[", "f'{", "f\"{f'{", "a if b else ", "if x:\n", "x+", "x**", "await ", "@", "*", "x=", "f()", "a()()", "elif x:\n", "'' ", "x|", "(yield ", "x:="} {
		t.Run(s, func(t *testing.T) { soundModule(t, Read(file(strings.Repeat(s, 30_000)), nil)) })
	}
	var b strings.Builder
	for i := range 3_000 {
		b.WriteString(strings.Repeat(" ", i) + "if x:\n")
	}
	soundModule(t, Read(file(b.String()), nil))
	soundModule(t, Read(file("x = a\n"+strings.Repeat("x = x + [x]\nif y: x = f(x)\n", 3_000)+"g(x)\n"), nil))
}

// TestFiles reads whole files and all their values.
func TestFiles(t *testing.T) {
	for _, path := range library(t, 60) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		soundModule(t, Read(source.Exact(source.Span{File: source.NewFile(path, source.Code, data), End: len(data)}), nil))
	}
}
