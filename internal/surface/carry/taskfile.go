package carry

import (
	"maps"
	"path"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// Taskfile reads the commands of Task's tasks. Each is a shell of its own.
func Taskfile() surface.Surface {
	return surface.Surface{Name: "taskfile", Match: isTaskfile, Ends: yamlEnds, Words: surface.LaunchWords, Read: readTaskfile}
}

// taskfiles are the names that Task looks for, without the extension.
var taskfiles = words("Taskfile taskfile Taskfile.dist taskfile.dist")

func isTaskfile(p string) bool {
	base := path.Base(p)
	ext := path.Ext(base)
	return (ext == ".yml" || ext == ".yaml") && taskfiles[strings.TrimSuffix(base, ext)]
}

func readTaskfile(r *surface.Reader, f surface.Fragment) surface.Env {
	for _, doc := range documents(r, f.Text) {
		t := &taskfile{r: r, file: place(f.Text)}
		vars := t.define(scope{}, doc.Get("vars"))
		env := t.define(scope{}, doc.Get("env"), vars)
		for _, task := range doc.Get("tasks").Entries() {
			t.task(task.Key.String(), task.Val, vars, env)
		}
	}
	return nil
}

type taskfile struct {
	r    *surface.Reader
	file string
}

// define returns a scope with the names of a mapping added, in order: each may
// name those before it, and those of outer scopes.
func (t *taskfile) define(s scope, tree value.Tree, outer ...scope) scope {
	out := maps.Clone(s)
	for _, e := range tree.Entries() {
		see := maps.Clone(out)
		for _, o := range outer {
			maps.Copy(see, o)
		}
		one := value.NewMap(tree.At)
		one.Map.Put(e.Key, e.Val)
		out.add(one, func(text source.Text) source.Text { return t.fill(text, see, "") })
		if e.Val.Get("sh").Present() {
			h := &source.Hole{Expr: "{{." + e.Key.String() + "}}", Why: "the output of a command", Sym: t.file + ":{{sh}}@" + strconv.Itoa(e.Val.At.Start)}
			out[e.Key.String()] = source.Unknown(h, e.Val.At)
		}
	}
	return out
}

func (t *taskfile) task(name string, task value.Tree, vars, env scope) {
	vars = t.define(vars, task.Get("vars"))
	env = t.define(env, task.Get("env"), vars)
	list := task.Items() // a task may be no more than its commands
	if isScalar(task) {
		list = []value.Tree{task}
	} else if len(list) == 0 {
		list = scalars(first(task.Get("cmds"), task.Get("cmd")))
	}
	h := host{}
	if dir := task.Get("dir"); dir.Present() {
		h = h.in(t.fill(dir.Text, vars, name))
	}
	for _, cmd := range list {
		if later := cmd.Get("defer"); later.Present() {
			cmd = later
		}
		if text := first(cmd.Get("cmd"), cmd).Text; text.Len() > 0 {
			runScript(t.r, t.fill(text, vars, name), env, h)
		}
	}
}

// fill replaces {{ … }}. Variables differ from task to task.
func (t *taskfile) fill(text source.Text, vars scope, task string) source.Text {
	return expand(text, "{", func(s string, i int) (int, source.Text) {
		n := until(s, i, "}}")
		if !strings.HasPrefix(s[i:], "{{") || n < 0 {
			return 0, source.Text{}
		}
		expr := strings.TrimSpace(strings.Trim(s[i+2:i+n], "-"))
		name, def := withDefault(expr)
		val, ok := vars[name]
		switch {
		case ok && (def == "" || val.Known() && val.Len() > 0):
			return n + 2, val
		case !ok && def != "":
			at := i + strings.Index(s[i:i+n], def)
			return n + 2, text.Slice(at+1, at+len(def)-1).Weaken("the default of " + name)
		}
		h := &source.Hole{Expr: s[i : i+n+2], Why: "given when the task is called"}
		if name != "" && def == "" {
			h.Sym = t.file + ":" + task + ":{{." + name + "}}"
		}
		return n + 2, hole(text, i, i+n+2, h)
	})
}

// withDefault reads .NAME, .NAME | default "x" and default "x" .NAME; the
// default keeps its quotes.
func withDefault(expr string) (name, def string) {
	left, right, piped := strings.Cut(expr, "|")
	if piped {
		name, def = strings.TrimSpace(left), strings.TrimSpace(right)
		if def, piped = strings.CutPrefix(def, "default "); !piped {
			return "", ""
		}
		def = strings.TrimSpace(def)
	} else if rest, ok := strings.CutPrefix(expr, "default "); ok {
		i := strings.LastIndex(rest, ".")
		if i < 0 {
			return "", ""
		}
		name, def = rest[i:], strings.TrimSpace(rest[:i])
	} else {
		name = expr
	}
	name, dotted := strings.CutPrefix(name, ".")
	if !dotted || !isName(name) {
		return "", ""
	}
	if def != "" && (len(def) < 2 || def[0] != def[len(def)-1] || strings.IndexByte("\"'`", def[0]) < 0 || strings.Count(def, def[:1]) > 2) {
		return "", ""
	}
	return name, def
}
