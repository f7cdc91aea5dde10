package beam

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// readJob returns the workload that a Job declares, Dataflow's answer about one that was
// started (live-apis 1.5): its options as the service holds them, the SDK that
// made it, the image of its workers.
func readJob(body value.Tree, o Origin) *model.Workload {
	env := body.Get("environment")
	w := &model.Workload{Entity: model.Entity{Product: model.Dataflow, Kind: model.KindPipeline, At: o.At, Body: body,
		Project: value.First(body.Get("projectId").Str(), o.Project), Region: value.First(body.Get("location").Str(), o.Region),
		Name: body.Get("name").Str(), Account: env.Get("serviceAccountEmail").Str()}}
	w.Options.JobName = w.Name
	version := body.Get("jobMetadata", "sdkVersion")
	sdk := value.First(version.Get("versionDisplayName").Str(), env.Get("userAgent", "name").Str())
	w.Lang = langOf(sdk.Raw().String(), env)
	if t, ok := value.First(version.Get("version").Str(), env.Get("userAgent", "version").Str()).Get(); ok {
		if v, ok := value.ParseVersion(t.String()); ok {
			w.Build.To = value.Of(&model.Build{At: t.Span(), Lang: w.Lang, SDK: value.Of(value.Exactly(v, t.String()), t.Spans()...), Language: pythonOf(sdk)}, t.Spans()...)
		}
	}
	w.Run = run(body, o.At)
	w.Subnet = pool(w, "subnetwork")
	w.Image = workerImage(w)
	return w
}

// pool returns what the first of the worker pools that has a key says.
func pool(w *model.Workload, key string) value.Str {
	out := value.None[source.Text](w.At)
	for _, p := range w.Body.Get("environment", "workerPools").Items() {
		out = value.First(out, p.Get(key).Str())
	}
	return out
}

// workerImage returns the image that the SDK's code runs in. With Runner v2 it
// is that of the harness; a pipeline with transforms of other languages has one for
// each, and Beam's own bear the language in their names.
func workerImage(w *model.Workload) value.Str {
	out, foreign := value.None[source.Text](w.At), value.None[source.Text](w.At)
	for _, p := range w.Body.Get("environment", "workerPools").Items() {
		for _, image := range p.Get("sdkHarnessContainerImages").Items() {
			s := image.Get("containerImage").Str()
			if of := imageLang(s.Raw().String()); of != "" && of != w.Lang {
				foreign = value.First(foreign, s)
				continue
			}
			out = value.First(out, s)
		}
	}
	return value.First(out, pool(w, "workerHarnessContainerImage"), foreign)
}

// imageLang returns the language of one of Beam's own images: beam_java17_sdk.
func imageLang(name string) model.Lang {
	for _, l := range langs {
		if strings.Contains(name, "beam_"+string(l)) {
			return l
		}
	}
	return ""
}

// isJob reports whether a document is Dataflow's Job, by its keys alone.
func isJob(t value.Tree) bool {
	id, _ := t.Get("id").Str().Get()
	return t.Get("currentState").Present() && (IsJobID(id.String()) || t.Get("jobMetadata").Present() || t.Get("environment").Present())
}

// IsJobID reports whether a text looks like the id of a Dataflow job.
func IsJobID(s string) bool { return s != "" && FindJobID(s) == s }

// FindJobID returns the first id of a Dataflow job in a text, "" for none.
func FindJobID(s string) string { return jobID().FindString(s) }

var jobID = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\d{4}-\d{2}-\d{2}_\d{2}_\d{2}_\d{2}-\d+`)
})

// langOf reads the SDK's language from its name, else from the agent that made
// the job.
func langOf(name string, env value.Tree) model.Lang {
	agent := env.Get("userAgent", "name").Str().Raw().String()
	for _, s := range []string{name, agent} {
		if pythonSDK().MatchString(s) {
			return model.Python
		}
		for _, l := range langs {
			if strings.HasSuffix(strings.ToLower(s), " "+string(l)) {
				return l
			}
		}
	}
	return ""
}

// pythonSDK is how the Python SDK names itself to the service: with the version of
// the Python that launched the job, which the SDK's own images follow (F3.19).
var pythonSDK = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^Apache Beam Python (\d+\.\d+) SDK$`)
})

func pythonOf(sdk value.Str) value.Value[value.Version] {
	if m := pythonSDK().FindStringSubmatch(sdk.Raw().String()); m != nil {
		if v, ok := value.ParseVersion(m[1]); ok {
			return value.Of(v, sdk.Raw().Spans()...)
		}
	}
	return value.Value[value.Version]{}
}

// ended are the states that a Dataflow job does not leave, as names and as
// numbers (live-apis 1.5).
var ended = []string{"JOB_STATE_DONE", "JOB_STATE_FAILED", "JOB_STATE_CANCELLED", "JOB_STATE_UPDATED", "JOB_STATE_DRAINED", "3", "4", "5", "6", "8"}

func run(body value.Tree, at source.Span) *model.Run {
	r := &model.Run{At: at, ID: body.Get("id").Str(), State: body.Get("currentState").Str()}
	state, known := r.State.Get()
	if known {
		r.At = state.Span()
		r.Over = value.Of(slices.Contains(ended, state.String()), state.Spans()...)
		r.Failed = state.String() == "JOB_STATE_FAILED" || state.String() == "4"
	}
	r.Next = body.Get("replacedByJobId").Str()
	r.Started = value.First(value.Moment(body.Get("startTime").Str()), value.Moment(body.Get("createTime").Str()))
	r.Ended = value.None[time.Time](at)
	if over, _ := r.Over.Get(); over {
		r.Ended = value.Moment(body.Get("currentStateTime").Str())
	}
	return r
}

// running judges a job as the service holds it: its options are what the SDK
// made of the words, so each element stands for itself (F3.1, F3.5, F3.43).
// They are in the environment, and once more among the SDK's own options.
func (s sdk) running(w *model.Workload) outcome {
	j := &judge{outcome: outcome{sdk: s}, at: w.At}
	env := w.Body.Get("environment")
	j.service = sent(env, "serviceOptions", "dataflowServiceOptions", "dataflow_service_options")
	j.outcome.experiments = sent(env, "experiments", "experiments")
	if !env.Get("sdkPipelineOptions").Present() && j.service.Kind != value.KindList && j.outcome.experiments.Kind != value.KindList {
		// a short answer, or that of a job in the queue (live-apis 1.5)
		j.open = &source.Hole{Ask: "gcloud dataflow jobs describe JOB_ID --region=REGION --full --format=json", Why: "the answer leaves out the pipeline's options"}
	}
	if w.Run != nil && w.Run.ID.Raw().Len() == 0 {
		j.open = &source.Hole{Ask: "gcloud dataflow jobs describe JOB_ID --region=REGION --full --format=json", Why: "the answer is cut off: it has no id"}
	}
	j.elements(j.service, place{serviceOptions, "the service options", true, ""})
	proper := ""
	if s.lang == model.Go { // what the job shows is what its workers read (F3.55)
		proper = "--dataflow_service_options="
	}
	j.elements(j.outcome.experiments, place{experiments, "the experiments", s.experiments, proper})
	return j.done()
}

// sent returns a list of the environment, else the list that the SDK's options
// hold under one of some keys.
func sent(env value.Tree, key string, inner ...string) value.Tree {
	if t := env.Get(key); t.Kind == value.KindList && len(t.Items()) > 0 {
		return t
	}
	options := env.Get("sdkPipelineOptions", "options")
	if goOptions := env.Get("sdkPipelineOptions", "beam:option:go_options:v1", "options"); goOptions.Present() {
		options = goOptions
	}
	for _, k := range inner {
		switch t := options.Get(k); {
		case t.Kind == value.KindList:
			return t
		case t.Kind == value.KindString: // Go keeps the flag's text
			out := value.NewList(t.At)
			for _, el := range t.Text.Split(",") {
				out.List.Items = append(out.List.Items, value.String(el))
			}
			return out
		}
	}
	return value.Missing(env.At)
}
