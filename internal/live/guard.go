package live

import (
	"net/http"
	"regexp"
	"strings"
)

// reading are the only requests that leave the process, as patterns of the
// path behind the API's endpoint. Each API has its own list: a path that is harmless
// in one may not be in another.
var reading = []struct {
	api      string
	patterns []string
}{
	{"serviceusage", []string{"GET v1/projects/[^/:]+/services:batchGet"}},
	{crm, []string{"GET v3/(projects|folders|organizations)/[^/:]+",
		"POST v3/(projects|folders|organizations)/[^/:]+:getIamPolicy",
		"POST v3/projects/[^/:]+:testIamPermissions"}},
	{"iam", []string{"GET v1/((projects|organizations)/[^/:]+/)?roles/[^/:]+",
		"GET v1/projects/-/serviceAccounts/[^/:]+",
		"GET v2/policies/[^/:]+/denypolicies(/[^/:]+)?"}},
	{"policytroubleshooter", []string{"POST v3/iam:troubleshoot"}},
	{"dataproc", []string{"GET v1/projects/[^/:]+/regions/[^/:]+/(clusters|jobs)(/[^/:]+)?",
		"GET v1/projects/[^/:]+/locations/[^/:]+/(batches|sessions)(/[^/:]+)?",
		"GET v1/projects/[^/:]+/locations/[^/:]+/(batches|sessions)/[^/:]+/sparkApplications:search",
		"GET v1/projects/[^/:]+/locations/[^/:]+/(batches|sessions)/[^/:]+/sparkApplications/[^/:]+:accessEnvironmentInfo"}},
	{"dataflow", []string{"GET v1b3/projects/[^/:]+/jobs:aggregated",
		"GET v1b3/projects/[^/:]+/locations/[^/:]+/jobs/[^/:]+(/messages)?"}},
	{"compute", []string{"GET compute/v1/projects/[^/:]+/regions/[^/:]+/(subnetworks/[^/:]+|routers)"}},
	{"monitoring", []string{"GET v3/projects/[^/:]+/timeSeries"}},
	{"cloudprofiler", []string{"GET v2/projects/[^/:]+/profiles"}},
	{"logging", []string{"POST v2/entries:list"}},
	{"cloudasset", []string{"GET v1/organizations/[^/:]+:searchAll(Resources|IamPolicies)"}},
}

// allowed refuses whatever is not known to only read, and whatever goes elsewhere
// than to the API's own endpoint.
func allowed(req *http.Request, api string, e ends) error {
	full := req.URL.Scheme + "://" + req.URL.Host + req.URL.EscapedPath()
	path, ours := strings.CutPrefix(full, e.of(api))
	// slashes and colons within a name are part of it: example.com:project
	path = strings.NewReplacer("%2F", "_", "%2f", "_", "%3A", "_", "%3a", "_").Replace(path)
	path = regexp.MustCompile(`projects/([a-z0-9.-]+\.[a-z]+):([a-z0-9-]+)`).ReplaceAllString(path, "projects/${1}_$2")
	for _, r := range reading {
		for _, p := range r.patterns {
			method, pattern, _ := strings.Cut(p, " ")
			if !ours || r.api != api || req.Method != method || strings.Contains(path, "..") {
				continue
			}
			if ok, _ := regexp.MatchString("^("+pattern+")$", path); ok {
				return nil
			}
		}
	}
	return &Problem{Class: Refused, API: api, Said: req.Method + " " + full + " is not among the requests that only read"}
}
