package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/rules"
)

// Whatever a linted file holds, the text obeys no control character of it and
// is valid UTF-8, the JSON stays JSON, and an excerpt's carets stay in the row.
func FuzzReports(f *testing.F) {
	f.Add([]byte("a\tb\x1b[31m\nc\u202e\xff"), 2, 5, 8, 9, "x")
	f.Add([]byte(strings.Repeat("日本", 300)), 12, 900, 30, 33, "\n")
	f.Add([]byte(""), 0, 0, 0, 0, "")
	f.Add([]byte("\ufffe]]>\uffff"), 0, 3, 3, 6, "]]>::error::x\n##[")
	f.Add([]byte("\r\n\r\n"), 1, 3, 4, 4, "\r\n")
	f.Fuzz(func(t *testing.T, data []byte, a, b, c, d int, s string) {
		file := source.NewFile("d/"+s+".sh", source.Code, data)
		in := &Input{Looked: "1 file seen", Findings: []*finding.Finding{{
			Rule: "r", Level: finding.Warning, Message: s, AtText: s, Received: s, At: within(file, a, b),
			Related: []finding.Label{{Span: within(file, c, d), Text: s}, {}},
			Fixes: []finding.Fix{{Text: s, Edits: []source.Edit{
				{Span: within(file, a, b), New: s}, {Span: within(file, c, d), New: "x"}, {},
			}}},
		}}}
		var text bytes.Buffer
		if err := Text(&text, in, false); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(text.Bytes()) {
			t.Errorf("not UTF-8: %q", text.String())
		}
		if i := strings.IndexFunc(text.String(), func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) }); i >= 0 {
			t.Errorf("control character at %d of %q", i, text.String())
		}
		var doc bytes.Buffer
		if err := JSON(&doc, in); err != nil {
			t.Fatal(err)
		}
		var back document
		if err := json.Unmarshal(doc.Bytes(), &back); err != nil {
			t.Fatal(err)
		}
		foreign(t, in)
		if got, want := back.Findings[0].Message, strings.ToValidUTF8(s, "\uFFFD"); utf8.ValidString(s) && got != want {
			t.Errorf("message %q became %q", s, got)
		}
	})
}

// foreign writes the formats that others read, and reads them as they do.
func foreign(t *testing.T, in *Input) {
	write := func(format func(io.Writer, *Input) error) string {
		var b bytes.Buffer
		if err := format(&b, in); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(b.Bytes()) || bytes.ContainsFunc(b.Bytes(), func(r rune) bool { return r != '\n' && unicode.IsControl(r) }) {
			t.Errorf("a control, or not UTF-8: %q", b.String())
		}
		return b.String()
	}
	// the rules' pages are not from linted files, and take long
	noRules := func(w io.Writer, in *Input) error { return newSarif(in, &rules.Book{}).write(w) }
	var log sarifLog
	if err := json.Unmarshal([]byte(write(noRules)), &log); err != nil || len(log.Runs[0].Results) != 1 {
		t.Errorf("SARIF: %v", err)
	}
	var suites junitSuites
	if err := xml.Unmarshal([]byte(write(JUnit)), &suites); err != nil || len(suites.Suites) != 1 || suites.Suites[0].Tests != 1 {
		t.Errorf("JUnit: %v", err)
	}
	if got := write(GitHub); strings.Count(got, "\n") != 2 || !strings.HasPrefix(got, "::warning title=r,file=") {
		t.Errorf("GitHub: %q", got)
	}
	write(Markdown)
	write(HTML)
}

func within(f *source.File, a, b int) source.Span {
	n := len(f.Data) + 1
	a, b = (a%n+n)%n, (b%n+n)%n
	return source.Span{File: f, Start: min(a, b), End: max(a, b)}
}

// An unknown that may set several things is named once.
func TestSeesLines(t *testing.T) {
	s := sees{Properties: map[string]any{"k": "v"}, Scopes: unknown{"$@"}, ServiceAccount: unknown{"$@"}, ImageVersion: unknown{"$V"}, Open: []any{unknown{"$P"}}}
	want := [][2]string{{"property", "k=v"}, {"version", "$V (not known)"}, {"and more from", "$P (not known)"}, {"and more from", "$@ (not known)"}}
	if d := cmp.Diff(want, s.lines()); d != "" {
		t.Error(d)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
