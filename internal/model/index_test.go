package model

import (
	"slices"
	"testing"
)

func TestIndex(t *testing.T) {
	var x Index[string]
	if got := slices.Collect(x.Of("p", true)); got != nil {
		t.Errorf("an empty index has %q", got)
	}
	x.Add("first of p", "p", true)
	x.Add("of whatever project", "", false)
	x.Add("of q", "q", true)
	x.Add("second of p", "p", true)
	for _, c := range []struct {
		key   string
		known bool
		want  []string
	}{
		{"p", true, []string{"first of p", "of whatever project", "second of p"}},
		{"q", true, []string{"of whatever project", "of q"}},
		{"r", true, []string{"of whatever project"}},
		{"", true, []string{"of whatever project"}},
		{"", false, []string{"first of p", "of whatever project", "of q", "second of p"}},
	} {
		if got := slices.Collect(x.Of(c.key, c.known)); !slices.Equal(got, c.want) {
			t.Errorf("of %q (known: %t): %q, want %q", c.key, c.known, got, c.want)
		}
		for range x.Of(c.key, c.known) {
			break // a reader may have seen enough
		}
	}
}
