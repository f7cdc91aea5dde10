package live_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/live/livetest"
)

func client(t *testing.T, s *livetest.Server, change func(*live.Options)) *live.Client {
	t.Helper()
	o := live.Options{Env: s.Env(), Backoff: time.Millisecond, Timeout: 5 * time.Second, Attempt: time.Second}
	if change != nil {
		change(&o)
	}
	c, err := live.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const pipeline = "2026-11-29_01_02_03-4567890123456789012"

// every is a question of each kind, which the demo project answers.
func every() []live.Question {
	const p, region, location = "projects/demo", "projects/demo/regions/europe-west1", "projects/demo/locations/europe-west1"
	const workers = "workers@demo.iam.gserviceaccount.com"
	return []live.Question{
		{Kind: live.Services, Parent: p},
		{Kind: live.Project, Parent: p},
		{Kind: live.Folder, Parent: "folders/77"},
		{Kind: live.Policy, Parent: p},
		{Kind: live.Policy, Parent: "folders/77"},
		{Kind: live.Policy, Parent: "organizations/9"},
		{Kind: live.DenyPolicies, Parent: p},
		{Kind: live.DenyPolicy, Name: "policies/cloudresourcemanager.googleapis.com%2Fprojects%2Fdemo/denypolicies/no-profiles"},
		{Kind: live.Role, Name: "roles/dataproc.worker"},
		{Kind: live.Role, Name: "projects/demo/roles/profiling"},
		{Kind: live.Role, Name: "organizations/9/roles/profiling"},
		{Kind: live.Account, Name: workers},
		{Kind: live.Access, Parent: p, Name: workers, Filter: "cloudprofiler.profiles.create"},
		{Kind: live.Rights, Parent: p, Filter: "dataproc.clusters.get,dataflow.jobs.get"},
		{Kind: live.Clusters, Parent: region},
		{Kind: live.Cluster, Parent: region, Name: "etl"},
		{Kind: live.Jobs, Parent: region},
		{Kind: live.Job, Parent: region, Name: "wordcount-1"},
		{Kind: live.Batches, Parent: location},
		{Kind: live.Batch, Parent: location, Name: "nightly-7"},
		{Kind: live.Sessions, Parent: location},
		{Kind: live.Session, Parent: location, Name: "explore"},
		{Kind: live.SparkApps, Parent: location + "/batches/nightly-7"},
		{Kind: live.SparkEnv, Name: location + "/batches/nightly-7/sparkApplications/app-1"},
		{Kind: live.DataflowJobs, Parent: p},
		{Kind: live.DataflowJob, Parent: location, Name: pipeline},
		{Kind: live.DataflowNotices, Parent: location, Name: pipeline},
		{Kind: live.Subnet, Parent: region, Name: "workers"},
		{Kind: live.Routers, Parent: region},
		{Kind: live.Profiles, Parent: p, Filter: "orders@" + pipeline},
		{Kind: live.Logs, Parent: p, Filter: `resource.labels.job_id="2026-11-29_01_02_03-4567890123456789012" AND "Profile created"`},
		{Kind: live.Quota, Parent: p, Filter: "2026-11-29T00:00:00Z/2026-11-30T00:00:00Z"},
		{Kind: live.FoundServices, Parent: "organizations/9", Filter: "cloudprofiler"},
		{Kind: live.FoundWorkloads, Parent: "organizations/9", Filter: "dataproc.googleapis.com/Cluster"},
		{Kind: live.FoundPolicies, Parent: "organizations/9", Filter: "cloudprofiler.profiles.create"},
	}
}

// Every kind of question gets its answer in one request, as files named by
// their resources.
func TestAsk(t *testing.T) {
	c := client(t, livetest.Start(t, livetest.Demo), nil)
	for _, a := range c.Ask(context.Background(), every()) {
		if a.Err != nil || len(a.Files) == 0 || a.Partial != "" || a.Trips != 1 {
			t.Errorf("%s: %d files in %d trips, partial %q, %v", a.Question, len(a.Files), a.Trips, a.Partial, a.Err)
		}
		for _, f := range a.Files {
			if !strings.HasPrefix(f.Path, "//") || strings.HasSuffix(f.Path, "/") || strings.Contains(f.Path[2:], "//") || strings.Contains(string(f.Data), "hunter2") {
				t.Errorf("%s: %s: %s", a.Question, f.Path, f.Data)
			}
		}
	}
}

// What is asked of Cloud Monitoring, to the letter: nothing here can tell a wrong
// filter from a project whose quotas are never used up.
func TestQuotaURL(t *testing.T) {
	c := client(t, livetest.Start(t, livetest.Demo), func(o *live.Options) { o.Env = map[string]string{} })
	for span, period := range map[string]string{
		"2026-11-29T02:00:00Z/2026-11-29T02:21:00Z": "60s",   // minutes
		"2026-11-29T02:00:00Z/2026-12-09T02:00:00Z": "1740s", // ten days in some hundred points
	} {
		calls, err := c.Plan([]live.Question{{Kind: live.Quota, Parent: "projects/demo", Filter: span}})
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(calls[0].URL)
		if err != nil {
			t.Fatal(err)
		}
		from, to, _ := strings.Cut(span, "/")
		want := url.Values{
			"filter":             {`metric.type="serviceruntime.googleapis.com/quota/exceeded" AND resource.type="consumer_quota" AND resource.labels.service="cloudprofiler.googleapis.com"`},
			"interval.startTime": {from}, "interval.endTime": {to},
			"aggregation.perSeriesAligner": {"ALIGN_COUNT_TRUE"}, "aggregation.alignmentPeriod": {period},
		}
		if d := cmp.Diff(want, u.Query()); d != "" || calls[0].Method != "GET" || u.Scheme+"://"+u.Host+u.Path != "https://monitoring.googleapis.com/v3/projects/demo/timeSeries" {
			t.Error(calls[0].Method, calls[0].URL, d)
		}
	}
}
