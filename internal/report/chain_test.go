package report

import (
	"testing"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/rules"
)

// Each rule that may be an error breaks a link that there is, and each link is
// broken by some rule: doctor would not show what a new rule finds.
func TestChain(t *testing.T) {
	book, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	broken := map[string]bool{}
	for _, l := range chain() {
		broken[l.name] = false
	}
	for _, r := range book.Rules {
		if _, known := broken[r.Link]; !known && r.Link != "" {
			t.Errorf("%s: no link %q", r.ID, r.Link)
		}
		for kase := range r.Levels {
			if r.Level(kase) == finding.Error && r.Link == "" && r.ID != "heap-java-version" { // CPU profiles come all the same
				t.Errorf("%s: an error that breaks no link", r.ID)
			}
		}
		broken[r.Link] = true
	}
	for name, some := range broken {
		if !some {
			t.Errorf("no rule breaks %q", name)
		}
	}
}
