package jvm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

// programs returns the programs below the folders in PROFLINT_JAVA.
func programs(tb testing.TB, ext string) map[string][]byte {
	out := map[string][]byte{}
	for _, root := range filepath.SplitList(os.Getenv("PROFLINT_JAVA")) {
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ext) && d.Type().IsRegular() {
				if data, err := os.ReadFile(path); err == nil {
					out[path] = data
				}
			}
			return nil
		})
	}
	if len(out) == 0 {
		tb.Skip("needs folders with " + ext + " files in PROFLINT_JAVA")
	}
	return out
}

func benchmark(b *testing.B, lang Lang, ext string) {
	all, size := programs(b, ext), 0
	for _, data := range all {
		size += len(data)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for path, data := range all {
			Read(source.Exact(source.Span{File: source.NewFile(path, source.Code, data), End: len(data)}), lang)
		}
	}
}

func BenchmarkJava(b *testing.B)  { benchmark(b, Java, ".java") }
func BenchmarkScala(b *testing.B) { benchmark(b, Scala, ".scala") }
