package gates_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/proflint/proflint/docs/gates"
)

// TestReadme: the README shows each gate as it is written.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## In CI\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(section, -1)
	for _, g := range gates.List("") {
		if g.Name != "git-hook" && !slices.ContainsFunc(blocks, func(b []string) bool { return strings.Contains(g.Text, b[1]) }) {
			t.Errorf("no block under \"In CI\" is a part of the gate %s", g.Name)
		}
	}
}
