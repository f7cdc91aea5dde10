package finding

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/source"
)

// TestPick: each line is a finding, with its edits as from-to=new; a slash
// parts alternative fixes, "-" is one in words. want names the findings that
// are chosen, and what comes of the text 0123456789.
func TestPick(t *testing.T) {
	for _, c := range []struct{ name, findings, want, text string }{
		{"apart", "a 0-1=x\nb 5-6=y", "a b", "x1234y6789"},
		{"the first wins", "a 0-3=x\nb 2-4=y", "a", "x3456789"},
		{"places that meet wait", "a 0-3=x\nb 3-3=y", "a", "x3456789"},
		{"two insertions at one place", "a 3-3=x\nb 3-3=y", "a", "012x3456789"},
		{"an edit that both want", "a 0-1=x 5-5=z\nb 5-5=z 8-9=y", "a b", "x1234z567y9"},
		{"whole or not at all", "a 2-3=x\nb 0-1=y 2-4=z", "a", "01x3456789"},
		{"a later one does not wait for one that waits", "a 2-3=x\nb 0-1=y 2-4=z\nc 0-1=w", "a c", "w1x3456789"},
		{"edits of one fix may meet", "a 0-3=x 3-3=y", "a", "xy3456789"},
		{"but not overlap", "a 0-3=x 2-4=y\nb 7-8=z", "b", "0123456z89"},
		{"nor start at one place", "a 3-3=x 3-5=y\nb 7-8=z", "b", "0123456z89"},
		{"the first with edits", "a - / 0-1=x / 5-6=y", "a", "x123456789"},
		{"words alone", "a -\nb 9-9=y", "b", "012345678y9"},
		{"deletion", "a 1-9=", "a", "09"},
		{"in no order", "a 5-6=x\nb 0-1=y\nc 5-6=x 8-9=z\nd 1-2=q\ne 3-3=w\nf 6-7=v", "a b c e", "y12w34x67z9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var in []*Finding
			for line := range strings.Lines(c.findings) {
				name, fixes, _ := strings.Cut(strings.TrimSpace(line), " ")
				f := &Finding{Rule: name}
				for fix := range strings.SplitSeq(fixes, " / ") {
					x := Fix{Text: fix}
					// every reading of a file is a File of its own
					file := source.NewFile("f", source.Code, []byte("0123456789"))
					for edit := range strings.FieldsSeq(fix) {
						if span, text, ok := strings.Cut(edit, "="); ok {
							x.Edits = append(x.Edits, source.Edit{Span: source.Span{File: file, Start: int(span[0] - '0'), End: int(span[2] - '0')}, New: text})
						}
					}
					f.Fixes = append(f.Fixes, x)
				}
				in = append(in, f)
			}
			picked, edits := Pick(in)
			var names []string
			for _, f := range picked {
				names = append(names, f.Rule)
			}
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("picked %q, want %q", got, c.want)
			}
			if got := string(source.Apply([]byte("0123456789"), edits)); got != c.text {
				t.Errorf("text %q, want %q", got, c.text)
			}
		})
	}
	known := &Finding{Suppression: &Suppression{}, Fixes: []Fix{{Edits: []source.Edit{{Span: source.Span{File: source.NewFile("f", source.Code, []byte("x")), End: 1}}}}}}
	if picked, _ := Pick([]*Finding{known}); picked != nil {
		t.Error("a suppressed finding is picked")
	}
}

// TestFinishMergesFixes: one text that two findings want changed in different
// ways is changed in none.
func TestFinishMergesFixes(t *testing.T) {
	file := source.NewFile("f", source.Code, []byte("0123456789"))
	at := source.Span{File: file, Start: 1, End: 2}
	with := func(text string) *Finding {
		return &Finding{Rule: "r", At: at, Fixes: []Fix{{Text: "write " + text, Edits: []source.Edit{{Span: at, New: text}}}}}
	}
	if got := Finish([]*Finding{with("x"), with("x")}); len(got) != 1 || len(got[0].Fixes[0].Edits) != 1 {
		t.Errorf("the same fix twice: %+v", got[0].Fixes)
	}
	got := Finish([]*Finding{with("x"), with("y"), with("x")})
	want := []Fix{{Text: "write x"}, {Text: "write y"}}
	if diff := cmp.Diff(want, got[0].Fixes); diff != "" {
		t.Errorf("different fixes (-want +got):\n%s", diff)
	}
}
