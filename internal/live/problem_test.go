package live_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/live/livetest"
)

// Each form of refusal, as the servers send it, becomes its class with what to
// do about it.
func TestProblems(t *testing.T) {
	meta := func(kv ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(kv); i += 2 {
			m[kv[i]] = kv[i+1]
		}
		return m
	}
	for _, c := range []struct {
		name  string
		fault livetest.Fault
		want  live.Class
		do    string // a part of the advice
	}{
		{"the API is off", livetest.Disabled("dataproc.googleapis.com", "projects/123456789"), live.APIOff, "gcloud services enable dataproc.googleapis.com --project=123456789"},
		{"gcloud's own project", livetest.Disabled("dataproc.googleapis.com", "projects/764086051850"), live.QuotaProject, "set-quota-project demo"},
		{"no quota project", livetest.Failing(403, "PERMISSION_DENIED", "The dataproc.googleapis.com API requires a quota project, which is not set by default.", "", nil), live.QuotaProject, "set-quota-project demo"},
		{"off, in words only", livetest.Failing(403, "PERMISSION_DENIED", "Cloud Dataproc API has not been used in project demo before or it is disabled. Enable it", "", nil), live.APIOff, "--project=demo"},
		{"off, the older reason", livetest.Fault{Status: 403, Body: `{"error":{"code":403,"message":"Access Not Configured","errors":[{"domain":"usageLimits","reason":"accessNotConfigured"}]}}`}, live.APIOff, "gcloud services enable dataproc"},
		{"details beside the older list", livetest.Fault{Status: 403, Body: `{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED","errors":[{"reason":"forbidden"}],` +
			`"details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED","metadata":{"service":"dataproc.googleapis.com","consumer":"projects/55"}}]}}`}, live.APIOff, "--project=55"},
		{"may not bill", livetest.Failing(403, "PERMISSION_DENIED", "Caller does not have required permission to use project demo. Grant the caller the roles/serviceusage.serviceUsageConsumer role", "USER_PROJECT_DENIED", meta("consumer", "projects/demo")), live.QuotaDenied, "serviceusage.services.use"},
		{"denied, with the permission", livetest.Denied("dataproc.clusters.get"), live.Denied, "dataproc.clusters.get"},
		{"denied, a bare sentence", livetest.Denied(""), live.Denied, "roles/dataproc.viewer"},
		{"no such project", livetest.Failing(403, "PERMISSION_DENIED", "Permission denied on resource project demmo.", "CONSUMER_INVALID", meta("consumer", "projects/demmo")), live.NoProject, "demmo"},
		{"a perimeter", livetest.Failing(403, "PERMISSION_DENIED", "Request is prohibited by organization's policy. vpcServiceControlsUniqueIdentifier: abc", "SECURITY_POLICY_VIOLATED", meta("uid", "abc")), live.Perimeter, "abc"},
		{"a perimeter, the older detail", livetest.Fault{Status: 403, Body: `{"error":{"code":403,"message":"no","details":[{"@type":"type.googleapis.com/google.rpc.PreconditionFailure","violations":[{"type":"VPC_SERVICE_CONTROLS","description":"xyz"}]}]}}`}, live.Perimeter, "xyz"},
		{"a token for nothing", livetest.Failing(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.", "", nil), live.AuthScope, "gcloud auth application-default login"},
		{"a scope too narrow", livetest.Failing(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", nil), live.AuthScope, "cloud-platform"},
		{"no such cluster", livetest.Failing(404, "NOT_FOUND", "Not found: Cluster projects/demo/regions/europe-west1/clusters/etl", "", nil), live.NotFound, ""},
		{"too fast", livetest.Failing(429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute'", "RATE_LIMIT_EXCEEDED", meta("quota_limit", "ReadPerMinute")), live.RateLimited, "later"},
		{"too fast, as a denial", livetest.Failing(403, "PERMISSION_DENIED", "Quota exceeded for quota metric 'Reads' and limit 'Reads per minute'", "", nil), live.RateLimited, "later"},
		{"too fast, as a fault", livetest.Failing(500, "INTERNAL", "Quota exceeded for quota metric 'Reads' and limit 'Reads per minute'", "", nil), live.RateLimited, "later"},
		{"too much for a day", livetest.Failing(429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'List' and limit 'List requests per day'", "", nil), live.RateLimited, "tomorrow"},
		{"a bad day", livetest.Failing(503, "UNAVAILABLE", "The service is currently unavailable.", "", nil), live.Unavailable, "later"},
		{"a proxy's page", livetest.Fault{Status: 502, Body: "<html><body>Bad gateway</body></html>"}, live.Unavailable, "later"},
		{"a login page", livetest.Fault{Status: 200, Body: "<html>Please log in</html>"}, live.Unreadable, "proxy"},
		{"a redirect", livetest.Fault{Status: 302, Header: meta("Location", "https://example.com/"), Body: ""}, live.Unreadable, ""},
		{"an empty answer", livetest.Fault{Status: 200, Body: ""}, live.Unreadable, ""},
		{"a list where an object belongs", livetest.Fault{Status: 200, Body: "[]"}, live.Unreadable, ""},
		{"a text where an object belongs", livetest.Fault{Status: 200, Body: `{"config": "none"}`}, live.Unreadable, ""},
		{"not accepted", livetest.Failing(400, "INVALID_ARGUMENT", "Invalid region", "", nil), live.BadRequest, ""},
		{"cut off", livetest.Fault{Kind: livetest.Truncated}, live.Unavailable, ""},
		{"hung up", livetest.Fault{Kind: livetest.Close}, live.Unavailable, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := livetest.Start(t, livetest.Demo)
			s.Fail(c.fault.On("dataproc/v1/projects/demo/regions/europe-west1/clusters/etl"))
			cl := client(t, s, nil)
			got := cl.Ask(context.Background(), []live.Question{
				{Kind: live.Cluster, Parent: "projects/demo/regions/europe-west1", Name: "etl"},
				{Kind: live.Job, Parent: "projects/demo/regions/europe-west1", Name: "wordcount-1"},
			})
			if p := got[0].Err; p == nil || p.Class != c.want || !strings.Contains(p.Do, c.do) || p.Said == "" || strings.ContainsAny(p.Said+p.Do, "\n\r") {
				t.Errorf("got %+v", p)
			}
			if got[0].Files != nil {
				t.Error("a problem, and files")
			}
			if got[1].Err != nil {
				t.Errorf("the neighbour has no answer: %v", got[1].Err)
			}
		})
	}
}

// What may pass by itself is asked again, as often and as late as it is worth it.
func TestRetry(t *testing.T) {
	cluster := live.Question{Kind: live.Cluster, Parent: "projects/demo/regions/europe-west1", Name: "etl"}
	busy := livetest.Failing(429, "RESOURCE_EXHAUSTED", "slow down", "RATE_LIMIT_EXCEEDED", nil)
	for _, c := range []struct {
		name   string
		fault  livetest.Fault
		trips  int
		answer bool
	}{
		{"once", livetest.Fault{Status: 503, Body: "{}", Times: 1}, 2, true},
		{"three times", livetest.Fault{Status: 500, Body: "{}", Times: 3}, 4, true},
		{"for good", livetest.Fault{Status: 503, Body: "{}"}, 4, false},
		{"broken off", livetest.Fault{Kind: livetest.Truncated, Times: 2}, 3, true},
		{"hung up", livetest.Fault{Kind: livetest.Close, Times: 1}, 2, true},
		{"too fast", livetest.Fault{Status: 429, Body: busy.Body, Times: 1}, 2, true},
		{"wait as told", livetest.Fault{Status: 429, Body: busy.Body, Times: 1, Header: map[string]string{"Retry-After": "1"}}, 2, true},
		{"wait longer than there is time", livetest.Fault{Status: 503, Body: "{}", Header: map[string]string{"Retry-After": "600"}}, 1, false},
		{"a day's quota", livetest.Failing(429, "RESOURCE_EXHAUSTED", "limit 'Requests per day'", "", nil), 1, false},
		{"a denial", livetest.Denied(""), 1, false},
		{"nothing there", livetest.Failing(404, "NOT_FOUND", "Not found", "", nil), 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := livetest.Start(t, livetest.Demo)
			s.Fail(c.fault)
			a := client(t, s, nil).Ask(context.Background(), []live.Question{cluster})[0]
			if a.Trips != c.trips || (a.Err == nil) != c.answer || len(s.Requests()) != c.trips {
				t.Errorf("%d trips, %d requests, %v", a.Trips, len(s.Requests()), a.Err)
			}
		})
	}
}

// Nothing hangs past the deadline, and what was answered stays.
func TestDeadline(t *testing.T) {
	for _, kind := range []livetest.Way{livetest.Hang, livetest.Drip} {
		s := livetest.Start(t, livetest.Demo)
		s.Fail(livetest.Fault{Kind: kind, Match: "/clusters/"})
		c := client(t, s, func(o *live.Options) { o.Timeout, o.Attempt = 400*time.Millisecond, 150*time.Millisecond })
		done := make(chan []live.Answer)
		go func() { done <- c.Ask(context.Background(), every()) }()
		select {
		case got := <-done:
			for _, a := range got {
				if hung := a.Question.Kind == live.Cluster; hung != (a.Err != nil) || hung && a.Err.Class != live.Timeout {
					t.Errorf("%s: %v", a.Question, a.Err)
				}
			}
		case <-time.After(20 * time.Second):
			t.Fatal("still waiting")
		}
	}
}

// An API that fails again and again is given up; the others are not.
func TestGivenUp(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	s.Fail(livetest.Fault{Status: 503, Body: "{}", Match: " dataproc/"})
	c := client(t, s, nil)
	for i := range 5 {
		c.Ask(context.Background(), []live.Question{{Kind: live.Cluster, Parent: "projects/demo/regions/europe-west1", Name: fmt.Sprint("c", i)}})
	}
	if n := len(s.Requests()); n != 12 {
		t.Errorf("%d requests", n)
	}
	a := c.Ask(context.Background(), []live.Question{{Kind: live.Cluster, Parent: "projects/demo/regions/europe-west1", Name: "c9"}, {Kind: live.Project, Parent: "projects/demo"}})
	if a[0].Err == nil || a[0].Trips != 0 || a[1].Err != nil {
		t.Error(a)
	}
}

// Lists are read page by page, up to a budget; what is then missing is said.
func TestPages(t *testing.T) {
	s := livetest.Start(t, livetest.Demo)
	for i := range 30 {
		s.Set(fmt.Sprintf("dataproc/v1/projects/demo/regions/r/clusters/c%02d", i), fmt.Sprintf(`{"clusterName": "c%02d", "config": {}}`, i))
		s.Set(fmt.Sprintf("cloudprofiler/v2/projects/demo/profiles/q%02d", i), fmt.Sprintf(`{"name": "projects/demo/profiles/q%02d", "deployment": {"target": "t%d"}}`, i, i))
	}
	s.Pages(4)
	ask := func(q live.Question) live.Answer {
		return client(t, s, nil).Ask(context.Background(), []live.Question{q})[0]
	}
	clusters := live.Question{Kind: live.Clusters, Parent: "projects/demo/regions/r"}
	if a := ask(clusters); len(a.Files) != 30 || a.Trips != 8 || a.Partial != "" || a.Err != nil {
		t.Error(len(a.Files), a.Trips, a.Partial, a.Err)
	}
	if a := ask(live.Question{Kind: live.Profiles, Parent: "projects/demo", Filter: "t5"}); a.Trips != 2 || a.Partial != "" {
		t.Error("a profile that is found ends the search:", a.Trips, a.Partial)
	}
	if a := ask(live.Question{Kind: live.Profiles, Parent: "projects/demo", Filter: "no"}); a.Trips != 5 || !strings.Contains(a.Partial, "5 pages") {
		t.Error(a.Trips, a.Partial)
	}
	s.Fail(livetest.Fault{Status: 200, Body: `{"clusters": [{"clusterName": "x"}], "nextPageToken": "again"}`, Match: "/clusters"})
	if a := ask(clusters); a.Trips != 2 || !strings.Contains(a.Partial, "repeats a page token") || a.Err != nil {
		t.Error(a.Trips, a.Partial, a.Err)
	}
	s.Fail(livetest.Fault{Status: 200, Body: `{"batches": [{"name": "projects/demo/locations/r/batches/x"}], "unreachable": ["projects/demo/locations/r/batches/y"]}`, Match: "/batches"})
	if a := ask(live.Question{Kind: live.Batches, Parent: "projects/demo/locations/r"}); len(a.Files) != 1 || !strings.Contains(a.Partial, "batches/y") {
		t.Error(a.Files, a.Partial)
	}
	s.Fail(livetest.Denied("").On("/clusters"))
	s.Fail(livetest.Fault{Status: 200, Body: `{"clusters": [{"clusterName": "x"}], "nextPageToken": "1"}`, Match: "/clusters", Times: 1})
	if a := ask(clusters); len(a.Files) != 1 || a.Partial == "" || a.Err != nil {
		t.Error("a page that is denied hides those before:", a.Files, a.Partial, a.Err)
	}
}
