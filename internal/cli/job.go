package cli

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/model"
)

// job is what the argument of doctor names: an id, a resource name, or the
// address of its page in the console.
type job struct {
	id      string
	product model.Product // "" where an id alone does not tell
	project string
	region  string
}

// page is a path that names a run.
type page struct {
	segments string // {P} is the project, {R} the region, {ID} the id; others stand for themselves
	product  model.Product
}

// pages are the console's pages and the resource names of runs.
var pages = []page{
	{"dataflow/jobs/{R}/{ID}", model.Dataflow},
	{"dataflow/jobsDetail/locations/{R}/jobs/{ID}", model.Dataflow},
	{"dataflow/job/{ID}", model.Dataflow},
	{"dataproc/jobs/{ID}", model.Dataproc},
	{"dataproc/batches/{R}/{ID}", model.Serverless},
	{"dataproc/interactive/sessions/{ID}/locations/{R}", model.Serverless},
	{"dataproc/interactive/{R}/{ID}", model.Serverless},
	{"dataproc/sessions/{R}/{ID}", model.Serverless},
	{"projects/{P}/regions/{R}/jobs/{ID}", model.Dataproc},
	{"projects/{P}/locations/{R}/batches/{ID}", model.Serverless},
	{"projects/{P}/locations/{R}/sessions/{ID}", model.Serverless},
	{"projects/{P}/locations/{R}/jobs/{ID}", model.Dataflow},
}

// parseJob reads the argument of doctor.
func parseJob(arg string) (job, error) {
	arg = strings.Trim(arg, " <>\"'")
	if !strings.Contains(arg, "/") {
		if strings.ContainsAny(arg, " ?#%") || arg == "" {
			return job{}, fmt.Errorf("%q is no job id: want an id, a resource name, or the address of the job's page in the console", arg)
		}
		return job{id: arg, product: engine.ProductOf(arg)}, nil
	}
	u, err := url.Parse(arg)
	if err != nil {
		return job{}, fmt.Errorf("%q is no address: %w", arg, err)
	}
	segments := strings.Split(strings.Trim(u.Path, "/"), "/")
	for i, s := range segments {
		segments[i], _, _ = strings.Cut(s, ";") // the console keeps the state of its tabs there
	}
	query := u.Query()
	for _, p := range pages {
		if out, ok := p.match(segments); ok {
			out.project = cmp.Or(out.project, query.Get("project"))
			out.region = cmp.Or(out.region, query.Get("region"))
			return out, nil
		}
	}
	if out, ok := profiled(u.Path); ok {
		out.project = query.Get("project")
		return out, nil
	}
	if c, ok := (page{segments: "dataproc/clusters/{ID}"}).match(segments); ok {
		return job{}, fmt.Errorf("this is the page of the cluster %s; for its jobs: gcloud dataproc jobs list --cluster=%s --region=%s --project=%s", c.id, c.id, cmp.Or(query.Get("region"), "REGION"), cmp.Or(query.Get("project"), "PROJECT"))
	}
	return job{}, fmt.Errorf("%q names no job: want the page of a Dataflow job, a Dataproc job, a batch or a session, such as https://console.cloud.google.com/dataflow/jobs/REGION/JOB_ID?project=PROJECT", arg)
}

// profiled reads the Profiler page that stays empty: of a pipeline the version is
// the id of the job.
func profiled(path string) (job, bool) {
	_, version, ok := strings.Cut(path, ";version=")
	id, _, _ := strings.Cut(version, "/")
	id, _, _ = strings.Cut(id, ";")
	p := engine.ProductOf(id)
	return job{id: id, product: p}, ok && p != "" && strings.Contains(path, "/profiler/")
}

// match finds the pattern anywhere in the path: details follow the id, and a
// proxy's folders may stand before.
func (p page) match(segments []string) (job, bool) {
	want := strings.Split(p.segments, "/")
	for from := 0; from+len(want) <= len(segments); from++ {
		out, ok := job{product: p.product}, true
		for i, w := range want {
			got := segments[from+i]
			switch w {
			case "{R}":
				out.region = got
			case "{P}":
				out.project = got
			case "{ID}":
				out.id = got
			default:
				ok = ok && got == w
			}
		}
		if ok && out.id != "" {
			return out, true
		}
	}
	return job{}, false
}
