package beam

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Origin is what the reader of a message knows beside its body.
type Origin struct {
	At      source.Span // the words that declare it
	Project value.Str   // absent: of whoever runs it
	Region  value.Str
	GCSPath value.Str // a classic template's file, or where a flex template's spec is written
	Name    value.Str // overrides the name in the body where known or unknown
}

// ReadMessage returns the workload that one message declares: LaunchTemplate
// (LaunchTemplateParameters of a classic template), LaunchFlexTemplate,
// ContainerSpec (a flex template that is built), or DataflowJob (Dataflow's
// answer about a job). A message of another kind declares nothing: nil.
func ReadMessage(kind string, body value.Tree, o Origin) *model.Workload {
	if kind == "DataflowJob" {
		return readJob(body, o)
	}
	w := &model.Workload{Entity: model.Entity{Product: model.Dataflow, Kind: model.KindTemplateLaunch, At: o.At, Body: body,
		Project: o.Project, Region: o.Region, Name: o.Name}, TemplateURI: o.GCSPath}
	name := value.Str{}
	switch kind {
	case "LaunchTemplate":
		w.Classic = true
		name = body.Get("jobName").Str()
	case "LaunchFlexTemplate":
		launch := body.Get("launchParameter")
		name = launch.Get("jobName").Str()
		w.TemplateURI = launch.Get("containerSpecGcsPath").Str()
		w.Lang = speaks(launch.Get("containerSpec"))
		w.Image = parameter(launch, image)
	case "ContainerSpec":
		w.Kind = model.KindTemplate
		w.Lang = speaks(body)
		w.Image = body.Get("image").Str()
		name = body.Get("metadata", "name").Str()
	default:
		return nil
	}
	if o.Name.Absent() || o.Name.Unknown() && o.Name.Hole() == nil && o.Name.Raw().Len() == 0 {
		w.Name = name
	}
	w.Options.JobName = w.Name
	if w.Kind == model.KindTemplate {
		w.Options.JobName = value.Str{} // each launch gives one
	}
	env := environment(w)
	w.Account = env.Get("serviceAccountEmail").Str()
	w.Subnet = env.Get("subnetwork").Str()
	if img := env.Get("sdkContainerImage").Str(); !img.Absent() {
		w.Image = img
	}
	if r, ok := templateSDK(w.TemplateURI.Raw()); ok {
		at := w.TemplateURI.At()
		if day := strings.TrimPrefix(r.Text, "of the template of "); day != r.Text {
			uri := w.TemplateURI.Raw()
			i := strings.Index(uri.String(), day)
			at = uri.Slice(i, i+len(day)).Spans()
		}
		w.Build.To = value.Of(&model.Build{At: w.TemplateURI.Span(), SDK: value.Of(r, at...)}, at...)
	}
	return w
}

// parameter returns the value of a flex template's parameter that becomes an
// option of the pipeline (F3.40).
func parameter(launch value.Tree, of id) value.Str {
	for _, e := range launch.Get("parameters").Entries() {
		if o, _ := foreign("", e.Key.String()); o != nil && o.id == of {
			return e.Val.Str()
		}
	}
	return value.None[source.Text](launch.At)
}

// Shape names the message that a JSON or YAML document is, by its keys alone;
// "" for anything else.
func Shape(t value.Tree) string {
	has := func(key string) bool { return t.Get(key).Present() }
	switch {
	case isJob(t):
		return "DataflowJob"
	case t.Get("launchParameter").Kind == value.KindMap:
		return "LaunchFlexTemplate"
	case has("image") && t.Get("sdkInfo").Kind == value.KindMap:
		return "ContainerSpec"
	case has("jobName") && t.Get("environment").Kind == value.KindMap && (has("parameters") || has("gcsPath")):
		return "LaunchTemplate"
	}
	return ""
}

// speaks reads the language of a container spec's sdkInfo.
func speaks(spec value.Tree) model.Lang {
	s, _ := spec.Get("sdkInfo", "language").Str().Get()
	for _, l := range langs {
		if strings.EqualFold(s.String(), string(l)) {
			return l
		}
	}
	return ""
}

// frame is the part of a message that a launch fills in.
func frame(w *model.Workload) value.Tree {
	if launch := w.Body.Get("launchParameter"); launch.Present() {
		return launch
	}
	return w.Body
}

// Template returns where a workload writes a template, and no job starts:
// absent or unknown if it writes none.
func Template(w *model.Workload) value.Str {
	switch {
	case w.Kind == model.KindTemplate:
		return w.TemplateURI
	case w.Kind != model.KindPipeline || w.Run != nil:
		return value.Str{}
	}
	if v, ok := coded(w, templateLocation); ok {
		return v
	}
	c := parse(spoken(w)[0], w.Args)
	return c.single(templateLocation)
}

// environment is the runtime environment of a template's message.
func environment(w *model.Workload) value.Tree {
	if w.Kind == model.KindTemplate {
		return w.Body.Get("defaultEnvironment")
	}
	return frame(w).Get("environment")
}

const classicParameters = "the parameters of a classic template"

// template judges the message of a template: its additional experiments count,
// and nothing else (S39, F3.39-F3.42).
func (s sdk) template(w *model.Workload) outcome {
	j := &judge{outcome: outcome{sdk: s}, at: w.At}
	env := environment(w)
	j.service = value.Missing(env.At)
	j.outcome.experiments = env.Get("additionalExperiments")
	heard := j.outcome.experiments
	if t := heard.Raw(); heard.Kind == value.KindString && surely(t) == profile {
		j.doubt(model.Ask{Key: t, Value: value.Text(t), Where: "the additional experiments"}, "whether the service takes a text where a list belongs; a list of "+profiler+" is sure")
	}
	if s.split == smart { // Python's worker makes flags of the elements, and reads them again
		heard = s.again(heard)
	}
	j.elements(heard, place{experiments, "the additional experiments", s.experiments, ""})
	j.forwarded(env.Get("additionalPipelineOptions"))
	j.parameters(frame(w).Get("parameters"), w.Classic)
	j.walk(w.Body, env, "", 0)
	return j.done()
}

// again splits each element of a list.
func (s sdk) again(t value.Tree) value.Tree {
	if t.Kind != value.KindList {
		return t
	}
	list := *t.List
	list.Items = nil
	for _, item := range t.Items() {
		if item.Kind != value.KindString {
			list.Items = append(list.Items, item)
			continue
		}
		for _, el := range s.elements(item.Text) {
			list.Items = append(list.Items, value.String(el))
		}
	}
	t.List = &list
	return t
}

// forwarded finds requests among additional pipeline options, of which it is
// not known that the service hands them on (F3.38).
func (j *judge) forwarded(t value.Tree) {
	for _, item := range t.Items() {
		el := item.Raw()
		if _, v, ok := el.Cut("="); ok && surely(v) == profile {
			j.doubt(model.Ask{Key: el, Value: value.Text(el), Where: "the additional pipeline options"},
				"whether the service hands additional pipeline options on to the workers, which nobody has verified; "+profiler+" in additionalExperiments is sure")
		}
	}
}

// parameters finds requests among the template's parameters: a classic
// template refuses them (F3.39), a flex template makes pipeline options of
// them, which Google advises against (F3.40).
func (j *judge) parameters(t value.Tree, classic bool) {
	for _, e := range t.Entries() {
		v := e.Val.Raw()
		if !e.Key.Known() || asked(v) != profile {
			continue
		}
		sure := surely(v) == profile
		ask := model.Ask{Key: e.Key, Value: value.Text(v), Where: "the template's parameters"}
		opt, _ := foreign("", e.Key.String())
		_, near := meant(e.Key.String())
		switch listed := opt != nil && (opt.id == serviceOptions || opt.id == experiments); {
		case !listed && !sure:
		case !listed && !near:
			j.doubt(ask, "what the template makes of its parameter "+e.Key.String())
		case j.outcome.experiments.Open() != nil:
			j.doubt(ask, "whether "+j.outcome.experiments.Open().Expr+" asks for the profiler, too")
		case classic:
			ask.Where, ask.Fix = classicParameters, j.additional(t, e, 0, e.Key.Len()+1)
			j.lose(ask, model.Misplaced, "", advice)
		default:
			ask.Fix = j.additional(t, e, 0, e.Key.Len()+1)
			j.lose(ask, model.Misplaced, "flex-parameters", advice)
		}
	}
}

// additional returns the edits that make an additional experiment of what a
// flag holds alone: the flag's other name, and its item without the part
// [from, to).
func (j *judge) additional(t value.Tree, e value.Entry, from, to int) []source.Edit {
	tail := t.Map.Tail
	if tail == nil {
		return nil
	}
	whole := e.Key.String() + "=" + e.Val.Text.String()
	rest := whole[:min(from, len(whole))] + whole[min(to, len(whole)):]
	if j.outcome.experiments.Kind != value.KindAbsent || tail.Last.String() != whole || tail.Last.Span().Start != e.Key.Span().Start || rest != profiler {
		return nil
	}
	cut, ok := tail.Last.Edit(from, min(to, len(whole)), "")
	named := edit(tail.Flag, "--additional-experiments")
	if !ok || named == nil || tail.Flag.Len() == 0 {
		return nil
	}
	return append(named, cut)
}

const advice = "give it as an additional experiment: --additional-experiments=" + profiler + ", additionalExperiments of the environment"

// walk finds requests at the wrong level of a message: labels, an
// additionalExperiments outside the environment, in another spelling (F3.42).
func (j *judge) walk(t, env value.Tree, key string, depth int) {
	if depth > 20 || key == "parameters" || key == "metadata" {
		return
	}
	for _, e := range t.Entries() {
		k := e.Key.String()
		if t.Map == env.Map && (k == "additionalExperiments" || k == "additionalPipelineOptions") {
			continue
		}
		if e.Key.String() == profiler {
			j.lose(model.Ask{Key: e.Key, Value: e.Val.Str(), Where: level(key), Fix: j.additional(t, e, e.Key.Len(), 1<<20)}, model.Misplaced, "", advice)
			continue
		}
		if (key == "labels" || key == "additionalUserLabels") && !likeList(k) { // people note there what a job was given before
			continue
		}
		j.walk(e.Val, env, k, depth+1)
	}
	for _, item := range t.Items() {
		j.walk(item, env, key, depth+1)
	}
	if t.Kind != value.KindString {
		return
	}
	if el, r := t.Text, read(t.Text); r.wish == profile && r.form < within {
		j.lose(model.Ask{Key: el, Value: value.Text(el), Where: level(key)}, model.Misplaced, "", advice)
	}
}

// level says for people where in a message a text stands.
func level(key string) string {
	switch key {
	case "additionalUserLabels", "labels":
		return "a label"
	case "additionalExperiments":
		return "additionalExperiments outside the environment"
	case "":
		return "the top level of the message"
	}
	return key
}
