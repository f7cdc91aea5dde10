package walk

import (
	"bytes"
	"math/rand"
	"os"
	"strings"
	"testing"
)

func TestFinder(t *testing.T) {
	for _, c := range []struct {
		words []string
		text  string
		want  bool
	}{
		{nil, "gcloud", false},
		{[]string{"gcloud"}, "gcloud", true},
		{[]string{"gcloud"}, "gclou", false},
		{[]string{"gcloud"}, "gclou gclouD", false},
		{[]string{"gcloud"}, "xgcloud", true},
		{[]string{"gcloud", "SparkConf"}, "a SparkConf", true},
		{[]string{"SparkConf", "gcloud"}, "SparkCon", false},
		{[]string{"ab"}, "", false},
		{[]string{"ab"}, "a", false},
		{[]string{"ab"}, "aab", true},
		{[]string{"a"}, "bba", true},
		{[]string{""}, "", true},
	} {
		if got := NewFinder(c.words).In([]byte(c.text)); got != c.want {
			t.Errorf("%q in %q: %v", c.words, c.text, got)
		}
	}
}

// The judge is bytes.Contains.
func TestFinderEqualsContains(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	draw := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "abc"[rnd.Intn(3)]
		}
		return string(b)
	}
	hits := 0
	for range 20000 {
		words := make([]string, 1+rnd.Intn(4))
		for i := range words {
			words[i] = draw(2 + rnd.Intn(8))
		}
		text := []byte(draw(rnd.Intn(60)))
		want := false
		for _, w := range words {
			want = want || bytes.Contains(text, []byte(w))
		}
		if got := NewFinder(words).In(text); got != want {
			t.Fatalf("%q in %q: %v", words, text, got)
		}
		if want {
			hits++
		}
	}
	if hits < 1000 || hits > 19000 {
		t.Errorf("%d hits of 20000: the texts say little", hits)
	}
}

func BenchmarkFinder(b *testing.B) {
	text := []byte(strings.Repeat("\tprivate static final PipelineOptions options = PipelineOptionsFactory.fromArgs(args).create();\n", 10000))
	if file := os.Getenv("BENCH_TEXT"); file != "" {
		text, _ = os.ReadFile(file)
	}
	f := NewFinder([]string{"gcloud", "cloud.profiler.", "dataproc.profiling."})
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if f.In(text) {
			b.Fatal("found")
		}
	}
}
