package link

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
)

// pipelines gives each launch what its program sets. A program that no launch
// among the files starts is a pipeline by itself, if it shows that it is one.
func pipelines(set *model.Set, jars *archives) {
	launched := map[*model.Pipeline]bool{}
	for _, w := range set.Workloads {
		if w.Kind != model.KindPipeline || w.Run != nil {
			continue
		}
		p := programOf(w, set.Pipelines)
		if p == nil {
			p = byMain(w, set)
		}
		if p == nil {
			if p = alone(w, set, jars); p != nil {
				w.Assumed = "the launch running " + where(p.At)
			}
		}
		if p != nil {
			launched[p] = true
			beam.Attach(w, p)
		}
	}
	for _, p := range set.Pipelines {
		if !launched[p] && !p.Test {
			if w, ok := beam.Program(p); ok {
				set.Workloads = append(set.Workloads, w)
			}
		}
	}
}

// alone returns the program that a launch starts which names no class (sbt run,
// java -jar, gradle run): the only one of the folder that it runs in or, if
// there is none, of one or two above; of several, the only one that is not of
// another build below. Others that set nothing may be there.
func alone(w *model.Workload, set *model.Set, jars *archives) *model.Pipeline {
	if w.Lang != model.Java || w.Away != "" || isClass(w.Program.Raw().String()) || jars.foreign(w) {
		return nil
	}
	for _, home := range homes(w, w.Folder) {
		for range 3 {
			var all, own []*model.Pipeline
			for _, p := range set.Pipelines {
				if p.Lang != model.Java || !under(folder(where(p.At)), home) {
					continue
				}
				all = append(all, p)
				if !slices.ContainsFunc(set.Builds, func(b *model.Build) bool {
					dir := path.Clean(folderOf(b))
					return dir != home && dir != "." && under(dir, home) && under(folder(where(p.At)), dir)
				}) {
					own = append(own, p)
				}
			}
			switch {
			case len(own) == 1:
				return own[0]
			case len(all) == 1:
				return all[0]
			case len(all) > 0:
				return nil
			}
			if home == "." {
				break
			}
			home = path.Dir(home)
		}
	}
	return nil
}

// isClass reports whether a word is the name of a class.
func isClass(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	return last != "" && last[0] >= 'A' && last[0] <= 'Z' && !strings.ContainsAny(name, "/: ")
}

// programOf finds the program that a launch names: a file by its path from the
// launch's folder or one above it, a module or class by its name: that in the
// nearest folder, as modules of one tree often copy a class. Two that fit are none.
func programOf(w *model.Workload, all []*model.Pipeline) *model.Pipeline {
	name := w.Program.Raw().String()
	if !w.Program.Known() || name == "" {
		return nil
	}
	var out []*model.Pipeline
	module := strings.ReplaceAll(name, ".", "/")
	for dir := path.Dir(where(w.At)); ; dir = path.Dir(dir) {
		named := path.Join(dir, name)
		files := []string{named, path.Join(dir, module+".py"), path.Join(dir, module, "__main__.py")}
		out = filter(all, func(p *model.Pipeline) bool {
			return slices.Contains(files, where(p.At)) || w.Lang == model.Go && path.Dir(where(p.At)) == named
		})
		if len(out) > 0 || dir == "." || dir == "/" {
			break
		}
	}
	if len(out) == 0 {
		out = highest(all, func(p *model.Pipeline) int {
			if !slices.Contains(p.Names, name) {
				return -1
			}
			return near(p.At, w.At)
		})
	}
	if len(out) != 1 || w.Lang != "" && out[0].Lang != w.Lang {
		return nil
	}
	return out[0]
}

// byMain returns the program that the build of a launch names as its main class.
func byMain(w *model.Workload, set *model.Set) *model.Pipeline {
	if name := w.Program.Raw().String(); w.Lang != model.Java || name != "" && path.Ext(name) != ".jar" {
		return nil
	}
	for _, p := range set.Pipelines {
		if p.Lang == model.Java && slices.ContainsFunc(homes(w, w.Folder), func(dir string) bool { return under(folder(where(p.At)), dir) }) && mainOf(p, set.Builds) {
			return p
		}
	}
	return nil
}

// mainOf reports whether a build file above a program names its class.
func mainOf(p *model.Pipeline, builds []*model.Build) bool {
	for _, b := range builds {
		if b.Lang != model.Java || b.At.File == nil || !under(path.Dir(where(p.At)), folderOf(b)) {
			continue
		}
		for _, name := range p.Names {
			for _, mark := range []string{`""`, "''", "><"} {
				if bytes.Contains(b.At.File.Data, []byte(mark[:1]+name+mark[1:])) {
					return true
				}
			}
		}
	}
	return false
}
