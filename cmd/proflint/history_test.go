package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/proflint/proflint/internal/cli"
)

// repo is a real repository in a temporary folder, which is the working
// directory of the test.
type repo struct{ t *testing.T }

func newRepo(t *testing.T) repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	ar, err := txtar.ParseFile("testdata/history.txtar")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"} {
		t.Setenv(name, "a")
	}
	for _, name := range []string{"GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"} {
		t.Setenv(name, "a@example.org")
	}
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		t.Setenv(name, os.DevNull)
	}
	r := repo{t}
	r.git("init", "-q", "-b", "main")
	for _, f := range ar.Files {
		r.write(f.Name, string(f.Data))
	}
	return r
}

func (r repo) git(args ...string) string {
	r.t.Helper()
	out, err := exec.Command("git", args...).CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repo) write(name, text string) {
	r.t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o666)
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r repo) read(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(data)
}

// edit replaces texts: old, new, old, new …
func (r repo) edit(name string, pairs ...string) {
	r.t.Helper()
	text := r.read(name)
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(text, pairs[i]) != 1 {
			r.t.Fatalf("%s holds %q %d times", name, pairs[i], strings.Count(text, pairs[i]))
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	r.write(name, text)
}

func (r repo) commit(message string) {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
}

// changed runs check --changed-from and returns "LEVEL RULE FILE" of what
// it reports.
func (r repo) changed(rev string, more ...string) []string {
	r.t.Helper()
	var out, errs bytes.Buffer
	code := cli.Run(append([]string{"proflint", "--format", "json", "--changed-from", rev}, more...), strings.NewReader(""), &out, &errs, os.Environ())
	var doc struct {
		Findings []struct {
			Rule, Severity, File string
			Suppressed           bool
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil || code > 1 {
		r.t.Fatalf("exit %d, %v: %s", code, err, &errs)
	}
	var got []string
	for _, f := range doc.Findings {
		if !f.Suppressed {
			got = append(got, f.Severity+" "+f.Rule+" "+f.File)
		}
	}
	return got
}

// step is one commit, and what it breaks.
type step struct {
	name string
	do   func(repo)
	want []string // "LEVEL RULE FILE"
}

const (
	rightKey, wrongKey = "cloud.profiler.enable=true", "dataproc.profiling.enabled=true"
	wide, narrow       = "--scopes=monitoring-write", "--scopes=storage-rw"
	wrongRank          = "error wrong-property-family jobs/rank.sh"
)

// history is the history of a small repository, a commit for each kind of
// change that a gate has to judge.
func history() []step {
	edit := func(name string, pairs ...string) func(repo) { return func(r repo) { r.edit(name, pairs...) } }
	git := func(args ...string) func(repo) { return func(r repo) { r.git(args...) } }
	move := func(from, to string) func(repo) {
		return func(r repo) {
			r.write(to, r.read(from)) // makes the folder
			r.git("rm", "-q", from)
		}
	}
	add := func(name, text string) func(repo) { return func(r repo) { r.write(name, text) } }
	return []step{
		{"a change to the documents", edit("README.md", "# Pipelines\n", "# Our pipelines\n\nRun them daily.\n"), nil},
		{"a job breaks", edit("jobs/rank.sh", rightKey, wrongKey), []string{wrongRank}},
		{"the break is reverted", git("revert", "--no-commit", "HEAD"), nil},
		{"the revert is reverted", git("revert", "--no-commit", "HEAD"), []string{wrongRank}},
		{"the job is fixed by hand", edit("jobs/rank.sh", wrongKey+",cloud.profiler.name=rank", rightKey+",cloud.profiler.name=graph-rank"), nil},
		{"a cluster breaks a job in another file", edit("deploy/cluster.sh", wide, narrow), []string{"warning cluster-scopes deploy/cluster.sh"}},
		{"blanks and line breaks", edit("deploy/cluster.sh", " --image-version=2.0-debian10 "+narrow, " \\\n    --image-version=2.0-debian10 \\\n    "+narrow), nil},
		{"lines move", edit("deploy/cluster.sh", "bash\n", "bash\nset -eu\n\n# The cluster of all jobs.\n"), nil},
		{"the file is renamed", move("deploy/cluster.sh", "infra/create-cluster.sh"), nil},
		{"renamed and edited", func(r repo) {
			move("infra/create-cluster.sh", "infra/cluster.sh")(r)
			r.edit("infra/cluster.sh", "set -eu\n", "set -euo pipefail\ncd \"$(dirname \"$0\")\"\n")
		}, nil},
		{"one more job runs on the broken cluster", add("jobs/also.sh", "gcloud dataproc jobs submit pyspark gs://acme-code/also.py --cluster=etl --region=us-central1 \\\n  --properties="+rightKey+"\n"), []string{"warning cluster-scopes infra/cluster.sh"}},
		{"that job goes", git("rm", "-q", "jobs/also.sh"), nil},
		{"the cluster is fixed", edit("infra/cluster.sh", narrow, narrow+",monitoring-write"), nil},
		{"a second copy in the same file", func(r repo) { r.write("legacy/old.sh", r.read("legacy/old.sh")+r.read("legacy/old.sh")) }, []string{"error wrong-property-family legacy/old.sh"}},
		{"a copy in another file", func(r repo) { r.write("legacy/again.sh", r.read("legacy/old.sh")) },
			[]string{"error wrong-property-family legacy/again.sh", "error wrong-property-family legacy/again.sh"}},
		{"the folder is renamed", git("mv", "legacy", "archive"), nil},
		{"the copy is deleted", git("rm", "-q", "archive/again.sh"), nil},
		{"the SDK is pinned to an old version in a build file", edit("clicks/requirements.txt", "2.60.0", "2.32.0"), []string{"error beam-sdk-version clicks/requirements.txt", "note python-runner-v2 clicks/run.sh"}},
		{"another package is pinned beside it", func(r repo) {
			r.write("clicks/requirements.txt", "requests==2.32.3\n"+r.read("clicks/requirements.txt"))
		}, nil},
		{"the pin is raised", edit("clicks/requirements.txt", "[gcp]==2.32.0", "[gcp]==2.61.0"), nil},
		{"a property of the pom is lowered", edit("orders/pom.xml", "<beam.version>2.60.0", "<beam.version>2.31.0"), []string{"error beam-sdk-version orders/pom.xml"}},
		{"and raised", edit("orders/pom.xml", "<beam.version>2.31.0", "<beam.version>2.61.0"), nil},
		{"the workers' image changes", edit("views/Dockerfile", "python3.10_sdk:2.60.0", "python3.13_sdk:2.60.0"), []string{"error agent-not-in-image views/Dockerfile"}},
		{"and changes back", edit("views/Dockerfile", "python3.13", "python3.12"), nil},
		{"a comment cuts a command", edit("jobs/daily.sh", "--version=2.2 \\\n", "--version=2.2 \\\n  # profiling\n"), []string{"error command-broken jobs/daily.sh"}},
		{"the comment goes", edit("jobs/daily.sh", "  # profiling\n", ""), nil},
		{"a merge brings a break", func(r repo) {
			r.git("checkout", "-q", "-b", "topic")
			r.edit("jobs/daily.sh", wrongKey, rightKey)
			r.git("commit", "-q", "-a", "-m", "on a branch")
			r.git("checkout", "-q", "main")
			r.git("merge", "-q", "--no-ff", "--no-commit", "topic")
		}, []string{"error wrong-property-family jobs/daily.sh"}},
		{"a merge brings documents", func(r repo) {
			r.git("checkout", "-q", "-b", "docs")
			r.edit("README.md", "Run them daily.", "They run daily.")
			r.git("commit", "-q", "-a", "-m", "on a branch")
			r.git("checkout", "-q", "main")
			r.git("merge", "-q", "--no-ff", "--no-commit", "docs")
		}, nil},
		{"the batch no longer asks", edit("jobs/daily.sh", " \\\n  --properties="+rightKey+",dataproc.profiling.name=daily", ""), nil},
		{"line endings change", func(r repo) { r.write("archive/old.sh", strings.ReplaceAll(r.read("archive/old.sh"), "\n", "\r\n")) }, nil},
		{"a mode changes", func(r repo) {
			if err := os.Chmod("archive/old.sh", 0o755); err != nil {
				r.t.Fatal(err)
			}
		}, nil},
		{"a name that needs care", add("jobs/ü \"b\"\nc.sh", "gcloud dataproc jobs submit pyspark gs://acme-code/c.py --cluster=c --region=us-central1 --properties="+wrongKey+"\n"),
			[]string{"error wrong-property-family jobs/ü \"b\"\nc.sh"}},
		{"and is dropped", git("mv", "jobs/ü \"b\"\nc.sh", "jobs/c.sh"), nil},
		{"a weak fault grows certain: the job moves to its broken cluster", func(r repo) {
			r.edit("infra/cluster.sh", ",monitoring-write", "")
			r.commit("a cluster breaks a job in another file, again")
			r.write("infra/cluster.sh", r.read("infra/cluster.sh")+strings.TrimPrefix(r.read("jobs/rank.sh"), "#!/usr/bin/env bash\n"))
			r.git("rm", "-q", "jobs/rank.sh")
		}, []string{"error cluster-scopes infra/cluster.sh"}},
		{"a break that a comment ignores", add("jobs/d.sh", "# proflint:ignore wrong-property-family -- on trial\ngcloud dataproc jobs submit pyspark gs://acme-code/d.py --cluster=c --region=us-central1 --properties="+wrongKey+"\n"), nil},
		{"the comment goes", edit("jobs/d.sh", "# proflint:ignore wrong-property-family -- on trial\n", ""), []string{"error wrong-property-family jobs/d.sh"}},
		{"and comes again", func(r repo) {
			r.write("jobs/d.sh", "# proflint:ignore wrong-property-family -- on trial\n"+r.read("jobs/d.sh"))
		}, nil},
		{"nothing at all", func(repo) {}, nil},
		{"a line with a known fault is rewritten", func(r repo) {
			text := r.read("archive/old.sh")
			r.write("archive/old.sh", strings.Replace(text, wrongKey, wrongKey+",spark.executor.cores=4", 1))
		}, []string{"error wrong-property-family archive/old.sh"}},
	}
}

// TestHistory: each break is reported once, at the commit that makes it, and
// nothing at the others.
func TestHistory(t *testing.T) {
	r := newRepo(t)
	r.commit("first")
	steps := history()
	var at []string
	for _, s := range steps {
		s.do(r)
		r.commit(s.name)
		at = append(at, r.git("rev-parse", "HEAD"))
	}
	if len(steps) < 30 {
		t.Errorf("%d commits, want 30 or more", len(steps))
	}
	for i, s := range steps {
		r.git("checkout", "-q", at[i])
		if d := cmp.Diff(s.want, r.changed("HEAD^")); d != "" {
			t.Errorf("%s (-want +got):\n%s", s.name, d)
		}
	}
}
