// Package livetest is a Google of one's own: a server on this machine that
// speaks the REST of the APIs that proflint asks, from a txtar archive of
// resources, and that can be made to fail in the ways Google does.
package livetest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
)

// apis are what the server answers for; each has its own folder.
var apis = []string{"serviceusage", "cloudresourcemanager", "iam", "policytroubleshooter", "dataproc", "dataflow", "cloudprofiler", "logging", "monitoring", "compute", "cloudasset"}

// Server answers from a world. A resource is the file API/path of the archive
// (dataproc/v1/projects/demo/regions/europe-west1/clusters/c); a list is all the
// files below its path, and the answer to a POST the file with the verb in its name
// (cloudresourcemanager/v3/projects/demo:getIamPolicy).
type Server struct {
	URL string

	mu       sync.Mutex
	world    map[string]json.RawMessage
	found    map[string][]asset // of searches, taken apart
	faults   []*Fault
	requests []string
	page     int
	net      net.Listener
}

// New starts a server. The error is that of the archive, or of the network.
func New(world string) (*Server, error) {
	s := &Server{world: map[string]json.RawMessage{}, found: map[string][]asset{}}
	for _, f := range txtar.Parse([]byte(world)).Files {
		if !json.Valid(f.Data) {
			return nil, fmt.Errorf("%s: not JSON", f.Name)
		}
		s.world[f.Name] = f.Data
	}
	var err error
	if s.net, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	s.URL = "http://" + s.net.Addr().String()
	go func() { _ = http.Serve(s.net, s) }()
	return s, nil
}

// Start starts a server for the time of a test.
func Start(t testing.TB, world string) *Server {
	t.Helper()
	s, err := New(world)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Close stops the server.
func (s *Server) Close() { _ = s.net.Close() }

// Env is the environment that sends proflint here: gcloud's endpoint overrides.
func (s *Server) Env() map[string]string {
	out := map[string]string{}
	for _, api := range apis {
		out["CLOUDSDK_API_ENDPOINT_OVERRIDES_"+strings.ToUpper(api)] = s.URL + "/" + api + "/"
	}
	return out
}

// Set replaces a resource, or removes it where the body is empty.
func (s *Server) Set(name, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world[name] = json.RawMessage(body)
	delete(s.found, name)
	if body == "" {
		delete(s.world, name)
	}
}

// Pages makes lists come in pages of n.
func (s *Server) Pages(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.page = n
}

// Fail adds a fault. Those added last are looked at first.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append([]*Fault{&f}, s.faults...)
}

// Requests are those that came, as "GET dataproc/v1/…", without the query.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Google takes both ways to escape a slash within a name
	name := strings.ReplaceAll(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "%252F", "%2F")
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+name)
	f := s.fault(r.Method + " " + name)
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	if f != nil && f.serve(w, r) {
		return
	}
	s.mu.Lock()
	answer, ok := s.answer(name, r, body)
	s.mu.Unlock()
	if !ok {
		notFound(w, name)
		return
	}
	out, _ := json.MarshalIndent(answer, "", "  ")
	if f != nil && f.Kind == Truncated {
		w.Header().Set("Content-Length", strconv.Itoa(len(out)))
		_, _ = w.Write(out[:len(out)/2])
		return
	}
	_, _ = w.Write(out)
}

func (s *Server) fault(what string) *Fault {
	for _, f := range s.faults {
		if strings.Contains(what, f.Match) && (f.Times == 0 || f.served < f.Times) {
			f.served++
			return f
		}
	}
	return nil
}

// answer finds the body. The lock is held.
func (s *Server) answer(name string, r *http.Request, body []byte) (any, bool) {
	switch {
	case strings.HasSuffix(name, "/services:batchGet"):
		return s.services(r), true
	case strings.HasSuffix(name, ":testIamPermissions"):
		return s.permissions(name, body), true
	case name == "policytroubleshooter/v3/iam:troubleshoot":
		var q struct{ AccessTuple struct{ Principal string } }
		_ = json.Unmarshal(body, &q)
		name += "/" + q.AccessTuple.Principal
	case strings.HasSuffix(name, "/jobs:aggregated"):
		return s.pipelines(strings.TrimSuffix(name, "jobs:aggregated"), r), true
	case strings.Contains(name, ":searchAll"):
		return s.search(name, r), true
	case strings.HasSuffix(name, "/timeSeries"):
		return s.series(name, r), true
	case name == "logging/v2/entries:list":
		return s.entries(name, body), true
	}
	name = strings.TrimSuffix(name, ":search")
	if b, ok := s.world[name]; ok {
		return b, true
	}
	if key := collection(name); key != "" {
		return s.list(name+"/", key, r), true
	}
	return nil, false
}

// collection returns the key of the list that a path stands for.
func collection(name string) string {
	switch last := path.Base(name); last {
	case "clusters", "jobs", "batches", "sessions", "sparkApplications", "profiles":
		return last
	case "routers":
		return "items"
	case "jobMessages":
		return last
	case "messages":
		return "jobMessages"
	case "denypolicies":
		return "policies"
	}
	return ""
}

// list makes a list of the resources below a folder, one page of it.
func (s *Server) list(under, key string, r *http.Request) map[string]any {
	var names []string
	for n := range s.world {
		if rest, ok := strings.CutPrefix(n, under); ok && !strings.ContainsAny(rest, "/:") {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return s.paged(names, key, r)
}

func (s *Server) paged(names []string, key string, r *http.Request) map[string]any {
	out := map[string]any{}
	from, _ := strconv.Atoi(r.URL.Query().Get("pageToken"))
	names = names[min(from, len(names)):]
	if s.page > 0 && len(names) > s.page {
		names = names[:s.page]
		out["nextPageToken"] = strconv.Itoa(from + s.page)
	}
	var items []json.RawMessage
	for _, n := range names {
		items = append(items, s.world[n])
	}
	if items != nil { // Google leaves empty lists out
		out[key] = items
	}
	return out
}

// pipelines lists Dataflow jobs of all regions, without their environments.
func (s *Server) pipelines(project string, r *http.Request) map[string]any {
	var names []string
	for n := range s.world {
		if strings.HasPrefix(n, project+"locations/") && path.Base(path.Dir(n)) == "jobs" {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	out := s.paged(names, "jobs", r)
	items, _ := out["jobs"].([]json.RawMessage)
	for i, it := range items {
		var job map[string]any
		_ = json.Unmarshal(it, &job)
		delete(job, "environment")
		items[i], _ = json.Marshal(job)
	}
	return out
}

// services answers for each name that is asked; one that the world does not
// know is disabled, as a service that was never enabled is.
func (s *Server) services(r *http.Request) map[string]any {
	var out []json.RawMessage
	for _, n := range r.URL.Query()["names"] {
		b := s.world["serviceusage/v1/"+n]
		if b == nil {
			b, _ = json.Marshal(map[string]string{"name": n, "state": "DISABLED"})
		}
		out = append(out, b)
	}
	return map[string]any{"services": out}
}

// entries returns the log entries whose run the filter names, of the time that it
// names. Those of no run are of the audit log, if they hold a call.
func (s *Server) entries(name string, body []byte) map[string]any {
	var asked struct{ Filter string }
	_ = json.Unmarshal(body, &asked)
	var all struct{ Entries []map[string]any }
	_ = json.Unmarshal(s.world[name], &all)
	var out []any
	for _, e := range all.Entries {
		resource, _ := e["resource"].(map[string]any)
		labels, _ := resource["labels"].(map[string]any)
		id, _ := cmp.Or(labels["job_id"], labels["batch_id"], labels["session_id"]).(string)
		when, _ := e["timestamp"].(string)
		if within(when, asked.Filter) && strings.Contains(asked.Filter, id) && (e["protoPayload"] != nil) == strings.Contains(asked.Filter, "protoPayload") {
			out = append(out, e)
		}
	}
	if out == nil { // Google leaves empty lists out
		return map[string]any{}
	}
	return map[string]any{"entries": out}
}

// within reports whether a time keeps to the bounds of a filter. Times in UTC are
// in the order of their texts.
func within(when, filter string) bool {
	for _, m := range bounds.FindAllStringSubmatch(filter, -1) {
		if when != "" && (m[1] == ">=" && when < m[2] || m[1] == "<=" && when > m[2]) {
			return false
		}
	}
	return true
}

var bounds = regexp.MustCompile(`timestamp([<>]=)"([^"]+)"`)

// permissions returns those asked for that the caller has: all, unless the
// world says which.
func (s *Server) permissions(name string, body []byte) map[string]any {
	var asked struct{ Permissions []string }
	_ = json.Unmarshal(body, &asked)
	held := struct{ Permissions []string }{asked.Permissions}
	if b, ok := s.world[name]; ok {
		held.Permissions = nil
		_ = json.Unmarshal(b, &held)
	}
	var both []string
	for _, p := range asked.Permissions {
		if slices.Contains(held.Permissions, p) {
			both = append(both, p)
		}
	}
	return map[string]any{"permissions": both}
}

func notFound(w http.ResponseWriter, name string) {
	what := cmp.Or(path.Base(name), "resource")
	write(w, http.StatusNotFound, errorBody(http.StatusNotFound, "NOT_FOUND", "Not found: "+what))
}
