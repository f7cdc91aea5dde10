package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/engine"
)

// TestSave: all files are written or none, with their modes; and nothing
// that was changed meanwhile or that lies outside the tree.
func TestSave(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes and links are those of unix")
	}
	for name, c := range map[string]struct {
		spoil func(t *testing.T, root string)
		want  string // in the error; "" for none
	}{
		"fine":              {func(*testing.T, string) {}, ""},
		"a link inside":     {func(t *testing.T, root string) { relink(t, root, filepath.Join(root, "real.sh")) }, ""},
		"changed meanwhile": {func(t *testing.T, root string) { put(t, filepath.Join(root, "b.sh"), "new") }, "b.sh: it has changed since it was read; run again"},
		"read-only":         {func(t *testing.T, root string) { chmod(t, filepath.Join(root, "b.sh"), 0o444) }, "b.sh: the file is read-only"},
		"gone":              {func(t *testing.T, root string) { os.Remove(filepath.Join(root, "b.sh")) }, "b.sh: no such file or directory"},
		"a folder": {func(t *testing.T, root string) {
			os.Remove(filepath.Join(root, "b.sh"))
			mkdir(t, filepath.Join(root, "b.sh"))
		}, "b.sh: not a regular file"},
		"a link outside": {func(t *testing.T, root string) { relink(t, root, filepath.Join(t.TempDir(), "other.sh")) }, "b.sh: a symbolic link that leads out of "},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			put(t, filepath.Join(root, "a.sh"), "old a")
			put(t, filepath.Join(root, "b.sh"), "old b")
			chmod(t, filepath.Join(root, "a.sh"), 0o750)
			c.spoil(t, root)
			err := save(root, []string{"a.sh", "b.sh"}, map[string]engine.Change{
				"a.sh": {Old: []byte("old a"), New: []byte("new a")}, "b.sh": {Old: []byte("old b"), New: []byte("new b")}})
			got, _ := os.ReadFile(filepath.Join(root, "a.sh"))
			info, _ := os.Stat(filepath.Join(root, "a.sh"))
			if info.Mode().Perm() != 0o750 {
				t.Errorf("the mode is %v", info.Mode())
			}
			if left, _ := filepath.Glob(filepath.Join(root, "*.tmp")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			if c.want == "" {
				b, _ := os.ReadFile(filepath.Join(root, "b.sh"))
				if err != nil || string(got) != "new a" || string(b) != "new b" {
					t.Errorf("%v, %q and %q", err, got, b)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || string(got) != "old a" {
				t.Errorf("%v, and a.sh holds %q; want %s", err, got, c.want)
			}
		})
	}
}

// relink makes b.sh a link to a file that holds its text.
func relink(t *testing.T, root, target string) {
	put(t, target, "old b")
	if err := os.Remove(filepath.Join(root, "b.sh")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(root, "b.sh")); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, name, text string) {
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func chmod(t *testing.T, name string, mode os.FileMode) {
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, name string) {
	if err := os.Mkdir(name, 0o755); err != nil {
		t.Fatal(err)
	}
}

// TestSaveTwoNames: a file that is named by a link, too, is written once.
func TestSaveTwoNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links are those of unix")
	}
	root := t.TempDir()
	put(t, filepath.Join(root, "a.sh"), "old")
	if err := os.Symlink("a.sh", filepath.Join(root, "b.sh")); err != nil {
		t.Fatal(err)
	}
	same := engine.Change{Old: []byte("old"), New: []byte("new")}
	err := save(root, []string{"a.sh", "b.sh"}, map[string]engine.Change{"a.sh": same, "b.sh": same})
	if got, _ := os.ReadFile(filepath.Join(root, "a.sh")); err != nil || string(got) != "new" {
		t.Errorf("%v, and a.sh holds %q", err, got)
	}
	// two fixes that do not agree
	err = save(root, []string{"a.sh", "b.sh"}, map[string]engine.Change{"a.sh": {Old: []byte("new"), New: []byte("1")}, "b.sh": {Old: []byte("new"), New: []byte("2")}})
	if got, _ := os.ReadFile(filepath.Join(root, "a.sh")); err == nil || string(got) != "new" {
		t.Errorf("%v, and a.sh holds %q", err, got)
	}
}
