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
		t := &taskfile{r: r, file: place(f.Text), calls: callsOf(doc)}
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
	// calls are the variables of each call of a task by another one.
	calls map[string][]value.Tree
}

func callsOf(doc value.Tree) map[string][]value.Tree {
	out := map[string][]value.Tree{}
	for _, task := range doc.Get("tasks").Entries() {
		for _, list := range []string{"cmds", "deps"} {
			for _, cmd := range task.Val.Get(list).Items() {
				if name := cmd.Get("task").Text.String(); name != "" && !cmd.Get("for").Present() {
					out[name] = append(out[name], cmd.Get("vars"))
				}
			}
		}
	}
	return out
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
	vars = t.define(t.called(name, vars), task.Get("vars"))
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
			runScript(t.r, t.fill(text, looped(vars, cmd), name), env, h)
		}
	}
}

// called returns a scope with what the calls of a task give to it, one turn for
// each call. Where they do not all give the same variables, nothing is certain.
func (t *taskfile) called(name string, vars scope) scope {
	calls := t.calls[name]
	if len(calls) == 0 {
		return vars
	}
	out := maps.Clone(vars)
	for _, e := range calls[0].Entries() {
		var given []value.Tree
		for _, call := range calls {
			given = append(given, call.Get(e.Key.String()))
		}
		if val, ok := turning(given, "{{."+e.Key.String()+"}}", t.file+":"+name+":calls", e.Val.At); ok {
			if out == nil {
				out = scope{}
			}
			out[e.Key.String()] = val
		}
	}
	return out
}

// looped returns a scope with the variable of a command's loop over values that
// the file lists.
func looped(vars scope, cmd value.Tree) scope {
	loop := cmd.Get("for")
	if val, ok := turning(loop.Items(), "{{.ITEM}}", "@"+strconv.Itoa(cmd.At.Start), loop.At); ok {
		return vars.with("ITEM", val)
	}
	return vars
}

// turning returns a text that has each of some values, one after the other; false
// if they are not all known.
func turning(all []value.Tree, expr, each string, at source.Span) (source.Text, bool) {
	var texts []source.Text
	for _, one := range all {
		if can, _ := choose([]value.Tree{one}, "", ""); len(can) == 1 && !strings.Contains(can[0].String(), "{{") {
			texts = append(texts, can[0])
		}
	}
	switch {
	case len(texts) == 0 || len(texts) < len(all):
		return source.Text{}, false
	case len(texts) == 1:
		return texts[0], true
	}
	h := &source.Hole{Expr: expr, Why: among(distinct(texts)), Sym: each + expr, OneOf: texts, Each: each}
	return source.Unknown(h, at), true
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
