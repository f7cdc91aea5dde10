package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/dialect/agent"
	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// ProductOf returns what an id alone tells of the product: Dataflow's look like no
// others. "" for those.
func ProductOf(id string) model.Product {
	if beam.IsJobID(id) {
		return model.Dataflow
	}
	return ""
}

// Find are the questions that find a run by its id, in each of some regions. An
// id whose product is not known ("") is that of a Dataproc job, a batch or a
// session. There is none if a region is needed and not given.
func Find(product model.Product, project string, regions []string, id string) []live.Question {
	in := "projects/" + project
	if product == model.Dataflow && len(regions) == 0 { // the list is of all regions
		return []live.Question{{Kind: live.DataflowJobs, Parent: in, Filter: "ALL"}}
	}
	var out []live.Question
	for _, r := range regions {
		region, location := in+"/regions/"+r, in+"/locations/"+r
		switch product {
		case model.Dataflow:
			out = append(out, live.Question{Kind: live.DataflowJob, Parent: location, Name: id})
		case model.Serverless:
			out = append(out, live.Question{Kind: live.Batch, Parent: location, Name: id}, live.Question{Kind: live.Session, Parent: location, Name: id})
		case model.Dataproc:
			out = append(out, live.Question{Kind: live.Job, Parent: region, Name: id})
		default:
			out = append(out, live.Question{Kind: live.Job, Parent: region, Name: id}, live.Question{Kind: live.Batch, Parent: location, Name: id},
				live.Question{Kind: live.Session, Parent: location, Name: id})
		}
	}
	return out
}

// Causes are the questions that are asked about a run that has been found,
// besides those of Later.
func Causes() []live.Question {
	const batch = someLocation + "/batches/BATCH"
	return []live.Question{
		{Kind: live.Services, Parent: someProject},
		{Kind: live.Project, Parent: someProject},
		{Kind: live.Policy, Parent: someProject},
		{Kind: live.Profiles, Parent: someProject},
		{Kind: live.Quota, Parent: someProject, Filter: "START/END"},
		{Kind: live.Logs, Parent: someProject},
		{Kind: live.SparkApps, Parent: batch},
		{Kind: live.SparkEnv, Name: batch + "/sparkApplications/APPLICATION"},
	}
}

// causes asks for what shows why a run has no profiles: the list of profiles,
// the quotas, the lines of its agent, who switched the API on, what Spark really
// ran with.
func causes(w *model.Workload, in string, c *model.Cloud) []live.Question {
	if w.Run == nil {
		return nil
	}
	out := []live.Question{{Kind: live.Profiles, Parent: in, Filter: target(w, c)}}
	if w.Product == model.Serverless {
		out = append(out, live.Question{Kind: live.SparkApps, Parent: fmt.Sprintf("%s/locations/%s/%s/%s", in, w.Region.Raw(), w.Kind.Collection(), w.Name.Raw())})
	}
	if !w.Run.Started.Known() {
		return out
	}
	return append(out, live.Question{Kind: live.Quota, Parent: in, Filter: window(w.Run, c)},
		live.Question{Kind: live.Logs, Parent: in, Filter: agent.Filter(w.Searches)}, live.Question{Kind: live.Logs, Parent: in, Filter: agent.Switches(c.Now)})
}

// window is the time of a run, in whole minutes: metrics are not finer.
func window(r *model.Run, c *model.Cloud) string {
	from, to, _ := c.Looked(r)
	if to.Before(from) {
		to = from
	}
	return from.UTC().Truncate(time.Minute).Format(time.RFC3339) + "/" + to.UTC().Truncate(time.Minute).Add(time.Minute).Format(time.RFC3339)
}

// target is the profile at which the list need not be read on: SERVICE@VERSION;
// "" where an old one does not count.
func target(w *model.Workload, c *model.Cloud) string {
	id := w.Run.ID.Raw().String()
	if len(w.Request.Appears) == 0 || id == "" || !c.Since.IsZero() {
		return ""
	}
	a := w.Request.Appears[0]
	if !model.IsName(a.Service + a.Version) {
		return ""
	}
	return a.Service + "@" + cmp.Or(a.Version, id)
}

// mostApps Spark applications of a run are looked at: it has one, and another for
// each time that its driver was started again.
const mostApps = 2

// keep takes an answer that is about a run rather than a resource of its own. It
// reports whether the answer is one, and what it leads to.
func (o *Options) keep(a live.Answer) (next []live.Question, ok bool) {
	switch a.Question.Kind {
	case live.Profiles, live.Quota:
		if a.Err == nil {
			o.Answers = append(o.Answers, listing(a))
		}
	case live.Logs:
		o.Answers = append(o.Answers, a.Files...) // of the audit log, and of agents
		o.Logs = append(o.Logs, a.Files...)
	case live.SparkApps:
		for _, f := range a.Files[:min(len(a.Files), mostApps)] {
			next = append(next, live.Question{Kind: live.SparkEnv, Name: strings.TrimPrefix(f.Path, "//dataproc.googleapis.com/")})
		}
		if n := len(a.Files); n > mostApps && a.Partial == "" {
			o.Gaps = append(o.Gaps, &model.Gap{Path: a.Question.Resource(), Why: fmt.Sprintf("only %d of %d Spark applications were looked at", mostApps, n)})
		}
	default:
		return nil, false
	}
	return next, true
}

// listing is the whole list as one file: whether it is whole is part of what it
// says.
func listing(a live.Answer) *source.File {
	items := []json.RawMessage{} // an empty list, not null
	for _, f := range a.Files {
		items = append(items, json.RawMessage(f.Data))
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	key := path.Base(a.Question.Resource())
	_ = enc.Encode(map[string]any{key: items, "partial": a.Partial})
	return source.NewFile(a.Question.Resource(), source.Live, buf.Bytes())
}
