package report

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/rules"
)

// sarifOf writes a report and reads it back.
func sarifOf(t *testing.T, in *Input) (sarifRun, []byte) {
	t.Helper()
	return sarifWithin(t, in, gitHub())
}

func sarifWithin(t *testing.T, in *Input, l limits) (sarifRun, []byte) {
	t.Helper()
	var b bytes.Buffer
	s := newSarif(in, &rules.Book{})
	s.limits = l
	if err := s.write(&b); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	return log.Runs[0], b.Bytes()
}

// said are the notifications of a run, without their levels.
func said(run sarifRun) []string {
	var out []string
	for _, n := range run.Invocations[0].Notifications {
		out = append(out, n.Descriptor.ID+": "+n.Message.Text)
	}
	return out
}

// The worst findings stay when there are too many.
func TestSarifResults(t *testing.T) {
	l := limits{results: 2_500, shown: 500, bytes: gitHub().bytes}
	f := file("a.sh", strings.Repeat("x\n", 3_000))
	in := &Input{}
	for i := range l.results + 2 {
		x := &finding.Finding{Rule: "r", Level: finding.Note, At: source.Span{File: f, Start: 2 * i, End: 2*i + 1}}
		switch i {
		case 0:
			x.Suppression = &finding.Suppression{InSource: true, Reason: "why not"}
		case l.results:
			x.Level = finding.Warning
		case l.results + 1:
			x.Level = finding.Error
		}
		in.Findings = append(in.Findings, x)
	}
	run, data := sarifWithin(t, in, l)
	if len(run.Results) != l.results || run.Results[0].Level != "error" || run.Results[1].Level != "warning" || run.Results[2].Level != "note" {
		t.Errorf("%d results, first %s", len(run.Results), run.Results[0].Level)
	}
	want := []string{
		"report-limited: 2 findings (1 note, 1 suppressed) left out: GitHub refuses a report with more than 2,500 results. The worst come first; --format json has all.",
		"report-limited: 2,000 findings (2,000 notes) come last and may not be shown: GitHub shows the first 500 results.",
	}
	if d := cmp.Diff(want, said(run)); d != "" {
		t.Error(d)
	}
	if _, again := sarifWithin(t, in, l); !bytes.Equal(data, again) {
		t.Error("the second report differs")
	}
}

// A report that cannot be compressed below GitHub's limit ends earlier.
func TestSarifSize(t *testing.T) {
	l := gitHub()
	l.bytes = 1 << 20
	f := file("a.sh", strings.Repeat("x\n", 1_000))
	random := rand.NewChaCha8([32]byte{})
	in := &Input{}
	for i := range 1_000 {
		noise := make([]byte, 2_000)
		_, _ = random.Read(noise) // it never fails
		in.Findings = append(in.Findings, &finding.Finding{
			Rule: "r", Level: finding.Error, Message: fmt.Sprintf("%x", noise), At: source.Span{File: f, Start: 2 * i, End: 2*i + 1},
		})
	}
	for _, x := range in.Findings[:20] {
		x.Level = finding.Note
	}
	run, data := sarifWithin(t, in, l)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write(data); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	if n, reserve := zipped.Len(), 10<<20-gitHub().bytes; n > l.bytes+reserve || n < l.bytes*9/10 {
		t.Errorf("%d bytes compressed", n)
	}
	n := len(run.Results)
	want := fmt.Sprintf("report-limited: %s left out: GitHub refuses a report of more than 10 MB, compressed.", tally{total: 1_000 - n, errors: 980 - n, notes: 20})
	if notes := said(run); n < 400 || n > 600 || !strings.HasPrefix(notes[0], want) {
		t.Errorf("%d results, %q, want %q", n, notes, want)
	}
}

// Places and workloads of one finding are bounded, and each place stands once.
func TestSarifPlaces(t *testing.T) {
	f := file("a.sh", strings.Repeat("x", 300))
	x := &finding.Finding{Rule: "r", Level: finding.Error, Message: "m [a](b)", At: source.Span{File: f, End: 1}}
	for i := range 150 {
		l := finding.Label{Span: source.Span{File: f, Start: i + 1, End: i + 2}, Text: "p[" + fmt.Sprint(i)}
		x.Related = append(x.Related, l, l)
		x.Workloads = append(x.Workloads, fmt.Sprintf("a.sh#%d", i))
	}
	run, _ := sarifOf(t, &Input{Findings: []*finding.Finding{x}})
	r := run.Results[0]
	if len(r.Related) != 99 || len(r.Locations[0].Logical) != 100 || len(r.Properties.Workloads) != 150 || r.Related[98].ID != 99 {
		t.Errorf("%d related, %d logical, %d workloads", len(r.Related), len(r.Locations[0].Logical), len(r.Properties.Workloads))
	}
	if want := []string{"report-limited: 1 finding (1 error) given with the first 100 of their places or workloads."}; !slices.Equal(said(run), want) {
		t.Errorf("%q", said(run))
	}
	want := `m [a] (b). Hits: a.sh#0, a.sh#1, a.sh#2, a.sh#3, a.sh#4 and 145 more. See: [p\[0](1), [p\[1](2), `
	if got := r.Message.Text; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, `[p\[9](10).`) {
		t.Error(got)
	}
}

// What a project is blamed for stands at the workload that needs it, and never
// without a file.
func TestSarifAnchor(t *testing.T) {
	script, live := file("x y.sh", "gcloud\n"), source.NewFile("//dataproc.googleapis.com/projects/p/jobs/j:1", source.Live, []byte("{}\n"))
	inScript, inLive := source.Span{File: script, End: 6}, source.Span{File: live, End: 1}
	w := []*model.Workload{{Entity: model.Entity{ID: "w0", At: inLive}}, {Entity: model.Entity{ID: "w1", At: inScript}}}
	for _, c := range []struct {
		name string
		x    finding.Finding
		in   Input
		want string // URI of the place, or the notification
		note string // what else the place names
	}{
		{"its own", finding.Finding{At: inScript, Workloads: []string{"w0"}}, Input{Workloads: w}, "x%20y.sh", "w0"},
		{"the workload's", finding.Finding{Workloads: []string{"w1"}}, Input{Workloads: w}, "x%20y.sh", "w1"},
		{"live, the workload's", finding.Finding{At: inLive, Workloads: []string{"w0", "w1"}}, Input{Workloads: w}, "x%20y.sh", "w0 w1 " + live.Path},
		{"live, the proof's", finding.Finding{At: inLive, Related: []finding.Label{{Span: inScript}}}, Input{}, "x%20y.sh", live.Path},
		{"live alone", finding.Finding{At: inLive}, Input{}, "dataproc.googleapis.com/projects/p/jobs/j%3A1", live.Path},
		{"the first workload's", finding.Finding{}, Input{Workloads: w[1:]}, "x%20y.sh", ""},
		{"none", finding.Finding{Rule: "r", Message: "m"}, Input{}, "finding-without-place: r: m.", ""},
	} {
		c.in.Findings = []*finding.Finding{&c.x}
		run, _ := sarifOf(t, &c.in)
		got, names := strings.Join(said(run), ""), []string{}
		if got == "" {
			got = run.Results[0].Locations[0].Physical.Artifact.URI
			for _, l := range run.Results[0].Locations[0].Logical {
				names = append(names, l.Name)
			}
		}
		if got != c.want || strings.Join(names, " ") != c.note {
			t.Errorf("%s: %s, %q", c.name, got, names)
		}
	}
}

func TestArtifact(t *testing.T) {
	for path, want := range map[string]string{
		"a/b.sh": "a/b.sh", "ü b/#1?%[x].sh": "%C3%BC%20b/%231%3F%25%5Bx%5D.sh", "a:b/c:d": "a%3Ab/c%3Ad", "\xff\n": "%FF%0A", "<stdin>": "%3Cstdin%3E",
	} {
		if got := artifact(file(path, "")); got != (sarifArtifact{want, srcRoot}) {
			t.Errorf("%q: %+v", path, got)
		}
	}
	for path, want := range map[string]string{"../b c": "../b%20c", "/b c": "file:///b%20c", "C:/b c": "file:///C:/b%20c"} {
		if got := artifact(file(path, "")); got != (sarifArtifact{URI: want}) {
			t.Errorf("%q: %+v", path, got)
		}
	}
}

// An editor that counts UTF-16 code units applies the fix to the right bytes.
func TestSarifFix(t *testing.T) {
	for _, text := range []string{"x\n\U0001F600é\tab <old> z\n", "\ufeff\U0001F600<old>", "<old>", "\r\n日<old>\r\n"} {
		plain := strings.NewReplacer("<", "", ">", "").Replace(text)
		f := file("a.sh", plain)
		at := spanOf(f, text, "<", ">")
		insert := source.Span{File: f, Start: at.End, End: at.End}
		x := &finding.Finding{Rule: "r", At: at, Fixes: []finding.Fix{
			{Text: "advice"}, {Text: "edit", Edits: []source.Edit{{Span: at, New: "new"}, {Span: insert, New: "+"}}},
		}}
		run, _ := sarifOf(t, &Input{Findings: []*finding.Finding{x}})
		fixes := run.Results[0].Fixes
		if len(fixes) != 1 || len(fixes[0].Changes) != 1 || len(fixes[0].Changes[0].Replacements) != 2 {
			t.Fatalf("%q: %+v", text, fixes)
		}
		got := strings.TrimPrefix(plain, "\ufeff")
		for _, r := range slices.Backward(fixes[0].Changes[0].Replacements) {
			got = replace16(got, r)
		}
		want := strings.TrimPrefix(strings.NewReplacer("<old>", "new+").Replace(text), "\ufeff")
		if got != want {
			t.Errorf("%q became %q", plain, got)
		}
	}
}

// replace16 applies a replacement within one line as an editor does.
func replace16(text string, r sarifReplacement) string {
	lines := strings.SplitAfter(text, "\n")
	units := utf16.Encode([]rune(lines[r.Deleted.StartLine-1]))
	new := slices.Concat(units[:r.Deleted.StartColumn-1], utf16.Encode([]rune(r.Inserted.Text)), units[r.Deleted.EndColumn-1:])
	lines[r.Deleted.StartLine-1] = string(utf16.Decode(new))
	return strings.Join(lines, "")
}

// A file that could not be read, and a path that does not exist, are told.
func TestSarifUnread(t *testing.T) {
	x := &finding.Finding{Rule: "input-not-read", Level: finding.Note, Message: "larger than 4 MiB", At: source.Span{File: file("big.sh", "")}}
	run, _ := sarifOf(t, &Input{Findings: []*finding.Finding{x}, Unread: []string{"nope: no such file"}})
	want := []string{"path-not-read: nope: no such file.", "input-not-read: larger than 4 MiB."}
	if !slices.Equal(said(run), want) || run.Invocations[0].Successful {
		t.Errorf("%q, successful %v", said(run), run.Invocations[0].Successful)
	}
	if got := run.Results[0].Locations[0].Physical.Region; got != (sarifRegion{StartLine: 1}) {
		t.Errorf("%+v", got)
	}
}
