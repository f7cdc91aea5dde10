package link

import (
	"fmt"
	"slices"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// A job looks at few clusters, however many there are of its name.
func TestNames(t *testing.T) {
	var all []*model.Cluster
	create := func(path string, name source.Text) *model.Cluster {
		c := &model.Cluster{Entity: model.Entity{Name: value.Text(name), At: source.Span{File: source.NewFile(path, source.Code, nil)}}}
		all = append(all, c)
		return c
	}
	text := func(s string) source.Text { return source.Derived(s, source.Span{}) }
	ways := func(names ...string) source.Text {
		h := &source.Hole{Expr: "$c", Each: "1"}
		for _, n := range names {
			h.OneOf = append(h.OneOf, text(n))
		}
		return source.Unknown(h, source.Span{})
	}
	for i := range 5000 {
		create("a/x.sh", text("same"))
		create(fmt.Sprintf("b/%d/x.sh", i), text("same"))
		create("a/x.sh", text(fmt.Sprintf("own%d", i)))
	}
	loop, single := create("c/loop.sh", ways("one", "two")), create("c/loop.sh", text("three"))
	names := newNames(all)
	for _, c := range []struct {
		name source.Text
		in   string
		want int
		all  []*model.Cluster // where few
	}{
		{text("same"), "a/x.sh", maxAmong + 1, nil},
		{text("same"), "a", maxAmong + 1, nil},
		{text("same"), anywhere, maxAmong + 1, nil},
		{text("same"), "b/7", 1, []*model.Cluster{all[7*3+1]}},
		{text("same"), "b/7/x.sh", 1, []*model.Cluster{all[7*3+1]}},
		{text("same"), "c", 0, nil},
		{text("same"), answers, 0, nil},
		{text("own9"), "a", 1, []*model.Cluster{all[9*3+2]}},
		{text("two"), "c", 1, []*model.Cluster{loop}},
		{ways("three", "same"), "c", 1, []*model.Cluster{single}},
		{ways("own1", "own0", "none"), anywhere, 2, []*model.Cluster{all[2], all[5]}},
	} {
		looked := 0
		got := names.called(c.name, c.in, func(*model.Cluster) bool { looked++; return true })
		if len(got) != c.want || c.all != nil && !slices.Equal(got, c.all) {
			t.Errorf("%s in %s: %d clusters, want %d", c.name, c.in, len(got), c.want)
		}
		if looked > 2*maxAmong {
			t.Errorf("%s in %s: looked at %d clusters", c.name, c.in, looked)
		}
	}
}

func TestAbove(t *testing.T) {
	for dir, want := range map[string][]string{
		"a/b":   {"a/b", "a", anywhere},
		"a":     {"a", anywhere},
		"":      {"", anywhere},
		"//g/p": {"//g/p", "//g", "/", "", anywhere},
	} {
		if got := slices.Collect(above(dir)); !slices.Equal(got, want) {
			t.Errorf("above %q: %q, want %q", dir, got, want)
		}
	}
}
