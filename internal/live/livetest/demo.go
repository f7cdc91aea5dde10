package livetest

import _ "embed"

// Demo is a project with one of everything: a cluster with a job, a batch with a
// Spark application, a session, a Dataflow job, and all that they need.
//
//go:embed demo.txtar
var Demo string
