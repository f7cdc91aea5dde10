package engine

import (
	"path"
	"strings"

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
func (rd *reading) programs(set *model.Set) {
	if len(set.Drivers) == 0 {
		return
	}
	s := code.SparkPython()
	known := map[string]bool{}
	for _, d := range set.Drivers {
		known[d.At.File.Path] = true
	}
	read := func(from *source.File, name string) bool {
		one := &oneFile{reading: rd, file: from, set: set}
		f, ok := one.open(name)
		if !ok || !s.Match(f.Path) || known[f.Path] || len(known) > maxPrograms {
			return ok
		}
		known[f.Path] = true
		(&oneFile{reading: rd, file: f, set: set}).read(s, surface.Fragment{Text: source.Exact(source.Span{File: f, End: len(f.Data)})}, 0)
		return true
	}
	for _, w := range set.Workloads {
		if name := w.Driver.Raw().String(); w.At.File != nil && path.Ext(name) == ".py" {
			// a bucket has a copy of the file: its path is known from its end
			name = strings.TrimPrefix(name, "file:///")
			for name != "" && !read(w.At.File, name) {
				_, name, _ = strings.Cut(name, "/")
			}
		}
	}
	for i := 0; i < len(set.Drivers); i++ {
		d := set.Drivers[i]
		for _, name := range d.Imports {
			for name = strings.TrimLeft(name, "."); name != ""; {
				if read(d.At.File, strings.ReplaceAll(name, ".", "/")+".py") {
					break
				}
				name = name[:max(strings.LastIndexByte(name, '.'), 0)]
			}
		}
	}
}
