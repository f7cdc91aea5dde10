package cli

import (
	"context"
	"fmt"
	"io"
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

// sieve takes out of a result what was known before.
type sieve struct {
	lint  linter
	least finding.Level

	rev  string
	then *past.Tree // nil without --changed-from
	old  linter     // lints then
	left int        // findings that the last look left out
}

// sieve reads what is known: the tree at --changed-from.
func (r *run) sieve(o engine.Options, lint linter) (*sieve, error) {
	s := &sieve{lint: lint, rev: r.text("changed-from")}
	s.least, _ = finding.ParseLevel(r.text("min-severity"))
	if s.rev == "" {
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
	then, err := past.Since(context.Background(), o.Root, s.rev)
	if err != nil {
		return nil, misuse("--changed-from: %w", err)
	}
	s.then = then
	o.Overlay = then.Files
	o.Paths = slices.Clone(o.Paths)
	if slices.ContainsFunc(o.Paths, isFile) { // a renamed file is named by its new path only
		for _, p := range then.Gone {
			o.Paths = append(o.Paths, filepath.Join(o.Root, filepath.FromSlash(p)))
		}
	}
	s.old = func(map[string][]byte) (*engine.Result, error) { return engine.Run(context.Background(), o) }
	return s, nil
}

// look lints the files and leaves of the findings those that are not known. A
// change to one file can break what another one declares, so the old tree is
// linted as a whole, by the settings of today.
func (s *sieve) look(overlay map[string][]byte) (*engine.Result, error) {
	result, err := s.lint(overlay)
	if err != nil || s.then == nil {
		return result, err
	}
	before := result.Findings
	if len(before) > 0 && len(s.then.Files)+len(overlay) > 0 {
		old, err := s.old(nil)
		if err != nil {
			return nil, err
		}
		before = old.Findings
	}
	var left []*finding.Finding
	result.Findings, left = suppress.Changed(before, result.Findings)
	s.left = len(slices.DeleteFunc(left, func(f *finding.Finding) bool { return f.Suppression != nil || f.Level < s.least }))
	return result, nil
}

// tell says what the last look left out.
func (s *sieve) tell(w io.Writer) {
	if s.left > 0 {
		fmt.Fprintf(w, "%s: left out: %s that stood at %s (%.12s) and that nothing has touched since\n", progName, findings(s.left), s.rev, s.then.Commit)
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
