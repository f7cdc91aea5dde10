package markdown

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func all(string, bool) bool { return true }

// cutAlike checks that a text read in parts has the blocks of the text read as
// a whole.
func cutAlike(t *testing.T, in string) {
	t.Helper()
	p := NewParser()
	got, ok := p.Read(text(in), all)
	want, ok2 := p.read(text(in), 0)
	parts(in, func(part part) {
		blocks, _ := p.read(text(in).Slice(part.from, part.to), 0)
		for _, b := range blocks {
			if !part.fence && !part.code && b.Kind != Prose && b.Kind != Span && b.Text.Len() > 0 {
				t.Errorf("%q: code %q in a part without", in, b.Text)
			}
		}
	})
	if d := cmp.Diff(filled(want), filled(got)); d != "" && ok && ok2 {
		t.Errorf("%q\n%s", in, d)
	}
}

// TestPartsWithCode checks that parts in which there is code are known.
func TestPartsWithCode(t *testing.T) {
	for in, want := range map[string]bool{
		"a `b`\n# c\n":          false,
		"a\n\n    b\n":          true,
		"a\n\n\tb\n":            true,
		"- a\n\n  ```\n  b\n":   true,
		"- ```\n":               true,
		"1.     a\n":            true,
		"> ~~~\n> a\n":          true,
		"<PRE>a</PRE>\n":        true,
		"- a    b\n":            false,
		"-\ta\n":                true, // not sure
		"- a <b>\n":             false,
		"- <pre>a\n":            true,
		"* **a**: b\n":          false,
		"* **a**: b\n    * c\n": false, // continues the line before
		"a\n    b\n":            false,
		"a\n    ```\n":          true,
		"a\n---\n    b\n":       true,
		"- # a\n      b\n":      true,
		"- a\n-\n      b\n":     true,
	} {
		p := NewParser()
		code := false
		blocks, _ := p.Read(text(in), func(_ string, c bool) bool { code = code || c; return true })
		if code != want {
			t.Errorf("%q: %v", in, code)
		}
		for _, b := range blocks {
			if !code && b.Kind != Prose && b.Kind != Span {
				t.Errorf("%q has code: %s", in, b.Text)
			}
		}
	}
}

// filled drops blocks without text.
func filled(blocks []Block) []string {
	var out []string
	for i, s := range show(blocks) {
		if blocks[i].Text.Len() > 0 {
			out = append(out, s)
		}
	}
	return out
}

func TestParts(t *testing.T) {
	for in, want := range map[string]string{
		"a\n```sh\nb\n```\nc\n":              "a\n|b\n|c\n",
		"a\n# b\nc\n":                        "a\n|# b\nc\n",
		"#a\n####### b\n":                    "#a\n####### b\n",
		"- a\n\n  ```\n  b\n  ```\n# c\n":    "- a\n\n  ```\n  b\n  ```\n|# c\n",
		"  ```\n# a\n  ```\n# b\n":           "  ```\n# a\n  ```\n# b\n", // the first # may be in the fence
		"<!--\n# a\n-->\n# b\n":              "<!--\n# a\n-->\n|# b\n",
		"<div>\n# a\n\n# b\n":                "<div>\n# a\n\n|# b\n",
		"<pre>\n\n# a\n":                     "<pre>\n\n# a\n",
		"a\n<b>\n```\n\n# c\n":               "a\n<b>\n```\n\n# c\n", // whether <b> opens a block depends on a
		"> ```\n# a\n":                       "> ```\n|# a\n",
		"```\n    ```\n`````` \n~~~ x\ny\n":  "    ```\n|y\n",
		"``` a`b\n# c\n":                     "``` a`b\n|# c\n",
		"a\n\nb\n\n    c\n\n\td\n\ne\n\nf\n": "a\n\n|b\n\n    c\n\n\td\n\n|e\n\nf\n", // code alone
		"1. a\n\n   ```\n\nb\n   ```\n":      "1. a\n\n   ```\n\nb\n   ```\n",
	} {
		var got []string
		parts(in, func(p part) { got = append(got, in[p.from:p.to]) })
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q\n got %q\nwant %q", in, s, want)
		}
		cutAlike(t, in)
	}
}

// TestPartsOfLines reads texts of lines that mean something to each other.
func TestPartsOfLines(t *testing.T) {
	lines := strings.Split("```|```sh|~~~|````|  ```|   ~~~ x|    ```|\t```|# h `c`|#|#x|- a|- ```|1. `q|   b `z`|  c|    d||  |> q|> ```|<div>|</div>|<b>|<!-- x|-->|"+
		"<!-- y -->|  <!-- z -->|<pre>|</pre>|text `a|b` text|***|---|===|- |1)|  - e|<a href=x>|`` ` ``|~~~~| # i|<?x|?>|\\|&lt;|[x]: y| |a\r|||2. g|      h|* **i**: j|        ```|1. # k|\tl|\f|\r|```\r", "|")
	for seed := range int64(5000) {
		r := rand.New(rand.NewSource(seed))
		var b strings.Builder
		for range 1 + r.Intn(9) {
			b.WriteString(lines[r.Intn(len(lines))] + "\n")
		}
		cutAlike(t, strings.TrimSuffix(b.String(), "\n"))
		cutAlike(t, b.String())
	}
}

func FuzzParts(f *testing.F) {
	for _, s := range []string{"```sh\na\n```\n", "- x\n\n  ```\n  y\n  ```\n# z\n", "<!--\n# x\n-->\ny", "<div>\n```\n\n```\n", "1. ~~~ x\n   y\n# `z`", "> ```\n# a `b`"} {
		f.Add(s)
	}
	f.Fuzz(cutAlike)
}
