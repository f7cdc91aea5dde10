package engine

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/engine/walk"
	"github.com/proflint/proflint/internal/link"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// builders reads the scripts that build the images of launches that ask, if no
// file read so far does that in the launch's folder or above: they launch nothing,
// and no word in them tells.
func (rd *reading) builders(ctx context.Context, in walk.Options, set *model.Set) {
	var want []string
	for _, w := range set.Workloads {
		if w.Kind != model.KindPipeline || w.At.File == nil || !beam.Asks(w.Args) || beam.IsBeamImage(w.Image) {
			continue
		}
		if name := link.ImageName(w.Image.Raw()); len(name) > 2 && !slices.ContainsFunc(set.Tags, func(t *model.ImageTag) bool {
			if t.At.File == nil {
				return false
			}
			dir := path.Dir(t.At.File.Path)
			return link.ImageName(t.Name.Raw()) == name && (dir == "." || strings.HasPrefix(w.At.File.Path, dir+"/"))
		}) {
			want = append(want, name)
		}
	}
	in = again(in)
	if len(want) == 0 || len(in.Paths) == 0 || len(set.Images) == 0 {
		return
	}
	words := walk.NewFinder(want)
	in.Match = func(p string, head []byte) *walk.Finder {
		if rd.pick(p, head)&rd.scripts == 0 {
			return nil
		}
		return words
	}
	found, _ := walk.Files(ctx, in, rd.tags)
	for _, tags := range found {
		set.Tags = append(set.Tags, tags...)
	}
}

// tags returns what a file names that it builds, if nothing else in it is read.
func (rd *reading) tags(f walk.File) []*model.ImageTag {
	picked := rd.picked(f)
	if doc(f.Path) || rd.finder(picked).In(f.Data) { // it has been read
		return nil
	}
	one := &oneFile{reading: rd, file: source.NewFile(f.Path, source.Code, f.Keep(nil)), set: &model.Set{}}
	for i := range rd.surfaces {
		if s := &rd.surfaces[i]; (picked & rd.scripts).has(i) {
			one.read(s, surface.Fragment{Lang: s.Lang, Text: source.Whole(one.file)}, 0)
		}
	}
	return one.set.Tags
}
