//go:build unix

package walk

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A pipe that nobody writes to, and a device that never ends, are not waited for.
func TestSpecialFiles(t *testing.T) {
	root := plant(t, map[string]string{"a.sh": "gcloud"})
	if err := syscall.Mkfifo(filepath.Join(root, "p.sh"), 0o666); err != nil {
		t.Skip(err)
	}
	got, st := run(t, Options{Root: root, Paths: []string{root, filepath.Join(root, "p.sh"), "/dev/zero"}})
	if d := cmp.Diff([]string{"a.sh"}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff("zero: not a regular file; p.sh: not a regular file", problems(st.Unread)); d != "" {
		t.Error(d)
	}
}

// The pipe of `proflint <(command)` has a writer.
func TestDescriptor(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, _ = w.WriteString("gcloud")
	w.Close()
	name := filepath.Join("/dev/fd", strconv.Itoa(int(r.Fd())))
	got, st := run(t, Options{Root: t.TempDir(), Paths: []string{name}})
	if len(got) != 1 || len(st.Unread) > 0 {
		t.Error(got, st.Unread)
	}
}

// Reports have forward slashes only.
func TestBackslash(t *testing.T) {
	root := plant(t, map[string]string{`d\e/f\.sh`: "gcloud"})
	got, _ := run(t, Options{Root: root, Paths: []string{root}})
	if d := cmp.Diff([]string{"d%5Ce/f%5C.sh"}, got); d != "" {
		t.Error(d)
	}
}
