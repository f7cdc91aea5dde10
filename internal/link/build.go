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

// askSDK is the command that shows the SDK version of an environment.
var askSDK = map[model.Lang]string{
	model.Python: "pip show apache-beam",
	model.Java:   "mvn dependency:list -DincludeGroupIds=org.apache.beam",
	model.Go:     "go list -m github.com/apache/beam/sdks/v2",
}

// linkBuild finds the build whose SDK a pipeline runs: an install command of
// the same file, else the nearest build file of its language in its folder or
// above. Both are firm.
func linkBuild(w *model.Workload, in *builds, jars *archives) {
	if w.Product != model.Dataflow || w.Build.To.Known() {
		return
	}
	template := w.Kind != model.KindPipeline
	hole := &source.Hole{Why: "no build file of the pipeline names it", Ask: askSDK[w.Lang]}
	best := in.nearest(w, homes(w, w.Folder))
	if name := w.Program.Raw().String(); len(best) == 0 && path.Ext(name) == ".py" && !path.IsAbs(name) {
		best = in.nearest(w, homes(w, path.Join(w.Folder, path.Dir(name))))
	}
	if template {
		hole.Why = "it is inside the template, which these files do not build"
		hole.Ask = "gcloud dataflow jobs describe JOB_ID --full --format='value(jobMetadata.sdkVersion.version)'"
	}
	if jars.foreign(w) {
		hole.Why = "these files do not build " + path.Base(w.Program.Raw().String())
		w.Build.To = value.Not[*model.Build](hole, w.At)
		return
	}
	guess := len(best) == 0 && w.Away == ""
	if guess {
		best = in.below(w)
	}
	best = activated(set(exactOnes(best), w.Given), w)
	away := w.Away != "" && len(best) > 0 && !sameFile(best[0].At, w.At)
	switch {
	case away && (strings.HasPrefix(w.Away, "/tmp/") || in.several(w)):
		hole.Why = "the launch runs in " + w.Away + ", a folder that is not known"
		w.Build.To = value.Not[*model.Build](hole, w.At)
	case len(best) == 0:
		w.Build.To = value.Not[*model.Build](hole, w.At)
	case agreeing(best):
		w.Build.To = value.Of(best[0], best[0].At)
		switch {
		case away:
			w.Build.To = w.Build.To.Weaken(w.Away + " being the folder of " + where(best[0].At))
		case guess && !template:
			w.Build.To = w.Build.To.Weaken("the launch being run beside " + where(best[0].At))
		}
		if template { // the files beside a launch are likely, not certain, to be what built it
			w.Build.To = w.Build.To.Weaken("the template being built from " + where(best[0].At))
		} else if w.Lang == "" {
			w.Lang = best[0].Lang
		}
	default:
		w.Build.Among = best
		hole.Why = "several build files name one: " + best[0].At.String() + " and " + best[1].At.String()
		w.Build.To = value.Of(oneOf(best, hole), best[0].At)
	}
}

// templates joins the launches of templates to the only command among the files
// that writes each: its language and its image are those of the launch.
func templates(set *model.Set, images *images) map[*model.Workload]*model.Workload {
	made := map[string][]*model.Workload{}
	for _, w := range set.Workloads {
		if sym := beam.Template(w).Raw().Sym(); sym != "" {
			made[sym] = append(made[sym], w)
		}
	}
	out := map[*model.Workload]*model.Workload{}
	for _, w := range set.Workloads {
		all := made[w.TemplateURI.Raw().Sym()]
		if w.Kind != model.KindTemplateLaunch || w.Run != nil || len(all) != 1 {
			continue
		}
		t := all[0]
		out[w] = t
		if w.Lang == "" {
			w.Lang = t.Lang
		}
		linkImage(t, images)
		if b := t.Worker.Build; b != nil && t.Worker.Doubt == "" {
			w.Launcher = b.Base // which the workers follow (F3.19)
		}
	}
	return out
}

// referred gives the commands that install what a file says that file's build,
// within the constraints of another one; a file that is not among the files may
// say anything.
func referred(all []*model.Build) []*model.Build {
	byPath, written := map[string]*model.Build{}, map[[2]string]*model.Build{}
	for _, b := range all {
		switch key := [2]string{where(b.At), b.Path}; {
		case b.Path == "" && b.Of == "":
			byPath[where(b.At)] = b
		case b.Path != "" && written[key] != nil && !agreeing([]*model.Build{written[key], b}):
			written[key] = oneOf([]*model.Build{written[key], b}, &source.Hole{Why: b.Path + " is written twice"})
		case b.Path != "":
			written[key] = b
		}
	}
	above := func(b *model.Build, name, found string) *model.Build {
		of := written[[2]string{where(b.At), name}] // in another step of the same file
		has := byPath[found]
		switch {
		case of != nil && has != nil && of.At.Start > b.At.Start && !agreeing([]*model.Build{of, has}):
			return oneOf([]*model.Build{has, of}, &source.Hole{Why: name + " is written further below"})
		case of != nil:
			return of
		case found != "":
			return has
		}
		for dir := path.Dir(where(b.At)); name != ""; dir = path.Dir(dir) {
			if of := byPath[path.Join(dir, name)]; of != nil {
				return of
			}
			if dir == "." || dir == "/" {
				break
			}
		}
		return nil
	}
	var out []*model.Build
	for _, b := range all {
		of := b
		if b.Path != "" {
			continue
		}
		if b.Of != "" {
			if of = above(b, b.Of, b.Found); of == nil {
				if b.Lacks != "" {
					out = append(out, &model.Build{At: b.At, Lang: b.Lang, Alone: true, SDK: lacking(b.Lacks, b.At)})
				}
				continue
			}
		}
		if r, ok := of.SDK.Get(); ok && r.Hi == nil && b.Lacks != "" {
			file := *of
			file.At, file.Alone, file.SDK, file.Pinned = b.At, b.Of != "", lacking(b.Lacks, b.At), nil
			out = append(out, &file)
			continue
		}
		if limits := above(b, b.Within, ""); b.Of != "" || limits != nil {
			file := *of
			file.At, file.Alone = b.At, b.Of != ""
			if limits != nil {
				file.SDK, file.Pinned = limited(of.SDK, limits.SDK), nil
			}
			of = &file
		}
		out = append(out, of)
	}
	return out
}

// lacking is an SDK that a file names which is not among the files.
func lacking(name string, at source.Span) value.Value[value.Range] {
	return value.Not[value.Range](&source.Hole{Why: "the file " + name + " is not in these files", Ask: askSDK[model.Python]}, at)
}

// limited returns the versions that constraints leave of those that are asked
// for.
func limited(sdk, by value.Value[value.Range]) value.Value[value.Range] {
	have, ok := sdk.Get()
	most, known := by.Get()
	switch {
	case !ok || have.Single():
		return sdk
	case !known || most.Single():
		return by
	}
	return value.Of(have.And(most), append(append([]source.Span{}, by.At()...), sdk.At()...)...).Weaken(sdk.Weak()).Weaken(by.Weak())
}

// set replaces the versions in builds that a launch sets.
func set(builds []*model.Build, given []model.Given) []*model.Build {
	out := slices.Clone(builds)
	for i, b := range out {
		turn(b.Knobs, given, func(_ model.Knob, to source.Text) {
			other := *b
			other.SDK, other.Between, other.Pinned = beam.Specifier(to), value.Range{}, nil
			out[i] = &other
		})
	}
	return out
}

// activated settles the versions in builds of Maven that its profiles decide.
func activated(builds []*model.Build, w *model.Workload) []*model.Build {
	if w.Builder != model.Maven || slices.ContainsFunc(w.Profiles, func(t source.Text) bool {
		return !t.Known() || t.Len() == 0 || strings.ContainsAny(t.String()[:1], "!-?+")
	}) {
		return builds
	}
	out := slices.Clone(builds)
	for i, b := range out {
		var on []model.Variant
		for _, v := range b.Profiles {
			if slices.ContainsFunc(w.Profiles, func(t source.Text) bool { return t.String() == v.Profile }) {
				on = append(on, v)
			}
		}
		if len(on) == 0 {
			on = filter(b.Profiles, func(v model.Variant) bool { return v.Profile == "" })
		}
		if b.SDK.Unknown() && len(on) == 1 {
			other := *b
			other.SDK, other.Between = on[0].SDK, value.Range{}
			out[i] = &other
		}
	}
	return out
}

// turn calls f for each knob that a command sets.
func turn(knobs []model.Knob, given []model.Given, f func(k model.Knob, to source.Text)) {
	for _, k := range knobs {
		for _, g := range given {
			if g.Name == k.Name {
				f(k, g.Value)
			}
		}
	}
}

// homes returns the folders that a pipeline may be built in: that of its file,
// or one seen from there or from a folder above.
func homes(w *model.Workload, folder string) []string {
	dir := path.Dir(where(w.At))
	if folder == "" {
		return []string{dir}
	}
	if top, ok := strings.CutPrefix(folder, "/"); ok {
		return []string{path.Clean(top)}
	}
	var out []string
	for ; ; dir = path.Dir(dir) {
		if at := path.Join(dir, folder); !strings.HasPrefix(at, "..") {
			out = append(out, at)
		}
		if dir == "." || dir == "/" {
			return out
		}
	}
}

// under reports whether a folder is another one, or in it.
func under(at, dir string) bool {
	return dir == "." || dir == "" || at == dir || len(at) > len(dir) && at[len(dir)] == '/' && strings.HasPrefix(at, dir)
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

// oneOf is a build of which only is known that it is one of several.
func oneOf(all []*model.Build, why *source.Hole) *model.Build {
	out := &model.Build{At: all[0].At, Lang: all[0].Lang, SDK: value.Not[value.Range](why, all[0].At)}
	for i, b := range all {
		switch r, ok := b.SDK.Get(); {
		case !ok || b.SDK.Weak() != "":
			out.Between = value.Range{}
			return out
		case i == 0:
			out.Between = r
		default:
			out.Between = out.Between.Or(r)
		}
	}
	return out
}
