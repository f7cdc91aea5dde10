package source

import "testing"

// TestBehind: name and value of a text, and whether the value is written where
// the name is.
func TestBehind(t *testing.T) {
	for _, c := range []struct {
		text, name string
		value      []string // pieces, in this order
		want       bool
	}{
		{`--a=b,c`, "--a", []string{"b,c"}, true},
		{`--a  "b c"`, "--a", []string{"b c"}, true},
		{"--a \\\n  'b'", "--a", []string{"b"}, true},
		{`{"a": "b"}`, "a", []string{"b"}, true},
		{`{\"a\": \"b\"}`, "a", []string{"b"}, true},
		{`b; x --a=$V`, "--a", []string{"b"}, false},
		{`--a=${V-:b}`, "--a", []string{"b"}, false},
		{`--a=1,$V,2`, "--a", []string{"1,", ",2"}, true},
		{`V=9 --a=1,$V`, "--a", []string{"1,", "9"}, false},
		{`--a=1,$V --b 2`, "--a", []string{"1,", "2"}, false},
		{`--b --a=c`, "--b", []string{"c"}, false},
	} {
		f := NewFile("f", Code, []byte(c.text))
		find := func(s string) Text {
			for i := range c.text {
				if i+len(s) <= len(c.text) && c.text[i:i+len(s)] == s && (i == 0 || c.text[i-1] != '-') {
					return Exact(Span{f, i, i + len(s)})
				}
			}
			t.Fatalf("%q is not in %q", s, c.text)
			return Text{}
		}
		var value Text
		for _, p := range c.value {
			value = value.Add(find(p))
		}
		if got := value.Behind(find(c.name)); got != c.want {
			t.Errorf("%q behind %s in %s: %v, want %v", value, c.name, c.text, got, c.want)
		}
		if value.Weaken("a default").Behind(find(c.name)) {
			t.Errorf("a weak text is behind %s", c.name)
		}
	}
	if Derived("b", Span{}).Behind(Text{}) {
		t.Error("a text from nowhere is behind nothing")
	}
}
