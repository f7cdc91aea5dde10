package walk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shells takes *.sh by name and anything else by a shell's first line, if it
// holds the word gcloud.
func shells(path string, head []byte) *Finder {
	if strings.HasSuffix(path, ".sh") || strings.HasPrefix(string(head), "#!/bin/sh") {
		return NewFinder([]string{"gcloud"})
	}
	return nil
}

// plant writes files ("path": text, "path@": target of a symbolic link).
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name, link := strings.CutSuffix(name, "@")
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if link {
			err = os.Symlink(text, full)
		} else {
			err = os.WriteFile(full, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func run(t *testing.T, o Options) ([]string, *Stats) {
	t.Helper()
	if o.Match == nil {
		o.Match = shells
	}
	return Files(context.Background(), o, func(f File) string {
		if f.Named {
			return f.Path + "!"
		}
		return f.Path
	})
}

func TestFiles(t *testing.T) {
	big := "# gcloud\n" + strings.Repeat("x", Limit)
	for _, c := range []struct {
		name   string
		files  map[string]string
		root   string   // below the tree
		paths  []string // below the tree
		want   []string
		unread string
		skip   string
	}{
		{
			name:  "names, words, first lines",
			files: map[string]string{"a.sh": "gcloud", "b.sh": "none", "c.txt": "gcloud", "run": "#!/bin/sh\ngcloud", "LICENSE": "gcloud", "d/e/f.sh": "gcloud", ".github/x.sh": "gcloud", "run.d": "#!/bin/sh\ngcloud"},
			want:  []string{".github/x.sh", "a.sh", "d/e/f.sh", "run"},
		},
		{
			name:  "named files are always handed over, named folders walked",
			files: map[string]string{".gitignore": "out/\n*.gen.sh\n", "c.txt": "none", "out/a.sh": "gcloud", "out/b.gen.sh": "gcloud", "x.gen.sh": "none", "y.sh": "gcloud"},
			paths: []string{"c.txt", "out", "x.gen.sh"},
			want:  []string{"c.txt!", "out/a.sh", "x.gen.sh!"},
		},
		{
			name:  "each file once",
			files: map[string]string{"a.sh": "gcloud", "d/b.sh": "gcloud", "d/e/c.sh": "gcloud"},
			paths: []string{".", "a.sh", "d", "./d/../a.sh", "d/e", "d/b.sh"},
			want:  []string{"a.sh!", "d/b.sh!", "d/e/c.sh"},
		},
		{
			name: "vendored folders",
			files: map[string]string{"vendor/a.sh": "gcloud", "x/node_modules/a.sh": "gcloud", ".git/hooks/a.sh": "gcloud", ".terraform/a.sh": "gcloud",
				"venv/a.sh": "gcloud", "third_party/a.sh": "gcloud", "build/a.sh": "gcloud"},
			want: []string{"build/a.sh", "third_party/a.sh"},
		},
		{
			name:  "a vendored folder that is named",
			files: map[string]string{"vendor/a.sh": "gcloud", "vendor/vendor/a.sh": "gcloud"},
			paths: []string{"vendor"},
			want:  []string{"vendor/a.sh"},
		},
		{
			name: "a repository inside has rules of its own",
			files: map[string]string{".git/HEAD": "", ".gitignore": "*.sh", "in/.git/HEAD": "", "in/a.sh": "gcloud", "in/b.sh": "gcloud",
				"in/.git/info/exclude": "b.sh", "a.sh": "gcloud"},
			want: []string{"in/a.sh"},
		},
		{
			name:  "rules from above hold in a named folder",
			files: map[string]string{".git/HEAD": "", ".gitignore": "/d/e/*.x.sh\nq.sh", "d/.gitignore": "!q.sh\nz.sh", "d/e/1.x.sh": "gcloud", "d/e/q.sh": "gcloud", "d/e/z.sh": "gcloud"},
			paths: []string{"d/e"},
			want:  []string{"d/e/q.sh"},
		},
		{
			name:  "links to files in the tree are read once",
			files: map[string]string{"a.sh": "gcloud", "same.sh@": "a.sh", "job": "gcloud", "j1.sh@": "job", "j2.sh@": "job", "dir@": "real", "real/x.sh": "gcloud", "dead.sh@": "nowhere", "loop.sh@": "loop.sh"},
			want:  []string{"a.sh", "j1.sh", "real/x.sh"},
		},
		{
			name:   "links do not lead out",
			files:  map[string]string{"out/a.sh": "gcloud", "in/b.sh@": "../out/a.sh", "in/c.sh@": "../out/a.sh", "in/d@": "../out", "in/e.sh": "gcloud"},
			root:   "in",
			paths:  []string{"in", "in/c.sh", "in/d/a.sh"},
			want:   []string{"e.sh"},
			unread: "c.sh: a symbolic link that leads out of the tree; a.sh: a symbolic link that leads out of the tree",
		},
		{
			name:  "outside the root",
			files: map[string]string{"in/b.sh": "gcloud", "out/.git/HEAD": "", "out/.gitignore": "no.sh\n/d/nor.sh", "out/d/a.sh": "gcloud", "out/d/no.sh": "gcloud", "out/d/nor.sh": "gcloud", "f.sh": "x"},
			root:  "in",
			paths: []string{"out/d", "f.sh"},
			want:  []string{"../f.sh!", "../out/d/a.sh"},
		},
		{
			name:  "large and binary files",
			files: map[string]string{"big.sh": big, "huge.sh": strings.Repeat("x", Limit+1), "full.sh": big[:Limit], "bin.sh": "gcloud\x00", "bin": "#!/bin/sh\ngcloud\x00"},
			want:  []string{"full.sh"},
			skip:  "big.sh: larger than 4 MiB; bin: " + errNotText.Error() + "; bin.sh: " + errNotText.Error(),
		},
		{
			name:  "UTF-16, and binary files that launch nothing",
			files: map[string]string{"a.sh": "\xff\xfeg\x00c\x00l\x00o\x00u\x00d\x00", "b.sh": "\x00none", "c.png": "\x00gcloud", "d.sh": "\xfe\xff\x00g\x00c\x00l\x00o\x00u\x00d"},
			paths: []string{".", "d.sh", "c.png"},
			want:  []string{},
			skip:  "a.sh: " + errNotText.Error() + "; d.sh: " + errNotText.Error(),
		},
		{
			name:   "missing and large files that are named",
			files:  map[string]string{"big.txt": big, "bin.png": "\x00", "a.sh": "gcloud"},
			paths:  []string{"big.txt", "nope.sh", "bin.png", "a.sh"},
			want:   []string{"a.sh!"},
			unread: "nope.sh: no such file or directory",
			skip:   "big.txt: larger than 4 MiB",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			top := plant(t, c.files)
			o := Options{Root: filepath.Join(top, c.root)}
			for _, p := range c.paths {
				o.Paths = append(o.Paths, filepath.Join(top, p))
			}
			if c.paths == nil {
				o.Paths = []string{top}
			}
			got, st := run(t, o)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.unread, problems(st.Unread)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.skip, problems(st.Skipped)); d != "" {
				t.Error(d)
			}
		})
	}
}

func problems(list []Problem) string {
	var out []string
	for _, p := range list {
		out = append(out, filepath.Base(p.Path)+": "+p.Err.Error())
	}
	return strings.Join(out, "; ")
}

func TestStdin(t *testing.T) {
	got, st := run(t, Options{Root: t.TempDir(), Paths: []string{"-", "-"}, Stdin: strings.NewReader("x"), StdinName: "ci/run.sh"})
	if d := cmp.Diff([]string{"ci/run.sh!"}, got); d != "" || st.Seen != 1 {
		t.Error(d, st)
	}
	got, st = run(t, Options{Root: t.TempDir(), Paths: []string{"-"}, Stdin: strings.NewReader(strings.Repeat("x", Limit+1))})
	if len(got) != 0 || len(st.Skipped) != 1 {
		t.Error(got, st)
	}
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("permissions do not bind this user")
	}
	root := plant(t, map[string]string{"d/a.sh": "gcloud", "b.sh": "gcloud", "c.sh": "gcloud"})
	for _, p := range []string{"d", "b.sh"} {
		full := filepath.Join(root, p)
		if err := os.Chmod(full, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(full, 0o777) }) // or it cannot be removed
	}
	got, st := run(t, Options{Root: root, Paths: []string{root}})
	if d := cmp.Diff([]string{"c.sh"}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff("b.sh: permission denied; d: permission denied", problems(st.Skipped)); d != "" {
		t.Error(d)
	}
	_, st = run(t, Options{Root: root, Paths: []string{filepath.Join(root, "d"), filepath.Join(root, "c.sh")}})
	if d := cmp.Diff("d: permission denied", problems(st.Unread)); d != "" || len(st.Skipped) > 0 {
		t.Error(d, st.Skipped)
	}
}

// Many files in one folder are shared among the workers, and the order does
// not depend on who comes first.
func TestOrder(t *testing.T) {
	files := map[string]string{}
	for i := range 700 {
		files[fmt.Sprintf("d%d/%03d.sh", i%3, i)] = "gcloud"
	}
	root := plant(t, files)
	first, st := run(t, Options{Root: root, Paths: []string{root}, Jobs: 1})
	if len(first) != 700 || st.Seen != 700 || st.Opened != 700 {
		t.Fatal(len(first), st)
	}
	for range 5 {
		again, _ := run(t, Options{Root: root, Paths: []string{root}, Jobs: 8})
		if d := cmp.Diff(first, again); d != "" {
			t.Fatal(d)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got, _ := Files(ctx, Options{Root: t.TempDir(), Paths: []string{"."}, Match: shells}, func(f File) string { return f.Path })
	if len(got) != 0 {
		t.Error(got)
	}
}

// BenchmarkFiles walks $BENCH_TREE, or a generated tree of 2,000 files.
func BenchmarkFiles(b *testing.B) {
	root := os.Getenv("BENCH_TREE")
	if root == "" {
		root = b.TempDir()
		text := []byte(strings.Repeat("echo nothing to see\n", 400))
		for i := range 2000 {
			dir := filepath.Join(root, fmt.Sprintf("a%d/b%d", i%20, i%200))
			if err := os.MkdirAll(dir, 0o777); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.sh", i)), text, 0o666); err != nil {
				b.Fatal(err)
			}
		}
	}
	seen := 0
	for b.Loop() {
		_, st := Files(context.Background(), Options{Root: root, Paths: []string{root}, Match: shells}, func(File) int { return 0 })
		seen = st.Seen
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(max(seen, 1)), "ns/file")
}

// What is kept of a file must survive the next one, whose bytes come into the
// same buffer.
func TestKeep(t *testing.T) {
	large := strings.Repeat("# filler\n", 10_000)
	root := plant(t, map[string]string{"a.sh": "gcloud a\nx\ny\n", "b.sh": "gcloud b\nx\ny\n", "c.sh": large + "gcloud c\nx\ny\n", "d.sh": large + "gcloud d\nx\ny\n", "e.sh": "gcloud e\nx\ny\n"})
	got, _ := Files(t.Context(), Options{Root: root, Paths: []string{root, "-"}, Stdin: strings.NewReader("gcloud f\nx\ny\n"), StdinName: "f.sh", Match: shells}, func(f File) []byte {
		if f.Path == "e.sh" {
			return nil // not kept: whoever reads next must not wait for it
		}
		n := len(f.Data)
		return f.Keep([][2]int{{n - 4, n}})
	})
	for i, data := range got {
		want := fmt.Sprintf("gcloud %c\n\n\n", 'a'+i)
		if i == 4 {
			want = ""
		} else if i == 2 || i == 3 {
			want = large + want
		}
		if string(data) != want {
			t.Errorf("file %d: %d bytes that end in %q", i, len(data), data[max(0, len(data)-20):])
		}
	}
	if len(got) != 6 {
		t.Errorf("%d files", len(got))
	}
}
