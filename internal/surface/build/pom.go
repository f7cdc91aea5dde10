package build

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

const group = "org.apache.beam"

// Maven reads pom.xml files. Parents in the same tree are followed.
func Maven() surface.Surface {
	return reader("maven", []string{group}, readPom, "pom.xml", "*.pom", "pom-*.xml")
}

// maxParents bounds a chain of parents.
const maxParents = 20

// pom is one project description. Its parent is nil where there is none, or
// where it is not among the files: then missing says which.
type pom struct {
	parsedPom
	file    *source.File
	parent  *pom
	missing *source.Hole
	steps   int          // references resolved
	only    *string      // the profile that counts, "" for none; nil: any may
	knobs   []model.Knob // properties that were looked at

	chosen  []value.Tree           // see parts
	manages []managedEntry         // see entries
	known   map[string]source.Text // properties that were looked up
}

func readPom(r *surface.Reader, f surface.Fragment) surface.Env {
	t := treeOf(r, f)
	p := &pom{parsedPom: t.pom(f.Text)}
	note(r, f, p.err)
	if p.project.Kind != value.KindMap {
		return nil
	}
	p.file = p.project.At.File
	p.climb(t)

	deps := p.effective("dependencies")
	if len(deps) == 0 {
		deps = p.effective("dependencyManagement", "dependencies") // versions for other projects
	}
	var b *model.Build
	if len(deps) > 0 {
		b = emit(r, model.Java, deps[0].at, settle(deps), deps)
		b.Tool, b.Language, b.Knobs = model.Maven, launcherJava(), knobsOf(b.SDK, p.knobs)
		if b.SDK.Unknown() {
			b.Profiles = p.variants(t)
		}
	}
	for _, w := range p.launches() {
		if b != nil {
			w.Build.To = value.Of(b, b.At)
		}
		r.Set.Workloads = append(r.Set.Workloads, w)
	}
	return nil
}

// parsedPom is the project of a file. It is shared, and not changed.
type parsedPom struct {
	project value.Tree
	all     []value.Tree // it and its profiles
	err     *data.Error
}

// pom parses a file once: a parent is read by itself and by its children.
func (t tree) pom(text source.Text) parsedPom {
	parse := func() any {
		doc, err := data.XML(thin(text))
		project := doc.Get("project")
		return parsedPom{project, slices.AppendSeq([]value.Tree{project}, children(project.Get("profiles"), "profile")), err}
	}
	if s := text.Span(); s.Valid() {
		return t.r.Once("pom:"+s.File.Path, parse).(parsedPom)
	}
	return parse().(parsedPom)
}

// launcherJava is what Maven says of the worker's Java: nothing, as the Java
// that launches decides (F3.19).
func launcherJava() value.Value[value.Version] {
	return value.Not[value.Version](&source.Hole{Why: "the Java that launches the pipeline decides", Ask: "java -version"})
}

// says reports whether a value is a text. Most are plain, and need no look at
// the properties.
func (p *pom) says(t value.Tree, want string) bool {
	if raw := t.Text.String(); !strings.Contains(raw, "${") {
		return strings.TrimSpace(raw) == want
	}
	return p.text(t).String() == want
}

// climb reads the chain of parents.
func (p *pom) climb(t tree) {
	seen := map[string]bool{p.file.Path: true}
	for cur := p; len(seen) <= maxParents; cur = cur.parent {
		parent := cur.project.Get("parent")
		if parent.Kind != value.KindMap {
			return
		}
		if cur.parent = cur.above(t, parent, seen); cur.parent == nil {
			cur.missing = &source.Hole{
				Expr: coordinates(parent),
				Why:  "the parent " + coordinates(parent) + " is not in these files",
				Ask:  "mvn help:effective-pom",
			}
			return
		}
	}
}

// above returns the project that is the parent, nil if it is not among the files
// or was seen before.
func (p *pom) above(t tree, parent value.Tree, seen map[string]bool) *pom {
	at := "../pom.xml"
	if rel := parent.Get("relativePath"); rel.Present() {
		at = strings.TrimSpace(rel.Text.String())
	}
	if at == "" { // only a repository has it
		return nil
	}
	at = path.Join(path.Dir(p.file.Path), at)
	file, ok := t.open(at)
	if !ok {
		file, ok = t.open(path.Join(at, "pom.xml"))
	}
	if !ok || seen[file.Path] {
		return nil
	}
	seen[file.Path] = true
	up := &pom{parsedPom: t.pom(source.Whole(file)), file: file}
	if at := up.project.At.File; at != nil {
		up.file = at
	}
	if up.project.Kind != value.KindMap || !up.is(parent) {
		return nil
	}
	return up
}

// is reports whether the project is the one that a parent element names.
// Maven takes one of another version from a repository.
func (p *pom) is(parent value.Tree) bool {
	for _, part := range []string{"groupId", "artifactId", "version"} {
		want, ok := parent.Get(part).Str().Get()
		have, ok2 := p.project.Get(part).Str().Get()
		fixed := !strings.ContainsAny(want.String()+have.String(), "$[(")
		if ok && ok2 && fixed && want.String() != have.String() {
			return false
		}
	}
	return true
}

func coordinates(t value.Tree) string {
	return t.Get("groupId").Text.String() + ":" + t.Get("artifactId").Text.String() + ":" + t.Get("version").Text.String()
}

// parts returns the project and its profiles: what may hold dependencies,
// properties and plugins.
func (p *pom) parts() []value.Tree {
	if p.only == nil {
		return p.all
	}
	if p.chosen == nil { // what the profile says counts before what the project says
		p.chosen = slices.DeleteFunc(slices.Clone(p.all[1:]), func(t value.Tree) bool { return p.text(t.Get("id")).String() != *p.only })
		p.chosen = append(p.chosen, p.project)
	}
	return p.chosen
}

// variants returns the SDK with each of the project's profiles, and with none of
// them, if something else than the command line does not activate one.
func (p *pom) variants(t tree) []model.Variant {
	var out []model.Variant
	with := func(name, profile string) {
		one := &pom{parsedPom: p.parsedPom, file: p.file, only: &profile}
		one.climb(t)
		out = append(out, model.Variant{Profile: name, SDK: settle(one.effective("dependencies"))})
	}
	none, sure := "", true
	for profile := range children(p.project.Get("profiles"), "profile") {
		id := p.text(profile.Get("id")).String()
		with(id, id)
		switch on := profile.Get("activation"); {
		case strings.TrimSpace(on.Get("activeByDefault").Text.String()) == "true":
			sure = sure && none == ""
			none = id
		case on.Present():
			sure = false
		}
	}
	if sure && len(out) > 0 {
		with("", none)
	}
	return out
}

// children yields the elements of a name.
func children(t value.Tree, name string) iter.Seq[value.Tree] {
	return func(yield func(value.Tree) bool) {
		if t.Map == nil {
			return
		}
		for i := range t.Map.Entries {
			if e := &t.Map.Entries[i]; e.Key.String() == name && !yield(e.Val) {
				return
			}
		}
	}
}

// effective returns the parts of Beam in a list of the project and of its
// parents; what a project says of an artifact counts before what a parent says.
func (p *pom) effective(path ...string) []dependency {
	var out []dependency
	for up := p; up != nil; up = up.parent {
		n := len(out)
		for _, part := range up.parts() {
			for d := range children(part.Get(path...), "dependency") {
				if !p.says(d.Get("groupId"), group) {
					continue
				}
				of := p.dependency(d)
				if !slices.ContainsFunc(out[:n], func(o dependency) bool { return o.artifact == of.artifact }) {
					out = append(out, of)
				}
			}
		}
	}
	return out
}

func (p *pom) dependency(d value.Tree) dependency {
	out := dependency{artifact: p.text(d.Get("artifactId")).String(), at: d.Get("groupId").Text.Span().Cover(d.Get("artifactId").Text.Span())}
	if v := d.Get("version"); v.Present() {
		out.sdk = mavenRange(p.text(v))
	} else {
		out.sdk = p.managed(out.artifact, out.at)
	}
	if !out.sdk.Span().Valid() && out.sdk.Unknown() {
		out.sdk = value.Not[value.Range](out.sdk.Hole(), out.at)
	}
	return out
}

// managed returns the version that dependencyManagement gives an artifact of
// Beam: an entry of its own before one of an imported bill of materials, the
// project's before its parents'.
func (p *pom) managed(artifact string, at source.Span) value.Value[value.Range] {
	var boms []string
	for _, bom := range []bool{false, true} {
		for up := p; up != nil; up = up.parent {
			for i := range p.entries(up) {
				switch e := &up.manages[i]; {
				case e.ours && bom == e.imports && (bom || e.artifact == artifact):
					if e.sdk == nil { // a dozen dependencies may have it from one entry
						sdk := mavenRange(p.interpolate(e.version, 0))
						e.sdk = &sdk
					}
					return *e.sdk
				case bom && e.imports:
					boms = append(boms, e.artifact)
				}
			}
			if bom && up.missing != nil {
				return value.Not[value.Range](up.missing, at)
			}
		}
	}
	if len(boms) > 0 {
		return unknown(artifact, "its version comes from "+strings.Join(boms, " or ")+", not in these files", at)
	}
	return unknown(artifact, noVersion, at)
}

// managedEntry is one entry of a dependencyManagement that may say something
// of Beam.
type managedEntry struct {
	version       source.Text
	artifact      string
	ours, imports bool
	sdk           *value.Value[value.Range] // the version, once it was asked for
}

// entries returns these entries of one of the project's parents, or its own, as
// the project sees them.
func (p *pom) entries(up *pom) []managedEntry {
	if up.manages == nil {
		up.manages = []managedEntry{}
		for _, part := range up.parts() {
			for d := range children(part.Get("dependencyManagement", "dependencies"), "dependency") {
				e := managedEntry{version: d.Get("version").Text, ours: p.says(d.Get("groupId"), group), imports: p.says(d.Get("scope"), "import")}
				if e.ours || e.imports {
					e.artifact = p.text(d.Get("artifactId")).String()
					up.manages = append(up.manages, e)
				}
			}
		}
	}
	return up.manages
}

// mavenRange reads a version as Maven and Gradle do: "2.60.0" is that
// version, "[2.50,3)" a range.
func mavenRange(t source.Text) value.Value[value.Range] {
	t = t.TrimSpace()
	s := t.String()
	if h := t.Hole(); h != nil {
		return value.Not[value.Range](h, t.Spans()...)
	}
	r, ok := value.Range{Text: s}, true
	switch upper := strings.ToUpper(s); {
	case upper == "LATEST" || upper == "RELEASE" || strings.HasPrefix(s, "latest.") || s == "+":
	case strings.HasSuffix(s, "+"):
		v, parsed := value.ParseVersion(strings.TrimRight(s, ".+"))
		if r, ok = (value.Range{Lo: &v, Text: s}), parsed; ok && strings.HasSuffix(s, ".+") {
			above := v
			above.N[v.Parts-1]++
			r.Hi, r.Below = &above, true
		}
	case strings.HasPrefix(s, "[") || strings.HasPrefix(s, "(") || strings.HasPrefix(s, "]"):
		r, ok = interval(s)
	default:
		v, parsed := value.ParseVersion(strings.TrimSuffix(s, "!!"))
		r, ok = value.Exactly(v, s), parsed
	}
	if !ok {
		return unknown(s, "not a version that can be read", t.Spans()...)
	}
	return value.Of(r, t.Spans()...).Weaken(t.Weak())
}

// interval reads "[2.50,3)", "(,2.60]", "[2.60]"; of several, what they span.
func interval(s string) (value.Range, bool) {
	r := value.Range{Text: s}
	low, rest, several := strings.Cut(strings.Trim(s, "[]()"), ",")
	if v, ok := value.ParseVersion(strings.TrimSpace(low)); ok {
		r.Lo = &v
	}
	if !several {
		r.Hi = r.Lo
		return r, r.Lo != nil
	}
	high := strings.TrimSpace(rest[strings.LastIndexAny(rest, ",")+1:])
	if v, ok := value.ParseVersion(strings.TrimLeft(high, "[( ")); ok {
		r.Hi, r.Below = &v, !strings.HasSuffix(s, "]")
	}
	return r, r.Lo != nil || r.Hi != nil
}
