package gcloud

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// dataflowRegion is where gcloud launches Dataflow jobs without --region
// (F14.12).
const dataflowRegion = "us-central1"

// yamlTemplate is the template of yaml run, in the bucket of a region.
const yamlTemplate = "gs://dataflow-templates-%s/latest/flex/Yaml_Template"

// endpoint is the region of a launch. A YAML pipeline may name it itself
// (F14.14).
func (l *lowering) endpoint() value.Str {
	given := l.text("--region")
	switch {
	case given.Known():
		return given
	case l.cmd.own == yamlBody:
		return l.pipelineRegion()
	case given.Absent():
		return l.defaultRegion()
	}
	return given
}

// endpointText is the region as it stands in a message.
func (l *lowering) endpointText() source.Text {
	region := l.endpoint()
	if h := region.Hole(); h != nil && region.Raw().Len() == 0 {
		return source.Unknown(h, l.at)
	}
	return region.Raw()
}

func (l *lowering) defaultRegion() value.Str { return value.Text(source.Derived(dataflowRegion, l.at)) }

// pipelineRegion is the region of a YAML pipeline's options, or the default.
func (l *lowering) pipelineRegion() value.Str {
	inside := l.pipeline.Get("options", "region").Str()
	text, known := l.get("parameters.yaml_pipeline").Str().Get()
	switch {
	case inside.Known():
		return inside
	case l.open != nil:
	case l.pipeline.Kind == value.KindMap && inside.Absent(), known && !strings.Contains(text.String(), "region"):
		return l.defaultRegion()
	}
	return value.Not[source.Text](&source.Hole{Expr: "REGION", Why: "the region of the pipeline's options, or " + dataflowRegion}, l.at)
}

// templateURI is the gs:// path of the template that is launched or written.
func (l *lowering) templateURI() value.Str {
	switch l.cmd.own {
	case specBody:
		return l.slot(0)
	case yamlBody:
		if uri := l.text(l.cmd.template); !uri.Absent() {
			return uri
		}
		before, after, _ := strings.Cut(yamlTemplate, "%s")
		return value.Text(source.Concat(source.Derived(before, l.at), l.endpointText(), source.Derived(after, l.at)))
	}
	return l.text(l.cmd.template)
}

// templateTree is the template's path as it stands in a message.
func (l *lowering) templateTree() value.Tree {
	uri := l.templateURI()
	if h := uri.Hole(); h != nil && uri.Raw().Len() == 0 {
		return value.Opaque(h, l.at)
	}
	return value.String(uri.Raw())
}

// environment completes the part that describes the workers.
func (l *lowering) environment() {
	l.ensure("@")
	if g := l.given("--disable-public-ips"); g != nil && !g.no {
		private := value.String(source.Derived("WORKER_IP_PRIVATE", g.name.Span()))
		l.set("@.ipConfiguration", g.name.Span(), l.weaken(private, g))
	}
	if temp := l.get("@.tempLocation"); temp.Kind == value.KindAbsent {
		if staging := l.get("@.stagingLocation"); staging.Kind == value.KindString {
			l.set("@.tempLocation", staging.At, staging)
		}
	}
}

// launch completes what all launches of a template have.
func (l *lowering) launch() {
	l.environment()
	if g := l.given("--update"); g != nil && !g.no {
		l.set("update", g.name.Span(), l.weaken(truth(true, g.name.Span()), g))
	}
	if !l.has("--enable-streaming-engine") && l.open == nil && l.cmd.own != yamlBody {
		l.set("@.enableStreamingEngine", l.at, truth(false, l.at))
	}
}

// mappings are sent under a name of their own by each kind of launch, and
// only where the job is an update.
func (l *lowering) mappings(path string) {
	if uses := l.uses(nil, "--transform-name-mappings"); len(uses) > 0 && l.on("--update") {
		if tree, ok := l.combine(uses); ok {
			l.set(path, uses[0].name.Span(), tree)
		}
	}
}

// classicLaunch is jobs run. An update is another request: it names the
// template in its address, and drops the labels (F14.13).
func (l *lowering) classicLaunch() {
	l.launch()
	if !l.on("--update") {
		l.set("gcsPath", l.at, l.templateTree())
		l.set("location", l.at, value.String(l.endpointText()))
		return
	}
	l.mappings("transformNameMapping")
	if env := l.get("@").Map; env != nil {
		drop(env, "additionalUserLabels")
	}
}

// flexLaunch is flex-template run, or yaml run.
func (l *lowering) flexLaunch() {
	l.launch()
	l.mappings("transformNameMappings")
	l.set("containerSpecGcsPath", l.at, l.templateTree())
}

// parameters are those that yaml run makes of its flags: the text of the
// pipeline, and the variables of its template language.
func (l *lowering) parameters() {
	if g := l.given("--jinja-variables"); g != nil {
		l.set("parameters.jinja_variables", g.name.Span(), l.weaken(value.String(g.val), g))
	}
	if g := l.given("--yaml-pipeline"); g != nil {
		l.set("parameters.yaml_pipeline", g.name.Span(), l.weaken(value.String(g.val), g))
	}
	g := l.given("--yaml-pipeline-file")
	if g == nil {
		return
	}
	if g.val.HasPrefix("gs://") { // gcloud sends its text if it can read it, else its name
		l.ensure("parameters")
		l.get("parameters").Map.Rest = missing(g.name.String(), g.val)
		return
	}
	sent := value.Opaque(missing(g.name.String(), g.val), g.at)
	if tree, text, ok := open(l.files, g.val); ok {
		l.pipeline, sent = tree, value.String(text)
	}
	l.set("parameters.yaml_pipeline", g.name.Span(), l.weaken(sent, g))
}

// yamlLaunch is yaml run. A region of the pipeline and another one of the
// command are refused.
func (l *lowering) yamlLaunch() {
	l.parameters()
	l.flexLaunch()
	inside := l.pipeline.Get("options", "region").Str()
	r, ok := inside.Get()
	if g := l.given("--region"); g != nil && ok && g.val.Known() && g.val.String() != r.String() {
		l.refuse(model.Refusal{At: g.at, Reason: "--region is " + g.val.String() + ", and the pipeline's options say " + r.String(),
			Want: "give one region", Related: []model.Label{{Span: inside.Span(), Text: "the pipeline's region"}}})
	}
}

// entryPoints are the variables that an image of each language needs.
var entryPoints = []struct{ language, variable string }{
	{"JAVA", "FLEX_TEMPLATE_JAVA_MAIN_CLASS"}, {"PYTHON", "FLEX_TEMPLATE_PYTHON_PY_FILE"}, {"GO", "FLEX_TEMPLATE_GO_BINARY"},
}

// spec is flex-template build: the container spec that it writes.
func (l *lowering) spec() {
	l.environment()
	if l.on("--enable-streaming-engine") {
		l.set("@.enableStreamingEngine", l.at, truth(true, l.at))
	}
	if g := l.given("--metadata-file"); g != nil {
		l.set("metadata", g.at, value.Opaque(&source.Hole{Expr: g.val.String(), Why: "metadata are not read"}, g.at))
	}
	language := ""
	if said, ok := l.get("sdkInfo.language").Str().Get(); ok {
		language = said.String()
	}
	l.checkEntryPoint(language)
	yaml := l.given("--yaml-pipeline-path")
	switch {
	case language == "YAML" && yaml == nil:
		l.lacks("--yaml-pipeline-path with --sdk-language=YAML", source.Span{})
	case language == "YAML" && !l.has("--metadata-file"):
		l.lacks("--metadata-file with --sdk-language=YAML", source.Span{})
	case language == "YAML":
		l.set("metadata", yaml.at, value.Opaque(&source.Hole{Expr: yaml.val.String(), Why: "the pipeline becomes part of the metadata"}, yaml.at))
		if !l.has("--yaml-image") {
			l.set("image", yaml.at, value.Opaque(&source.Hole{Expr: "Yaml_Template", Why: "the image of Google's template"}, yaml.at))
		}
	case language != "" && yaml != nil:
		l.refuse(model.Refusal{At: yaml.at, Reason: yaml.name.String() + " needs --sdk-language=YAML"})
	}
}

// checkEntryPoint refuses an image without the variable that says what it
// runs.
func (l *lowering) checkEntryPoint(language string) {
	uses := l.uses(nil, "--env")
	if len(uses) == 0 || !l.has("--image-gcr-path") {
		return
	}
	env, _ := l.combine(uses)
	for _, e := range entryPoints {
		if e.language == language && env.Get(e.variable).Kind == value.KindAbsent {
			l.refuse(model.Refusal{At: uses[0].at, Reason: "--env lacks " + e.variable, Want: "add " + e.variable + "=…"})
		}
	}
}

// launchers is where the base images of flex templates are.
const launchers = "gcr.io/dataflow-templates-base/%s-template-launcher-base%s:latest"

// imageBuild is the image that flex-template build makes of a base image
// (F14.10), or nil.
func (l *lowering) imageBuild() *model.ImageBuild {
	g, name := l.given("--flex-template-base-image"), l.text("--image-gcr-path")
	if g == nil || name.Absent() {
		return nil
	}
	base := g.val
	if s := base.String(); base.Known() && !strings.HasPrefix(s, "gcr.io/") {
		label, distroless := strings.CutSuffix(s, "_DISTROLESS")
		full := strings.Replace(launchers, "%s", strings.ToLower(label), 1)
		base = same(strings.Replace(full, "%s", map[bool]string{true: "-distroless"}[distroless], 1), base)
		if s == "JAVA8" {
			base = base.Weaken("a newer gcloud takes JAVA11 for JAVA8")
		}
	}
	return &model.ImageBuild{At: l.at, Base: value.Text(base).Weaken(l.replaceable(g)), Names: []value.Str{name}}
}

// updateOptions is jobs update-options.
func (l *lowering) updateOptions() {
	for _, f := range optionsFlags {
		if f.name != "--region" && l.has(f.name) {
			return
		}
	}
	l.lacks("an option to update", source.Span{})
}
