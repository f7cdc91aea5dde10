// Package build is the surface of build files: which version of the Apache
// Beam SDK a pipeline runs, and the pipelines that a build tool launches.
package build

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// reader is the surface that reads the files of some names, whatever their
// capitals. A star in a name, which is in lower case, stands for any text.
func reader(name string, words []string, read func(*surface.Reader, surface.Fragment) surface.Env, patterns ...string) surface.Surface {
	out := surface.Surface{Name: name, Match: names(patterns...), Words: words, Read: read}
	for _, pat := range patterns {
		if strings.HasSuffix(pat, "*") {
			out.Ends = nil // any
			break
		}
		out.Ends = append(out.Ends, path.Ext(pat))
	}
	return out
}

// names returns a Match for files of these names, as reader takes them.
func names(patterns ...string) func(string) bool {
	var all [][]string
	for _, pat := range patterns {
		all = append(all, strings.Split(pat, "*"))
	}
	return func(p string) bool {
		base := path.Base(p)
		return slices.ContainsFunc(all, func(parts []string) bool { return named(base, parts) })
	}
}

// named reports whether a name consists of the parts and any text between
// them.
func named(base string, parts []string) bool {
	first, last := parts[0], parts[len(parts)-1]
	// most names differ in the first letter or in the last one
	if base == "" || first != "" && base[0]|0x20 != first[0]|0x20 || last != "" && base[len(base)-1]|0x20 != last[len(last)-1]|0x20 {
		return false
	}
	if len(parts) == 1 {
		return strings.EqualFold(base, first)
	}
	if len(base) < len(first)+len(last) || !strings.EqualFold(base[:len(first)], first) || !strings.EqualFold(base[len(base)-len(last):], last) {
		return false
	}
	rest := strings.ToLower(base[len(first) : len(base)-len(last)])
	for _, part := range parts[1 : len(parts)-1] {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			return false
		}
		rest = after
	}
	return true
}

// tree opens files by their path, which Reader.Open does not: it looks in
// folders above as well.
type tree struct {
	r   *surface.Reader
	dir string // the folder of the current file
}

func treeOf(r *surface.Reader, f surface.Fragment) tree {
	t := tree{r: r, dir: "."}
	if s := f.Text.Span(); s.Valid() {
		t.dir = path.Dir(s.File.Path)
	}
	return t
}

// open returns the file at a path from the root; false when it is not in the
// tree.
func (t tree) open(p string) (*source.File, bool) {
	p = path.Clean(p)
	rel, err := filepath.Rel(filepath.FromSlash(t.dir), filepath.FromSlash(p))
	if err != nil || t.r.Open == nil || strings.HasPrefix(p, "../") {
		return nil, false
	}
	f, ok := t.r.Open(filepath.ToSlash(rel))
	if !ok || f.Path != p {
		return nil, false
	}
	return f, true
}

// above returns a folder and the folders above it, nearest first.
func above(dir string) []string {
	out := []string{dir}
	for dir != "." && dir != "/" && !strings.HasPrefix(dir, "..") {
		dir = path.Dir(dir)
		out = append(out, dir)
	}
	return out
}

// folder returns the folder of the file that a place is in.
func folder(s source.Span) string {
	if !s.Valid() {
		return "."
	}
	return path.Dir(s.File.Path)
}

// dependency is one place where a build asks for a part of the SDK.
type dependency struct {
	artifact string
	at       source.Span
	sdk      value.Value[value.Range]
}

// ranks of the artifacts by how surely the worker runs their version: the
// runner names the worker's image, the core is what the runner needs, a bill
// of materials sets both.
func (d dependency) rank() int {
	switch {
	case d.artifact == "beam-runners-google-cloud-dataflow-java" || d.artifact == "beam-sdks-java-core":
		return 2
	case strings.HasSuffix(d.artifact, "-bom"):
		return 1
	case strings.HasPrefix(d.artifact, "scio-"):
		return -1
	}
	return 0
}

// settle returns the one version that the dependencies agree on. Those of the
// highest rank count.
func settle(deps []dependency) value.Value[value.Range] {
	best, top := -2, []dependency(nil)
	for _, d := range deps {
		if d.rank() > best {
			best, top = d.rank(), nil
		}
		if d.rank() == best {
			top = append(top, d)
		}
	}
	return agree(top)
}

// agree returns the version that all dependencies name; of two different ones
// neither counts.
func agree(deps []dependency) value.Value[value.Range] {
	if len(deps) == 0 {
		return value.Value[value.Range]{}
	}
	first := deps[0]
	for _, d := range deps[1:] {
		a, ok := first.sdk.Get()
		b, ok2 := d.sdk.Get()
		switch {
		case !ok2:
			return d.sdk
		case !ok:
			return first.sdk
		case !equal(a, b):
			at := append(append([]source.Span{}, first.sdk.At()...), d.sdk.At()...)
			return value.Not[value.Range](&source.Hole{Why: fmt.Sprintf("one of %s (%s) and %s (%s)", a.Text, place(first), b.Text, place(d))}, at...)
		}
	}
	return first.sdk
}

func place(d dependency) string {
	if s := d.sdk.Span(); s.Valid() {
		return s.String()
	}
	return d.at.String()
}

func equal(a, b value.Range) bool {
	return bound(a.Lo, b.Lo) && bound(a.Hi, b.Hi) && a.Below == b.Below
}

func bound(a, b *value.Version) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Compare(*b) == 0
}

// note says that a file does not parse.
func note(r *surface.Reader, f surface.Fragment, err *data.Error) {
	if err != nil && !f.Loose {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
}

// emit adds what a build says of the SDK. by are the dependencies that say so,
// where people write their versions.
func emit(r *surface.Reader, lang model.Lang, at source.Span, sdk value.Value[value.Range], by []dependency) *model.Build {
	b := &model.Build{At: at, Lang: lang, SDK: sdk, Between: between(by), Pinned: pinned(by)}
	r.Set.Builds = append(r.Set.Builds, b)
	return b
}

// between returns what dependencies allow that do not agree; the zero range
// where nothing is known of one of them.
func between(deps []dependency) value.Range {
	var out value.Range
	differ := false
	for i, d := range deps {
		r, ok := d.sdk.Get()
		switch {
		case !ok:
			return value.Range{}
		case i == 0:
			out = r
		case !equal(out, r):
			out, differ = out.Or(r), true
		}
	}
	if !differ {
		return value.Range{}
	}
	return out
}

// knobsOf returns those knobs that hold all of the SDK's version.
func knobsOf(sdk value.Value[value.Range], all []model.Knob) []model.Knob {
	at := sdk.Span()
	return slices.DeleteFunc(all, func(k model.Knob) bool { return !at.Valid() || k.At != at })
}

// pinned returns where one version is written that all dependencies have; nil
// if one of them says anything else, or in another way.
func pinned(deps []dependency) []source.Span {
	var out []source.Span
	for _, d := range deps {
		r, _ := d.sdk.Get()
		at := d.sdk.At()
		if !r.Single() || r.Text != deps[0].text() || d.sdk.Weak() != "" || len(at) != 1 || at[0].Text() != r.Text || part(at[0]) {
			return nil
		}
		if !slices.Contains(out, at[0]) {
			out = append(out, at[0])
		}
	}
	return out
}

func (d dependency) text() string {
	r, _ := d.sdk.Get()
	return r.Text
}

// part reports whether a version is part of a file's name, and another one
// would be another file.
func part(at source.Span) bool { return at.Start > 0 && at.File.Data[at.Start-1] == '-' }

// noVersion is why a dependency's version is unknown that nothing gives it.
const noVersion = "no version is given in these files"

// unknown returns a version that the files do not show.
func unknown(expr, why string, at ...source.Span) value.Value[value.Range] {
	return value.Not[value.Range](&source.Hole{Expr: expr, Why: why}, at...)
}
