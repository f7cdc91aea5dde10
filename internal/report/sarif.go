package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/rules"
)

const projectURL = "https://github.com/proflint/proflint"

// srcRoot is the base of all file names: the root of the repository, which
// whoever reads the report has to know.
const srcRoot = "%SRCROOT%"

// SARIF writes the report as SARIF 2.1.0 for GitHub's code scanning and other
// readers: one run, worst findings first, within GitHub's limits. What a limit
// left out is said in a notification of the run. Nothing in it depends on the
// time or the machine.
func SARIF(w io.Writer, in *Input) error {
	book, err := rules.Load()
	if err != nil {
		return err
	}
	return newSarif(in, book).write(w)
}

// sarif is one report being written.
type sarif struct {
	*Input
	book   *rules.Book
	limits limits
	index  map[string]int // of the rules' descriptors
	places places
	notes  []sarifNotification
}

func newSarif(in *Input, book *rules.Book) *sarif {
	s := &sarif{Input: in, book: book, limits: gitHub(), index: map[string]int{}, places: in.places()}
	for i, r := range book.Rules {
		s.index[r.ID] = i
	}
	for _, u := range in.Unread {
		s.note("path-not-read", finding.Error, period(u))
	}
	return s
}

// write writes the results one by one, as their number is only bounded by what
// GitHub takes; all around them comes from the frame.
func (s *sarif) write(w io.Writer) error {
	head, _, err := s.frame()
	if err != nil {
		return err
	}
	size := &measure{limit: s.limits.bytes}
	out := newListWriter(io.MultiWriter(w, size))
	out.write(head)
	s.results(out, size)
	out.close("      ")
	_, tail, err := s.frame() // the notes have come to be
	if err != nil {
		return err
	}
	out.write(tail)
	out.write([]byte("\n"))
	return cmp.Or(out.err, out.w.Flush())
}

// frame returns what stands before and behind the results.
func (s *sarif) frame() (head, tail []byte, err error) {
	run := sarifRun{
		Tool:       sarifTool{s.driver()},
		Bases:      map[string]sarifBase{srcRoot: {sarifText{"The root of the repository."}}},
		ColumnKind: "utf16CodeUnits",
		Results:    []sarifResult{},
		Invocations: []sarifInvocation{{
			Successful: len(s.Unread) == 0, Notifications: append([]sarifNotification{}, s.notes...),
		}},
		Properties: sarifRunProperties{s.Mode, s.summary(s.count(s.statuses()))},
	}
	data, err := encode(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}, "", "  ")
	head, tail, _ = bytes.Cut(data, []byte(noResults))
	return slices.Concat(harmless(head), []byte(noResults[:len(noResults)-1])), harmless(tail), err
}

const noResults = `"results": []`

// result is one finding. Its place is always in a file.
func (s *sarif) result(f *finding.Finding, at source.Span) sarifResult {
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: s.index[f.Rule], Level: f.Level.String(),
		Message:      sarifText{s.message(f)},
		Locations:    []sarifLocation{s.primary(f, at)},
		Fingerprints: map[string]string{"proflint/v1": f.Fingerprint},
		Fixes:        []sarifFix{}, Related: []sarifLocation{}, Suppressions: []sarifSuppression{},
		Properties: sarifProperties{Facts: append([]string{}, f.Facts...), Workloads: []string{}},
	}
	for _, id := range f.Workloads {
		out.Properties.Workloads = append(out.Properties.Workloads, clean(id))
	}
	for i, l := range proof(f) {
		loc := location(l.Span, l.Text)
		loc.ID = i + 1
		out.Related = append(out.Related, loc)
	}
	for _, x := range f.Fixes {
		if len(x.Edits) > 0 {
			out.Fixes = append(out.Fixes, sarifFix{sarifText{clean(x.Text)}, changes(x.Edits)})
		}
	}
	if sup := f.Suppression; sup != nil {
		kind := "external"
		if sup.InSource {
			kind = "inSource"
		}
		out.Suppressions = append(out.Suppressions, sarifSuppression{kind, "accepted", clean(sup.Reason)})
	}
	return out
}

// primary is the place of a result, with its text for readers that do not have
// the file, and the workloads and the live resource that it is about.
func (s *sarif) primary(f *finding.Finding, at source.Span) sarifLocation {
	out := location(at, f.AtText)
	if at != f.At {
		out.Message = nil
	}
	out.Physical.snippets(at)
	for _, id := range f.Workloads[:min(len(f.Workloads), maxLocations)] {
		out.Logical = append(out.Logical, sarifLogical{clean(id), "resource"})
	}
	if f.At.Valid() && f.At.File.Kind == source.Live {
		out.Logical = append(out.Logical, sarifLogical{clean(f.At.File.Path), "resource"})
	}
	return out
}

// message is the finding in sentences: what is wrong comes first. Each place
// that proves it is a link, because GitHub shows only those that the message
// links to.
func (s *sarif) message(f *finding.Finding) string {
	out := strings.ReplaceAll(saying(f), "](", "] (") // brackets of a linted file are no link
	var links []string
	for i, l := range proof(f) {
		if i == maxLinks {
			break
		}
		text := cmp.Or(clean(l.Text), fmt.Sprintf("line %d of %s", l.Span.From().Line, clean(l.Span.File.Path)))
		links = append(links, fmt.Sprintf("[%s](%d)", brackets.Replace(text), i+1))
	}
	if len(links) > 0 {
		out += " See: " + strings.Join(links, ", ") + "."
	}
	return out
}

const maxLinks = 10

var brackets = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)

// proof returns the related places of a finding, each once, as many as GitHub
// shows.
func proof(f *finding.Finding) []finding.Label {
	var out []finding.Label
	for _, l := range f.Related {
		if named(l.Span) && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out[:min(len(out), maxLocations-1)]
}

func location(at source.Span, text string) sarifLocation {
	out := sarifLocation{Physical: sarifPhysical{Artifact: artifact(at.File), Region: sarifRegionOf(at)}}
	if text = clean(text); text != "" {
		out.Message = &sarifText{text}
	}
	return out
}

// changes are the edits of a fix, grouped by file.
func changes(edits []source.Edit) []sarifChange {
	var out []sarifChange
	var files []*source.File
	for _, e := range edits {
		if !e.Span.Valid() {
			continue
		}
		i := slices.Index(files, e.Span.File)
		if i < 0 {
			i = len(files)
			files = append(files, e.Span.File)
			out = append(out, sarifChange{Artifact: artifact(e.Span.File)})
		}
		out[i].Replacements = append(out[i].Replacements, sarifReplacement{sarifRegionOf(e.Span), sarifText{e.New}})
	}
	return out
}

var drive = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z]:/`)
})

// artifact names a file by a URI: every segment is percent-encoded. Files
// below the root are relative to it; what lies outside, named by the user, has
// no base that a reader could know.
func artifact(f *source.File) sarifArtifact {
	switch {
	case strings.HasPrefix(f.Path, "//"): // a live resource: its host would be taken for a network share
		return sarifArtifact{URI: escapePath(strings.TrimLeft(f.Path, "/")), Base: srcRoot}
	case strings.HasPrefix(f.Path, "/"):
		return sarifArtifact{URI: "file://" + escapePath(f.Path)}
	case drive().MatchString(f.Path):
		return sarifArtifact{URI: "file:///" + f.Path[:2] + escapePath(f.Path[2:])}
	case strings.HasPrefix(f.Path, "../"):
		return sarifArtifact{URI: escapePath(f.Path)}
	}
	return sarifArtifact{URI: escapePath(f.Path), Base: srcRoot}
}

func escapePath(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		segments[i] = strings.ReplaceAll(url.PathEscape(s), ":", "%3A") // "a:b" would start with a scheme
	}
	return strings.Join(segments, "/")
}

const mark8 = "\ufeff"

// sarifRegionOf counts columns in UTF-16 code units from 1, without a byte
// order mark. A file that could not be read has a first line all the same.
func sarifRegionOf(at source.Span) sarifRegion {
	if len(at.File.Data) == 0 {
		return sarifRegion{StartLine: 1}
	}
	from, to := at.From(), at.To()
	out := sarifRegion{from.Line, from.Col16, to.Line, to.Col16, nil}
	if strings.HasPrefix(string(at.File.Data[:min(3, len(at.File.Data))]), mark8) {
		if from.Line == 1 {
			out.StartColumn = max(1, out.StartColumn-1)
		}
		if to.Line == 1 {
			out.EndColumn = max(1, out.EndColumn-1)
		}
	}
	return out
}

// maxSnippet bounds the text that is repeated from a file, in bytes.
const maxSnippet = 1000

// snippets adds the marked text and the lines around it. A text with controls
// in it is left out, since a snippet has to be the text as it stands.
func (p *sarifPhysical) snippets(at source.Span) {
	p.Region.Snippet = snippet(at.Text())
	if p.Region.Snippet == nil {
		return
	}
	from, to := at.From().Line, at.To().Line
	lines := source.Span{File: at.File, Start: at.File.LineStart(from), End: len(at.File.Data)}
	if to < at.File.Lines() {
		lines.End = at.File.LineStart(to+1) - 1
	}
	text := strings.TrimSuffix(lines.Text(), "\r")
	if s := snippet(text); s != nil && text != at.Text() { // it has to hold more than the region
		p.Context = &sarifContext{from, to, *s}
	}
}

func snippet(s string) *sarifText {
	odd := func(r rune) bool { return r != '\n' && r != '\r' && r != '\t' && hidden(r) }
	if s == "" || len(s) > maxSnippet || !utf8.ValidString(s) || strings.ContainsFunc(s, odd) {
		return nil
	}
	return &sarifText{s}
}
