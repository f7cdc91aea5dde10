package model

import (
	"time"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Run is what the service says of a workload that has been started. A
// workload that is only declared has none.
type Run struct {
	At      source.Span // of the answer
	ID      value.Str   // by which profiles tell runs apart: the Dataflow job id, the UUID of a job, batch or session
	State   value.Str   // as the service names it: RUNNING, JOB_STATE_DONE
	Detail  value.Str   // what the service says of the state
	Failed  bool        // it ended by a fault of its own
	Next    value.Str   // the run that goes on with its work, under its own id
	Over    value.Value[bool]
	Started value.Value[time.Time] // when the work began; absent: it has not
	Ended   value.Value[time.Time] // absent: it still runs
	Signs   []Sign                 // what the log lines at hand show of the profiler's agent; filled by link

	// What Google lists, nil where it was not asked; filled by link.
	Arrivals *Arrivals
	Quota    *Quota
	Apps     *Apps
}

// Apps are the Spark applications of a run: one, and another for each time that
// its driver was started again.
type Apps struct {
	Seen     []*Environment // what they really ran with
	Why, Ask string         // why there may be others, and what would help; "": these are all
}

// Arrivals are the profiles that a project has of a run.
type Arrivals struct {
	At        source.Span // of the list
	Here      []*Profile  // where they are expected
	Elsewhere []*Profile  // of this run, under another service
	During    []*Profile  // of its service, from the time of the run, under another version: this run's or another's
	Last      *Profile    // the newest of its service of any other time; nil: none
	First     time.Time   // when the oldest of the project began; zero: not told
	Why, Ask  string      // why there may be more than these, and what would help; "": these are all
}

// Quota is what is known of the Profiler's quotas in the time of a run.
type Quota struct {
	Hit      *Hit   // the first time that one was used up; nil: none is shown
	Why, Ask string // why that may not be all, and what would help; "": it is
}

// Search is a query of the Logs Explorer: Scope is the log of one run, Words
// narrow it down for a reader, and Time is that of the run; the last two may be "".
type Search struct{ Name, Scope, Words, Time string }

// Filter is the query as the Logs Explorer takes it.
func (s Search) Filter() string {
	out := s.Scope
	for _, more := range []string{s.Words, s.Time} {
		if more != "" {
			out += " AND " + more
		}
	}
	return out
}

// Lasted returns how long the work took, once it is over.
func (r *Run) Lasted() (time.Duration, bool) {
	from, ok := r.Started.Get()
	to, over := r.Ended.Get()
	return to.Sub(from), ok && over && !to.Before(from)
}

// Meaning of a log line, for whoever looks for profiles.
type Meaning string

const (
	AgentStarts   Meaning = "agent-starts"   // the agent is there and starts
	ProfileMade   Meaning = "profile-made"   // the service took a request to create a profile
	NoPermission  Meaning = "no-permission"  // the account may not create profiles
	Denied        Meaning = "denied"         // one of these two
	APIDisabled   Meaning = "api-disabled"   // the API is off in the project that the line names
	OverQuota     Meaning = "over-quota"     // the service takes no more
	UploadFailed  Meaning = "upload-failed"  // a profile was taken and not accepted
	BadName       Meaning = "bad-name"       // the service name breaks the pattern
	NoAgent       Meaning = "no-agent"       // the agent is not in the image, or cannot be loaded
	NoProject     Meaning = "no-project"     // the metadata server did not answer
	NoCredentials Meaning = "no-credentials" // nor did it give a token
	NoNetwork     Meaning = "no-network"     // the agent cannot reach Google's APIs
	NoHeap        Meaning = "no-heap"        // heap sampling is off; the rest works
	NotStarted    Meaning = "not-started"    // the agent did not start, or gave up at once
)

// Sign is a log line that tells something of the profiler's agent.
type Sign struct {
	At    source.Span // the line
	Means Meaning
	Says  string    // what that comes to, one clause
	Of    []string  // the ids of runs that its entry bears as labels; nil: none
	When  time.Time // of its entry; zero: not told
}

// Log is a file of log lines that the user has at hand.
type Log struct {
	At    source.Span
	Of    string // id or name of the run that it is of; "": not told
	Signs []Sign
}
