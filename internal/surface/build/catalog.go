package build

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// Catalog reads Gradle's version catalogs.
func Catalog() surface.Surface {
	return reader("gradle-catalog", []string{group}, readCatalog, "*.versions.toml")
}

func readCatalog(r *surface.Reader, f surface.Fragment) surface.Env {
	doc := toml(r, f)
	var deps, others []dependency
	for _, e := range doc.Get("libraries").Entries() {
		if d, ok := library(doc, e.Val); ok && said(d) {
			deps = append(deps, d)
		} else if ok {
			d.sdk = unknown(d.artifact, noVersion, d.at)
			others = append(others, d)
		}
	}
	if deps = append(deps, others...); len(deps) > 0 {
		b := emit(r, model.Java, deps[0].at, settle(deps), deps)
		b.Tool, b.Folder = model.Gradle, path.Dir(folder(deps[0].at))
	}
	return nil
}

// accessor reads an entry of the version catalog: a library or a bundle.
func (p *project) accessor(name string, at source.Span) []dependency {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".get"), ".asProvider")
	if rest, ok := strings.CutPrefix(name, "bundles."); ok {
		list, _ := alias(p.catalog.Get("bundles"), rest)
		var out []dependency
		for _, item := range list.Items() {
			out = append(out, p.accessor(item.Text.String(), at)...)
		}
		return out
	}
	lib, ok := alias(p.catalog.Get("libraries"), name)
	if !ok {
		return nil
	}
	if d, ok := library(p.catalog, lib); ok {
		d.at = at
		return []dependency{d}
	}
	return nil
}

// alias returns an entry of a catalog's table: "-", "_" and "." are the same
// in an alias.
func alias(table value.Tree, name string) (value.Tree, bool) {
	same := strings.NewReplacer("-", ".", "_", ".")
	for _, e := range table.Entries() {
		if same.Replace(e.Key.String()) == same.Replace(name) {
			return e.Val, true
		}
	}
	return value.Tree{}, false
}

// library reads one library of a catalog, if it is one of Beam.
func library(catalog, lib value.Tree) (dependency, bool) {
	d := dependency{at: lib.At}
	var v value.Tree
	if lib.Kind == value.KindString {
		parts := lib.Text.Split(":")
		if len(parts) < 2 || parts[0].String() != group {
			return d, false
		}
		if d.artifact = parts[1].String(); len(parts) > 2 {
			d.sdk = mavenRange(parts[2])
		}
		return d, true
	}
	g, a := lib.Get("group").Text.String(), lib.Get("name").Text.String()
	if module := lib.Get("module"); module.Present() {
		g, a, _ = strings.Cut(module.Text.String(), ":")
		d.at = module.At
	}
	if g != group {
		return d, false
	}
	d.artifact = a
	if v = lib.Get("version"); v.Get("ref").Present() {
		ref := v.Get("ref")
		named, ok := alias(catalog.Get("versions"), ref.Text.String())
		if !ok {
			d.sdk = unknown(ref.Text.String(), "not set in the catalog", ref.At)
			return d, true
		}
		v = named
	}
	if v.Present() {
		d.sdk = mavenRange(version(v))
	}
	return d, true
}

// version returns the text of a catalog's version, which may be a table of
// strictly, require and prefer.
func version(v value.Tree) source.Text {
	for _, key := range []string{"strictly", "require", "prefer"} {
		if t := v.Get(key); v.Kind == value.KindMap && t.Present() {
			return t.Text
		}
	}
	return v.Text
}
