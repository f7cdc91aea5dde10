package build

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// Pyproject reads pyproject.toml: PEP 621, dependency groups, Poetry, uv, PDM.
func Pyproject() surface.Surface {
	return reader("pyproject", beam.Spellings, readPyproject, "pyproject.toml")
}

// Pipfile reads Pipenv's Pipfile.
func Pipfile() surface.Surface {
	return reader("pipfile", beam.Spellings, readPipfile, "pipfile")
}

// Locks reads the lock files of Poetry, uv, PDM, Pipenv and Gradle.
func Locks() surface.Surface {
	return reader("lock", append([]string{group}, beam.Spellings...), readLock,
		"poetry.lock", "uv.lock", "pdm.lock", "pylock.toml", "pylock.*.toml", "pipfile.lock", "gradle.lockfile")
}

// Conda reads environment.yml.
func Conda() surface.Surface {
	return reader("conda", beam.Spellings, readConda,
		"environment.yml", "environment.yaml", "environment-*.yml", "environment-*.yaml", "environment_*.yml", "conda.yml", "conda.yaml")
}

func toml(r *surface.Reader, f surface.Fragment) value.Tree {
	doc, err := data.TOML(f.Text)
	note(r, f, err)
	return doc
}

func readPyproject(r *surface.Reader, f surface.Fragment) surface.Env {
	doc := toml(r, f)
	tool := doc.Get("tool")
	// what is installed with the project counts before its extras, these
	// before what only developers have
	for _, level := range [][]dependency{
		listed(doc.Get("tool", "uv", "override-dependencies")),
		slices.Concat(
			listed(doc.Get("project", "dependencies")),
			poetry(tool.Get("poetry", "dependencies")),
			poetry(tool.Get("pixi", "pypi-dependencies")),
		),
		each(doc.Get("project", "optional-dependencies"), listed),
		slices.Concat(
			each(doc.Get("dependency-groups"), listed),
			listed(tool.Get("uv", "dev-dependencies")),
			listed(tool.Get("rye", "dev-dependencies")),
			each(tool.Get("pdm", "dev-dependencies"), listed),
			poetry(tool.Get("poetry", "dev-dependencies")),
			each(tool.Get("poetry", "group"), func(t value.Tree) []dependency { return poetry(t.Get("dependencies")) }),
			each(tool.Get("hatch", "envs"), func(t value.Tree) []dependency {
				return slices.Concat(listed(t.Get("dependencies")), listed(t.Get("extra-dependencies")))
			}),
		),
	} {
		if len(level) == 0 {
			continue
		}
		b := emit(r, model.Python, level[0].at, agree(level), level)
		for _, t := range []value.Tree{doc.Get("project", "requires-python"), tool.Get("poetry", "dependencies", "python")} {
			if !b.Language.Known() {
				b.Language, b.Pythons = pythonVersion(t)
			}
		}
		return nil
	}
	return nil
}

// each collects from every entry of a map.
func each(t value.Tree, f func(value.Tree) []dependency) []dependency {
	var out []dependency
	for _, e := range t.Entries() {
		out = append(out, f(e.Val)...)
	}
	return out
}

// listed reads a list of requirements.
func listed(list value.Tree) []dependency {
	var out []dependency
	for _, item := range list.Items() {
		if item.Kind != value.KindString {
			continue
		}
		if sdk, ok := beam.Requirement(item.Text); ok {
			out = append(out, dependency{artifact: beam.Package, at: item.At, sdk: sdk})
		}
	}
	return out
}

// poetry reads a table of packages, as Poetry and Pipenv have: a version, a
// table with one, or a list of such tables.
func poetry(table value.Tree) []dependency {
	var out []dependency
	for _, e := range table.Entries() {
		if beam.NormalName(e.Key.String()) != beam.Package {
			continue
		}
		alternatives := []value.Tree{e.Val}
		if e.Val.Kind == value.KindList {
			alternatives = e.Val.Items()
		}
		for _, t := range alternatives {
			if t.Kind == value.KindMap {
				t = t.Get("version")
			}
			d := dependency{artifact: beam.Package, at: e.Key.Span().Cover(t.At)}
			if t.Kind == value.KindString {
				d.sdk = beam.Specifier(t.Text)
			} else {
				d.sdk = unknown(beam.Package, "the version is that of a source tree", e.Key.Spans()...)
			}
			out = append(out, d)
		}
	}
	return out
}

// pythonVersion returns the Python version that a specifier allows, if it is
// one, or the oldest of several that have no agent (patch releases do not count),
// and all versions that it allows.
func pythonVersion(t value.Tree) (value.Value[value.Version], value.Range) {
	if !t.Present() {
		return launcherPython(), value.Range{}
	}
	return minor(beam.Specifier(t.Text))
}

// launcherPython is the Python version of files that do not state one.
func launcherPython() value.Value[value.Version] {
	return value.Not[value.Version](&source.Hole{Why: "the Python that launches the pipeline decides", Ask: "python --version"})
}

func minor(spec value.Value[value.Range]) (value.Value[value.Version], value.Range) {
	all, _ := spec.Get()
	out := value.Map(spec, func(r value.Range) (value.Version, bool) {
		if r.Lo == nil || r.Lo.Parts < 2 || r.Hi == nil && !beam.NoAgent(*r.Lo) {
			return value.Version{}, false
		}
		v := value.Version{N: [3]int{r.Lo.N[0], r.Lo.N[1]}, Parts: 2}
		following := value.Version{N: [3]int{v.N[0], v.N[1] + 1}, Parts: 2}
		return v, beam.NoAgent(v) || r.Of(following) == value.Before
	})
	if !out.Known() {
		return value.Not[value.Version](launcherPython().Hole(), spec.At()...), all
	}
	return out, all
}

func readPipfile(r *surface.Reader, f surface.Fragment) surface.Env {
	doc := toml(r, f)
	for _, section := range []string{"packages", "dev-packages"} {
		if found := poetry(doc.Get(section)); len(found) > 0 {
			b := emit(r, model.Python, found[0].at, agree(found), found)
			b.Language, b.Pythons = pythonVersion(doc.Get("requires", "python_version"))
			return nil
		}
	}
	return nil
}

func readLock(r *surface.Reader, f surface.Fragment) surface.Env {
	var found []dependency
	if s := f.Text.Span(); s.Valid() && path.Base(s.File.Path) == "gradle.lockfile" {
		return readGradleLock(r, f)
	}
	if strings.HasPrefix(strings.TrimSpace(f.Text.String()), "{") { // Pipfile.lock
		doc, err := data.JSON(f.Text)
		note(r, f, err)
		if found = poetry(doc.Get("default")); len(found) == 0 {
			found = poetry(doc.Get("develop"))
		}
	} else {
		doc := toml(r, f)
		for _, p := range slices.Concat(doc.Get("package").Items(), doc.Get("packages").Items()) {
			if beam.NormalName(p.Get("name").Text.String()) == beam.Package {
				at := p.Get("name").At
				sdk := unknown(beam.Package, noVersion, at)
				if v := p.Get("version"); v.Present() {
					sdk = beam.Specifier(v.Text)
				}
				found = append(found, dependency{artifact: beam.Package, at: at, sdk: sdk})
			}
		}
	}
	if len(found) > 0 {
		emit(r, model.Python, found[0].at, agree(found), nil)
	}
	return nil
}

// readGradleLock reads lines of group:artifact:version=configurations.
func readGradleLock(r *surface.Reader, f surface.Fragment) surface.Env {
	var found []dependency
	for _, line := range f.Text.Split("\n") {
		name, _, _ := line.TrimSpace().Cut("=")
		if parts := name.Split(":"); len(parts) == 3 && parts[0].String() == group {
			found = append(found, dependency{artifact: parts[1].String(), at: name.Span(), sdk: mavenRange(parts[2])})
		}
	}
	if len(found) > 0 {
		emit(r, model.Java, found[0].at, settle(found), nil).Tool = model.Gradle
	}
	return nil
}

// readConda reads the packages of conda, and those that it has pip install.
func readConda(r *surface.Reader, f surface.Fragment) surface.Env {
	docs, err := data.YAML(f.Text)
	note(r, f, err)
	var found []dependency
	language, pythons := launcherPython(), value.Range{}
	for _, doc := range docs {
		for _, item := range doc.Get("dependencies").Items() {
			found = append(found, listed(item.Get("pip"))...)
			if item.Kind != value.KindString {
				continue
			}
			name, spec := condaSpec(item.Text)
			switch name {
			case beam.Package:
				found = append(found, dependency{artifact: name, at: item.At, sdk: spec})
			case "python":
				language, pythons = minor(spec)
			}
		}
	}
	if len(found) > 0 {
		b := emit(r, model.Python, found[0].at, agree(found), found)
		b.Language, b.Pythons = language, pythons
	}
	return nil
}

// condaSpec reads "channel::name=1.2=build", "name==1.2" and "name>=1,<2".
func condaSpec(t source.Text) (string, value.Value[value.Range]) {
	if i := strings.LastIndex(t.String(), "::"); i >= 0 {
		t = t.Slice(i+2, t.Len())
	}
	name, spec := beam.SplitRequirement(t)
	label := beam.NormalName(name.String())
	if exact := strings.HasPrefix(spec.String(), "=="); exact || !spec.HasPrefix("=") {
		if i := spec.Index("=", len("==")); exact && i > 0 { // a build string follows
			spec = spec.Slice(0, i)
		}
		return label, beam.Specifier(spec)
	}
	version, _, _ := spec.Slice(1, spec.Len()).Cut("=")
	return label, value.Map(beam.Specifier(version), func(r value.Range) (value.Range, bool) {
		if r.Single() && r.Lo.Parts < 3 { // one "=" allows what starts with the version
			above := *r.Lo
			above.N[above.Parts-1]++
			r.Hi, r.Below = &above, true
		}
		return r, true
	})
}
