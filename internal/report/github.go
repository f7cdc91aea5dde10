package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// maxAnnotations is how many annotations of each level GitHub shows for a step;
// it drops the others without a word.
const maxAnnotations = 10

// GitHub writes workflow commands for GitHub Actions: annotations, worst first,
// within the limit; the findings beyond it as plain lines of the log; and the
// count of all at the end.
func GitHub(w io.Writer, in *Input) error {
	t := plainText(w, in)
	c := in.count(in.statuses())
	free := map[finding.Level]int{finding.Error: maxAnnotations, finding.Warning: maxAnnotations, finding.Note: maxAnnotations}
	over := max(c.errors, c.warnings, c.notes) > maxAnnotations
	if over {
		free[finding.Note]-- // for the count
	}
	places := in.places()
	var rest []*finding.Finding
	for _, f := range in.shown() {
		if free[f.Level] == 0 {
			rest = append(rest, f)
			continue
		}
		free[f.Level]--
		at, _ := places.of(f)
		t.line("::%s %s::%s", commands[f.Level], annotation(at, f.Rule), data.Replace(saying(f)))
	}
	if over {
		t.line("::group::%s without an annotation", plural(len(rest), "finding"))
		for _, f := range rest {
			at, _ := places.of(f)
			// no line may start, or hold, what the runner takes for a command
			t.line("%s %s", f.Level, strings.ReplaceAll(clean(fmt.Sprintf("%s %s: %s", at, f.Rule, f.Message)), "##[", "## ["))
		}
		t.line("::endgroup::")
		t.line("::notice title=proflint::%s", data.Replace(fmt.Sprintf("%s. GitHub shows %d annotations of each level; all findings are in the log of this step.", t.summary(c), maxAnnotations)))
	} else {
		t.line("proflint: %s", t.summary(c))
	}
	return t.w.Flush()
}

var commands = map[finding.Level]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "notice"}

// data escapes a message, which has no line breaks left.
var data = strings.NewReplacer("%", "%25")

// property escapes a property as the runner unescapes it; a path keeps its
// line breaks.
func property(s string) string {
	s = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
	return clean(s)
}

// annotation is the place of an annotation. Columns count only where it ends
// in the line in which it starts.
func annotation(at source.Span, title string) string {
	out := "title=" + property(title)
	if !inFile(at) {
		return out
	}
	from, to := at.From(), at.To()
	out += fmt.Sprintf(",file=%s,line=%d,endLine=%d", property(at.File.Path), from.Line, to.Line)
	if from.Line == to.Line {
		out += fmt.Sprintf(",col=%d,endColumn=%d", from.Col, max(from.Col, to.Col-1))
	}
	return out
}

// plainText writes pieces of the text report, without colours.
func plainText(w io.Writer, in *Input) *text {
	t := &text{palette: newPalette(false), Input: in, w: bufio.NewWriter(w)}
	t.level = t.levels[finding.Note]
	return t
}
