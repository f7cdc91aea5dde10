package engine

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/engine/walk"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/surface/code"
)

// maxPrograms bounds the files that are read because a job or another program
// names them.
const maxPrograms = 500

// programs reads the main programs of jobs and what they import: a program
// that sets nothing itself may import one that does, and no word in it tells.
// Where no program of the tree sets anything, none is read.
func (rd *reading) programs(ctx context.Context, in walk.Options, set *model.Set) {
	rd.pipelines(set)
	rd.builders(ctx, in, set)
	if len(set.Drivers) == 0 {
		return
	}
	pr := &programs{reading: rd, set: set, known: map[string]bool{}}
	for _, d := range set.Drivers {
		pr.known[d.At.File.Path] = true
	}
	first := len(set.Drivers)
	pr.named(ctx, in)
	pr.python(code.SparkPython())
	pr.classes(code.SparkJVM(), first)
}

// named reads the files that may be the main program of a job by their names
// alone, wherever they stand: those of a class, and those that a copy in a bucket may
// be of. Only all of them tell which one it is. Where nothing of that language
// has been found, the tree is not listed again.
func (pr *programs) named(ctx context.Context, in walk.Options) {
	langs, bases := map[model.Lang]bool{}, map[string]bool{}
	for _, d := range pr.set.Drivers {
		langs[d.Lang] = true
		if d.Lang == model.Python {
			bases[path.Base(d.Path)] = true
		}
	}
	want := map[string]bool{}
	for _, w := range pr.set.Workloads {
		name := w.Driver.Raw().String()
		switch base := path.Base(name); {
		case w.Product == model.Dataflow || name == "":
		case path.Ext(name) == ".py": // only where one of that name sets something
			if strings.Contains(name, ":") && bases[base] {
				want[base] = true
			}
		case langs[model.Java] && !strings.ContainsAny(name, "/:$") && !pr.defines(name):
			class := strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "Kt")
			want[class+".scala"], want[class+".java"], want[class+".kt"] = true, true, true
		}
	}
	in = again(in)
	if len(want) == 0 || len(in.Paths) == 0 {
		return
	}
	in.Match = func(p string, _ []byte) *walk.Finder {
		if want[path.Base(p)] {
			return walk.NewFinder(nil)
		}
		return nil
	}
	found, _ := walk.Files(ctx, in, func(f walk.File) walk.File {
		f.Keep(nil)
		return f
	})
	for _, f := range found {
		for _, s := range []surface.Surface{code.SparkPython(), code.SparkJVM()} {
			if want[path.Base(f.Path)] && s.Takes(f.Path) {
				pr.add(s, source.NewFile(f.Path, source.Code, f.Data))
			}
		}
	}
}

// again are the options of another walk over the same files: standard input has been
// read.
func again(in walk.Options) walk.Options {
	in.Paths = slices.DeleteFunc(slices.Clone(in.Paths), func(p string) bool { return p == "-" })
	return in
}

// defines reports whether a program that was read defines a class.
func (pr *programs) defines(class string) bool {
	return slices.ContainsFunc(pr.set.Drivers, func(d *model.Driver) bool { return slices.Contains(d.Names, class) })
}

// programs finds the files of programs by what others call them.
type programs struct {
	*reading
	set   *model.Set
	known map[string]bool // by path
}

// read reads a file that is named in another one; false if there is none.
func (pr *programs) read(s surface.Surface, from *source.File, name string) bool {
	f, ok := (&oneFile{reading: pr.reading, file: from}).open(name)
	if ok && s.Takes(f.Path) {
		pr.add(s, f)
	}
	return ok
}

func (pr *programs) add(s surface.Surface, f *source.File) {
	if pr.known[f.Path] || len(pr.known) > maxPrograms {
		return
	}
	pr.known[f.Path] = true
	(&oneFile{reading: pr.reading, file: f, set: pr.set}).read(&s, surface.Fragment{Text: source.Whole(f)}, 0)
}

func (pr *programs) python(s surface.Surface) {
	for _, w := range pr.set.Workloads {
		if name := w.Driver.Raw().String(); w.At.File != nil && path.Ext(name) == ".py" {
			// a bucket has a copy of the file: its path is known from its end
			name = strings.TrimPrefix(name, "file:///")
			for name != "" && !pr.read(s, w.At.File, name) {
				_, name, _ = strings.Cut(name, "/")
			}
		}
	}
	for i := 0; i < len(pr.set.Drivers); i++ {
		d := pr.set.Drivers[i]
		if d.Lang != model.Python {
			continue
		}
		for _, name := range d.Imports {
			for name = strings.TrimLeft(name, "."); name != ""; {
				if pr.read(s, d.At.File, strings.ReplaceAll(name, ".", "/")+".py") {
					break
				}
				name = name[:max(strings.LastIndexByte(name, '.'), 0)]
			}
		}
	}
}

// sources is a folder under which the packages of a program are folders.
type sources struct {
	dir  string
	from *source.File // a program in it
	firm string       // how the names of its owner's packages start: com.acme.
}

// classes reads the main classes of jobs, and what these use of the same
// owner's classes: next to a program that sets something, where their
// packages say that they stand. Those from first on were read for a job.
func (pr *programs) classes(s surface.Surface, first int) {
	var roots []sources
	for _, d := range pr.set.Drivers {
		if d.Lang != model.Java || len(d.Names) == 0 {
			continue
		}
		pkg := d.Names[0][:max(strings.LastIndexByte(d.Names[0], '.'), 0)]
		dir, ok := strings.CutSuffix(path.Dir(d.At.File.Path), strings.ReplaceAll(pkg, ".", "/"))
		if !ok || slices.ContainsFunc(roots, func(r sources) bool { return r.dir == dir }) {
			continue
		}
		parts := strings.SplitAfterN(pkg, ".", 3)
		roots = append(roots, sources{dir, d.At.File, strings.Join(parts[:min(2, len(parts))], "")})
	}
	if len(roots) == 0 {
		return
	}
	tried := map[string]bool{}
	class := func(name string) {
		if tried[name] {
			return
		}
		tried[name] = true
		for _, r := range roots {
			if strings.HasPrefix(name, r.firm) {
				pr.class(s, r, strings.ReplaceAll(name, ".", "/"))
			}
		}
	}
	for _, w := range pr.set.Workloads {
		if name := w.Driver.Raw().String(); !strings.ContainsAny(name, "/:") && w.Product != model.Dataflow {
			class(strings.TrimSuffix(name, "Kt"))
		}
	}
	for i := first; i < len(pr.set.Drivers); i++ {
		for _, name := range pr.set.Drivers[i].Imports {
			class(name)
		}
	}
}

// class reads the file of a class, in the language of the folder or in that of
// the one beside it.
func (pr *programs) class(s surface.Surface, r sources, name string) {
	main := path.Dir(path.Clean(r.dir))
	for _, at := range []string{path.Join(r.dir, name) + ".java", path.Join(r.dir, name) + ".scala", path.Join(r.dir, name) + ".kt",
		path.Join(main, "java", name) + ".java", path.Join(main, "scala", name) + ".scala", path.Join(main, "kotlin", name) + ".kt"} {
		if f, ok := pr.memo("file:"+at, func() any { return pr.load(at) }).(*source.File); ok && f != nil && !pr.known[at] {
			pr.read(s, f, path.Base(at))
		}
	}
}
