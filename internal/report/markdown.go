package report

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/proflint/proflint/internal/finding"
)

// maxMarkdown bounds the report in bytes: a comment on GitHub may have 65,536
// characters, one on GitLab a million.
const maxMarkdown = 64_000

// Markdown writes a comment for a pull request or the summary of a job: the
// verdict, a table of findings, worst first, one of workloads, and the details
// folded away. What does not fit is counted. Nothing in it notifies anybody or
// refers to an issue.
func Markdown(w io.Writer, in *Input) error {
	all := in.statuses()
	shown, t := in.shown(), plainText(nil, in)
	m := &markdown{left: maxMarkdown}
	m.add("## proflint: %s\n\n%s\n", in.verdict(all), escape(t.summary(in.count(all))))
	m.table("| level | place | rule | what is wrong |", len(shown), "finding", maxMarkdown/2, func(i int) string {
		f := shown[i]
		return fmt.Sprintf("| %s | %s | %s | %s |", badges[f.Level], code(placeOf(in, f)), code(f.Rule), escape(f.Message))
	})
	rows := t.rows(all)
	m.table("| will profiles arrive? | workload | place | because |", len(rows), "workload", maxMarkdown/4, func(i int) string {
		r := rows[i]
		return fmt.Sprintf("| %s | %s | %s | %s |", r.cells[0], escape(r.cells[1]), code(r.cells[2]), escape(r.says))
	})
	for i, f := range shown {
		if !m.fits(details(in, f)) {
			m.add("\nDetails of %s are left out; `--format text` has them.\n", plural(len(shown)-i, "further finding"))
			break
		}
	}
	_, err := w.Write(m.b.Bytes())
	return err
}

// markdown is the report as far as it fits.
type markdown struct {
	b    bytes.Buffer
	left int
}

func (m *markdown) add(format string, args ...any) {
	n, _ := fmt.Fprintf(&m.b, format, args...) // a buffer takes everything
	m.left -= n
}

// fits adds a text, unless it is too long for what is left.
func (m *markdown) fits(s string) bool {
	if len(s) > m.left-500 { // the remarks on what is left out
		return false
	}
	m.add("%s", s)
	return true
}

// table writes n rows, as many as fit into a share of the report.
func (m *markdown) table(head string, n int, noun string, share int, row func(i int) string) {
	if n == 0 {
		return
	}
	m.add("\n%s\n%s\n", head, strings.Repeat("|---", strings.Count(head, "|")-1)+"|")
	for i := range n {
		line := row(i) + "\n"
		if share -= len(line); share < 0 || !m.fits(line) {
			m.add("\n%s not in this table.\n", plural(n-i, "further "+noun))
			return
		}
	}
}

// details are a finding as the text report shows it.
func details(in *Input, f *finding.Finding) string {
	text := excerptOf(in, f)
	fence := strings.Repeat("`", max(3, longest(text)+1))
	return fmt.Sprintf("\n<details><summary>%s at <code>%s</code></summary>\n\n%stext\n%s%s\n\n</details>\n", f.Rule, html.EscapeString(placeOf(in, f)), fence, text, fence)
}

// excerptOf is a finding as the text report shows it.
func excerptOf(in *Input, f *finding.Finding) string {
	var b bytes.Buffer
	t := plainText(&b, in)
	t.finding(f)
	t.w.Flush()
	return b.String()
}

func placeOf(in *Input, f *finding.Finding) string {
	at := regionOf(in.anchor(f))
	return clean(fmt.Sprintf("%s:%d", at.File, at.Line))
}

var badges = map[finding.Level]string{finding.Error: "❌ error", finding.Warning: "⚠️ warning", finding.Note: "ℹ️ note"}

// special are the characters that mean something in Markdown, in HTML, to the
// mathematics of GitHub, or to its mentions and references.
var special = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "!", `\!`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "$", "&#36;", "@", "@<!-- -->", "#", "#<!-- -->", "://", ":<!-- -->//",
)

// escape makes a text from a linted file stand in a Markdown table as it is.
func escape(s string) string { return special.Replace(clean(s)) }

// code makes a text from a linted file code, also in a table.
func code(s string) string {
	s = strings.ReplaceAll(clean(s), "|", `\|`)
	fence := strings.Repeat("`", longest(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longest returns the length of the longest run of backticks.
func longest(s string) int {
	n, run := 0, 0
	for i := range len(s) {
		if run++; s[i] != '`' {
			run = 0
		}
		n = max(n, run)
	}
	return n
}
