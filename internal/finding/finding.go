// Package finding holds what checks report: findings with their places and
// fixes, and a verdict for each requirement of each workload.
package finding

import (
	"cmp"
	"slices"

	"github.com/proflint/proflint/internal/source"
)

// Level of a finding.
type Level uint8

const (
	None    Level = iota // not reported
	Note                 // less than expected, worth knowing, or cannot tell
	Warning              // something outside the files could make up for it
	Error                // certain: the profiles will not arrive
)

var levelNames = [...]string{"none", "note", "warning", "error"}

func (l Level) String() string { return levelNames[l] }

// ParseLevel reads "error", "warning", "note" or "none".
func ParseLevel(s string) (Level, bool) {
	i := slices.Index(levelNames[:], s)
	return Level(max(i, 0)), i >= 0
}

// Label is a further place that proves a finding.
type Label struct {
	Span source.Span
	Text string
}

// Fix is one way to repair it. Without edits it is advice in words.
type Fix struct {
	Text  string
	Edits []source.Edit
}

// Finding is one fault: one rule, one text to change.
type Finding struct {
	Rule        string
	Level       Level
	Message     string // one sentence, lower case, no period
	At          source.Span
	AtText      string // what stands there, for the caret line
	Received    string // what the service or the worker receives, or ""
	Why         string // why no profile will come, one sentence
	Related     []Label
	Fixes       []Fix
	Workloads   []string
	Facts       []string
	Owner       string       // id of the workload or cluster whose text is at fault; "" for text that several share
	Evidence    string       // the text at fault
	Fingerprint string       // see identify
	Suppression *Suppression // nil: it is shown and counted
}

// Suppression says why a finding counts nowhere. It stays in JSON and SARIF.
type Suppression struct {
	InSource bool   // by a comment; else by the configuration or a baseline
	Reason   string // as its author wrote it
}

// Answer to a requirement.
type Answer string

const (
	Pass Answer = "pass"
	Fail Answer = "fail"
	Unk  Answer = "unknown"
)

// Verdict is the answer of one rule for one workload.
type Verdict struct {
	Workload string
	Rule     string
	Answer   Answer
	Level    Level  // of a failure; of an unknown, the most that it could become
	Reason   string // of a failure or an unknown
	Settle   string // a command that would settle an unknown, or ""
}

// Finish merges findings that name the same text for the same rule, orders
// them by place, and computes fingerprints.
func Finish(in []*Finding) []*Finding {
	type key struct {
		rule, path string // of a file that others have opened, too, there are several
		start, end int
		msg        string
	}
	type merge struct {
		*Finding
		workloads map[string]bool
		related   map[Label]bool
	}
	merged := map[key]*merge{}
	var out []*Finding
	for _, f := range in {
		k := key{rule: f.Rule, path: path(f.At), start: f.At.Start, end: f.At.End}
		if !f.At.Valid() {
			k.msg = f.Message
		}
		first, ok := merged[k]
		if !ok {
			merged[k] = &merge{Finding: f}
			out = append(out, f)
			continue
		}
		first.Level = max(first.Level, f.Level)
		if !slices.EqualFunc(first.Fixes, f.Fixes, sameFix) { // the same text serves for two, who need different ones
			first.Fixes = inWords(first.Fixes, f.Fixes)
		}
		first.Workloads = union(first.Workloads, f.Workloads, &first.workloads)
		first.Related = union(first.Related, f.Related, &first.related)
	}
	slices.SortStableFunc(out, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(path(a.At), path(b.At)), cmp.Compare(a.At.Start, b.At.Start), cmp.Compare(a.Rule, b.Rule))
	})
	identify(out)
	return out
}

// union appends what is not there yet. has is what is, noted once there is much:
// a thousand jobs may hit one text.
func union[T comparable](all, more []T, has *map[T]bool) []T {
	if *has == nil && len(all) > 16 {
		*has = make(map[T]bool, 2*len(all))
		for _, x := range all {
			(*has)[x] = true
		}
	}
	for _, x := range more {
		if *has != nil && (*has)[x] || *has == nil && slices.Contains(all, x) {
			continue
		}
		if all = append(all, x); *has != nil {
			(*has)[x] = true
		}
	}
	return all
}

func sameFix(a, b Fix) bool { return a.Text == b.Text && slices.Equal(a.Edits, b.Edits) }

// inWords returns the fixes of both without their edits.
func inWords(a, b []Fix) []Fix {
	var out []Fix
	for _, x := range slices.Concat(a, b) {
		if !slices.ContainsFunc(out, func(o Fix) bool { return o.Text == x.Text }) {
			out = append(out, Fix{Text: x.Text})
		}
	}
	return out
}

func path(s source.Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Path
}
