package agent

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// TestRead has a line of each kind as the agents and SDKs write them, and
// lines of others that use the same words.
func TestRead(t *testing.T) {
	for text, want := range map[string]model.Meaning{
		`W throttler_api.cc:431] Failed to create profile, will retry: 7 (The caller does not have permission)`:                                          model.NoPermission,
		`W throttler_api.cc:431] Failed to create profile, will retry: 7 (Cloud Profiler API has not been used in project 12 before or it is disabled.)`: model.APIDisabled,
		`W throttler_api.cc:431] Failed to create profile, will retry: 8 (Quota exceeded)`:                                                               model.OverQuota,
		`W throttler_api.cc:431] Failed to create profile, will retry: 14 (failed to connect to all addresses)`:                                          model.NoNetwork,
		`"message": "Failed to collect and upload profile whose profile type is WALL: <HttpError 403>"`:                                                  model.UploadFailed,
		`W Failed to collect and upload profile whose profile type is WALL: <HttpError 429 when requesting …>`:                                           model.OverQuota,
		`"message": "Quota exceeded for quota metric 'x' of service 'cloudprofiler.googleapis.com'"`:                                                     model.OverQuota,
		`bigquery: Quota exceeded`: "",
		`Unable to start google cloud profiler due to error: No module named 'googlecloudprofiler'`:   model.NoAgent,
		`E cloud_env.cc:88] Failed to read the project ID from the VM metadata`:                       model.NoProject,
		`E throttler_api.cc:190] Deployment service name "My Job" does not match pattern "^[a-z0-9]"`: model.BadName,
		`E entry.cc:201] Failed to start HeapMonitor.`:                                                model.NoHeap,
		`job_id is missing from metadata. Cannot enable profiling.`:                                   model.NotStarted,
		`I throttler_api.cc:312] Profile created: CPU projects/p/profiles/1`:                          model.ProfileMade,
		`Turning on Cloud Profiling. Profile heap: false, service: clicks`:                            model.AgentStarts,
		`Got ABORTED, will retry after backing off`:                                                   "",
		`{"reason": "SERVICE_DISABLED", "service": "secretmanager.googleapis.com"}`:                   "",
		`{"reason": "SERVICE_DISABLED", "service": "cloudprofiler.googleapis.com"}`:                   model.APIDisabled,
		`storage: The caller does not have permission`:                                                "",
		`column value does not match pattern [a-z]+`:                                                  "",
		``: "",
	} {
		var got model.Meaning
		signs := Read(source.NewFile("worker.log", source.Live, []byte("first line\n"+text+"\n")))
		if len(signs) > 0 {
			got = signs[0].Means
			if at := signs[0].At; at.Text() != text || at.From().Line != 2 {
				t.Errorf("%s: at %s", text, at)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range lines {
		if l.facts == "" || l.says == "" || strings.Join(l.with, "") != strings.ToLower(strings.Join(l.with, "")) || seen[l.holds] {
			t.Errorf("row %q", l.holds)
		}
		seen[l.holds] = true
	}
}
