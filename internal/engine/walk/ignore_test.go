package walk

import (
	"bytes"
	"context"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"*.sh", "a.sh", true},
		{"*.sh", "d/a.sh", false},
		{"**/a.sh", "a.sh", true},
		{"**/a.sh", "x/y/a.sh", true},
		{"a/**/b", "a/b", true},
		{"a/**/b", "a/x/y/b", true},
		{"a/**/b", "a/xb", false},
		{"a/**", "a/b/c", true},
		{"a/**", "a", false},
		{"a**b", "axxb", true},
		{"a**b", "ax/xb", false},
		{"a/*/b", "a/x/b", true},
		{"a/*/b", "a/x/y/b", false},
		{"[a-c]x", "bx", true},
		{"[!a-c]x", "bx", false},
		{"[^a-c]x", "dx", true},
		{"[]x]", "]", true},
		{"[a", "a", false},
		{"[[:digit:]]z", "7z", true},
		{"[[:nope:]]", "n", false},
		{`\*`, "*", true},
		{`\*`, "x", false},
		{`a\`, "a", false},
		{"a?c", "a/c", false},
		{"?", "é", false}, // bytes, as git
		{"**/a/**/b/**/c", "x/a/a/b/b/a/c", true},
		{"*a*a*a*a*a*a*a*a*b", strings.Repeat("a", 200), false},
		{"**/a/**/a/**/a/**/a/**/b", strings.Repeat("a/", 300) + "c", false},
	} {
		if got := glob(c.pattern, c.name); got != c.want {
			t.Errorf("glob(%q, %q) = %v", c.pattern, c.name, got)
		}
	}
}

func FuzzGlob(f *testing.F) {
	f.Add("**/[a-z]*", "x/y")
	f.Add(`a\[[]`, "a[")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if got := glob(pattern+"*", name+"z"); glob(pattern, name) && !strings.Contains(pattern, "*") && !strings.HasSuffix(pattern, `\`) && !got {
			t.Errorf("%q matches %q but %q not %q", pattern, name, pattern+"*", name+"z")
		}
		parse([]byte(pattern))
	})
}

// The judge is git itself: trees and patterns are drawn at random from parts
// that often meet.
func TestIgnoreEqualsGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	ignored := 0
	for seed := range rounds {
		ignored += compareWithGit(t, rand.New(rand.NewSource(int64(seed))))
	}
	if ignored == 0 {
		t.Error("no file was ever ignored: the trees say nothing")
	}
}

func compareWithGit(t *testing.T, rnd *rand.Rand) (ignored int) {
	root := t.TempDir()
	git(t, root, nil, "init", "-q", "--template=")
	pick := func(from []string) string { return from[rnd.Intn(len(from))] }
	names := []string{"a", "b", "ab", "foo", "foob", "foobar", "build", "x.sh", "y.log", "a b", "#c", "!d", "é.sh", "[x]", "foo.sh"}
	atoms := []string{"a", "b", "ab", "foo", "build", "x.sh", "*", "**", "***", "?", "*.sh", "*.log", "[ab]", "[!a]", "[[:alpha:]]",
		"foo*", "*b*", "f**r", "foo**", `\#c`, `\!d`, `[x]`, `\[x\]`, "é*", "a\\ ", "[a-", "[a-c-e]", "[]-a]*", "[[:digit:]-z]*", "[--0]*", `[\\]-a]*`, "x.s[h-z]", "y.*", `\a`}
	var files []string
	dirs := []string{""}
	for range 14 {
		dirs = append(dirs, pick(dirs)+pick(names)+"/")
	}
	for range 60 {
		files = append(files, pick(dirs)+pick(names)+pick([]string{"", "", "1", ".sh", ".log"}))
	}
	for _, f := range files {
		full := filepath.Join(root, f)
		if os.MkdirAll(filepath.Dir(full), 0o777) == nil {
			_ = os.WriteFile(full, nil, 0o666) // fails where a folder has the name
		}
	}
	pattern := func() string {
		var b strings.Builder
		b.WriteString(pick([]string{"", "", "", "!", "/", "!/", "#"}))
		for i := range 1 + rnd.Intn(3) {
			if i > 0 {
				b.WriteString("/")
			}
			b.WriteString(pick(atoms))
		}
		b.WriteString(pick([]string{"", "", "", "/", " ", "  ", "\r", "\\", "//"}))
		return b.String()
	}
	rules := func(n int) []byte {
		var b bytes.Buffer
		for range n {
			b.WriteString(pattern() + "\n")
		}
		return b.Bytes()
	}
	var texts []string
	for _, d := range append([]string{""}, pick(dirs), pick(dirs)) {
		if text := rules(1 + rnd.Intn(5)); os.WriteFile(filepath.Join(root, d, ".gitignore"), text, 0o666) == nil {
			texts = append(texts, d+".gitignore:\n"+string(text))
		}
	}
	if err := os.MkdirAll(filepath.Join(root, ".git/info"), 0o777); err != nil {
		t.Fatal(err)
	}
	text := rules(2)
	if err := os.WriteFile(filepath.Join(root, ".git/info/exclude"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	texts = append(texts, "exclude:\n"+string(text))

	var all []string
	err := filepath.WalkDir(root, func(p string, e os.DirEntry, err error) error {
		if e.Name() == ".git" {
			return filepath.SkipDir
		}
		if rel, _ := filepath.Rel(root, p); !e.IsDir() {
			all = append(all, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	out := git(t, root, []byte(strings.Join(all, "\x00")+"\x00"), "check-ignore", "--no-index", "-z", "--stdin")
	skip := map[string]bool{}
	for _, f := range strings.Split(string(out), "\x00") {
		skip[f] = true
	}
	var want []string
	for _, f := range all {
		if !skip[f] {
			want = append(want, f)
		}
	}
	slices.Sort(want)
	everything := func(string, []byte) *Finder { return NewFinder(nil) }
	got, _ := Files(context.Background(), Options{Root: root, Paths: []string{root}, Match: everything},
		func(f File) string { return f.Path })
	if !slices.Equal(got, want) {
		for _, f := range all {
			if g, w := slices.Contains(got, f), slices.Contains(want, f); g != w {
				t.Errorf("%q: kept %v, git keeps %v", f, g, w)
			}
		}
		t.Fatalf("rules:\n%s", strings.Join(texts, "\n"))
	}
	return len(all) - len(want)
}

func git(t *testing.T, dir string, stdin []byte, args ...string) []byte {
	t.Helper()
	c := exec.Command("git", append([]string{"-c", "core.excludesFile="}, args...)...)
	c.Dir = dir
	c.Stdin = bytes.NewReader(stdin)
	c.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "GIT_CONFIG_NOSYSTEM=1")
	out, err := c.Output()
	if code, ok := err.(*exec.ExitError); err != nil && !(ok && code.ExitCode() == 1) {
		t.Fatalf("git %v: %v", args, err)
	}
	return out
}

// What is literal at the start is compared by itself, as git does: the random
// trees seldom hold such names.
func TestIgnoreLiteralStart(t *testing.T) {
	for _, c := range []struct {
		rule, path string
		want       bool
	}{
		{"/foo**/b", "foob", true},
		{"/foo**/b", "foo/x/b", true},
		{"/foo**/b", "fob", false},
		{"/d/foo**", "d/foo/x/y", true},
		{"/d/foo**", "e/d/foo", false},
		{"d/*.sh", "d/a.sh", true},
		{"d/*.sh", "d/e/a.sh", false},
		{"d/**/*.sh", "d/e/a.sh", true},
		{"x*.sh", "d/xa.sh", true},
		{"x*.sh", "d/ax.sh", false},
	} {
		if got := NewPatterns("", []string{c.rule}).match(c.path, false); got != c.want {
			t.Errorf("%q on %q: %v", c.rule, c.path, got)
		}
	}
}
