package build

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/gradle"
	"github.com/proflint/proflint/internal/value"
)

// dependencies returns what a script names of Beam. A dependency without a
// version has none in it: manage finds it.
func (p *project) dependencies(s *script) []dependency {
	var out []dependency
	gradle.Walk(s.nodes, func(n *gradle.Node, up []*gradle.Node) bool {
		switch n.Kind {
		case gradle.Call:
			switch gradle.Last(n.Name) {
			case "exclude", "println", "because", "description":
				return false
			}
			if d, ok := p.named(n); ok {
				out = append(out, d)
				return false
			}
		case gradle.Binary:
			if d, ok := p.percent(n); ok {
				out = append(out, d)
				return false
			}
			if n.Name != "+" {
				return true
			}
			if d, ok := p.notation(p.eval(n, 0), n.Text.Span(), up); ok {
				out = append(out, d)
				return false
			}
		case gradle.String:
			if d, ok := p.notation(p.eval(n, 0), n.Text.Span(), up); ok {
				out = append(out, d)
			}
			return false
		case gradle.Path:
			if rest, ok := strings.CutPrefix(n.Name, "libs."); ok {
				out = append(out, p.accessor(rest, n.Text.Span())...)
			}
		}
		return true
	})
	return out
}

// notation reads "group:artifact:version".
func (p *project) notation(t source.Text, at source.Span, up []*gradle.Node) (dependency, bool) {
	if !t.HasPrefix(group + ":") {
		return dependency{}, false
	}
	parts := t.Split(":")
	d := dependency{artifact: parts[1].String(), at: at}
	if len(parts) > 2 && parts[2].Len() > 0 {
		v, _, _ := parts[2].Cut("@")
		d.sdk = mavenRange(v)
		return d, true
	}
	if len(up) > 0 {
		if v := p.richVersion(up[len(up)-1]); v != nil {
			d.sdk = mavenRange(p.eval(v, 0))
		}
	}
	return d, true
}

// richVersion returns the version in the block of a dependency: version {
// strictly("2.60.0") }.
func (p *project) richVersion(call *gradle.Node) *gradle.Node {
	var found *gradle.Node
	for i := range call.Args {
		if call.Args[i].Kind != gradle.Block {
			continue
		}
		gradle.Walk(call.Args[i].Args, func(n *gradle.Node, up []*gradle.Node) bool {
			if len(up) > 0 && n.Kind == gradle.Call && len(n.Args) == 1 && (n.Name == "strictly" || n.Name == "require" || n.Name == "prefer" && found == nil) {
				found = &n.Args[0]
			}
			return true
		})
	}
	return found
}

// named reads group: 'g', name: 'a', version: 'v', and Kotlin's three strings.
func (p *project) named(n *gradle.Node) (dependency, bool) {
	said := map[string]*gradle.Node{}
	var order []string
	for i := range n.Args {
		if e := &n.Args[i]; e.Kind == gradle.Entry && len(e.Args) == 1 {
			said[e.Name] = &e.Args[0]
		} else if e.Kind != gradle.Block && len(order) < 3 {
			key := []string{"group", "name", "version"}[len(order)]
			order = append(order, key)
			if said[key] == nil {
				said[key] = e
			}
		}
	}
	if said["group"] == nil || said["name"] == nil || p.eval(said["group"], 0).String() != group {
		return dependency{}, false
	}
	d := dependency{artifact: p.eval(said["name"], 0).String(), at: said["group"].Text.Span()}
	if v := said["version"]; v != nil {
		d.sdk = mavenRange(p.eval(v, 0))
	} else if v := p.richVersion(n); v != nil {
		d.sdk = mavenRange(p.eval(v, 0))
	}
	return d, true
}

// percent reads sbt's "group" % "artifact" % version.
func (p *project) percent(n *gradle.Node) (dependency, bool) {
	var parts []*gradle.Node
	for n.Kind == gradle.Binary && strings.HasPrefix(n.Name, "%") {
		parts = append([]*gradle.Node{&n.Args[1]}, parts...)
		n = &n.Args[0]
	}
	if len(parts) < 2 {
		return dependency{}, false
	}
	d := dependency{artifact: p.eval(parts[0], 0).String(), at: n.Text.Span()}
	switch p.eval(n, 0).String() {
	case group:
		d.sdk = mavenRange(p.eval(parts[1], 0))
	case "com.spotify":
		if d.sdk = unknown(d.artifact, "the version is the one that Scio brings", d.at); !strings.HasPrefix(d.artifact, "scio-") {
			return d, false
		}
	default:
		return d, false
	}
	return d, true
}

// manage gives dependencies without a version that of the bill of materials,
// of the script itself or of one above it.
func (p *project) manage(deps []dependency) []dependency {
	if len(deps) == 0 {
		return nil
	}
	var bom value.Value[value.Range]
	found := false
	for _, s := range p.scripts {
		from := deps
		if s != p.scripts[0] {
			from = p.dependencies(s)
		}
		var boms, others []dependency
		for _, d := range from {
			if strings.HasSuffix(d.artifact, "-bom") {
				boms = append(boms, d)
			} else if said(d) {
				others = append(others, d)
			}
		}
		if len(boms) > 0 {
			bom, found = agree(boms), true
			break
		}
		if s != p.scripts[0] && len(others) > 0 { // constraints of a folder above
			bom, found = settle(others), true
			break
		}
	}
	out := append([]dependency{}, deps...)
	for i, d := range out {
		switch {
		case said(d):
		case found:
			out[i].sdk = bom
		default:
			out[i].sdk = unknown(d.artifact, noVersion, d.at)
		}
	}
	return out
}

// said reports whether a dependency has a version of its own.
func said(d dependency) bool { return !d.sdk.Unknown() || d.sdk.Hole() != nil }

// launches returns the pipelines that the script's tasks start with arguments
// of their own. Those of one block belong to one program.
func (p *project) launches() []*model.Workload {
	words := map[*gradle.Node][]source.Text{}
	var blocks []*gradle.Node
	gradle.Walk(p.scripts[0].nodes, func(n *gradle.Node, up []*gradle.Node) bool {
		if n.Kind != gradle.Assign && n.Kind != gradle.Call {
			return true
		}
		name := strings.TrimSuffix(strings.TrimSuffix(n.Name, ".set"), ".addAll")
		last := gradle.Last(name)
		if last != "args" && last != "setArgs" && last != "commandLine" {
			return true
		}
		block := &gradle.Node{}
		for _, around := range up {
			if around.Kind == gradle.Block {
				block = around
			}
		}
		var said []source.Text
		for i := range n.Args {
			said = append(said, p.elements(&n.Args[i], 0)...)
		}
		if last == "commandLine" {
			if len(said) == 0 || path.Base(said[0].String()) != "java" {
				return false
			}
			said = program(said[1:])
		}
		if _, ok := words[block]; !ok {
			blocks = append(blocks, block)
		}
		words[block] = append(words[block], said...)
		return false
	})
	var out []*model.Workload
	for _, b := range blocks {
		out = append(out, launch(words[b])...)
	}
	return out
}

// lists are calls that make a list of their arguments.
var lists = map[string]bool{"listOf": true, "mutableListOf": true, "Arrays.asList": true, "arrayOf": true, "listOfNotNull": true}

// elements returns the words that an expression adds to a list of arguments.
func (p *project) elements(n *gradle.Node, depth int) []source.Text {
	if p.steps++; depth > maxNesting || p.steps > maxSteps {
		return []source.Text{hole(n, "it refers to itself")}
	}
	name := gradle.Last(n.Name)
	var parts []*gradle.Node
	for i := range n.Args {
		parts = append(parts, &n.Args[i])
	}
	switch {
	case n.Kind == gradle.List, n.Kind == gradle.Call && (lists[n.Name] || lists[name]):
	case n.Kind == gradle.Call && (name == "split" || name == "tokenize") && strings.HasPrefix(n.Name, ".") && len(parts) > 0:
		return split(p.eval(parts[0], depth+1))
	case n.Kind == gradle.Call && (name == "toList" || name == "plus") && strings.HasPrefix(n.Name, "."):
	case n.Kind == gradle.Binary && n.Name == "+" && !textual(n):
	case n.Kind == gradle.Path:
		for _, s := range p.scripts {
			if list := s.names[plain(n.Name)]; len(list) == 1 {
				return p.elements(list[0].node, depth+1)
			}
		}
		return []source.Text{p.eval(n, depth+1)}
	default:
		return []source.Text{p.eval(n, depth+1)}
	}
	var out []source.Text
	for _, part := range parts {
		out = append(out, p.elements(part, depth+1)...)
	}
	return out
}

// textual reports whether a sum is one of texts, not of lists.
func textual(n *gradle.Node) bool {
	for n.Kind == gradle.Binary {
		if n.Args[1].Kind == gradle.String {
			return true
		}
		n = &n.Args[0]
	}
	return n.Kind == gradle.String
}
