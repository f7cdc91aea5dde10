package beam

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

const dataflowRunner = "DataflowRunner"

// runners are Beam's runners: the words that name them, in lower case and
// without "runner", and the usual name (F3.54).
var runners = map[string]string{
	"dataflow": dataflowRunner, "testdataflow": dataflowRunner, "blockingdataflowpipeline": dataflowRunner, "dataflowpipeline": dataflowRunner,
	"direct": "DirectRunner", "bundlebaseddirect": "DirectRunner", "switchingdirect": "DirectRunner", "fnapi": "DirectRunner",
	"prism": "PrismRunner", "interactive": "InteractiveRunner", "portable": "PortableRunner", "universal": "PortableRunner",
	"flink": "FlinkRunner", "spark": "SparkRunner", "sparkstructuredstreaming": "SparkRunner", "samza": "SamzaRunner",
	"nemo": "NemoRunner", "twister2": "Twister2Runner", "jet": "JetRunner", "render": "RenderRunner", "apex": "ApexRunner", "gearpump": "GearpumpRunner",
}

// normal returns the usual name of a runner, and whether it is one of Beam's:
// DataflowRunner, dataflow, org.apache.beam.runners.dataflow.DataflowRunner.
func normal(name string) (string, bool) {
	short := strings.ToLower(name[strings.LastIndexAny(name, ".$")+1:])
	usual, ok := runners[strings.TrimSuffix(short, "runner")]
	if !ok {
		return name, false
	}
	return usual, true
}

// Elsewhere reports whether a word names a runner that is not Dataflow:
// --runner=DirectRunner.
func Elsewhere(word source.Text) bool {
	name, ok := strings.CutPrefix(word.String(), "--runner=")
	usual, known := normal(name)
	return ok && known && usual != dataflowRunner
}

// Runner returns the runner of a workload under its usual name:
// "DataflowRunner", "DirectRunner" …. Absent: the words name none, and the
// program may. A template runs on Dataflow whatever its words say.
func Runner(w *model.Workload) value.Str {
	if w.Kind != model.KindPipeline || w.Run != nil {
		return value.Of(source.Derived(dataflowRunner, w.At), w.At)
	}
	return value.Map(w.Options.Runner, func(t source.Text) (source.Text, bool) {
		name, _ := normal(t.String())
		if name == t.String() {
			return t, true
		}
		return source.Derived(name, t.Span()), true
	})
}

// disabling experiments switch Runner v2 off (F3.45); enabling ones ask for it
// (F3.47). enable_prime is a service option that implies it.
var (
	disabling = []string{"disable_runner_v2", "disable_runner_v2_until_2023", "disable_runner_v2_until_v2.50", "disable_prime_runner_v2", "disable_portable_runner", "enable_streaming_java_runner"}
	enabling  = []string{"use_runner_v2", "beam_fn_api", "use_unified_worker", "use_portable_job_submission", "enable_portable_runner"}
)

// slippedV2 returns the experiment asking for Runner v2 that an element is but
// for what stands between its words, which nothing reads (F3.15): use-runner-v2.
// A slip that keeps Runner v2 on takes no profile away.
func slippedV2(el source.Text) (string, bool) {
	s := el.String()
	if !el.Known() || len(s) < len("beam_fn_api")-2 || !strings.Contains(strings.ToLower(s), "runner") && !strings.Contains(s, "beam") {
		return "", false
	}
	for _, want := range enabling {
		if s != want && letters(s) == letters(want) {
			return want, true
		}
	}
	return "", false
}

// disables returns the experiment that switches Runner v2 off: unknown, if only
// some of what an experiment can be do.
func disables(w *model.Workload) value.Str { return among(w.Options.Experiments, disabling) }

// asksV2 returns the experiment that asks for Runner v2.
func asksV2(w *model.Workload) value.Str { return among(w.Options.Experiments, enabling) }

// among returns the first element that is one of those wanted. Of an element that
// is not known at all nothing is claimed.
func among(t value.Tree, wanted []string) value.Str {
	out := value.None[source.Text]()
	for _, item := range t.Items() {
		el := item.Str().Raw()
		ways := []source.Text{el}
		if !el.Known() {
			ways = el.Choices()
		}
		n := 0
		for _, way := range ways {
			if slices.Contains(wanted, way.String()) {
				n++
			}
		}
		switch {
		case n == 0:
		case n == len(ways):
			return value.Text(ways[0])
		default:
			out = value.Not[source.Text](el.Hole(), el.Spans()...)
		}
	}
	return out
}

// lookalikes returns the options of a pipeline, with their dashes, that write
// profiles somewhere, but not to Cloud Profiler (F3.51, F3.52, F3.53).
func lookalikes(w *model.Workload, c *command) []source.Text {
	if w.Kind != model.KindPipeline || w.Run != nil {
		return nil
	}
	var out []source.Text
	if w.Coded != nil {
		for _, s := range w.Coded.Sets {
			if opt := find(w.Coded.Lang, s.Name); opt != nil && opt.id == lookalike && s.If != model.Unset {
				out = append(out, source.Derived(s.Name, s.At))
			}
		}
	}
	for _, lang := range spoken(w) {
		if lang != c.lang {
			other := parse(lang, w.Args)
			c = &other
		}
		for _, g := range c.options {
			if g.opt != nil && g.opt.id == lookalike {
				out = append(out, g.key)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// workersMachine returns the machine type that the words or the message give the
// workers; absent: the service chooses.
func workersMachine(w *model.Workload, c *command) value.Str {
	if w.Run != nil {
		return pool(w, "machineType")
	}
	if w.Kind == model.KindPipeline {
		if v, ok := coded(w, machineType); ok {
			return v
		}
		return c.single(machineType)
	}
	return environment(w).Get("machineType").Str()
}

// internalOnly reports whether the workers have internal addresses only
// (F7.6). Absent: they have external ones by default.
func internalOnly(w *model.Workload, c *command) value.Value[bool] {
	if w.Kind != model.KindPipeline || w.Run != nil {
		given := environment(w).Get("ipConfiguration").Str()
		if w.Run != nil {
			given = pool(w, "ipConfiguration")
			if public := w.Body.Get("environment", "usePublicIps").Str(); !given.Known() && public.Known() {
				return value.Map(public, func(t source.Text) (bool, bool) { return t.String() == "false", true })
			}
		}
		return value.Map(given, func(t source.Text) (bool, bool) { return t.String() == "WORKER_IP_PRIVATE", true })
	}
	if off := c.all(noPublicIPs); len(off) > 0 {
		return value.Of(!off[0].has || off[0].value.String() != "false", off[0].key.Spans()...)
	}
	public, ok := coded(w, publicIPs)
	if !ok {
		public = c.single(publicIPs)
	}
	return value.Map(public, func(t source.Text) (bool, bool) {
		return t.String() == "false", t.String() == "false" || t.String() == "true"
	})
}
