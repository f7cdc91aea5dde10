package link

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// linkImage finds the Dockerfile of the image that the workers run: the one
// that a build command in the files gives that name; else, weakly, the only
// one of a Beam image, of the workers' ones, in the nearest folder.
func linkImage(w *model.Workload, set *model.Set, workers []*model.ImageBuild) {
	if w.Product != model.Dataflow {
		return
	}
	w.Worker.Image = w.Image
	if w.Image.Absent() || w.Image.Raw().Sym() == "" || beam.IsBeamImage(w.Image) {
		return
	}
	if w.Worker.Build = imageOf(w.Image, set); w.Worker.Build != nil {
		return
	}
	nearest := highest(workers, func(b *model.ImageBuild) int { return near(b.At, w.At) })
	if len(nearest) == 1 {
		w.Worker.Build = nearest[0]
		w.Worker.Doubt = w.Image.Raw().String() + " being built from " + where(w.Worker.Build.At)
	}
}

// linkHome finds the Dockerfile of the container that launches a pipeline.
func linkHome(w *model.Workload, set *model.Set) {
	if w.Inside.Raw().Sym() != "" {
		w.Home = imageOf(w.Inside, set)
	}
}

// imageOf returns what an image is built from that the files name, nil if they
// do not tell.
func imageOf(image value.Str, set *model.Set) *model.ImageBuild {
	sym := untagged(image.Raw().Sym())
	for _, b := range set.Images {
		for _, name := range b.Names {
			if untagged(name.Raw().Sym()) == sym {
				return b
			}
		}
	}
	for _, tag := range set.Tags {
		if untagged(tag.Name.Raw().Sym()) == sym {
			if b := built(tag, set.Images); b != nil {
				return based(b, tag)
			}
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
func built(tag *model.ImageTag, all []*model.ImageBuild) *model.ImageBuild {
	file, top := strings.CutPrefix(tag.Dockerfile(), "/")
	for dir := path.Dir(where(tag.At)); ; dir = path.Dir(dir) {
		if top {
			dir = "."
		}
		want := path.Join(dir, file)
		for _, b := range all {
			if where(b.At) == want {
				return b
			}
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
