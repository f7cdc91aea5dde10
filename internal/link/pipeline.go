package link

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
)

// pipelines gives each launch what its program sets. A program that no launch
// among the files starts is a pipeline by itself, if it shows that it is one.
func pipelines(set *model.Set) {
	launched := map[*model.Pipeline]bool{}
	for _, w := range set.Workloads {
		if w.Kind != model.KindPipeline || w.Run != nil || w.Program.Raw().Len() == 0 {
			continue
		}
		if p := programOf(w, set.Pipelines); p != nil {
			launched[p] = true
			beam.Attach(w, p)
		}
	}
	for _, p := range set.Pipelines {
		if !launched[p] {
			if w, ok := beam.Program(p); ok {
				set.Workloads = append(set.Workloads, w)
			}
		}
	}
}

// programOf finds the program that a launch names: a file by its path from the
// launch's folder or one above it, a module or class by its name: that in the
// nearest folder, as modules of one tree often copy a class. Two that fit are none.
func programOf(w *model.Workload, all []*model.Pipeline) *model.Pipeline {
	name := w.Program.Raw().String()
	if !w.Program.Known() {
		return nil
	}
	var out []*model.Pipeline
	for dir := path.Dir(where(w.At)); ; dir = path.Dir(dir) {
		for _, p := range all {
			file := where(p.At)
			folder := strings.ReplaceAll(name, ".", "/")
			if file == path.Join(dir, name) || file == path.Join(dir, folder+".py") || file == path.Join(dir, folder, "__main__.py") ||
				w.Lang == model.Go && path.Dir(file) == path.Join(dir, name) {
				out = append(out, p)
			}
		}
		if len(out) > 0 || dir == "." || dir == "/" {
			break
		}
	}
	if len(out) == 0 {
		out = classOf(w, name, all)
	}
	if len(out) != 1 || w.Lang != "" && out[0].Lang != w.Lang {
		return nil
	}
	return out[0]
}

// classOf returns the programs that have a name, of those in the nearest folder.
func classOf(w *model.Workload, name string, all []*model.Pipeline) []*model.Pipeline {
	best := -1
	var out []*model.Pipeline
	for _, p := range all {
		if !slices.Contains(p.Names, name) {
			continue
		}
		n := shared(path.Dir(where(p.At)), path.Dir(where(w.At)))
		if n > best {
			best, out = n, nil
		}
		if n == best {
			out = append(out, p)
		}
	}
	return out
}
