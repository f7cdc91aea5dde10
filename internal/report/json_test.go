package report

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// Lines are broken as encoding/json breaks them.
func TestAppendLines(t *testing.T) {
	for _, v := range []any{
		nil, -1.5e30, "", `a"b\`, `\\"`, "{[:,]}", []any{}, map[string]any{}, struct{}{},
		[]any{nil, true, []any{[]any{}}, map[string]any{`"`: map[string]any{"a\n": []string{`\`, "ü\u2028"}, "b": 1}}},
	} {
		for _, prefix := range []string{"", "    "} {
			want, err := json.MarshalIndent(v, prefix, "  ")
			if err != nil {
				t.Fatal(err)
			}
			line, _ := json.Marshal(v)
			if d := cmp.Diff(string(want), string(appendLines(nil, line, prefix, "  "))); d != "" {
				t.Error(d)
			}
		}
	}
}

// Lines are those of an index, in whatever order places are asked for.
func TestLines(t *testing.T) {
	a, b := source.NewFile("a", source.Code, []byte("\n1\r\n\n\nx")), source.NewFile("b", source.Code, []byte("1\n2"))
	var at lines
	for _, s := range []source.Span{{File: a}, {File: a, Start: 1}, {File: a, Start: 1}, {File: a, Start: 7}, {File: b, Start: 2}, {File: b}, {File: a, Start: 4}} {
		if got, want := at.of(s), s.From().Line; got != want {
			t.Errorf("%v: line %d, want %d", s, got, want)
		}
	}
	if row := clusterRow(&model.Cluster{}, at.of(source.Span{})); row.File != "." || row.Line != 1 {
		t.Errorf("what stands nowhere is at %s:%d", row.File, row.Line)
	}
}
