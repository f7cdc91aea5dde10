package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// document is JSON, version 1: a contract. Fields may be added, never changed;
// arrays are never null.
type document struct {
	Version   int        `json:"version"`
	Tool      tool       `json:"tool"`
	Mode      string     `json:"mode"`
	Summary   summary    `json:"summary"`
	Workloads []workload `json:"workloads"`
	Findings  []problem  `json:"findings"`

	Organization *organization `json:"organization,omitempty"`
}

type tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type summary struct {
	FilesSeen   int `json:"files_seen"`
	FilesParsed int `json:"files_parsed"`
	Workloads   int `json:"workloads"`
	Asking      int `json:"asking"`
	Ready       int `json:"ready"`
	NotReady    int `json:"not_ready"`
	CannotTell  int `json:"cannot_tell"`
	Errors      int `json:"errors"`
	Warnings    int `json:"warnings"`
	Notes       int `json:"notes"`
	Suppressed  int `json:"suppressed"`
}

type workload struct {
	ID           string        `json:"id"`
	Product      string        `json:"product"`
	Kind         string        `json:"kind"`
	Name         string        `json:"name"`
	File         string        `json:"file"`
	Line         int           `json:"line"`
	Profiling    string        `json:"profiling"`
	Readiness    Readiness     `json:"readiness"`
	AppearsAs    []appearance  `json:"appears_as"`
	Sees         sees          `json:"sees"`
	Requirements []requirement `json:"requirements"`
}

type appearance struct {
	Service string `json:"service"`
	Version string `json:"version"`
}

type requirement struct {
	Rule    string         `json:"rule"`
	Verdict finding.Answer `json:"verdict"`
	Reason  string         `json:"reason"`
	Settle  string         `json:"settle"`
}

// start and region are places: columns count characters from 1, the end is
// exclusive.
type start struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type region struct {
	start
	EndLine   int `json:"end_line"`
	EndColumn int `json:"end_column"`
}

type problem struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	region
	Workloads   []string  `json:"workloads"`
	Related     []related `json:"related"`
	Fixes       []fix     `json:"fixes"`
	Facts       []string  `json:"facts"`
	Fingerprint string    `json:"fingerprint"`
	Suppressed  bool      `json:"suppressed"`
}

type related struct {
	start
	Message string `json:"message"`
}

type fix struct {
	Description string `json:"description"`
	Edits       []edit `json:"edits"`
}

type edit struct {
	region
	Text string `json:"text"`
}

// JSON writes the report, version 1.
func JSON(w io.Writer, in *Input) error {
	all := in.statuses()
	doc := document{
		Version: 1, Tool: tool{"proflint", in.Version}, Mode: in.Mode, Summary: in.summary(in.count(all)),
		Workloads: []workload{},
		Findings:  []problem{}, Organization: organizationOf(in.Organization),
	}
	for _, f := range in.Findings {
		doc.Findings = append(doc.Findings, in.problem(f))
	}
	frame, err := encode(doc, "", "  ")
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(frame, []byte(noWorkloads))
	out := newListWriter(w)
	out.write(harmless(before))
	out.write([]byte(noWorkloads[:len(noWorkloads)-1]))
	var at lines
	in.inOrder(all,
		func(s *status) { out.item(workloadRow(s, at.of(s.At)), "    ", false) },
		func(c *model.Cluster) { out.item(clusterRow(c, at.of(c.At)), "    ", false) })
	out.close("  ")
	out.write(harmless(after))
	out.write([]byte("\n"))
	return cmp.Or(out.err, out.w.Flush())
}

func (in *Input) summary(c counts) summary {
	return summary{
		FilesSeen: in.Seen, FilesParsed: in.Parsed,
		Workloads: c.workloads, Asking: c.asking, Ready: c.ready, NotReady: c.notReady, CannotTell: c.cannotTell,
		Errors: c.errors, Warnings: c.warnings, Notes: c.notes, Suppressed: c.suppressed,
	}
}

// noWorkloads is where the workloads go. They are written one by one: their
// number is not bounded, and the whole text may be much larger than the input.
const noWorkloads = `"workloads": []`

// encode writes a value as JSON, without a line break at its end: each line
// but the first starts with prefix, and is indented by step; no step, one line.
func encode(v any, prefix, step string) ([]byte, error) { return newEncoder().encode(v, prefix, step) }

// encoder is encode for many values: the bytes of one are those of the next.
type encoder struct {
	buf   bytes.Buffer
	json  *json.Encoder
	lines []byte
}

func newEncoder() *encoder {
	e := &encoder{}
	e.json = json.NewEncoder(&e.buf)
	e.json.SetEscapeHTML(false)
	return e
}

func (e *encoder) encode(v any, prefix, step string) ([]byte, error) {
	e.buf.Reset()
	err := e.json.Encode(v)
	doc := bytes.TrimSuffix(e.buf.Bytes(), []byte("\n"))
	if step == "" {
		return doc, err
	}
	e.lines = appendLines(e.lines[:0], doc, prefix, step)
	return e.lines, err
}

// appendLines appends what encoding/json wrote on one line, on lines of its own.
// The encoder's SetIndent makes the same of it and first checks that it is JSON,
// byte by byte, which took longer than encoding it: 2 % of a run.
func appendLines(out, doc []byte, prefix, step string) []byte {
	margin := []byte("\n" + prefix)
	for i := 0; i < len(doc); i++ {
		switch c := doc[i]; c {
		case '{', '[':
			if out = append(out, c); doc[i+1] == c+2 { // the bracket that closes it
				i++
				out = append(out, c+2)
				continue
			}
			margin = append(margin, step...)
			out = append(out, margin...)
		case '}', ']':
			margin = margin[:len(margin)-len(step)]
			out = append(append(out, margin...), c)
		case ',':
			out = append(append(out, c), margin...)
		case ':':
			out = append(out, ": "...)
		case '"':
			from := i
			for i++; doc[i] != '"'; i++ {
				if doc[i] == '\\' {
					i++
				}
			}
			out = append(out, doc[from:i+1]...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// listWriter writes the items of the list, and keeps the first error.
type listWriter struct {
	w     *bufio.Writer
	enc   *encoder
	items int
	err   error
}

func newListWriter(w io.Writer) *listWriter {
	return &listWriter{w: bufio.NewWriter(w), enc: newEncoder()}
}

func (l *listWriter) write(data []byte) {
	if l.err == nil {
		_, l.err = l.w.Write(data)
	}
}

// item writes an item: on lines of its own that start with indent, or on one
// line.
func (l *listWriter) item(v any, indent string, oneLine bool) {
	prefix, step := indent, "  "
	if oneLine {
		prefix, step = "", ""
	}
	data, err := l.enc.encode(v, prefix, step)
	l.err = cmp.Or(l.err, err)
	if l.items++; l.items > 1 {
		l.write([]byte(","))
	}
	l.write([]byte("\n" + indent))
	l.write(harmless(data))
}

func (l *listWriter) close(indent string) {
	if l.items > 0 {
		l.write([]byte("\n" + indent))
	}
	l.write([]byte("]"))
}

func workloadRow(s *status, line int) workload {
	row := workload{
		ID: s.ID, Product: string(s.Product), Kind: string(s.Kind), Name: written(s.Name), File: pathOf(s.At), Line: line,
		Profiling: s.profiling(), Readiness: s.readiness, AppearsAs: []appearance{}, Sees: s.sees(), Requirements: []requirement{},
	}
	for _, a := range s.Request.Appears {
		row.AppearsAs = append(row.AppearsAs, appearance{a.Service, a.Version})
	}
	for _, v := range s.verdicts {
		row.Requirements = append(row.Requirements, requirement{v.Rule, v.Answer, v.Reason, v.Settle})
	}
	return row
}

// clusterRow lists a cluster. It runs nothing itself, so it asks for nothing
// and counts nowhere.
func clusterRow(c *model.Cluster, line int) workload {
	return workload{
		ID: c.ID, Product: string(c.Product), Kind: string(c.Kind), Name: written(c.Name), File: pathOf(c.At), Line: line,
		Profiling: "not-asked", Readiness: NotAsked, AppearsAs: []appearance{}, Sees: clusterSees(c), Requirements: []requirement{},
	}
}

func (in *Input) problem(f *finding.Finding) problem {
	out := problem{
		Rule: f.Rule, Severity: f.Level.String(), Message: f.Message, region: regionOf(in.anchor(f)),
		Workloads: append([]string{}, f.Workloads...), Related: []related{}, Fixes: []fix{},
		Facts: append([]string{}, f.Facts...), Fingerprint: f.Fingerprint, Suppressed: f.Suppression != nil,
	}
	for _, l := range f.Related {
		if l.Span.Valid() {
			out.Related = append(out.Related, related{regionOf(l.Span).start, l.Text})
		}
	}
	for _, x := range f.Fixes {
		one := fix{x.Text, []edit{}}
		for _, e := range x.Edits {
			one.Edits = append(one.Edits, edit{regionOf(e.Span), e.New})
		}
		out.Fixes = append(out.Fixes, one)
	}
	return out
}

func regionOf(s source.Span) region {
	if !s.Valid() {
		return region{start{".", 1, 1}, 1, 1}
	}
	from, to := s.From(), s.To()
	return region{start{pathOf(s), from.Line, from.Col}, to.Line, to.Col}
}

func pathOf(s source.Span) string {
	if !s.Valid() {
		return "."
	}
	return cmp.Or(s.File.Path, ".")
}

// lines counts the lines before places that are asked for in order. Most files
// have a workload and no finding: counting up to it is a third of the work that
// an index of all their lines is.
type lines struct {
	file     *source.File
	at, more int // the offset up to which lines are counted, and their number
}

// of returns the line of a place, from 1.
func (l *lines) of(s source.Span) int {
	if !s.Valid() {
		return 1
	}
	if s.File != l.file || s.Start < l.at {
		*l = lines{file: s.File}
	}
	l.more += bytes.Count(s.File.Data[l.at:s.Start], []byte("\n"))
	l.at = s.Start
	return l.more + 1
}

// harmless escapes characters that encoding/json leaves alone and a terminal
// may obey: delete, the C1 controls, and those that reorder text. The values
// stay equal.
func harmless(doc []byte) []byte {
	if !slices.ContainsFunc(doc, func(b byte) bool { return b >= 0x7f }) {
		return doc
	}
	out := make([]byte, 0, len(doc))
	for len(doc) > 0 {
		r, size := utf8.DecodeRune(doc)
		if r >= 0x7f && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = append(out, doc[:size]...)
		}
		doc = doc[size:]
	}
	return out
}
