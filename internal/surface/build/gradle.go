package build

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/gradle"
	"github.com/proflint/proflint/internal/value"
)

// Gradle reads build scripts in Groovy and Kotlin, with the properties,
// catalogs and scripts of the same tree that they use.
func Gradle() surface.Surface {
	return reader("gradle", []string{"beam", "Beam", "libs."}, readGradle, "*.gradle", "*.gradle.kts")
}

func readGradle(r *surface.Reader, f surface.Fragment) surface.Env {
	p := &project{tree: treeOf(r, f), tool: model.Gradle, objects: map[string]*script{}}
	p.add(read(f.Text), true)
	p.around()
	p.declare(r)
	return nil
}

// Sbt reads build.sbt and the Scala files of a build's project folder.
func Sbt() surface.Surface {
	byName := names("*.sbt")
	return surface.Surface{
		Name: "sbt",
		Ends: []string{".sbt", ".scala"},
		Match: func(p string) bool {
			return byName(p) || strings.HasSuffix(p, ".scala") && (strings.HasPrefix(p, "project/") || strings.Contains(p, "/project/"))
		},
		Words: []string{group, "scio"},
		Read: func(r *surface.Reader, f surface.Fragment) surface.Env {
			p := &project{tree: treeOf(r, f), tool: model.Sbt, objects: map[string]*script{}}
			p.add(read(f.Text), true)
			p.declare(r)
			return nil
		},
	}
}

// script is one build script and the names it binds.
type script struct {
	nodes []gradle.Node
	names map[string][]binding
}

// binding is one value that a script gives a name.
type binding struct {
	node  *gradle.Node
	local bool // not seen by the builds of folders below
	maybe bool // in a branch
}

func read(text source.Text) *script {
	lang := gradle.Groovy
	switch p := text.Span().File; {
	case p == nil:
	case strings.HasSuffix(p.Path, ".kts") || strings.HasSuffix(p.Path, ".kt"):
		lang = gradle.Kotlin
	case strings.HasSuffix(p.Path, ".sbt") || strings.HasSuffix(p.Path, ".scala"):
		lang = gradle.Scala
	}
	s := &script{nodes: gradle.Read(text, lang), names: map[string][]binding{}}
	s.collect(s.nodes, "", false)
	return s
}

// owners are what a name may be asked of that says nothing of the name.
var owners = map[string]bool{"ext": true, "extra": true, "project": true, "rootProject": true, "this": true, "it": true, "gradle": true, "delegate": true, "parent": true}

// plain returns a name without its owners: rootProject.ext.beamVersion.
func plain(name string) string {
	for {
		first, rest, ok := strings.Cut(name, ".")
		if !ok || !owners[first] {
			return name
		}
		name = rest
	}
}

// collect takes the bindings of a block. prefix is the object around it.
func (s *script) collect(nodes []gradle.Node, prefix string, maybe bool) {
	for i := range nodes {
		n := &nodes[i]
		switch n.Kind {
		case gradle.Assign:
			shared := len(n.Args) == 1 && n.Args[0].Kind == gradle.Call && n.Args[0].Name == "extra"
			s.bind(prefix+plain(n.Name), &n.Args[0], n.Declares && !shared && prefix == "", maybe)
			s.collect(n.Args, prefix, maybe)
		case gradle.Call:
			word, id, _ := strings.Cut(n.Name, " ")
			switch {
			case word == "object" || word == "class" || word == "trait":
				s.collect(n.Args, prefix+id+".", maybe)
			case gradle.Last(n.Name) == "set" && len(n.Args) >= 2 && n.Args[0].Kind == gradle.String:
				s.bind(n.Args[0].Text.String(), &n.Args[1], false, maybe)
			default:
				s.collect(n.Args, prefix, maybe)
			}
		case gradle.Choice:
			s.collect(n.Args, prefix, true)
		case gradle.Block:
			s.collect(n.Args, prefix, maybe)
		}
	}
}

// bind takes one binding, and the entries of a map as names of their own.
func (s *script) bind(name string, n *gradle.Node, local, maybe bool) {
	if name == "" || n.Kind == gradle.Path && (n.Name == "project" || gradle.Last(n.Name) == "extra") {
		return // by project, by rootProject.extra: a property of that name
	}
	s.names[name] = append(s.names[name], binding{n, local, maybe})
	for i := range n.Args {
		if e := &n.Args[i]; e.Kind == gradle.Entry && len(e.Args) == 1 {
			s.bind(name+"."+e.Name, &e.Args[0], local, maybe)
		}
	}
}

// declare adds the build and the pipelines of the project's own script.
func (p *project) declare(r *surface.Reader) {
	own := p.dependencies(p.scripts[0])
	deps := p.manage(own)
	var b *model.Build
	if len(deps) > 0 {
		b = emit(r, model.Java, deps[0].at, settle(deps), deps)
		b.Tool, b.Language, b.Folder, b.Knobs = p.tool, p.toolchain(), owner(p.dir), knobsOf(b.SDK, p.knobs)
	}
	for _, w := range p.launches() {
		if b != nil {
			w.Build.To = value.Of(b, b.At)
		}
		r.Set.Workloads = append(r.Set.Workloads, w)
	}
}

// owner returns the folder that a script in a folder of the build's own code
// serves, "" for any other script.
func owner(dir string) string {
	for at := dir; at != "." && at != "/"; at = path.Dir(at) {
		if base := path.Base(at); base == "buildSrc" || at == dir && (base == "project" || base == "gradle") {
			return path.Dir(at)
		}
	}
	return ""
}

// toolchain returns the Java that the script says its programs run on.
func (p *project) toolchain() value.Value[value.Version] {
	none := value.Not[value.Version](&source.Hole{Why: "the Java that launches the pipeline decides", Ask: "java -version"})
	out := none
	gradle.Walk(p.scripts[0].nodes, func(n *gradle.Node, up []*gradle.Node) bool {
		said := n
		switch {
		case n.Kind == gradle.Call && gradle.Last(n.Name) == "jvmToolchain" && len(n.Args) == 1 && n.Args[0].Kind != gradle.Block:
			said = &n.Args[0]
		case n.Kind == gradle.Assign && gradle.Last(n.Name) == "languageVersion" && (running(up) || strings.Contains(n.Name, "toolchain.")):
			said = &n.Args[0]
		case n.Kind == gradle.Call && strings.HasSuffix(n.Name, "languageVersion.set") && len(n.Args) == 1 && (running(up) || strings.Contains(n.Name, "toolchain.")):
			said = &n.Args[0]
		default:
			return true
		}
		v := value.Map(value.Text(p.eval(said, 0)), func(t source.Text) (value.Version, bool) { return value.ParseVersion(t.String()) })
		if a, ok := out.Get(); ok {
			if b, ok := v.Get(); !ok || a.Compare(b) != 0 {
				v = none
			}
		}
		out = v
		return false
	})
	return out
}

// running reports whether a toolchain is that of what runs, not only of what
// compiles.
func running(up []*gradle.Node) bool {
	for _, n := range up {
		switch name := gradle.Last(n.Name); name {
		case "toolchain", "javaLauncher", "launcherFor":
			return true
		case "javaCompiler", "compilerFor":
			return false
		}
	}
	return false
}
