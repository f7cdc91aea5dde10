package gcloud

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

const (
	classic   = "gcloud dataflow jobs run j --gcs-location=gs://b/t "
	flex      = "gcloud dataflow flex-template run j --template-file-gcs-location=gs://b/t "
	buildSpec = "gcloud dataflow flex-template build gs://b/t --sdk-language=JAVA "
	newImg    = buildSpec + "--image-gcr-path=gcr.io/p/i --jar=a.jar --env=FLEX_TEMPLATE_JAVA_MAIN_CLASS=M "
)

func TestDataflowBody(t *testing.T) {
	const files = "-- p.yaml --\noptions:\n  region: us-east1\n-- q.yaml --\noptions: {}\n"
	const yaml = "gcloud dataflow yaml run j "
	tests := []struct{ name, line, path, want string }{
		{"merged", classic + "--additional-experiments=a,b --additional-experiments=c", "environment.additionalExperiments", "[a b c]"},
		{"blanks kept", classic + "'--additional-experiments=a, b'", "environment.additionalExperiments", "[a  b]"},
		{"parameters merge", classic + "--parameters=a=1 '--parameters=^;^b=2,3;c=x=y'", "parameters", "{a:1 b:2,3 c:x=y}"},
		{"classic, whole", classic + "--region=r --disable-public-ips --zone=a-b1-c", "",
			"{jobName:j environment:{zone:a-b1-c ipConfiguration:WORKER_IP_PRIVATE enableStreamingEngine:false} gcsPath:gs://b/t location:r}"},
		{"default region", classic, "location", "us-central1"},
		{"update", classic + "--update --additional-user-labels=a=b --transform-name-mappings=c=d", "", "{jobName:j environment:{enableStreamingEngine:false} update:true transformNameMapping:{c:d}}"},
		{"no update", classic + "--no-update --transform-name-mappings=c=d", "transformNameMapping", "-"},
		{"public again", flex + "--disable-public-ips --no-disable-public-ips", "launchParameter.environment.ipConfiguration", "-"},
		{"options", flex + "--additional-pipeline-options=a=b,c", "launchParameter.environment.additionalPipelineOptions", "[a=b c]"},
		{"staging for temp", flex + "--staging-location=gs://s", "launchParameter.environment.tempLocation", "gs://s"},
		{"closed", flex, "launchParameter.environment.additionalExperiments", "-"},
		{"spec", buildSpec + "--image=i --additional-experiments=e --enable-streaming-engine", "", "{sdkInfo:{language:JAVA} image:i defaultEnvironment:{additionalExperiments:[e] enableStreamingEngine:true}}"},
		{"spec of a new image", newImg + "--flex-template-base-image=JAVA17", "", "{sdkInfo:{language:JAVA} image:gcr.io/p/i defaultEnvironment:{}}"},
		{"pipeline's region", yaml + "--yaml-pipeline-file=p.yaml", "launchParameter.containerSpecGcsPath", "gs://dataflow-templates-us-east1/latest/flex/Yaml_Template"},
		{"pipeline without region", yaml + "--yaml-pipeline-file=q.yaml", "launchParameter", "{jobName:j parameters:{yaml_pipeline:options: {}\n} environment:{} containerSpecGcsPath:gs://dataflow-templates-us-central1/latest/flex/Yaml_Template}"},
		{"inline", yaml + "--yaml-pipeline=x --pipeline-options=a=b", "launchParameter.parameters", "{a:b yaml_pipeline:x}"},
		{"newer gcloud", yaml + "--yaml-pipeline=x --additional-experiments=e --template-file-gcs-location=gs://own", "launchParameter",
			"{jobName:j environment:{additionalExperiments:[e]} parameters:{yaml_pipeline:x} containerSpecGcsPath:gs://own}"},

		// unknowns
		{"unknown experiments", classic + "--additional-experiments=$X", "environment.additionalExperiments", "[…$X]"},
		{"unknown parameter", classic + "--parameters=a=$V", "parameters", "{a:?$V}"},
		{"words before", classic + "$FLAGS --additional-experiments=e", "environment.additionalExperiments", "[e …$FLAGS]"},
		{"words, not given", classic + "$FLAGS", "environment.enableStreamingEngine", "?$FLAGS"},
		{"words may hold the region", classic + "$FLAGS", "location", "?$FLAGS"},
		{"unknown template", "gcloud dataflow jobs run $JOB --gcs-location=$T", "gcsPath", "?$T"},
		{"unknown file", yaml + "--yaml-pipeline-file=elsewhere.yaml", "launchParameter.parameters", "{yaml_pipeline:?--yaml-pipeline-file elsewhere.yaml}"},
		{"its region", yaml + "--yaml-pipeline-file=elsewhere.yaml", "launchParameter.containerSpecGcsPath", "?gs://dataflow-templates-REGION/latest/flex/Yaml_Template"},
		{"in Cloud Storage", yaml + "--yaml-pipeline-file=gs://b/p.yaml --region=r", "launchParameter.parameters", "{…--yaml-pipeline-file gs://b/p.yaml}"},
		{"unknown language", "gcloud dataflow flex-template build gs://b/t --image=i --sdk-language=$L", "sdkInfo", "{language:?$L}"},
		{"metadata", buildSpec + "--image=i --metadata-file=m.json", "metadata", "?m.json"},
		{"flags file elsewhere", flex + "--flags-file=x.yaml", "launchParameter.environment.additionalExperiments", "?--flags-file x.yaml"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := run(tt.line, files)
			for _, r := range c.Refusals {
				t.Errorf("refused: %s", r.Reason)
			}
			body := c.Body
			if tt.path != "" {
				body = body.Get(strings.Split(tt.path, ".")...)
			}
			if got := show(body); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestDataflowFields(t *testing.T) {
	const files = "-- p.yaml --\noptions: {region: us-east1}\n"
	str := func(v value.Str) string {
		switch {
		case v.Absent():
			return "-"
		case v.Unknown():
			return "?" + v.Hole().Expr
		}
		return v.Raw().String() + map[bool]string{true: "~"}[v.Weak() != ""]
	}
	tests := []struct{ line, want string }{
		{classic + "--region=r --project=p", "LaunchTemplate p r j gs://b/t"},
		{classic, "LaunchTemplate - us-central1 j gs://b/t"},
		{classic + "$FLAGS", "LaunchTemplate ?$FLAGS ?$FLAGS j gs://b/t~"},
		{flex + "--region=$R", "LaunchFlexTemplate - ?$R j gs://b/t"},
		{"gcloud dataflow yaml run j --yaml-pipeline-file=p.yaml", "LaunchFlexTemplate - us-east1 j gs://dataflow-templates-us-east1/latest/flex/Yaml_Template"},
		{"gcloud dataflow yaml run j --yaml-pipeline=$P", "LaunchFlexTemplate - ?REGION j ?REGION"},
		{buildSpec + "--image=i", "ContainerSpec - - gs://b/t gs://b/t"},
		{newImg + "--flex-template-base-image=JAVA17", "ContainerSpec - - gs://b/t gs://b/t; gcr.io/p/i from gcr.io/dataflow-templates-base/java17-template-launcher-base:latest"},
		{newImg + "--flex-template-base-image=JAVA25_DISTROLESS", "ContainerSpec - - gs://b/t gs://b/t; gcr.io/p/i from gcr.io/dataflow-templates-base/java25-template-launcher-base-distroless:latest"},
		{newImg + "--flex-template-base-image=JAVA8", "ContainerSpec - - gs://b/t gs://b/t; gcr.io/p/i from gcr.io/dataflow-templates-base/java8-template-launcher-base:latest~"},
		{newImg + "--flex-template-base-image=gcr.io/own:1", "ContainerSpec - - gs://b/t gs://b/t; gcr.io/p/i from gcr.io/own:1"},
		{newImg + "--flex-template-base-image=$BASE", "ContainerSpec - - gs://b/t gs://b/t; gcr.io/p/i from ?$BASE"},
		{"gcloud dataflow jobs update-options 1 --region=r --min-num-workers=2", " - r 1 -"},
		{"gcloud dataproc clusters create c", "Cluster - - c -"},
	}
	for _, tt := range tests {
		c := run(tt.line, files)
		got := strings.Join([]string{c.Message, str(c.Project), str(c.Region), str(c.Name), str(c.Template)}, " ")
		if c.Builds != nil {
			got += "; " + str(c.Builds.Names[0]) + " from " + str(c.Builds.Base)
		}
		if got != tt.want || len(c.Refusals) > 0 {
			t.Errorf("%s\ngot  %s %+v\nwant %s", tt.line, got, c.Refusals, tt.want)
		}
	}
	c := run("gcloud dataflow yaml run j --yaml-pipeline-file=p.yaml", files)
	if got := show(c.Pipeline); got != "{options:{region:us-east1}}" {
		t.Errorf("the pipeline is %s", got)
	}
}

func TestDataflowRefusals(t *testing.T) {
	const files = "-- p.yaml --\noptions: {region: us-east1}\n-- f.yaml --\n--additional-experiments: [a, 1]\n"
	const profiler = "enable_google_cloud_profiler"
	tests := []struct{ name, line, at, reason, want, fix string }{
		{"twice", classic + "--additional-experiments=a --additional-experiments=b,a", "a", "--additional-experiments is given a twice", "give it once", "!"},
		{"twice in one list", flex + "--additional-pipeline-options=a,a", "a", "--additional-pipeline-options is given a twice", "give it once", "!"},
		{"parameter twice", classic + "--parameters=a=1 --parameters=a=2", "a", "--parameters is given a twice", "give it once", "!"},
		{"blank cuts list", flex + "--additional-experiments=a, " + profiler, profiler, "an unquoted blank ends the list of --additional-experiments: " + profiler + " is a word of its own",
			"quote the list, and write no blank behind the commas", " →!"},
		{"comma in a parameter", flex + "--parameters=experiments=a," + profiler, profiler, "the comma in a value of --parameters starts a new item: " + profiler + " has no =",
			"--parameters=^;^experiments=a," + profiler, "!"},
		{"option of Beam", flex + "--dataflow-service-options=" + profiler, "--dataflow-service-options=" + profiler, "--dataflow-service-options is no flag of flex-template run",
			"--additional-experiments", "--dataflow-service-options→--additional-experiments!"},
		{"option of Python", classic + "--experiments " + profiler, "--experiments " + profiler, "--experiments is no flag of jobs run", "--additional-experiments", "--experiments→--additional-experiments!"},
		{"option of another gcloud command", classic + "--additional-pipeline-options=a=b", "--additional-pipeline-options=a=b", "--additional-pipeline-options is no flag of jobs run", "", ""},
		{"track", "gcloud alpha dataflow jobs run j --gcs-location=gs://b/t", "alpha dataflow jobs run", "jobs run is no command of gcloud alpha", "gcloud dataflow jobs run", ""},
		{"no template", "gcloud dataflow jobs run j", "dataflow jobs run", "jobs run needs --gcs-location", "", ""},
		{"no gs://", "gcloud dataflow jobs run j --gcs-location=b/t", "--gcs-location=b/t", "--gcs-location=b/t does not have the form that gcloud wants", "gs://BUCKET/PATH", ""},
		{"no gs:// in the slot", "gcloud dataflow flex-template build t --image=i --sdk-language=GO", "t", "t does not have the form that gcloud wants for the template's gs:// path", "gs://BUCKET/PATH", ""},
		{"project number", classic + "--project=123", "--project=123", "123 is a project's number, and dataflow takes the project's id", "--project=PROJECT_ID", ""},
		{"two words too many", classic + "foo args", "foo args", "2 words are too many for jobs run: foo to args", "", ""},
		{"mapping without update", classic + "--transform-name-mappings=a=b", "dataflow jobs run", "jobs run needs --update beside --transform-name-mappings", "", ""},
		{"number in a flags file", classic + "--flags-file=f.yaml", "1", "--additional-experiments takes text only: an item is a bare number", "quote the value", "!"},
		{"no image", "gcloud dataflow flex-template build gs://b/t --sdk-language=GO", "dataflow flex-template build", "flex-template build needs --image or --image-gcr-path or --yaml-pipeline-path", "", ""},
		{"no base", newImg, "dataflow flex-template build", "flex-template build needs --flex-template-base-image beside --image-gcr-path", "", ""},
		{"no entry point", buildSpec + "--image-gcr-path=gcr.io/p/i --jar=a.jar --env=A=b --flex-template-base-image=JAVA11", "--env=A=b", "--env lacks FLEX_TEMPLATE_JAVA_MAIN_CLASS", "add FLEX_TEMPLATE_JAVA_MAIN_CLASS=…", ""},
		{"base of nowhere", newImg + "--flex-template-base-image=openjdk:17", "--flex-template-base-image=openjdk:17", "--flex-template-base-image=openjdk:17 does not have the form that gcloud wants",
			"JAVA11, JAVA17, JAVA21, JAVA25, PYTHON3, GO or gcr.io/PATH", ""},
		{"another region", "gcloud dataflow yaml run j --yaml-pipeline-file=p.yaml --region=r", "--region=r", "--region is r, and the pipeline's options say us-east1", "give one region", ""},
		{"nothing to update", "gcloud dataflow jobs update-options 1", "dataflow jobs update-options", "jobs update-options needs an option to update", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := run(tt.line, files)
			if len(c.Refusals) != 1 {
				t.Fatalf("got %d refusals: %+v", len(c.Refusals), c.Refusals)
			}
			r := c.Refusals[0]
			fix := ""
			for _, e := range r.Fix {
				fix += e.Span.Text() + "→" + e.New
			}
			if r.Request {
				fix += "!"
			}
			got := fmt.Sprintf("%s | %s | %s | %s", r.At.Text(), r.Reason, r.Want, fix)
			if want := fmt.Sprintf("%s | %s | %s | %s", tt.at, tt.reason, tt.want, tt.fix); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// What a misspelt flag or a cut was to give is seen.
func TestDataflowMeant(t *testing.T) {
	c := run(flex+"--additional-experiments=a --experiments=enable_google_cloud_profiler", "")
	if got := show(c.Body.Get("launchParameter", "environment", "additionalExperiments")); got != "[a enable_google_cloud_profiler]" {
		t.Errorf("got %s", got)
	}
	c = run(classic+"⏎ --additional-experiments=enable_google_cloud_profiler", "")
	if len(c.Losses) != 1 || c.Losses[0].Fate != model.Cut || show(c.Losses[0].Tree) != "[enable_google_cloud_profiler]" {
		t.Errorf("got %+v", c.Losses)
	}
}

// What might be right must not be refused.
func TestDataflowNoRefusal(t *testing.T) {
	for _, line := range []string{
		"gcloud dataflow jobs run $FLAGS",
		"gcloud dataflow jobs run $JOB --gcs-location=$TEMPLATE --worker-zone=$ZONE --service-account-email=$SA --max-workers=$N",
		classic + "--additional-experiments=$A,$A",
		classic + "--transform-name-mappings=a=b $FLAGS",
		classic + "--project=$PROJECT",
		flex + "--launcher-vm-timeout-secs=600",
		"gcloud dataflow flex-template build $PATH --image=$IMAGE --sdk-language=$LANG",
		"gcloud dataflow flex-template build gs://b/t --image-gcr-path=$IMAGE --sdk-language=JAVA --jar=$JAR --flex-template-base-image=$BASE --env=$ENV",
		"gcloud dataflow flex-template build gs://b/t --sdk-language=$L --yaml-pipeline-path=p.yaml",
		"gcloud dataflow yaml run j --yaml-pipeline-file=p.yaml --region=$R",
		"gcloud services enable a.googleapis.com --project=123",
	} {
		if c := run(line, "-- p.yaml --\noptions: {region: us-east1}\n"); c.Path == "" || len(c.Refusals) > 0 {
			t.Errorf("%s\n%+v", line, c.Refusals)
		}
	}
}
