package engine

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/surface/build"
	"github.com/proflint/proflint/internal/surface/code"
)

// pipelines reads what launches that ask rest on, and no word in it tells:
// their programs, which may replace the request, and the images that they
// are launched in.
func (rd *reading) pipelines(set *model.Set) {
	known := map[string]bool{}
	for _, p := range set.Pipelines {
		known[p.At.File.Path] = true
	}
	for _, b := range set.Images {
		known[b.At.File.Path] = true
	}
	take := func(s surface.Surface, from *source.File, name string) bool {
		f, ok := (&oneFile{reading: rd, file: from}).open(name)
		if !ok || !s.Takes(f.Path) {
			return false
		}
		if !known[f.Path] && len(known) < maxPrograms {
			known[f.Path] = true
			(&oneFile{reading: rd, file: f, set: set}).read(&s, surface.Fragment{Text: source.Whole(f)}, 0)
		}
		return true
	}
	contained := false
	for _, w := range set.Workloads {
		if w.Kind != model.KindPipeline || w.At.File == nil || !beam.Asks(w.Args) {
			continue
		}
		contained = contained || w.Inside.Raw().Len() > 0
		for _, name := range sourcesOf(w) {
			if take(programReader(w.Lang), w.At.File, path.Join(w.Folder, name)) {
				break
			}
		}
	}
	for _, tag := range set.Tags {
		if contained && tag.At.File != nil {
			take(build.Dockerfile(), tag.At.File, strings.TrimPrefix(tag.Dockerfile(), "/"))
		}
	}
}

func programReader(lang model.Lang) surface.Surface {
	if lang == model.Java {
		return code.BeamJVM()
	}
	return code.BeamPython()
}

// sourcesOf returns where the program may stand that a launch names.
func sourcesOf(w *model.Workload) []string {
	name := w.Program.Raw().String()
	at := strings.ReplaceAll(name, ".", "/")
	switch {
	case !w.Program.Known() || name == "" || strings.HasPrefix(w.Folder, "/"):
	case w.Lang == model.Python && path.Ext(name) == ".py":
		return []string{name}
	case w.Lang == model.Python:
		return []string{at + ".py", at + "/__main__.py"}
	case w.Lang == model.Java && !strings.Contains(name, "/"):
		class := strings.TrimSuffix(at, "Kt")
		return []string{"src/main/java/" + class + ".java", "src/main/kotlin/" + class + ".kt", "src/main/scala/" + class + ".scala"}
	}
	return nil
}
