package docker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func textOf(s string) source.Text {
	f := source.NewFile("f", source.Code, []byte(s))
	return source.Exact(source.Span{File: f, End: len(f.Data)})
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"FROM a AS b\n", "FROM a AS b @1"},
		{"# c\nfrom --platform=x/y a\n", "FROM [--platform=x/y] a @2"},
		{"FROM a\nRUN b \\\n  # c\n\n  d && \\\n  e\n", "FROM a @1|RUN b   d &&   e @2"},
		{"FROM a\r\nRUN b \\\r\n c\r\n", "FROM a @1|RUN b  c @2"},
		{"# escape=`\nFROM a\nRUN b `\n c\\\n", "FROM a @2|RUN b  c\\ @3"},
		{"FROM a\nRUN --mount=type=cache,target=/x --network=none b\n", "FROM a @1|RUN [--mount=type=cache,target=/x --network=none] b @2"},
		{"FROM a\nRUN <<E\nb\nc\nE\nRUN d\n", "FROM a @1|RUN <<E body:b,c,E, @2|RUN d @6"},
		{"FROM a\nCOPY <<E /x\nb\nE\n", "FROM a @1|COPY <<E /x body:b,E, @2"},
	} {
		f, err := Memo(nil).Read(textOf(c.text))
		if err != nil {
			t.Errorf("%q: %s", c.text, err.Msg)
		}
		var got []string
		for _, in := range f.Instructions {
			s := in.Name
			if len(in.Flags) > 0 {
				s += " " + fmt.Sprint(in.Flags)
			}
			s += " " + in.Args.String()
			if in.Body.Len() > 0 {
				s += " body:" + strings.ReplaceAll(in.Body.String(), "\n", ",")
			}
			got = append(got, fmt.Sprintf("%s @%d", s, in.At.From().Line))
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, s, c.want)
		}
	}
	if _, err := Memo(nil).Read(textOf("FROM a\nRUN <<E\n")); err == nil || err.At.From().Line != 2 {
		t.Errorf("error %v, want one on line 2", err)
	}
}

func TestExpand(t *testing.T) {
	f := File{escape: '\\'}
	vars := map[string]source.Text{"A": textOf("1"), "H": source.Unknown(&source.Hole{Expr: "$H"}, source.Span{})}
	lookup := func(name string) (source.Text, bool) { v, ok := vars[name]; return v, ok }
	for _, c := range []struct{ text, want, weak string }{
		{"x$A-${A}", "x1-1", ""},
		{"'$A' \"$A\" \\$A", "$A 1 $A", ""},
		{"${B:-x$A}", "x1", "the default of $B"},
		{"${H:-x}", "x", "the default of $H"},
		{"${A:-x}${A:+y}", "1y", ""},
		{"$B", "?", ""},
		{"${A#x}", "?", ""},
		{"$ a${", "$ a${", ""},
	} {
		got := f.expand(textOf(c.text), lookup)
		s := got.String()
		if !got.Known() {
			s = "?"
		}
		if s != c.want || got.Weak() != c.weak {
			t.Errorf("%q: %q, weak %q; want %q, %q", c.text, s, got.Weak(), c.want, c.weak)
		}
	}
	if got := fmt.Sprint(f.Words(textOf("a 'b c'  d\\ e \"f"))); got != "[a 'b c' d\\ e \"f]" {
		t.Errorf("words %s", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"FROM a\nRUN b \\\n c", "# escape=`\nFROM a", "FROM a\nRUN <<A <<-B\nA\n\tB\n", "ARG a=${b:-c}\nFROM $a", "ENV a b\nENV c='d e' f=\\g", "\\\n\\\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		file, _ := Memo(nil).Read(textOf(s))
		for _, in := range file.Instructions {
			if in.At.Start < 0 || in.At.Start > in.At.End || in.At.End > len(s) {
				t.Fatalf("span %d-%d of %d", in.At.Start, in.At.End, len(s))
			}
			for _, w := range file.Words(in.Args) {
				file.expand(w, func(string) (source.Text, bool) { return w, true })
			}
		}
	})
}

// Variables that each name another one twice are cut off before they fill the memory.
func TestExpandIsBounded(t *testing.T) {
	f, val := File{escape: '\\'}, source.Derived("gcloud", source.Span{})
	for range 40 {
		val = f.expand(textOf("$A$A"), func(string) (source.Text, bool) { return val, true })
	}
	if val.Len() > 2*maxExpanded || val.Known() {
		t.Errorf("%d bytes, known: %v", val.Len(), val.Known())
	}
}
