package shell

import (
	"strings"
	"testing"
)

// What grows without end is given up on, with a reason, so that the cost of a
// script is that of its text.
func TestOutgrown(t *testing.T) {
	const loop = "for i in 1 2 3 4 5 6 7 8; do "
	for name, c := range map[string]struct{ script, why string }{
		"bytes":                {"X=a\n" + strings.Repeat("X=$X$X\n", 17) + `g "$X"`, "too long to follow"},
		"pieces":               {"X=$1\n" + strings.Repeat("X=$X$X\n", 12) + `g "$X"`, "too long to follow"},
		"items":                {"X=a\n" + strings.Repeat("X=\"$X b\"\n", 3000) + `g "$X"`, "too long to follow"},
		"a file":               {"echo a > f\n" + strings.Repeat("echo b >> f\n", 3000) + "g f", "too long to follow"},
		"what a file is given": {strings.Repeat("echo b >> f.txt\n", 3000) + "g f.txt", "too long to follow"},
		"a file of copies":     {"echo a > f\n" + strings.Repeat("cat f f > h\ncp h f\n", 17) + "g f", "too long to follow"},
		"a few":                {"X=a\n" + strings.Repeat("X=\"$X b\"\n", 400) + `g "$X"`, ""},
		"a file in a few":      {"echo a > f\n" + strings.Repeat("echo b >> f\n", 400) + "g f", ""},
		"in turns":             {"X=$1\n" + loop + strings.Repeat("X=$X$X\n", 2) + "done\n" + `g "$X"`, "too long to follow"},
	} {
		s := read(c.script)
		last := s.Commands[len(s.Commands)-1]
		text := last.Words[len(last.Words)-1].Text
		if written, ok := s.Files["f"]; ok {
			text = written
		} else if more, ok := last.More["f.txt"]; ok {
			text = more
		}
		if text.Pieces() > 4000 {
			t.Errorf("%s: %d pieces", name, text.Pieces())
		}
		why := ""
		if h := text.Hole(); h != nil {
			why = h.Why
		}
		if why != c.why {
			t.Errorf("%s: not known as it is %q, want %q", name, why, c.why)
		}
	}
	s := read(strings.Repeat("cd folder\n", 2000) + "g")
	if c := s.Commands[len(s.Commands)-1]; c.Dir != "" && len(c.Dir) > maxFolder || c.Away == "" {
		t.Errorf("runs in a folder of %d bytes, away in %q", len(c.Dir), c.Away)
	}
}
