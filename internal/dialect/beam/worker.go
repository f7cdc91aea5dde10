package beam

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// agentPackage is the Python agent (F3.32), agentFolder where Beam's Java
// images keep theirs (F3.25).
const (
	agentPackage = "google-cloud-profiler"
	agentFolder  = "/opt/google_cloud_profiler"
)

// IsBeamImage reports whether a name is that of one of Beam's own images.
func IsBeamImage(name value.Str) bool {
	_, ok := imageInfo(name.Raw().Mask('x'))
	return ok
}

// ForWorkers reports whether a Dockerfile builds an image for Beam workers: it
// is based on one of Beam's, or copies from one.
func ForWorkers(b *model.ImageBuild) bool {
	if info, ok := imageInfo(b.Base.Raw().Mask('x')); ok {
		return !info.Launcher
	}
	for _, c := range b.Copied {
		if IsBeamImage(c.From) {
			return true
		}
	}
	return false
}

// details fills what else the options of a workload say.
func details(w *model.Workload) {
	o := &w.Options
	c := parse(spoken(w)[0], w.Args)
	o.Runner = Runner(w)
	o.AgainstV2, o.ForV2 = disables(w), asksV2(w)
	o.MachineType, o.InternalOnly = workersMachine(w, &c), internalOnly(w, &c)
	o.Lookalikes = lookalikes(w, &c)
	inspect(w, &c)
}

// inspect tells what the workers' image is and whether it has the agent.
func inspect(w *model.Workload, c *command) {
	img := &w.Worker
	img.Base = img.Image
	img.Given = img.Image.Hole() != c.open
	// words that are not seen seldom name an image; of Python the finding is a warning anyway
	img.Default = img.Image.Absent() || img.Image.Unknown() && !img.Given && w.Lang == model.Python
	if img.Build != nil {
		img.Base = img.Build.Base
	}
	pins(w)
	lang := w.Lang
	info, ok := imageInfo(img.Base.Raw().Mask('x'))
	if ok && !info.Launcher {
		img.Own, img.Language = true, info.Language
		lang = info.Lang
		if info.SDK.Parts > 0 {
			ref := img.Base.Raw()
			tag := ref.Slice(strings.LastIndex(ref.String(), ":")+1, ref.Len())
			img.SDK = value.Of(value.Exactly(info.SDK, info.SDK.String()), tag.Spans()...).Weaken(tag.Weak())
		}
	}
	if ok && info.Launcher { // the launcher's Java is that of the workers (F3.19)
		img.Language = info.Language
	}
	sdk := value.Range{}
	if r, known := img.SDK.Get(); known {
		sdk = r
	} else if b, known := w.Build.To.Get(); known && img.Default {
		sdk, _ = b.SDK.Get()
		if img.Language, _ = b.Language.Get(); lang == model.Python && NoAgent(img.Language) {
			img.Stated = b.Language.Span()
		}
	}
	if img.Default { // the SDK's own image follows the language that launches (F3.19)
		toolchain := w.Lang == model.Java && img.Language.Parts > 0 // Gradle runs it with another Java than its own
		launcher := w.Launcher
		v, ok := languageVersion(w.Lang, launcher.Raw())
		if !ok && w.Home != nil { // the container's base brings it
			launcher = w.Home.Base
			v, ok = languageVersion(w.Lang, launcher.Raw())
		}
		settled := img.Stated.Valid() && NoAgent(v) && launcher.Weak() != "" // by the build, which is sure
		if ok && !toolchain && !settled {
			img.Language = v
			// where no Python brings the agent, the SDK is to blame, and what names the Python is no evidence
			if agent, _ := agentInImage(lang, sdk, value.Version{}); agent != agentNo || lang != model.Python {
				img.Base, img.Doubt = launcher, launcher.Weak()
			}
		}
	}
	switch {
	case img.Own || img.Default:
		agent, reason := agentInImage(lang, sdk, img.Language)
		if agent == agentUnknown && img.Default && lang == model.Python {
			agent, reason = amongPythons(w, sdk, reason)
		}
		img.Agent, img.Reason = model.Presence(agent), reason
		if img.Default && (img.Stated.Valid() || !NoAgent(img.Language)) { // the build decides it
			img.Doubt = cmp.Or(img.Doubt, w.Build.To.Weak())
		}
		if b := img.Build; b != nil && lang == model.Python {
			if i := slices.IndexFunc(b.Removes, isAgent); i >= 0 {
				img.Agent, img.Reason, img.Stated = model.Missing, "it uninstalls "+agentPackage, b.Removes[i].Span()
			}
		}
		switch {
		case img.Agent != model.Missing || lang == model.Python && NoAgent(img.Language):
		case installsAgent(img):
			img.Agent = model.Present
		case hidden(w) != "":
			img.Agent, img.Reason = model.PresenceUnknown, reason+", and "+hidden(w)
		}
	case img.Build != nil:
		borrowed(w, lang)
	}
}

// amongPythons is agentInImage where the files allow several versions of Python, and
// all of them come to the same; why is the answer where they do not.
func amongPythons(w *model.Workload, sdk value.Range, why string) (Agent, string) {
	img, launcher := &w.Worker, w.Launcher
	all, ok := Specifier(launcher.Raw()).Get()
	if !ok || launcher.Raw().Len() == 0 {
		launcher = value.Str{}
		if b, known := w.Build.To.Get(); known {
			all = b.Pythons
		}
	}
	var first value.Version
	out, reason := agentUnknown, ""
	for _, python := range pythons() {
		if following := v(3, python.N[1]+1); all.Of(following) == value.From || all.Of(python) == value.Before {
			continue
		}
		switch agent, says := agentInImage(model.Python, sdk, python); {
		case out == agentUnknown:
			first, out, reason = python, agent, says
		case out != agent:
			return agentUnknown, why
		}
	}
	switch {
	case out == agentUnknown:
		return out, why
	case out == agentNo && launcher.Raw().Len() > 0:
		img.Language, img.Base, img.Doubt = first, launcher, launcher.Weak()
	}
	return out, reason
}

// pythons are the versions of Python that a Beam with the profiler may run on.
func pythons() []value.Version {
	var out []value.Version
	for minor := 6; minor <= 16; minor++ {
		out = append(out, v(3, minor))
	}
	return out
}

// NoAgent reports whether no agent can be installed for a version of Python
// (F3.31).
func NoAgent(python value.Version) bool { return python.Parts > 0 && !python.Less(v(3, 13)) }

// Staged returns the files of requirements and packages that the words of a
// launch have its workers install.
func Staged(w *model.Workload) []source.Text {
	if w.Lang == model.Java || w.Lang == model.Go { // they have no such options
		return nil
	}
	var out []source.Text
	c := parse(model.Python, w.Args)
	for _, g := range c.all(staged) {
		out = append(out, g.value)
	}
	return out
}

// isAgent reports whether a requirement is the Python agent.
func isAgent(t source.Text) bool {
	name, _ := SplitRequirement(t)
	return NormalName(name.String()) == agentPackage
}

// hidden returns why the workers may install more than is shown, "" for
// nothing.
func hidden(w *model.Workload) string {
	if w.Lang != model.Python || w.Worker.Hidden != "" || w.Worker.Staged != nil {
		return w.Worker.Hidden
	}
	v, ok := coded(w, staged)
	if all := Staged(w); !ok && len(all) > 0 {
		v, ok = value.Text(all[0]), true
	}
	if !ok {
		return ""
	}
	return "what " + v.Raw().String() + " has them install is not read"
}

// installsAgent reports whether the Dockerfile or the staged requirements
// install the agent.
func installsAgent(img *model.Worker) bool {
	if slices.ContainsFunc(img.Staged, isAgent) {
		return true
	}
	for _, p := range img.Pins { // staged requirements
		if p.Name == agentPackage {
			return true
		}
	}
	if img.Build == nil {
		return false
	}
	for _, t := range img.Build.Installs {
		if isAgent(t) {
			return true
		}
		// a download of the Java agent, or a copy of it from elsewhere
		if s := t.String(); strings.Contains(s, "profiler_java_agent") || strings.Contains(s, "cloud-profiler/java") || strings.Contains(s, "google_cloud_profiler") {
			return true
		}
	}
	return false
}

// borrowed judges an image that is based on another one and takes its Beam from
// a copy: what was not copied or installed is not there (F3.25, F3.32).
func borrowed(w *model.Workload, lang model.Lang) {
	img := &w.Worker
	var beam *model.Copy
	agent := installsAgent(img)
	for i, c := range img.Build.Copied {
		if IsBeamImage(c.From) {
			beam = &img.Build.Copied[i]
			whole := c.Path == "/" || c.Path == "/opt" || c.Path == "/opt/" || c.Path == "/usr/local" || strings.HasPrefix(c.Path, "/usr/local/lib")
			agent = agent || whole || strings.HasPrefix(c.Path, agentFolder)
			if info, _ := imageInfo(c.From.Raw().Mask('x')); lang == "" {
				lang = info.Lang
			}
		}
	}
	if beam == nil {
		return
	}
	switch {
	case lang == model.Go:
	case agent:
		img.Agent = model.Present
	case lang == model.Python && img.Build.Hidden == "":
		img.Agent, img.Reason = model.Missing, "it is not based on a Beam image, and does not install "+agentPackage
	case lang == model.Java:
		img.Agent, img.Reason = model.Missing, "it is not based on a Beam image, and "+agentFolder+" is not copied from one"
	}
}

// languageVersion reads the version of Java or Python from the text that
// states it: a number, the path of a JDK, the name of a program or image.
func languageVersion(lang model.Lang, t source.Text) (value.Version, bool) {
	if t.Len() == 0 {
		return value.Version{}, false
	}
	s := t.Mask('x')
	enough := func(v value.Version, ok bool) (value.Version, bool) { // Python 3 may be any
		return v, ok && (lang != model.Python || v.Parts > 1)
	}
	if info, ok := imageInfo(s); ok && info.Lang == lang {
		return enough(info.Language, info.Language.Parts > 0)
	}
	if v, ok := value.ParseVersion(strings.TrimPrefix(s, "1.")); ok && v.Tail == "" {
		return enough(v, true)
	}
	for _, m := range stated().FindAllStringSubmatch(s, -1) {
		python := strings.HasPrefix(m[1], "py")
		if python != (lang == model.Python) {
			continue
		}
		return enough(value.ParseVersion(strings.TrimPrefix(m[2], "1.")))
	}
	return value.Version{}, false
}

// stated are the names in which a version stands: java-8-openjdk-amd64,
// maven:3.8-openjdk-8, candidates/java/8.0.392-tem, jdk1.8.0, temurin-17, python:3.11-slim, cpython-3.12.
var stated = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(java|jdk|jre|temurin|corretto|zulu|python)[-:_@/]?(1\.\d+|\d+(?:\.\d+)?)`)
})

// pins collects the versions of packages that the workers get: those that the
// image installs, and those of the staged requirements.
func pins(w *model.Workload) {
	img := &w.Worker
	if b, ok := w.Build.To.Get(); ok {
		img.Pins = append(img.Pins, b.Pins...)
	}
	if img.Build == nil {
		return
	}
	for _, t := range img.Build.Installs {
		if name, spec := SplitRequirement(t); spec.Len() > 0 {
			img.Pins = append(img.Pins, model.Pin{Name: NormalName(name.String()), Versions: Specifier(spec)})
		}
	}
}
