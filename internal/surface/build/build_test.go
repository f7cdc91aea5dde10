package build

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// files is a small tree by path.
type files map[string]string

// surfaces are all of this package.
func surfaces() []surface.Surface {
	return []surface.Surface{
		Maven(), Gradle(), Catalog(), Sbt(), Requirements(), Pyproject(), Pipfile(), Locks(), Conda(), SetupCfg(), SetupPy(), GoMod(), Dockerfile(),
	}
}

// readFile has every surface that takes the file read it, as the engine does.
func readFile(in files, name string) *model.Set {
	set := &model.Set{}
	file := source.NewFile(name, source.Code, []byte(in[name]))
	for _, s := range surfaces() {
		if !s.Takes(name) || !holds(in[name], s.Words) {
			continue
		}
		s.Read(&surface.Reader{Set: set, Open: opener(in, file)}, surface.Fragment{Text: source.Exact(source.Span{File: file, End: len(file.Data)})})
	}
	return set
}

func holds(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// opener opens as the engine does: in the folder of the file, or above.
func opener(in files, file *source.File) func(string) (*source.File, bool) {
	return func(name string) (*source.File, bool) {
		for dir := path.Dir(file.Path); ; dir = path.Dir(dir) {
			p := path.Join(dir, name)
			if data, ok := in[p]; ok {
				return source.NewFile(p, source.Code, []byte(data)), true
			}
			if dir == "." {
				return nil, false
			}
		}
	}
}

// at names a place by its line and by what stands there.
func at(s source.Span) string {
	if !s.Valid() {
		return "@nowhere"
	}
	return fmt.Sprintf("@%s:%d %q", s.File.Path, s.From().Line, s.Text())
}

// say describes what was found: `java 2.60.0 @pom.xml:6 "2.60.0"`, one line each.
func say(set *model.Set) string {
	var b strings.Builder
	for _, x := range set.Builds {
		fmt.Fprintf(&b, "%s %s", x.Lang, sayRange(x.SDK))
		if v, ok := x.Language.Get(); ok {
			fmt.Fprintf(&b, " on %s %s", v, at(x.Language.Span()))
		}
		if x.Folder != "" {
			fmt.Fprintf(&b, " for %s", x.Folder)
		}
		b.WriteString("\n")
	}
	for _, w := range set.Workloads {
		b.WriteString("launch")
		for _, a := range w.Args.Items() {
			fmt.Fprintf(&b, " %s", a.Text)
		}
		if to, ok := w.Build.To.Get(); ok {
			fmt.Fprintf(&b, " [%s]", sayRange(to.SDK))
		}
		fmt.Fprintf(&b, " %s\n", at(w.At))
	}
	for _, i := range set.Images {
		fmt.Fprintf(&b, "image %s\n", sayImage(i))
	}
	for _, n := range set.Notes {
		fmt.Fprintf(&b, "note %s @%s\n", n.Reason, n.At)
	}
	return b.String()
}

func sayRange(v value.Value[value.Range]) string {
	r, ok := v.Get()
	if !ok {
		why := "not read"
		if v.Hole() != nil {
			why = v.Hole().Why
		}
		return fmt.Sprintf("unknown (%s) %s", why, at(v.Span()))
	}
	s := fmt.Sprintf("%s..%s", sayVersion(r.Lo), sayVersion(r.Hi))
	switch {
	case r.Single():
		s = r.Lo.String()
	case r.Below:
		s += "-"
	}
	s += " " + at(v.Span())
	if w := v.Weak(); w != "" {
		s += " weak: " + w
	}
	return s
}

func sayVersion(v *value.Version) string {
	if v == nil {
		return ""
	}
	return v.String()
}

// check compares what the file "of" declares.
func check(t *testing.T, in files, of, want string) {
	t.Helper()
	want = strings.TrimSpace(strings.ReplaceAll(want, "\t", ""))
	if got := strings.TrimSpace(say(readFile(in, of))); got != want {
		t.Errorf("%s\n got: %s\nwant: %s", of, got, want)
	}
}

func sayImage(i *model.ImageBuild) string {
	s := i.Base.Raw().String()
	if h := i.Base.Hole(); h != nil {
		s += " (" + h.Why + ")"
	}
	if w := i.Base.Weak(); w != "" {
		s += " weak: " + w
	}
	s += " " + at(i.At)
	for _, c := range i.Copied {
		s += " copied:" + c.From.Raw().String() + c.Path
	}
	for _, c := range i.Installs {
		s += " installs:" + c.String()
	}
	if i.Hidden != "" {
		s += " hidden: " + i.Hidden
	}
	return s
}
