package past

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// repo is a real repository in a temporary folder.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	for name, v := range map[string]string{
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
	} {
		t.Setenv(name, v)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repo{t, dir}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repo) write(files ...string) {
	r.t.Helper()
	for i := 0; i < len(files); i += 2 {
		full := filepath.Join(r.dir, files[i])
		err := os.MkdirAll(filepath.Dir(full), 0o777)
		if err == nil {
			err = os.WriteFile(full, []byte(files[i+1]), 0o666)
		}
		if err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r repo) commit(files ...string) {
	r.t.Helper()
	r.write(files...)
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", "c")
}

// since returns the differences, "-" for what was absent.
func (r repo) since(rev string) map[string]string {
	r.t.Helper()
	tree, err := Since(r.t.Context(), r.dir, rev)
	if err != nil {
		r.t.Fatal(err)
	}
	out := map[string]string{}
	for path, data := range tree.Files {
		out[path] = string(data)
		if data == nil {
			out[path] = "-"
		}
	}
	return out
}

func (r repo) want(rev string, want map[string]string) {
	r.t.Helper()
	if d := cmp.Diff(want, r.since(rev)); d != "" {
		r.t.Errorf("since %s (-want +got):\n%s", rev, d)
	}
}

func (r repo) refused(rev, want string) {
	r.t.Helper()
	_, err := Since(r.t.Context(), r.dir, rev)
	if err == nil || !strings.Contains(err.Error(), want) {
		r.t.Errorf("since %q: %v\nwant %s", rev, err, want)
	}
}

func TestWorkingTree(t *testing.T) {
	r := newRepo(t)
	odd := "a \"b\" ü\nc\\d.sh"
	r.commit("same.sh", "same", "changed.sh", "was", "staged.sh", "was", "gone.sh", "was", "removed/deep/x.sh", "was", odd, "was",
		"empty.sh", "", "mode.sh", "m", "file", "f", "big.sh", strings.Repeat("x", limit+1), "both.sh", "was")
	r.git("tag", "v1")
	r.want("HEAD", map[string]string{})
	r.commit("changed.sh", "committed")
	r.write("changed.sh", "now", "staged.sh", "now", odd, "now", "empty.sh", "now", "big.sh", "small",
		"new.sh", "now", "new/deep/y.sh", "now", "new/z.sh", "now", ".gitignore", "ignored\n", "ignored/i.sh", "now", "both.sh", "staged")
	r.git("add", "staged.sh", "both.sh")
	r.write("both.sh", "was") // differs from the index only
	r.git("rm", "-q", "gone.sh", "removed/deep/x.sh", "file")
	r.write("file/is/a/folder", "now")
	if err := os.Chmod(filepath.Join(r.dir, "mode.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"changed.sh": "committed", "staged.sh": "was", "gone.sh": "was", "removed/deep/x.sh": "was", "a \"b\" ü\nc%5Cd.sh": "was",
		"empty.sh": "", "mode.sh": "m", "big.sh": "-", "new.sh": "-", "new": "-", ".gitignore": "-", "ignored": "-", "file": "f",
	}
	r.want("HEAD", want)
	want["changed.sh"] = "was"
	r.want("v1", want)
	r.want("HEAD^", want)
	r.want("@{0}", map[string]string{
		"changed.sh": "committed", "staged.sh": "was", "gone.sh": "was", "removed/deep/x.sh": "was", "a \"b\" ü\nc%5Cd.sh": "was",
		"empty.sh": "", "mode.sh": "m", "big.sh": "-", "new.sh": "-", "new": "-", ".gitignore": "-", "ignored": "-", "file": "f",
	})
	tree, err := Since(t.Context(), r.dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"file", "gone.sh", "removed/deep/x.sh"}, tree.Gone); d != "" {
		t.Errorf("gone (-want +got):\n%s", d)
	}
	if tree.Commit != r.git("rev-parse", "HEAD") {
		t.Errorf("commit %s", tree.Commit)
	}
}

// A file that git no longer tracks stays what it was.
func TestUntracked(t *testing.T) {
	r := newRepo(t)
	r.commit("a.sh", "1", "dir/b.sh", "1")
	r.git("rm", "-q", "-r", "--cached", "a.sh", "dir")
	r.want("HEAD", map[string]string{"a.sh": "1", "dir/b.sh": "1", "dir": "-"})
}

// What others added to the branch in the meantime is no change of ours.
func TestMergeBase(t *testing.T) {
	r := newRepo(t)
	r.commit("a.sh", "1", "b.sh", "1")
	r.git("checkout", "-q", "-b", "topic")
	r.commit("a.sh", "2")
	r.git("checkout", "-q", "main")
	r.commit("b.sh", "2")
	r.git("checkout", "-q", "topic")
	r.want("main", map[string]string{"a.sh": "1"})
	r.git("merge", "-q", "--no-edit", "main")
	r.want("main", map[string]string{"a.sh": "1"})
	r.want("HEAD^", map[string]string{"b.sh": "1"})
	r.git("checkout", "-q", "--orphan", "alone")
	r.git("commit", "-q", "-m", "alone")
	r.refused("main", "main and HEAD have no common ancestor: nothing tells")
}

// In the middle of a merge, both sides and the working tree differ.
func TestConflict(t *testing.T) {
	r := newRepo(t)
	r.commit("a.sh", "1\n")
	r.git("checkout", "-q", "-b", "topic")
	r.commit("a.sh", "2\n")
	r.git("checkout", "-q", "main")
	r.commit("a.sh", "3\n")
	cmd := exec.Command("git", "merge", "topic")
	cmd.Dir = r.dir
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Fatalf("no conflict: %s", out)
	}
	r.want("HEAD", map[string]string{"a.sh": "3\n"})
}

func TestRefusals(t *testing.T) {
	r := newRepo(t)
	r.refused("HEAD", `git knows no commit "HEAD" here; is it spelt right, and fetched?`) // no commit yet
	r.commit("a.sh", "1")
	r.commit("a.sh", "2")
	for rev, want := range map[string]string{
		"":                  `want a branch, tag or commit, got ""`,
		"--output=x":        `want a branch, tag or commit, got "--output=x"`,
		"-":                 `want a branch, tag or commit, got "-"`,
		"nope":              `git knows no commit "nope" here; is it spelt right, and fetched?`,
		"HEAD~9":            `git knows no commit "HEAD~9" here`,
		"HEAD^..HEAD":       `git knows no commit "HEAD^..HEAD" here`,
		"HEAD:a.sh":         `git knows no commit "HEAD:a.sh" here`,
		"HEAD^{tree}":       `git knows no commit "HEAD^{tree}" here`,
		"$(touch x)\nHEAD;": `git knows no commit`,
	} {
		r.refused(rev, want)
	}
	if _, err := os.Stat(filepath.Join(r.dir, "x")); err == nil {
		t.Error("a file was written")
	}
	inside := repo{t, filepath.Join(r.dir, "sub")}
	inside.write("x", "")
	inside.refused("HEAD", "git takes "+r.dir+" for the top of the working tree, not "+inside.dir)
	repo{t, t.TempDir()}.refused("HEAD", "is in no git repository")

	bare := repo{t, t.TempDir()}
	bare.git("init", "-q", "--bare", ".")
	bare.refused("HEAD", "is a bare repository; check a commit out")

	shallow := repo{t, t.TempDir()}
	shallow.git("clone", "-q", "--depth=1", "file://"+r.dir, ".")
	shallow.want("HEAD", map[string]string{})
	shallow.refused("HEAD^", `git knows no commit "HEAD^" here; this clone is shallow, so fetch all history: fetch-depth: 0 for actions/checkout`)
	shallow.git("fetch", "-q", "--depth=1", "origin", r.git("rev-parse", "HEAD^")+":refs/heads/before")
	shallow.refused("before", "before and HEAD have no common ancestor; this clone is shallow")

	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	r.refused("HEAD", "git refuses "+r.dir+", which belongs to another user; if you trust it: git config --global --add safe.directory "+r.dir)
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "0")

	t.Setenv("PATH", t.TempDir())
	r.refused("HEAD", "git is not on the PATH")
}

// A clone without the old texts says so, and fetches nothing by itself.
func TestPartialClone(t *testing.T) {
	r := newRepo(t)
	r.commit("a.sh", "1")
	r.commit("a.sh", "2")
	r.git("config", "uploadpack.allowFilter", "true")
	part := repo{t, t.TempDir()}
	part.git("clone", "-q", "--filter=blob:none", "file://"+r.dir, ".")
	part.git("config", "maintenance.auto", "false") // it would still write when the test is over
	part.want("HEAD", map[string]string{})
	tree, err := Since(t.Context(), part.dir, "HEAD^")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(&Tree{r.git("rev-parse", "HEAD^"), map[string][]byte{"a.sh": nil}, nil, []string{"a.sh"}}, tree); d != "" {
		t.Error(d)
	}
	part.git("fetch", "-q", "--refetch", "--no-filter")
	part.want("HEAD^", map[string]string{"a.sh": "1"})
}

func TestWorktreeAndHook(t *testing.T) {
	r := newRepo(t)
	r.commit("a.sh", "1")
	other := repo{t, filepath.Join(t.TempDir(), "tree")}
	r.git("worktree", "add", "-q", other.dir, "-b", "topic")
	other.write("a.sh", "2")
	other.want("main", map[string]string{"a.sh": "1"})
	r.want("main", map[string]string{})
	// a hook of another repository has these set
	t.Setenv("GIT_DIR", filepath.Join(r.dir, ".git"))
	t.Setenv("GIT_WORK_TREE", r.dir)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(t.TempDir(), "index"))
	other.want("main", map[string]string{"a.sh": "1"})
}

func TestSubmodules(t *testing.T) {
	inner := newRepo(t)
	inner.commit("s.sh", "1", "t.sh", "1")
	r := newRepo(t)
	r.commit("a.sh", "1")
	r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "sub mod")
	r.commit()
	r.want("HEAD^", map[string]string{".gitmodules": "-", "sub mod": "-"})
	sub := repo{t, filepath.Join(r.dir, "sub mod")}
	sub.commit("s.sh", "2")
	sub.write("t.sh", "2", "u.sh", "2")
	want := map[string]string{"sub mod/s.sh": "1", "sub mod/t.sh": "1", "sub mod/u.sh": "-"}
	r.want("HEAD", want)
	r.commit() // names the new commit
	r.want("HEAD^", want)
	r.want("HEAD", map[string]string{"sub mod/t.sh": "1", "sub mod/u.sh": "-"})
	// the commit of then is not there
	r.git("update-index", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",sub mod")
	r.git("commit", "-q", "-m", "c")
	r.refused("HEAD", `submodule "sub mod": its commit 111111111111 of then is not here; fetch it: git -C`)
	// not checked out
	r.git("submodule", "--quiet", "deinit", "-f", "sub mod")
	r.want("HEAD", map[string]string{})
}

// Line endings that git changes on checkout are no difference.
func TestLineEndings(t *testing.T) {
	r := newRepo(t)
	r.commit(".gitattributes", "* text eol=crlf\n", "a.sh", "1\n2\n")
	r.write("a.sh", "1\r\n2\r\n")
	r.want("HEAD", map[string]string{})
	r.write("a.sh", "1\r\n3\r\n")
	r.want("HEAD", map[string]string{"a.sh": "1\n2\n"})
}

// Nothing that a repository configures is run.
func TestNothingRuns(t *testing.T) {
	r := newRepo(t)
	r.commit(".gitattributes", "* filter=evil diff=evil\n", "a.sh", "1", "b.sh", "1")
	r.commit("a.sh", "2")
	mark := filepath.Join(t.TempDir(), "ran")
	evil := filepath.Join(t.TempDir(), "evil")
	if err := os.WriteFile(evil, []byte("#!/bin/sh\necho \"$0 $*\" >> '"+mark+"'\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.command", "diff.evil.textconv", "diff.external",
		"core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.gitProxy", "core.askPass", "pager.diff", "pager.ls-files",
		"alias.diff", "alias.rev-parse", "core.alternateRefsCommand", "credential.helper", "gpg.program", "interactive.diffFilter",
		"merge.evil.driver", "remote.origin.uploadpack",
	} {
		r.git("config", key, strings.Replace("!"+evil, "!", map[bool]string{true: "!"}[strings.HasPrefix(key, "alias.")], 1))
	}
	for key, v := range map[string]string{
		"filter.evil.required": "true", "core.hooksPath": filepath.Dir(evil), "diff.orderFile": "/nonexistent", "diff.relative": "true",
		"diff.noprefix": "true", "diff.renames": "copies", "diff.ignoreSubmodules": "none", "color.ui": "always", "core.quotePath": "true",
		"remote.origin.url": "ext::" + evil, "remote.origin.promisor": "true", "extensions.partialClone": "origin", "protocol.ext.allow": "always",
	} {
		r.git("config", key, v)
	}
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "pre-commit", "post-checkout", "reference-transaction"} {
		if err := os.Link(evil, filepath.Join(filepath.Dir(evil), hook)); err != nil {
			t.Fatal(err)
		}
	}
	r.write("b.sh", "2", "c.sh", "2")
	// control: git itself would run the filter here
	cmd := exec.Command("git", "add", "b.sh")
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if _, stat := os.Stat(mark); stat != nil {
		t.Fatalf("the trap does not work: %v\n%s", err, out)
	}
	os.Remove(mark)
	r.write("b.sh", "3")
	r.want("HEAD^", map[string]string{"a.sh": "1", "b.sh": "1", "c.sh": "-"})
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("git ran:\n%s", ran)
	}
}
