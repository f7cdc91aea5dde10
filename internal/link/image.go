package link

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// images finds what images are built from.
type images struct {
	name map[string]*model.ImageBuild   // by what the same statement calls them, without a tag
	path map[string]*model.ImageBuild   // by the path of the Dockerfile
	tags map[string][]*model.ImageTag   // by the name that a command gives, without a tag
	near map[string][]*model.ImageBuild // of workers: by folder, what stands in it or below
}

func newImages(set *model.Set) *images {
	out := &images{map[string]*model.ImageBuild{}, map[string]*model.ImageBuild{}, map[string][]*model.ImageTag{}, map[string][]*model.ImageBuild{}}
	for _, b := range slices.Backward(set.Images) { // the first one is meant
		out.path[where(b.At)] = b
		for _, name := range b.Names {
			out.name[untagged(name.Raw().Sym())] = b
		}
	}
	for _, tag := range set.Tags {
		name := untagged(tag.Name.Raw().Sym())
		out.tags[name] = append(out.tags[name], tag)
	}
	for _, b := range set.Images {
		if beam.ForWorkers(b) {
			for dir := range above(folder(where(b.At))) {
				out.near[dir] = append(out.near[dir], b)
			}
		}
	}
	return out
}

// linkImage finds the Dockerfile of the image that the workers run: the one
// that a build command in the files gives that name; else, weakly, the only
// one of a Beam image, of the workers' ones, in the nearest folder.
func linkImage(w *model.Workload, in *images) {
	if w.Product != model.Dataflow {
		return
	}
	w.Worker.Image = w.Image
	if w.Image.Absent() || w.Image.Raw().Sym() == "" || beam.IsBeamImage(w.Image) {
		return
	}
	if w.Worker.Build = in.of(w.Image); w.Worker.Build != nil {
		return
	}
	for dir := range above(folder(where(w.At))) {
		if nearest := in.near[dir]; len(nearest) > 1 {
			return
		} else if len(nearest) == 1 {
			w.Worker.Build = nearest[0]
			w.Worker.Doubt = w.Image.Raw().String() + " being built from " + where(w.Worker.Build.At)
			return
		}
	}
}

// linkHome finds the Dockerfile of the container that launches a pipeline.
func linkHome(w *model.Workload, in *images) {
	if w.Inside.Raw().Sym() != "" {
		w.Home = in.of(w.Inside)
	}
}

// of returns what an image is built from that the files name, nil if they
// do not tell.
func (in *images) of(image value.Str) *model.ImageBuild {
	sym := untagged(image.Raw().Sym())
	if b := in.name[sym]; b != nil {
		return b
	}
	for _, tag := range in.tags[sym] {
		if b := in.built(tag); b != nil {
			return based(b, tag)
		}
	}
	return nil
}

// based is an image as the command makes it that builds it.
func based(b *model.ImageBuild, tag *model.ImageTag) *model.ImageBuild {
	out := *b
	if tag.For.Len() > 0 {
		out.Platform = value.Text(tag.For)
	}
	turn(b.Knobs, tag.Given, func(k model.Knob, to source.Text) { out.Base = value.Text(out.Base.Raw().Swap(k.At, to)) })
	return &out
}

// built returns the Dockerfile that a build command uses: seen from its folder,
// or from one above, where scripts are often run.
func (in *images) built(tag *model.ImageTag) *model.ImageBuild {
	file, top := strings.CutPrefix(tag.Dockerfile(), "/")
	for dir := path.Dir(where(tag.At)); ; dir = path.Dir(dir) {
		if top {
			dir = "."
		}
		if b := in.path[path.Join(dir, file)]; b != nil {
			return b
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// untagged drops the tag of an image's name.
func untagged(name string) string {
	if i := strings.LastIndex(name, ":"); i > strings.LastIndex(name, "/") {
		return name[:i]
	}
	return name
}
