package beam

import (
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// TestJob: what Dataflow answers about a job shows whether it asks (F3.43,
// live-apis 1.5).
func TestJob(t *testing.T) {
	for _, c := range []struct{ name, sdk, env, want string }{
		{"a service option", "Java", `{"serviceOptions": ["enable_google_cloud_profiler"]}`, "on"},
		{"an experiment", "Python", `{"experiments": ["use_runner_v2", "enable_google_cloud_profiler"]}`, "on"},
		{"among the SDK's options", "Java", `{"sdkPipelineOptions": {"options": {"dataflowServiceOptions": ["enable_google_cloud_profiler"]}}}`, "on"},
		{"among Python's options", "Python", `{"sdkPipelineOptions": {"options": {"dataflow_service_options": ["enable_google_cloud_profiler"]}}}`, "on"},
		{"a flag of Go", "Go", `{"sdkPipelineOptions": {"beam:option:go_options:v1": {"options": {"dataflow_service_options": "a,enable_google_cloud_profiler"}}}}`, "on"},
		{"one element with a comma", "Python", `{"serviceOptions": ["enable_google_cloud_profiler,enable_hot_key_logging"]}`, "off"},
		{"misspelt", "Java", `{"serviceOptions": ["enable-google-cloud-profiler"]}`, "off"},
		{"nothing", "Java", `{"sdkPipelineOptions": {"options": {"dataflowServiceOptions": null}}}`, "off"},
		{"a short answer", "Java", `{"userAgent": {"name": "Apache Beam SDK for Java", "version": "2.72.0"}}`, "unknown"},
	} {
		text := `{"id": "2026-11-20_03_00_00-1", "name": "clicks", "currentState": "JOB_STATE_DONE", "startTime": "2026-11-20T11:00:00Z", "currentStateTime": "2026-11-20T11:10:00Z",
			"jobMetadata": {"sdkVersion": {"version": "2.60.0", "versionDisplayName": "Apache Beam SDK for ` + c.sdk + `"}}, "environment": ` + c.env + `}`
		f := source.NewFile("job.json", source.Live, []byte(text))
		body, err := data.JSON(source.Exact(source.Span{File: f, End: len(f.Data)}))
		if err != nil {
			t.Fatal(err.Msg)
		}
		if k := Shape(body); k != "DataflowJob" {
			t.Fatalf("shape %q", k)
		}
		w := ReadMessage("DataflowJob", body, Origin{Project: value.None[source.Text](), Region: value.None[source.Text]()})
		See(w)
		got := "unknown"
		if on, ok := w.Request.Enabled.Get(); ok {
			got = map[bool]string{true: "on", false: "off"}[on]
		}
		if d, over := w.Run.Lasted(); got != c.want || !over || d.Minutes() != 10 || title(w.Lang) != c.sdk || w.Product != model.Dataflow {
			t.Errorf("%s: %s after %s (%s), want %s", c.name, got, d, w.Lang, c.want)
		}
	}
}

// Python's SDK calls itself otherwise than the others, and says which Python.
func TestJobPython(t *testing.T) {
	for _, body := range []string{
		`{"currentState": "JOB_STATE_RUNNING", "jobMetadata": {"sdkVersion": {"version": "2.67.0", "versionDisplayName": "Apache Beam Python 3.11 SDK"}}, "environment": {}}`,
		`{"currentState": "JOB_STATE_RUNNING", "environment": {"userAgent": {"name": "Apache Beam Python 3.11 SDK", "version": "2.67.0"}}}`,
	} {
		f := source.NewFile("job.json", source.Live, []byte(body))
		tree, err := data.JSON(source.Exact(source.Span{File: f, End: len(f.Data)}))
		if err != nil {
			t.Fatal(err.Msg)
		}
		w := ReadMessage("DataflowJob", tree, Origin{Project: value.None[source.Text](), Region: value.None[source.Text]()})
		b, _ := w.Build.To.Get()
		if b == nil || w.Lang != model.Python {
			t.Fatalf("%s: %v", w.Lang, b)
		}
		if v, ok := b.Language.Get(); !ok || v.N[0] != 3 || v.N[1] != 11 {
			t.Error(v, ok)
		}
	}
}
