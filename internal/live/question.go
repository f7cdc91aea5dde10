package live

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// Kind says what is asked: one method of one API.
type Kind string

// The kinds. "In" is the question's Parent; a kind with a name asks for one
// resource, one without for all that there are.
const (
	Services     Kind = "services"     // in projects/P: whether the APIs that proflint asks, and the profiler's, are enabled
	Project      Kind = "project"      // in projects/P: its number and its parent
	Folder       Kind = "folder"       // in folders/N: its parent
	Policy       Kind = "policy"       // in projects/P, folders/N or organizations/N: who has which role there
	DenyPolicies Kind = "denypolicies" // likewise: the names of the deny policies attached there
	DenyPolicy   Kind = "denypolicy"   // Name: as DenyPolicies lists it
	Role         Kind = "role"         // Name: roles/R, or a custom role in full
	Account      Kind = "account"      // Name: the e-mail of a service account
	Access       Kind = "access"       // in projects/P, Name: an e-mail, Filter: a permission. What the Policy Troubleshooter says
	Rights       Kind = "rights"       // in projects/P, Filter: permissions, separated by commas. Those that the caller holds

	Clusters        Kind = "clusters"        // in projects/P/regions/R
	Cluster         Kind = "cluster"         // likewise, with a name
	Jobs            Kind = "jobs"            // in projects/P/regions/R: Dataproc's
	Job             Kind = "job"             // likewise, with an id
	Batches         Kind = "batches"         // in projects/P/locations/R, the newest first
	Batch           Kind = "batch"           // likewise, with an id
	Sessions        Kind = "sessions"        // in projects/P/locations/R
	Session         Kind = "session"         // likewise, with an id
	SparkApps       Kind = "sparkapps"       // in projects/P/locations/R/batches/B (or sessions/S): its Spark applications
	SparkEnv        Kind = "sparkenv"        // Name: a Spark application in full. The properties that it really ran with
	DataflowJobs    Kind = "dataflowjobs"    // in projects/P: of all regions, without options. Filter: ACTIVE, ALL …; "" for ACTIVE
	DataflowJob     Kind = "dataflowjob"     // in projects/P/locations/R, with an id
	DataflowNotices Kind = "dataflownotices" // likewise: the job's messages, which need no right to read logs

	Subnet   Kind = "subnet"   // in projects/P/regions/R
	Routers  Kind = "routers"  // in projects/P/regions/R: with their NATs
	Profiles Kind = "profiles" // in projects/P, Filter: TARGET or TARGET@VERSION, to stop at; "" to read on
	Logs     Kind = "logs"     // in projects/P, Filter: of Cloud Logging
	Quota    Kind = "quota"    // in projects/P, Filter: START/END in RFC 3339. When a quota of the Profiler API was used up

	FoundServices  Kind = "foundservices"  // in organizations/N, Filter: an API without its domain. The projects that have it enabled, by Cloud Asset Inventory
	FoundWorkloads Kind = "foundworkloads" // in organizations/N, Filter: an asset type such as dataproc.googleapis.com/Cluster. Its resources, the newest first
	FoundPolicies  Kind = "foundpolicies"  // in organizations/N: every binding that grants a permission to projects, folders or all. Filter: the permission
)

func (q Question) compare(o Question) int {
	return cmp.Or(strings.Compare(string(q.Kind), string(o.Kind)), strings.Compare(q.Parent, o.Parent), strings.Compare(q.Name, o.Name), strings.Compare(q.Filter, o.Filter))
}

// String names the question for people: "cluster C in projects/P/regions/R".
func (q Question) String() string {
	s := string(q.Kind)
	if q.Name != "" {
		s += " " + q.Name
	}
	if q.Parent != "" {
		s += " in " + q.Parent
	}
	return oneLine(s)
}

// part returns the segment behind key in the parent: part("regions") of
// projects/P/regions/R is R.
func (q Question) part(key string) string {
	segs := strings.Split(q.Parent, "/")
	for i := 0; i+1 < len(segs); i += 2 {
		if segs[i] == key {
			return segs[i+1]
		}
	}
	return ""
}

// files makes one file of each resource in a good answer.
func (r row) files(q Question, p page) (files []*source.File, partial string) {
	if r.list == "" {
		return []*source.File{r.file(q, p)}, ""
	}
	items, _ := p[r.list].([]any)
	for _, it := range items {
		if m, ok := it.(map[string]any); ok {
			files = append(files, r.file(q, m))
		}
	}
	for _, key := range []string{"unreachable", "failedLocation", "skippedProfiles", "executionErrors"} {
		if v, ok := p[key]; ok && !empty(v) {
			partial = fmt.Sprintf("the answer leaves some out (%s: %s)", key, compact(v))
		}
	}
	return files, partial
}

func (r row) file(q Question, m map[string]any) *source.File {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(m) // decoded from JSON, so it encodes
	return source.NewFile("//"+r.api+".googleapis.com/"+r.path(q, m), source.Live, buf.Bytes())
}

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case []any:
		return len(v) == 0
	case json.Number:
		return v == "0"
	case string:
		return v == ""
	}
	return false
}

func compact(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// Resource names what is asked for, as the file of its answer is named; for a
// list the collection.
func (q Question) Resource() string {
	r := rowOf(q.Kind)
	name := r.path(q, page{"clusterName": q.Name, "reference": page{"jobId": q.Name}, "id": q.Name, "location": q.part("locations")})
	switch {
	case r.kind == DenyPolicies:
		name = q.Parent + "/denypolicies"
	case r.list != "":
		name = q.Parent + "/" + r.list
	}
	return "//" + r.api + ".googleapis.com/" + name
}
