package data

import (
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/proflint/proflint/internal/value"
)

func TestTOML(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a = 'x'\nb = 1\nc = true\nd = 1.5\ne = 2024-01-02\n", "{a:'x' b:1 c:true d:1.5 e:'2024-01-02'}"},
		{"[a.b]\nc = 'x'\n[a]\nd = 'y'\n", "{a:{b:{c:'x'} d:'y'}}"},
		{"a.b.c = 'x'\na.d = 'y'\n", "{a:{b:{c:'x'} d:'y'}}"},
		{"[[p]]\nn = 'x'\n[p.q]\nr = 1\n[[p]]\nn = 'y'\n", "{p:[{n:'x' q:{r:1}} {n:'y'}]}"},
		{"a = [1, 'x', # comment\n {b = 2, c.d = 3},\n]\n", "{a:[1 'x' {b:2 c:{d:3}}]}"},
		{"a = \"\"\"\nx\ny\"\"\"\nb = '''\nz'''\nc = \"\"\n", "{a:'x\ny' b:'z' c:''}"},
		{"a = \"x\\ty\"\n'q r' = 1\n\"s\\u0041\" = 2\n", "{a:'x\ty' q r:1 sA:2}"},
		{"a = 'x'\na = 'y'\n", "{a!:'x' a:'y'}"},
		{"a = 'x'\n[a]\nb = 1\n", "{a!:'x' a:{b:1}}"},
	} {
		tree, err := TOML(textOf(c.text))
		if err != nil {
			t.Errorf("%q: %s", c.text, err.Msg)
		}
		if s := outline(tree); s != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, s, c.want)
		}
		sound(t, tree)
	}
}

func TestTOMLPlaces(t *testing.T) {
	tree, err := TOML(textOf("[a]\nv = \"2.60.0\"\nw = \"2.\\u0036\"\nbroken\nx = 1\n"))
	v := tree.Get("a", "v").Text
	if got := v.Span(); got.Text() != "2.60.0" || got.From().Line != 2 {
		t.Errorf("v stands at %s: %q", got, got.Text())
	}
	if w := tree.Get("a", "w"); w.Text.String() != "2.6" || w.At.Text() != `"2.\u0036"` {
		t.Errorf("w is %q at %q", w.Text, w.At.Text())
	}
	if err == nil || err.At.From().Line != 4 {
		t.Errorf("error %v, want one on line 4", err)
	}
	if tree.Get("b").Kind != value.KindUnknown {
		t.Error("what is not read must be unknown")
	}
}

func FuzzTOML(f *testing.F) {
	for _, s := range []string{"a = 1", "[a]\nb = ['x', {c = \"\"\"\ny\"\"\"}]", "[[a]]\n[[a]]\n[a.b]", "a.b = 1\n[a", "a = \"\\", "'a\"' = '''x'''", "a = [[[", "a = 1e5 # x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tree, err := TOML(textOf(s))
		sound(t, tree)
		var want map[string]any
		if toml.Unmarshal([]byte(s), &want) == nil {
			if err != nil {
				t.Fatalf("%q is valid, got %s", s, err.Msg)
			}
			agreesWith(t, tree, want)
		}
		if err != nil {
			inside(t, err.At)
		}
	})
}

// agreesWith fails unless the tree has what the library's own decoder has.
func agreesWith(t *testing.T, tree value.Tree, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		if len(tree.Entries()) != len(want) {
			t.Fatalf("%d keys, want %v", len(tree.Entries()), want)
		}
		for k, v := range want {
			agreesWith(t, tree.Get(k), v)
		}
	case []any:
		if len(tree.Items()) != len(want) {
			t.Fatalf("%d items, want %v", len(tree.Items()), want)
		}
		for i, v := range want {
			agreesWith(t, tree.Items()[i], v)
		}
	case string:
		if tree.Kind != value.KindString || tree.Text.String() != want {
			t.Fatalf("%q, want %q", tree.Text, want)
		}
	}
}
