package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/source"
)

func text(s string) source.Text {
	f := source.NewFile("README.md", source.Doc, []byte(s))
	return source.Exact(source.Span{File: f, End: len(s)})
}

func show(blocks []Block) []string {
	var out []string
	for _, b := range blocks {
		kind := [...]string{"fence", "indented", "prose", "span", "html"}[b.Kind]
		if b.Info != "" {
			kind += " " + b.Info
		}
		out = append(out, fmt.Sprintf("%s: %s", kind, b.Text.Mask('_')))
	}
	return out
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"fences", "# T `h`\n\n```sh\na\n  b\n```\n~~~ bash {.copy}\nc\n~~~\n", []string{"span: h", "fence sh: a\n  b\n", "fence bash {.copy}: c\n"}},
		{"unclosed", "```\na\nb", []string{"fence: a\nb"}},
		{"in a list", "1. do\n\n   ```sh\n   a \\\n     b\n   ```\n   - more\n\n     ~~~\n     c\n     ~~~\n", []string{"prose: do", "fence sh: a \\\n  b\n", "prose: more", "fence: c\n"}},
		{"in a quote", "> ```\n> a\n> b\n> ```\n", []string{"fence: a\nb\n"}},
		{"indented", "x\n\n    a\n\n      b\n\ny", []string{"prose: x", "indented: a\n\n  b\n", "prose: y"}},
		{"admonition", "!!! note\n\n    ```sh\n    a\n    ```\n", []string{"prose: !!! note", "fence sh: a\n"}},
		{"spans", "run `a b` and ``c ` d``\nor `e\nf`.\n", []string{"span: a b", "span: c ` d", "span: e\nf", "prose: run _____ and _________\nor _____."}},
		{"comments", "<!--\n```sh\na\n```\n-->\n\nb <!-- `c` --> d\n", []string{"prose: b ____________ d"}},
		{"pre", "<pre class=x><code>\na &lt;b&gt; \\\n <b>c</b>\n</code></pre>\n", []string{"html: \na <b> \\\n c\n"}},
		{"windows", "```sh\r\na \\\r\n  b\r\n```\r\n", []string{"fence sh: a \\\r\n  b\r\n"}},
		{"table", "| a | b |\n|---|---|\n| `x y` | z |\n", []string{"span: x y", "prose: | a | b |\n|---|---|\n| _____ | z |"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			blocks, _ := NewParser().Read(text(tt.in), all)
			if d := cmp.Diff(tt.want, show(blocks)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	in := "- x\n\n  ```sh\n  ab\n   cd\n  ```\n"
	blocks, _ := NewParser().Read(text(in), all)
	b := blocks[1].Text
	if got := b.At(0).From(); got.Line != 4 || got.Col != 3 {
		t.Errorf("first byte at %v", got)
	}
	if got := b.At(strings.Index(b.String(), "d")).From(); got.Line != 5 || got.Col != 5 {
		t.Errorf("d at %v", got)
	}
	if e, ok := b.Edit(0, 2, "x"); !ok || e.Span.Text() != "ab" {
		t.Errorf("edit %v %v", e, ok)
	}
}

// TestBounded reads texts that cost a careless parser longer than the suite may
// take.
func TestBounded(t *testing.T) {
	for _, s := range []string{"`", "[", "<", ">", "> ", "- ", "1. ", "*", "_a", "`a", "``a`", "<a ", "<!--", "<pre>", "- a\n", " - a\n", "```\n", "    a\n", "![", "](", "&lt;", "a\n", "`a\n", "|a", "<?", "<![CDATA["} {
		NewParser().Read(text(strings.Repeat(s, 200_000/len(s))), all)
	}
	for _, depth := range []int{100, 300} {
		var deep strings.Builder
		for i := range 10_000 {
			deep.WriteString(strings.Repeat("  ", i%depth) + "- a\n")
		}
		if _, ok := NewParser().Read(text(deep.String()), all); ok != (depth == 100) {
			t.Errorf("depth %d: read %v", depth, ok)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"```sh\na\n```\n", "- x\n\n\t```\n\ty\n", "> `a\n> b` <!-- c\n", "<pre>\n&lt;a>\n</pre>\n", "    ```\n\ta\n", "a `` b ` c ``\n", "1) ~~~ x\n   y", "# `h`\r\n\r\n    z\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		blocks, _ := NewParser().Read(text(in), all)
		for _, b := range blocks {
			for _, s := range b.Text.Spans() {
				if s.Start < 0 || s.Start > s.End || s.End > len(in) {
					t.Fatalf("span %d-%d outside %d bytes", s.Start, s.End, len(in))
				}
			}
			for i := range b.Text.Len() {
				if e, ok := b.Text.Edit(i, i+1, ""); ok && e.Span.Text() != b.Text.String()[i:i+1] {
					t.Fatalf("byte %d of %q is not at %d", i, b.Text.String(), e.Span.Start)
				}
			}
		}
	})
}
