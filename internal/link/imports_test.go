package link

import (
	"slices"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// What a command sends of a file stands for what the file declares; a file
// that nothing else reads is declared by its first import.
func TestImports(t *testing.T) {
	place := func(path string, start int) source.Span {
		return source.Span{File: source.NewFile(path, source.Code, make([]byte, 100)), Start: start, End: start + 1}
	}
	job := func(path string, start int, typ model.JobType) *model.Workload {
		return &model.Workload{Entity: model.Entity{At: place(path, start)}, Type: typ}
	}
	imported := func(path string, ws ...*model.Workload) *model.Import {
		at := place(path, 0)
		at.End = 50
		return &model.Import{At: at, Declares: &model.Set{Workloads: ws}}
	}
	set := &model.Set{
		Workloads: []*model.Workload{job("a", 1, "before"), job("t", 5, "read"), job("t", 9, "read"), job("t", 60, "second document"), job("z", 1, "after")},
		Imports: []*model.Import{
			imported("t", job("t", 5, "sent"), job("t", 9, "sent")),
			imported("t", job("t", 5, "sent again")),
			imported("unread", job("script", 7, "only sent")),
		},
	}
	imports(set)
	var got []model.JobType
	for _, w := range set.Workloads {
		got = append(got, w.Type)
	}
	want := []model.JobType{"before", "sent", "sent", "second document", "after", "only sent"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	single := &model.Set{Workloads: []*model.Workload{job("t", 5, "read")}, Imports: []*model.Import{imported("t", job("script", 7, "sent"))}}
	imports(single)
	if at := single.Workloads[0].At; at.File.Path != "t" || at.Start != 5 {
		t.Errorf("place of the single one: %v", at)
	}
}
