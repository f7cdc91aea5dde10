package report

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

// Of a long line only what stands beside a change is shown, so that a file of one
// line with a thousand findings makes no report of a thousand such lines.
func TestHunksOfLongLines(t *testing.T) {
	long := strings.Repeat("ä", 5000)
	file := source.NewFile("a.json", source.Code, []byte("first\n"+long+"key"+long+"name"+long+"\nlast"))
	edit := func(old, with string) source.Edit {
		at := strings.Index(string(file.Data), old)
		return source.Edit{Span: source.Span{File: file, Start: at, End: at + len(old)}, New: with}
	}
	shown := func(s string) string { return strings.ReplaceAll(s, strings.Repeat("ä", beside/2), "~") }
	var got []string
	for _, h := range hunks([]source.Edit{edit("key", "KEY"), edit("name", "NAME"), edit("first", "FIRST")}) {
		got = append(got, shown(strings.Join(h.old, "|")+" > "+strings.Join(h.new, "|")))
		if h.line > 2 {
			t.Errorf("line %d", h.line)
		}
	}
	if got, want := strings.Join(got, "\n"), "first > FIRST\n...~key~... > ...~KEY~...\n...~name~... > ...~NAME~..."; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	odd := source.NewFile("a.json", source.Code, []byte(long+"€key"+strings.Repeat("x", 99)))
	at := len(long) + len("€")
	for _, h := range hunks([]source.Edit{{Span: source.Span{File: odd, Start: at, End: at + 3}, New: "K"}}) {
		if !strings.HasPrefix(h.old[0], "...ä") || !strings.HasSuffix(h.new[0], "ä€K"+strings.Repeat("x", 99)) {
			t.Errorf("cut amid a character: %q > %q", h.old, h.new)
		}
	}
}
