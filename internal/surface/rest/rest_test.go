package rest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
)

func text(name, in string) source.Text {
	return source.Exact(source.Span{File: source.NewFile(name, source.Code, []byte(in)), End: len(in)})
}

func TestSpellings(t *testing.T) {
	const want = "batch pyspark dataproc.profiling.enabled=true spark.a_b=c"
	for _, in := range []string{
		"pysparkBatch: {mainPythonFileUri: a}\nruntimeConfig: {properties: {dataproc.profiling.enabled: 'true', spark.a_b: c}}",
		"pyspark_batch: {main_python_file_uri: a}\nruntime_config: {properties: {dataproc.profiling.enabled: 'true', spark.a_b: c}}",
		"pysparkBatch: {main_python_file_uri: a}\nruntime_config: {properties: {dataproc.profiling.enabled: 'true', spark.a_b: c}}",
		`{"pyspark_batch": {"main_python_file_uri": "a"}, "runtime_config": {"properties": {"dataproc.profiling.enabled": "true", "spark.a_b": "c"}}}`,
	} {
		s, name := YAML(), "a.yaml"
		if strings.HasPrefix(in, "{") {
			s, name = JSON(), "a.json"
		}
		set := &model.Set{}
		s.Read(&surface.Reader{Set: set}, surface.Fragment{Lang: s.Lang, Text: text(name, in)})
		var out []string
		for _, w := range set.Workloads {
			out = append(out, fmt.Sprint(w.Kind, " ", w.Type))
			for _, e := range w.Body.Get("runtimeConfig", "properties").Entries() {
				out = append(out, e.Key.String()+"="+e.Val.Text.String())
			}
		}
		if d := cmp.Diff(want, strings.Join(out, " ")); d != "" {
			t.Errorf("%s: %s", in, d)
		}
		if !holdsWord(in) {
			t.Errorf("no word of %s is searched for", in)
		}
	}
}

func holdsWord(in string) bool {
	for _, w := range surface.MessageWords {
		if strings.Contains(in, w) {
			return true
		}
	}
	return false
}

// A document whose aliases multiply is not copied without end.
func TestCamelIsBounded(t *testing.T) {
	in := "a_0: &a [x_y, x_y]\n"
	for i := 1; i < 12; i++ {
		in += fmt.Sprintf("a_%d: &%c [*%c, *%c, *%c, *%c]\n", i, 'a'+i, 'a'+i-1, 'a'+i-1, 'a'+i-1, 'a'+i-1)
	}
	docs, _ := data.YAML(text("a.yaml", in))
	for _, d := range docs {
		left := maxKeys
		camelKeys(d, &left)
		if left < -maxKeys {
			t.Errorf("%d keys too many", -left)
		}
	}
}

func TestIsObject(t *testing.T) {
	for in, want := range map[string]bool{
		"apiVersion: v1\nkind: A\nspec: {softwareConfig: {}}\n":       true,
		"# x\n\n---\napiVersion: apiextensions.k8s.io/v1\nkind: A\n":  true,
		"apiVersion: v1\nsparkJob: {}\n":                              false,
		"apiVersion: v1\nkind: A\n---\nplacement: {}\nsparkJob: {}\n": false,
		"placement: {}\nsparkJob: {}\napiVersion: v1\nkind: A\n":      false,
		"{{ if a }}\napiVersion: v1\nkind: A\n{{ end }}\n":            false,
		"sparkBatch:\n  apiVersion: v1\n  kind: A\n":                  false,
		"": false,
	} {
		if got := isObject(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
