package beam

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// message makes a tree of lines "path.to.key=value"; a path that ends in []
// adds to a list, and a value … leaves the container open.
func message(lines string) value.Tree {
	root := value.NewMap(source.Span{})
	for _, line := range strings.Split(expand(lines), "|") {
		path, val, _ := strings.Cut(line, "=")
		put(&root, strings.Split(path, "/"), val)
	}
	return root
}

func put(t *value.Tree, path []string, val string) {
	key, isList := strings.CutSuffix(path[0], "[]")
	e, ok := t.Map.Entry(key)
	if !ok {
		e.Val = value.NewMap(source.Span{})
		if isList {
			e.Val = value.NewList(source.Span{})
		}
		if len(path) == 1 && !isList && val != "…" {
			e.Val = value.String(str(val))
		}
		t.Map.Put(str(key), e.Val)
		e, _ = t.Map.Entry(key)
	}
	switch {
	case len(path) > 1:
		put(&e.Val, path[1:], val)
	case val == "…" && isList:
		e.Val.List.Rest = &source.Hole{Expr: "var.more"}
	case val == "…":
		e.Val.Map.Rest = &source.Hole{Expr: "var.more"}
	case isList:
		e.Val.List.Items = append(e.Val.List.Items, value.String(str(val)))
	}
}

func str(s string) source.Text {
	f := source.NewFile("m.json", source.Code, []byte(s))
	return holes(source.Exact(source.Span{File: f, End: len(s)}))
}

// TestMessages has what template messages come to (S39, F3.37-F3.42).
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		fact, kind, lines    string
		exps, enabled, fates string
	}{
		{"S39", "LaunchTemplate", "jobName=a|environment/additionalExperiments[]=%P", "«%P»", "on", "arrives:%P"},
		{"S39 flex", "LaunchFlexTemplate", "launchParameter/environment/additionalExperiments[]=x|launchParameter/environment/additionalExperiments[]=%P", "«x»«%P»", "on", "arrives:%P"},
		{"F3.37 build", "ContainerSpec", "image=i|sdkInfo/language=PYTHON|defaultEnvironment/additionalExperiments[]=%P", "«%P»", "on", "arrives:%P"},
		{"F3.38", "LaunchFlexTemplate", "launchParameter/environment/additionalPipelineOptions[]=dataflowServiceOptions=%P", "-", "?", "unknown:dataflowServiceOptions=%P"},
		{"F3.38 beside", "LaunchFlexTemplate", "launchParameter/environment/additionalPipelineOptions[]=dataflowServiceOptions=%P|launchParameter/environment/additionalExperiments[]=%P", "«%P»", "on", "arrives:%P"},
		{"F3.39", "LaunchTemplate", "parameters/dataflowServiceOptions=%P", "-", "off", "misplaced:dataflowServiceOptions"},
		{"F3.39 beside", "LaunchTemplate", "parameters/dataflowServiceOptions=%P|environment/additionalExperiments[]=%P", "«%P»", "on", "arrives:%P misplaced:dataflowServiceOptions"},
		{"F3.40", "LaunchFlexTemplate", "launchParameter/parameters/experiments=x,%P", "-", "off", "misplaced/flex-parameters:experiments"},
		{"F3.40 singular", "LaunchFlexTemplate", "launchParameter/parameters/experiment=%P", "-", "off", "misplaced/flex-parameters:experiment"},
		{"F3.40 beside", "LaunchFlexTemplate", "launchParameter/parameters/experiments=%P|launchParameter/environment/additionalExperiments[]=%P", "«%P»", "on", "arrives:%P"},
		{"its own parameter", "LaunchFlexTemplate", "launchParameter/parameters/flags=%P", "-", "?", "unknown:flags"},
		{"F3.42 snake case", "LaunchFlexTemplate", "launchParameter/environment/additional_experiments[]=%P", "-", "off", "misplaced:%P"},
		{"F3.42 level", "LaunchFlexTemplate", "launchParameter/additionalExperiments[]=%P", "-", "off", "misplaced:%P"},
		{"a label", "LaunchTemplate", "environment/additionalUserLabels/%P=true", "-", "off", "misplaced:%P"},
		{"a label of the list's name", "LaunchTemplate", "environment/additionalUserLabels/dataflow-service-options=%P", "-", "off", "misplaced:%P"},
		{"a label that notes it", "LaunchTemplate", "environment/additionalUserLabels/additional_experiments1=%P", "-", "off", ""},
		{"F3.15", "LaunchTemplate", "environment/additionalExperiments[]=enable-google-cloud-profiler", "«enable-google-cloud-profiler»", "off", "misspelt:enable-google-cloud-profiler"},
		{"P10", "LaunchTemplate", "environment/additionalExperiments[]=use-runner-v2", "«use-runner-v2»", "off", ""},
		{"F3.16", "LaunchTemplate", "environment/additionalExperiments[]=%H", "«%H»", "off", "not-enabled:%H"},
		{"F12.8", "LaunchTemplate", "environment/additionalExperiments[]= %P", "« %P»", "on", "arrives: %P"},
		{"F12.8", "ContainerSpec", "sdkInfo/language=PYTHON|defaultEnvironment/additionalExperiments[]=x,%P", "«x,%P»", "?", "unsplit/version-unknown:x,%P"},
		{"no request", "LaunchFlexTemplate", "launchParameter/parameters/outputTable=google_cloud.profiles|launchParameter/parameters/topic=cloud-profiler", "-", "off", ""},
		{"F3.14 no name", "LaunchTemplate", "environment/additionalExperiments[]=%P=n", "«%P=n»", "?", "unknown:%P=n"},
		{"F3.14 no name", "ContainerSpec", "sdkInfo/language=PYTHON|defaultEnvironment/additionalExperiments[]=%P=n", "«%P=n»", "off", "misspelt:%P=n"},
		{"F3.14", "ContainerSpec", "sdkInfo/language=JAVA|defaultEnvironment/additionalExperiments[]=%P=n", "«%P=n»", "on", "arrives:%P=n"},
		{"open", "LaunchTemplate", "environment/additionalExperiments[]=x|environment/additionalExperiments[]=…", "«x»?", "?", ""},
		{"open, but asks", "LaunchTemplate", "environment/additionalExperiments[]=%P|environment/additionalExperiments[]=…", "«%P»?", "on", "arrives:%P"},
		{"open environment", "LaunchTemplate", "environment=…", "?", "?", ""},
		{"a hole", "LaunchTemplate", "environment/additionalExperiments[]=${X}", "«${X}»", "?", ""},
		{"nothing", "LaunchTemplate", "jobName=a|parameters/input=gs://b", "-", "off", ""},
		{"prose", "ContainerSpec", "image=i|metadata/description=%P is not set", "-", "off", ""},
	} {
		t.Run(c.fact+" "+c.kind, func(t *testing.T) {
			w := ReadMessage(c.kind, message(c.lines), Origin{})
			See(w)
			check(t, "experiments", elements(w.Options.Experiments), expand(c.exps))
			check(t, "profiler", on(w.Request.Enabled), c.enabled)
			check(t, "fates", fates(w.Request.Asks), expand(c.fates))
		})
	}
}

// TestMessageModel: what a message says of the job itself.
func TestMessageModel(t *testing.T) {
	w := ReadMessage("LaunchFlexTemplate", message("launchParameter/jobName=clicks|launchParameter/containerSpecGcsPath=gs://b/spec.json"+
		"|launchParameter/environment/serviceAccountEmail=w@p|launchParameter/environment/subnetwork=s|launchParameter/environment/machineType=c4a-standard-4"+
		"|launchParameter/environment/ipConfiguration=WORKER_IP_PRIVATE|launchParameter/environment/additionalExperiments[]=%P"), Origin{})
	See(w)
	for what, v := range map[string][2]string{
		"name": {w.Name.Raw().String(), "clicks"}, "template": {w.TemplateURI.Raw().String(), "gs://b/spec.json"}, "account": {w.Account.Raw().String(), "w@p"},
		"subnet": {w.Subnet.Raw().String(), "s"}, "machine": {w.Options.MachineType.Raw().String(), "c4a-standard-4"}, "internal": {on(w.Options.InternalOnly), "on"},
		"runner": {Runner(w).Raw().String(), "DataflowRunner"}, "service": {w.Request.Appears[0].Service, "clicks"},
	} {
		check(t, what, v[0], v[1])
	}
	if w.Classic || w.Kind != model.KindTemplateLaunch || w.Product != model.Dataflow {
		t.Errorf("got %v %v %v", w.Classic, w.Kind, w.Product)
	}
	w = ReadMessage("LaunchTemplate", message("jobName=a"), Origin{GCSPath: value.Text(str("gs://dataflow-templates-us-central1/2021-09-13-00_RC00/Word_Count")), Name: value.Text(str("b"))})
	check(t, "name", w.Name.Raw().String(), "b")
	b, ok := w.Build.To.Get()
	if r, known := b.SDK.Get(); !ok || !known || !w.Classic || r.Of(v(2, 33)) != value.Before {
		t.Error("a template of 2021-09: want an SDK before 2.33.0")
	}
	if w := ReadMessage("Job", message("a=b"), Origin{}); w != nil {
		t.Errorf("a message of another kind: got a workload at %s", w.At)
	}
}

// TestElementsApart: a list of a message has no flags to repeat.
func TestElementsApart(t *testing.T) {
	w := ReadMessage("ContainerSpec", message("sdkInfo/language=PYTHON|defaultEnvironment/additionalExperiments[]=x, %P"), Origin{})
	See(w)
	if len(w.Request.Asks) != 1 {
		t.Fatalf("asks %s", fates(w.Request.Asks))
	}
	want, _, _ := strings.Cut(w.Request.Asks[0].Want, ";")
	check(t, "want", want, expand(`make them elements of their own: "x", "%P"`))
}
