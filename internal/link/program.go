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
	name map[string][]int           // by the class that they define, places in all
	base map[string][]*model.Driver // by the last part of their paths
	jar  map[string][]*model.Driver // by the archive that they are built into, in lower case
}

func newDrivers(all []*model.Driver) drivers {
	out := drivers{all, make(map[string]*model.Driver, len(all)), map[string][]int{}, map[string][]*model.Driver{}, map[string][]*model.Driver{}}
	for i, d := range all {
		if out.path[d.Path] == nil { // the first of a path is meant
			out.path[d.Path] = d
		}
		for _, name := range d.Names {
			out.name[name] = append(out.name[name], i)
		}
		base := path.Base(d.Path)
		out.base[base] = append(out.base[base], d)
		if d.Archive != "" {
			jar := strings.ToLower(d.Archive)
			out.jar[jar] = append(out.jar[jar], d)
		}
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
	known := map[*model.Driver]bool{}
	for i := range w.Programs {
		known[w.Programs[i].Driver] = true
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
		for _, d := range in.used(w.Programs[i].Driver) {
			if known[d] {
				continue
			}
			known[d] = true
			w.Programs = append(w.Programs, model.Program{Driver: d, Doubt: "the program calling " + d.Path})
		}
	}
}

// calls follows what a Python program calls, into the modules that it imports.
type calls struct {
	w     *model.Workload
	in    drivers
	at    map[*model.Driver]int                    // the programs of w so far
	doubt string                                   // of the main program
	uses  map[*model.Driver]map[string][]model.Use // what a program calls, by the function that does and by those around it
}

// of returns what a function of a program calls, with those in it.
func (c *calls) of(d *model.Driver, name string) []model.Use {
	if c.uses == nil {
		c.uses = map[*model.Driver]map[string][]model.Use{}
	}
	by, ok := c.uses[d]
	if !ok {
		by = map[string][]model.Use{}
		for _, u := range d.Uses {
			for i := range u.In {
				if u.In[i] == '.' {
					by[u.In[:i]] = append(by[u.In[:i]], u)
				}
			}
			by[u.In] = append(by[u.In], u)
		}
		c.uses[d] = by
	}
	return by[name]
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
	for _, u := range c.of(p.Driver, name) {
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
	if c.at == nil {
		c.at = map[*model.Driver]int{}
		for i, p := range slices.Backward(c.w.Programs) {
			c.at[p.Driver] = i
		}
	}
	at, known := c.at[d]
	if !known {
		at = len(c.w.Programs)
		c.at[d] = at
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
		return in.archived(name)
	}
	if !strings.ContainsAny(name, "/:") && path.Ext(name) != ".py" && path.Ext(name) != ".R" && path.Ext(name) != ".r" {
		return in.called(name)
	}
	if local := strings.TrimPrefix(name, "file:///"); w.Driver.Known() && !strings.Contains(local, ":") {
		if found := in.at(path.Dir(where(w.At)), local); found != nil {
			return []model.Program{{Driver: found}}
		}
	}
	return uploaded(w, name, in.base[path.Base(name)])
}

// archived finds the programs of the module that an archive is named after: which
// of them is the main program stands in the archive.
func (in drivers) archived(name string) []model.Program {
	base := strings.ToLower(path.Base(name))
	var out []model.Program
	for end := strings.LastIndexAny(base, "-_."); end > 0 && out == nil; end = strings.LastIndexAny(base[:end], "-_.") {
		for _, d := range in.jar[base[:end]] {
			out = append(out, model.Program{Driver: d, Doubt: path.Base(name) + " being built from " + d.Path})
		}
	}
	return out
}

// called finds a class.
func (in drivers) called(name string) []model.Program {
	var out []model.Program
	for _, i := range slices.Compact(in.name[name]) {
		out = append(out, model.Program{Driver: in.all[i]})
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

// used returns, in order, the files of a language that define the classes which
// one of them names.
func (in drivers) used(from *model.Driver) []*model.Driver {
	var at []int
	for _, name := range from.Imports {
		at = append(at, in.name[name]...)
	}
	slices.Sort(at)
	var out []*model.Driver
	for _, i := range slices.Compact(at) {
		if in.all[i].Lang == from.Lang {
			out = append(out, in.all[i])
		}
	}
	return out
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
