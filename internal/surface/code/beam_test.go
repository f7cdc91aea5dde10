package code

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

func pipelines(s surface.Surface, name, text string) []*model.Pipeline {
	f := source.NewFile(name, source.Code, []byte(text))
	r := &surface.Reader{Set: &model.Set{}}
	s.Read(r, surface.Fragment{Text: source.Exact(source.Span{File: f, End: len(f.Data)})})
	return r.Set.Pipelines
}

// outline prints a pipeline: its words, with … for those of the command line,
// and what is set: = replaces, += adds, ? only perhaps.
func outline(p *model.Pipeline) string {
	var out []string
	if p.Outer {
		out = append(out, "…")
	}
	for _, w := range p.Words.Items() {
		out = append(out, w.Str().Raw().String())
	}
	for _, s := range p.Sets {
		op, val := "=", s.Value.Str().Raw().String()
		if s.Adds {
			op = "+="
		}
		if s.Value.Kind == value.KindList {
			var items []string
			for _, i := range s.Value.Items() {
				items = append(items, i.Str().Raw().String())
			}
			if val = strings.Join(items, ","); s.Value.List.Rest != nil {
				val += "…"
			}
		}
		if s.Value.Kind == value.KindUnknown {
			val = "<" + s.Value.Hole.Expr + ">"
		}
		if s.Doubt != "" {
			op = "?" + op
		}
		out = append(out, s.Name+op+val)
	}
	return strings.Join(out, " ")
}

func TestBeamJVM(t *testing.T) {
	for _, c := range []struct{ file, code, want string }{
		{"A.java", `o = PipelineOptionsFactory.fromArgs(args).as(X.class);`, "…"},
		{"A.java", `o = PipelineOptionsFactory.as(X.class);`, ""},
		{"A.java", `o = PipelineOptionsFactory.fromArgs("--a=b", "--c").create();`, "--a=b --c"},
		{"A.java", `o = PipelineOptionsFactory.fromArgs("--a=b --c".split(" ")).create();`, "--a=b --c"},
		{"A.java", `o = PipelineOptionsFactory.fromArgs(ArrayUtils.addAll(args, "--a=b")).create();`, "… --a=b"},
		{"A.java", `o = PipelineOptionsFactory.fromArgs(Launch.on(args, "--a=b", more, "x")).create();`, "… --a=b"},
		{"A.java", `void f(String[] args) { args = on(args, "--a=b"); o = PipelineOptionsFactory.fromArgs(args).create(); }`, "… --a=b"},
		{"A.java", `o = PipelineOptionsFactory.fromArgs(read("x")).create();`, "…"},
		{"A.java", `o = org.apache.beam.sdk.options.PipelineOptionsFactory.fromArgs(args).create(); o.setRunner(DataflowRunner.class); o.setJobName("j");`, "… runner=DataflowRunner jobName=j"},
		{"A.java", `X o = PipelineOptionsFactory.fromArgs(args).as(X.class); Y p = o.as(Y.class); p.setExperiments(List.of("a")); p.getExperiments().add("b"); ExperimentalOptions.addExperiment(p, "c");`,
			"… experiments=a experiments+=b experiments+=c"},
		{"A.java", `X o = PipelineOptionsFactory.fromArgs(args).as(X.class); builder.setRunner("z"); other.setLabels(l); o.setAnything(1);`, "…"},
		{"A.java", `X o = PipelineOptionsFactory.fromArgs(args).as(X.class); if (a) { o.setExperiments(List.of("a")); } for (;;) o.setJobName("j"); Runnable r = () -> o.setRegion("r");`,
			"… experiments?=a jobName?=j region?=r"},
		{"A.java", `X o = PipelineOptionsFactory.fromArgs(args).as(X.class); List<String> l = o.getExperiments(); l.removeIf(x); o.setExperiments(l);`, "… experiments=<l>"},
		{"A.java", `X o = PipelineOptionsFactory.fromArgs(args).as(X.class); o.setExperiments(config.getExperiments());`, "… experiments=<config.getExperiments()>"},
		{"A.java", `X o = PipelineOptionsFactory.fromArgs(args).as(X.class); List<String> l = o.getExperiments(); if (l == null) { l = new ArrayList<>(); } else { l = new ArrayList<>(l); } l.add("a"); o.setExperiments(l);`, "… experiments+=a"},
		{"A.kt", "val o = PipelineOptionsFactory.fromArgs(*args).`as`(X::class.java)\no.also { it.usePublicIps = false }\no.run { workerMachineType = \"t2a-standard-1\" }", "… usePublicIps=false workerMachineType=t2a-standard-1"},
		{"A.scala", "val sc = ScioContext(PipelineOptionsFactory.fromArgs(args: _*).create())\nsc.optionsAs[D].setRunner(classOf[DataflowRunner])", "… runner=DataflowRunner"},
		{"A.kt", "val o = PipelineOptionsFactory.create()\nwith(o) { jobName = \"a\" }\no.apply { later { jobName = \"b\" } }\nlater { o.jobName = \"c\" }", "jobName=a jobName?=c"},
		{"A.groovy", "def o = PipelineOptionsFactory.fromArgs(args).as(X)\no.dataflowServiceOptions = ['a']\no.runner = DataflowRunner.class", "… dataflowServiceOptions=a runner=DataflowRunner"},
		{"A.kt", "val o = PipelineOptionsFactory.create()\no.dataflowServiceOptions = (o.dataflowServiceOptions ?: emptyList()) + \"a\"\no.dataflowServiceOptions += \"b\"", "dataflowServiceOptions+=a dataflowServiceOptions+=b"},
		{"A.scala", "val (sc, rest) = ContextAndArgs(args)\nsc.optionsAs[D].setDataflowServiceOptions((sc.optionsAs[D].getDataflowServiceOptions.asScala :+ \"a\").asJava)", "… dataflowServiceOptions+=…"},
	} {
		text := "class A { void main(String[] args) { " + c.code + " } }"
		switch c.file {
		case "A.kt":
			text = "fun main(args: Array<String>) {\n" + c.code + "\n}"
		case "A.scala":
			text = "object A {\n def main(args: Array[String]): Unit = {\n" + c.code + "\n}\n}"
		}
		var got []string
		for _, p := range pipelines(BeamJVM(), c.file, "// DataflowRunner.class\n"+text) {
			got = append(got, outline(p))
		}
		if s := strings.Join(got, " | "); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.code, s, c.want)
		}
	}
}

func TestBeamGo(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{`flag.Parse(); flag.Set("a", "b")`, "… --a=b"},
		{`flag.CommandLine.Parse([]string{"--a=b"})`, "--a=b"},
		{`os.Args = []string{"x", "--a=b"}; flag.Parse()`, "--a=b"},
		{`os.Args = append(os.Args, "--a=b", c); flag.Parse()`, "… --a=b c"},
		{`flag.Parse(); if x { flag.Set("experiments", "b") }`, "… experiments?=b"},
		{`dataflow.Execute(ctx, p)`, "… runner=dataflow"},
	} {
		text := "package main\nimport (\"flag\"; \"os\"; \"github.com/apache/beam/sdks/v2/go/pkg/beam\"; \"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow\")\nfunc main() { " + c.code + " }"
		got := pipelines(BeamGo(), "main.go", text)
		if len(got) != 1 || outline(got[0]) != c.want {
			t.Errorf("%s\n got %v\nwant %s", c.code, outline(got[0]), c.want)
		}
	}
	if got := pipelines(BeamGo(), "main.go", "package main\nimport \"flag\"\nfunc main() { flag.Set(\"experiments\", \"enable_google_cloud_profiler\") }"); got != nil {
		t.Error("a program without Beam is no pipeline")
	}
}

// Whatever the text, nothing panics, and all places lie in it.
func FuzzBeamCode(f *testing.F) {
	f.Add("class A { void m(String[] args) { X o = PipelineOptionsFactory.fromArgs(args, \"--a=DataflowRunner.class\").as(X.class); m(o); o.setExperiments(new ArrayList<>(o.getExperiments())); } }")
	f.Add("val (sc, args) = ContextAndArgs(a)\nsc.optionsAs[DataflowOptions].setRunner(classOf[DataflowRunner])")
	f.Add("val o = PipelineOptionsFactory.create()\no.apply { runner = DataflowRunner::class.java; dataflowServiceOptions += \"x\" }")
	f.Add("package main\nimport \"github.com/apache/beam/sdks/v2/go/pkg/beam\"\nfunc main() { os.Args = append(os.Args, \"--dataflow_service_options=x\"); flag.Set(\"experiments\", x) }")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"A.java", "A.kt", "A.scala", "A.groovy"} {
			for _, p := range pipelines(BeamJVM(), name, text) {
				inside(t, p, len(text))
			}
		}
		for _, p := range pipelines(BeamGo(), "main.go", text) {
			inside(t, p, len(text))
		}
	})
}

func inside(t *testing.T, p *model.Pipeline, n int) {
	spans := []source.Span{p.At}
	for _, s := range p.Sets {
		spans = append(spans, s.At)
		spans = append(spans, s.Value.Text.Spans()...)
	}
	for _, w := range p.Words.Items() {
		spans = append(spans, w.Text.Spans()...)
	}
	for _, s := range spans {
		if s.Valid() && (s.Start < 0 || s.Start > s.End || s.End > n) {
			t.Fatalf("a place at %d-%d in %d bytes", s.Start, s.End, n)
		}
	}
}
