package checks

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/rules"
)

// TestParams: the thresholds of every page decode strictly into what its check
// reads, and none is left over or empty.
func TestParams(t *testing.T) {
	book, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range book.Rules {
		into := Thresholds(r.ID)
		reads := into != nil
		if has := r.Params.Kind == yaml.MappingNode; has != reads {
			t.Errorf("%s: page has params: %v, a check reads them: %v", r.ID, has, reads)
			continue
		}
		if !reads {
			continue
		}
		data, err := yaml.Marshal(&r.Params)
		if err != nil {
			t.Fatal(err)
		}
		d := yaml.NewDecoder(bytes.NewReader(data))
		d.KnownFields(true)
		if err := d.Decode(into); err != nil {
			t.Errorf("%s: %v", r.ID, err)
		}
	}
}

// TestThresholds: a check reads each of them, so that a user who sets one
// changes something.
func TestThresholds(t *testing.T) {
	code := codeOf(t, "*.go")
	for _, id := range rules.IDs() {
		if into := Thresholds(id); into != nil {
			for f := range reflect.TypeOf(into).Elem().Fields() {
				if !regexp.MustCompile(`\.` + f.Name + `\b`).Match(code) {
					t.Errorf("%s: nothing reads %s", id, f.Tag.Get("yaml"))
				}
			}
		}
	}
}

func codeOf(t *testing.T, patterns ...string) []byte {
	t.Helper()
	var code []byte
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if text, err := os.ReadFile(f); err == nil && !strings.HasSuffix(f, "_test.go") {
				code = append(code, text...)
			}
		}
	}
	return code
}

// TestCases: each case of a rule's levels is one that a check asks for, and each
// that a check asks for is on the page.
func TestCases(t *testing.T) {
	book, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	code := codeOf(t, "*.go", "../internal/dialect/*/*.go", "../internal/model/*.go", "../internal/suppress/*.go")
	for _, r := range book.Rules {
		for kase := range r.Levels {
			if kase != "default" && !bytes.Contains(code, []byte(`"`+kase+`"`)) {
				t.Errorf("%s: no check asks for the level of %s", r.ID, kase)
			}
		}
	}
	for _, m := range regexp.MustCompile(`Fail\("([a-z-]+)", "([a-z-]*)"`).FindAllSubmatch(code, -1) {
		r, kase := book.Rule(string(m[1])), cmp.Or(string(m[2]), "default")
		if r == nil || r.Levels[kase] == "" {
			t.Errorf("the page of %s has no level for %s", m[1], kase)
		}
	}
}

// TestLevels: each check has its pages, each page its check, and every level that
// a check can ask for is on the page.
func TestLevels(t *testing.T) {
	book, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	judged := map[string]bool{"ignore-unused": true} // of ignores, not of workloads
	for _, c := range All() {
		if (c.Workload == nil) == (c.Scope == nil) {
			t.Errorf("check of %v: want exactly one of Workload and Scope", c.Rules)
		}
		for _, id := range c.Rules {
			if judged[id] = true; book.Rule(id) == nil {
				t.Errorf("check of %s: no page rules/%s.md", id, id)
			}
		}
	}
	for _, r := range book.Rules {
		if !judged[r.ID] {
			t.Errorf("rules/%s.md: no check reports it", r.ID)
		}
		if r.Level("") == finding.None {
			t.Errorf("%s: no default level", r.ID)
		}
	}
	for _, f := range fates {
		if book.Rule(f.rule) == nil {
			t.Errorf("fate %d: no rule %s", f.fate, f.rule)
		}
	}
}

func TestEmptyRange(t *testing.T) {
	tests := []struct {
		in, why   string
		malformed bool
	}{
		{"0-100", "", false}, {"0,5-7,9-", "", false}, {"-5", "", false}, {"3", "", false},
		{"10-5", "ends before it starts", false}, {"5-1,0-3", "", false}, {"", "selects no task", false},
		{"all", "is no range of task numbers", true}, {"0-x", "is no range of task numbers", true},
	}
	for _, test := range tests {
		if why, bad := emptyRange(test.in); why != test.why || bad != test.malformed {
			t.Errorf("emptyRange(%q) = %q %v, want %q %v", test.in, why, bad, test.why, test.malformed)
		}
	}
}
