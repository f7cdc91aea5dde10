package build

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/syntax/gradle"
	"github.com/proflint/proflint/internal/value"
)

// project is a build script with all that gives its names a value: scripts it
// applies, those of the folders above, properties and catalogs.
type project struct {
	tree
	tool    model.Tool
	scripts []*script // its own first
	props   []value.Tree
	catalog value.Tree
	objects map[string]*script // files of buildSrc, or of sbt's project folder
	steps   int
	knobs   []model.Knob // properties that were looked at
}

func (p *project) add(s *script, own bool) {
	if !own {
		for name, list := range s.names {
			s.names[name] = slices.DeleteFunc(list, func(b binding) bool { return b.local })
		}
	}
	p.scripts = append(p.scripts, s)
}

// around reads what stands beside the script and in the folders above.
func (p *project) around() {
	p.applied(p.scripts[0], p.dir)
	for i, dir := range above(p.dir) {
		if f, ok := p.open(path.Join(dir, "gradle.properties")); ok {
			p.props = append(p.props, data.Properties(source.Whole(f)))
		}
		if f, ok := p.open(path.Join(dir, "gradle/libs.versions.toml")); ok && p.catalog.Kind == value.KindUnknown {
			p.catalog, _ = data.TOML(source.Whole(f))
		}
		for _, name := range []string{"build", "settings"} {
			for _, ext := range []string{".gradle", ".gradle.kts"} {
				at := path.Join(dir, name+ext)
				if f, ok := p.open(at); ok && at != p.own() {
					s := read(source.Whole(f))
					p.add(s, i == 0 && name == "settings")
					p.applied(s, dir)
				}
			}
		}
	}
}

func (p *project) own() string {
	for _, n := range p.scripts[0].nodes {
		if s := n.Text.Span(); s.Valid() {
			return s.File.Path
		}
	}
	return ""
}

// maxApplied bounds the scripts that scripts apply.
const maxApplied = 20

// applied reads the scripts that a script of a folder applies.
func (p *project) applied(s *script, dir string) {
	gradle.Walk(s.nodes, func(n *gradle.Node, _ []*gradle.Node) bool {
		if n.Kind != gradle.Call || gradle.Last(n.Name) != "apply" {
			return true
		}
		for i := range n.Args {
			e := &n.Args[i]
			if e.Kind != gradle.Entry || e.Name != "from" || len(p.scripts) > maxApplied {
				continue
			}
			base, from := dir, e.Args[0].Text.String()
			for _, root := range []string{"$rootDir/", "${rootDir}/", "$rootProject.projectDir/", "${rootProject.projectDir}/", "$projectDir/"} {
				if i := strings.Index(from, root); i >= 0 && root != "$projectDir/" {
					base = ""
					from = from[i+len(root):]
				}
			}
			from = strings.Trim(from, `"'`)
			dirs := []string{base}
			if base == "" || strings.Contains(from, "file(") {
				dirs = above(dir)
			}
			if _, inner, ok := strings.Cut(from, "file("); ok {
				from = strings.Trim(inner, `"')`)
			}
			for _, d := range dirs {
				if f, ok := p.open(path.Join(d, from)); ok {
					p.add(read(source.Whole(f)), false)
					break
				}
			}
		}
		return false
	})
}

// lookup returns the value of a name.
func (p *project) lookup(name string, n *gradle.Node, depth int) source.Text {
	name = plain(name)
	for _, s := range p.scripts {
		if list := s.find(name); len(list) > 0 {
			return p.one(list, n, depth)
		}
	}
	if t, ok := p.property(name); ok {
		return p.knob(name, t)
	}
	if rest, ok := strings.CutPrefix(name, "libs.versions."); ok {
		if v, ok := alias(p.catalog.Get("versions"), rest); ok {
			return version(v)
		}
	}
	if first, rest, ok := strings.Cut(name, "."); ok {
		if s := p.object(first); s != nil {
			for _, key := range []string{name, rest} {
				if list := s.find(key); len(list) > 0 {
					return p.one(list, n, depth)
				}
			}
		}
	}
	return hole(n, "not set in these files")
}

// knob notes a property, which a launch may set.
func (p *project) knob(name string, t source.Text) source.Text {
	p.knobs = append(p.knobs, model.Knob{Name: name, At: t.Span()})
	return t
}

// find returns the bindings of a name; one that stands inside an object may
// be called without the object.
func (s *script) find(name string) []binding {
	if list := s.names[name]; len(list) > 0 {
		return list
	}
	var found []binding
	for full, list := range s.names {
		if strings.HasSuffix(full, "."+name) {
			if len(found) > 0 {
				return nil
			}
			found = list
		}
	}
	return found
}

// asked returns the property that a script asks for by name. Names that are
// local to a script are no properties.
func (p *project) asked(name string, n *gradle.Node, depth int) source.Text {
	if t, ok := p.property(name); ok {
		return p.knob(name, t)
	}
	for _, s := range p.scripts {
		shared := slices.DeleteFunc(slices.Clone(s.names[name]), func(b binding) bool { return b.local })
		if len(shared) > 0 {
			return p.one(shared, n, depth)
		}
	}
	return hole(n, "not set in these files")
}

// one returns the value of a name's bindings, if they agree.
func (p *project) one(list []binding, n *gradle.Node, depth int) source.Text {
	out := p.eval(list[0].node, depth+1)
	for _, b := range list[1:] {
		if t := p.eval(b.node, depth+1); t.Sym() == "" || t.Sym() != out.Sym() {
			return hole(n, "one of "+out.String()+" and "+t.String())
		}
	}
	if list[0].maybe {
		out = out.Weaken("it is set in a branch")
	}
	return out
}

// property returns a property of gradle.properties, the nearest file first.
func (p *project) property(name string) (source.Text, bool) {
	for _, t := range p.props {
		if v := t.Get(name); v.Present() {
			return v.Text, true
		}
	}
	return source.Text{}, false
}

// object returns the file of the build's own code that is called after an
// object: Versions.kt, Dependencies.scala.
func (p *project) object(name string) *script {
	if s, ok := p.objects[name]; ok {
		return s
	}
	p.objects[name] = nil
	if name == "" || strings.ContainsAny(name, "/\\") || name[0] < 'A' || name[0] > 'Z' {
		return nil
	}
	for _, dir := range above(p.dir) {
		for _, at := range []string{
			"buildSrc/src/main/kotlin/" + name + ".kt", "buildSrc/src/main/java/" + name + ".kt", "buildSrc/src/main/groovy/" + name + ".groovy",
			"project/" + name + ".scala", name + ".scala", "buildSrc/src/main/kotlin/Dependencies.kt", "project/Dependencies.scala",
		} {
			if f, ok := p.open(path.Join(dir, at)); ok {
				p.objects[name] = read(source.Whole(f))
				return p.objects[name]
			}
		}
	}
	return nil
}

// hole is a text that the files do not show.
func hole(n *gradle.Node, why string) source.Text {
	expr := n.Text.String()
	return source.Unknown(&source.Hole{Expr: expr, Sym: expr, Why: why}, n.Text.Span())
}

// eval returns what an expression says.
func (p *project) eval(n *gradle.Node, depth int) source.Text {
	if p.steps++; depth > maxNesting || p.steps > maxSteps {
		return hole(n, "it refers to itself")
	}
	switch n.Kind {
	case gradle.String:
		if len(n.Args) == 0 {
			return n.Text
		}
		parts := make([]source.Text, len(n.Args))
		for i := range n.Args {
			parts[i] = p.eval(&n.Args[i], depth+1)
		}
		return source.Concat(parts...)
	case gradle.Number:
		return n.Text
	case gradle.Path:
		return p.lookup(n.Name, n, depth)
	case gradle.Call:
		return p.call(n, depth)
	case gradle.Block, gradle.List:
		if len(n.Args) > 0 && (n.Kind == gradle.Block || len(n.Args) == 1) {
			return p.eval(&n.Args[len(n.Args)-1], depth+1)
		}
	case gradle.Binary:
		switch n.Name {
		case "+":
			return p.eval(&n.Args[0], depth+1).Add(p.eval(&n.Args[1], depth+1))
		case "?:":
			return p.fallback(&n.Args[0], &n.Args[1], depth)
		}
	case gradle.Choice:
		if len(n.Args) == 3 {
			return p.choice(n, depth)
		}
	}
	return hole(n, "computed when the build runs")
}

// fallback returns the first value, or else the weak second.
func (p *project) fallback(first, second *gradle.Node, depth int) source.Text {
	t := p.eval(first, depth+1)
	if t.Known() {
		return t
	}
	other := p.eval(second, depth+1)
	p.settable(first, other)
	return other.Weaken("it is the default of " + first.Text.String())
}

// settable notes the properties that an expression asks for by name, which
// come before a default: findProperty("beamVersion") ?: "2.60.0".
func (p *project) settable(n *gradle.Node, defaults ...source.Text) {
	for _, name := range quoted().FindAllStringSubmatch(n.Text.String(), -1) {
		for _, t := range defaults {
			p.knob(name[1], t)
		}
	}
}

// choice returns the value of both branches if they agree. Of
// `hasProperty(x) ? x : default` the first counts where the files show it.
func (p *project) choice(n *gradle.Node, depth int) source.Text {
	a, b := p.eval(&n.Args[1], depth+1), p.eval(&n.Args[2], depth+1)
	asks := strings.Contains(n.Args[0].Text.String(), "has") || strings.Contains(n.Args[0].Text.String(), "null")
	switch {
	case a.Known() && b.Known() && a.String() == b.String():
		return a
	case asks && a.Known() != b.Known():
		p.settable(&n.Args[0], a, b)
		if a.Known() && n.Args[1].Kind != gradle.String {
			return a
		} else if a.Known() {
			return a.Weaken("it is the default of " + n.Args[2].Text.String())
		}
		return b.Weaken("it is the default of " + n.Args[1].Text.String())
	}
	return hole(n, "one of "+a.String()+" and "+b.String())
}

var quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`["'](\w[\w.-]*)["']`) })

// readers return the property that their first argument names.
var readers = map[string]bool{"findProperty": true, "property": true, "getProperty": true, "gradleProperty": true}

// same return what they are called on, or what they are given.
var same = map[string]bool{
	"get": true, "toString": true, "orNull": true, "trim": true, "getOrNull": true, "forUseAtConfigurationTime": true, "extra": true,
	"lazy": true, "provider": true, "of": true, "strip": true, "asProvider": true, "version": true, "strictly": true, "require": true, "prefer": true,
}

// joined returns the items of a list that is written out as one text:
// ['a', 'b'].join(','), listOf("a", "b").joinToString(",").
func (p *project) joined(n *gradle.Node, depth int) source.Text {
	of := n.Args[0]
	if of.Kind != gradle.List && !(of.Kind == gradle.Call && of.Name == "listOf") {
		return hole(n, "computed when the build runs")
	}
	sep := source.Text{}
	switch {
	case len(n.Args) == 2:
		sep = p.eval(&n.Args[1], depth+1)
	case gradle.Last(n.Name) == "joinToString":
		sep = source.Derived(", ", n.Text.Span())
	}
	var parts []source.Text
	for i := range of.Args {
		if i > 0 {
			parts = append(parts, sep)
		}
		parts = append(parts, p.eval(&of.Args[i], depth+1))
	}
	return source.Concat(parts...)
}

func (p *project) call(n *gradle.Node, depth int) source.Text {
	word := gradle.Last(n.Name)
	args := n.Args
	switch outside := strings.HasPrefix(n.Name, "System.") || strings.HasPrefix(word, "environmentVariable") || strings.HasPrefix(word, "systemProperty"); {
	case (word == "getOrElse" || word == "orElse" || word == "getOrDefault") && strings.HasPrefix(n.Name, ".") && len(args) == 2:
		return p.fallback(&args[0], &args[1], depth)
	case (outside || word == "getProperty") && len(args) == 2:
		return p.knob(strings.Trim(args[0].Text.String(), `"'`), p.eval(&args[1], depth+1)).Weaken("it is the default of " + args[0].Text.String())
	case outside:
		return hole(n, "set outside these files")
	case (word == "join" || word == "joinToString") && strings.HasPrefix(n.Name, ".") && len(args) > 0 && len(args) < 3:
		return p.joined(n, depth)
	case readers[word] && len(args) == 1 && args[0].Kind == gradle.String:
		return p.asked(args[0].Text.String(), n, depth+1)
	case same[word] && len(args) == 1:
		return p.eval(&args[0], depth+1)
	case same[word] && len(args) == 0:
		return p.lookup(strings.TrimSuffix(n.Name, "."+word), n, depth+1)
	}
	return hole(n, "computed when the build runs")
}
