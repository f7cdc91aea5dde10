package engine

import (
	"context"
	"io"
	"slices"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/model"
)

// waves bounds how often answers lead to further questions: a job, its
// cluster, its account's custom roles, and the folders above its project.
const waves = 6

// Ask lints, asks Google what the files leave open, and lints again with the
// answers, until nothing is open that can be asked.
func Ask(ctx context.Context, o Options, c *live.Client) (*Result, error) {
	o.Asked, o.Now = c.Now(), c.Now()
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
		qs := slices.DeleteFunc(open(r.set, o.Profiling == checks.Every), func(q live.Question) bool { return slices.Contains(asked, q) })
		if len(qs) == 0 || wave == waves {
			return r, nil
		}
		asked = append(asked, qs...)
		for _, a := range c.Ask(ctx, qs) {
			o.take(a)
			if a.Err != nil {
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
	return open(r.set, o.Profiling == checks.Every), nil
}

// Later lists the kinds of questions that answers may lead to.
func Later() []live.Kind {
	return []live.Kind{live.Cluster, live.Policy, live.Folder, live.Role, live.Account, live.DenyPolicies, live.DenyPolicy, live.Subnet, live.Routers}
}

// take keeps an answer, or why there is none or not all of it.
func (o *Options) take(a live.Answer) {
	o.Answers = append(o.Answers, a.Files...)
	g := &model.Gap{Path: a.Question.Resource(), Why: a.Partial}
	if a.Err != nil {
		g.Why, g.Ask, g.None = a.Err.Error(), a.Err.Do, a.Err.Class == live.NotFound
	}
	if g.Why != "" {
		o.Gaps = append(o.Gaps, g)
	}
}
