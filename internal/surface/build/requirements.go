package build

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// python are the words of Python build files: the spellings of apache-beam.
var python = []string{"pache-beam", "pache_beam", "pache-Beam", "pache_Beam", "pache.beam"}

// Requirements reads requirement and constraint files of pip, and what they
// include.
func Requirements() surface.Surface {
	byName := names("*requirements*.txt", "*constraints*.txt", "*requirements*.in", "*constraints*.in", "*requirements*.lock")
	return surface.Surface{
		Name: "requirements",
		Match: func(p string) bool {
			return byName(p) || strings.HasSuffix(p, ".txt") && strings.Contains(path.Base(path.Dir(p)), "requirements")
		},
		Words: append([]string{"-r ", "--requirement"}, python...),
		Read: func(r *surface.Reader, f surface.Fragment) surface.Env {
			t := treeOf(r, f)
			q := &requirements{tree: t, seen: map[string]bool{}}
			q.file(f.Text, false)
			if len(q.found) > 0 {
				emit(r, model.Python, q.found[0].at, q.sdk()).Pins = pins(q.names)
			}
			return nil
		},
	}
}

// pins are the packages that the requirements hold to some versions.
func pins(names []source.Text) []model.Pin {
	var out []model.Pin
	for _, t := range names {
		if name, spec := beam.SplitRequirement(t); spec.Len() > 0 && name.Known() {
			out = append(out, model.Pin{Name: beam.NormalName(name.String()), Versions: beam.Specifier(spec)})
		}
	}
	return out
}

// maxIncludes bounds how many files requirement files include.
const maxIncludes = 50

// requirements collects what requirement files say of Beam.
type requirements struct {
	tree
	seen   map[string]bool
	found  []dependency
	limits []dependency // constraints: they ask for nothing
	names  []source.Text
	open   []*source.Hole // files that are included and not found
}

// file reads one file. limits: its lines are constraints.
func (q *requirements) file(text source.Text, limits bool) {
	if s := text.Span(); s.Valid() {
		q.seen[s.File.Path] = true
	}
	for _, line := range logical(text) {
		option, name := include(line)
		switch {
		case option == "r" || option == "c":
			q.include(folder(line.Span()), name, limits || option == "c", line)
		case option == "e":
			q.add(name, limits, line)
		case option == "":
			q.add(line, limits, line)
		}
	}
}

func (q *requirements) add(t source.Text, limits bool, line source.Text) {
	if !limits {
		bare, _, _ := t.Cut(" --") // hashes
		q.names = append(q.names, bare.TrimSpace())
	}
	sdk, ok := beam.Requirement(t)
	if !ok {
		return
	}
	d := dependency{artifact: beam.Package, at: line.Span(), sdk: sdk}
	if limits {
		q.limits = append(q.limits, d)
	} else {
		q.found = append(q.found, d)
	}
}

// include reads the file that a line names, relative to the line's folder.
func (q *requirements) include(dir string, name source.Text, limits bool, line source.Text) {
	p := path.Join(dir, strings.Trim(name.String(), `"'`))
	if f, ok := q.tree.open(p); ok && name.Known() && len(q.seen) < maxIncludes {
		if q.seen[p] {
			return
		}
		n := len(q.found)
		q.file(whole(f), limits)
		for i := range q.found[n:] {
			q.found[n+i].at = line.Span()
		}
		return
	}
	q.open = append(q.open, &source.Hole{Expr: name.String(), Why: "the file " + name.String() + " is not in these files"})
}

// sdk returns the version that the requirements allow within the constraints.
func (q *requirements) sdk() value.Value[value.Range] {
	out := agree(q.found)
	limit := agree(q.limits)
	have, ok := out.Get()
	by, bound := limit.Get()
	if !ok || have.Single() || len(q.limits) == 0 {
		return out
	}
	if !bound {
		return limit
	}
	both := have.And(by)
	if by.Single() {
		both = by
	}
	at := append(append([]source.Span{}, limit.At()...), out.At()...)
	return value.Of(both, at...).Weaken(out.Weak()).Weaken(limit.Weak())
}

// matters reports whether a line may be of a package that bears on profiling,
// or name another file. Lines with holes may be anything.
func matters(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "--hash") || strings.Contains(line, "$") {
		return true
	}
	for _, word := range []string{"eam", "EAM", "rofiler", "rotobuf"} {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// logical returns the lines of a requirement file: comments and empty lines
// dropped, lines that end in a backslash joined with the next.
func logical(text source.Text) []source.Text {
	var out []source.Text
	var parts []source.Text
	s, skipping := text.String(), false
	for from, to := 0, 0; from <= len(s); from = to + 1 {
		to = len(s)
		if i := strings.IndexByte(s[from:], '\n'); i >= 0 {
			to = from + i
		}
		raw := strings.TrimRight(s[from:to], " \t\r")
		// lock files hold thousands of lines with hashes: only those of a package
		// that matters are read
		if skipping || len(parts) == 0 && !matters(raw) {
			skipping = strings.HasSuffix(raw, "\\")
			continue
		}
		line := text.Slice(from, to).TrimSpace()
		if strings.HasPrefix(line.String(), "#") {
			continue
		}
		for _, mark := range []string{" #", "\t#"} {
			line, _, _ = line.Cut(mark)
		}
		if s := line.String(); strings.HasSuffix(s, "\\") {
			parts = append(parts, line.Slice(0, len(s)-1))
			continue
		}
		parts = append(parts, line)
		if joined := variables(source.Concat(parts...).TrimSpace()); joined.Len() > 0 {
			out = append(out, joined)
		}
		parts = nil
	}
	if joined := source.Concat(parts...).TrimSpace(); joined.Len() > 0 {
		out = append(out, variables(joined))
	}
	return out
}

// variables replaces ${NAME}, which pip reads from its environment.
func variables(t source.Text) source.Text {
	for i := t.Index("${", 0); i >= 0; i = t.Index("${", i+1) {
		j := t.Index("}", i)
		if j < 0 {
			break
		}
		expr := t.Slice(i, j+1).String()
		t = t.Punch(i, j+1, &source.Hole{Expr: expr, Sym: expr, Why: "set in the environment of pip"})
	}
	return t
}

// options of a requirement file that name something, by their spellings.
var options = []struct{ name, short string }{
	{"--requirement", "r"}, {"--constraint", "c"}, {"--editable", "e"}, {"-r", "r"}, {"-c", "c"}, {"-e", "e"},
}

// include returns the option of a line (r, c, e, "-" for any other, "" for a
// requirement) and its value.
func include(line source.Text) (option string, name source.Text) {
	for _, o := range options {
		if !line.HasPrefix(o.name) {
			continue
		}
		rest := line.Slice(len(o.name), line.Len())
		if s := rest.String(); strings.HasPrefix(s, "=") {
			rest = rest.Slice(1, rest.Len())
		} else if strings.HasPrefix(o.name, "--") && s != "" && !strings.HasPrefix(s, " ") && !strings.HasPrefix(s, "\t") {
			continue
		}
		return o.short, rest.TrimSpace()
	}
	if line.HasPrefix("-") {
		return "-", source.Text{}
	}
	return "", source.Text{}
}
