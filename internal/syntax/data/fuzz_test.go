package data

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// sound fails unless every place of the tree lies in its file and every piece
// that claims to be exact is.
func sound(t *testing.T, tree value.Tree) {
	t.Helper()
	inside(t, tree.At)
	soundText(t, tree.Text)
	for _, item := range tree.Items() {
		sound(t, item)
	}
	if tree.List != nil {
		inside(t, tree.List.At)
	}
	if tree.Map != nil {
		inside(t, tree.Map.At)
		for _, e := range tree.Map.Entries {
			soundText(t, e.Key)
			sound(t, e.Val)
		}
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
	for i := range min(text.Len(), 2000) {
		if e, ok := text.Edit(i, i+1, ""); ok && e.Span.Text() != text.String()[i:i+1] {
			t.Fatalf("byte %d of %q is not at %d", i, text.String(), e.Span.Start)
		}
	}
}

// same fails unless the tree says what the library's node says.
func same(t *testing.T, tree value.Tree, n *yaml.Node) {
	t.Helper()
	switch {
	case n.Kind == yaml.AliasNode || custom(n.Tag) || tree.Kind == value.KindUnknown:
	case n.Kind == yaml.ScalarNode:
		if got := tree.Text.String(); tree.Kind == value.KindNull != (n.Tag == "!!null") || tree.Kind != value.KindNull && got != n.Value {
			t.Fatalf("%v %q, want %s %q", tree.Kind, got, n.Tag, n.Value)
		}
	case n.Kind == yaml.SequenceNode:
		if len(tree.Items()) != len(n.Content) {
			t.Fatalf("%d items, want %d", len(tree.Items()), len(n.Content))
		}
		for i, c := range n.Content {
			same(t, tree.Items()[i], c)
		}
	case n.Kind == yaml.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			k := n.Content[i]
			if k.Tag == "!!merge" {
				return // merged entries do not stand where their nodes do
			}
			e := tree.Map.Entries[i/2]
			if k.Kind == yaml.ScalarNode && !custom(k.Tag) && k.Tag != "!!null" && e.Key.String() != k.Value {
				t.Fatalf("key %q, want %q", e.Key.String(), k.Value)
			}
			same(t, e.Val, n.Content[i+1])
		}
	}
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{
		"a: 'b''c'\nd: \"e\\tf\\\n  g\"\nh: |-\n  i\n\n   j\nk: >+\n  l\n  m\n\n", "- &a [x, {y: z}]\n- *a\n- <<: *a\n",
		"a:\n  - b\n  c", "--- |\nx\n--- >2\n   y\n...\n", "? a\n: b\n? [c]\n: d\n", "{a, b: , ? c : d}", "a: !!str\nb: !x y\n", "é: \"\\u00e9\\x41\"\r\nx: |\r\n  y\r\n",
		"a: {{ x }}\n{{ y }}\nb: '{{ z }}'\n", "\ufeff# c\n%YAML 1.2\n---\na\n", "a: b\n c\n\n d # e\n", "- - - x\n- |1\n  y\n", "a: \"b\n\n  c\\\n\n  d\"\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		trees, bad := YAML(Templated(text(in)))
		for _, tree := range trees {
			sound(t, tree)
		}
		if bad != nil {
			inside(t, bad.At)
		}
		for _, c := range YAMLComments(text(in)) {
			soundText(t, c)
		}
		plain, bad := YAML(text(in))
		loader, _ := yaml.NewLoader(strings.NewReader(strings.TrimPrefix(in, "\ufeff")))
		for _, tree := range plain {
			var n yaml.Node
			if bad != nil || loader.Load(&n) != nil {
				return
			}
			same(t, tree, n.Content[0])
		}
	})
}

// TestRandomScalars writes random strings in every style and reads them back.
// A word in them must keep its exact place: a place given up is a finding
// that cannot be fixed.
func TestRandomScalars(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "gcloud", " ", "  ", "\n", "\n\n", "\\", "'", `"`, "é", ": ", " #", "x", "-", "\t", ",", "=", "true", "𝄞"}
	for range 3000 {
		var b strings.Builder
		for range rng.IntN(8) {
			b.WriteString(words[rng.IntN(len(words))])
		}
		want := b.String()
		for _, style := range []yaml.Style{0, yaml.DoubleQuotedStyle, yaml.SingleQuotedStyle, yaml.LiteralStyle, yaml.FoldedStyle} {
			doc := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{
				{Kind: yaml.ScalarNode, Value: "k"}, {Kind: yaml.ScalarNode, Value: want, Tag: "!!str", Style: style}}}
			out, err := yaml.Marshal(doc)
			var n yaml.Node
			if err != nil || yaml.Unmarshal(out, &n) != nil {
				continue
			}
			want := n.Content[0].Content[1].Value // the library does not give back all it writes
			trees, bad := YAML(text(string(out)))
			if bad != nil {
				t.Fatalf("%q: %v", out, bad)
			}
			got := trees[0].Get("k").Text
			if got.String() != want {
				t.Fatalf("%q: got %q, want %q", out, got.String(), want)
			}
			soundText(t, got)
			if i := strings.Index(want, "gcloud"); i >= 0 {
				if _, ok := got.Edit(i, i+len("gcloud"), "x"); !ok {
					t.Fatalf("%q: pieces given up", out)
				}
			}
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		`{"a": "b\n\u00e9\ud83d\ude00\ud83dx", "c": [1, true, null, -1.5e3], "a": {}}`, "// c\n[1, /* x */ 2,]", `{{ x }}`, `{"a": {{ x }}, "b": "{{ y }}"}`, `"\`, `["\u12`, "[[[[", "{\"a\":\"\xff\"}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		tree, bad := JSON(Templated(text(in)))
		sound(t, tree)
		if bad != nil {
			inside(t, bad.At)
		}
		tree, bad = JSON(text(in))
		var want any
		if bad != nil || json.Unmarshal([]byte(in), &want) != nil || !utf8.ValidString(in) {
			return
		}
		if got := plainJSON(tree); !sameJSON(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		if _, bad := JSON(WithoutItems(text(in), "a")); bad != nil {
			t.Fatalf("without the items of a list: %s", bad.Msg)
		}
	})
}

func plainJSON(t value.Tree) any {
	switch t.Kind {
	case value.KindMap:
		out := map[string]any{}
		for _, e := range t.Map.Live() {
			out[e.Key.String()] = plainJSON(e.Val)
		}
		return out
	case value.KindList:
		out := []any{}
		for _, item := range t.List.Items {
			out = append(out, plainJSON(item))
		}
		return out
	case value.KindBool:
		return t.Text.String() == "true"
	case value.KindNumber:
		var f float64
		json.Unmarshal([]byte(t.Text.String()), &f)
		return f
	case value.KindNull:
		return nil
	}
	return t.Text.String()
}

func sameJSON(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && string(x) == string(y)
}
