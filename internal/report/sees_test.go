package report

import (
	"encoding/json"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Properties are a map of strings, whatever stands in their place.
func TestSeesProperties(t *testing.T) {
	f := file("b.yaml", "a:\n  - x\n  - y: z\n")
	text := func(s string) source.Text { return source.Exact(at(t, f, s)) }
	list := value.NewList(at(t, f, "- x\n  - y: z"))
	list.List.Items = []value.Tree{value.String(text("x"))}
	nested := value.NewMap(at(t, f, "y: z"))
	nested.Map.Put(text("y"), value.String(text("z")))
	whole := value.NewMap(source.Span{File: f, End: len(f.Data)})
	whole.Map.Put(text("x"), value.String(text("z")))
	whole.Map.Put(text("a"), list)
	whole.Map.Put(text("y"), nested)
	for _, c := range []struct {
		name string
		tree value.Tree
		want string
	}{
		{"list", list, `{"unknown":"- x - y: z"}`},
		{"text", value.String(text("x")), `{"unknown":"x"}`},
		{"values", whole, `{"a":{"unknown":"- x - y: z"},"x":"z","y":{"unknown":"y: z"}}`},
		{"absent", value.Missing(source.Span{}), `null`},
	} {
		var s sees
		got, err := json.Marshal(s.properties(c.tree))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}
