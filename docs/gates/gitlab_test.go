package gates_test

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGitLab runs the job's script, and reads what GitLab would.
func TestGitLab(t *testing.T) {
	job := read[map[string]struct {
		Script    []string
		Artifacts struct {
			When    string
			Reports struct{ Junit string }
		}
	}](t, "gitlab-ci.yml")["proflint"]
	w := newWorkplace(t)
	w.write("job.sh", fault)
	code, out := w.run("sh", "-ec", strings.Join(job.Script, "\n"))
	if code != 1 {
		t.Errorf("exit %d, want 1\n%s", code, out)
	}
	data, err := os.ReadFile(filepath.Join(w.dir, job.Artifacts.Reports.Junit))
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Failures []struct{} `xml:"testsuite>testcase>failure"`
	}
	if err := xml.Unmarshal(data, &report); err != nil || len(report.Failures) != 1 {
		t.Errorf("%d failures, %v; want 1\n%s", len(report.Failures), err, data)
	}
	if job.Artifacts.When != "always" {
		t.Errorf("artifacts when %q: a job that fails must leave its report", job.Artifacts.When)
	}
	w.write("job.sh", good)
	w.must("sh", "-ec", strings.Join(job.Script, "\n"))
}
