package dataproc

import (
	"testing"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/data"
)

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, kind, text string
		started, ended   string // of the day, UTC; "" for not yet
		over             bool
		id               string
	}{
		{"a job that is done", "Job", `{"reference": {"jobId": "etl"}, "placement": {"clusterName": "c"}, "sparkJob": {}, "jobUuid": "u-1",
			"status": {"state": "DONE", "stateStartTime": "2026-11-20T11:05:00Z"},
			"statusHistory": [{"state": "PENDING", "stateStartTime": "2026-11-20T11:00:00Z"}, {"state": "RUNNING", "stateStartTime": "2026-11-20T11:00:30.5Z"}]}`,
			"11:00:30", "11:05:00", true, "u-1"},
		{"a job that runs", "Job", `{"placement": {}, "sparkJob": {}, "jobUuid": "u-2", "status": {"state": "RUNNING", "stateStartTime": "2026-11-20T11:00:00Z"}}`, "11:00:00", "", false, "u-2"},
		{"a job that waits", "Job", `{"placement": {}, "sparkJob": {}, "status": {"state": "PENDING", "stateStartTime": "2026-11-20T11:00:00Z"}}`, "", "", false, ""},
		{"a batch that is done", "Batch", `{"pysparkBatch": {}, "uuid": "u-3", "state": "SUCCEEDED", "stateTime": "2026-11-20T11:30:00Z",
			"stateHistory": [{"state": "PENDING", "stateStartTime": "2026-11-20T11:00:00Z"}, {"state": "RUNNING", "stateStartTime": "2026-11-20T11:01:00Z"}]}`, "11:01:00", "11:30:00", true, "u-3"},
		{"a batch with enums as numbers", "Batch", `{"pysparkBatch": {}, "uuid": "u-4", "state": 4, "stateTime": "2026-11-20T11:30:00Z", "stateHistory": [{"state": 2, "stateStartTime": "2026-11-20T11:01:00Z"}]}`,
			"11:01:00", "11:30:00", true, "u-4"},
		{"a session that is active", "Session", `{"sparkConnectSession": {}, "uuid": "u-5", "state": "ACTIVE", "stateTime": "2026-11-20T11:00:00Z"}`, "11:00:00", "", false, "u-5"},
	} {
		f := source.NewFile("job.json", source.Live, []byte(c.text))
		body, err := data.JSON(source.Exact(source.Span{File: f, End: len(f.Data)}))
		if err != nil {
			t.Fatal(err.Msg)
		}
		r := Read(c.kind, body, Origin{}).Workloads[0].Run
		over, _ := r.Over.Get()
		if got := clock(r.Started.Get()) + " " + clock(r.Ended.Get()); got != c.started+" "+c.ended || over != c.over || r.ID.Raw().String() != c.id {
			t.Errorf("%s: %s, over %v, id %s", c.name, got, over, r.ID.Raw())
		}
	}
	declared := source.NewFile("job.json", source.Code, []byte(`{"placement": {"clusterName": "c"}, "sparkJob": {}}`))
	body, _ := data.JSON(source.Exact(source.Span{File: declared, End: len(declared.Data)}))
	if w := Read("Job", body, Origin{}).Workloads[0]; w.Run != nil || w.Kind != model.KindJob {
		t.Error("a message that only declares has run")
	}
}

func clock(at time.Time, known bool) string {
	if !known {
		return ""
	}
	return at.UTC().Format(time.TimeOnly)
}
