package suppress_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/suppress"
)

// TestFixtures: every finding of every fixture can be ignored by a comment
// where the documentation says it goes, and the comment is then of use.
func TestFixtures(t *testing.T) {
	paths, _ := filepath.Glob("../../fixtures/*/*.txtar")
	done := 0
	for _, p := range paths {
		if strings.Contains(p, "/cli/") || strings.Contains(p, "/ignore-unused/") {
			continue
		}
		ar, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(ar.Files, func(f txtar.File) bool {
			return strings.HasPrefix(f.Name, "//") || strings.HasPrefix(f.Name, "live/") || strings.HasPrefix(f.Name, "logs/")
		}) {
			continue // Google's answers are no files to comment in
		}
		seen := map[string]bool{}
		for _, f := range lint(t, ar, "", 0, "") {
			if !f.At.Valid() || f.Rule == "input-not-read" || f.Suppression != nil || len(seen) == 4 || seen[f.At.File.Path+f.Rule] {
				continue
			}
			seen[f.At.File.Path+f.Rule] = true
			line, open, end, ok := suppress.Room(f.At)
			if !ok {
				continue
			}
			text, _ := f.At.File.Line(line)
			dash := " -- "
			if strings.HasSuffix(f.At.File.Path, ".xml") {
				dash = " - "
			}
			comment := text[:len(text)-len(strings.TrimLeft(text, " \t"))] + open + "proflint:ignore " + f.Rule + dash + "a reason" + end
			hit := false
			for _, x := range lint(t, ar, f.At.File.Path, line, comment) {
				hit = hit || x.Rule == f.Rule && x.Message == f.Message && x.Suppression != nil
				if x.Rule == suppress.Unused && x.At.File.Path == f.At.File.Path {
					t.Errorf("%s: %s: %s: %s\n%d: %s", p, f.At, f.Rule, x.Message, line, comment)
				}
			}
			if !hit {
				t.Errorf("%s: %s: %s is not ignored\n%d: %s", p, f.At, f.Rule, line, comment)
			}
			done++
		}
	}
	t.Logf("%d findings ignored", done)
}

// lint lays a fixture out, with a line put into one of its files, and lints it.
func lint(t *testing.T, ar *txtar.Archive, file string, line int, text string) []*finding.Finding {
	t.Helper()
	root := t.TempDir()
	for _, f := range ar.Files {
		if f.Name == "want" {
			continue
		}
		data := string(f.Data)
		if f.Name == file {
			all := strings.SplitAfter(data, "\n")
			data = strings.Join(all[:line-1], "") + text + "\n" + strings.Join(all[line-1:], "")
		}
		full := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := engine.Options{Root: root, Paths: []string{root}}
	switch comment := string(ar.Comment); {
	case strings.Contains(comment, "profiling: all"):
		o.Profiling = checks.Every
	case strings.Contains(comment, "profiling: required"):
		o.Profiling = checks.Required
	}
	res, err := engine.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res.Findings
}
