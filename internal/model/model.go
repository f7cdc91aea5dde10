// Package model is what the inputs declare: workloads, clusters, grants and
// services, and the links between them. It judges nothing.
package model

import (
	"path"

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

// Collection is what a kind is listed under in the name of a resource.
func (k Kind) Collection() string {
	if k == KindBatch {
		return "batches"
	}
	return string(k) + "s"
}

// Lang is the language of a Beam pipeline: each SDK reads options in its own
// way.
type Lang string

const (
	Java   Lang = "java"
	Python Lang = "python"
	Go     Lang = "go"
	R      Lang = "r"
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
	Extent  source.Span // all of the words, where some may stand before At; invalid: they follow it
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
	// Called: read with what a caller in another file gives. What stands at the same place and was
	// read without it does not count.
	Called bool
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
	Age          value.Value[Limit] // what deletes it after a time
	By           source.Span        // the command that creates it from a file; invalid for At itself
	Virtual      bool               // on GKE: its own images, no scopes (F4.21)
	Mapped       bool               // its jobs run as the account that belongs to whoever submits them (F2.17)
	UUID         value.Str          // of this one: a later one of the same name has another
	Asks         []Ask              // attempts to ask through the cluster; filled by link
}

// Workload is one job, workflow step, batch, session or session template.
type Workload struct {
	Entity
	Type       JobType
	Driver     value.Str  // main file, jar, class or query
	Properties value.Tree // where the profiler reads its request
	Args       value.Tree // list of words for the driver
	Sets       []*Setting // what words among them set of Hadoop's configuration
	Image      value.Str  // container image
	Cluster    ClusterLink
	Timeout    value.Value[Limit] // what ends it early
	AsUser     value.Value[bool]  // of Serverless: whether it has the credentials of whoever submits it

	// Of Dataflow workloads.
	Lang    Lang        // "" where the text does not show it
	Build   Link[Build] // the build whose SDK it runs
	Options Options     // filled by link, from dialect
	Worker  Worker      // likewise
	// Launcher is the version of Java or Python that launches the pipeline, as
	// the files state it (JAVA_HOME, setup-python, the image of a CI job): the
	// SDK's own images follow it (F3.19).
	Launcher value.Str
	// Inside is the image of the container that launches the pipeline, and Home
	// what it is built from, filled by link.
	Inside value.Str
	Home   *ImageBuild
	// Folder is where the launch runs, or what it names as the project to build,
	// seen from its file's folder or from one above; with a slash in front, from
	// the top of the tree. "": its file's folder.
	Folder   string
	Profiles []source.Text // of Maven, that the launch activates
	Builder  Tool          // the build tool that launches it, whose files alone count; "" for none
	Away     string        // how the folder of the launch is written, where it is not known
	Given    []Given       // what the launch sets in its build (mvn -Dbeam.version=2.60.0)
	// JVM are the options of the JVM that launches it, none of the workers.
	JVM         []source.Text
	Classic     bool      // a classic template: its options were frozen when it was staged
	TemplateURI value.Str // what a template launch starts

	Program  value.Str // of pipelines: the file, module or class that the launch names
	Coded    *Pipeline // of pipelines: what the program sets itself; nil: not among the files
	Assumed  string    // why it may set something else; "" for a firm link
	Programs []Program // what it runs, filled by link
	Request  Request   // filled by link, from dialect
	Run      *Run      // nil for what is only declared
	Ended    Moment    // among the commands that run one after another
	Searches []Search  // where its agent writes; of what Google has said, filled by link
	Access   *Access   // of the workers\' account; filled by link where policies are at hand, else nil
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
	Given    bool        // Image is an option's value, known or not; else words that are not known may hold one
	Default  bool        // the SDK's own, as no other one is named
	Build    *ImageBuild // the Dockerfile it is built from; nil where none is seen
	Doubt    string      // why Build may be another one, "" for a firm link
	Base     value.Str   // the image that holds the SDK: Image itself, or what Build is based on
	Own      bool        // Base is one of Beam's
	Language value.Version
	Stated   source.Span // where the files take the agent away: a language for which there is none, an uninstall
	SDK      value.Value[value.Range]
	Agent    Presence
	Reason   string        // why it is missing
	Pins     []Pin         // packages that the image or the staged requirements hold to some versions
	Staged   []source.Text // requirements that the launch has the workers install, as written
	Hidden   string        // why they may install more than that; "" for nothing
}

// Build is what one build file, lock file or install command says of the SDK
// that a pipeline runs.
type Build struct {
	At       source.Span // the file, or the statement
	Folder   string      // of the programs that it builds; "": that of At
	Alone    bool        // it says nothing of launches in other files
	Of       string      // the file that says what it installs, seen from the folder of At or from one above; link fills the rest in
	Found    string      // the path of that one, where it is known which it is
	Within   string      // likewise the file of constraints that it has to keep to
	Lacks    string      // that one of these two which is not among the files
	Path     string      // of what a script writes: the file, seen from the folder of At
	Lang     Lang
	Tool     Tool                       // that reads the file; "" where others do
	SDK      value.Value[value.Range]   // Beam SDK versions that it allows; absent: it has no Beam
	Between  value.Range                // of an SDK that is one of several: all that these allow, and more
	Language value.Value[value.Version] // Java or Python version that it states for the launch
	Pythons  value.Range                // versions of Python that it allows, where Language is not known; zero: any
	Pins     []Pin                      // other packages that bear on the profiler's agent
	Profiles []Variant                  // what Maven makes of it with a profile, where that decides
	Knobs    []Knob                     // what may replace the SDK's version
	// Pinned are the places that are exactly the version, and all that has to be
	// changed for another one; nil for a range, a lock file, a sum to follow.
	Pinned []source.Span
}

// Tool is a build tool that can launch a program, and reads files that no other
// tool does. A folder often has the files of several.
type Tool string

const (
	Maven  Tool = "mvn"
	Gradle Tool = "gradle"
	Sbt    Tool = "sbt"
)

// Variant is the SDK of a build with one of its profiles; without any, "".
type Variant struct {
	Profile string
	SDK     value.Value[value.Range]
}

// Knob is a name that whoever builds may set, and the place of the value that
// it then replaces: a property of Maven or Gradle, a build argument of docker.
type Knob struct {
	Name string
	At   source.Span
}

// Given is a knob that a command sets.
type Given struct {
	Name  string
	Value source.Text
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
	// Removes are the packages that RUN lines uninstall.
	Removes []source.Text
	// Hidden is why more may be installed than is shown: -r of a file that is
	// not here, a script; "" for nothing.
	Hidden   string
	Platform value.Str     // --platform of the last stage
	JVM      []source.Text // options that the environment gives every JVM (JAVA_TOOL_OPTIONS)
	Vars     []Given       // variables of the environment that say who the workers are
	// Names are what the same statement calls the image (flex-template build).
	Names []value.Str
	Knobs []Knob // build arguments, and the places of their defaults
}

// ImageTag is a command that builds an image and names it.
type ImageTag struct {
	At     source.Span
	Name   value.Str
	File   string      // the Dockerfile, relative to the folder of the command, behind a slash to the top of the tree; "" for the one in Folder
	Folder string      // the build context, likewise
	Given  []Given     // its build arguments
	For    source.Text // the platform that it is built for, if the command says
}

// Dockerfile is the path of the Dockerfile, relative as File is.
func (t *ImageTag) Dockerfile() string {
	if t.File != "" {
		return t.File
	}
	return path.Join(t.Folder, "Dockerfile")
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

// Link joins a workload to another entity. It is filled by link.
type Link[T any] struct {
	To    value.Value[*T] // absent: nothing is wanted; unknown: not among the files, or several
	Among []*T            // the candidates when there are several
}

// ClusterLink is a link to the cluster that the text names.
type ClusterLink struct {
	Link[Cluster]
	Want value.Str
	UUID value.Str // of the very one, where the text tells
}
