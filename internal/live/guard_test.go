package live

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// Requests that change something, or go elsewhere, never leave the process.
func TestGuard(t *testing.T) {
	e, err := endpoints(map[string]string{"CLOUDSDK_API_ENDPOINT_OVERRIDES_DATAPROC": "https://dataproc-psc.p.googleapis.com"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		api, request string
		passes       bool
	}{
		{"serviceusage", "GET https://serviceusage.googleapis.com/v1/projects/p/services:batchGet?names=x", true},
		{"serviceusage", "POST https://serviceusage.googleapis.com/v1/projects/p/services/cloudprofiler.googleapis.com:enable", false},
		{"serviceusage", "POST https://serviceusage.googleapis.com/v1/projects/p/services:batchEnable", false},
		{crm, "POST https://cloudresourcemanager.googleapis.com/v3/projects/p:getIamPolicy", true},
		{crm, "POST https://cloudresourcemanager.googleapis.com/v3/projects/example.com:p:getIamPolicy", true},
		{crm, "POST https://cloudresourcemanager.googleapis.com/v3/projects/p:setIamPolicy", false},
		{crm, "POST https://cloudresourcemanager.googleapis.com/v3/projects/p:getIamPolicy:setIamPolicy", false},
		{crm, "POST https://cloudresourcemanager.googleapis.com/v3/projects", false},
		{crm, "DELETE https://cloudresourcemanager.googleapis.com/v3/projects/p", false},
		{crm, "PATCH https://cloudresourcemanager.googleapis.com/v3/projects/p", false},
		{"cloudprofiler", "GET https://cloudprofiler.googleapis.com/v2/projects/p/profiles", true},
		{"cloudprofiler", "POST https://cloudprofiler.googleapis.com/v2/projects/p/profiles", false},
		{"cloudprofiler", "POST https://cloudprofiler.googleapis.com/v2/projects/p/profiles:createOffline", false},
		{"dataproc", "GET https://dataproc-psc.p.googleapis.com/v1/projects/p/regions/r/clusters/c", true},
		{"dataproc", "GET https://dataproc.googleapis.com/v1/projects/p/regions/r/clusters/c", false}, // not where the user sends it
		{"dataproc", "POST https://dataproc-psc.p.googleapis.com/v1/projects/p/regions/r/jobs:submit", false},
		{"dataproc", "POST https://dataproc-psc.p.googleapis.com/v1/projects/p/regions/r/clusters/c:stop", false},
		{"dataproc", "GET https://dataproc-psc.p.googleapis.com/v1/projects/p/locations/r/batches/b/sparkApplications/a:accessEnvironmentInfo", true},
		{"dataproc", "POST https://dataproc-psc.p.googleapis.com/v1/projects/p/locations/r/batches/b/sparkApplications/a:write", false},
		{"dataflow", "PUT https://dataflow.googleapis.com/v1b3/projects/p/locations/r/jobs/j", false},
		{"dataflow", "GET https://dataflow.googleapis.com/v1b3/projects/p/locations/r/jobs/j?view=JOB_VIEW_ALL", true},
		{"logging", "POST https://logging.googleapis.com/v2/entries:list", true},
		{"logging", "POST https://logging.googleapis.com/v2/entries:write", false},
		{"iam", "GET https://iam.googleapis.com/v1/projects/-/serviceAccounts/a@p.iam.gserviceaccount.com", true},
		{"iam", "GET https://iam.googleapis.com/v1/projects/p/serviceAccounts/a@p.iam.gserviceaccount.com/keys", false},
		{"iam", "POST https://iam.googleapis.com/v1/projects/-/serviceAccounts/a:signBlob", false},
		{"iam", "GET https://iam.googleapis.com/v2/policies/cloudresourcemanager.googleapis.com%2Fprojects%2Fp/denypolicies", true},
		{"iam", "DELETE https://iam.googleapis.com/v2/policies/x/denypolicies/y", false},
		{"compute", "GET https://compute.googleapis.com/compute/v1/projects/p/regions/r/subnetworks/s", true},
		{"compute", "POST https://compute.googleapis.com/compute/v1/projects/p/regions/r/subnetworks/s/setPrivateIpGoogleAccess", false},
		{"policytroubleshooter", "POST https://policytroubleshooter.googleapis.com/v3/iam:troubleshoot", true},
		{"logging", "GET http://logging.googleapis.com/v2/entries:list", false},
		{"logging", "POST https://logging.googleapis.com.example.com/v2/entries:list", false},
		{"logging", "POST https://evil.example.com/https://logging.googleapis.com/v2/entries:list", false},
		{"unknown", "GET https://unknown.googleapis.com/v1/x", false},
	} {
		method, url, _ := strings.Cut(c.request, " ")
		req, err := http.NewRequest(method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := allowed(req, c.api, e) == nil; got != c.passes {
			t.Errorf("%s: passes: %v", c.request, got)
		}
	}
}

// The transport itself refuses: a request that changes something reaches no
// server, whoever makes it.
func TestRefused(t *testing.T) {
	left := false
	tr := newTransport(Options{}, ends{universe: "googleapis.com"})
	tr.net = roundTrip(func(*http.Request) (*http.Response, error) {
		left = true
		return nil, http.ErrServerClosed
	})
	c, err := tr.made()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.WithValue(context.Background(), tapeKey{}, &tape{api: "serviceusage"})
	for _, ctx := range []context.Context{ctx, context.Background()} {
		if _, err := c.usage.Services.Enable("projects/p/services/cloudprofiler.googleapis.com", nil).Context(ctx).Do(); err == nil || left {
			t.Error("it left the process:", err)
		}
		if _, err := c.dataproc.Projects.Regions.Clusters.Delete("p", "r", "c").Context(ctx).Do(); err == nil || left {
			t.Error("it left the process:", err)
		}
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Names that files give stay in their place of the path.
func TestNames(t *testing.T) {
	c, err := New(Options{Env: map[string]string{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a?fields=x", "a#b", "a/../../b", "..", "a b", "a%2fb", "a:setIamPolicy", "\x1b[31m", ""} {
		for _, q := range []Question{{Kind: Subnet, Parent: "projects/p/regions/r", Name: name}, {Kind: Cluster, Parent: "projects/p/regions/r", Name: name},
			{Kind: Project, Parent: "projects/" + name}, {Kind: Account, Name: name}, {Kind: Role, Name: name}} {
			calls, err := c.Plan([]Question{q})
			if err != nil {
				continue // refused
			}
			u := calls[0].URL
			path, query, _ := strings.Cut(u, "?")
			if strings.Contains(path, "..") || strings.ContainsAny(path, "# \x1b") || strings.Contains(query, "x") || strings.HasSuffix(path, ":setIamPolicy") && calls[0].Method != "GET" {
				t.Errorf("%q: %s %s", name, calls[0].Method, u)
			}
		}
	}
}
