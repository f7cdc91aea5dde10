package data

import (
	"cmp"
	"reflect"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func notebook() Keep {
	return Keep{"cells": {"kind": nil, "source": nil}, "metadata": {"lang": nil}}
}

func whole(in string) source.Text {
	return source.Exact(source.Span{File: source.NewFile("a.json", source.Code, []byte(in)), End: len(in)})
}

func TestJSONParts(t *testing.T) {
	for _, tt := range []struct {
		name, in  string
		kind, src string // of the first cell
		lang      string
		skims     bool // without a tree
		broken    bool
	}{
		{name: "lines", in: `{"cells": [{"kind": "code", "source": ["a\n", "", "b\"c\\"]}], "metadata": {"lang": "x"}}`, kind: "code", src: "a\nb\"c\\", lang: "x", skims: true},
		{name: "escapes", in: `{"cells": [ { "source" : "\u0041\ud83d\ude00\ud83d\/\t\b\f\r 12345678901234567é€\u00e9" } ] }`, src: "A😀\uFFFD/\t\b\f\r 12345678901234567é€é", skims: true},
		{name: "others", in: "{\"id\": -1.5e+3, \"a\": [{\"b\": \"]}\\\\\"}, [\"\\\"}\"]], \"c\": null, \"d\": {},\n\"cells\": [{\"outputs\": [NaN, {\"t\": [1, \"x\"]}], \"source\": [], \"e\": true}]}", skims: true},
		{name: "twice", in: `{"cells": [{"source": "a", "source": "b"}], "metadata": {}, "metadata": {"lang": "y"}}`, src: "b", lang: "y", skims: true},
		{name: "what was printed is not read", in: `{"cells": [{"outputs": [<<<<<<< HEAD], "source": "a"}]}`, src: "a", skims: true},
		{name: "comments", in: "{\"cells\": [ // x\n {\"source\": [\"a\", /* b */ \"c\",],},]}", src: "ac"},
		{name: "not of the kind", in: `{"cells": [{"kind": 1, "source": ["a", 2, null, {"b": "c"}]}], "metadata": []}`, kind: "1", src: "a2"},
		{name: "an escaped name", in: `{"c\u0065lls": [{"source": "a"}]}`, src: "a"},
		{name: "a line break in a string", in: "{\"cells\": [{\"source\": \"a\nb\"}]}", broken: true},
		{name: "no escape", in: `{"cells": [{"source": "a\x"}]}`, broken: true},
		{name: "no hexadecimal number", in: `{"cells": [{"source": "\u12G4"}]}`, broken: true},
		{name: "two sides", in: "{\"cells\": [{\"source\": [\n<<<<<<< HEAD\n\"a\"\n=======\n\"b\"\n>>>>>>> x\n]}]}", broken: true},
		{name: "cut off", in: `{"cells": [{"source": "a"}], "metadata": {"b": "`, broken: true},
		{name: "cut off in a list", in: `{"cells": [{"outputs": [[1]`, broken: true},
		{name: "more behind it", in: `{"cells": []} {}`, broken: true},
		{name: "nothing", broken: true},
	} {
		p, err := JSONParts(whole(tt.in), notebook())
		if (err != nil) != tt.broken {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if tt.broken {
			continue
		}
		var cell Part
		if cells := p.Get("cells").Items; len(cells) > 0 {
			cell = cells[0]
		}
		src := cell.Get("source")
		if kind, lang := cell.Get("kind").Says, p.Get("metadata", "lang").Says; kind != tt.kind || src.Says != tt.src || lang != tt.lang {
			t.Errorf("%s: kind %q, source %q, language %q", tt.name, kind, src.Says, lang)
		}
		if text := src.Text(); text.String() != tt.src {
			t.Errorf("%s: the text says %q", tt.name, text.String())
		}
		if skims := src.end > 0; skims != tt.skims {
			t.Errorf("%s: read without a tree: %v", tt.name, skims)
		}
	}
}

// FuzzJSONParts holds the parts against the whole tree, where there is one.
func FuzzJSONParts(f *testing.F) {
	f.Add(`{"cells": [{"kind": "code", "source": ["a\n", "", "b\"c\\"]}, {"source": "\u0041\ud83d\ude00"}], "metadata": {"lang": "x"}}`)
	f.Add(`{"a": [1, "]", {"b": null}], "cells": [{"outputs": [{"c": ["\\\""]}], "source": "12345678\t12345678"}, {}]}`)
	f.Add("{\"cells\": [{\"outputs\": [\n{},\n1\n], \"source\": [\n\"a\"\n]}],\n\"x\": {\n\"y\": [\n\n]\n}}")
	f.Add(`{"cells": [ /* x */ {"source": ["a",],},], "cells": []}`)
	f.Fuzz(func(t *testing.T, in string) {
		got, err := JSONParts(whole(in), notebook())
		if err != nil {
			inside(t, err.At)
		}
		tree, err := JSON(whole(in))
		want := partOf(tree, notebook())
		compare := func(got, want Part) {
			text, other := got.Text(), want.Text()
			soundText(t, text)
			if got.Says != text.String() {
				t.Fatalf("says %q, and %q with places", got.Says, text.String())
			}
			if err == nil && got.Says != want.Says {
				t.Fatalf("%q, in the tree %q", got.Says, want.Says)
			}
			if a, b := spans(text), spans(other); err == nil && !reflect.DeepEqual(a, b) {
				t.Fatalf("%q stands at %v, in the tree at %v", got.Says, a, b)
			}
		}
		compare(got.Get("metadata", "lang"), want.Get("metadata", "lang"))
		if less, _ := JSONParts(whole(withoutIdle(in)), notebook()); !reflect.DeepEqual(cellPlaces(got), cellPlaces(less)) {
			t.Fatalf("%v, without idle lines %v", cellPlaces(got), cellPlaces(less))
		}
		cells, others := got.Get("cells").Items, want.Get("cells").Items
		if err == nil && len(cells) != len(others) {
			t.Fatalf("%d cells, in the tree %d", len(cells), len(others))
		}
		for i, c := range cells {
			var o Part
			if err == nil {
				o = others[i]
			}
			compare(c.Get("kind"), o.Get("kind"))
			compare(c.Get("source"), o.Get("source"))
		}
	})
}

// cellPlaces returns what a notebook's cells say, with the lines and columns of the
// pieces.
func cellPlaces(p Part) (out []string) {
	for _, c := range p.Get("cells").Items {
		text := c.Get("source").Text()
		out = append(out, text.String())
		for _, s := range text.Spans() {
			out = append(out, s.String())
		}
	}
	return out
}

// withoutIdle returns what the engine keeps of a file.
func withoutIdle(in string) string {
	var b strings.Builder
	at := 0
	for _, r := range Idle(in, notebook()) {
		b.WriteString(in[at:r[0]] + strings.Repeat("\n", strings.Count(in[r[0]:r[1]], "\n")))
		at = r[1]
	}
	return b.String() + in[at:]
}

// spans returns the offsets of the pieces of a text.
func spans(text source.Text) [][2]int {
	out := [][2]int{}
	for _, s := range text.Spans() {
		out = append(out, [2]int{s.Start, s.End})
	}
	return out
}

func TestWithoutItems(t *testing.T) {
	for in, want := range map[string]string{
		`{"a": "b", "metadata": {"c": [1], "parameters": [{"d": "]"}, [2]], "e": []}, "f": [3]}`: `{"a": "b", "metadata": {"c": [1], "parameters": [], "e": []}, "f": [3]}`,
		`{"metadata": {"parameters": [{"a": 1 "b": 2}]}}`:                                        `{"metadata": {"parameters": []}}`, // what is wrong there loses nothing else
		`{"metadata": {"parameters": {"a": [1]}}}`:                                               `{"metadata": {"parameters": {"a": [1]}}}`,
		`{"a": {"parameters": [1]}, "parameters": [2]}`:                                          `{"a": {"parameters": [1]}, "parameters": [2]}`,
		"{\"metadata\": {\"parameters\": [ // don't \"\n1]}, \"a\": 2}":                          "{\"metadata\": {\"parameters\": [ // don't \"\n1]}, \"a\": 2}",
		`{"metadata": {"parameters": [1]}} {}`:                                                   `{"metadata": {"parameters": [1]}} {}`,
		`{"metadata": {"parameters": [1`:                                                         `{"metadata": {"parameters": [1`,
		`{"metadata": {"parameters": []}}`:                                                       `{"metadata": {"parameters": []}}`,
		``:                                                                                       ``,
	} {
		if got := WithoutItems(whole(in), "metadata", "parameters"); got.String() != want {
			t.Errorf("%s:\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestIdle(t *testing.T) {
	png := strings.Repeat("iVBOR/+w0=", 500)
	for _, tt := range []struct{ name, in, want string }{
		{"outputs", "{\"cells\": [\n {\"outputs\": [\n  {\"a\": \"]\\\"\"},\n  1\n ], \"source\": \"a\"}\n]}", "{\"cells\": [\n {\"outputs\": [\n\n\n ], \"source\": \"a\"}\n]}"},
		{"an object at the top", "{\"x\": {\n \"cells\": []\n},\n\"cells\": []}", "{\"x\": {\n\n},\n\"cells\": []}"},
		{"an image", "{\"cells\": [{\"source\": [\n\"![a](data:image/png;base64," + png + ")\\n\",\n\"b\"]}]}", "{\"cells\": [{\"source\": [\n\"![a](data:image/png;base64,)\\n\",\n\"b\"]}]}"},
		{"a text behind an image", "{\"cells\": [{\"source\": \"![a](data:image/png;base64," + png + ")\\nb\"}]}", ""},
		{"a small image", "{\"cells\": [{\"source\": \"data:image/png;base64,AAAA\"}]}", ""},
		{"what is kept", "{\"cells\": [{\"source\": [\n \"a\",\n \"b\"\n]}]}", ""},
		{"more on the line of a bracket", "{\"x\": [1,\n2,\n3\n], \"y\": [\n1,\n2]}", ""},
		{"one line", "{\"x\": [\n], \"y\": [1], \"z\": \"a\"}", ""},
		{"not plain JSON", "{\"x\": [\n1,\n2\n], // y\n\"cells\": []}", ""},
		{"cut off", "{\"x\": [\n1,\n2\n]", ""},
		{"nothing", "", ""},
	} {
		got := withoutIdle(tt.in)
		if want := cmp.Or(tt.want, tt.in); got != want {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}
