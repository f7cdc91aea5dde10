package build

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// maxNesting bounds properties that refer to properties.
const maxNesting = 20

// maxSteps bounds all references of one project: those that multiply.
const maxSteps = 100_000

// text returns the text of an element with "${…}" replaced.
func (p *pom) text(t value.Tree) source.Text {
	return p.interpolate(t.Text, 0)
}

func (p *pom) interpolate(t source.Text, depth int) source.Text {
	var few [4]source.Text // as many as nearly always suffice, without an allocation
	parts := few[:0]
	for {
		i := t.Index("${", 0)
		if i < 0 {
			break
		}
		j := t.Index("}", i)
		if j < 0 {
			break
		}
		ref := t.Slice(i, j+1)
		val := source.Unknown(&source.Hole{Expr: ref.String(), Sym: ref.String(), Why: "it refers to itself"}, ref.Span())
		if p.steps++; depth < maxNesting && p.steps < maxSteps {
			val = p.property(t.Slice(i+2, j).String(), ref.Span(), depth)
			p.knobs = append(p.knobs, model.Knob{Name: t.Slice(i+2, j).String(), At: val.Span()})
		}
		parts = append(parts, t.Slice(0, i), val)
		t = t.Slice(j+1, t.Len())
	}
	return source.Concat(append(parts, t)...)
}

// property returns the value of a property as the project sees it; at is
// where it is used. Dozens of dependencies have the version of one property.
func (p *pom) property(name string, at source.Span, depth int) source.Text {
	if known, ok := p.known[name]; ok {
		return known
	}
	out := p.lookUp(name, at, depth)
	if out.Known() {
		if p.known == nil {
			p.known = map[string]source.Text{}
		}
		p.known[name] = out
	}
	return out
}

func (p *pom) lookUp(name string, at source.Span, depth int) source.Text {
	hole := &source.Hole{Expr: "${" + name + "}", Sym: "${" + name + "}", Why: "not set in these files"}
	if of, ok := strings.CutPrefix(strings.TrimPrefix(name, "pom."), "project."); ok || strings.HasPrefix(name, "pom.") {
		if v, ok := p.coordinate(of); ok {
			return p.interpolate(v, depth+1)
		}
	}
	for up := p; up != nil; up = up.parent {
		found, ok := up.own(name)
		switch {
		case ok && found.Known():
			return p.interpolate(found, depth+1)
		case ok:
			return found
		case up.missing != nil:
			hole.Why, hole.Ask = up.missing.Why, up.missing.Ask
		}
	}
	if strings.HasPrefix(name, "env.") || strings.HasPrefix(name, "settings.") {
		hole.Why = "set outside these files"
	}
	return source.Unknown(hole, at)
}

// own returns a property that the project itself sets. One that a profile
// sets to something else depends on the profiles of the run.
func (p *pom) own(name string) (source.Text, bool) {
	var out source.Text
	found := false
	for _, part := range p.parts() {
		v := part.Get("properties").Get(name)
		if !v.Present() {
			continue
		}
		if found && p.only != nil {
			break
		}
		if found && v.Text.String() != out.String() {
			why := "one of " + out.String() + " and " + v.Text.String() + ": the profile decides"
			return source.Unknown(&source.Hole{Expr: "${" + name + "}", Why: why}, out.Span()), true
		}
		if !found {
			out, found = v.Text, true
		}
	}
	return out, found
}

// coordinate returns project.version and its like, which a project may have
// from its parent.
func (p *pom) coordinate(of string) (source.Text, bool) {
	path := strings.Split(of, ".")
	if v := p.project.Get(path...); v.Present() {
		return v.Text, true
	}
	if v := p.project.Get("parent").Get(path...); v.Present() {
		return v.Text, true
	}
	return source.Text{}, false
}
