package gcloud

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// FuzzLower: no input may panic, and every place lies in its file.
func FuzzLower(f *testing.F) {
	a, err := txtar.ParseFile(proofFile)
	if err != nil {
		f.Fatal(err)
	}
	for _, line := range commandLines(string(a.Comment)) {
		f.Add(line, "--region=r", "a: b\n")
	}
	f.Add(`gcloud dataproc jobs submit spark --properties=$A,b=$C $FLAGS -- "$@"`, "--properties=a=b", "a=b\nc")
	f.Fuzz(func(t *testing.T, line, cut, file string) {
		files := archived(&txtar.Archive{Files: []txtar.File{{Name: "f", Data: []byte(file)}, {Name: "f1.yaml", Data: []byte(file)}, {Name: "p1", Data: []byte(file)}, {Name: "y1.yaml", Data: []byte(file)}}})
		cutFile := source.NewFile("cut", source.Code, []byte(cut))
		c := Lower(unknownWords(source.NewFile("line", source.Code, []byte(line))), unknownWords(cutFile), source.Span{File: cutFile, End: len(cut)}, files)
		inside(t, c.At)
		leaves(t, c.Body)
		for _, l := range c.Losses {
			leaves(t, l.Tree)
			for _, e := range l.Fix {
				inside(t, e.Span)
			}
		}
		for _, r := range c.Refusals {
			inside(t, r.At)
			if r.Reason == "" || strings.HasSuffix(r.Reason, ".") {
				t.Errorf("reason %q", r.Reason)
			}
			for _, e := range r.Fix {
				inside(t, e.Span)
			}
		}
	})
}

func inside(t *testing.T, s source.Span) {
	if s.Valid() && (s.Start < 0 || s.Start > s.End || s.End > len(s.File.Data)) {
		t.Errorf("%s [%d, %d) of %d", s.File.Path, s.Start, s.End, len(s.File.Data))
	}
}

func leaves(t *testing.T, tree value.Tree) {
	inside(t, tree.At)
	for _, s := range tree.Text.Spans() {
		inside(t, s)
	}
	for _, i := range tree.Items() {
		leaves(t, i)
	}
	if tree.Map != nil {
		for _, e := range tree.Map.Entries {
			for _, s := range e.Key.Spans() {
				inside(t, s)
			}
			leaves(t, e.Val)
		}
	}
}
