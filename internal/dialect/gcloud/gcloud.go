// Package gcloud knows gcloud's grammar and what each command sends: words in,
// Google's REST message out. All knowledge is in tables with fact ids.
package gcloud

import (
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Word is one word of a command line.
type Word = source.Word

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
	// SessionTemplate, WorkflowTemplate, OrderedJob, LaunchTemplate,
	// LaunchFlexTemplate, ContainerSpec, Services, Disabled, Binding, Unbinding, Policy, Subnet, NAT,
	// ServiceAccount; "" for a command that declares nothing.
	Message string
	// Body is the message as sent, with the place of every leaf. Its containers
	// are open where the command line is. Of a refused command it is what was
	// meant, so that what it asks for is seen. A local file, which gcloud
	// uploads, stands under its own name.
	Body    value.Tree
	Project value.Str // --project; absent: gcloud's configuration
	Region  value.Str
	// Name is the resource's name: positional or flag; absent where gcloud or
	// the service makes one up.
	Name value.Str
	// Target is what the command acts on beside its own resource: the workflow
	// template of add-job, the account of service-accounts add-iam-policy-binding.
	Target value.Str
	Source value.Str // file that holds the body: --source, --file, or the policy file
	// Template is the gs:// path of the Dataflow template that is launched, or
	// that flex-template build writes.
	Template value.Str
	// Pipeline is the YAML pipeline of yaml run, where a file among the inputs
	// holds it; unknown otherwise. Its text is a parameter in Body.
	Pipeline value.Tree
	// Builds is the container image that flex-template build makes of a
	// launcher's base image, under the name in the spec; nil for an image that is
	// there already.
	Builds *model.ImageBuild
	// Waits: it returns when the work that it starts has ended (F12.16). False for
	// a command that is refused, or of which a part is not known.
	Waits bool
	// Losses are lists that a later flag or a cut takes away; the tree of a
	// repeated --scopes is a list.
	Losses   []model.Loss
	Refusals []model.Refusal
}
