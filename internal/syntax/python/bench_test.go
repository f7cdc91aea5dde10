package python

import (
	"os"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

// BenchmarkRead reads files of CPython's library, or those that
// PROFLINT_PYTHON names.
func BenchmarkRead(b *testing.B) {
	var texts []source.Text
	size := 0
	for _, path := range library(b, 200) {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		size += len(data)
		texts = append(texts, source.Exact(source.Span{File: source.NewFile(path, source.Code, data), End: len(data)}))
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, t := range texts {
			Read(t, nil)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	var texts []string
	size := 0
	for _, path := range library(b, 200) {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		size += len(data)
		texts = append(texts, string(data))
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, t := range texts {
			parse(t)
		}
	}
}
