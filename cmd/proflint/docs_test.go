package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/cli"
	"github.com/proflint/proflint/rules"
)

var update = flag.Bool("update", false, "rewrite the generated parts of README.md")

// TestReadme runs every example of the README and compares its output, the
// files that it shows with those it names, and the table of rules with the pages.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	want := string(data)
	runs := 0
	got := regexp.MustCompile(`(?s)<!-- run: proflint ([^\n]*) -->\n.*?<!-- end -->`).ReplaceAllStringFunc(want, func(block string) string {
		runs++
		line, _, _ := strings.Cut(block, "\n")
		args := strings.Fields(strings.TrimSuffix(strings.TrimPrefix(line, "<!-- run: "), " -->"))
		var out, errs bytes.Buffer
		cli.Run(args, strings.NewReader(""), &out, &errs, nil)
		return line + "\n```\n" + out.String() + "```\n<!-- end -->"
	})
	got = regexp.MustCompile(`(?s)<!-- file: ([^\n]*) -->\n.*?<!-- end -->`).ReplaceAllStringFunc(got, func(block string) string {
		line, _, _ := strings.Cut(block, "\n")
		name := strings.TrimSuffix(strings.TrimPrefix(line, "<!-- file: "), " -->")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		return line + "\n```" + strings.TrimPrefix(path.Ext(name), ".") + "\n" + string(text) + "```\n<!-- end -->"
	})
	got = regexp.MustCompile(`(?s)<!-- rules -->\n.*?<!-- end -->`).ReplaceAllString(got, "<!-- rules -->\n"+ruleTable(t)+"<!-- end -->")
	if runs < 2 {
		t.Errorf("%d examples run, want at least 2", runs)
	}
	if *update {
		if err := os.WriteFile("README.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("README.md is not what the tool says (go test ./cmd/proflint -run Readme -update):\n%s", diff)
	}
}

func ruleTable(t *testing.T) string {
	book, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	var groups []string
	by := map[string][]*rules.Rule{}
	for _, r := range book.Rules {
		if !slices.Contains(groups, r.Group) {
			groups = append(groups, r.Group)
		}
		by[r.Group] = append(by[r.Group], r)
	}
	var b strings.Builder
	b.WriteString("| rule | level | fails when |\n|---|---|---|\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "| **%s** | | |\n", g)
		for _, r := range by[g] {
			fmt.Fprintf(&b, "| [`%s`](rules/%s.md) | %s | %s |\n", r.ID, r.ID, r.Ceiling(true), r.Title)
		}
	}
	return b.String()
}
