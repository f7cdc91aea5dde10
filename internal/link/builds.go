package link

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// builds finds what says which SDK a pipeline runs, so that a launch need not look
// at all of it. Everything is found in the order in which it was read.
type builds struct {
	all    []*model.Build
	file   map[*source.File][]int // of which file
	folder map[string][]int       // that speak of launches in other files, by the folder that they are for
	sorted []string               // the keys of folder
	apart  map[kind]bool          // what several has found
}

// kind is which builds a launch goes by.
type kind struct {
	lang    model.Lang
	builder model.Tool
}

func newBuilds(all []*model.Build) *builds {
	out := &builds{all: all, file: make(map[*source.File][]int, len(all)), folder: make(map[string][]int, len(all)), apart: map[kind]bool{}}
	for i, b := range all {
		if f := b.At.File; f != nil {
			out.file[f] = append(out.file[f], i)
		}
		if !b.Alone {
			dir := folderOf(b)
			if dir == "." {
				dir = ""
			}
			out.folder[dir] = append(out.folder[dir], i)
		}
	}
	for dir := range out.folder {
		out.sorted = append(out.sorted, dir)
	}
	slices.Sort(out.sorted)
	return out
}

// nearest returns the builds of a pipeline's language that are nearest to one of
// some folders: those in the pipeline's file or in that of its container first,
// else those for the nearest folder, or for several that are as deep.
func (in *builds) nearest(w *model.Workload, folders []string) []*model.Build {
	var found []int
	for i, f := range []*source.File{w.At.File, homeFile(w)} {
		if f != nil && len(folders) > 0 && (i == 0 || f != w.At.File) {
			found = append(found, in.fitting(w, in.file[f])...)
		}
	}
	if len(found) > 0 {
		return in.at(found)
	}
	best, seen := 0, map[string]bool{}
	for _, folder := range folders {
		for dir := range above(folder) {
			depth := 0
			if dir == anywhere {
				dir = ""
			} else if dir != "" {
				depth = 1 + strings.Count(dir, "/")
			}
			if depth < best || seen[dir] {
				break // others are nearer, or the same
			}
			if fit := in.fitting(w, in.folder[dir]); len(fit) > 0 {
				if depth > best {
					best, found = depth, nil
				}
				found, seen[dir] = append(found, fit...), true
				break
			}
		}
	}
	return in.at(found)
}

func homeFile(w *model.Workload) *source.File {
	if w.Home == nil {
		return nil
	}
	return w.Home.At.File
}

// fitting returns those that fit a pipeline.
func (in *builds) fitting(w *model.Workload, some []int) []int {
	return filter(some, func(i int) bool { return fits(in.all[i], w) })
}

// at returns builds by their places, in order.
func (in *builds) at(found []int) []*model.Build {
	slices.Sort(found)
	var out []*model.Build
	for _, i := range found {
		out = append(out, in.all[i])
	}
	return out
}

// fits reports whether a build names the SDK of a pipeline in its language, and the
// tool that launches it reads the build.
func fits(b *model.Build, w *model.Workload) bool {
	return (w.Lang == "" || b.Lang == w.Lang) && !b.SDK.Absent() && (w.Builder == "" || b.Tool == w.Builder)
}

// below returns the builds in folders below that of a launch, which finds none
// where it stands: readers of a document are expected to go there, and a
// template is made of what lies there.
func (in *builds) below(w *model.Workload) []*model.Build {
	if w.Lang == "" || w.Kind == model.KindPipeline && (w.At.File == nil || w.At.File.Kind != source.Doc) {
		return nil
	}
	var out []*model.Build
	seen := map[int]bool{}
	for _, dir := range homes(w, w.Folder) {
		from, to := 0, len(in.sorted)
		if dir != "." {
			from, _ = slices.BinarySearch(in.sorted, dir+"/")
			to, _ = slices.BinarySearch(in.sorted, dir+"0") // what follows a slash
		}
		var found []int
		for _, folder := range in.sorted[from:max(from, to)] {
			for _, i := range in.fitting(w, in.folder[folder]) {
				if !seen[i] {
					found, seen[i] = append(found, i), true
				}
			}
		}
		out = append(out, in.at(found)...)
	}
	if w.Kind != model.KindPipeline && len(out) > 0 && !agreeing(exactOnes(out)) {
		return nil // which of them the template holds is no question of the files
	}
	return out
}

// several reports whether more than one build may be that of a launch.
func (in *builds) several(w *model.Workload) bool {
	k := kind{w.Lang, w.Builder}
	if apart, known := in.apart[k]; known {
		return apart
	}
	first := ""
	for i, folder := range in.sorted {
		if len(in.fitting(w, in.folder[folder])) == 0 {
			continue
		}
		if in.apart[k] = first != ""; in.apart[k] {
			break
		}
		first = in.sorted[i] + "/"
	}
	return in.apart[k]
}

// folderOf returns the folder of the programs that a build is for.
func folderOf(b *model.Build) string {
	if b.Folder != "" {
		return b.Folder
	}
	return folder(where(b.At))
}
