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
// one of a Beam image in the nearest folder.
func linkImage(w *model.Workload, set *model.Set) {
	all := set.Images
	if w.Product != model.Dataflow {
		return
	}
	w.Worker.Image = w.Image
	sym := w.Image.Raw().Sym()
	if w.Image.Absent() || sym == "" || beam.IsBeamImage(w.Image) {
		return
	}
	for _, b := range all {
		for _, name := range b.Names {
			if untagged(name.Raw().Sym()) == untagged(sym) {
				w.Worker.Build = b
				return
			}
		}
	}
	for _, tag := range set.Tags {
		if untagged(tag.Name.Raw().Sym()) == untagged(sym) {
			if b := built(tag, all); b != nil {
				w.Worker.Build = based(b, tag.Given)
				return
			}
		}
	}
	nearest := highest(filter(all, beam.ForWorkers), func(b *model.ImageBuild) int { return near(b.At, w.At) })
	if len(nearest) == 1 {
		w.Worker.Build = nearest[0]
		w.Worker.Doubt = w.Image.Raw().String() + " being built from " + where(w.Worker.Build.At)
	}
}

// based replaces in an image's base what the command sets that builds it.
func based(b *model.ImageBuild, given []model.Given) *model.ImageBuild {
	out := *b
	turn(b.Knobs, given, func(k model.Knob, to source.Text) { out.Base = value.Text(out.Base.Raw().Swap(k.At, to)) })
	return &out
}

// built returns the Dockerfile that a build command uses.
func built(tag *model.ImageTag, all []*model.ImageBuild) *model.ImageBuild {
	dir := path.Dir(where(tag.At))
	want := path.Join(dir, tag.Folder, "Dockerfile")
	if tag.File != "" {
		want = path.Join(dir, tag.File)
	}
	for _, b := range all {
		if where(b.At) == want {
			return b
		}
	}
	return nil
}

// untagged drops the tag of an image's name.
func untagged(name string) string {
	if i := strings.LastIndex(name, ":"); i > strings.LastIndex(name, "/") {
		return name[:i]
	}
	return name
}
