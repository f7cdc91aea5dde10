package carry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// read runs a carrier over a text and returns what it hands on. The shell
// behind it sets a variable for every line NAME=value.
func read(t *testing.T, s surface.Surface, path, in string) ([]surface.Fragment, *model.Set) {
	t.Helper()
	if !s.Takes(path) {
		t.Fatalf("%s does not match", path)
	}
	f := source.NewFile(path, source.Code, []byte(in))
	var out []surface.Fragment
	shut := func(string) (*source.File, bool) { return nil, false }
	r := &surface.Reader{Set: &model.Set{}, Open: shut, Bears: func(string) bool { return true }, Reads: func(lang surface.Lang, s string) bool { return lang != surface.Shell || surface.Launches(s) }, Embed: func(f surface.Fragment) surface.Env {
		out = append(out, f)
		env := surface.Env{}
		for name, v := range f.Env {
			env[name] = v
		}
		for _, l := range lines(f.Text.String()) {
			if name, val, ok := f.Text.Slice(l[0], l[1]).TrimSpace().Cut("="); ok && isName(name.String()) {
				env[name.String()] = value.Text(val)
			}
		}
		return env
	}}
	s.Read(r, surface.Fragment{Text: source.Exact(source.Span{File: f, End: len(in)})})
	return out, r.Set
}

// show prints a text with its holes in guillemets.
func show(t source.Text) string {
	var b strings.Builder
	s, masked := t.String(), t.Mask(0)
	open := false
	for i := range len(s) {
		hole := masked[i] != s[i]
		if hole != open {
			b.WriteString(map[bool]string{true: "«", false: "»"}[hole])
		}
		open = hole
		b.WriteByte(s[i])
	}
	if open {
		b.WriteString("»")
	}
	return b.String()
}

// fragments prints fragments: language, text, and environment.
func fragments(fs []surface.Fragment) []string {
	var out []string
	for _, f := range fs {
		var env []string
		for name, v := range f.Env {
			weak := ""
			if v.Weak() != "" {
				weak = " (weak)"
			}
			env = append(env, name+"="+show(v.Raw())+weak)
		}
		slices.Sort(env)
		kind := string(f.Lang)
		if f.Mentioned {
			kind = "mention"
		}
		s := fmt.Sprintf("%s: %s", kind, show(f.Text))
		for i, w := range f.Words {
			s += strings.Repeat(" ", min(i, 1)) + "‹" + show(w) + "›"
		}
		if len(env) > 0 {
			s += " [" + strings.Join(env, ", ") + "]"
		}
		out = append(out, s)
	}
	return out
}

func check(t *testing.T, got []surface.Fragment, want []string) {
	t.Helper()
	if d := cmp.Diff(want, fragments(got)); d != "" {
		t.Error(d)
	}
}

// sound fails unless every exact byte of a text stands where it says.
func sound(t *testing.T, text source.Text) {
	t.Helper()
	for _, s := range text.Spans() {
		if s.Start < 0 || s.Start > s.End || s.End > len(s.File.Data) {
			t.Fatalf("span %d-%d outside the file", s.Start, s.End)
		}
	}
	for i := range text.Len() {
		if e, ok := text.Edit(i, i+1, ""); ok && e.Span.Text() != text.String()[i:i+1] {
			t.Fatalf("byte %d of %q is not at %d", i, text.String(), e.Span.Start)
		}
	}
}
