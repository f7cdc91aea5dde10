package code

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// loaded returns what a program sets of Spark's configuration that it reads from
// files when it runs: those properties of the files that matter or, if one of them
// is not to be had, a setting of properties that are not known. from is what the
// program reads them by.
func loaded(r *surface.Reader, call source.Span, from source.Text, names []string, by string) []*model.Setting {
	unknown := func(why string) []*model.Setting {
		return []*model.Setting{{At: call, Key: value.Not[source.Text](&source.Hole{Expr: from.String(), Why: why}, call), By: by}}
	}
	if len(names) == 0 || r.Open == nil {
		return unknown("read when the program runs")
	}
	var out []*model.Setting
	for _, name := range names {
		f, ok := open(r, name)
		if !ok {
			return unknown("read from " + name)
		}
		if !strings.Contains(string(f.Data), "xtraJavaOptions") {
			continue
		}
		n := len(out)
		for _, e := range entriesOf(configured(f), nil, 0) {
			if s := setting(e.Key.Span(), value.Text(e.Key), e.Val.Str(), by); s != nil && replaced[s.Key.Raw().String()] {
				s.Call, s.Doubt = call, "the program setting all that it reads from "+name
				out = append(out, s)
			}
		}
		if len(out) == n {
			return unknown("read from " + name)
		}
	}
	return out
}

// open finds a file by the name that a program has for it: from the folder that it
// runs in, or among the resources of its build.
func open(r *surface.Reader, name string) (*source.File, bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "classpath:"), "/")
	for _, dir := range []string{"", "src/main/resources", "resources"} {
		if f, ok := r.Open(path.Join(dir, name)); ok {
			return f, true
		}
	}
	return nil, false
}

// configured reads a file of settings by its ending.
func configured(f *source.File) value.Tree {
	text := source.Whole(f)
	var t value.Tree
	switch path.Ext(f.Path) {
	case ".json":
		t, _ = data.JSON(text)
	case ".toml":
		t, _ = data.TOML(text)
	case ".yaml", ".yml":
		t = value.NewList(text.Extent())
		t.List.Items, _ = data.YAML(text)
	default:
		t = data.Properties(text)
	}
	return t
}

// entriesOf adds all entries of a tree, at whatever depth.
func entriesOf(t value.Tree, out []value.Entry, depth int) []value.Entry {
	if depth > 20 {
		return out
	}
	for _, item := range t.Items() {
		out = entriesOf(item, out, depth+1)
	}
	for _, e := range t.Entries() {
		out = entriesOf(e.Val, append(out, e), depth+1)
	}
	return out
}
