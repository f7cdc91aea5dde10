package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cloud.google.com/go/iam/apiv1/iampb"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/dialect/asset"
	"github.com/proflint/proflint/internal/dialect/iam"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
	"github.com/proflint/proflint/rules"
)

// mostRoles is how many roles are looked up: an organization has few of those
// that create profiles, one of its own tooling may have thousands.
const mostRoles = 20

// Everywhere are the questions about an organization, N of organizations/N: a
// few searches of Google's index, whatever the number of projects.
func Everywhere(organization string) []live.Question {
	in := "organizations/" + organization
	out := []live.Question{{Kind: live.FoundPolicies, Parent: in, Filter: iam.Needed()[0]}}
	for _, api := range append([]string{asset.Profiler}, asset.Runners()...) {
		out = append(out, live.Question{Kind: live.FoundServices, Parent: in, Filter: api})
	}
	for _, t := range asset.Types() {
		out = append(out, live.Question{Kind: live.FoundWorkloads, Parent: in, Filter: t.Name})
	}
	return out
}

// LaterEverywhere are the questions that these may lead to.
func LaterEverywhere() []live.Question {
	return []live.Question{{Kind: live.Role, Name: "organizations/ORGANIZATION/roles/ROLE"}}
}

// Survey looks at all projects of an organization that can run workloads.
func Survey(ctx context.Context, o Options, c *live.Client, organization string) *Result {
	s := &survey{Organization: model.Organization{Name: "organizations/" + organization, AsOf: c.Now()}, projects: map[string]*surveyed{},
		policies: map[string][]*iampb.Binding{}, names: map[string]string{}}
	r := &Result{Mode: "live", Organization: &s.Organization}
	for _, a := range c.Ask(ctx, Everywhere(organization)) {
		if s.take(a); a.Err != nil && !s.unindexed(a) || a.Partial != "" {
			r.Problems = append(r.Problems, a)
		}
	}
	s.roles(ctx, o, c, r)
	for _, p := range s.projects {
		if len(p.Runs) > 0 || len(p.APIs) > 0 {
			s.Projects = append(s.Projects, s.finish(p, c.Now()))
		}
	}
	slices.SortFunc(s.Projects, func(a, b *model.Surveyed) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(idle(a), idle(b)), strings.Compare(a.ID, b.ID))
	})
	r.Looked = fmt.Sprintf("%s as of %s", s.Name, s.AsOf.UTC().Format(time.RFC3339))
	cfg := checks.Config{Book: rules.OpenWith(o.Own), Profiling: o.Profiling, Only: o.Rules, Disable: o.Disable}
	r.Findings = finding.Finish(checks.Organization(cfg, &s.Organization))
	return r
}

func rank(s *model.Surveyed) int {
	switch {
	case s.Broken():
		return 0
	case !s.Told():
		return 1
	}
	return 2
}

func idle(s *model.Surveyed) int { return min(len(s.Runs), 1) * -1 }

// survey gathers answers.
type survey struct {
	model.Organization
	projects   map[string]*surveyed        // by number
	policies   map[string][]*iampb.Binding // by "projects/NUMBER", "folders/N" …
	names      map[string]string           // ids by number
	cloud      model.Cloud                 // what custom roles hold
	noServices string                      // why the list of projects with the Profiler API is not whole
	noPolicies string                      // likewise that of bindings
}

type surveyed struct {
	model.Surveyed
	on    bool     // the Profiler API
	above []string // folders/N
}

// found is what is read of one result of either search.
type found struct {
	Name, Resource, Project, State string
	Folders                        []string
	Policy                         struct{ Bindings []*iampb.Binding }
}

func (s *survey) take(a live.Answer) {
	q := a.Question
	why := a.Partial
	if a.Err != nil {
		why = a.Err.Short()
	}
	if why != "" {
		s.gap(q, why)
	}
	for _, f := range a.Files {
		var x found
		if json.Unmarshal(f.Data, &x) != nil {
			s.gap(q, "a result cannot be read")
			continue
		}
		if q.Kind == live.FoundPolicies {
			s.policy(x)
			continue
		}
		p := s.project(strings.TrimPrefix(x.Project, "projects/"), x.Folders)
		switch {
		case p == nil:
		case q.Kind == live.FoundWorkloads:
			if name := asset.Shown(q.Filter); !slices.Contains(p.Runs, name) {
				p.Runs = append(p.Runs, name)
			}
		case x.State != "ENABLED" || !strings.HasSuffix(x.Name, "/services/"+q.Filter+".googleapis.com"):
			// the search is by words: it also finds what is only alike
		case q.Filter == asset.Profiler:
			p.on = true
		case !slices.Contains(p.APIs, q.Filter):
			p.APIs = append(p.APIs, q.Filter)
		}
	}
}

// unindexed reports whether the index has no such type, which says nothing of
// any project.
func (s *survey) unindexed(a live.Answer) bool {
	return a.Question.Kind == live.FoundWorkloads && a.Err.Class == live.BadRequest
}

func (s *survey) gap(q live.Question, why string) {
	text := ""
	switch {
	case q.Kind == live.FoundPolicies:
		s.noPolicies, text = cmp.Or(s.noPolicies, why), "who may create profiles"
	case q.Kind == live.FoundWorkloads:
		text = "which projects have " + asset.Shown(q.Filter)
	default:
		text = "which projects have " + q.Filter + ".googleapis.com enabled"
		if q.Filter == asset.Profiler {
			s.noServices = cmp.Or(s.noServices, why)
		}
	}
	if text += ": " + why; !slices.Contains(s.Gaps, text) {
		s.Gaps = append(s.Gaps, text)
	}
}

func (s *survey) project(number string, above []string) *surveyed {
	if number == "" {
		return nil
	}
	p := s.projects[number]
	if p == nil {
		p = &surveyed{Surveyed: model.Surveyed{ID: number, Number: number}}
		s.projects[number] = p
	}
	if len(above) > 0 {
		p.above = above
	}
	return p
}

// policy keeps the bindings of a project, folder or organization.
func (s *survey) policy(x found) {
	on := strings.TrimPrefix(x.Resource, "//cloudresourcemanager.googleapis.com/")
	if id, ok := strings.CutPrefix(on, "projects/"); ok {
		number := strings.TrimPrefix(x.Project, "projects/")
		s.names[number] = id
		on = "projects/" + number
		s.project(number, x.Folders)
	}
	s.policies[on] = append(s.policies[on], x.Policy.Bindings...)
}

// roles looks up the roles that the table of predefined ones does not hold.
func (s *survey) roles(ctx context.Context, o Options, c *live.Client, r *Result) {
	var names []string
	for _, on := range slices.Sorted(maps.Keys(s.policies)) {
		for _, name := range iam.Unlisted(s.policies[on]) {
			if !slices.Contains(names, name) && len(names) <= mostRoles {
				names = append(names, name)
			}
		}
	}
	if len(names) > mostRoles {
		names = names[:mostRoles]
		s.Gaps = append(s.Gaps, fmt.Sprintf("what further custom roles hold: only %d are looked up", mostRoles))
	}
	var qs []live.Question
	for _, name := range names {
		qs = append(qs, live.Question{Kind: live.Role, Name: name})
	}
	rd := newReading(o.Root, surfaces())
	for _, a := range c.Ask(ctx, qs) {
		if a.Err != nil {
			r.Problems = append(r.Problems, a)
			s.Gaps = append(s.Gaps, "what "+a.Question.Name+" holds: "+a.Err.Short())
			continue
		}
		for _, f := range a.Files {
			s.cloud.Add(rd.answer(f).Answered())
		}
	}
}

// finish decides what can be told of a project.
func (s *survey) finish(p *surveyed, now time.Time) *model.Surveyed {
	out := &p.Surveyed
	out.ID = cmp.Or(s.names[out.Number], out.Number)
	slices.Sort(out.Runs)
	for _, on := range slices.Concat([]string{"projects/" + out.Number}, p.above, []string{s.Name}) {
		shown := on
		if strings.HasPrefix(on, "projects/") {
			shown = "projects/" + out.ID
		}
		sure, unsure := iam.Holders(&s.cloud, shown, s.policies[on], now)
		out.Holds, out.Unsure = append(out.Holds, sure...), append(out.Unsure, unsure...)
	}
	data, _ := json.MarshalIndent(map[string]any{"project": out.ID, "number": out.Number, "runs": out.Runs, "apis": out.APIs}, "", "  ")
	f := source.NewFile("//cloudasset.googleapis.com/"+s.Name+"/projects/"+out.ID, source.Live, append(data, '\n'))
	out.At = source.Span{File: f, End: len(f.Data)}
	switch {
	case p.on:
		out.API = value.Of(true, out.At)
	case s.noServices != "":
		out.API = value.Not[bool](&source.Hole{Why: s.noServices, Ask: "gcloud services list --enabled --project=" + source.ShellWord(out.ID) + " --filter=config.name=" + asset.Profiler + ".googleapis.com"}, out.At)
	default:
		out.API = value.Of(false, out.At)
	}
	ask := "gcloud projects get-ancestors-iam-policy " + source.ShellWord(out.ID)
	switch {
	case len(out.Holds) > 0:
		out.May = value.Of(true, out.At)
	case len(out.Unsure) > 0:
		u := out.Unsure[0]
		if group, ok := strings.CutPrefix(u.Member, "group:"); ok {
			ask = "gcloud identity groups memberships list --group-email=" + source.ShellWord(group)
		}
		out.May = value.Not[bool](&source.Hole{Why: fmt.Sprintf("%s has %s on %s: %s", u.Member, u.Role, u.On, u.Why), Ask: ask}, out.At)
	case s.noPolicies != "":
		out.May = value.Not[bool](&source.Hole{Why: "the search for bindings: " + s.noPolicies, Ask: ask}, out.At)
	default:
		out.May = value.Of(false, out.At)
	}
	return out
}
