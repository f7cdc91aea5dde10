// Package model is what the inputs declare: workloads, clusters, grants and
// services, and the links between them. It judges nothing.
package model

import (
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Product names a Google product as JSON reports do.
type Product string

const (
	Dataflow   Product = "dataflow"   // Apache Beam pipelines
	Dataproc   Product = "dataproc"   // jobs and clusters on Compute Engine
	Serverless Product = "serverless" // Serverless for Apache Spark: batches and sessions
)

// Kind of an entity, as JSON reports name it.
type Kind string

const (
	KindCluster         Kind = "cluster"
	KindJob             Kind = "job"
	KindWorkflowStep    Kind = "workflow-step"
	KindBatch           Kind = "batch"
	KindSession         Kind = "session"
	KindSessionTemplate Kind = "session-template"
	KindPipeline        Kind = "pipeline"        // a Beam program that submits itself
	KindTemplateLaunch  Kind = "template-launch" // a job from a classic or flex template
	KindTemplate        Kind = "template"        // a template that is built with default options
)

// Lang is the language of a Beam pipeline: each SDK reads options in its own
// way.
type Lang string

const (
	Java   Lang = "java"
	Python Lang = "python"
	Go     Lang = "go"
)

// JobType is the member of the Job, Batch or Session message that is set:
// sparkJob gives "spark", pysparkBatch "pyspark", jupyterSession "jupyter".
// "" means that the body shows none.
type JobType string

const (
	Spark           JobType = "spark"
	PySpark         JobType = "pyspark"
	SparkSQL        JobType = "spark-sql"
	SparkR          JobType = "spark-r"
	Hadoop          JobType = "hadoop"
	Hive            JobType = "hive"
	Pig             JobType = "pig"
	Presto          JobType = "presto"
	Trino           JobType = "trino"
	Flink           JobType = "flink"
	PyFlink         JobType = "pyflink"
	Ray             JobType = "ray"
	PySparkNotebook JobType = "pyspark-notebook"
	Jupyter         JobType = "jupyter"
	SparkConnect    JobType = "spark-connect"
)

// Entity is what clusters and workloads have in common.
type Entity struct {
	ID      string // path#name: stable when lines move; filled by the engine
	Product Product
	Kind    Kind
	Name    value.Str
	Project value.Str   // absent: the project of whoever runs it
	Region  value.Str   // absent: from the tool's configuration
	At      source.Span // the words that declare it
	Tool    string      // what sends Body: "gcloud"; "" for a body that stands for itself
	Body    value.Tree  // Google's REST message as the service receives it
	Account value.Str   // service account of the VMs; absent: the default one
	Version value.Str   // cluster image version, or Serverless runtime version
	Subnet  value.Str
	// Template is the workflow template that a separate command adds this to;
	// never read for anything else.
	Template value.Str
	Losses   []Loss    // said to the launching tool, but not part of Body
	Refusals []Refusal // why the launching tool sends nothing
	Scope    *Scope    // filled by link
}

// Cluster is a Dataproc cluster, created by a command or inside a workflow
// template.
type Cluster struct {
	Entity
	Image        value.Str  // custom image; then Version says nothing
	Scopes       value.Tree // the list as sent, aliases expanded
	InternalOnly value.Value[bool]
	Properties   value.Tree // softwareConfig.properties
	Metadata     value.Tree
	Virtual      bool  // on GKE: its own images, no scopes (F4.21)
	Asks         []Ask // attempts to ask through the cluster; filled by link
}

// Workload is one job, workflow step, batch, session or session template.
type Workload struct {
	Entity
	Type       JobType
	Driver     value.Str  // main file, jar, class or query
	Properties value.Tree // where the profiler reads its request
	Args       value.Tree // list of words for the driver
	Image      value.Str  // container image
	Cluster    Link[Cluster]
	Timeout    value.Value[Limit] // what ends it early

	// Of Dataflow workloads.
	Lang    Lang        // "" where the text does not show it
	Build   Link[Build] // the build whose SDK it runs; Want is unused
	Options Options     // filled by link, from dialect
	Worker  Worker      // likewise
	// Launcher is the version of Java or Python that launches the pipeline, as
	// the files state it (JAVA_HOME, setup-python, the image of a CI job): the
	// SDK's own images follow it (F3.19).
	Launcher value.Str
	// JVM are the options of the JVM that launches it, none of the workers.
	JVM         []source.Text
	Classic     bool      // a classic template: its options were frozen when it was staged
	TemplateURI value.Str // what a template launch starts

	Request Request // filled by link, from dialect
}

// Options are what the worker sees of a Beam launch: the options as the SDK of
// its language and version parses them.
type Options struct {
	ServiceOptions value.Tree // list
	Experiments    value.Tree // list
	Runner         value.Str  // under its usual name: DataflowRunner
	JobName        value.Str
	AgainstV2      value.Str // the experiment that switches Runner v2 off
	ForV2          value.Str // the experiment that asks for it
	MachineType    value.Str
	InternalOnly   value.Value[bool]
	Lookalikes     []source.Text // options of other profilers, with their dashes
	CanName        bool          // the SDK reads enable_google_cloud_profiler=NAME
}

// Presence of the profiler's agent in an image.
type Presence uint8

const (
	PresenceUnknown Presence = iota
	Present
	Missing
)

// Worker is what is known of the image that Dataflow's workers run.
type Worker struct {
	Image    value.Str   // as the launch names it; absent: the SDK's own
	Build    *ImageBuild // the Dockerfile it is built from; nil where none is seen
	Doubt    string      // why Build may be another one, "" for a firm link
	Base     value.Str   // the image that holds the SDK: Image itself, or what Build is based on
	Own      bool        // Base is one of Beam's
	Language value.Version
	SDK      value.Value[value.Range]
	Agent    Presence
	Reason   string // why it is missing
	Pins     []Pin  // packages that the image or the staged requirements hold to some versions
}

// Build is what one build file, lock file or install command says of the SDK
// that a pipeline runs.
type Build struct {
	At       source.Span // the file, or the statement
	Folder   string      // of the programs that it builds; "": that of At
	Lang     Lang
	SDK      value.Value[value.Range]   // Beam SDK versions that it allows; absent: it has no Beam
	Language value.Value[value.Version] // Java or Python version that it states for the launch
	Pins     []Pin                      // other packages that bear on the profiler's agent
}

// Pin is a package that a build file holds to some versions.
type Pin struct {
	Name     string // normalised: google-cloud-profiler, protobuf
	Versions value.Value[value.Range]
}

// ImageBuild is a container image that the files build.
type ImageBuild struct {
	At     source.Span // the FROM of the last stage
	Base   value.Str   // that stage's base image, earlier stages followed
	Copied []Copy
	// Installs are the requirements that RUN lines of the last stage hand to
	// pip, as written: "google-cloud-profiler==4.1.0"; and words that name the
	// Java agent's archive.
	Installs []source.Text
	// Hidden is why more may be installed than is shown: -r of a file that is
	// not here, a script; "" for nothing.
	Hidden   string
	Platform value.Str     // --platform of the last stage
	JVM      []source.Text // options that the environment gives every JVM (JAVA_TOOL_OPTIONS)
	// Names are what the same statement calls the image (flex-template build).
	Names []value.Str
}

// ImageTag is a command that builds an image and names it.
type ImageTag struct {
	At     source.Span
	Name   value.Str
	File   string // the Dockerfile, relative to the folder of the command; "" for the one in Folder
	Folder string // the build context, likewise
}

// Copy is a path that a Dockerfile copies from another image.
type Copy struct {
	From value.Str // the image, earlier stages followed
	Path string
	At   source.Span
}

// Limit is a time limit in seconds and what sets it.
type Limit struct {
	Seconds float64
	By      string
}

// Link joins a workload to another entity. Want is what the text names; To is
// filled by link.
type Link[T any] struct {
	Want  value.Str
	To    value.Value[*T] // absent: nothing is wanted; unknown: not among the files, or several
	Among []*T            // the candidates when there are several
}

// Loss is a list of options that the launching tool was given and did not
// send.
type Loss struct {
	Tree value.Tree // the mapping (properties) that was lost
	Fate Fate       // Overridden or Cut
	By   []Label    // what replaced or cut it
	Fix  []source.Edit
	Want string // the corrected text, in words
}

// Refusal is a reason why the launching tool refuses the command.
type Refusal struct {
	At      source.Span
	Reason  string // what the tool says, as a clause: "--scopes is no flag of jobs submit"
	Want    string // what to write instead, or ""
	Related []Label
	Fix     []source.Edit
	// Certain refusals of the request itself are errors; others warnings.
	Request bool
}

// Label is a place with a remark.
type Label struct {
	Span source.Span
	Text string
}

// Fate is what becomes of one attempt to ask for profiling. The zero fate is
// unknown.
type Fate uint8

const (
	FateUnknown Fate = iota
	Arrives
	Refused     // the launching tool refuses the command
	Cut         // the shell ends the command before it
	WrongSDK    // spelt for the SDK of another language
	Misspelt    // no such key
	WrongFamily // a key of the other product
	Misplaced   // nothing reads it there
	Overridden  // a later value replaces it
	Unsplit     // part of a list that the SDK does not split
	Malformed   // blanks in the key, a value that is neither true nor false
	NotEnabled  // a name or version without the switch
	SaidNo      // an explicit false
)

// CaseSaidNo is the case of a name or version beside an explicit false.
const CaseSaidNo = "said-no"

// Ask is one attempt to ask for profiling, and its fate.
type Ask struct {
	Key   source.Text // as written
	Value value.Str
	Fate  Fate
	Case  string // narrows the fate for the rule's levels, "" for its main case
	Where string // where it stands, for people: "a label", "the job's arguments"
	By    []Label
	Want  string // the corrected text, or what to do, in words
	Fix   []source.Edit
}

// Request is what a workload asks of the profiler, after the launching tool
// and the service have read it.
type Request struct {
	Enabled value.Value[bool] // as the service receives it
	Heap    value.Value[bool] // Dataflow: heap sampling is in what the service receives, whether the SDK reads it or not
	Name    value.Str
	Version value.Str
	Asks    []Ask
	Appears []Appearance
}

// Appearance is where profiles will be found in the console.
type Appearance struct{ Service, Version string }

// Asked reports whether the workload asks for profiling: known true when any
// attempt was made (a lost or misspelt one included), known false when none
// could be hidden, else unknown.
func (r Request) Asked() value.Value[bool] {
	for _, a := range r.Asks {
		if a.Fate != SaidNo && a.Case != CaseSaidNo {
			return value.Of(true, a.Key.Spans()...)
		}
	}
	if r.Enabled.Unknown() {
		return value.Not[bool](r.Enabled.Hole(), r.Enabled.At()...)
	}
	return value.Of(false)
}

// Grant gives a role to a member on a resource.
type Grant struct {
	At       source.Span
	Member   value.Str
	Role     value.Str
	Resource string    // "project" or "serviceAccount"
	Name     value.Str // project id, or the account that carries the binding
}

// Service is an API that the files enable in a project.
type Service struct {
	At      source.Span
	API     value.Str
	Project value.Str // absent: the project of whoever runs it
}

// Subnet is a subnetwork that the files create or change.
type Subnet struct {
	At            source.Span
	Name          value.Str
	Network       value.Str
	PrivateGoogle value.Value[bool]
}

// NAT is a Cloud NAT gateway that the files create.
type NAT struct {
	At     source.Span
	Region value.Str
}

// Note is something the reader could not do: a file that does not parse, or
// one that was bounded.
type Note struct {
	At     source.Span
	Reason string
}

// Bypass is a Spark program started outside Dataproc's job service and given a
// profiler property that only the job service reads: spark-submit in a script,
// over ssh, in a pig job (F4.4).
type Bypass struct {
	At  source.Span // the program
	Key source.Text // the property
}

// Comment is a request that stands only in a comment.
type Comment struct {
	At  source.Span
	Key string
}

// Set is all that one unit of input declares, in order of the text.
type Set struct {
	Workloads []*Workload
	Clusters  []*Cluster
	Builds    []*Build
	Images    []*ImageBuild
	Tags      []*ImageTag
	Grants    []*Grant
	Services  []*Service
	Subnets   []*Subnet
	NATs      []*NAT
	Bypasses  []*Bypass
	Comments  []*Comment
	Notes     []Note
}

// Add appends what o declares.
func (s *Set) Add(o *Set) {
	s.Workloads = append(s.Workloads, o.Workloads...)
	s.Clusters = append(s.Clusters, o.Clusters...)
	s.Builds = append(s.Builds, o.Builds...)
	s.Images = append(s.Images, o.Images...)
	s.Tags = append(s.Tags, o.Tags...)
	s.Grants = append(s.Grants, o.Grants...)
	s.Services = append(s.Services, o.Services...)
	s.Subnets = append(s.Subnets, o.Subnets...)
	s.NATs = append(s.NATs, o.NATs...)
	s.Bypasses = append(s.Bypasses, o.Bypasses...)
	s.Comments = append(s.Comments, o.Comments...)
	s.Notes = append(s.Notes, o.Notes...)
}

// Scope is the part of the inputs in which names mean the same thing. Set
// holds the grants, services and subnets that a workload in it can rely on.
type Scope struct {
	Key string
	Set *Set
}
