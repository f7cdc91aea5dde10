package engine

import (
	"maps"
	"slices"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Fixed is what comes of the fixes, before anything is written.
type Fixed struct {
	Result  *Result // of the fixed files
	Done    []Repair
	Refused []*finding.Finding // whose fix was taken back
	Files   map[string]Change  // by path: the files that the fixes change
}

// Repair is a finding whose fix was made, and the files that it changed.
type Repair struct {
	Finding *finding.Finding
	Paths   []string
}

// Change is a file before and after.
type Change struct{ Old, New []byte }

// Overlay are the changed files as Options takes them.
func (x *Fixed) Overlay() map[string][]byte {
	out := make(map[string][]byte, len(x.Files))
	for path, c := range x.Files {
		out[path] = c.New
	}
	return out
}

// chain bounds how often what a fix reveals is fixed in turn: a flag gets its
// right name, then the option in its value.
const chain = 4

// Fix makes the certain fixes of all findings that wanted accepts. lint says
// what the changed files give, with the same options. A fix that leaves its
// finding, or makes an error or a warning that was not there, is taken back.
func Fix(first *Result, wanted func(*finding.Finding) bool, lint func(overlay map[string][]byte) (*Result, error)) (*Fixed, error) {
	x := &fixing{wanted: wanted, lint: lint, refused: map[string]bool{}}
	now, all := &Fixed{Result: first}, len(first.Findings)
	most := all
	for range 4*all + chain { // each round fixes a finding or refuses one; only notes could come and go for ever
		batch, edits := finding.Pick(x.open(now.Result.Findings, most))
		if len(batch) == 0 {
			break
		}
		next, err := x.settle(now, batch, edits)
		switch {
		case err != nil:
			return nil, err
		case next != nil:
			now, most = next, all
		case len(batch) > 1: // one of them is to blame: look for it by halves
			most = len(batch) / 2
		default:
			x.refused[batch[0].Fingerprint] = true
			now.Refused, most = append(now.Refused, batch[0]), all
		}
	}
	return now, nil
}

type fixing struct {
	wanted  func(*finding.Finding) bool
	lint    func(map[string][]byte) (*Result, error)
	refused map[string]bool // by fingerprint
}

// open returns at most n findings that are still to be fixed.
func (x *fixing) open(in []*finding.Finding, n int) []*finding.Finding {
	var out []*finding.Finding
	for _, f := range in {
		if _, ok := f.Certain(); ok && len(out) < n && x.wanted(f) && !x.refused[f.Fingerprint] {
			out = append(out, f)
		}
	}
	return out
}

// settle makes some fixes, and those of what they reveal; nil if the outcome
// is not better than what there was.
func (x *fixing) settle(now *Fixed, batch []*finding.Finding, edits []source.Edit) (*Fixed, error) {
	known := map[string]bool{}
	for _, f := range now.Result.Findings {
		known[f.Fingerprint] = true
	}
	next := now
	for i, todo := 0, batch; len(todo) > 0 && i < chain; i++ {
		var err error
		if next, err = x.made(next, todo, edits); err != nil {
			return nil, err
		}
		var revealed []*finding.Finding
		for _, f := range x.open(next.Result.Findings, len(next.Result.Findings)) {
			if !known[f.Fingerprint] {
				revealed = append(revealed, f)
			}
		}
		todo, edits = finding.Pick(revealed)
	}
	if worse(now.Result.Findings, next.Result.Findings, batch) || spills(now.Result, next.Result, next.Done[len(now.Done):]) {
		return nil, nil
	}
	return next, nil
}

// made applies edits and lints what comes of them.
func (x *fixing) made(now *Fixed, batch []*finding.Finding, edits []source.Edit) (*Fixed, error) {
	out := &Fixed{Refused: now.Refused, Done: slices.Clip(now.Done), Files: map[string]Change{}}
	maps.Copy(out.Files, now.Files)
	files := map[string][]source.Edit{}
	for _, e := range edits {
		files[e.Span.File.Path] = append(files[e.Span.File.Path], e)
	}
	for path, es := range files {
		data := es[0].Span.File.Data
		c, changed := now.Files[path]
		if !changed {
			c.Old = data
		}
		c.New = source.Apply(data, es)
		out.Files[path] = c
	}
	for _, f := range batch {
		out.Done = append(out.Done, Repair{f, touched(f)})
	}
	var err error
	out.Result, err = x.lint(out.Overlay())
	return out, err
}

// touched names the files that the fix of a finding changes.
func touched(f *finding.Finding) []string {
	var out []string
	fix, _ := f.Certain()
	for _, e := range fix.Edits {
		if p := e.Span.File.Path; !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// worse reports whether the fixes left one of their findings, or made an error
// or a warning. Findings are told apart by rule and file alone: text and place
// change with the fix.
func worse(before, after, fixed []*finding.Finding) bool {
	type kind struct {
		rule, path string
		any        bool // of any level, not of errors and warnings only
	}
	count := map[kind]int{}
	tally := func(fs []*finding.Finding, n int) {
		for _, f := range fs {
			k := kind{rule: f.Rule}
			if f.At.Valid() {
				k.path = f.At.File.Path
			}
			if f.Suppression != nil {
				continue
			}
			if f.Level > finding.Note {
				count[k] += n
			}
			k.any = true
			count[k] += n
		}
	}
	tally(after, 1)
	tally(before, -1)
	tally(fixed, 1)
	notes := map[string]bool{}
	for _, f := range fixed {
		notes[f.Rule] = true
	}
	for k, n := range count {
		if n > 0 && (!k.any || notes[k.rule]) {
			return true
		}
	}
	return false
}

// spills reports whether the fixes change what is sent for others than the
// workloads that their findings name and the clusters of these: others that
// use the same variable, function or array.
func spills(before, after *Result, done []Repair) bool {
	if len(before.Workloads) != len(after.Workloads) || len(before.Clusters) != len(after.Clusters) {
		return true
	}
	workloads, clusters := map[string]bool{}, map[*model.Cluster]bool{}
	for _, d := range done {
		for _, id := range d.Finding.Workloads {
			workloads[id] = true
		}
	}
	for i, w := range before.Workloads {
		if workloads[w.ID] {
			if c, ok := w.Cluster.To.Get(); ok {
				clusters[c] = true
			}
			for _, c := range w.Cluster.Among {
				clusters[c] = true
			}
		} else if o := after.Workloads[i]; !value.Equal(w.Body, o.Body) || !value.Equal(w.Args, o.Args) {
			return true
		}
	}
	for i, c := range before.Clusters {
		if !clusters[c] && !value.Equal(c.Body, after.Clusters[i].Body) {
			return true
		}
	}
	return false
}
