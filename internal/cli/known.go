package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/engine/past"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/suppress"
)

// linter lints the files, with some of them replaced.
type linter func(overlay map[string][]byte) (*engine.Result, error)

// sieve tells what was known before from what counts: by a baseline, and by
// what git has at another commit.
type sieve struct {
	lint  linter
	least finding.Level

	accepted *suppress.Baseline // nil without --baseline
	file     string
	saw      func(*engine.Result) func(suppress.Entry) bool
	grown    []suppress.Grown // of the last look
	fixed    []suppress.Entry

	rev  string
	then *past.Tree                     // nil without --changed-from
	old  func() (*engine.Result, error) // lints then
	left map[string]bool                // fingerprints that the first look left out
}

// sieve reads what is known, before anything is linted.
func (r *run) sieve(o engine.Options, lint linter) (*sieve, error) {
	s := &sieve{lint: lint, file: r.text("baseline"), rev: r.text("changed-from")}
	s.least, _ = finding.ParseLevel(r.text("min-severity"))
	s.saw = func(result *engine.Result) func(suppress.Entry) bool { return r.saw(o, result) }
	var err error
	if s.accepted, err = r.accepted(); err != nil {
		return nil, err
	}
	if !r.given("changed-from") {
		return s, nil
	}
	for _, p := range o.Paths {
		if p == "-" {
			return nil, misuse("--changed-from compares files of the repository: it cannot take standard input")
		}
		full, err := filepath.Abs(p)
		if rel, err2 := filepath.Rel(o.Root, full); err != nil || err2 != nil || !filepath.IsLocal(rel) {
			return nil, misuse("--changed-from: %s lies outside the repository %s; run proflint there", p, o.Root)
		}
	}
	if s.then, err = past.Since(context.Background(), o.Root, s.rev); err != nil {
		return nil, misuse("--changed-from: %w", err)
	}
	// one that commands may open, but nobody reads by itself, counts as absent
	if i := slices.IndexFunc(s.then.Missing, engine.Reads); i >= 0 {
		return nil, misuse("--changed-from: the old text of %q is not in this clone; is it a partial one? fetch the rest with: git fetch --refetch --no-filter", s.then.Missing[i])
	}
	o.Overlay = s.then.Files
	o.Paths = slices.Clone(o.Paths)
	if slices.ContainsFunc(o.Paths, isFile) { // a renamed file is named by its new path only
		for _, p := range s.then.Gone {
			o.Paths = append(o.Paths, filepath.Join(o.Root, filepath.FromSlash(p)))
		}
	}
	s.old = func() (*engine.Result, error) { return engine.Run(context.Background(), o) }
	return s, nil
}

// look lints the files and judges what of it is known.
func (s *sieve) look(overlay map[string][]byte) (*engine.Result, error) {
	result, err := s.lint(overlay)
	if err == nil && s.accepted != nil {
		s.grown, s.fixed = s.accepted.Apply(result.Findings, s.saw(result))
	}
	if err == nil && s.then != nil {
		err = s.narrow(result)
	}
	return result, err
}

// narrow leaves of the findings those that the change since then made or
// touches. A change to one file can break what another one declares, so the old
// tree is linted as a whole, by the settings of today. What the first look left
// out stays out when fixes are tried.
func (s *sieve) narrow(result *engine.Result) error {
	if s.left == nil {
		s.left = map[string]bool{}
		before := result.Findings
		if len(before) > 0 && len(s.then.Files) > 0 {
			old, err := s.old()
			if err != nil {
				return err
			}
			before = old.Findings
		}
		_, left := suppress.Changed(before, result.Findings)
		for _, f := range left {
			s.left[f.Fingerprint] = f.Suppression == nil && f.Level >= s.least
		}
	}
	result.Findings = slices.DeleteFunc(result.Findings, func(f *finding.Finding) bool {
		_, left := s.left[f.Fingerprint]
		return left
	})
	return nil
}

// tell says what the last look found of what is known.
func (s *sieve) tell(say func(format string, args ...any)) {
	for _, g := range s.grown {
		harm := "it hits another workload"
		if was := g.Severity; g.Now.Level.String() != was {
			harm = fmt.Sprintf("it was accepted as %s, and is %s now", was, g.Now.Level)
		}
		say("%s: %s in %s counts again: %s", g.Place, g.Rule, g.Path, harm)
	}
	for _, e := range s.fixed {
		say("%s: %s in %s is fixed", e.Place, e.Rule, e.Path)
	}
	if len(s.fixed) > 0 {
		say("proflint baseline --baseline %s removes what is fixed", s.file)
	}
	n := 0
	for _, counted := range s.left {
		if counted {
			n++
		}
	}
	if n > 0 {
		say("left out: %s that stood at %s (%.12s) and that nothing has touched since", findings(n), s.rev, s.then.Commit)
	}
}

func isFile(p string) bool {
	info, err := os.Stat(p)
	return err != nil || !info.IsDir()
}

func findings(n int) string {
	if n == 1 {
		return "1 finding"
	}
	return fmt.Sprintf("%d findings", n)
}
