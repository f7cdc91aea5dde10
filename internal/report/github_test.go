package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// findings makes n findings of a level.
func findings(f *source.File, level finding.Level, n int) []*finding.Finding {
	var out []*finding.Finding
	for i := range n {
		out = append(out, &finding.Finding{Rule: "r", Level: level, Message: fmt.Sprintf("%s %d", level, i), At: source.Span{File: f, Start: i, End: i + 1}})
	}
	return out
}

// GitHub drops what is beyond ten annotations of a level, so the worst come
// first, the others are in the log, and the count of all is an annotation too.
func TestGitHubLimits(t *testing.T) {
	f := file("a,b:c%.sh", strings.Repeat("x", 100))
	for _, c := range []struct {
		errors, warnings, notes int
		want                    string // annotations: errors, warnings, notices; other lines
	}{
		{0, 0, 0, "0 0 0 1"},
		{10, 10, 10, "10 10 10 1"},
		{11, 0, 0, "10 0 1 3"},
		{2, 12, 12, "2 10 10 7"},
	} {
		in := &Input{}
		for level, n := range map[finding.Level]int{finding.Note: c.notes, finding.Warning: c.warnings, finding.Error: c.errors} {
			in.Findings = append(in.Findings, findings(f, level, n)...)
		}
		in.Findings = append(in.Findings, &finding.Finding{Level: finding.Error, Suppression: &finding.Suppression{}})
		var b bytes.Buffer
		if err := GitHub(&b, in); err != nil {
			t.Fatal(err)
		}
		count := func(what string) int { return strings.Count("\n"+b.String(), "\n::"+what+" title=") }
		lines := strings.Count(b.String(), "\n")
		got := fmt.Sprintf("%d %d %d %d", count("error"), count("warning"), count("notice"), lines-count("error")-count("warning")-count("notice"))
		if got != c.want {
			t.Errorf("%+v: %s\n%s", c, got, b.String())
		}
		if c.errors == 11 {
			for _, want := range []string{
				"::error title=r,file=a%2Cb%3Ac%25.sh,line=1,endLine=1,col=1,endColumn=1::error 0.\n",
				"::group::1 finding without an annotation\nerror a,b:c%.sh:1:11 r: error 10\n::endgroup::\n",
				"::notice title=proflint::11 errors, 1 suppressed; no workload. GitHub shows 10 annotations of each level; all findings are in the log of this step.\n",
			} {
				if !strings.Contains(b.String(), want) {
					t.Errorf("no %q in\n%s", want, b.String())
				}
			}
		}
	}
}

// A text from a linted file is data: it adds no command, no line and no place.
func TestGitHubEscapes(t *testing.T) {
	f := file("x\n::error::,col=1.sh", "ab\ncd\n")
	in := &Input{Looked: "1 file seen", Findings: []*finding.Finding{
		{Rule: "r", Level: finding.Error, Message: "100%\n::set-env x::y\r%0A", At: source.Span{File: f, End: 5}},
	}}
	for _, x := range findings(f, finding.Note, 11) {
		x.Message = "##[error]::stop\n::x::"
		x.At = source.Span{}
		in.Findings = append(in.Findings, x)
	}
	var b bytes.Buffer
	if err := GitHub(&b, in); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	want := []string{
		"::error title=r,file=x%0A%3A%3Aerror%3A%3A%2Ccol=1.sh,line=1,endLine=2::100%25 ::set-env x::y %250A.",
		"::notice title=r::##[error]::stop ::x::.",
	}
	if d := cmp.Diff(want, lines[:2]); d != "" {
		t.Error(d)
	}
	if got := lines[11]; got != "note nowhere r: ## [error]::stop ::x::" {
		t.Error(got)
	}
}

// The comment stays within what GitHub takes, and says what is left out.
func TestMarkdownLimit(t *testing.T) {
	f := file("a.sh", strings.Repeat("some words\n", 5000))
	in := &Input{Findings: findings(f, finding.Note, 5000), Looked: "1 file seen"}
	in.Findings[4999].Level = finding.Error
	var b bytes.Buffer
	if err := Markdown(&b, in); err != nil {
		t.Fatal(err)
	}
	if n := b.Len(); n > maxMarkdown || n < maxMarkdown/2 {
		t.Errorf("%d bytes", n)
	}
	out := b.String()
	first := strings.Index(out, "| ❌ error | `a.sh:455` |")
	if first < 0 || first > strings.Index(out, "note |") {
		t.Error("the error does not come first")
	}
	for _, want := range []string{"further findings not in this table.", "further findings are left out; `--format text` has them."} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q", want)
		}
	}
}

// Nothing in a comment calls a person, refers to an issue, or ends a cell.
func TestMarkdownEscapes(t *testing.T) {
	for in, want := range map[string]string{
		"@team #12 a|b":      `@<!-- -->team #<!-- -->12 a\|b`,
		"<b>&amp; $x$ `c`":   "&lt;b&gt;&amp;amp; &#36;x&#36; \\`c\\`",
		"[a](https://b) *_~": `\[a\](https:<!-- -->//b) \*\_\~`,
		"x\ny\u202e":         "x y",
	} {
		if got := escape(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"a": "`a`", "a`b|c": "``a`b\\|c``", "`": "`` ` ``"} {
		if got := code(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
