package source

import "testing"

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb\n":            "a b ",
		"a 'x\ny'\nb":       "a 'x\ny' b",
		"a \"x\\\"\ny\"\nb": "a \"x\\\"\ny\" b",
		"a \\\nb":           "a \\\nb",
		"it's\nb":           "it's\nb",
		"a":                 "a",
	} {
		if got := Derived(in, Span{}).OneLine().String(); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
