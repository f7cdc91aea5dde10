package beam

import (
	"strings"

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
	_, ok := ImageInfo(name.Raw().Mask('x'))
	return ok
}

// ForWorkers reports whether a Dockerfile builds an image for Beam workers: it
// is based on one of Beam's, or copies from one.
func ForWorkers(b *model.ImageBuild) bool {
	if info, ok := ImageInfo(b.Base.Raw().Mask('x')); ok {
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
	o.Runner = Runner(w)
	o.AgainstV2, o.ForV2 = found(Disables(w)), found(AsksV2(w))
	o.MachineType, o.InternalOnly = MachineType(w), InternalOnly(w)
	for _, l := range Lookalikes(w) {
		o.Lookalikes = append(o.Lookalikes, l.Key)
	}
	inspect(w)
}

func found(t source.Text, ok bool) value.Str {
	if !ok {
		return value.None[source.Text]()
	}
	return value.Text(t)
}

// inspect tells what the workers' image is and whether it has the agent.
func inspect(w *model.Workload) {
	img := &w.Worker
	img.Base = img.Image
	if img.Build != nil {
		img.Base = img.Build.Base
	}
	lang := w.Lang
	info, ok := ImageInfo(img.Base.Raw().Mask('x'))
	if ok && !info.Launcher {
		img.Own, img.Language = true, info.Language
		lang = info.Lang
		if info.SDK.Parts > 0 {
			img.SDK = value.Of(value.Exactly(info.SDK, info.SDK.String()), img.Base.At()...)
		}
	}
	sdk := value.Range{}
	if r, known := img.SDK.Get(); known {
		sdk = r
	} else if b, known := w.Build.To.Get(); known && img.Image.Absent() {
		sdk, _ = b.SDK.Get()
		img.Language, _ = b.Language.Get()
	}
	switch {
	case img.Own || img.Image.Absent():
		agent, reason := AgentInImage(lang, sdk, img.Language)
		img.Agent, img.Reason = model.Presence(agent), reason
		if img.Agent == model.Missing && installsAgent(img) && (lang != model.Python || !noAgent(img.Language)) {
			img.Agent = model.Present
		}
	case img.Build != nil:
		borrowed(w, lang)
	}
}

// noAgent reports whether no agent can be installed for a version of Python
// (F3.31).
func noAgent(python value.Version) bool { return python.Parts > 0 && !python.Less(v(3, 13)) }

// installsAgent reports whether the Dockerfile installs the Python agent.
func installsAgent(img *model.Worker) bool {
	if img.Build == nil {
		return false
	}
	for _, t := range img.Build.Installs {
		if name, _ := SplitRequirement(t); NormalName(name.String()) == agentPackage {
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
			if info, _ := ImageInfo(c.From.Raw().Mask('x')); lang == "" {
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
