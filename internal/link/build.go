package link

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// askSDK is the command that shows the SDK version of an environment.
var askSDK = map[model.Lang]string{
	model.Python: "pip show apache-beam",
	model.Java:   "mvn dependency:list -DincludeGroupIds=org.apache.beam",
	model.Go:     "go list -m github.com/apache/beam/sdks/v2",
}

// linkBuild finds the build whose SDK a pipeline runs: an install command of
// the same file, else the nearest build file of its language in its folder or
// above. Both are firm.
func linkBuild(w *model.Workload, all []*model.Build) {
	if w.Product != model.Dataflow || w.Build.To.Known() {
		return
	}
	template := w.Kind != model.KindPipeline
	hole := &source.Hole{Why: "no build file of the pipeline names it", Ask: askSDK[w.Lang]}
	var best []*model.Build
	nearest := -1
	for _, b := range all {
		if w.Lang != "" && b.Lang != w.Lang || b.SDK.Absent() {
			continue
		}
		n := depth(b, w)
		if n > nearest {
			nearest, best = n, nil
		}
		if n == nearest && n >= 0 {
			best = append(best, b)
		}
	}
	if template {
		hole.Why = "it is inside the template, which these files do not build"
		hole.Ask = "gcloud dataflow jobs describe JOB_ID --full --format='value(jobMetadata.sdkVersion.version)'"
	}
	best = exactOnes(best)
	switch {
	case len(best) == 0:
		w.Build.To = value.Not[*model.Build](hole, w.At)
	case agreeing(best):
		w.Build.To = value.Of(best[0], best[0].At)
		if template { // the files beside a launch are likely, not certain, to be what built it
			w.Build.To = w.Build.To.Weaken("the template being built from " + where(best[0].At))
		} else if w.Lang == "" {
			w.Lang = best[0].Lang
		}
	default:
		w.Build.Among = best
		hole.Why = "several build files name one: " + best[0].At.String() + " and " + best[1].At.String()
		w.Build.To = value.Not[*model.Build](hole, best[0].At)
	}
}

// depth ranks a build for a pipeline: the same file first, then by how near
// its folder is; -1 for a folder that is not the pipeline's nor above it.
func depth(b *model.Build, w *model.Workload) int {
	if sameFile(b.At, w.At) {
		return 1 << 20
	}
	// asked for each pair of a pipeline and a build: nothing is allocated
	dir, file := b.Folder, where(w.At)
	if dir == "" {
		at := where(b.At)
		dir = at[:max(strings.LastIndexByte(at, '/'), 0)]
	}
	if dir == "." || dir == "" {
		return 0
	}
	if len(file) > len(dir) && file[len(dir)] == '/' && strings.HasPrefix(file, dir) {
		return 1 + strings.Count(dir, "/")
	}
	return -1
}

// exactOnes prefers lock files and pins to ranges.
func exactOnes(in []*model.Build) []*model.Build {
	var out []*model.Build
	for _, b := range in {
		if r, ok := b.SDK.Get(); ok && r.Single() {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		return in
	}
	return out
}

// agreeing reports whether all allow the same versions.
func agreeing(in []*model.Build) bool {
	first, ok := in[0].SDK.Get()
	for _, b := range in[1:] {
		r, known := b.SDK.Get()
		if known != ok || r.Text != first.Text && !(r.Single() && first.Single() && r.Lo.Compare(*first.Lo) == 0) {
			return false
		}
	}
	return ok || len(in) == 1
}

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
				w.Worker.Build = b
				return
			}
		}
	}
	best := -1
	for _, b := range all {
		n := shared(path.Dir(where(b.At)), path.Dir(where(w.At)))
		switch {
		case !beam.ForWorkers(b):
		case n > best:
			best, w.Worker.Build = n, b
		case n == best:
			w.Worker.Build = nil
		}
	}
	if w.Worker.Build != nil {
		w.Worker.Doubt = w.Image.Raw().String() + " being built from " + where(w.Worker.Build.At)
	}
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
