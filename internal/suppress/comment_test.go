package suppress

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// TestForms: an ignore in the comment form of each kind of file, and what
// looks like one in a string. IGNORE stands for one.
func TestForms(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.sh", "# IGNORE\nx\n", "1>2"},
		{"a.sh", "x # IGNORE\n", "1"},
		{"a.sh", "x '# IGNORE'\ny \"a\n# IGNORE\n\"\n", ""},
		{"a.sh", "x#IGNORE\n", ""},
		{"a.sh", "cat <<E\nit's\n# IGNORE\nE\n# IGNORE\n", "3>4 5>6"},
		{"a.sh", "if x; then # IGNORE\n", "1"}, // does not parse
		{"run", "#!/bin/bash\n# IGNORE\n", "2>3"},
		{"a.yaml", "a: 1 # IGNORE\n# IGNORE\nb: \"# IGNORE\"\nc: |\n  it's\n  # IGNORE\n", "1 2>3 6>7"},
		{"a.yaml", "it's: 1\n# IGNORE\n", "2>3"},
		{"a.py", "x = 1 # IGNORE\n\"\"\"\n# IGNORE\n\"\"\"\ny = '# IGNORE'\n", "1"},
		{"a.java", "// IGNORE\n/* IGNORE */ x\n\"// IGNORE\"\n/**\n * IGNORE\n */\n", "1>2 2 5>7"},
		{"a.kt", "val s = \"\"\"\n// IGNORE\n\"\"\"\n", ""},
		{"a.go", "x := `\n// IGNORE\n` // IGNORE\n", "3"},
		{"a.tf", "# IGNORE\n// IGNORE\n/* IGNORE */\nx = <<-E\n  # IGNORE\n  E\ny = 1 # IGNORE\n", "1>4 2>4 3>4 7"},
		{"pom.xml", "<!-- XIGNORE -->\n<a/> <!-- XIGNORE -->\n<![CDATA[<!-- XIGNORE -->]]>\n", "1>2 2"},
		{"a.html", "<!-- IGNORE -->\n", "1>2"},
		{"a.sql", "-- IGNORE\nselect '-- IGNORE'; /* IGNORE */\n", "1>2 2"},
		{"a.ini", "; IGNORE\na = b ; IGNORE\n", "1>2"},
		{"a.properties", "# IGNORE\n! IGNORE\na=# IGNORE\n", "1>3 2>3"},
		{"a.bat", "REM IGNORE\n:: IGNORE\n@rem IGNORE\necho REM IGNORE\n", "1>4 2>4 3>4"},
		{"a.ps1", "# IGNORE\n<# IGNORE #>\n'# IGNORE'\n", "1>3 2>3"},
		{"a.tex", "% IGNORE\n", "1>2"},
		{"a.m4", "dnl IGNORE\n", "1>2"},
		{"a.el", ";; IGNORE\n", "1>2"},
		{"a.toml", "a = 1 # IGNORE\nb = '# IGNORE'\n", "1"},
		{"a.rst", ".. IGNORE\n", "1>2"},
		{"a.yaml.j2", "{# IGNORE #}\na: 1\n", "1>2"},
		{"a.sh.tmpl", "{{/* IGNORE */}}\nx\n", "1>2"},
		{"a.md", "<!-- IGNORE -->\n`<!-- IGNORE -->`\n# IGNORE\n```sh\n# IGNORE\nx '# IGNORE'\n```\n", "1>2 5>6"},
		{"a.md", "```json\n// IGNORE\n```\n<!--\nIGNORE\n-->\n~~~python\nx = 1 # IGNORE\n~~~\n", "5>7 8"},
		{"Dockerfile", "# IGNORE\nRUN x \\\n# IGNORE\n  y\n", "1>2 3>4"},
		{"Makefile", "x: # IGNORE\n\t# IGNORE\n\ty\n", "1 2>3"},
		{"Jenkinsfile", "// IGNORE\nsh '''\n// IGNORE\n'''\n", "1>2"},
		{"a.json", "{\"x\": \"# IGNORE\"}\n", ""},
		{"a.csv", "# IGNORE\n", ""},
		{"a.sh", "# IGNORE\n# IGNORE\r\n\n", "1>3 2>3"},
		{"a.sh", "# IGNORE", "1>2"},
		{"a.sh", "\ufeff# IGNORE\r\nx\r\n", "1>2"},
	} {
		text := strings.ReplaceAll(c.text, "XIGNORE", "proflint:ignore agent-twice - why")
		text = strings.ReplaceAll(text, "IGNORE", "proflint:ignore agent-twice -- why")
		var got []string
		if f := Scan(source.NewFile(c.file, source.Code, []byte(text)), nil); f != nil {
			for _, x := range f.comments {
				where := fmt.Sprint(x.at.From().Line)
				if x.next != 0 {
					where += ">" + fmt.Sprint(x.next)
				}
				if len(x.flaws) > 0 || !slices.Equal(x.terms.rules, []string{"agent-twice"}) || x.terms.reason != "why" {
					t.Errorf("%s %q: %+v %v", c.file, c.text, x.terms, x.flaws)
				}
				got = append(got, where)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s %q: %s, want %s", c.file, c.text, s, c.want)
		}
	}
}

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"proflint:ignore agent-twice -- a reason -- of two parts": "[agent-twice]  a reason -- of two parts",
		"proflint:ignore agent-twice,arm-workers -- x":            "[agent-twice arm-workers]  x",
		"proflint:ignore agent-twice, arm-workers -- x":           "[agent-twice arm-workers]  x",
		"proflint:ignore agent-twice until=2027-01-31 -- x":       "[agent-twice] 2027-01-31 x",
		"proflint:ignore until=2027-01-31 agent-twice -- x":       "[agent-twice] 2027-01-31 x",
		"proflint:ignore agent-twice until=2027-02-30 -- x":       `[]   | "2027-02-30" is no date: write it as until=2027-01-31`,
		"proflint:ignore agent-twice":                             `[]   | the ignore gives no reason: write one behind " -- "`,
		"proflint:ignore agent-twice --":                          `[]   | the ignore gives no reason: write one behind " -- "`,
		"proflint:ignore agent-twice - x":                         `[]   | the ignore gives no reason: write one behind " -- "`,
		"proflint:ignore agent-twice until 2027-01-31 -- x":       "[]   | write the date as until=2027-01-31",
		"proflint:ignore -- x":                                    "[]   | the ignore names no rule: proflint:ignore RULE -- and a reason",
		"proflint:ignore all -- x":                                `[]   | there is no rule "all" to ignore`,
		"proflint:ignore agent-twise -- x":                        `[]   | there is no rule "agent-twise" to ignore; did you mean agent-twice?`,
		"proflint:ignored agent-twice -- x":                       "[]   | this is not read as an ignore: a comment has to start with proflint:ignore agent-twice -- and a reason",
		"see proflint:ignore agent-twice -- x":                    "[]   | this is not read as an ignore: a comment has to start with proflint:ignore agent-twice -- and a reason",
		"proflint ignores most of this file":                      "none",
		"run proflint --disable agent-twice":                      "none",
		"proflint --disable agent-twice -- x":                     "none",
		"see proflint:ignore agent-twice in the manual":           "none",
		"run by proflint, ignore the rest":                        "none",
		"proflint:ignore-next agent-twice -- x":                   "[]   | this is not read as an ignore: a comment has to start with proflint:ignore agent-twice -- and a reason",
	} {
		f := Scan(source.NewFile("a.sh", source.Code, []byte("# "+text+"\n")), nil)
		got := "none"
		if f != nil {
			c := f.comments[0]
			got = fmt.Sprint(c.terms.rules, " ", c.terms.until, " ", c.terms.reason)
			for _, x := range c.flaws {
				got += " | " + x.msg
			}
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestLines: where an ignore of a place may stand.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		file, text string
		line       int
		want       string
	}{
		{"a.sh", "a\nb\nc\n", 2, "2"},
		{"a.sh", "a \\\n  b \\\n  c\nd\n", 2, "1 2 3"},
		{"a.sh", "a \\\\\nb\n", 2, "2"},
		{"a.sh", "x \\\n  \"a\n b\n c\"\n", 3, "1 2 3 4"},
		{"a.yaml", "run: >-\n  a\n  b\nc: d\n", 3, "1 3"},
		{"a.yaml", "run: |\n  a\n  b \\\n    c\nc: d\n", 4, "1 3 4"},
		{"a.yaml", "run: a\nc: d\n", 2, "2"},
		{"a.md", "x\n```sh\na\nb\n```\nc\n", 4, "2 4"},
		{"a.md", "x\n```sh\na\nb\n```\nc\n", 6, "6"},
		{"a.py", "f(\n  \"\"\"\n  a\n  b\"\"\")\n", 4, "2 4"},
		{"a.ps1", "a `\n  b\n", 2, "1 2"},
		{"a.bat", "a ^\n  b\n", 2, "1 2"},
		{"a.ipynb", "\"a \\\\\\n\",\n\"b\\n\"\n", 2, "1 2"},
	} {
		f := &File{file: source.NewFile(c.file, source.Code, []byte(c.text))}
		f.layout = layoutOf(f.file)
		at := f.file.LineStart(c.line)
		var got []int
		for line := range f.linesOf(source.Span{File: f.file, Start: at, End: at + 1}) {
			got = append(got, line)
		}
		slices.Sort(got)
		if s := strings.Trim(fmt.Sprint(got), "[]"); s != c.want {
			t.Errorf("%s %q, line %d: %s, want %s", c.file, c.text, c.line, s, c.want)
		}
	}
}

// FuzzScan: no text makes the reader of comments panic or name a place that
// does not exist.
func FuzzScan(f *testing.F) {
	for _, name := range []string{"a.sh", "a.yaml", "a.md", "a.xml", "a.py", "a.tf", "a.sh.j2", "Jenkinsfile", "a.ps1"} {
		f.Add(name, "# proflint:ignore agent-twice until=2027-01-31 -- x\n<<E\n```sh\n'''\"\n<!-- proflint:ignore -->\nE\nrun: |\n \\\n")
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		file := source.NewFile(name, source.Code, []byte(text))
		scanned := Scan(file, []source.Text{source.Exact(source.Span{File: file, End: len(text)})})
		if scanned == nil {
			return
		}
		for _, c := range scanned.comments {
			if !c.at.Valid() || c.at.Start < 0 || c.at.End > len(text) || c.at.Start > c.at.End || c.line < 1 {
				t.Fatalf("%+v", c)
			}
		}
		at := source.Span{File: file, Start: len(text) / 2, End: len(text) / 2}
		Apply(Judge{}, []*File{scanned}, nil, []*finding.Finding{{Rule: "agent-twice", At: at}})
	})
}

// TestHostile: long and repetitive texts are read in time that grows with
// their length. Quadratic, each of them would take hours.
func TestHostile(t *testing.T) {
	for name, text := range map[string]string{
		"a.txt":  strings.Repeat("<<a\n", 1<<18),
		"b.txt":  strings.Repeat("a#", 1<<20),
		"a.java": strings.Repeat("/*proflint:ignore agent-twice -- x*/", 1<<15),
		"a.md":   strings.Repeat("```x\n", 1<<18) + strings.Repeat("`", 1<<20),
		"a.yaml": strings.Repeat(" a: |\n", 1<<18),
		"a.tf":   strings.Repeat(`"\`, 1<<20),
	} {
		Scan(source.NewFile(name, source.Code, []byte("# proflint\n"+text)), nil)
	}
	many := "# " + strings.Repeat("proflint:ignore agent-twice -- x\n# ", 2000)
	if f := Scan(source.NewFile("a.sh", source.Code, []byte(many)), nil); len(f.comments) != maxIgnores {
		t.Errorf("%d comments, want %d", len(f.comments), maxIgnores)
	}
}
