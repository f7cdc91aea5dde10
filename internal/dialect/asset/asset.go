// Package asset knows what shows in Google's index of an organization that its
// projects run, or could run, workloads.
package asset

// Type is a kind of resource that is, or was, a workload or what runs it.
type Type struct {
	Name  string // as the index calls it
	Shown string // to people, in the plural
	fact  string
}

// Types are all of them.
func Types() []Type {
	return []Type{
		{"dataproc.googleapis.com/Cluster", "Dataproc clusters", "F9.18"},
		{"dataproc.googleapis.com/Job", "Dataproc jobs", "F9.18"},
		{"dataproc.googleapis.com/Batch", "Serverless batches", "F9.18"},
		{"dataproc.googleapis.com/Session", "Serverless sessions", "F9.18"},
		{"dataflow.googleapis.com/Job", "Dataflow jobs", "F9.18"},
	}
}

// Shown returns what people call a type.
func Shown(name string) string {
	for _, t := range Types() {
		if t.Name == name {
			return t.Shown
		}
	}
	return name
}

// Profiler is the API of which each project is asked (S5, S29).
const Profiler = "cloudprofiler"

// Runners are the APIs without which a project runs no workload (F9.19).
func Runners() []string { return []string{"dataproc", "dataflow"} }
