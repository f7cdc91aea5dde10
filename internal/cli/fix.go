package cli

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/report"
)

// fixing reports whether fixes are wanted, written or shown.
func (r *run) fixing() bool { return r.toggle("fix") || r.toggle("diff") }

// fixable refuses what fixes cannot be made of.
func (r *run) fixable(outputs []output) error {
	switch {
	case r.toggle("fix") && r.toggle("diff"):
		return misuse("--fix writes the fixes and --diff prints them: give one of them")
	case r.toggle("fix") && slices.Contains(r.args, "-"):
		return misuse("--fix cannot write to standard input; --diff prints what it would change")
	case r.toggle("diff") && slices.ContainsFunc(outputs, func(o output) bool { return o.file == "" && o.asked }):
		return misuse("--diff prints the fixes to standard output; write the report to a file: --format FORMAT=FILE")
	}
	return nil
}

// fix makes the fixes in memory, then writes or prints them. It returns the
// result to report: of the files as they are now.
func (r *run) fix(root string, result *engine.Result, lint func(overlay map[string][]byte) (*engine.Result, error)) (*engine.Result, error) {
	least, _ := finding.ParseLevel(r.text("min-severity"))
	fixed, err := engine.Fix(result, func(f *finding.Finding) bool { return f.Suppression == nil && f.Level >= least }, lint)
	if err != nil {
		return nil, err
	}
	paths := slices.Sorted(maps.Keys(fixed.Files))
	if r.toggle("fix") {
		if err := save(root, paths, fixed.Files); err != nil {
			return nil, &failure{exitUnseen, fmt.Errorf("nothing is fixed: %w", err)}
		}
		r.tell("fixed", paths, fixed)
		return fixed.Result, nil
	}
	for _, p := range paths {
		name := p
		if rel, err := filepath.Rel(root, onDisk(root, p)); err == nil {
			name = filepath.ToSlash(rel)
		}
		if err := report.Patch(r.stdout, name, fixed.Files[p].Old, fixed.Files[p].New); err != nil {
			return nil, misuse("cannot write the fixes: %w", err)
		}
	}
	r.tell("can fix", paths, fixed)
	return result, nil
}

// tell says on standard error what was done, and what was not.
func (r *run) tell(did string, paths []string, fixed *engine.Fixed) {
	for _, p := range paths {
		n, noun := 0, "findings"
		for _, d := range fixed.Done {
			if slices.Contains(d.Paths, p) {
				n++
			}
		}
		if n == 1 {
			noun = "finding"
		}
		r.say("%s %d %s in %s", did, n, noun, p)
	}
	for _, f := range fixed.Refused {
		r.say("%s: %s is not fixed: the fix would make another finding, or change another workload", f.At, f.Rule)
	}
}
