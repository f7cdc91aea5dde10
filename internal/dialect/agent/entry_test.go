package agent

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/source"
)

// gcloud's own printer broke these lines.
const printed = `---
insertId: 1a
labels:
  dataflow.googleapis.com/job_id: 2026-11-20_05_00_00-2
resource:
  labels:
    job_id: 2026-11-20_05_00_00-2
    region: us-central1
  type: dataflow_step
severity: WARNING
textPayload: 'W1120 11:01:10.2 57 throttler_api.cc:431] Failed to create profile,
  will retry: 7 (Cloud Profiler API has not been used in project 123 before or it
  is disabled. Enable it by visiting https://console.developers.google.com/x then
  retry.)'
timestamp: '2026-11-20T11:01:10.2Z'
---
insertId: 1b
resource:
  labels:
    batch_id: scores
  type: cloud_dataproc_batch
textPayload: "Unable to start google cloud profiler due to error: No module named\
  \ 'googlecloudprofiler'"
timestamp: '2026-11-20T11:02:10Z'
---
insertId: 1c
textPayload: E throttler_api.cc:250] Deployment service name 'My Etl-driver' does
  not match pattern '^[a-z0-9]([-a-z0-9_.]{0,253}[a-z0-9])?$'
---
insertId: 1d
textPayload: |-
  line one
  W throttler_api.cc:431] Failed to create profile, will retry: 7 (The caller does not have permission)
  	at x
`

func TestEntries(t *testing.T) {
	const object = `{
    "insertId": "1",
    "resource": {
      "labels": {
        "job_id": "a-1"
      }
    },
    "textPayload": "Profile created: CPU p",
    "timestamp": "2026-11-20T11:01:10Z"
  }`
	for _, c := range []struct{ name, text, want string }{
		{"YAML", printed, "11 api-disabled [2026-11-20_05_00_00-2 2026-11-20_05_00_00-2] 11:01:10\n22 no-agent [scores] 11:02:10\n27 bad-name [] 00:00:00\n33 no-permission [] 00:00:00\n"},
		{"JSON", "[\n  " + object + ",\n  " + strings.ReplaceAll(object, "a-1", "b-2") + "\n]\n", "9 profile-made [a-1] 11:01:10\n19 profile-made [b-2] 11:01:10\n"},
		{"an object a line", `{"resource": {"labels": {"job_id": "a"}}, "textPayload": "Profile created: CPU p"}` + "\n" + `{"resource": {"labels": {"job_id": "b"}}, "textPayload": "Profile created: CPU p"}` + "\n",
			"1 profile-made [a] 00:00:00\n2 profile-made [b] 00:00:00\n"},
		{"a list with an object a line", "[\n  {\"labels\": {\"job_id\": \"a\"}, \"textPayload\": \"Profile created: CPU p\"},\n  {\"labels\": {\"job_id\": \"b\"}, \"textPayload\": \"Profile created: CPU p\"}\n]\n",
			"2 profile-made [a] 00:00:00\n3 profile-made [b] 00:00:00\n"},
		{"plain lines", "job_id: a\nProfile created: CPU p\njob_id: b\n", "2 profile-made [] 00:00:00\n"},
		{"prefixed", "[worker-1] 2026-11-20T11:01:10Z stderr F I1 throttler_api.cc:312] Profile created: CPU p\n", "1 profile-made [] 00:00:00\n"},
		{"a stack behind a word and a colon", "ERROR: x\n\tat Profile created: CPU p\n", "2 profile-made [] 00:00:00\n"},
	} {
		var got strings.Builder
		for _, s := range Read(source.NewFile("x", source.Live, []byte(c.text))) {
			fmt.Fprintln(&got, s.At.From().Line, s.Means, s.Of, s.When.Format("15:04:05"))
		}
		if d := cmp.Diff(c.want, got.String()); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// What others write about profiles of their own is none of the agent's.
func TestOthers(t *testing.T) {
	for _, line := range []string{
		"ERROR com.acme.ProfileLoader: Quota exceeded while loading user profiles from BigQuery",
		"ERROR com.acme.ProfileStore: 403 The caller does not have permission on gs://acme-profiles/x",
		"<HttpError 429 when requesting https://bigquery.googleapis.com/profiles>",
		"service column does not match pattern [a-z]+",
		"ERROR JNI Error in native code",
	} {
		if got := Read(source.NewFile("x", source.Live, []byte(line))); len(got) > 0 {
			t.Errorf("%s: %s", line, got[0].Means)
		}
	}
}
