package link

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
)

// drivers are the source files that jobs may run, and the one of each path.
type drivers struct {
	all  []*model.Driver
	path map[string]*model.Driver
}

func newDrivers(all []*model.Driver) drivers {
	out := drivers{all, make(map[string]*model.Driver, len(all))}
	for _, d := range slices.Backward(all) { // the first of a path is meant
		out.path[d.Path] = d
	}
	return out
}

// linkPrograms finds the source files that a job runs: the one that it names,
// then those that this one imports.
func linkPrograms(w *model.Workload, in drivers) {
	if w.Product == model.Dataflow || len(in.all) == 0 {
		return
	}
	w.Programs = mains(w, in)
	for i := range w.Programs {
		w.Programs[i].Main = true
		if w.Programs[i].Lang == model.Python {
			w.Programs[i].Runs = map[string]bool{}
		}
	}
	for i := 0; i < len(w.Programs); i++ {
		if w.Programs[i].Lang == model.Python {
			(&calls{w: w, in: in, doubt: w.Programs[i].Doubt}).visit(i, "")
			continue
		}
		from := w.Programs[i]
		for _, d := range in.all {
			if d.Lang != from.Lang || slices.ContainsFunc(w.Programs, func(p model.Program) bool { return p.Driver == d }) || !uses(from.Driver, d) {
				continue
			}
			w.Programs = append(w.Programs, model.Program{Driver: d, Doubt: "the program calling " + d.Path})
		}
	}
}

// calls follows what a Python program calls, into the modules that it imports.
type calls struct {
	w     *model.Workload
	in    drivers
	doubt string // of the main program
}

// visit takes a function of a program to run, "" for the module; of a class,
// its methods may.
func (c *calls) visit(at int, name string) {
	p := c.w.Programs[at]
	if p.Runs[name] {
		return
	}
	p.Runs[name] = true
	if name == "" {
		for _, imported := range p.Imports {
			if d, rest := c.in.resolve(p.Driver, imported); d != nil {
				c.use(d, rest)
				if rest == "" && !slices.ContainsFunc(p.Uses, func(u model.Use) bool {
					of, inner := c.in.resolve(p.Driver, u.Name)
					return !u.Own && of == d && inner != ""
				}) {
					c.w.Programs[c.program(d)].Runs["*"] = true // whatever is called of it
				}
			}
		}
	}
	for _, u := range p.Uses {
		if u.In != name && (name == "" || !strings.HasPrefix(u.In, name+".")) {
			continue
		}
		if u.Own {
			c.visit(at, u.Name)
		} else if d, rest := c.in.resolve(p.Driver, u.Name); d != nil {
			c.use(d, rest)
		}
	}
}

// use takes a name of another module to be called; of Session.make, Session is
// a class.
func (c *calls) use(d *model.Driver, name string) {
	at := c.program(d)
	c.visit(at, "")
	for i := range name {
		if name[i] == '.' {
			c.visit(at, name[:i])
		}
	}
	if name != "" {
		c.visit(at, name)
	}
}

// program returns the index of the program that a module is, added if it is new.
func (c *calls) program(d *model.Driver) int {
	at := slices.IndexFunc(c.w.Programs, func(p model.Program) bool { return p.Driver == d })
	if at < 0 {
		at = len(c.w.Programs)
		c.w.Programs = append(c.w.Programs, model.Program{Driver: d, Doubt: c.doubt, Runs: map[string]bool{}})
	}
	return at
}

// mains returns the files of the job's main program. A path and a class name
// are firm; the mere name of a file in a bucket is not.
func mains(w *model.Workload, in drivers) []model.Program {
	name := w.Driver.Raw().String()
	if name == "" {
		return nil
	}
	if path.Ext(name) == ".jar" {
		return archived(name, in.all)
	}
	if !strings.ContainsAny(name, "/:") && path.Ext(name) != ".py" && path.Ext(name) != ".R" && path.Ext(name) != ".r" {
		return named(name, in.all)
	}
	if local := strings.TrimPrefix(name, "file:///"); w.Driver.Known() && !strings.Contains(local, ":") {
		if found := in.at(path.Dir(where(w.At)), local); found != nil {
			return []model.Program{{Driver: found}}
		}
	}
	return uploaded(w, name, in.all)
}

// archived finds the programs of the module that an archive is named after: which
// of them is the main program stands in the archive.
func archived(name string, all []*model.Driver) []model.Program {
	base := strings.ToLower(path.Base(name))
	var out []model.Program
	for _, d := range highest(all, func(d *model.Driver) int {
		rest, ok := strings.CutPrefix(base, strings.ToLower(d.Archive))
		if !ok || d.Archive == "" || rest == "" || !strings.ContainsAny(rest[:1], "-_.") {
			return -1
		}
		return len(d.Archive)
	}) {
		out = append(out, model.Program{Driver: d, Doubt: path.Base(name) + " being built from " + d.Path})
	}
	return out
}

// named finds a class.
func named(name string, all []*model.Driver) []model.Program {
	var out []model.Program
	for _, d := range all {
		if slices.Contains(d.Names, name) {
			out = append(out, model.Program{Driver: d})
		}
	}
	if len(out) > 1 { // a class stands in two modules of the tree
		for i := range out {
			out[i].Doubt = "the class " + name + " being that of " + out[i].Path
		}
	}
	return out
}

// at finds a file by its path, relative to a folder or to one above it.
func (in drivers) at(dir, name string) *model.Driver {
	for {
		if d := in.path[path.Join(dir, name)]; d != nil {
			return d
		}
		if dir == "." || dir == "/" || dir == "" {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// uploaded finds the file that was copied to where the job says: the one whose
// path has most of its last folders, if there is one such.
func uploaded(w *model.Workload, name string, all []*model.Driver) []model.Program {
	base := path.Base(name)
	if strings.ContainsAny(base, "${}<>*") {
		return nil
	}
	var out []model.Program
	for _, d := range highest(all, func(d *model.Driver) int { return common(name, d.Path) - 1 }) {
		out = append(out, model.Program{Driver: d, Doubt: name + " being a copy of " + d.Path})
	}
	if len(out) > 1 {
		near := slices.DeleteFunc(slices.Clone(out), func(p model.Program) bool { return path.Dir(p.Path) != path.Dir(where(w.At)) })
		if len(near) != 1 {
			return nil
		}
		return near
	}
	return out
}

// common counts the segments that two paths have in common at their ends.
func common(a, b string) int {
	n := 0
	for i, j := len(a)-1, len(b)-1; ; i, j = i-1, j-1 {
		if (i < 0 || a[i] == '/') && (j < 0 || b[j] == '/') {
			n++
		}
		if i < 0 || j < 0 || a[i] != b[j] {
			return n
		}
	}
}

// uses reports whether a file names a class that another one defines.
func uses(from, d *model.Driver) bool {
	return slices.ContainsFunc(from.Imports, func(name string) bool { return slices.Contains(d.Names, name) })
}

// resolve finds the module that a dotted path of a Python program leads into,
// from the program's folder or one above it, and what the path names there.
func (in drivers) resolve(from *model.Driver, name string) (*model.Driver, string) {
	dir := path.Dir(from.Path)
	for dots := 0; strings.HasPrefix(name, "."); dots++ { // from . import x
		if name = name[1:]; dots > 0 {
			dir = path.Dir(dir)
		}
	}
	parts := strings.Split(name, ".")
	for n := len(parts); n > 0; n-- {
		for _, file := range []string{path.Join(parts[:n]...) + ".py", path.Join(append(slices.Clone(parts[:n]), "__init__.py")...)} {
			if found := in.at(dir, file); found != nil && found != from {
				return found, strings.Join(parts[n:], ".")
			}
		}
	}
	return nil, ""
}
