package shell

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func TestCut(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"comment":                  {"g a \\\n  # c\n  --b=x \\\n  --c", `g a CUT --b=x --c BY "# c"`},
		"comment in CRLF":          {"g a \\\r\n  # c\r\n  --b\r\n", `g a CUT --b BY "# c"`},
		"several comments":         {"g a \\\n# c\n# d\n --b $X \\\n # e\n --c\nh", "g a CUT --b ...<$X> --c BY \"# c\"\nh"},
		"comment with backslash":   {"g a \\\n # --x \\\n --b", `g a CUT --b BY "# --x \\"`},
		"comment behind":           {"g a # c \\\n --b", `g a CUT --b BY "# c \\"`},
		"comment behind backslash": {"g a \\ # c\n --b", `g a " #" c CUT --b BY " "`},
		"blank behind backslash":   {"g a \\ \n  --b", `g a " " CUT --b BY " "`},
		"tab and CRLF":             {"g a \\\t \r\n  --b", `g a "\t" CUT --b BY "\t "`},
		"blank, then comment":      {"g a \\ \n  # c\n  --b", `g a " " CUT --b BY " "`},
		"blanks, then a comment":   {"g a \\  # c\n  --b", `g a " " CUT --b BY "  "`},
		"blank before a word":      {"g a \\ \n  b \\\n --c", `g a " " CUT b --c BY " "`},
		"blank that belongs":       {"g a\\ \nb", "g \"a \"\nb"},
		"blank within":             {"g a\\ b\n  --c", `g "a b" CUT --c BY ""`},
		"empty line":               {"g a \\\n\n  --b", `g a CUT --b BY "\\"`},
		"no backslash":             {"g a\n  --b \\\n  --c", `g a CUT --b --c BY ""`},
		"in a list":                {"c && g a \\\n # c\n --b && d", "c\ng a CUT --b BY \"# c\"\nd"},
		"in a pipeline":            {"g a \\\n # c\n --b | d", "g a CUT --b BY \"# c\"\nd"},
		"in a substitution":        {"J=$(g a \\\n # c\n --b)", `g a CUT --b BY "# c"`},
		"in a function":            {"f() {\n  g a \\\n # c\n --b $1\n}\nf x", `g a CUT --b x BY "# c"`},
		"through a function":       {"retry() { \"$@\"; }\nretry g a \\\n # c\n --b", `g a CUT --b BY "# c"`},
		"in a branch":              {"if g a \\\n # c\n --b; then h; fi", "g a CUT --b BY \"# c\"\nh"},
		"whole command":            {"g a \\\n  --b\n# c\nh", "g a --b\nh"},
		"comment above a list":     {"g a\n# c\n- b", "g a\n- b"},
		"a ruler":                  {"g a\n---\nb", "g a\n---\nb"},
		"an empty line between":    {"g a\n\n--b", "g a\n--b"},
		"ended":                    {"g a;\n--b", "g a\n--b"},
		"the first":                {"--b\ng a", "--b\ng a"},
		"not an option":            {"g a \\\n # c\n  b", "g a\nb"},
		"quoted backslash":         {"g 'a\\ '\nb", "g \"a\\\\ \"\nb"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
}

func TestDelimiters(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"semicolon":               {"g -p=a=b;c.d=e", `g -p=a=b CUT c.d=e BY ";"`},
		"switch":                  {"g -p=^;^a.b=c;d.e=f --x", `g -p=^ CUT ^a.b=c d.e=f --x BY ";"`},
		"pipe":                    {"g -p=a=b|c.d=e|f.g=h", `g -p=a=b CUT c.d=e f.g=h BY "|"`},
		"ampersand":               {"cd x && g -p=a=b&c.d=e", "cd x\ng -p=a=b CUT c.d=e BY \"&\""},
		"a plain name between":    {"g -p=a=b;c=d;e.f=g", `g -p=a=b CUT e.f=g BY ";"`},
		"only plain names":        {"g -p=a=b;c=d;h", "g -p=a=b\nh"},
		"a blank":                 {"g -p=a=b; c.d=e", "g -p=a=b\nc.d=e"},
		"a blank before":          {"g -p=a=b ;c.d=e", "g -p=a=b\nc.d=e"},
		"a command":               {"g -p=a=b;h.sh x=y", "g -p=a=b\nh.sh x=y"},
		"and then":                {"g -p=a=b&&c.d=e", "g -p=a=b\nc.d=e"},
		"quoted":                  {"g '-p=a=b;c.d=e'", "g -p=a=b;c.d=e"},
		"followed by a whole one": {"g -p=a=b;c.d=e; h", "g -p=a=b CUT c.d=e BY \";\"\nh"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
}

func TestCutPlaces(t *testing.T) {
	script := "g a \\\n  # why\n  --b=x\n"
	s := read(script)
	c := s.Commands[0]
	if at := c.CutBy.Start; at != strings.Index(script, "# why") {
		t.Errorf("cut at %d", at)
	}
	if got := c.Cut[0].Text.Span().Text(); got != "--b=x" {
		t.Errorf("cut word = %q", got)
	}
	if got := c.At.Text(); got != "g a" {
		t.Errorf("command = %q", got)
	}
	s = read("g a\n  --b")
	if by := s.Commands[0].CutBy; by.Start != 3 || by.End != 3 || !by.Valid() {
		t.Errorf("missing backslash at %d-%d", by.Start, by.End)
	}
}

func TestPlaces(t *testing.T) {
	script := `#!/bin/bash
REGION=eu
ARGS=(
  --region="$REGION"
  --scopes=storage-rw # narrow
  --p='a=1',"b=2"
)
PROPS="x=1"
PROPS="$PROPS,y=\
2"
gcloud create \
  "${ARGS[@]}" --props "$PROPS" c\ d --u="$UNK"
`
	s := read(script)
	c := s.Commands[0]
	for i, want := range []string{"gcloud", "create", "--region=", "--scopes=storage-rw", "--p=", "--props", "x=1", "c", "--u="} {
		if got := c.Words[i].Text.Spans()[0].Text(); got != want {
			t.Errorf("word %d starts at %q, want %q", i, got, want)
		}
	}
	if line := c.Words[3].Text.Span().From(); line.Line != 5 || line.Col != 3 {
		t.Errorf("scopes at %+v", line)
	}
	var spans []string
	for _, s := range c.Words[6].Text.Spans() {
		spans = append(spans, s.Text())
	}
	if got := strings.Join(spans, "|"); got != "x=1|,y=|2" {
		t.Errorf("accumulated from %s", got)
	}
	if got := c.At; got.Text() != script[strings.Index(script, "gcloud"):len(script)-1] {
		t.Errorf("command at %q", got.Text())
	}
	if e, ok := c.Words[3].Text.Edit(c.Words[3].Text.Len(), c.Words[3].Text.Len(), ",monitoring"); !ok || e.Span.Start != strings.Index(script, " # narrow") {
		t.Errorf("edit = %+v, %v", e, ok)
	}
	s = read("retry() { \"$@\"; }\nretry g a \"b\"")
	if got := s.Commands[0].At.Text(); got != "g a \"b\"" {
		t.Errorf("passed command at %q", got)
	}
}

func TestComments(t *testing.T) {
	s := read("#!/bin/sh\n# a\r\nx # b \\\ny `z #c`\nf() { # d\n:\n}\ncat <<EOF\n# no\nEOF\nif a; then # e\nb; fi # é")
	var got []string
	for _, c := range s.Comments {
		got = append(got, c.Text.String())
		if at := c.Text.Span(); at.Text() != c.Text.String() || at.File.Data[at.Start-1] != '#' {
			t.Errorf("comment %q at %q", c.Text.String(), at.Text())
		}
	}
	if want := "!/bin/sh| a| b \\|c| d| e| é"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
}

// spans calls f with every place of a script.
func spans(s *Script, f func(source.Span)) {
	text := func(t source.Text) {
		for _, at := range t.Spans() {
			f(at)
		}
	}
	for _, c := range s.Commands {
		for _, w := range append(c.Words, c.Cut...) {
			text(w.Text)
		}
		if c.Stdin != nil {
			text(*c.Stdin)
		}
		f(c.At)
		f(c.CutBy)
		for _, t := range c.Files {
			text(t)
		}
		for _, v := range c.Env {
			text(v.Raw())
		}
	}
	for _, c := range s.Comments {
		text(c.Text)
	}
	for _, t := range s.Files {
		text(t)
	}
	for _, v := range s.Variables() {
		text(v.Raw())
	}
	for _, e := range s.Errors {
		f(e.At)
	}
}
