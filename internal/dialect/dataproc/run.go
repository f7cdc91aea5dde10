package dataproc

import (
	"slices"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// over are the states that jobs, batches and sessions do not leave, as names
// and as the numbers that some clients print (live-apis 1.5).
var over = map[model.Kind][]string{
	model.KindJob:     {"CANCELLED", "DONE", "ERROR", "4", "5", "6"},
	model.KindBatch:   {"CANCELLED", "SUCCEEDED", "FAILED", "4", "5", "6"},
	model.KindSession: {"TERMINATED", "FAILED", "4", "5"},
}

// running are the states in which the work is done.
var running = map[model.Kind][]string{
	model.KindJob:     {"RUNNING", "2"},
	model.KindBatch:   {"RUNNING", "2"},
	model.KindSession: {"ACTIVE", "2"},
}

// failed are the states of those that ended by a fault.
var failed = map[model.Kind][]string{
	model.KindJob:     {"ERROR", "6"},
	model.KindBatch:   {"FAILED", "6"},
	model.KindSession: {"FAILED", "5"},
}

// run reads what the service adds to a message once it is started: nil for a
// message that only declares.
func run(kind model.Kind, body value.Tree, at source.Span) *model.Run {
	now, history, id := body, body.Get("stateHistory"), body.Get("uuid")
	if kind == model.KindJob {
		now, history, id = body.Get("status"), body.Get("statusHistory"), body.Get("jobUuid")
	}
	state, known := now.Get("state").Str().Get()
	if !known {
		return nil
	}
	r := &model.Run{At: state.Span(), ID: id.Str(), State: value.Text(state), Failed: slices.Contains(failed[kind], state.String())}
	r.Detail = value.First(body.Get("stateMessage").Str(), now.Get("details").Str())
	r.Over = value.Of(slices.Contains(over[kind], state.String()), state.Spans()...)
	since := now.Get("stateStartTime")
	if kind != model.KindJob {
		since = body.Get("stateTime")
	}
	r.Started, r.Ended = value.None[time.Time](at), value.None[time.Time](at)
	if over, _ := r.Over.Get(); over && len(history.Items()) == 0 {
		r.Started = value.Value[time.Time]{} // it may have begun before
	}
	for _, past := range append(slices.Clone(history.Items()), now) {
		s, _ := past.Get("state").Str().Get()
		if !slices.Contains(running[kind], s.String()) {
			continue
		}
		began := value.Moment(past.Get("stateStartTime").Str())
		if past.At == now.At {
			began = value.Moment(since.Str())
		}
		if !r.Started.Known() {
			r.Started = began
		}
	}
	if ended, _ := r.Over.Get(); ended {
		r.Ended = value.Moment(since.Str())
	}
	return r
}
