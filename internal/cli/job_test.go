package cli

import (
	"testing"

	"github.com/proflint/proflint/internal/model"
)

func TestParseJob(t *testing.T) {
	const id = "2026-11-20_03_00_00-1234567890123456789"
	for arg, want := range map[string]job{
		id:      {id: id, product: model.Dataflow},
		"etl-1": {id: "etl-1"},
		"https://console.cloud.google.com/dataflow/jobs/us-central1/" + id + "?project=acme-data":                                                            {id, model.Dataflow, "acme-data", "us-central1"},
		"https://console.cloud.google.com/dataflow/jobs/us-central1/" + id + ";graphView=0?project=acme-data":                                                {id, model.Dataflow, "acme-data", "us-central1"},
		"https://console.cloud.google.com/dataproc/jobs/etl-1/configuration?region=us-east1&project=acme-data":                                               {"etl-1", model.Dataproc, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataproc/batches/us-east1/scores/monitoring?project=acme-data":                                                     {"scores", model.Serverless, "acme-data", "us-east1"},
		"console.cloud.google.com/dataproc/interactive/us-east1/dev/details?project=acme-data":                                                               {"dev", model.Serverless, "acme-data", "us-east1"},
		"projects/acme-data/regions/us-east1/jobs/etl-1":                                                                                                     {"etl-1", model.Dataproc, "acme-data", "us-east1"},
		"projects/acme-data/locations/us-east1/batches/scores":                                                                                               {"scores", model.Serverless, "acme-data", "us-east1"},
		"//dataproc.googleapis.com/projects/acme-data/locations/us-east1/sessions/dev":                                                                       {"dev", model.Serverless, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataflow/jobs/us-central1/" + id + ";mainTab=JOB_METRICS;bottomTab=WORKER_LOGS?project=acme-data&authuser=1&hl=fr": {id, model.Dataflow, "acme-data", "us-central1"},
		"https://console.developers.google.com/dataflow/jobsDetail/locations/us-central1/jobs/" + id + "?project=acme-data":                                  {id, model.Dataflow, "acme-data", "us-central1"},
		"https://console.cloud.google.com/dataflow/job/" + id + "?project=acme-data":                                                                         {id, model.Dataflow, "acme-data", ""},
		"https://console.cloud.google.com/profiler/clicks;version=" + id + "/cpu?project=acme-data":                                                          {id, model.Dataflow, "acme-data", ""},
		"https://console.cloud.google.com/profiler/etl-driver;version=0a1b-2/cpu?project=acme-data":                                                          {},
		"https://console.cloud.google.com/profiler?project=acme-data":                                                                                        {},
		"https://console.cloud.google.com/dataproc/jobs/446ca40670bf4c55be0e690710882a20?region=us-east1":                                                    {"446ca40670bf4c55be0e690710882a20", model.Dataproc, "", "us-east1"},
		"https://console.cloud.google.com/dataproc/jobs/etl-1/monitoring?region=us-east1&hl=fr&project=acme-data":                                            {"etl-1", model.Dataproc, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataproc/batches/us-east1/scores/sparkApplications/applications?project=acme-data":                                 {"scores", model.Serverless, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataproc/interactive/us-east1/dev/sparkApplications/applications/application_1_1?project=acme-data":                {"dev", model.Serverless, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataproc/interactive/sessions/dev/locations/us-east1?project=acme-data":                                            {"dev", model.Serverless, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataproc/batches?project=acme-data":                                                                                {},
		"https://console.cloud.google.com/dataproc/clusters/etl/monitoring?region=us-east1&project=acme-data":                                                {},
		" <https://console.cloud.google.com/dataproc/jobs/etl-1?region=us-east1&project=acme-data> ":                                                         {"etl-1", model.Dataproc, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataflow/jobs?project=acme-data":                                                                                   {},
		"https://console.cloud.google.com/dataproc/jobs?project=acme-data":                                                                                   {},
		"https://example.com/": {},
		"":                     {},
		"two words":            {},
		"%zz/":                 {},
	} {
		got, err := parseJob(arg)
		if got != want || (err == nil) != (want.id != "") {
			t.Errorf("%q: %+v, %v; want %+v", arg, got, err, want)
		}
	}
}

// PowerShell writes UTF-16 with a mark.
func TestUTF8(t *testing.T) {
	for in, want := range map[string]string{"a": "a", "\ufeffa": "a", "\xff\xfea\x00\xe9\x00": "a\u00e9", "\xfe\xff\x00a": "a", "\xff\xfea": "", "": ""} {
		if got := string(utf8([]byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
