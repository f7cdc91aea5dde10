package dataproc

import (
	"testing"

	"github.com/proflint/proflint/internal/model"
)

func TestReadKey(t *testing.T) {
	tests := []struct {
		key     string
		product model.Product
		want    string // documented key, "" for none of ours
		how     spelling
	}{
		{"cloud.profiler.enable", model.Dataproc, "cloud.profiler.enable", exact},
		{"dataproc.profiling.name", model.Dataproc, "dataproc.profiling.name", exact},
		{" cloud.profiler.enable", model.Dataproc, "cloud.profiler.enable", blanks},
		{"\n  dataproc.profiling.enabled", model.Serverless, "dataproc.profiling.enabled", blanks},
		{"spark.dataproc.profiling.enabled", model.Serverless, "dataproc.profiling.enabled", prefixed},
		{"spark:cloud.profiler.enable", model.Dataproc, "cloud.profiler.enable", prefixed},
		{"cloud.profiler.enabled", model.Dataproc, "cloud.profiler.enable", near},
		{"cloud.profiling.enable", model.Dataproc, "cloud.profiler.enable", near},
		{"cloud-profiler-enable", model.Dataproc, "cloud.profiler.enable", near},
		{"cloud.profler.enable", model.Dataproc, "cloud.profiler.enable", near},
		{"Cloud.Profiler.Enable", model.Dataproc, "cloud.profiler.enable", near},
		{"cloudprofiler.enable", model.Dataproc, "cloud.profiler.enable", near},
		{"cloud profiler.service.version", model.Dataproc, "cloud.profiler.service.version", near},
		{"cloud.profiler.version", model.Dataproc, "cloud.profiler.service.version", near},
		{"cloud.profiler", model.Dataproc, "cloud.profiler.enable", near},
		{"dataproc.profiler.enabled", model.Serverless, "dataproc.profiling.enabled", near},
		{"dataproc.profiling.enable", model.Serverless, "dataproc.profiling.enabled", near},
		{"cloud.profiler.service_version", model.Dataproc, "cloud.profiler.service.version", near},
		{"dataproc.profiling.enable", model.Dataproc, "dataproc.profiling.enabled", near},
		{"“cloud.profiler.enable", model.Dataproc, "cloud.profiler.enable", curly},
		{"‘dataproc.profiling.enabled’", model.Serverless, "dataproc.profiling.enabled", curly},
		{"cloudprofiling", model.Dataproc, "cloud.profiler.enable", near},
		{"mapreduce.task.profile", model.Dataproc, "", 0},
		{"mapreduce.task.profile.maps", model.Dataproc, "", 0},
		{"spark.python.profile", model.Serverless, "", 0},
		{"spark.sql.pyspark.udf.profiler", model.Serverless, "", 0},
		{"dataproc.scheduler.max-concurrent-jobs", model.Dataproc, "", 0},
		{"dataproc:dataproc.logging.stackdriver.enable", model.Dataproc, "", 0},
		{"spark.eventLog.enabled", model.Dataproc, "", 0},
		{"spark.dataproc.scaling.version", model.Serverless, "", 0},
		{"cloud.provider.name", model.Dataproc, "", 0},
		{"", model.Dataproc, "", 0},
	}
	for _, test := range tests {
		r, ok := readKey(test.key, test.product)
		if ok != (test.want != "") || r.key != test.want || (ok && r.spelling != test.how) {
			t.Errorf("readKey(%q, %s) = %q %d %v, want %q %d", test.key, test.product, r.key, r.spelling, ok, test.want, test.how)
		}
	}
}
