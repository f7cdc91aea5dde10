package suppress

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"github.com/proflint/proflint/internal/finding"
)

// Baseline is a file of findings that were accepted for the time being.
type Baseline struct {
	Entries []Entry
}

// Entry is one accepted finding.
type Entry struct {
	Rule        string   `json:"rule"`
	Path        string   `json:"path"` // as reports name it
	Severity    string   `json:"severity"`
	Message     string   `json:"message"`
	Workloads   []string `json:"workloads"` // ids of those it hits
	Fingerprint string   `json:"fingerprint"`
	Since       string   `json:"since"`            // the day it was accepted, YYYY-MM-DD
	Reason      string   `json:"reason,omitempty"` // why, written by hand

	Place string `json:"-"` // in the file that it was read from; "" for a new one
}

// version of the file: what is written, and all that can be read.
const version = 1

func (e Entry) fault() fault {
	level, _ := finding.ParseLevel(e.Severity)
	return fault{path: e.Path, level: level, workloads: e.Workloads, fingerprint: e.Fingerprint}
}

// Grown is an accepted finding that does more harm now: it counts.
type Grown struct {
	Entry
	Now *finding.Finding
}

// Apply suppresses the findings that the baseline knows. It returns the entries
// that grew, and the fixed ones: those that match nothing although seen says
// that they could have been found.
func (b *Baseline) Apply(now []*finding.Finding, seen func(Entry) bool) (grown []Grown, fixed []Entry) {
	counting := unsuppressed(now)
	met := map[int]bool{}
	for i, k := range match(b.faults(seen), counting) {
		if k < 0 {
			continue
		}
		f, e := counting[i], b.Entries[k]
		met[k] = true
		if e.fault().grew(f) {
			grown = append(grown, Grown{e, f})
			continue
		}
		reason := "in the baseline since " + e.Since
		if e.Reason != "" {
			reason += ": " + e.Reason
		}
		f.Suppression = &finding.Suppression{Reason: reason}
	}
	for k, e := range b.Entries {
		if !met[k] && seen(e) {
			fixed = append(fixed, e)
		}
	}
	return grown, fixed
}

// Update accepts the findings of today and drops what is fixed. Known ones keep
// their date and reason, and entries that could not have been found now stay.
func (b *Baseline) Update(now []*finding.Finding, seen func(Entry) bool, today string) (next *Baseline, added, fixed int) {
	counting := unsuppressed(now)
	next = &Baseline{}
	met := map[int]bool{}
	for i, k := range match(b.faults(seen), counting) {
		f := counting[i]
		e := Entry{
			Rule: f.Rule, Path: where(f), Severity: f.Level.String(), Message: f.Message,
			Workloads: slices.Sorted(slices.Values(f.Workloads)), Fingerprint: f.Fingerprint, Since: today,
		}
		if k >= 0 {
			met[k] = true
			e.Since, e.Reason = b.Entries[k].Since, b.Entries[k].Reason
		} else {
			added++
		}
		next.Entries = append(next.Entries, e)
	}
	for k, e := range b.Entries {
		switch {
		case met[k]:
		case seen(e):
			fixed++
		default:
			next.Entries = append(next.Entries, e)
		}
	}
	return next, added, fixed
}

func (b *Baseline) faults(seen func(Entry) bool) []fault {
	var out []fault
	for _, e := range b.Entries {
		k := e.fault()
		k.kept = !seen(e)
		out = append(out, k)
	}
	return out
}

func unsuppressed(in []*finding.Finding) []*finding.Finding {
	return slices.DeleteFunc(slices.Clone(in), func(f *finding.Finding) bool { return f.Suppression != nil })
}

// Encode writes the file: one entry for each finding, by path and rule, the same
// bytes for the same entries.
func (b *Baseline) Encode() ([]byte, error) {
	entries := append([]Entry{}, b.Entries...)
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	for i := range entries {
		entries[i].Workloads = append([]string{}, entries[i].Workloads...) // never null
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		Version  int     `json:"version"`
		Findings []Entry `json:"findings"`
	}{version, entries})
	return out.Bytes(), err
}
