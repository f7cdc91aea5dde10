package beam

import (
	"fmt"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

func TestImageInfo(t *testing.T) {
	for ref, want := range map[string]string{
		"apache/beam_python3.11_sdk:2.71.0":                                             "python 3.11 2.71.0 worker",
		"docker.io/apache/beam_python3.13_sdk:2.70.0rc1":                                "python 3.13 2.70.0-rc1 worker",
		"apache/beam_python3.11_sdk_distroless:2.70.0":                                  "python 3.11 2.70.0 worker",
		"apache/beam_java17_sdk:2.74.0":                                                 "java 17 2.74.0 worker",
		"apache/beam_java11_sdk":                                                        "java 11  worker",
		"apache/beam_java8_sdk:latest":                                                  "java 8  worker",
		"apache/beam_go_sdk:2.60.0":                                                     "go  2.60.0 worker",
		"gcr.io/cloud-dataflow/v1beta3/beam_java11_sdk:2.50.0@sha256:abc":               "java 11 2.50.0 worker",
		"gcr.io/cloud-dataflow/v1beta3/beam-java11-batch:2.50.0":                        "java 11 2.50.0 worker",
		"localhost:5000/apache/beam_go_sdk":                                             "go   worker",
		"gcr.io/dataflow-templates-base/java17-template-launcher-base":                  "java 17  launcher",
		"gcr.io/dataflow-templates-base/python311-template-launcher-base:20230622_RC00": "python 3.11  launcher",
		"gcr.io/dataflow-templates-base/java11-template-launcher-base-distroless:1":     "java 11  launcher",
		"python:3.11-slim":                                                              "",
		"us-docker.pkg.dev/p/r/my_beam:1":                                               "",
		"apache/beam_python3.11_sdk_x-y:1.":                                             "",
		"":                                                                              "",
	} {
		img, ok := imageInfo(ref)
		got := ""
		if ok {
			got = fmt.Sprintf("%s %s %s %s", img.Lang, img.Language, img.SDK, map[bool]string{true: "launcher", false: "worker"}[img.Launcher])
		}
		check(t, ref, got, want)
	}
}

// TestAgentInImage has the table of releases, and what a missing version or a
// range leaves open (F3.22, F3.23, F3.28-F3.31).
func TestAgentInImage(t *testing.T) {
	has := map[Agent]string{agentUnknown: "?", agentYes: "yes", agentNo: "no"}
	for _, c := range []struct {
		lang        model.Lang
		sdk, python string
		want        string
	}{
		{model.Python, "2.33.0", "3.8", "yes"}, {model.Python, "2.46.0", "3.10", "yes"},
		{model.Python, "2.47.0", "3.8", "no"}, {model.Python, "2.47.0", "3.11", "no"}, {model.Python, "2.47.0", "", "no"},
		{model.Python, "2.48.0", "3.10", "yes"}, {model.Python, "2.48.0", "3.11", "no"},
		{model.Python, "2.52.0", "3.11", "no"}, {model.Python, "2.52.0", "3.10", "yes"}, {model.Python, "2.53.0", "3.11", "yes"},
		{model.Python, "2.57.0", "3.12", "yes"}, {model.Python, "2.77.0", "3.12", "yes"},
		{model.Python, "2.66.0", "3.13", "no"}, {model.Python, "2.77.0", "3.14", "no"}, {model.Python, "", "3.13", "no"},
		{model.Python, "2.60.0", "3.13", "no"},
		{model.Python, "2.60.0", "", "yes"}, {model.Python, "2.50.0", "", "?"}, {model.Python, "2.66.0", "", "?"}, {model.Python, ">=2.50", "", "?"}, {model.Python, "", "3.11", "?"}, {model.Python, "", "3.12", "yes"}, {model.Python, "", "", "?"},
		{model.Python, ">=2.45", "3.11", "yes"}, {model.Python, ">=2.45,<=2.60", "3.11", "yes"}, {model.Python, ">=2.45,<=2.50", "3.11", "no"},
		{model.Java, "2.29.0", "", "no"}, {model.Java, "2.30.0", "", "yes"}, {model.Java, ">=2.20", "", "yes"}, {model.Java, "", "", "?"},
		{model.Go, "2.41.0", "", "no"}, {model.Go, "2.42.0", "", "yes"},
		{"", "2.60.0", "", "?"},
	} {
		w := &model.Workload{}
		version(w, c.sdk)
		var sdk value.Range
		if b, ok := w.Build.To.Get(); ok {
			sdk, _ = b.SDK.Get()
		}
		python, _ := value.ParseVersion(c.python)
		agent, reason := agentInImage(c.lang, sdk, python)
		check(t, fmt.Sprint(c.lang, " ", c.sdk, " ", c.python), has[agent], c.want)
		if agent == agentNo && reason == "" {
			t.Errorf("%s %s %s: want a reason", c.lang, c.sdk, c.python)
		}
	}
}

func TestTemplateSDK(t *testing.T) {
	for uri, want := range map[string]string{
		"gs://dataflow-templates/2021-09-13-00_RC00/Word_Count":         "of the template of 2021-09-13",
		"gs://dataflow-templates-us-central1/2020-03-24-01_RC00/flex/X": "of the template of 2020-03-24",
		"gs://dataflow-templates-${REGION}/latest/Word_Count":           "the latest template", "gs://dataflow-templates/${DATE}/Word_Count": "",
		"gs://dataflow-templates-europe-west1/latest/flex/PubSub_to_GCS": "the latest template",
		"gs://dataflow-templates/2021-10-07-00_RC00/Word_Count":          "",
		"gs://dataflow-templates/2024-03-06-00_RC00/Word_Count":          "",
		"gs://dataflow-templates/2021-99-99-00_RC00/Word_Count":          "",
		"gs://my-bucket/2020-03-24-01_RC00/Word_Count":                   "",
	} {
		r, _ := templateSDK(str(uri))
		check(t, uri, r.Text, want)
	}
}

// TestMisspelt: what is meant for the profiler, and what is something else.
func TestMisspelt(t *testing.T) {
	for s, want := range map[string]wish{
		"enable_google_cloud_profiling": profile, "enable-google-cloud-profiler": profile, "enable_cloud_profiler": profile, "enabled_google_cloud_profiler": profile,
		"google_cloud_profiler": profile, "enable_google_profiler": profile, "enableGoogleCloudProfiler": profile, "ENABLE_GOOGLE_CLOUD_PROFILER": profile,
		"enable_gcp_profiler": profile, "enable_google_cloud_proflier": profile, "enable_googlecloud_profiler": profile, "enable_google_cloud_profiling=svc": profile,
		"enable_google_cloud_heap_profiling": heap, "enable-google-cloud-heap-sampling": heap, "google_cloud_heap_sampling": heap, "enable_heap_sampling": heap,
		"enable_hot_key_logging": nothing, "enable_data_sampling": nothing, "enable_prime": nothing, "use_runner_v2": nothing, "enable_google_cloud": nothing,
		"enable_stackdriver_agent_metrics": nothing, "enable_streaming_engine": nothing, "min_cpu_platform=Intel Skylake": nothing, "profiler": nothing,
		"enable_google_cloud_logging": nothing, "enable_vm_profiler_on_host": nothing, "": nothing,
	} {
		if got := misspelt(s); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
}
