package suppress

import (
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// The words beside a text are compared one by one, as if both sides were split.
func TestBegins(t *testing.T) {
	split := func(s string) []string {
		return slices.DeleteFunc(strings.Fields(s), func(w string) bool { return w == `\` })
	}
	draw := rand.New(rand.NewSource(1))
	text := func(most int) string {
		var b strings.Builder
		for range draw.Intn(most) {
			b.WriteString([]string{"a", "b", "é", " ", " ", "\n", "\\", "\u00a0", "\u2003"}[draw.Intn(9)])
		}
		return b.String()
	}
	held := 0
	for range 50_000 {
		part, all := text(5), text(12)
		words, stream := split(part), split(all)
		ends := len(stream) >= len(words) && slices.Equal(stream[len(stream)-len(words):], words)
		starts := len(stream) >= len(words) && slices.Equal(stream[:len(words)], words)
		if got := begins([]byte(part), []byte(all), wordBefore); got != ends {
			t.Fatalf("%q ends with %q: %t", all, part, got)
		}
		if got := begins([]byte(part), []byte(all), wordBehind); got != starts {
			t.Fatalf("%q starts with %q: %t", all, part, got)
		}
		if starts && len(words) > 0 {
			held++
		}
	}
	if held < 1000 {
		t.Errorf("only %d texts held the words", held)
	}
}
