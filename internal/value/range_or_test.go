package value

import (
	"fmt"
	"testing"
)

// The union of many ranges names the first ones.
func TestOrNamesFew(t *testing.T) {
	v := func(n int) Range { return Exactly(Version{N: [3]int{2, n}, Parts: 2}, fmt.Sprintf("2.%d", n)) }
	got := v(0)
	for n := range 1000 {
		got = got.Or(v(n))
	}
	if want := "2.0 or 2.1 or 2.2 or 2.3 or 2.4 or 2.5 or 2.6 or 2.7 or 2.8 or 2.9 or …"; got.Text != want {
		t.Errorf("%q, want %q", got.Text, want)
	}
	if got.Lo.N[1] != 0 || got.Hi.N[1] != 999 {
		t.Errorf("from %v to %v", got.Lo, got.Hi)
	}
}
