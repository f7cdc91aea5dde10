package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkTree lints a generated tree of 5,000 files with the mix that a
// repository of pipelines has: mostly code that no surface reads, some scripts
// and documents without a launch, and some with one.
//
//	go test -run='^$' -bench=Tree ./internal/engine
func BenchmarkTree(b *testing.B) {
	root := b.TempDir()
	const files, launches = 5000, 150
	for i := range files {
		name, text := treeFile(i)
		p := filepath.Join(root, fmt.Sprintf("module%02d", i%50), name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		res, err := Run(b.Context(), Options{Root: root, Paths: []string{root}})
		if err != nil {
			b.Fatal(err)
		}
		if res.FilesSeen != files || len(res.Workloads) != launches {
			b.Fatalf("saw %d files and %d workloads, want %d and %d", res.FilesSeen, len(res.Workloads), files, launches)
		}
	}
}

func treeFile(i int) (name, text string) {
	switch {
	case i%100 == 0:
		return fmt.Sprintf("submit%d.sh", i), fmt.Sprintf("#!/bin/bash\nREGION=us-central1\ngcloud dataproc jobs submit spark --cluster=c%d --region=$REGION \\\n  --class=org.example.Main --jars=gs://b/a.jar --properties=cloud.profiler.enable=true\n", i)
	case i%100 == 1:
		return fmt.Sprintf("README%d.md", i), "# Run it\n\n```sh\ngcloud dataproc batches submit pyspark gs://b/main.py --region=us-central1 --version=2.2\n```\n"
	case i%100 == 2:
		return fmt.Sprintf(".github/workflows/deploy%d.yml", i), fmt.Sprintf("name: deploy\non: push\njobs:\n  submit:\n    runs-on: ubuntu-latest\n    steps:\n      - run: gcloud dataproc jobs submit pyspark main.py --cluster=c%d --region=us-central1\n", i)
	case i%100 < 10:
		return fmt.Sprintf("tool%d.sh", i), "#!/bin/bash\nset -e\nfor f in *.txt; do\n  echo \"$f\"\ndone\n"
	case i%100 < 20:
		return fmt.Sprintf("page%d.md", i), "# Notes\n\nNothing that runs.\n"
	default:
		return fmt.Sprintf("Class%d.java", i), fmt.Sprintf("package org.example;\n\nclass Class%d {\n  int value() {\n    return %d;\n  }\n}\n", i, i)
	}
}
