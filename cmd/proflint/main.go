// Proflint says before a run whether Cloud Profiler will show profiles of
// Dataflow pipelines, Dataproc jobs and Serverless for Apache Spark workloads,
// and why not.
package main

import (
	"os"

	"github.com/proflint/proflint/internal/cli"
)

func main() {
	pace()
	os.Exit(cli.Run(os.Args, os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}
