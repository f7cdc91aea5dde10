package shell

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

// file makes a text of a whole file.
func fileText(s string) source.Text {
	f := source.NewFile("t.sh", source.Code, []byte(s))
	return source.Exact(source.Span{File: f, End: len(s)})
}

func read(s string) *Script { return Read(fileText(s), Start{}) }

// show renders a text: <expr> for a hole, ~ behind a weak one.
func show(t source.Text) string {
	s, mask := t.String(), t.Mask(0)
	var b strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && (mask[j] == 0) == (mask[i] == 0) {
			j++
		}
		if mask[i] == 0 {
			b.WriteString("<" + s[i:j] + ">")
		} else {
			b.WriteString(s[i:j])
		}
		i = j
	}
	out := b.String()
	if out == "" || strings.ContainsAny(out, " \t\r\n\"'\\") {
		out = strconv.Quote(out)
	}
	if t.Weak() != "" {
		out += "~"
	}
	return out
}

func showWords(ws []Word) string {
	var out []string
	for _, w := range ws {
		s := show(w.Text)
		if w.Rest != nil {
			s = "..." + s
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// dump renders the commands of a script, one a line.
func dump(s *Script) string {
	var b strings.Builder
	for _, c := range s.Commands {
		b.WriteString(showWords(c.Words))
		if c.Stdin != nil {
			fmt.Fprintf(&b, " <<< %s", show(*c.Stdin))
		}
		if len(c.Cut) > 0 {
			fmt.Fprintf(&b, " CUT %s BY %q", showWords(c.Cut), c.CutBy.Text())
		}
		b.WriteString("\n")
	}
	return b.String()
}

func dumpFiles(s *Script) string {
	var out []string
	for name, t := range s.Files {
		out = append(out, strings.ReplaceAll(name, "\x00", "|")+": "+show(t))
	}
	sort.Strings(out)
	return strings.Join(out, "\n")
}

// lines drops the indentation of a raw string.
func lines(s string) string {
	var out []string
	for _, l := range strings.Split(strings.Trim(s, "\n"), "\n") {
		out = append(out, strings.TrimLeft(l, "\t"))
	}
	return strings.Join(out, "\n")
}

// check compares the commands of a script.
func check(t *testing.T, script, want string) *Script {
	t.Helper()
	s := read(script)
	if got := strings.TrimSpace(dump(s)); got != strings.TrimSpace(lines(want)) {
		t.Errorf("script:\n%s\ngot:\n%s\nwant:\n%s", script, got, lines(want))
	}
	return s
}
