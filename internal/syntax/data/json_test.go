package data

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJSON(t *testing.T) {
	for _, tt := range []struct{ in, want, err string }{
		{`{"a": [1, true, null, "x\ty"], "b": {}, "a": "z"}`, `{"a": [1, true, null, "x\ty"] lost, "b": {}, "a": "z"}`, ""},
		{"// c\n{\"a\": 1, /* d */ \"b\": [2,],}", `{"a": 1, "b": [2]}`, ""},
		{`{"a": "\ud83d\ude00", "b": "\ud83d"}`, `{"a": "😀", "b": "` + "\ufffd" + `"}`, ""},
		{`{"a": {{ x }}, "b": "{{ y }}/z", "{{ k }}": [{{ l }}]}`, `{"a": unknown({{ x }}) weak, "b": "{{ y }}/z" weak, "{{ k }}": [unknown({{ l }})], …}`, ""},
		{"{\"a\": 1,\n  \"b\": }", "", `invalid character '}' at start of value`},
		{strings.Repeat("[", 100000), "", "nested deeper than 200 levels: not read"},
		{`"[[" // ` + strings.Repeat("[", 300) + "\n", `"[["`, ""},
	} {
		tree, err := JSON(Templated(text(tt.in)))
		msg := ""
		if err != nil {
			msg = err.Msg
		} else if got := show(tree); got != tt.want {
			t.Errorf("%.80q: got  %s\nwant %s", tt.in, got, tt.want)
		}
		if msg != tt.err {
			t.Errorf("%.80q: error %q, want %q", tt.in, msg, tt.err)
		}
	}
}

func TestJSONPlaces(t *testing.T) {
	tree, _ := JSON(text(`{"a": "x\ty\"", "b": [1, "é"]}`))
	for _, tt := range []struct {
		path []string
		want []string
		at   string
	}{
		{[]string{"a"}, []string{"x", `\t`, "y", `\"`}, `"x\ty\""`},
		{[]string{"b"}, nil, `[1, "é"]`},
	} {
		v := tree.Get(tt.path...)
		if d := cmp.Diff(tt.want, places(v.Text)); d != "" {
			t.Error(d)
		}
		if v.At.Text() != tt.at {
			t.Errorf("at %q, want %q", v.At.Text(), tt.at)
		}
	}
	if _, err := JSON(text("{\"a\": 1,\n  \"b\": }")); err.At.From().Line != 2 || err.At.From().Col != 8 {
		t.Errorf("error at %v", err.At.From())
	}
}
