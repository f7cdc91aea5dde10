package checks

import (
	"strings"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
)

// Organization judges the projects of an organization. The index does not tell
// who asks for profiling, so that what it shows is worth a note; where every
// workload has to ask, a project that has workloads fails.
func Organization(c Config, o *model.Organization) []*finding.Finding {
	var out []*finding.Finding
	for _, s := range o.Projects {
		p := &Pass{Book: c.Book, Profiling: c.Profiling}
		if on, known := s.API.Get(); known && !on {
			api := params[apiParams](p, "profiler-api-disabled").API
			p.Fail("profiler-api-disabled", live, s.At, "%s is not enabled in project %s, which %s", api, s.ID, has(s)).Fix(enabling(api, s.ID))
		}
		if may, known := s.May.Get(); known && !may {
			agent := params[roleParams](p, "agent-role-missing").Agent
			p.Fail("agent-role-missing", live, s.At, "no service account may create profiles in project %s, which %s", s.ID, has(s)).
				Fix(granting(agent, anyAccount, s.ID))
		}
		for _, x := range p.failures {
			if c.Profiling != Required || len(s.Runs) == 0 {
				x.Cap(finding.Note)
			}
			if c.Judges(x.f.Rule) && x.f.Level != finding.None {
				out = append(out, x.f)
			}
		}
	}
	return out
}

// has says what a project has to do with workloads.
func has(s *model.Surveyed) string {
	if len(s.Runs) > 0 {
		return "has " + strings.Join(s.Runs, ", ")
	}
	return "has " + strings.Join(s.APIs, " and ") + " enabled"
}
