package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/live/livetest"
)

// recorded are answers in the shapes that public recordings of the APIs show,
// with values of our own: what the server fills in, leaves out and calls
// otherwise than the request did.
const recorded = `
-- serviceusage/v1/projects/rec/services/cloudprofiler.googleapis.com --
{"name": "projects/5550001/services/cloudprofiler.googleapis.com", "parent": "projects/5550001", "state": "ENABLED", "config": {"name": "cloudprofiler.googleapis.com", "quota": {}}}
-- cloudresourcemanager/v3/projects/rec --
{"name": "projects/5550001", "parent": "organizations/9", "projectId": "rec", "state": "ACTIVE", "displayName": "Recorded", "etag": "abc=", "createTime": "2026-01-02T03:04:05.678901Z"}
-- cloudresourcemanager/v3/projects/rec:getIamPolicy --
{"etag": "BwY=", "version": 1, "bindings": [
  {"members": ["serviceAccount:service-5550001@dataproc-accounts.iam.gserviceaccount.com"], "role": "roles/dataproc.serviceAgent"},
  {"members": ["serviceAccount:5550001@cloudservices.gserviceaccount.com"], "role": "roles/editor"},
  {"members": ["principal://iam.googleapis.com/projects/5550001/locations/global/workloadIdentityPools/rec.svc.id.goog/subject/ns/a/sa/b", "serviceAccount:5550001-compute@developer.gserviceaccount.com", "user:ann@example.com"], "role": "roles/owner"}]}
-- cloudresourcemanager/v3/organizations/9:getIamPolicy --
{"etag": "BwY=", "bindings": []}
-- dataproc/v1/projects/rec/regions/us-east1/clusters/narrow --
{"projectId": "rec", "clusterName": "narrow", "clusterUuid": "11111111-2222-3333-4444-555555555555",
  "config": {"configBucket": "dataproc-staging-us-east1-5550001-aaaa", "endpointConfig": {}, "gceClusterConfig": {
    "zoneUri": "https://www.googleapis.com/compute/v1/projects/rec/zones/us-east1-b", "networkUri": "https://www.googleapis.com/compute/v1/projects/rec/global/networks/default",
    "serviceAccountScopes": ["https://www.googleapis.com/auth/bigquery", "https://www.googleapis.com/auth/devstorage.read_write", "https://www.googleapis.com/auth/logging.write"]},
    "masterConfig": {"numInstances": 1, "machineTypeUri": "https://www.googleapis.com/compute/v1/projects/rec/zones/us-east1-b/machineTypes/e2-medium", "preemptibility": "NON_PREEMPTIBLE"},
    "softwareConfig": {"imageVersion": "2.0.47-debian10", "properties": {"core:fs.gs.block.size": "134217728", "spark:spark.executor.memory": "1255m", "yarn-env:YARN_NODEMANAGER_HEAPSIZE": "409"}}},
  "status": {"state": "RUNNING", "stateStartTime": "2026-11-29T01:02:03.456789Z"}, "statusHistory": [{"state": "CREATING", "stateStartTime": "2026-11-29T01:00:00.123456Z"}],
  "labels": {"goog-dataproc-cluster-name": "narrow", "goog-dataproc-location": "us-east1"}, "metrics": {"hdfsMetrics": {"dfs-nodes-running": "2"}}}
-- dataproc/v1/projects/rec/regions/us-east1/jobs/count-1 --
{"reference": {"projectId": "rec", "jobId": "count-1"}, "placement": {"clusterName": "narrow", "clusterUuid": "11111111-2222-3333-4444-555555555555"},
  "sparkJob": {"mainClass": "com.example.Count", "properties": {"cloud.profiler.enable": "true", "cloud.profiler.name": "count"}, "loggingConfig": {}},
  "status": {"state": "RUNNING", "stateStartTime": "2026-11-29T02:00:00Z"}, "jobUuid": "aaaaaaaa-0000-0000-0000-000000000000", "done": false, "yarnApplications": [{"name": "count", "state": "RUNNING", "progress": 0.1}]}
-- dataproc/v1/projects/rec/locations/us-east1/batches/nightly --
{"name": "projects/rec/locations/us-east1/batches/nightly", "uuid": "bbbbbbbb-0000-0000-0000-000000000000", "createTime": "2026-11-29T03:00:00.5Z", "state": "RUNNING", "stateTime": "2026-11-29T03:01:00.5Z", "creator": "ann@example.com",
  "sparkBatch": {"mainClass": "com.example.Nightly", "jarFileUris": ["gs://rec/n.jar"]},
  "runtimeConfig": {"version": "2.2", "properties": {"spark:dataproc.profiling.enabled": "true", "spark:dataproc.profiling.name": "nightly", "spark:spark.executor.instances": "2", "spark:spark.app.name": "projects/rec/locations/us-east1/batches/nightly"}},
  "environmentConfig": {"executionConfig": {"subnetworkUri": "default", "ttl": "14400s"}, "peripheralsConfig": {"sparkHistoryServerConfig": {}}}, "operation": "projects/rec/regions/us-east1/operations/1",
  "runtimeInfo": {"endpoints": {}, "approximateUsage": {"milliDcuSeconds": "1"}}, "stateHistory": [{"state": "PENDING", "stateStartTime": "2026-11-29T03:00:00.5Z"}]}
-- dataflow/v1b3/projects/rec/locations/us-east1/jobs/2026-11-29_04_00_00-1 --
{"id": "2026-11-29_04_00_00-1", "projectId": "rec", "name": "bare", "type": 2, "currentState": 2, "currentStateTime": "2026-11-29T04:01:00.1Z", "createTime": "2026-11-29T04:00:00.1Z", "startTime": "2026-11-29T04:00:00.1Z", "location": "us-east1",
  "environment": {"userAgent": {"name": "Apache Beam SDK for Java", "version": "2.56.0", "java.version": "11.0.23", "fnapi.container.version": "2.56.0"}, "version": {"job_type": "STREAMING", "major": "8"}},
  "labels": {"goog-dataflow-provided-template-type": "legacy", "goog-dataflow-provided-template-name": "a_to_b"},
  "stageStates": [{"executionStageName": "F1", "executionStageState": "JOB_STATE_RUNNING"}], "jobMetadata": {"sdkVersion": {"version": "2.56.0", "versionDisplayName": "Apache Beam SDK for Java", "sdkSupportStatus": "SUPPORTED"}}}
-- dataflow/v1b3/projects/rec/locations/us-east1/jobs/2026-11-29_05_00_00-2 --
{"id": "2026-11-29_05_00_00-2", "projectId": "rec", "name": "flex", "type": "JOB_TYPE_BATCH", "currentState": "JOB_STATE_RUNNING", "currentStateTime": "2026-11-29T05:01:00Z", "createTime": "2026-11-29T05:00:00Z", "location": "us-east1",
  "environment": {"userAgent": {"name": "Apache Beam Python 3.11 SDK", "version": "2.67.0"}, "experiments": ["use_runner_v2", "use_unified_worker"], "serviceAccountEmail": "5550001-compute@developer.gserviceaccount.com", "serviceKmsKeyName": "",
    "sdkPipelineOptions": {"display_data": [{"key": "runner", "type": "STRING", "value": "DataflowRunner"}], "options": {"dataflow_service_options": ["enable_google_cloud_profiler"], "dataflowServiceOptions": null, "experiments": ["use_runner_v2"], "project": "rec"}}},
  "jobMetadata": {"sdkVersion": {"version": "2.67.0", "versionDisplayName": "Apache Beam Python 3.11 SDK", "sdkSupportStatus": "SUPPORTED"}}}
`

// What Google really sends is read as what it says.
func TestRecordedShapes(t *testing.T) {
	s := livetest.Start(t, strings.TrimPrefix(recorded, "\n"))
	_, out, errs := lint(t, s, "", "live", "--project=rec", "--region=us-east1", "--since=9999d", "--format=json")
	var doc struct {
		Workloads []struct {
			Kind, Name, Profiling, Readiness string
			AppearsAs                        []struct{ Service, Version string } `json:"appears_as"`
		}
		Findings []struct{ Rule, Severity, File string }
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err, out)
	}
	var got []string
	for _, w := range doc.Workloads {
		line := strings.Join([]string{w.Kind, w.Name, w.Profiling, w.Readiness}, " ")
		for _, a := range w.AppearsAs {
			line += " " + a.Service + "@" + a.Version
		}
		got = append(got, line)
	}
	for _, f := range doc.Findings {
		got = append(got, f.Severity+" "+f.Rule+" "+f.File[strings.LastIndexByte(f.File, '/')+1:])
	}
	if d := cmp.Diff([]string{
		"pipeline bare unknown cannot-tell bare@2026-11-29_04_00_00-1", // a summary: it leaves the options out
		"pipeline flex asked ready flex@2026-11-29_05_00_00-2",
		"batch nightly asked ready nightly-driver@bbbbbbbb-0000-0000-0000-000000000000 nightly-executor@bbbbbbbb-0000-0000-0000-000000000000",
		"cluster narrow not-asked not-asked",
		"job count-1 asked not-ready count-driver@aaaaaaaa-0000-0000-0000-000000000000 count-executor@aaaaaaaa-0000-0000-0000-000000000000",
		"error cluster-scopes narrow",
	}, got); d != "" {
		t.Error(d, errs)
	}
}
