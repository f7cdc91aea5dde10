// Package report writes what a run found: one file for each format. It knows
// nothing of how the run came about.
package report

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Input is all that a report may show.
type Input struct {
	Version string // of the tool
	Mode    string // files
	Seen    int    // files that are not ignored
	Parsed  int    // files that were read
	Looked  string // the same for people: "1,204 files seen, 37 read"

	Organization *model.Organization // nil: single workloads were looked at

	Clusters  []*model.Cluster
	Workloads []*model.Workload // in order of path and place
	Verdicts  []finding.Verdict
	Findings  []*finding.Finding // in order; only those to be shown and counted

	Unread []string // what the user named and could not be looked at, with the reason

	FailOn finding.Level // from which the gate fails; None, it never does
	Now    time.Time     // when the run took place, for formats that want it

	JudgeAll    bool // workloads that do not ask are judged too
	ShowUnknown bool // text: every requirement that cannot be told
}

// Readiness of a workload, as JSON names it.
type Readiness string

const (
	Ready      Readiness = "ready"     // asks, and nothing speaks against it
	NotReady   Readiness = "not-ready" // asks, and profiles will not arrive
	CannotTell Readiness = "cannot-tell"
	NotAsked   Readiness = "not-asked"
)

// status is a workload with what was found out about it.
type status struct {
	*model.Workload
	asked     value.Value[bool]
	readiness Readiness
	verdicts  []finding.Verdict
}

// statuses joins workloads and verdicts.
func (in *Input) statuses() []status {
	by := map[string][]finding.Verdict{}
	for rest := in.Verdicts; len(rest) > 0; { // those of a workload stand together
		n := 1
		for n < len(rest) && rest[n].Workload == rest[0].Workload {
			n++
		}
		if id := rest[0].Workload; by[id] == nil {
			by[id] = rest[:n:n]
		} else {
			by[id] = append(by[id], rest[:n]...)
		}
		rest = rest[n:]
	}
	out := make([]status, len(in.Workloads))
	for i, w := range in.Workloads {
		s := status{Workload: w, asked: w.Request.Asked(), verdicts: by[w.ID]}
		s.readiness = s.judge(in.JudgeAll)
		out[i] = s
	}
	return out
}

func (s *status) judge(all bool) Readiness {
	asked, known := s.asked.Get()
	if known && !asked && !all {
		return NotAsked
	}
	if !known {
		return CannotTell // whatever is wrong, it may not ask
	}
	out := Ready
	for _, v := range s.verdicts {
		switch {
		case v.Answer == finding.Fail && v.Level >= finding.Warning:
			return NotReady
		case v.Answer == finding.Unk && v.Level >= finding.Warning:
			out = CannotTell
		}
	}
	return out
}

// profiling says whether the workload asks, as JSON names it.
func (s *status) profiling() string {
	asked, known := s.asked.Get()
	switch {
	case !known:
		return "unknown"
	case asked:
		return "asked"
	}
	return "not-asked"
}

// counts are the figures of the summary.
type counts struct {
	workloads, asking, ready, notReady, cannotTell int
	errors, warnings, notes, suppressed            int
}

func (in *Input) count(all []status) counts {
	c := counts{workloads: len(all)}
	for _, s := range all {
		if asked, _ := s.asked.Get(); asked {
			c.asking++
		}
		switch s.readiness {
		case Ready:
			c.ready++
		case NotReady:
			c.notReady++
		case CannotTell:
			c.cannotTell++
		}
	}
	for _, f := range in.Findings {
		switch {
		case f.Suppression != nil:
			c.suppressed++
		case f.Level == finding.Error:
			c.errors++
		case f.Level == finding.Warning:
			c.warnings++
		case f.Level == finding.Note:
			c.notes++
		}
	}
	return c
}

// anchor returns the place a report gives for a finding: its own, else that of
// the first workload it hits, else the first one that proves it. Every report
// needs one.
func (in *Input) anchor(f *finding.Finding) source.Span {
	if f.At.Valid() {
		return f.At
	}
	for _, w := range in.Workloads {
		if len(f.Workloads) > 0 && w.ID == f.Workloads[0] && w.At.Valid() {
			return w.At
		}
	}
	for _, l := range f.Related {
		if l.Span.Valid() {
			return l.Span
		}
	}
	return source.Span{File: source.NewFile(".", source.Code, nil)}
}

// plural writes a number with its noun.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return thousands(n) + " " + noun
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// written returns a text as the file has it: an unknown one as its expression.
func written(v value.Str) string {
	if v.Absent() {
		return ""
	}
	if s := v.Raw().String(); s != "" {
		return s
	}
	if h := v.Hole(); h != nil {
		return cmp.Or(h.Expr, h.Why)
	}
	return ""
}

// sentence joins non-empty parts.
func sentence(sep string, parts ...string) string {
	out := parts[:0]
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, sep)
}
