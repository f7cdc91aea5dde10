package carry

import (
	"slices"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/markdown"
)

func TestNeeded(t *testing.T) {
	bears := func(s string) bool { return strings.Contains(s, "gcloud") }
	for _, tt := range []struct {
		name   string
		fences []string
		want   []int
	}{
		{"only what launches", []string{"mvn package", "gcloud a", "terraform apply"}, []int{1}},
		{"what it uses", []string{"A=b\nC=d", "E=f", "gcloud $A"}, []int{0, 2}},
		{"through another variable", []string{"A=b", "C=$A", "D=e", "gcloud ${C}"}, []int{0, 1, 3}},
		{"set behind it", []string{"gcloud $A", "A=b"}, []int{0}},
		{"an option of that name", []string{"mvn -DA=b --A=c", "gcloud $A"}, []int{1}},
		{"other ways to set it", []string{"read A", "A[0]=b", "((A++))", ": ${A:=b}", "source x", "echo A", "gcloud $A"}, []int{0, 1, 2, 3, 4, 6}},
		{"a command in a variable", []string{"RUN=\"gcloud a\"\nB=c", "$RUN x", "echo $B", "D=\"$RUN b\"", "$D", "E=(x \\\n gcloud)", "${E[@]}"}, []int{0, 1, 3, 4, 5, 6}},
		{"a command in a variable that is set again", []string{"RUN=\"gcloud a\"", "RUN=ls\n$RUN", "echo $OTHER"}, []int{0}},
		{"set again before it is used", []string{"A=b\nC=d", "# x\n\nexport A=\"e $C\"\ngcloud $A $C"}, []int{0, 1}},
		{"set from itself", []string{"A=b", "A=$A/c\ngcloud $A"}, []int{0, 1}},
		{"all set again", []string{"A=b\nC=d", "A=e\nC=$A\nmvn -DA=$A", "A=e\nC='f g'\ngcloud $A $C"}, []int{2}},
		{"set again behind a command", []string{"A=b", "x || A=c\nA=d\ngcloud $A"}, []int{0, 1}},
		{"more is set than is followed", []string{"A=b\nC=d", "C=\n" + strings.Repeat("E=f\n", 63) + "A=c\ngcloud $A $C"}, []int{0, 1}},
		{"as much is set as is followed", []string{"A=b\nC=d", strings.Repeat("E=f\n", 62) + "C=\nA=c\ngcloud $A $C"}, []int{1}},
		{"an open quote", []string{"B=b", "A=\"c\nB=d\"\ngcloud $A $B"}, []int{0, 1}},
		{"used without a word", []string{"export JAVA_HOME=/x/17", "gcloud a"}, []int{0, 1}},
	} {
		var blocks []markdown.Block
		for _, s := range tt.fences {
			blocks = append(blocks, markdown.Block{Kind: markdown.Fence, Text: source.Derived(s, source.Span{})})
		}
		var got []int
		for i, need := range needed(blocks, bears) {
			if need {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: fences %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestShown(t *testing.T) {
	for in, want := range map[string]bool{
		"gcloud a":                      true,
		"- `gcloud a b --c`":            true,
		"x\n$ gcloud a":                 true,
		"me ➜ gcloud a":                 true,
		"`gcloud\na b --c`":             true,
		"with the gcloud command":       false,
		"the `gcloud` command":          false,
		"see [gcloud CLI](x) or gcloud": false,
	} {
		if got := shown(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
