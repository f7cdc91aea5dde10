package model

import (
	"reflect"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Grant gives a role to a member on a resource.
type Grant struct {
	At       source.Span
	Member   value.Str
	Role     value.Str
	Resource string    // "project", "serviceAccount", or "ancestor": a folder or organization
	Name     value.Str // project id, or the account that carries the binding
	Undone   Undone

	// Creates: the role lets its members create and fill profiles. Googles: the member is an
	// account of Google's own, as which no worker runs. Filled by link.
	Creates value.Value[bool]
	Googles bool
}

// Undone is the command of the same script that takes back what another one did,
// with no workload started between the two. The zero value: there is none.
type Undone struct {
	At   source.Span
	Sure bool // it certainly runs, and comes behind
}

// CustomRole is a role that the files create or change.
type CustomRole struct {
	At          source.Span
	Name        value.Str // the last part of its name
	Project     value.Str
	Permissions value.Tree // the list; unknown for a role that is only changed
}

// Service is an API that the files enable in a project.
type Service struct {
	At      source.Span
	By      source.Span // the command, if At is one of its words
	API     value.Str
	Project value.Str // absent: the project of whoever runs it
	Undone  Undone
	Enabled Moment // among the commands that run one after another
}

// Subnet is a subnetwork that the files create or change.
type Subnet struct {
	At            source.Span
	Name          value.Str
	Network       value.Str
	PrivateGoogle value.Value[bool]
	Changes       bool // a subnet that is there: what the command does not name stays
}

// NAT is a Cloud NAT gateway that the files create.
type NAT struct {
	At      source.Span
	Region  value.Str
	Network value.Str // of its router; unknown where that is not at hand
	Subnets []string  // the last segments of the names of those that it serves; nil: all
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

// Import is a command that sends a body which stands in a file: a workflow
// template. What reads that file by itself declares the body, too, as a client
// of the service would send it; link keeps one of the two.
type Import struct {
	At       source.Span // the text of the body
	By       source.Span // the command
	Declares *Set        // what the command sends, with its refusals
}

// Set is all that one unit of input declares, in order of the text.
type Set struct {
	Workloads []*Workload
	Clusters  []*Cluster
	Builds    []*Build
	Images    []*ImageBuild
	Tags      []*ImageTag
	Grants    []*Grant
	Roles     []*CustomRole
	Services  []*Service
	Subnets   []*Subnet
	NATs      []*NAT
	Bypasses  []*Bypass
	Comments  []*Comment
	Imports   []*Import
	Drivers   []*Driver
	Pipelines []*Pipeline
	Logs      []*Log
	Notes     []Note
	Cloud     *Cloud // nil: nothing was answered
}

// Empty reports whether nothing is declared.
func (s *Set) Empty() bool { return reflect.ValueOf(s).Elem().IsZero() }

// Add appends what o declares.
func (s *Set) Add(o *Set) {
	s.Workloads = append(s.Workloads, o.Workloads...)
	s.Clusters = append(s.Clusters, o.Clusters...)
	s.Builds = append(s.Builds, o.Builds...)
	s.Images = append(s.Images, o.Images...)
	s.Tags = append(s.Tags, o.Tags...)
	s.Grants = append(s.Grants, o.Grants...)
	s.Roles = append(s.Roles, o.Roles...)
	s.Services = append(s.Services, o.Services...)
	s.Subnets = append(s.Subnets, o.Subnets...)
	s.NATs = append(s.NATs, o.NATs...)
	s.Bypasses = append(s.Bypasses, o.Bypasses...)
	s.Comments = append(s.Comments, o.Comments...)
	s.Imports = append(s.Imports, o.Imports...)
	s.Drivers = append(s.Drivers, o.Drivers...)
	s.Pipelines = append(s.Pipelines, o.Pipelines...)
	s.Logs = append(s.Logs, o.Logs...)
	s.Notes = append(s.Notes, o.Notes...)
	if o.Cloud != nil {
		s.Answered().Add(o.Cloud)
	}
}

// Answered returns what answers said, to add to it.
func (s *Set) Answered() *Cloud {
	if s.Cloud == nil {
		s.Cloud = &Cloud{}
	}
	return s.Cloud
}

// Scope is the part of the inputs in which names mean the same thing. Set
// holds the grants, services and subnets that a workload in it can rely on.
type Scope struct {
	Key      string
	Set      *Set
	Services Index[*Service] // by project
	Grants   Index[*Grant]   // by the account that is their member
	Subnets  Index[*Subnet]  // by the last segment of their names
}
