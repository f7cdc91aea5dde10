// Package gcloud knows gcloud's grammar and what each command sends: words in,
// Google's REST message out. All knowledge is in tables with fact ids.
package gcloud

import (
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Word is one word of a command line. With Rest set it stands for any number
// of words that are not known.
type Word struct {
	Text source.Text
	Rest *source.Hole
}

// Files opens what a command names: --flags-file, --properties-file, --source,
// --file, and a policy file. nil, false: not among the inputs.
type Files func(path string) (value.Tree, source.Text, bool)

// Command is one gcloud command as understood.
type Command struct {
	// Path is the command without gcloud and the release track:
	// "dataproc jobs submit spark". "" if the words are no known command.
	Path  string
	Track string      // "", "alpha", "beta"
	At    source.Span // of the command words
	// Message names the REST message in Body: Cluster, Job, Batch, Session,
	// SessionTemplate, WorkflowTemplate, OrderedJob, Services, Binding, Policy,
	// Subnet, NAT, ServiceAccount; "" for a command that declares nothing.
	Message string
	// Body is the message as sent, with the place of every leaf. Its containers
	// are open where the command line is.
	Body    value.Tree
	Project value.Str // --project; absent: gcloud's configuration
	Region  value.Str
	// Name is the resource's name: positional or flag; absent where gcloud or
	// the service makes one up.
	Name value.Str
	// Target is what the command acts on beside its own resource: the workflow
	// template of add-job, the account of service-accounts add-iam-policy-binding.
	Target   value.Str
	Source   value.Str // file that holds the body: --source, --file, or the policy file
	Losses   []model.Loss
	Refusals []model.Refusal
}
