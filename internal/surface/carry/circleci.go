package carry

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// CircleCI reads the run steps of jobs. Each is a shell of its own; only what
// it writes to BASH_ENV reaches those behind it.
func CircleCI() surface.Surface {
	return surface.Surface{Name: "circleci", Match: isCircleCI, Ends: yamlEnds, Words: surface.LaunchWords, Read: readCircleCI}
}

func isCircleCI(p string) bool {
	ext := path.Ext(p)
	return (ext == ".yml" || ext == ".yaml") && path.Base(path.Dir(p)) == ".circleci"
}

func readCircleCI(r *surface.Reader, f surface.Fragment) surface.Env {
	for _, doc := range documents(r, f.Text) {
		c := &circle{r: r, file: place(f.Text), doc: doc, uses: usesOf(doc)}
		for _, job := range doc.Get("jobs").Entries() {
			c.job(job.Key.String(), job.Val)
		}
	}
	return nil
}

type circle struct {
	r     *surface.Reader
	file  string
	doc   value.Tree
	uses  map[string][]value.Tree // items of workflows, by the job that they run
	calls int                     // of commands, in all jobs
}

// circleJob is the state of a job between its steps.
type circleJob struct {
	name   string
	env    scope
	shell  value.Tree
	host                   // of the job's first image
	inTurn surface.Session // of its steps that surely run
	calls  int             // of commands; each may call others
}

// parameters are what << parameters.NAME >> stands for, and where unknown
// ones come from.
type parameters struct {
	vars scope
	why  string
	sym  string
	path []string // commands that are being read
}

func (c *circle) job(name string, job value.Tree) {
	p := parameters{vars: scope{}, why: "given by the workflow", sym: c.file + ":" + name}
	for _, e := range job.Get("parameters").Entries() {
		def := e.Val.Get("default")
		given := c.arguments(name, e.Key.String(), def)
		if can, _ := choose(given, "", ""); len(can) == 1 {
			p.vars[e.Key.String()] = can[0]
		} else if len(can) > 1 {
			expr := "<< parameters." + e.Key.String() + " >>"
			h := &source.Hole{Expr: expr, Why: among(can), Sym: p.sym + ":" + expr, OneOf: can}
			switch uses := len(c.uses[name]); {
			case uses == 1: // then it is a matrix that gives the values
				h.Each = h.Sym
			case uses == len(given):
				h.Each, h.OneOf = p.sym+":uses", each(given)
			}
			p.vars[e.Key.String()] = source.Unknown(h, e.Key.Span())
		}
	}
	executor := job.Get("executor")
	executor = c.doc.Get("executors", first(executor.Get("name"), executor).Text.String())
	j := &circleJob{name: name, env: scope{}, shell: first(job.Get("shell"), executor.Get("shell"))}
	fill := func(t source.Text) source.Text { return c.fill(t, p) }
	for _, t := range []value.Tree{executor, job} {
		if images := t.Get("docker").Items(); len(images) > 0 {
			j.env.add(images[0].Get("environment"), fill)
			j.host = j.host.image(fill(images[0].Get("image").Text))
		}
		j.env.add(t.Get("environment"), fill)
	}
	c.steps(j, job.Get("steps"), p, false)
}

// arguments returns the values that workflows give to a job's parameter.
func (c *circle) arguments(job, name string, def value.Tree) []value.Tree {
	var out []value.Tree
	for _, item := range c.uses[job] {
		call := item.Get(job)
		if t := first(call.Get("matrix", "parameters", name), call.Get(name), def); t.Present() {
			out = append(out, scalars(t)...)
		}
	}
	if len(out) == 0 && isScalar(def) {
		def.Text = def.Text.Weaken("the default of parameter " + name)
		out = append(out, def)
	}
	return out
}

// usesOf returns the items of workflows by the job that they run.
func usesOf(doc value.Tree) map[string][]value.Tree {
	out := map[string][]value.Tree{}
	for _, workflow := range doc.Get("workflows").Entries() {
		for _, item := range workflow.Val.Get("jobs").Items() {
			if name := item.Text.String(); name != "" {
				out[name] = append(out[name], item)
			}
			for _, e := range item.Entries() {
				if e.Val.Present() {
					out[e.Key.String()] = append(out[e.Key.String()], item)
				}
			}
		}
	}
	return out
}

// maxCalls bounds the commands of one job that call commands, and steps in steps;
// maxAllCalls those of all.
const maxCalls, maxAllCalls = 1000, 1 << 15

func (c *circle) steps(j *circleJob, list value.Tree, p parameters, conditional bool) {
	j.calls++
	c.calls++
	if j.calls > maxCalls || c.calls > maxAllCalls {
		switch {
		case c.calls == maxAllCalls+1:
			c.note(list.At, fmt.Sprintf("commands are called more than %d times: what follows is not read", maxAllCalls))
		case j.calls == maxCalls+1:
			c.note(list.At, fmt.Sprintf("the job %s calls commands more than %d times: the rest of it is not read", j.name, maxCalls))
		}
		return
	}
	for _, step := range list.Items() {
		name, with := step.Text.String(), value.Tree{}
		if entries := step.Entries(); len(entries) == 1 {
			name, with = entries[0].Key.String(), entries[0].Val
		}
		switch name {
		case "run":
			c.run(j, with, p, conditional)
		case "when", "unless":
			c.steps(j, with.Get("steps"), p, true)
		default:
			if command := c.doc.Get("commands", name); command.Present() && !slices.Contains(p.path, name) {
				inner := c.call(j, command, with, p)
				inner.path = append(slices.Clip(p.path), name)
				c.steps(j, command.Get("steps"), inner, conditional)
			}
		}
	}
}

func (c *circle) note(at source.Span, why string) {
	c.r.Set.Notes = append(c.r.Set.Notes, model.Note{At: at, Reason: why})
}

// call returns the parameters of a command as a step gives them.
func (c *circle) call(j *circleJob, command, with value.Tree, outer parameters) parameters {
	p := parameters{vars: scope{}, why: "given by the step", sym: c.file + ":" + j.name}
	for _, e := range command.Get("parameters").Entries() {
		name, def := e.Key.String(), e.Val.Get("default")
		if t := with.Get(name); isScalar(t) {
			p.vars[name] = c.fill(t.Text, outer)
		} else if isScalar(def) {
			p.vars[name] = def.Text
		}
	}
	return p
}

// run hands on one run step.
func (c *circle) run(j *circleJob, run value.Tree, p parameters, conditional bool) {
	command := first(run.Get("command"), run)
	if !isScalar(command) || spokenBy(first(run.Get("shell"), j.shell)) != script {
		return
	}
	text := c.fill(command.Text, p)
	env := scope{}
	for name, t := range j.env {
		env[name] = t
	}
	env.add(run.Get("environment"), func(t source.Text) source.Text { return c.fill(t, p) })
	out := exports{to: "BASH_ENV", job: c.file + ":" + j.name, sourced: true}
	there := j.host
	if dir := run.Get("working_directory"); dir.Present() {
		there = there.in(c.fill(dir.Text, p))
	}
	end := surface.Env(nil)
	if launches(text) || prepares(text.String()) || env.launches(text) || strings.Contains(text.String(), out.to) {
		f := surface.Fragment{Lang: surface.Shell, Text: text, Env: env.shell(), Languages: j.langs, Inside: value.Text(j.inside), Dir: there.dir, Loose: !text.Known()}
		if !conditional && !run.Get("when").Present() && !run.Get("background").Present() {
			f.Session = &j.inTurn
		}
		end = c.r.Embed(f)
	}
	j.env = out.read(j.env, text, end, conditional)
}

// fill replaces << … >>; a backslash keeps it from being one.
func (c *circle) fill(text source.Text, p parameters) source.Text {
	return expand(text, `<\`, func(s string, i int) (int, source.Text) {
		if strings.HasPrefix(s[i:], `\<<`) {
			return 3, text.Slice(i+1, i+3)
		}
		n := until(s, i, ">>")
		if !strings.HasPrefix(s[i:], "<<") || n < 0 {
			return 0, source.Text{}
		}
		name := strings.Trim(s[i+2:i+n], " \t")
		if !isPath(name) || !strings.Contains(name, ".") {
			return 0, source.Text{}
		}
		return n + 2, c.value(text, i, i+n+2, name, p)
	})
}

// value returns what the expression at [i, j) of a text stands for.
func (c *circle) value(text source.Text, i, j int, name string, p parameters) source.Text {
	if param, ok := strings.CutPrefix(name, "pipeline.parameters."); ok {
		if def := c.doc.Get("parameters", param, "default"); isScalar(def) {
			return def.Text.Weaken("the default of parameter " + param)
		}
	}
	h := &source.Hole{Expr: text.String()[i:j], Why: "set when the pipeline runs", Sym: c.file + ":<<" + name + ">>"}
	if param, ok := strings.CutPrefix(name, "parameters."); ok {
		if t, ok := p.vars[param]; ok {
			return t
		}
		h.Why, h.Sym = p.why, p.sym+":<<"+name+">>"
	} else if slices.Contains([]string{"matrix", "executor"}, strings.Split(name, ".")[0]) {
		h.Sym = p.sym + ":<<" + name + ">>"
	}
	return hole(text, i, j, h)
}
