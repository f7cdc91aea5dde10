package model

import (
	"time"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Cloud is what Google says of projects, or files that hold the same messages
// as Google's answers.
type Cloud struct {
	Projects  []*Project
	Policies  []*Policy
	Denials   []*Policy // deny policies; On as for allow policies
	Roles     []*Role
	States    []*State
	Accounts  []*Account
	Traces    []*Trace
	Listings  []*Listing
	Usages    []*Usage
	Switched  []*Switched
	Conferred []*Conferred
	Ran       []*Environment
	Gaps      []*Gap
	Project   string    // id: of workloads that name none; "" where nothing was asked
	Region    string    // likewise
	Now       time.Time // when it was asked; zero where nothing was
	Since     time.Time // what came before does not count: profiles, log lines, quotas; zero: all counts
}

// Looked is the time of a run that is looked at; false if the run has not begun.
// Where nobody was asked, a run that goes on has no end.
func (c *Cloud) Looked(r *Run) (from, to time.Time, began bool) {
	from, began = r.Started.Get()
	to, over := r.Ended.Get()
	if from.Before(c.Since) {
		from = c.Since
	}
	if !over {
		to = c.Now
	}
	return from, to, began
}

// Project is a project, or a folder.
type Project struct {
	At     source.Span
	Name   string // projects/demo, folders/77: as it was asked for
	Number string // of a project
	Parent string // folders/77, organizations/9; "" for none
}

// Policy is who has which role on a resource.
type Policy struct {
	At   source.Span
	On   string // projects/demo, folders/77, organizations/9
	Name string // of a deny policy, in full
	Body value.Tree
}

// Role is a role and what it permits.
type Role struct {
	At          source.Span
	Name        string // roles/R, projects/P/roles/R
	Permissions value.Tree
	Off         bool // deleted or disabled: it grants nothing
}

// State says whether an API is enabled in a project.
type State struct {
	At      source.Span
	API     string // cloudprofiler.googleapis.com
	Project string // id
	Enabled value.Value[bool]
}

// Account is a service account.
type Account struct {
	At       source.Span
	Email    string
	Disabled bool
}

// Trace is what Google's Policy Troubleshooter says: it knows groups, conditions
// and deny policies, as far as the caller may see them.
type Trace struct {
	At                         source.Span
	Project, Email, Permission string
	Holds                      value.Value[bool]
}

// Listing is the profiles of a project.
type Listing struct {
	At       source.Span
	Project  string
	Profiles []*Profile
	Partial  string // why there may be more; "": these are all
}

// Profile is one that has arrived.
type Profile struct {
	At                           source.Span
	Service, Version, Zone, Type string
	Start                        time.Time // zero: not told
}

// Usage is what Cloud Monitoring shows of the quotas of the Profiler API in a
// project.
type Usage struct {
	At      source.Span
	Project string
	Hits    []*Hit
	Partial string // why there may be more; "": these are all
}

// Hit is a period, a minute or longer, in which a quota was used up.
type Hit struct {
	At    source.Span
	Quota string    // as Google names it; "": not told
	When  time.Time // the end of the period
}

// Switched is an entry of the audit log: somebody switched an API on or off.
type Switched struct {
	At      source.Span
	API     string
	Project string
	On      bool
	When    time.Time
}

// Conferred is a role that was given to an account in a project, or taken from it.
type Conferred struct {
	At           source.Span
	Project      string
	Member, Role string
	Given        bool
	When         time.Time
}

// Environment is what a Spark application really ran with.
type Environment struct {
	At         source.Span
	Of         string // the batch or session: projects/P/locations/R/batches/B
	Properties value.Tree
}

// Gap is a question that Google did not answer.
type Gap struct {
	Path string // the resource, as the file of an answer would be named; a folder of it for lists
	None bool   // the answer is that there is no such resource
	Why  string
	Ask  string // what would help, as a command where there is one
}

// Add appends what o holds.
func (c *Cloud) Add(o *Cloud) {
	c.Projects = append(c.Projects, o.Projects...)
	c.Policies = append(c.Policies, o.Policies...)
	c.Denials = append(c.Denials, o.Denials...)
	c.Roles = append(c.Roles, o.Roles...)
	c.States = append(c.States, o.States...)
	c.Accounts = append(c.Accounts, o.Accounts...)
	c.Traces = append(c.Traces, o.Traces...)
	c.Listings = append(c.Listings, o.Listings...)
	c.Usages = append(c.Usages, o.Usages...)
	c.Switched = append(c.Switched, o.Switched...)
	c.Conferred = append(c.Conferred, o.Conferred...)
	c.Ran = append(c.Ran, o.Ran...)
	c.Gaps = append(c.Gaps, o.Gaps...)
}

// Gap returns why a resource is not known; nil if it was not asked for, or is.
func (c *Cloud) Gap(path string) *Gap {
	for _, g := range c.Gaps {
		if g.Path == path {
			return g
		}
	}
	return nil
}

// Node returns a project or folder by the name it was asked for.
func (c *Cloud) Node(name string) *Project {
	for _, p := range c.Projects {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Parent returns what a project or folder is in; "" at the top, and where it is
// not known.
func (c *Cloud) Parent(name string) string {
	if p := c.Node(name); p != nil {
		return p.Parent
	}
	return ""
}

// State returns whether an API is enabled in a project; nil if that is not
// known.
func (c *Cloud) State(project, api string) *State {
	for _, s := range c.States {
		if s.Project == project && s.API == api {
			return s
		}
	}
	return nil
}

// Access is what the policies say of the permissions that the profiler's agent
// needs.
type Access struct {
	Who     string            // the account: serviceAccount:E
	Holds   value.Value[bool] // all of them; its places are the bindings that give them, or the policies that do not
	Missing string            // a permission that it lacks, if Holds is false
	Why     string            // "by roles/editor in projects/demo", for people; if Holds is false, what takes it away, or ""
	Undo    string            // the command that shows the deny policy which takes it away; "" where none does
	Role    string            // that gives it
	Since   *Conferred        // the role was given after the run had begun; nil: not as far as is known
	Doubt   string            // what was not looked at and could still take it away, "" for nothing
}
