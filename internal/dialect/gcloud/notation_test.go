package gcloud

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

// What manuals leave out or let choose is nobody's name or main file.
func TestNotation(t *testing.T) {
	for _, tt := range []struct{ line, path, want string }{
		{"gcloud dataproc clusters create [--flag=x] [<name>] --region=r", "clusterName", "?[--flag=x]"},
		{"gcloud dataproc clusters create [<name>] --region=r", "clusterName", "?[<name>]"},
		{"gcloud dataproc clusters create {a|b} c", "clusterName", "c"},
		{"gcloud dataproc clusters create [NAME] --region=r", "clusterName", "?[NAME]"},
		{"gcloud dataproc batches submit pyspark [--timeout TIME] a.py", "pysparkBatch.mainPythonFileUri", "a.py"},
		{"gcloud dataproc batches submit pyspark [a.py [b.py]]", "pysparkBatch.mainPythonFileUri", "?[a.py"},
	} {
		if got := show(run(tt.line, "").Body.Get(strings.Split(tt.path, ".")...)); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

// A placeholder behind the name of a flag is no other flag.
func TestGlued(t *testing.T) {
	for line, want := range map[string]string{
		"gcloud dataproc clusters create c --region<r> --zone=z": "no = stands between --region and its value | --region=<r>",
		"gcloud dataproc clusters create c --regi<r>":            "",
		"gcloud dataproc clusters create c --properties<r>":      "",
	} {
		ws := words(source.NewFile("run.sh", source.Code, []byte(line)))
		for i, w := range ws {
			if j := w.Text.Index("<", 0); j >= 0 {
				ws[i].Text = w.Text.Punch(j, w.Text.Len(), &source.Hole{Expr: "<r>", One: true})
			}
		}
		var got []string
		c := Lower(ws, nil, source.Span{}, nil)
		for _, r := range c.Refusals {
			got = append(got, r.Reason+" | "+r.Want)
		}
		if s := strings.Join(got, "; "); s != want || (c.Body.Open() == nil) != (want != "") {
			t.Errorf("%s\ngot  %s, open: %v", line, s, c.Body.Open())
		}
	}
}
