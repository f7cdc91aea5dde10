package carry

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// GitHubActions reads the run steps of workflows and composite actions.
func GitHubActions() surface.Surface {
	return surface.Surface{Name: "github-actions", Match: isActions, Ends: yamlEnds, Words: append(slices.Clip(surface.LaunchWords), usesLocal), Read: readActions}
}

func isActions(p string) bool {
	switch path.Ext(p) {
	case ".yml", ".yaml":
	default:
		return false
	}
	dir, base := path.Split(p)
	return strings.HasSuffix("/"+dir, "/.github/workflows/") || strings.TrimSuffix(base, path.Ext(base)) == "action"
}

func readActions(r *surface.Reader, f surface.Fragment) surface.Env {
	if s := f.Text.String(); strings.Contains(s, usesLocal) && !surface.Launches(s) && !strings.Contains(s, "rofil") {
		return nil // what it uses may launch something, and it says nothing of that
	}
	for _, doc := range documents(r, f.Text) {
		top := &context{file: place(f.Text), inputs: doc, used: new(int)}
		workflow(r, top)
		c := *top.with(doc.Get("env"))
		c.job = "runs"
		steps(r, &c, doc.Get("runs", "steps"), value.Tree{}, host{})
	}
	return nil
}

// workflow hands on what the jobs of a workflow run.
func workflow(r *surface.Reader, top *context) {
	doc := top.inputs
	top = top.with(doc.Get("env"))
	shell := doc.Get("defaults", "run", "shell")
	for _, job := range doc.Get("jobs").Entries() {
		if top.given != nil && decides(job.Val) || off(job.Val) {
			continue
		}
		c := *top
		c.job, c.matrix = job.Key.String(), job.Val.Get("strategy", "matrix")
		runs := first(job.Val.Get("defaults", "run", "shell"), shell)
		on := job.Val.Get("runs-on")
		some, all := c.windows(on)
		if !runs.Present() && all {
			runs = value.String(source.Derived("pwsh", on.At)) // what Windows runs without a word
		}
		c.mixed = some && !all && !runs.Present()
		var h host
		if image := first(job.Val.Get("container", "image"), job.Val.Get("container")); image.Kind == value.KindString {
			h = h.image(c.fill(image.Text))
		}
		if dir := first(job.Val.Get("defaults", "run", "working-directory"), doc.Get("defaults", "run", "working-directory")); dir.Present() {
			h = h.in(c.fill(dir.Text))
		}
		steps(r, c.with(job.Val.Get("env")), job.Val.Get("steps"), runs, h)
		c.use(r, job.Val.Get("uses"), job.Val.Get("with"), h)
	}
}

// windows reports whether a job, or some of its matrix, runs on Windows.
func (c *context) windows(on value.Tree) (some, all bool) {
	is := func(t source.Text) bool { return strings.HasPrefix(strings.ToLower(t.String()), "windows") }
	labels := scalars(first(on.Get("labels"), on))
	if len(labels) != 1 {
		all = slices.ContainsFunc(labels, func(t value.Tree) bool { return is(t.Text) })
		return all, all
	}
	expr, ok := strings.CutPrefix(strings.Trim(labels[0].Text.String(), "${} "), "matrix.")
	if !ok || !isPath(expr) {
		return is(labels[0].Text), is(labels[0].Text)
	}
	systems, _ := choose(c.cells(strings.Split(expr, ".")), "", "")
	some = slices.ContainsFunc(systems, is)
	return some, some && !slices.ContainsFunc(systems, func(t source.Text) bool { return !is(t) })
}

// first returns the first tree that is there.
func first(trees ...value.Tree) value.Tree {
	for _, t := range trees {
		if t.Present() {
			return t
		}
	}
	return value.Tree{}
}

// steps hands on what the steps of one job run. Each is a shell of its own;
// only what it writes to GITHUB_ENV reaches those behind it.
func steps(r *surface.Reader, c *context, list value.Tree, shell value.Tree, h host) {
	var inTurn surface.Session
	for _, step := range list.Items() {
		h = h.step(r, step.Get("uses").Text, step.Get("with"), c.fill)
		if c.given != nil && decides(step) || off(step) {
			continue // it is read without a caller, or never
		}
		if uses := step.Get("uses"); uses.Present() {
			if uses.Text.HasPrefix("docker/build-push-action") {
				c.builds(r, step.Get("with"))
			}
			c.with(step.Get("env")).use(r, uses, step.Get("with"), h)
		}
		run := step.Get("run")
		d := spokenBy(first(step.Get("shell"), shell))
		if run.Text.Len() == 0 || d == foreign {
			continue
		}
		inner := c.with(step.Get("env"))
		text := inner.fill(run.Text)
		if d != script {
			text = shellOf(text, d, inner.env)
		}
		there := h
		if dir := step.Get("working-directory"); dir.Present() {
			there = h.in(inner.fill(dir.Text))
		}
		conditional := step.Get("if").Present()
		if c.mixed && !step.Get("shell").Present() && !strings.Contains(strings.ToLower(step.Get("if").Text.String()), "os") {
			inner.env = inner.env.onWindows()
		}
		f := surface.Fragment{Lang: surface.Shell, Text: text, Env: inner.env.shell(), Languages: there.langs, Inside: value.Text(there.inside), Dir: there.dir, Session: &inTurn}
		f.Called = c.given != nil
		f.Sometimes = slices.ContainsFunc([]string{"matrix", "env."}, func(root string) bool { // of which the second may hold the first
			return strings.Contains(step.Get("if").Text.String(), root)
		})
		if conditional || step.Get("continue-on-error").Present() {
			f.Session = nil
		}
		end := r.Embed(f)
		c = c.inside(exports{to: "GITHUB_ENV", job: c.file + ":" + c.job}.behind(c.env, run.Text.String(), text, end, conditional))
	}
}

// off reports whether a job or a step is switched off.
func off(t value.Tree) bool { return strings.Trim(t.Get("if").Text.String(), "${} ") == "false" }

// builds takes the image that Docker's own action builds, by each of its names.
func (c *context) builds(r *surface.Reader, with value.Tree) {
	folder, file := c.fill(with.Get("context").Text), c.fill(with.Get("file").Text)
	if !folder.Known() || !file.Known() {
		return
	}
	for _, line := range with.Get("tags").Text.Split("\n") {
		for _, name := range line.Split(",") {
			if name = c.fill(name).TrimSpace(); name.Len() > 0 {
				r.Set.Tags = append(r.Set.Tags, &model.ImageTag{At: with.At, Name: value.Text(name), Folder: "/" + path.Join(folder.String()), File: atTop(file.String())})
			}
		}
	}
}

// atTop returns a path as one from the top of the tree; "" stays.
func atTop(p string) string {
	if p == "" {
		return ""
	}
	return "/" + p
}

// spokenBy returns the dialect of a step's shell, foreign for one that we do not
// read. None named is bash.
func spokenBy(shell value.Tree) dialect {
	if !shell.Present() {
		return script
	}
	words := strings.Fields(shell.Text.String())
	switch {
	case len(words) == 0:
	case shells[path.Base(words[0])]:
		return script
	case words[0] == "cmd", words[0] == "pwsh", words[0] == "powershell":
		return labels[words[0]]
	}
	return foreign
}
