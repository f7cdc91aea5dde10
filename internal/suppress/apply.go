package suppress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/rules"
)

// Unused is the id of the rule that reports ignores.
const Unused = "ignore-unused"

// Setting is an ignore of the configuration.
type Setting struct {
	At       source.Span
	Rule     string
	Covers   func(path string) bool // the files of which it ignores findings
	Workload string                 // only findings that hit no other workload than this one; "" for all
	Until    string                 // the last day on which it holds, as 2027-01-31; "" for always
	Reason   string
}

// Judge says what is needed to tell whether an ignore is of use.
type Judge struct {
	Today string                 // as 2027-01-31; "" is before every other day
	Whole bool                   // all files that could bring a finding were looked at
	Ran   func(rule string) bool // the rule was judged, and reports all that it finds
	// Unknown reports whether a rule cannot be told of some workload in a file.
	Unknown func(rule, path string) bool
	Unused  func() *rules.Rule // reads the page of ignore-unused; nil reports none
}

// Apply marks the findings that are ignored, and returns a finding for each
// ignore that is wrong, past its date, or of no use.
func Apply(j Judge, files []*File, entries []Setting, findings []*finding.Finding) []*finding.Finding {
	by := map[string]*File{}
	for _, f := range files {
		by[f.file.Path] = f
	}
	used := make([]bool, len(entries))
	for _, f := range findings {
		if f.At.Valid() {
			file, scanned := by[f.At.File.Path]
			if !scanned { // a command opened it
				if file = Scan(f.At.File, nil); file != nil {
					files = append(files, file)
				}
				by[f.At.File.Path] = file
			}
			file.apply(j, f)
		}
		j.entries(entries, used, f)
	}
	var out []*finding.Finding
	if j.Unused == nil {
		return nil
	}
	for _, f := range files {
		for _, c := range f.comments {
			out = append(out, j.tell(c, findings)...)
		}
	}
	for _, f := range out {
		j.entries(entries, used, f)
	}
	for i, e := range entries {
		switch {
		case past(e.Until, j.Today):
			out = append(out, j.report("", e.At, "the ignore of %s held until %s", e.Rule, e.Until))
		case j.Whole && !used[i] && j.Ran(e.Rule): // else its file may not be among those looked at
			out = append(out, j.useless(e.At, e.Rule))
		}
	}
	return slices.DeleteFunc(out, func(f *finding.Finding) bool { return f.Level == finding.None })
}

// apply ignores a finding if a comment of its file says so.
func (f *File) apply(j Judge, x *finding.Finding) {
	if f == nil {
		return
	}
	lines := f.linesOf(x.At)
	for _, c := range f.comments {
		if !slices.Contains(c.terms.rules, x.Rule) || past(c.terms.until, j.Today) {
			continue
		}
		if c.scope || lines[c.line] || c.next != 0 && lines[c.next] {
			x.Suppression = &finding.Suppression{InSource: true, Reason: c.terms.reason}
			c.used = append(c.used, x.Rule)
		}
	}
}

// entries ignores a finding if the configuration says so.
func (j Judge) entries(entries []Setting, used []bool, x *finding.Finding) {
	for i, e := range entries {
		if e.Rule != x.Rule || past(e.Until, j.Today) || !x.At.Valid() || !e.Covers(x.At.File.Path) || !e.hits(x) {
			continue
		}
		used[i] = true
		if x.Suppression == nil {
			x.Suppression = &finding.Suppression{Reason: e.Reason}
		}
	}
}

// hits reports whether a finding is about the entry's workload alone.
func (e Setting) hits(x *finding.Finding) bool {
	if e.Workload == "" {
		return true
	}
	for _, id := range x.Workloads {
		if _, name, _ := strings.Cut(id, "#"); name != e.Workload && id != e.Workload {
			return false
		}
	}
	return len(x.Workloads) > 0
}

// past reports whether a day is over. Days are written so that their order is
// that of their letters.
func past(until, today string) bool { return until != "" && until < today }

// tell reports what is wrong with a comment.
func (j Judge) tell(c *comment, findings []*finding.Finding) []*finding.Finding {
	var out []*finding.Finding
	for _, x := range c.flaws {
		out = append(out, j.report("", x.at, "%s", x.msg))
	}
	if past(c.terms.until, j.Today) && c.terms.until != never {
		return append(out, j.report("", c.at, "the ignore of %s held until %s", strings.Join(c.terms.rules, ", "), c.terms.until))
	}
	for i, rule := range c.terms.rules {
		if !slices.Contains(c.used, rule) && j.Ran(rule) {
			x := j.useless(c.places[i], rule)
			if missed := missed(c, rule, findings); missed != nil {
				x.Message += fmt.Sprintf("; the finding stands in line %d", missed.At.From().Line)
				x.Related = []finding.Label{{Span: missed.At, Text: "this is not ignored"}}
			}
			out = append(out, x)
		}
	}
	return out
}

// missed returns a finding of the comment's file that it may have been meant
// for, nil if there is none.
func missed(c *comment, rule string, findings []*finding.Finding) *finding.Finding {
	i := slices.IndexFunc(findings, func(f *finding.Finding) bool {
		return f.Rule == rule && f.Suppression == nil && f.At.Valid() && f.At.File.Path == c.at.File.Path
	})
	if i < 0 {
		return nil
	}
	return findings[i]
}

// useless reports an ignore of nothing. A flaw may come from other files than
// those that were looked at, or be one that cannot be told.
func (j Judge) useless(at source.Span, rule string) *finding.Finding {
	if !j.Whole || j.Unknown(rule, at.File.Path) {
		return j.report("partial", at, "the ignore of %s ignores nothing that these files show", rule)
	}
	return j.report("", at, "the ignore of %s ignores nothing", rule)
}

func (j Judge) report(kase string, at source.Span, format string, args ...any) *finding.Finding {
	page := j.Unused()
	return &finding.Finding{
		Rule: Unused, Level: page.Shown(kase), At: at, Message: fmt.Sprintf(format, args...), Evidence: at.Text(),
		Facts: page.Facts, Why: firstLine(page.Why()), Fixes: []finding.Fix{{Text: "remove the ignore, or correct it"}},
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// linesOf returns the lines at which an ignore speaks of a place: its own, and
// the first and the last line of whatever it stands in and that has no room for
// a comment: a command that is continued over lines, a string, a block of YAML,
// a fence of Markdown.
func (f *File) linesOf(at source.Span) map[int]bool {
	out := map[int]bool{}
	for line := at.From().Line; !out[line]; {
		first, last := line, line
		for f.continued(first - 1) {
			first--
		}
		for f.continued(last) {
			last++
		}
		out[line], out[first], out[last] = true, true, true
		if around := f.around(first); around != nil {
			line = f.file.Pos(around.from).Line
			if around.quoted {
				out[f.file.Pos(around.to).Line] = true
			}
		}
	}
	return out
}

// continued reports whether a line goes on in the next one.
func (f *File) continued(line int) bool {
	if line < 1 || line >= f.file.Lines() {
		return false
	}
	text, _ := f.file.Line(line)
	switch {
	case strings.HasSuffix(f.file.Path, ".ps1"):
		return strings.HasSuffix(text, " `")
	case strings.HasSuffix(f.file.Path, ".bat") || strings.HasSuffix(f.file.Path, ".cmd"):
		return strings.HasSuffix(text, "^")
	}
	if strings.HasSuffix(f.file.Path, ".ipynb") { // each line is a JSON string: "--a \\\n",
		return strings.HasSuffix(strings.TrimSuffix(text, ","), `\\\n"`)
	}
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// around returns the innermost whole that a line stands in below its first
// line, nil for none.
func (f *File) around(line int) *piece {
	start := f.file.LineStart(line)
	var best *piece
	for i, p := range f.layout.wholes {
		if p.from < start && start < p.to && (best == nil || best.from < p.from) {
			best = &f.layout.wholes[i]
		}
	}
	return best
}
