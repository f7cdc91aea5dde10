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
	last map[string][]*model.ImageTag   // by the last part of that name
	near map[string][]*model.ImageBuild // of workers: by folder, what stands in it or below
}

func newImages(set *model.Set) *images {
	out := &images{map[string]*model.ImageBuild{}, map[string]*model.ImageBuild{}, map[string][]*model.ImageTag{}, map[string][]*model.ImageTag{}, map[string][]*model.ImageBuild{}}
	for _, b := range slices.Backward(set.Images) { // the first one is meant
		out.path[where(b.At)] = b
		for _, name := range b.Names {
			out.name[untagged(name.Raw()).Sym()] = b
		}
	}
	for _, tag := range set.Tags {
		name := untagged(tag.Name.Raw())
		last := lastPart(name)
		out.tags[name.Sym()] = append(out.tags[name.Sym()], tag)
		out.last[last] = append(out.last[last], tag)
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
	if w.Image.Absent() || untagged(w.Image.Raw()).Sym() == "" || beam.IsBeamImage(w.Image) {
		return
	}
	if w.Worker.Build, w.Worker.Doubt = in.of(w.Image, w.At); w.Worker.Build != nil {
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
		w.Home, _ = in.of(w.Inside, w.At)
	}
}

// of returns what an image is built from that a launch names, and why it may be
// something else; nil if the files do not tell. Names are the same but for their
// tags; weakly, if what one of them does not show may be what the other one has.
func (in *images) of(image value.Str, at source.Span) (*model.ImageBuild, string) {
	name := untagged(image.Raw())
	if b := in.name[name.Sym()]; b != nil {
		return b, ""
	}
	if b := in.nearest(in.tags[name.Sym()], at); b != nil {
		return b, ""
	}
	may := func(tag *model.ImageTag) bool { return mayBe(name, untagged(tag.Name.Raw())) }
	if last := lastPart(name); last != "" {
		if b := in.nearest(filter(in.last[last], may), at); b != nil {
			return b, image.Raw().String() + " being built from " + where(b.At)
		}
	}
	return nil, ""
}

// nearest returns what the commands build that are nearest to a place, if it is
// one image.
func (in *images) nearest(tags []*model.ImageTag, at source.Span) *model.ImageBuild {
	var out *model.ImageBuild
	for _, tag := range highest(tags, func(t *model.ImageTag) int { return near(t.At, at) }) {
		b := in.built(tag)
		if b != nil && out != nil && b.At != out.At {
			return nil
		}
		if b != nil && out == nil {
			out = based(b, tag)
		}
	}
	return out
}

// mayBe reports whether two names of images may be the same: part by part.
func mayBe(a, b source.Text) bool {
	x, y := strings.Split(a.Mask(0), "/"), strings.Split(b.Mask(0), "/")
	if len(x) != len(y) || len(x) < 2 {
		return false
	}
	for i := range x {
		if x[i] != y[i] && !strings.Contains(x[i]+y[i], "\x00") {
			return false
		}
	}
	return true
}

// ImageName returns the last part of an image's name, without a tag or a digest; ""
// where it is not known.
func ImageName(image source.Text) string { return lastPart(untagged(image)) }

// lastPart returns the last part of an image's name, "" where it is not known.
func lastPart(name source.Text) string {
	s := name.Mask(0)
	if s = s[strings.LastIndexByte(s, '/')+1:]; strings.Contains(s, "\x00") {
		return ""
	}
	return s
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

// untagged drops the tag or the digest of an image's name.
func untagged(name source.Text) source.Text {
	s := name.Mask(0)
	if i := strings.IndexByte(s, '@'); i > 0 {
		s = s[:i]
	}
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, '/') {
		s = s[:i]
	}
	return name.Slice(0, len(s))
}
