package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func onDataflow(w *model.Workload) bool { return w.Product == model.Dataflow }

type sdkParams struct {
	Minimum map[string]string `yaml:"minimum" is:"version"` // language -> first SDK that profiles
}

// beamVersion: SDKs before these do not start the profiler (S32, F3.23).
func beamVersion() *Check {
	return &Check{Rules: []string{"beam-sdk-version"}, Applies: onDataflow, Workload: func(p *Pass, w *model.Workload) {
		par := params[sdkParams](p, "beam-sdk-version")
		sdk, ok := sdkOf(p, w)
		if !ok {
			return
		}
		text, has := par.Minimum[string(w.Lang)]
		if !has {
			text = par.Minimum[string(model.Java)] // the lowest; a language that is not known is given the benefit
		}
		least, _ := value.ParseVersion(text)
		var r value.Range
		if b, ok := w.Build.To.Get(); ok && !sdk.Known() && b.Between.Of(least) == value.Before {
			r = b.Between // whichever of them it is
		} else if r, ok = Need(p, "the Beam SDK version", sdk); !ok {
			return
		}
		switch r.Of(least) {
		case value.Before:
			use := "use Beam " + text + " or later"
			if w.Kind == model.KindTemplateLaunch {
				use = "use a newer template: one built with Beam " + text + " or later"
			}
			p.Fail("beam-sdk-version", "", sdk.Span(), "Beam %s is older than %s, the first with the profiler", r.Text, text).
				Caret("before %s", text).Related(w.At, "%s", asking(w)).Fix(use, raise(p, w, text)...)
		case value.Across:
			if _, closed := r.Newest(); closed {
				p.Fail("beam-sdk-version", "range", sdk.Span(), "%s allows Beam before %s, the first with the profiler", r.Text, text).
					Related(w.At, "%s", asking(w)).Fix("raise the lower bound to " + text)
			}
		}
	}}
}

// raise returns the edits that make the SDK's version another one, where the
// version is written down by hand and nothing else has to follow.
func raise(p *Pass, w *model.Workload, to string) []source.Edit {
	b, ok := w.Build.To.Get()
	if !ok || p.weak != "" || w.Worker.SDK.Known() || w.Worker.Image.Raw().Len() > 0 {
		return nil
	}
	var out []source.Edit
	for _, at := range b.Pinned {
		out = append(out, source.Edit{Span: at, New: to})
	}
	return out
}

// sdkOf returns the SDK that the workers run: their image's, else the build's.
// A template that is launched holds its own, which only Google's own paths
// tell: nothing is asked of the others.
func sdkOf(p *Pass, w *model.Workload) (value.Value[value.Range], bool) {
	if w.Worker.SDK.Known() {
		if w.Worker.Doubt != "" {
			p.Doubt(w.Worker.Doubt)
		}
		return w.Worker.SDK, true
	}
	if weak := w.Build.To.Weak(); weak != "" {
		p.Doubt(weak)
	}
	b, ok := w.Build.To.Get()
	if !ok {
		Need(p, "the Beam SDK version", w.Build.To)
		return value.Value[value.Range]{}, false
	}
	return b.SDK, true
}

type v2Params struct {
	DefaultFrom string `yaml:"default_from" is:"version"`
	RefusedFrom string `yaml:"refused_from" is:"version"`
}

// runnerV2: Python is profiled on Runner v2 only (S33, F3.44, F3.45, F3.56).
func runnerV2() *Check {
	return &Check{Rules: []string{"python-runner-v2"}, Applies: func(w *model.Workload) bool { return onDataflow(w) && w.Lang == model.Python }, Workload: judgeV2}
}

func judgeV2(p *Pass, w *model.Workload) {
	par := params[v2Params](p, "python-runner-v2")
	refused, _ := value.ParseVersion(par.RefusedFrom)
	by, _ := value.ParseVersion(par.DefaultFrom)
	var sdk value.Range
	known := false
	if b, ok := w.Build.To.Get(); ok {
		sdk, known = b.SDK.Get()
	}
	if off, ok := Need(p, "the experiment against Runner v2", w.Options.AgainstV2); ok {
		x := p.Fail("python-runner-v2", "", off.Span(), "%s keeps the pipeline off Runner v2 (now called Portable Runner), and Python is profiled there only", off)
		if known && sdk.Of(refused) == value.From {
			x.Why("Beam %s refuses the experiment: the job does not start.", sdk.Text)
		}
		x.Related(w.At, "%s", workloadLabel(w)).Fix("leave " + off.String() + " out")
		return
	}
	if !known && w.Kind == model.KindPipeline && w.Options.ForV2.Absent() {
		Need(p, "the Beam SDK version", w.Build.To)
		return
	}
	newest, closed := sdk.Newest()
	streaming := slices.ContainsFunc(w.Args.Items(), func(t value.Tree) bool { return strings.HasPrefix(t.Text.String(), "--streaming") })
	if known && closed && newest.Less(by) && w.Options.ForV2.Absent() && w.Options.Experiments.Open() == nil && !streaming {
		b, _ := w.Build.To.Get()
		p.Fail("python-runner-v2", "batch", w.At, "with Beam %s a batch pipeline in Python runs on Runner v2 only if it asks for it", sdk.Text).
			Related(b.SDK.Span(), "the SDK").Fix("add --experiments=use_runner_v2, or use Beam " + by.String() + " or later")
	}
}

// otherRunner: the options are Dataflow's; other runners drop them (F3.54).
func otherRunner() *Check {
	return &Check{Rules: []string{"profiler-bypassed"}, Applies: func(w *model.Workload) bool { return w.Kind == model.KindPipeline }, Workload: func(p *Pass, w *model.Workload) {
		if w.Options.Runner.Absent() {
			p.Mildly("the words name no runner, and the program may", "")
			return
		}
		if w.Options.Runner.Unknown() {
			p.Mildly(cannotTell("the runner", w.Options.Runner.Hole()).Reason, "")
		}
		if r, ok := w.Options.Runner.Get(); ok && !strings.EqualFold(r.String(), "DataflowRunner") {
			p.Fail("profiler-bypassed", "other-runner", r.Span(), "the pipeline runs on %s, and only Dataflow profiles", r).
				Related(w.At, "%s", workloadLabel(w)).Fix("run it with --runner=DataflowRunner")
		}
	}}
}

type heapParams struct {
	MinimumJava     int    `yaml:"minimum_java"`
	SubstitutedFrom string `yaml:"substituted_from" is:"version"`
}

// heapJava: heap profiles need Java 11 on the workers (S36, F3.19-F3.21).
func heapJava() *Check {
	return &Check{Rules: []string{"heap-java-version"}, Applies: func(w *model.Workload) bool {
		return onDataflow(w) && (w.Lang == model.Java || w.Lang == "" && w.Kind != model.KindPipeline)
	}, Workload: func(p *Pass, w *model.Workload) {
		if heap, _ := w.Request.Heap.Get(); !heap || anyTemplate(p, w) {
			return
		}
		least := params[heapParams](p, "heap-java-version").MinimumJava
		java, at := w.Worker.Language, w.Worker.Base.Span()
		p.Doubt(cmp.Or(w.Worker.Doubt, w.Worker.Image.Weak()))
		p.Doubt(w.Request.Heap.Weak())
		replaced, known := substituted(p, w)
		if replaced {
			return
		}
		kase := ""
		if !known {
			kase = "version-unknown"
		}
		if java.Parts == 0 && w.Kind == model.KindPipeline {
			p.CannotTell("which Java launches the pipeline, and so runs on the workers", "java -version")
		}
		if java.Parts > 0 && java.N[0] < least {
			text := fmt.Sprintf("the workers run Java %d, and heap profiles need Java %d: CPU profiles still arrive", java.N[0], least)
			if !known {
				text = "before Beam " + params[heapParams](p, "heap-java-version").SubstitutedFrom + " " + text
			}
			x := p.Fail("heap-java-version", kase, at, "%s", text)
			x.Related(w.Request.Heap.Span(), "heap profiles are asked for here").Related(w.At, "%s", workloadLabel(w)).
				Fix("launch with Java 11 or later")
		}
	}}
}

// substituted: from this SDK on a launch with Java 8 gets workers with Java 11
// (F3.20). known is false where the files do not tell the SDK; an image of
// Beam's own is what it is.
func substituted(p *Pass, w *model.Workload) (replaced, known bool) {
	from, _ := value.ParseVersion(params[heapParams](p, "heap-java-version").SubstitutedFrom)
	if w.Worker.Own || from.Parts == 0 {
		return false, true
	}
	b, ok := w.Build.To.Get()
	if !ok {
		return false, false
	}
	r, known := b.SDK.Get()
	return known && r.Of(from) != value.Before, known // the newest that is allowed counts
}

// heapUnsupported: only the Java harness reads the heap option (F3.17).
func heapUnsupported() *Check {
	return &Check{Rules: []string{"heap-unsupported"}, Applies: func(w *model.Workload) bool {
		return onDataflow(w) && (w.Lang == model.Python || w.Lang == model.Go || w.Lang == "" && w.Kind != model.KindPipeline)
	}, Workload: func(p *Pass, w *model.Workload) {
		heap, _ := w.Request.Heap.Get()
		if heap && anyTemplate(p, w) {
			return
		}
		if on, known := w.Request.Enabled.Get(); !heap || known && !on {
			return
		}
		p.Doubt(w.Request.Heap.Weak())
		if w.Lang == model.Go {
			p.Fail("heap-unsupported", "go", w.Request.Heap.Span(), "the heap option does nothing in Go: heap profiles come with the profiler anyway").
				Related(w.At, "%s", workloadLabel(w)).Fix("leave it out")
			return
		}
		p.Fail("heap-unsupported", "", w.Request.Heap.Span(), "the heap option does nothing in Python: no heap profile will come").
			Related(w.At, "%s", workloadLabel(w)).Fix("leave it out; Python pipelines are profiled for CPU and wall time")
	}}
}

// anyTemplate: what heap sampling does depends on the language of a template,
// which its launch does not show.
func anyTemplate(p *Pass, w *model.Workload) bool {
	if w.Lang != "" {
		return false
	}
	p.CannotTell("heap profiles come from Java templates only, and the launch does not show the template's language", "")
	return true
}

type imageAgentParams struct {
	Musl      []string          `yaml:"musl"`
	OtherJVMs []string          `yaml:"other_jvms"`
	Remedies  map[string]string `yaml:"remedies"` // by language of the pipeline, and for any
}

// agentInImage: images without the agent (F3.25-F3.32, F9.10).
func agentInImage() *Check {
	return &Check{Rules: []string{"agent-not-in-image"}, Applies: func(w *model.Workload) bool {
		return onDataflow(w) && (w.Kind == model.KindPipeline || w.Kind == model.KindTemplateLaunch && w.Lang != "" && w.Worker.Agent == model.Missing)
	}, Workload: func(p *Pass, w *model.Workload) {
		img := w.Worker
		if img.Agent != model.Missing {
			if x := p.logged(w, "agent-not-in-image", model.NoAgent); x != nil {
				x.Fix(withAgent(p, w))
				return
			}
		}
		p.Doubt(cmp.Or(img.Doubt, img.Image.Weak(), img.Base.Weak()))
		var at source.Span
		if img.Base.Known() {
			at = img.Base.Span()
		}
		if img.Build != nil && !at.Valid() {
			at = img.Build.At
		}
		if w.Lang == model.Go || w.Lang == model.Java && img.Default {
			return // the agent came with the SDK: beam-sdk-version judges it
		}
		foreignJVM(p, w, img, at)
		switch {
		case img.Agent != model.Missing:
			if img.Agent == model.PresenceUnknown && img.Reason != "" {
				p.CannotTell("whether the workers' image has the agent: "+img.Reason, "python --version")
			} else if img.Image.Unknown() && img.Given && !img.Own && img.Build == nil {
				Need(p, "the workers' image", img.Image)
			} else if img.Image.Known() && img.Agent == model.PresenceUnknown && !img.Own && img.Build == nil {
				why, look := "these files do not build it", "pip "+img.Image.Raw().String()+" show google-cloud-profiler"
				if started(w) {
					why = "nothing at hand shows what is in it"
				}
				if w.Lang == model.Java {
					look = "ls " + img.Image.Raw().String() + " /opt/google_cloud_profiler"
				}
				p.CannotTell("whether the image "+img.Image.Raw().String()+" has the agent: "+why, "docker run --rm --entrypoint "+look)
			}
			return
		case img.Own:
			fail(p, w, "", at, img)
		case img.Default:
			if b, ok := w.Build.To.Get(); ok && !at.Valid() {
				if at = img.Stated; !at.Valid() {
					at = b.SDK.Span()
				}
			}
			fail(p, w, "default-image", at, img)
		default:
			fail(p, w, "other-base", at, img)
		}
	}}
}

// foreignJVM reports bases on which the Java agent does not load (F9.10).
func foreignJVM(p *Pass, w *model.Workload, img model.Worker, at source.Span) {
	par := params[imageAgentParams](p, "agent-not-in-image")
	if w.Lang != model.Java || img.Own {
		return
	}
	base := strings.ToLower(img.Base.Raw().String())
	for _, part := range append(par.Musl, par.OtherJVMs...) {
		if strings.Contains(base, part) {
			p.Fail("agent-not-in-image", "other-base", at, "the profiler's agent for Java does not load on %s", img.Base.Raw()).
				Caret("no HotSpot JVM with glibc").Related(w.At, "%s", asking(w)).
				Fix("base the image on one of Beam's, or on a HotSpot JVM of a glibc distribution")
			return
		}
	}
}

func fail(p *Pass, w *model.Workload, kase string, at source.Span, img model.Worker) {
	s, proved := sign(w, model.NoAgent)
	if proved {
		kase = live
	}
	fix := withAgent(p, w)
	if img.Own && img.Stated.Valid() { // it had one
		at, fix = img.Stated, "leave it installed"
	}
	p.Fail("agent-not-in-image", kase, at, "the workers' image does not hold the profiler's agent: %s", img.Reason).
		Related(s.At, "the log says: %s", s.Says).Related(img.Image.Span(), "the workers run this image").Related(w.At, "%s", asking(w)).
		Fix(fix)
}

// withAgent says how workers get an image that holds the agent.
func withAgent(p *Pass, w *model.Workload) string {
	remedies := params[imageAgentParams](p, "agent-not-in-image").Remedies
	return cmp.Or(remedies[string(w.Lang)], remedies["any"])
}

func starts(t source.Text, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(t.String(), p) })
}

type armParams struct {
	Prefixes  []string `yaml:"machine_prefixes"`
	Platforms []string `yaml:"platforms"`
}

// armWorkers: the Java agent is built for x86 (F3.27).
func armWorkers() *Check {
	return &Check{Rules: []string{"arm-workers"}, Applies: func(w *model.Workload) bool {
		return onDataflow(w) && (w.Lang == model.Java || w.Lang == "") || onCluster(w)
	}, Workload: func(p *Pass, w *model.Workload) {
		if b := w.Worker.Build; b != nil && w.Lang == model.Java && slices.Contains(params[armParams](p, "arm-workers").Platforms, b.Platform.Raw().String()) {
			p.Fail("arm-workers", "", b.Platform.Span(), "the workers' image is built for ARM, and the Java agent is not made for ARM").
				Related(w.At, "%s", workloadLabel(w)).Fix("build the image for linux/amd64")
			return
		}
		machine := w.Options.MachineType
		if c, ok := w.Cluster.To.Get(); ok {
			machine = c.Body.Get("config", "workerConfig", "machineTypeUri").Str()
			if !machine.Known() {
				machine = c.Body.Get("config", "masterConfig", "machineTypeUri").Str()
			}
		}
		if machine.Absent() || machine.Raw().Len() == 0 {
			return
		}
		prefixes := params[armParams](p, "arm-workers").Prefixes
		if machine.Unknown() && machine.Raw().AllHole() {
			if slices.ContainsFunc(machine.Raw().Choices(), func(t source.Text) bool { return starts(t, prefixes) }) {
				Need(p, "the machine type", machine)
				return
			}
			p.Mildly(cannotTell("the machine type", machine.Hole()).Reason, "")
			return
		}
		switch {
		case !starts(machine.Raw(), prefixes):
		case w.Product == model.Dataflow && w.Lang == "":
			p.CannotTell("only the Java agent is not made for ARM, and the launch does not show the language", "")
		default:
			p.Doubt(machine.Weak())
			p.Fail("arm-workers", "", machine.Span(), "%s is an ARM machine type, and the Java agent is not made for ARM", machine.Raw()).
				Related(w.At, "%s", workloadLabel(w)).Fix("use an x86 machine type, such as n2-standard-4")
		}
	}}
}
