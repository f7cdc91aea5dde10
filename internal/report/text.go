package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// text writes for people. A first error of the writer stays.
type text struct {
	palette
	*Input
	w     *bufio.Writer
	level paint // of the finding being written
	long  longLine
}

// longLine is the long line that was laid out last.
type longLine struct {
	file     *source.File
	n, start int
	row      []cell
	cols     []int
}

// Text writes findings with their places, then whether profiles will arrive,
// then what was looked at. It writes nothing when there is nothing to say.
func Text(w io.Writer, in *Input, color bool) error {
	t := &text{palette: newPalette(color), Input: in, w: bufio.NewWriter(w)}
	for _, f := range in.Findings {
		if f.Suppression == nil {
			t.finding(f)
			t.line("")
		}
	}
	all := in.statuses()
	if t.readiness(all) {
		t.line("")
	}
	if c := in.count(all); len(all) > 0 || c.errors+c.warnings+c.notes+c.suppressed > 0 {
		t.line("%s", t.summary(c))
	}
	return t.w.Flush()
}

func (t *text) line(format string, args ...any) {
	fmt.Fprintf(t.w, format, args...)
	t.w.WriteByte('\n')
}

// finding writes one finding.
func (t *text) finding(f *finding.Finding) {
	t.level = t.levels[f.Level]
	t.line("%s%s", t.level(fmt.Sprintf("%s[%s]", f.Level, f.Rule)), t.bold(": "+clean(f.Message)))
	files := t.marks(f)
	gutter := 1
	for _, marks := range files {
		for _, m := range marks {
			gutter = max(gutter, len(fmt.Sprint(m.line())))
		}
	}
	for i, marks := range files {
		if i > 0 {
			t.bar(gutter, "")
		}
		t.excerpt(marks, gutter)
	}
	t.bar(gutter, "")
	note := func(key, s string) {
		if s != "" {
			t.line("%s %s %s", strings.Repeat(" ", gutter), t.blue("="), t.bold(key+":")+" "+clean(s))
		}
	}
	note("received", f.Received)
	note("why", f.Why)
	if len(f.Workloads) > 1 {
		note("hits", list(f.Workloads, 5))
	}
	for i, x := range f.Fixes {
		key := "fix"
		if i > 0 {
			key = "or"
		}
		note(key, x.Text)
		t.diff(x.Edits, t.anchor(f).File)
	}
	note("explain", "proflint explain "+f.Rule)
}

// marks groups the places of a finding by file, that of the primary one first.
func (t *text) marks(f *finding.Finding) [][]mark {
	at := t.anchor(f)
	out := [][]mark{{{at, f.AtText, true}}}
	for _, l := range f.Related {
		if !l.Span.Valid() {
			continue
		}
		m := mark{l.Span, l.Text, false}
		i := slices.IndexFunc(out, func(ms []mark) bool { return ms[0].span.File == l.Span.File })
		if i < 0 {
			out = append(out, []mark{m})
		} else if !slices.Contains(out[i], m) {
			out[i] = append(out[i], m)
		}
	}
	return out
}

// diff shows what a fix changes.
func (t *text) diff(edits []source.Edit, here *source.File) {
	for _, h := range hunks(edits) {
		if h.file != here {
			t.line("      %s", t.blue(clean(h.file.Path)))
		}
		t.side(t.bad, "-", h.line, h.old)
		t.side(t.good, "+", h.line, h.new)
	}
}

func (t *text) side(paint paint, sign string, n int, lines []string) {
	for i, l := range lines {
		row, _ := cells(strings.TrimSuffix(l, "\r"))
		var b strings.Builder
		for _, c := range row {
			b.WriteRune(c.r)
		}
		t.line("%s", paint(strings.TrimRight(fmt.Sprintf("%6d %s %s", n+i, sign, b.String()), " ")))
	}
}

// list joins at most n items.
func list(items []string, n int) string {
	if len(items) <= n {
		return strings.Join(items, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(items[:n], ", "), len(items)-n)
}

// summary is the last line: what was found, and in what.
func (t *text) summary(c counts) string {
	var found []string
	for _, x := range []struct {
		n     int
		noun  string
		paint paint
	}{
		{c.errors, "error", t.levels[finding.Error]}, {c.warnings, "warning", t.levels[finding.Warning]}, {c.notes, "note", t.levels[finding.Note]},
	} {
		if x.n > 0 {
			found = append(found, x.paint(plural(x.n, x.noun)))
		}
	}
	if len(found) == 0 {
		found = []string{t.good("no findings")}
	}
	if c.suppressed > 0 {
		found = append(found, thousands(c.suppressed)+" suppressed")
	}
	what := workloadCount(c)
	if t.Organization != nil {
		what = t.projects()
	}
	return sentence("; ", strings.Join(found, ", "), what, t.Looked)
}

// workloadCount says how many workloads there are, and what of those that ask.
func workloadCount(c counts) string {
	if c.workloads == 0 {
		return "no workload"
	}
	var ready []string
	for _, x := range []struct {
		n    int
		what string
	}{{c.ready, "ready"}, {c.notReady, "not ready"}, {c.cannotTell, "cannot tell"}} {
		if x.n > 0 {
			ready = append(ready, thousands(x.n)+" "+x.what)
		}
	}
	asking := fmt.Sprintf("%s, %s for profiling", plural(c.workloads, "workload"), asks(c.asking))
	if len(ready) > 0 {
		asking += " (" + strings.Join(ready, ", ") + ")"
	}
	return asking
}

func asks(n int) string {
	switch n {
	case 0:
		return "none asks"
	case 1:
		return "1 asks"
	}
	return thousands(n) + " ask"
}
