package checks

import (
	"fmt"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// enumerate joins words as people do: a, b and c.
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// wanted puts the corrected text into words.
func wanted(a model.Ask) string {
	switch a.Fate {
	case model.Misspelt, model.WrongFamily, model.Malformed:
		if strings.Contains(a.Want, " ") {
			return a.Want
		}
		if a.Case == "value" {
			return fmt.Sprintf("write %s=%s", a.Key.String(), a.Want)
		}
		return fmt.Sprintf("write %s instead of %s", a.Want, shown(a.Key.String()))
	}
	return a.Want
}

// received prints the properties as the service gets them.
func received(w *model.Workload) string {
	if len(w.Refusals) > 0 {
		return ""
	}
	if w.Product == model.Dataflow {
		return "service options " + elements(w.Options.ServiceOptions) + ", experiments " + elements(w.Options.Experiments)
	}
	if !w.Properties.Present() {
		return "no properties"
	}
	var parts []string
	for _, e := range w.Properties.Entries() {
		parts = append(parts, shown(e.Key.String())+"="+e.Val.Text.String())
	}
	if len(parts) == 0 {
		return "no properties"
	}
	if len(parts) > 6 {
		parts = append(parts[:6], fmt.Sprintf("… (%d in all)", len(w.Properties.Entries())))
	}
	return "properties " + strings.Join(parts, ", ")
}

// elements prints a list as the worker sees it.
func elements(t value.Tree) string {
	var parts []string
	for _, item := range t.Items() {
		parts = append(parts, fmt.Sprintf("%q", item.Text.String()))
	}
	if t.Open() != nil {
		parts = append(parts, "…")
	}
	return "[" + strings.Join(parts, " ") + "]"
}

// workloadLabel names a workload beside its place.
func workloadLabel(w *model.Workload) string {
	switch {
	case w.Type != "" && (w.Kind == model.KindJob || w.Kind == model.KindBatch || w.Kind == model.KindWorkflowStep):
		return fmt.Sprintf("the %s %s", w.Type, strings.ReplaceAll(string(w.Kind), "-", " "))
	}
	if w.Product == model.Dataflow && w.Lang != "" {
		return "the " + langName(w.Lang) + " " + strings.ReplaceAll(string(w.Kind), "-", " ")
	}
	return "the " + strings.ReplaceAll(string(w.Kind), "-", " ")
}

// asking names a workload beside its place, and says so if it asks.
func asking(w *model.Workload) string {
	if asked, _ := w.Request.Asked().Get(); asked {
		return workloadLabel(w) + " asks for profiling"
	}
	return workloadLabel(w)
}

func langName(l model.Lang) string { return strings.ToUpper(string(l[:1])) + string(l[1:]) }

// askFor says in words how a workload asks.
func askFor(w *model.Workload) string {
	switch {
	case w.Product != model.Dataflow && w.Run != nil: // who started it is not told
		return adding("--properties", switchFor(w.Product)+"=true", false)
	case w.Product != model.Dataflow && w.Tool == "":
		return "add " + switchFor(w.Product) + `: "true" to its properties`
	case w.Product != model.Dataflow:
		return adding("--properties", switchFor(w.Product)+"=true", w.Properties.Map.Live() != nil || w.Properties.Open() != nil)
	case w.Kind != model.KindPipeline && w.Tool == "" && w.Run == nil:
		return "add " + switchFor(w.Product) + " to the additionalExperiments of its environment"
	case w.Kind != model.KindPipeline:
		return adding("--additional-experiments", switchFor(w.Product), len(w.Options.Experiments.Items()) > 0 || w.Options.Experiments.Open() != nil)
	}
	list := w.Options.ServiceOptions
	out := adding("--dataflow_service_options", switchFor(w.Product), w.Lang == model.Go && (len(list.Items()) > 0 || list.Open() != nil))
	if w.Lang == model.Java {
		out = "add --dataflowServiceOptions=" + switchFor(w.Product)
	}
	if w.Run != nil { // who started it is not told
		out += "; for a job from a template, --additional-experiments=" + switchFor(w.Product)
	}
	return out
}

// adding tells to give an option, or where it is given to add to it: a second
// one of the tools that need this would replace the first (F3.9, F4.9).
func adding(option, what string, given bool) string {
	if given {
		return "add " + what + " to " + option
	}
	return "add " + option + "=" + what
}

// switchFor is the property or option that asks.
func switchFor(p model.Product) string {
	switch p {
	case model.Serverless:
		return "dataproc.profiling.enabled"
	case model.Dataflow:
		return "enable_google_cloud_profiler"
	}
	return "cloud.profiler.enable"
}
