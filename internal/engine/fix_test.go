package engine

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/finding"
)

const (
	submit = "gcloud dataproc jobs submit pyspark gs://b/a.py --cluster=c --region=us-central1 "
	batch  = "gcloud dataproc batches submit pyspark gs://b/a.py --region=us-central1 "
)

// TestFix makes the fixes of a script. want is the script after it; refused
// are the rules whose fix is taken back.
func TestFix(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		done           int
		refused        []string
	}{
		{name: "a fix reveals the next fault",
			in:   submit + "--conf cloud.profiler.enabled=true\n",
			want: submit + "--properties cloud.profiler.enable=true\n", done: 2},
		{name: "a name is corrected where the request arrives",
			in:   submit + "--properties=cloud.profiler.enable=true,cloud.profiler.name=Scores --properties=spark.x=1\n",
			want: submit + "--properties=spark.x=1,cloud.profiler.enable=true,cloud.profiler.name=scores\n", done: 2},
		{name: "three lists become one",
			in:   submit + "--properties=cloud.profiler.enable=true,spark.y=1 \\\n  --properties 'spark.y=2' \\\n  --properties=spark.x=1 # why\n",
			want: submit + "--properties=spark.x=1,cloud.profiler.enable=true,spark.y=2 # why\n", done: 1},
		{name: "a variable that two products use",
			in:   "P=cloud.profiler.enable=true\n" + submit + "--properties=$P\n" + batch + "--properties=$P\n",
			want: "P=cloud.profiler.enable=true\n" + submit + "--properties=$P\n" + batch + "--properties=$P\n", refused: []string{"wrong-property-family"}},
		{name: "an array that another job uses, beside what can be fixed",
			in: "A=(--properties=spark.x=1)\n" + submit + "--properties=cloud.profiler.enable=true \"${A[@]}\"\n" + submit + "\"${A[@]}\"\n" +
				batch + "--properties=cloud.profiler.enable=true\n",
			want: "A=(--properties=spark.x=1)\n" + submit + "--properties=cloud.profiler.enable=true \"${A[@]}\"\n" + submit + "\"${A[@]}\"\n" +
				batch + "--properties=dataproc.profiling.enabled=true\n", done: 1, refused: []string{"request-overridden"}},
		{name: "a function whose calls need different texts",
			in:   "f() { " + submit + "--properties=cloud.profiler.enable=true,cloud.profiler.name=$1 --properties=spark.x=1; }\nf one\nf two\n",
			want: "f() { " + submit + "--properties=cloud.profiler.enable=true,cloud.profiler.name=$1 --properties=spark.x=1; }\nf one\nf two\n"},
		{name: "a name in a variable",
			in:   "NAME=Scores\n" + submit + "--properties=cloud.profiler.enable=true,cloud.profiler.name=$NAME\n",
			want: "NAME=Scores\n" + submit + "--properties=cloud.profiler.enable=true,cloud.profiler.name=$NAME\n"},
		{name: "a default",
			in:   submit + "--properties=cloud.profiler.enable=true,spark.x=${X:-1} --properties=spark.y=1\n",
			want: submit + "--properties=cloud.profiler.enable=true,spark.x=${X:-1} --properties=spark.y=1\n"},
		{name: "a comment between two lists stays",
			in:   "A=(\n  --properties=cloud.profiler.enable=true # why\n  --properties=spark.x=1\n)\n" + submit + "\"${A[@]}\"\n",
			want: "A=(\n  --properties=cloud.profiler.enable=true # why\n  --properties=spark.x=1,cloud.profiler.enable=true\n)\n" + submit + "\"${A[@]}\"\n", done: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			if err := os.WriteFile(filepath.Join(root, "run.sh"), []byte(c.in), 0o644); err != nil {
				t.Fatal(err)
			}
			o := Options{Root: root, Paths: []string{root}}
			lint := func(overlay map[string][]byte) (*Result, error) {
				o.Overlay = overlay
				return Run(t.Context(), o)
			}
			first, err := lint(nil)
			if err != nil {
				t.Fatal(err)
			}
			all := func(*finding.Finding) bool { return true }
			fixed, err := Fix(first, all, lint)
			if err != nil {
				t.Fatal(err)
			}
			got := c.in
			if change, ok := fixed.Files["run.sh"]; ok {
				got = string(change.New)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("the script (-want +got):\n%s", diff)
			}
			var refused []string
			for _, f := range fixed.Refused {
				refused = append(refused, f.Rule)
			}
			if diff := cmp.Diff(c.refused, refused); diff != "" || len(fixed.Done) != c.done {
				t.Errorf("%d done, want %d; refused (-want +got):\n%s", len(fixed.Done), c.done, diff)
			}

			for _, f := range first.Findings {
				f.Suppression = &finding.Suppression{Reason: "known"}
			}
			if kept, err := Fix(first, all, lint); err != nil || len(kept.Done)+len(kept.Refused) > 0 {
				t.Errorf("suppressed findings: %d fixed (%v)", len(kept.Done), err)
			}
		})
	}
}

// TestFixStops: an error of the linter ends the fixing.
func TestFixStops(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "run.sh"), []byte(batch+"--properties=cloud.profiler.enable=true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	first, err := Run(t.Context(), Options{Root: root, Paths: []string{root}})
	if err != nil {
		t.Fatal(err)
	}
	ended := errors.New("ended")
	_, err = Fix(first, func(*finding.Finding) bool { return true }, func(map[string][]byte) (*Result, error) { return nil, ended })
	if !errors.Is(err, ended) {
		t.Errorf("got %v", err)
	}
}
