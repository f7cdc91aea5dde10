package carry

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// GitLab reads the jobs of GitLab CI. before_script and script of a job are
// one shell, after_script is another.
func GitLab() surface.Surface {
	return surface.Surface{Name: "gitlab-ci", Match: isGitLab, Ends: yamlEnds, Words: append(slices.Clip(surface.LaunchWords), includes), Read: readGitLab}
}

func isGitLab(p string) bool {
	ext := path.Ext(p)
	return (ext == ".yml" || ext == ".yaml") && (strings.HasSuffix(p, ".gitlab-ci"+ext) || strings.Contains("/"+p, "/.gitlab/"))
}

// keywords of the top level are no jobs.
var keywords = words("default include stages variables workflow image services cache before_script after_script spec types")

func readGitLab(r *surface.Reader, f surface.Fragment) surface.Env {
	var inputs value.Tree
	for _, doc := range documents(r, f.Text) {
		if spec := doc.Get("spec"); spec.Present() {
			inputs = spec.Get("inputs")
		}
		g := &gitlab{r: r, doc: doc, inputs: inputs}
		if all := g.included(doc, new(int), 0); all.Present() {
			g.doc, g.r = overlaid(all, doc), calling(r)
		}
		extended := map[string]bool{}
		for _, job := range g.doc.Entries() {
			for _, base := range scalars(job.Val.Get("extends")) {
				extended[base.Text.String()] = true
			}
		}
		for _, job := range g.doc.Entries() {
			// what others extend is read with them
			name := job.Key.String()
			if hidden := strings.HasPrefix(name, "."); !keywords[name] && !(hidden && (extended[name] || !doc.Get(name).Present())) {
				g.job(job.Key, job.Val)
			}
		}
	}
	return nil
}

type gitlab struct {
	r      *surface.Reader
	doc    value.Tree
	inputs value.Tree // declared by spec
}

// job hands on the scripts of one job.
func (g *gitlab) job(name source.Text, job value.Tree) {
	chain := g.chain(job, 0)
	script := g.get(chain, "script")
	if !script.Present() {
		return
	}
	env := g.variables(name, chain)
	before, after := g.get(chain, "before_script"), g.get(chain, "after_script")
	if g.get(chain, "inherit").Get("default").Text.String() != "false" {
		before = first(before, g.doc.Get("default", "before_script"), g.doc.Get("before_script"))
		after = first(after, g.doc.Get("default", "after_script"), g.doc.Get("after_script"))
	}
	image := first(g.get(chain, "image"), g.doc.Get("default", "image"), g.doc.Get("image"))
	h := host{}.image(first(image.Get("name"), image).Text)
	runScript(g.r, g.script(before, script), env, h)
	runScript(g.r, g.script(after), env, h)
}

// maxExtends is how deep GitLab lets jobs extend others.
const maxExtends = 11

// chain returns a job and what it extends, the nearest first.
func (g *gitlab) chain(job value.Tree, depth int) []value.Tree {
	out := []value.Tree{job}
	if depth == maxExtends {
		return out
	}
	for _, name := range slices.Backward(scalars(job.Get("extends"))) {
		if base := g.doc.Get(name.Text.String()); base.Kind == value.KindMap && len(out) < 100 {
			out = append(out, g.chain(base, depth+1)...)
		}
	}
	return out
}

// get returns what the nearest of a chain says.
func (g *gitlab) get(chain []value.Tree, key string) value.Tree {
	for _, t := range chain {
		if v := t.Get(key); v.Present() {
			return v
		}
	}
	return value.Tree{}
}

// scalars returns a value or the items of a list of values.
func scalars(t value.Tree) []value.Tree {
	if isScalar(t) {
		return []value.Tree{t}
	}
	return t.Items()
}

// script joins lists of commands, as the runner does.
func (g *gitlab) script(lists ...value.Tree) source.Text {
	var parts []source.Text
	for _, line := range g.commands(nil, lists, 0) {
		line = g.fill(line)
		parts = append(parts, line)
		if !strings.HasSuffix(line.String(), "\n") {
			parts = append(parts, source.Derived("\n", line.Slice(line.Len(), line.Len()).Span()))
		}
	}
	return source.Concat(parts...)
}

// maxCommands bounds what references to other scripts may add to one.
const maxCommands = 10_000

// commands flattens lists of commands; GitLab allows lists in lists, which
// anchors bring about, and references to the lists of other jobs.
func (g *gitlab) commands(out []source.Text, trees []value.Tree, depth int) []source.Text {
	for _, t := range trees {
		switch to := g.referenced(t); {
		case len(out) > maxCommands || depth > maxExtends:
		case isScalar(t):
			out = append(out, t.Text)
		case t.Kind == value.KindList:
			out = g.commands(out, t.Items(), depth+1)
		case to.Present():
			out = g.commands(out, []value.Tree{to}, depth+1)
		case t.Kind == value.KindUnknown && t.Hole != nil:
			out = append(out, source.Unknown(&source.Hole{Expr: "…", Why: "commands that stand elsewhere"}, t.At))
		}
	}
	return out
}

// referenced returns what the tag !reference [job, key] stands for.
func (g *gitlab) referenced(t value.Tree) value.Tree {
	if t.Kind != value.KindUnknown || t.Hole == nil || t.Hole.Expr != "!reference" {
		return value.Tree{}
	}
	_, list, _ := strings.Cut(t.At.Text(), "[")
	list, _, _ = strings.Cut(list, "]")
	to := g.doc
	for name := range strings.SplitSeq(list, ",") {
		to = to.Get(strings.Trim(name, " \t\r\n'\""))
	}
	return to
}

// resolved returns a tree, or what it refers to.
func (g *gitlab) resolved(t value.Tree) value.Tree { return first(g.referenced(t), t) }

// variables returns what the shell of a job starts with.
func (g *gitlab) variables(job source.Text, chain []value.Tree) scope {
	vars, raw := scope{}, map[string]bool{}
	inherits := g.get(chain, "inherit").Get("variables")
	g.add(vars, raw, g.doc.Get("variables"))
	for name := range vars {
		named := slices.ContainsFunc(inherits.Items(), func(t value.Tree) bool { return t.Text.String() == name })
		if inherits.Text.String() == "false" || inherits.Kind == value.KindList && !named {
			delete(vars, name)
		}
	}
	for _, t := range slices.Backward(chain) {
		g.add(vars, raw, t.Get("variables"))
	}
	matrix := map[string][]value.Tree{}
	cells := g.get(chain, "parallel").Get("matrix").Items()
	for _, cell := range cells {
		for _, e := range cell.Entries() {
			matrix[e.Key.String()] = append(matrix[e.Key.String()], scalars(e.Val)...)
		}
	}
	rows := true
	for _, cell := range cells {
		for name := range matrix {
			rows = rows && isScalar(cell.Get(name))
		}
	}
	for name, values := range matrix {
		can, why := choose(values, "", "set for each job of the matrix")
		if vars[name] = *g.hole(job, name, why); len(can) == 1 {
			vars[name] = can[0]
		} else if len(can) > 1 {
			h := vars[name].Hole()
			switch h.OneOf, h.Why = can, among(can); {
			case g.rules(chain, name): // some of the jobs may not run
			case len(matrix) == 1 || len(cells) == 1: // a job for each value
				h.Each = h.Sym
			case rows: // a job for each row
				h.Each, h.OneOf = place(job)+":"+job.String()+":matrix", each(values)
			}
		}
	}
	for _, rule := range g.get(chain, "rules").Items() {
		for _, e := range rule.Get("variables").Entries() {
			vars[e.Key.String()] = *g.hole(job, e.Key.String(), "set by a rule of the job")
		}
	}
	all := &resolver{vars: vars, raw: raw, why: func(string) string { return "set outside this pipeline" }}
	return all.all()
}

// rules reports whether a rule of the job asks for a variable.
func (g *gitlab) rules(chain []value.Tree, name string) bool {
	return slices.ContainsFunc(g.get(chain, "rules").Items(), func(rule value.Tree) bool {
		return strings.Contains(rule.Get("if").Text.String(), "$"+name)
	})
}

// each returns the text of each tree.
func each(in []value.Tree) (out []source.Text) {
	for _, t := range in {
		out = append(out, t.Text)
	}
	return out
}

// hole returns a variable that differs from run to run of a job.
func (g *gitlab) hole(job source.Text, name, why string) *source.Text {
	h := &source.Hole{Expr: "$" + name, Why: why, Sym: place(job) + ":" + job.String() + ":$" + name}
	return new(source.Unknown(h, job.Span()))
}

// add sets variables, and which of them are raw. One with a description is asked
// for when someone starts a pipeline by hand.
func (g *gitlab) add(vars scope, raw map[string]bool, t value.Tree) {
	for _, e := range g.resolved(t).Entries() {
		if !e.Key.Known() {
			continue
		}
		name, val, weak := e.Key.String(), g.resolved(e.Val), ""
		raw[name] = val.Get("expand").Text.String() == "false"
		if val.Kind == value.KindMap {
			if val.Get("description").Present() {
				weak = "the value that variable " + name + " is prefilled with"
			}
			val = val.Get("value")
		}
		one := value.NewMap(t.At)
		one.Map.Put(e.Key, val)
		vars.add(one, g.fill)
		if weak != "" {
			vars[name] = vars[name].Weaken(weak)
		}
	}
}

// fill replaces $[[ inputs.NAME ]].
func (g *gitlab) fill(text source.Text) source.Text {
	return expand(text, "$", func(s string, i int) (int, source.Text) {
		n := until(s, i, "]]")
		if !strings.HasPrefix(s[i:], "$[[") || n < 0 {
			return 0, source.Text{}
		}
		name, isInput := strings.CutPrefix(strings.TrimSpace(s[i+3:i+n]), "inputs.")
		if def := g.inputs.Get(name, "default"); isInput && isScalar(def) {
			return n + 2, def.Text.Weaken("the default of input " + name)
		}
		return n + 2, unknown(text, i, i+n+2, "$[["+name+"]]", "given where this file is included")
	})
}
