package model

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Loss is a list of options that the launching tool was given and did not
// send.
type Loss struct {
	Tree  value.Tree // the mapping (properties) that was lost
	Fate  Fate       // Overridden, Cut or Misplaced
	Case  string     // as that of an Ask
	Where string     // where it stands, for people; "" for the lists of the launching tool
	By    []Label    // what replaced or cut it
	Fix   []source.Edit
	Want  string // the corrected text, in words
}

// Refusal is a reason why the launching tool refuses the command.
type Refusal struct {
	At      source.Span
	Reason  string // what the tool says, as a clause: "--scopes is no flag of jobs submit"
	Want    string // what to write instead, or ""
	Related []Label
	Fix     []source.Edit
	// Certain refusals of the request itself are errors; others warnings.
	Request bool
}

// Label is a place with a remark.
type Label struct {
	Span source.Span
	Text string
}

// Fate is what becomes of one attempt to ask for profiling. The zero fate is
// unknown.
type Fate uint8

const (
	FateUnknown Fate = iota
	Arrives
	Refused     // the launching tool refuses the command
	Cut         // the shell ends the command before it
	WrongSDK    // spelt for the SDK of another language
	Misspelt    // no such key
	WrongFamily // a key of the other product
	Misplaced   // nothing reads it there
	Overridden  // a later value replaces it
	Unsplit     // part of a list that the SDK does not split
	Malformed   // blanks in the key, a value that is neither true nor false
	NotEnabled  // a name or version without the switch
	SaidNo      // an explicit false
)

// CaseSaidNo is the case of a name or version beside an explicit false.
const CaseSaidNo = "said-no"

// Ask is one attempt to ask for profiling, and its fate.
type Ask struct {
	Key    source.Text // as written
	Value  value.Str
	Fate   Fate
	Case   string // narrows the fate for the rule's levels, "" for its main case
	Where  string // where it stands, for people: "a label", "the job's arguments"
	Anyhow bool   // a name or version: its fate is the same whatever the value
	By     []Label
	Change source.Span // the text to change, where it is not the key
	Want   string      // the corrected text, or what to do, in words
	Fix    []source.Edit
}

// Request is what a workload asks of the profiler, after the launching tool
// and the service have read it.
type Request struct {
	Enabled value.Value[bool] // as the service receives it
	Heap    value.Value[bool] // Dataflow: heap sampling is in what the service receives, whether the SDK reads it or not
	Name    value.Str
	Version value.Str
	Asks    []Ask
	Appears []Appearance
}

// Appearance is where profiles will be found in the console.
type Appearance struct{ Service, Version string }

// IsName reports whether a service or version is known, not described: <job UUID>.
func IsName(s string) bool { return s != "" && !strings.ContainsAny(s, "<>${}") }

// Asked reports whether the workload asks for profiling: known true when any
// attempt was made (a lost or misspelt one included), known false when none
// could be hidden, else unknown.
func (r *Request) Asked() value.Value[bool] {
	for _, a := range r.Asks {
		if a.Fate != SaidNo && a.Case != CaseSaidNo {
			return value.Of(true, a.Key.Spans()...)
		}
	}
	if r.Enabled.Unknown() {
		return value.Not[bool](r.Enabled.Hole(), r.Enabled.At()...)
	}
	return value.Of(false)
}
