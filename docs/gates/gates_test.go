package gates_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/cli"
)

// TestMain makes the test binary a proflint when it is called so: the gates
// run it as they would run the real one.
func TestMain(m *testing.M) {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "proflint" {
		os.Exit(cli.Run(os.Args, os.Stdin, os.Stdout, os.Stderr, os.Environ()))
	}
	os.Exit(m.Run())
}

const (
	// fault is refused by every gate, good by none.
	fault = "gcloud dataproc batches submit pyspark gs://acme-code/a.py --region=us-central1 --properties=cloud.profiler.enable=true\n"
	good  = "gcloud dataproc batches submit pyspark gs://acme-code/a.py --region=us-central1 --properties=dataproc.profiling.enabled=true,dataproc.profiling.name=a\n"
)

// workplace is a folder to run commands in, with proflint on PATH and no
// settings of the caller.
type workplace struct {
	t   *testing.T
	dir string
	tmp string // where commands leave what they need for a while
	env []string
}

func newWorkplace(t *testing.T) *workplace {
	t.Helper()
	w := &workplace{t: t, dir: t.TempDir(), tmp: t.TempDir()}
	bin := filepath.Join(t.TempDir(), "bin")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "proflint")); err != nil {
		t.Fatal(err)
	}
	w.env = []string{
		"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TMPDIR=" + w.tmp,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
	}
	return w
}

// write makes a file below the folder.
func (w *workplace) write(name, text string) {
	w.t.Helper()
	file := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		w.t.Fatal(err)
	}
}

// run returns the exit code, and what was printed on both streams.
func (w *workplace) run(name string, args ...string) (int, string) {
	w.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = w.dir, w.env
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// must runs what may not fail.
func (w *workplace) must(name string, args ...string) string {
	w.t.Helper()
	code, out := w.run(name, args...)
	if code != 0 {
		w.t.Fatalf("%s %s: exit %d\n%s", name, strings.Join(args, " "), code, out)
	}
	return out
}

// repository makes the folder a git repository with the hook in it.
func (w *workplace) repository(hook string) {
	w.t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		w.t.Skip("git is not installed")
	}
	w.must("git", "init", "-q", "-b", "main")
	w.write(".git/hooks/pre-commit", hook)
	w.write("readme", "x\n")
	w.must("git", "add", ".")
	w.must("git", "commit", "-qm", "first")
}

// TestGitHook commits with the real git: what counts is what is committed.
func TestGitHook(t *testing.T) {
	hook, err := os.ReadFile("pre-commit")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkplace(t)
	w.repository(string(hook))
	commit := func(want int, args ...string) {
		t.Helper()
		code, out := w.run("git", append([]string{"commit", "-qm", "x"}, args...)...)
		refused := strings.Contains(out, "error[wrong-property-family]")
		if code != want || refused != (want == 1) {
			t.Errorf("commit %v: exit %d, want %d\n%s", args, code, want, out)
		}
		if left, _ := filepath.Glob(filepath.Join(w.tmp, "*")); len(left) > 0 {
			t.Errorf("the hook left %v behind", left)
		}
	}

	w.write("jobs/run.sh", fault)
	w.must("git", "add", ".")
	commit(1)
	commit(0, "--no-verify")
	w.write("jobs/run.sh", good)
	w.must("git", "add", ".")
	commit(0)

	// staged is the fault, mended in the working tree only
	w.write("jobs/run.sh", fault)
	w.must("git", "add", ".")
	w.write("jobs/run.sh", good)
	commit(1)

	// staged is a good file, the fault is in the working tree only
	w.write("readme", "y\n")
	w.must("git", "add", ".")
	w.write("jobs/run.sh", fault)
	w.write("scratch.sh", fault)
	commit(0)
	commit(1, "-a")

	// without proflint it says so
	w.env[0] = "PATH=/usr/bin:/bin"
	if code, out := w.run("git", "commit", "-qm", "x", "--allow-empty"); code != 1 || !strings.Contains(out, "proflint is not installed") {
		t.Errorf("without proflint: exit %d\n%s", code, out)
	}
}
