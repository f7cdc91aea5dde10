package suppress

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/rules"
)

// TestSettings: which findings an entry of the configuration ignores, and what
// is said of one that ignores none.
func TestSettings(t *testing.T) {
	file := source.NewFile("deploy/a.json", source.Code, []byte("{}"))
	config := source.NewFile(".proflint.yaml", source.Code, []byte("ignores:\n"))
	below := func(dir string) func(string) bool {
		return func(p string) bool { return strings.HasPrefix(p, dir) }
	}
	for _, c := range []struct {
		name    string
		setting Setting
		hits    []string // workloads of the finding
		whole   bool
		want    string
	}{
		{"rule and path", Setting{Rule: "agent-twice", Covers: below("deploy/")}, nil, true, "ignored"},
		{"another rule", Setting{Rule: "arm-workers", Covers: below("deploy/")}, nil, true, "shown, warning: the ignore of arm-workers ignores nothing"},
		{"another rule, not all seen", Setting{Rule: "arm-workers", Covers: below("deploy/")}, nil, false, "shown"},
		{"another path", Setting{Rule: "agent-twice", Covers: below("x/")}, nil, true, "shown, warning: the ignore of agent-twice ignores nothing"},
		{"its workload", Setting{Rule: "agent-twice", Covers: below(""), Workload: "etl"}, []string{"deploy/a.json#etl"}, true, "ignored"},
		{"its workload by id", Setting{Rule: "agent-twice", Covers: below(""), Workload: "deploy/a.json#etl"}, []string{"deploy/a.json#etl"}, true, "ignored"},
		{"two workloads", Setting{Rule: "agent-twice", Covers: below(""), Workload: "etl"}, []string{"a#etl", "a#other"}, false, "shown"},
		{"no workload", Setting{Rule: "agent-twice", Covers: below(""), Workload: "etl"}, nil, false, "shown"},
		{"last day", Setting{Rule: "agent-twice", Covers: below(""), Until: "2026-12-01"}, nil, true, "ignored"},
		{"past", Setting{Rule: "agent-twice", Covers: below(""), Until: "2026-11-30"}, nil, true, "shown, warning: the ignore of agent-twice held until 2026-11-30"},
	} {
		c.setting.At, c.setting.Reason = source.Span{File: config, End: 7}, "why"
		f := &finding.Finding{Rule: "agent-twice", Level: finding.Error, At: source.Span{File: file, End: 1}, Workloads: c.hits}
		j := Judge{
			Today: "2026-12-01", Whole: c.whole, Unused: func() *rules.Rule { return rules.Open().Rule(Unused) },
			Ran: func(string) bool { return true }, Unknown: func(string, string) bool { return false },
		}
		got := "shown"
		told := Apply(j, nil, []Setting{c.setting}, []*finding.Finding{f})
		if f.Suppression != nil {
			got = "ignored"
			if f.Suppression.InSource || f.Suppression.Reason != "why" {
				t.Errorf("%s: %+v", c.name, f.Suppression)
			}
		}
		for _, x := range told {
			got += fmt.Sprintf(", %s: %s", x.Level, x.Message)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
