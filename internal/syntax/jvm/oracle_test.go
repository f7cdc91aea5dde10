package jvm

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/proflint/proflint/internal/source"
)

// facts lists what the reader sees in a Java program, in the words of
// testdata/Oracle.java.
func facts(path string, data []byte) []string {
	file := source.NewFile(path, source.Code, data)
	text := source.Exact(source.Span{File: file, End: len(data)})
	f := Read(text, Java)
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, c := range f.Calls {
		from := int(c.from) + len(f.s[c.from:]) - len(strings.TrimLeft(f.s[c.from:], "( \n"))
		switch {
		case c.Kind == New && c.X == nil && strings.HasPrefix(f.s[from:], "new"):
			add("new %d %s %d", from, c.Name, len(c.Args))
		case c.Kind == Call:
			add("call %d %s %d", c.at, c.Name, len(c.Args))
		}
	}
	l := &lexer{text: text, s: f.s}
	l.run(0, len(l.s))
	for _, t := range l.toks {
		if t.kind == literal {
			says := f.text1(&Expr{Kind: String, file: f, from: t.from, to: t.to}).String()
			var b strings.Builder
			for _, c := range utf16.Encode([]rune(says)) {
				if c >= 0xd800 && c < 0xe000 {
					c = 0xfffd
				}
				if c > 32 && c < 127 && c != '%' {
					b.WriteByte(byte(c))
				} else {
					fmt.Fprintf(&b, "%%%04x", c)
				}
			}
			add("string %d %s", t.from, b.String())
		}
	}
	for _, s := range f.Scopes {
		switch {
		case s.Kind == Class && s.Name != "":
			add("class %d %s", s.to, s.Name)
		case s.Kind == Method && !(s.Up.Kind == Class && s.Up.Name == s.Name):
			add("method %d %s", methodEnd(f.s, int(s.from), int(s.to)), s.Name)
		}
	}
	for _, s := range f.Sets {
		if s.Declares {
			add("variable %s", s.Name)
		}
	}
	slices.Sort(out)
	return out
}

// methodEnd counts the semicolon of a method without a body to it, as javac does.
func methodEnd(s string, from, at int) int {
	if s[at-1] == '}' && !strings.Contains(s[from:at], " default {") {
		return at
	}
	rest := strings.TrimLeft(s[at:], " \t\r\n")
	if strings.HasPrefix(rest, ";") {
		return len(s) - len(rest) + 1
	}
	return at
}

// lone is half a character, which UTF-8 cannot hold.
var lone = regexp.MustCompile(`%d[89a-f][0-9a-f]{2}`)

// javac returns what javac's parser sees in each file; those that it refuses
// are left out.
func javac(t *testing.T, paths []string) map[string][]string {
	cmd := exec.Command("java", "testdata/Oracle.java")
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\n") + "\n")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all, path := map[string][]string{}, ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		switch name, ok := strings.CutPrefix(line, "file "); {
		case ok:
			path = name
			all[path] = []string{}
		case line == "refused":
			delete(all, path)
		default:
			all[path] = append(all[path], lone.ReplaceAllString(line, "%fffd"))
		}
	}
	for _, f := range all {
		slices.Sort(f)
	}
	return all
}

// diff returns what only one of two sorted lists holds.
func diff(got, want []string) []string {
	var out []string
	for len(got) > 0 || len(want) > 0 {
		switch {
		case len(want) == 0 || len(got) > 0 && got[0] < want[0]:
			out = append(out, "only here  "+got[0][:min(len(got[0]), 100)])
			got = got[1:]
		case len(got) == 0 || want[0] < got[0]:
			out = append(out, "only javac "+want[0][:min(len(want[0]), 100)])
			want = want[1:]
		default:
			got, want = got[1:], want[1:]
		}
	}
	return out
}

// The reader sees what javac saw when testdata/Sample.facts was recorded, and
// what it sees now where there is a JDK.
func TestSample(t *testing.T) {
	const path, golden = "testdata/Sample.java", "testdata/Sample.facts"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := facts(path, data)
	record, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff(got, strings.Split(strings.TrimSpace(string(record)), "\n")); len(d) > 0 {
		t.Errorf("recorded:\n\t%s", strings.Join(d, "\n\t"))
	}
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("needs a JDK to ask javac again")
	}
	now := javac(t, []string{path})[path]
	if d := diff(got, now); len(d) > 0 {
		t.Errorf("javac:\n\t%s", strings.Join(d, "\n\t"))
	}
	if *update {
		os.WriteFile(golden, []byte(strings.Join(now, "\n")+"\n"), 0o644)
	}
}

var update = flag.Bool("update", false, "record what javac sees")

// The reader sees what javac sees, in the Java programs below PROFLINT_JAVA (a
// list of folders).
func TestJavac(t *testing.T) {
	roots := filepath.SplitList(os.Getenv("PROFLINT_JAVA"))
	if _, err := exec.LookPath("javac"); err != nil || len(roots) == 0 {
		t.Skip("needs a JDK, and folders in PROFLINT_JAVA")
	}
	var paths []string
	for _, root := range roots {
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".java") && d.Type().IsRegular() {
				paths = append(paths, path)
			}
			return nil
		})
	}
	total, wrong, files := 0, 0, 0
	all := javac(t, paths)
	for path, want := range all {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		total += len(want)
		if d := diff(facts(path, data), want); len(d) > 0 {
			files++
			wrong += len(d)
			t.Errorf("%s\n\t%s", path, strings.Join(d[:min(len(d), 12)], "\n\t"))
		}
	}
	t.Logf("%d of %d files agree; %d of %d facts differ", len(all)-files, len(all), wrong, total)
}

// In the Scala programs below PROFLINT_JAVA, every name with a parenthesis that
// is neither declared nor part of a pattern is a call.
func TestScalaPrograms(t *testing.T) {
	names, missed := 0, 0
	for path, data := range programs(t, ".scala") {
		f := read(string(data), Scala)
		for _, e := range f.Errors {
			t.Errorf("%s:%d: %s", path, e.At.From().Line, e.Msg)
		}
		called := map[int32]bool{}
		for _, c := range f.Calls {
			called[c.at] = true
		}
		l := &lexer{text: f.text, s: f.s, lang: Scala}
		l.run(0, len(l.s))
		for i := 0; i+1 < len(l.toks); i++ {
			word := l.s[l.toks[i].from:l.toks[i].to]
			if until := map[string]string{"case": "=>", "val": "="}[word]; until != "" {
				for ; i < len(l.toks); i++ {
					if s := l.s[l.toks[i].from:l.toks[i].to]; s == until || s == "class" || s == "object" || s == ";" || s == "then" {
						break
					}
				}
				continue
			}
			next := l.toks[i+1]
			if l.toks[i].kind != name || l.s[next.from] != '(' || !next.glued || notCalled[word] {
				continue
			}
			if i > 0 && notCalled[l.s[l.toks[i-1].from:l.toks[i-1].to]] {
				continue
			}
			if names++; !called[l.toks[i].from] {
				missed++
				t.Logf("%s: %q", path, l.s[l.toks[i].from:min(int(next.from)+30, len(l.s))])
			}
		}
	}
	if missed*1000 > names {
		t.Errorf("%d of %d calls are missed", missed, names)
	}
	t.Logf("%d of %d names with a parenthesis are no calls", missed, names)
}

var notCalled = map[string]bool{
	"def": true, "class": true, "object": true, "trait": true, "extends": true, ":": true, "|": true, "@": true, "if": true, "for": true, "while": true, "match": true,
	"this": true, "with": true, "private": true, "catch": true, "return": true, "throw": true, "yield": true, "_": true, "super": true, "else": true, "in": true, "try": true, "=>": true, "type": true,
}
