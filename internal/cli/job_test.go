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
		"https://console.cloud.google.com/dataflow/jobs/us-central1/" + id + "?project=acme-data":              {id, model.Dataflow, "acme-data", "us-central1"},
		"https://console.cloud.google.com/dataflow/jobs/us-central1/" + id + ";graphView=0?project=acme-data":  {id, model.Dataflow, "acme-data", "us-central1"},
		"https://console.cloud.google.com/dataproc/jobs/etl-1/configuration?region=us-east1&project=acme-data": {"etl-1", model.Dataproc, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataproc/batches/us-east1/scores/monitoring?project=acme-data":       {"scores", model.Serverless, "acme-data", "us-east1"},
		"console.cloud.google.com/dataproc/interactive/us-east1/dev/details?project=acme-data":                 {"dev", model.Serverless, "acme-data", "us-east1"},
		"projects/acme-data/regions/us-east1/jobs/etl-1":                                                       {"etl-1", model.Dataproc, "acme-data", "us-east1"},
		"projects/acme-data/locations/us-east1/batches/scores":                                                 {"scores", model.Serverless, "acme-data", "us-east1"},
		"//dataproc.googleapis.com/projects/acme-data/locations/us-east1/sessions/dev":                         {"dev", model.Serverless, "acme-data", "us-east1"},
		"https://console.cloud.google.com/dataflow/jobs?project=acme-data":                                     {},
		"https://console.cloud.google.com/dataproc/jobs?project=acme-data":                                     {},
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
