package cli

import (
	"fmt"
	"maps"
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
	did := "can fix"
	if r.toggle("fix") {
		did = "fixed"
		if err := save(root, paths, fixed.Files); err != nil {
			return nil, &failure{exitUnseen, fmt.Errorf("nothing is fixed: %w", err)}
		}
		result = fixed.Result
	}
	for _, p := range paths {
		if c := fixed.Files[p]; !r.toggle("fix") {
			if err := report.Patch(r.stdout, p, c.Old, c.New); err != nil {
				return nil, misuse("cannot write the fixes: %w", err)
			}
		}
		n := 0
		for _, d := range fixed.Done {
			if slices.Contains(d.Paths, p) {
				n++
			}
		}
		noun := "findings"
		if n == 1 {
			noun = "finding"
		}
		fmt.Fprintf(r.stderr, "%s: %s %d %s in %s\n", progName, did, n, noun, p)
	}
	for _, f := range fixed.Refused {
		fmt.Fprintf(r.stderr, "%s: %s: %s is not fixed: its fix would do more than that\n", progName, f.At, f.Rule)
	}
	return result, nil
}
