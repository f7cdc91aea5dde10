package engine

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// waves bounds how often answers lead to further questions: a job, its
// cluster, its account's custom roles, and the folders above its project.
const waves = 6

// Ask lints, asks Google first and then whatever is left open, and lints again
// with the answers, until nothing is open that can be asked.
func Ask(ctx context.Context, o Options, c *live.Client, first ...live.Question) (*Result, error) {
	o.Asked, o.Now = c.Now(), c.Now()
	next := first
	var asked []live.Question
	var problems []live.Answer
	for wave := 0; ; wave++ {
		if again, ok := o.Stdin.(io.Seeker); ok && wave > 0 {
			_, _ = again.Seek(0, io.SeekStart)
		}
		r, err := Run(ctx, o)
		if err != nil {
			return r, err
		}
		r.Problems = problems
		qs := slices.DeleteFunc(append(next, open(r.set, o)...), func(q live.Question) bool { return slices.Contains(asked, q) })
		if len(qs) == 0 || wave == waves {
			return r, nil
		}
		asked, next = append(asked, qs...), nil
		for _, a := range c.Ask(ctx, qs) {
			next = append(next, o.take(a)...)
			if a.Err != nil || a.Partial != "" {
				problems = append(problems, a)
			}
		}
	}
}

// Open lints, and lists the first questions.
func Open(ctx context.Context, o Options, c *live.Client) ([]live.Question, error) {
	o.Asked, o.Now = c.Now(), c.Now()
	r, err := Run(ctx, o)
	if err != nil {
		return nil, err
	}
	return open(r.set, o), nil
}

// Where the resource of a question is known only once others have answered, a
// plan has a name in capitals.
const (
	someProject  = "projects/PROJECT"
	someRegion   = someProject + "/regions/REGION"
	someLocation = someProject + "/locations/REGION"
)

// Later are the questions that answers may lead to.
func Later() []live.Question {
	return []live.Question{
		{Kind: live.Cluster, Parent: someRegion, Name: "CLUSTER"},
		{Kind: live.DataflowJob, Parent: someLocation, Name: "JOB_ID"},
		{Kind: live.Policy, Parent: "folders/FOLDER"},
		{Kind: live.Policy, Parent: "organizations/ORGANIZATION"},
		{Kind: live.Folder, Parent: "folders/FOLDER"},
		{Kind: live.Role, Name: someProject + "/roles/ROLE"},
		{Kind: live.Account, Name: "ACCOUNT"},
		{Kind: live.Access, Parent: someProject, Name: "ACCOUNT", Filter: "PERMISSION"},
		{Kind: live.DenyPolicies, Parent: someProject},
		{Kind: live.DenyPolicy, Name: "policies/cloudresourcemanager.googleapis.com%2Fprojects%2FPROJECT/denypolicies/POLICY"},
		{Kind: live.Subnet, Parent: someRegion, Name: "SUBNET"},
		{Kind: live.Routers, Parent: someRegion},
	}
}

// take keeps an answer, or why there is none or not all of it. It returns the
// questions that an answer leads to by itself.
func (o *Options) take(a live.Answer) (next []live.Question) {
	g := &model.Gap{Path: a.Question.Resource(), Why: a.Partial}
	kept := false
	if next, kept = o.keep(a); kept {
		a.Files = nil
	}
	rd := newReading(o.Root, surfaces())
	for i, f := range a.Files {
		switch {
		case !o.recent(rd, f):
		case a.Question.Kind != live.DataflowJobs:
			o.Answers = append(o.Answers, f)
		case len(next) == most:
			g.Why = fmt.Sprintf("only %d of %d Dataflow jobs were looked at", most, i+1)
		case o.Diagnose && path.Base(f.Path) != o.Job:
		default: // a list leaves the options out
			dir, id := path.Split(strings.TrimPrefix(f.Path, "//dataflow.googleapis.com/"))
			next = append(next, live.Question{Kind: live.DataflowJob, Parent: strings.TrimSuffix(dir, "/jobs/"), Name: id})
		}
	}
	if a.Err != nil {
		g.Why, g.Ask, g.None = a.Err.Short(), a.Err.Do, a.Err.Class == live.NotFound
	}
	if g.Why != "" {
		o.Gaps = append(o.Gaps, g)
	}
	return next
}

// most Dataflow jobs of a project are looked at, one request each.
const most = 100

// recent reports whether an answer is of something that is still there, or that
// ended within Since. The run that is diagnosed is looked at whenever it ended.
func (o *Options) recent(rd *reading, f *source.File) bool {
	if o.Since == 0 || o.Diagnose {
		return true
	}
	return !slices.ContainsFunc(rd.answer(f).Workloads, func(w *model.Workload) bool {
		if w.Run == nil {
			return false
		}
		ended, over := w.Run.Ended.Get()
		return over && o.Asked.Sub(ended) >= o.Since
	})
}

// Workloads are the questions that list what a project runs, in some regions;
// Dataflow jobs are listed in all.
func Workloads(project string, regions []string) []live.Question {
	in := "projects/" + project
	out := []live.Question{{Kind: live.Services, Parent: in}, {Kind: live.Project, Parent: in}, {Kind: live.Policy, Parent: in}, {Kind: live.DataflowJobs, Parent: in, Filter: "ALL"}}
	for _, r := range regions {
		region, location := in+"/regions/"+r, in+"/locations/"+r
		out = append(out, live.Question{Kind: live.Clusters, Parent: region}, live.Question{Kind: live.Jobs, Parent: region},
			live.Question{Kind: live.Batches, Parent: location}, live.Question{Kind: live.Sessions, Parent: location})
	}
	return out
}
