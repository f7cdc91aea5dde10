package suppress

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// at makes findings from "RULE FILE WORKLOAD:TEXT" of a made-up file, with
// fingerprints as a run computes them.
func at(specs ...string) []*finding.Finding {
	var out []*finding.Finding
	files := map[string]*source.File{}
	for i, s := range specs {
		f := strings.Fields(s)
		if files[f[1]] == nil {
			files[f[1]] = source.NewFile(f[1], source.Code, []byte(strings.Repeat("line\n", 20)))
		}
		owner, text, _ := strings.Cut(f[2], ":")
		id := f[1] + "#" + owner
		out = append(out, &finding.Finding{
			Rule: f[0], Level: finding.Warning, At: source.Span{File: files[f[1]], Start: 5 * i, End: 5*i + 4},
			Workloads: []string{id}, Owner: id, Evidence: text,
		})
	}
	return finding.Finish(out)
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		name     string
		was, now []string
		want     string // for each of now: its index in was, or -
	}{
		{"the same", []string{"r a.sh j:x"}, []string{"r a.sh j:x"}, "0"},
		{"another rule", []string{"r a.sh j:x"}, []string{"q a.sh j:x"}, "-"},
		{"another workload", []string{"r a.sh j:x"}, []string{"r a.sh k:x"}, "-"},
		{"another text", []string{"r a.sh j:x"}, []string{"r a.sh j:y"}, "-"},
		{"a second copy in the file", []string{"r a.sh j:x"}, []string{"r a.sh j:x", "r a.sh j:x"}, "0-"},
		{"one of two copies goes", []string{"r a.sh j:x", "r a.sh j:x"}, []string{"r a.sh j:x"}, "0"},
		{"a copy in another file", []string{"r a.sh j:x"}, []string{"r a.sh j:x", "r b.sh j:x"}, "0-"},
		{"a copy in a file before", []string{"r b.sh j:x"}, []string{"r a.sh j:x", "r b.sh j:x"}, "-0"},
		{"a renamed file", []string{"r a.sh j:x", "r a.sh k:y"}, []string{"r b.sh j:x", "r b.sh k:y"}, "01"},
		{"a renamed file and a copy", []string{"r a.sh j:x"}, []string{"r b.sh j:x", "r c.sh j:x"}, "0-"},
		{"a renamed folder", []string{"r d/a.sh j:x", "r d/b.sh j:x"}, []string{"r c/b.sh j:x", "r e/a.sh j:x"}, "10"},
		{"two files become one", []string{"r a.sh j:x", "r b.sh j:x"}, []string{"r c.sh j:x"}, "0"},
		{"nothing known", nil, []string{"r a.sh j:x"}, "-"},
		{"nothing left", []string{"r a.sh j:x"}, nil, ""},
	} {
		var known []fault
		for _, f := range at(c.was...) {
			known = append(known, faultOf(f))
		}
		got := ""
		for _, k := range match(known, at(c.now...)) {
			got += string("-0123"[k+1])
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// what nobody looked for was not renamed
	hidden := faultOf(at("r a.sh j:x")[0])
	hidden.kept = true
	if got := match([]fault{hidden}, at("r b.sh j:x")); got[0] != -1 {
		t.Error("an entry that was not looked for was taken for a renamed one")
	}
	if got := match([]fault{hidden}, at("r a.sh j:x")); got[0] != 0 {
		t.Error("an entry that stands where it was is known, looked for or not")
	}
}

func TestGrew(t *testing.T) {
	was := fault{level: finding.Warning, workloads: []string{"a.sh#x", "b.sh#x", "b.sh#y"}}
	for _, c := range []struct {
		name      string
		level     finding.Level
		workloads string
		want      bool
	}{
		{"the same", finding.Warning, "a.sh#x b.sh#x b.sh#y", false},
		{"fewer workloads", finding.Warning, "b.sh#y", false},
		{"none", finding.Warning, "", false},
		{"a lower level", finding.Note, "a.sh#x", false},
		{"a higher level", finding.Error, "a.sh#x", true},
		{"one more workload", finding.Warning, "a.sh#x b.sh#x b.sh#y c.sh#z", true},
		{"one more of a name", finding.Warning, "a.sh#x b.sh#x c.sh#x", true},
		{"renamed files", finding.Warning, "c.sh#x d.sh#x e.sh#y", false},
		{"another workload", finding.Warning, "a.sh#z", true},
	} {
		if got := was.grew(&finding.Finding{Level: c.level, Workloads: strings.Fields(c.workloads)}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestRewritten(t *testing.T) {
	for _, c := range []struct {
		was, now string // the text to change stands in «»
		want     bool
	}{
		{"a «x» b", "a «x» b", false},
		{"a «x» b", "\n\n  a   «x»\tb\r\n", false},
		{"a «x» b", "new line\na «x» b\nanother", false},
		{"a «x» b", "a \\\n  «x» \\\n  b", false},
		{"a \\\n «x» \\\n b", "a «x» b", false},
		{"a «x» b", "a «x» b c", true},
		{"a «x» b c", "a «x» b", true},
		{"a «x» b", "«x» b", true},
		{"a «x» b", "c «x» b", true},
		{"a=«x»", "b=«x»", true},
		{"a\nb «x» c\nd", "z\nb «x» c\ny", false},
		{"a «x\ny» b", "a «x\ny» b c", true},
		{"a «x\ny» b", "a «x\n  y» b", false},
		{"«x\n»a", "«x\n»b", false}, // the next line is not of the text
		{"a «» b", "a «» b", false},
		{"a «x» # why", "a «x» # because", true},
	} {
		if got := rewritten(marked(c.was), marked(c.now)); got != c.want {
			t.Errorf("%q, %q: %v", c.was, c.now, got)
		}
	}
	if !rewritten(source.Span{}, marked("«x»")) || rewritten(source.Span{}, source.Span{}) {
		t.Error("a finding without a place")
	}
}

func marked(s string) source.Span {
	before, rest, _ := strings.Cut(s, "«")
	text, after, _ := strings.Cut(rest, "»")
	f := source.NewFile("f", source.Code, []byte(before+text+after))
	return source.Span{File: f, Start: len(before), End: len(before) + len(text)}
}
