package gates_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/docs/gates"
)

// read decodes a YAML file of this folder.
func read[T any](t *testing.T, name string) T {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out T
	if err := yaml.Unmarshal(data, &out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

// TestCloudBuild runs the step's arguments as the image's program would.
func TestCloudBuild(t *testing.T) {
	build := read[struct{ Steps []struct{ Args []string } }](t, "cloudbuild.yaml")
	args := append([]string{"-c", `proflint "$@"`, "sh"}, build.Steps[0].Args...)
	w := newWorkplace(t)
	w.write("job.sh", fault)
	if code, out := w.run("sh", args...); code != 1 {
		t.Errorf("exit %d, want 1\n%s", code, out)
	}
	w.write("job.sh", good)
	w.must("sh", args...)
}

// TestPreCommit commits with the hook's entry as pre-commit would run it: once
// for the whole tree. PROFLINT_PRE_COMMIT=1 runs the real pre-commit, too.
func TestPreCommit(t *testing.T) {
	type hook struct {
		ID, Entry, Language string
		PassFilenames       *bool `yaml:"pass_filenames"`
	}
	hooks := read[[]hook](t, "../../.pre-commit-hooks.yaml")
	config := read[struct{ Repos []struct{ Hooks []hook } }](t, "pre-commit-config.yaml")
	h := hooks[0]
	if h.ID != config.Repos[0].Hooks[0].ID || h.Language != "golang" || h.PassFilenames == nil || *h.PassFilenames {
		t.Errorf("hook %+v: want the one that pre-commit-config.yaml names, for the whole tree", h)
	}
	w := newWorkplace(t)
	w.repository("#!/bin/sh\nexec " + h.Entry + "\n")
	w.write("job.sh", fault)
	w.must("git", "add", ".")
	if code, out := w.run("git", "commit", "-qm", "x"); code != 1 || !strings.Contains(out, "error[wrong-property-family]") {
		t.Errorf("exit %d, want 1\n%s", code, out)
	}
	if os.Getenv("PROFLINT_PRE_COMMIT") != "" {
		w.realPreCommit()
	}
	w.write("job.sh", good)
	w.must("git", "add", ".")
	w.must("git", "commit", "-qm", "x")
}

// realPreCommit takes the hook from the last commit of this repository, as
// pre-commit-config.yaml says.
func (w *workplace) realPreCommit() {
	w.t.Helper()
	repo, err := filepath.Abs("../..")
	if err != nil {
		w.t.Fatal(err)
	}
	commit := strings.TrimSpace(w.must("git", "-C", repo, "rev-parse", "HEAD"))
	config, err := os.ReadFile("pre-commit-config.yaml")
	if err != nil {
		w.t.Fatal(err)
	}
	w.write(".pre-commit-config.yaml", strings.NewReplacer("https://github.com/proflint/proflint", repo, gates.Release, commit).Replace(string(config)))
	w.must("git", "add", ".")
	w.env = append(w.env, "GOPROXY="+goEnv(w.t, "GOPROXY"), "GOCACHE="+goEnv(w.t, "GOCACHE"), "GOFLAGS=-modcacherw")
	if code, out := w.run("pre-commit", "run"); code != 1 || !strings.Contains(out, "error[wrong-property-family]") {
		w.t.Errorf("pre-commit: exit %d, want 1\n%s", code, out)
	}
	w.write("job.sh", good)
	w.must("git", "add", ".")
	w.must("pre-commit", "run")
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestOneRelease: all files name the same release, and init can name another.
func TestOneRelease(t *testing.T) {
	for _, g := range gates.List("v7.8.9") {
		if g.Name != "git-hook" && !strings.Contains(g.Text, "v7.8.9") || strings.Contains(g.Text, gates.Release) {
			t.Errorf("%s: want v7.8.9 and no other release\n%s", g.Name, g.Text)
		}
	}
}
