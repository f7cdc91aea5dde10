package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// indexLag is what has to be known of every answer of Cloud Asset Inventory.
const indexLag = "the index is behind the projects by minutes to hours, and knows no deny policies"

// Organization writes the projects of an organization for people: a line each,
// the broken ones first, and below it who may create profiles.
func Organization(w io.Writer, in *Input, color bool) error {
	t := &text{palette: newPalette(color), Input: in, w: bufio.NewWriter(w)}
	o := in.Organization
	width := 0
	for _, s := range o.Projects {
		width = max(width, len(clean(s.ID)))
	}
	for _, s := range o.Projects {
		r := surveyed(s)
		answer := t.palette.readiness(r)(fmt.Sprintf("%-11s", strings.ReplaceAll(string(r), "-", " ")))
		t.line("%s  %-*s  %s", answer, min(width, 40), clean(s.ID), strings.Join(says(s), "; "))
		if may := members(s.Holds); may != "" {
			t.line("             may create profiles: %s", clean(may))
		}
		if s.May.Unknown() {
			t.line("             cannot tell: %s", clean(s.May.Hole().Why))
			t.line("             %s", clean(s.May.Hole().Ask))
		}
		if s.API.Unknown() {
			t.line("             %s", clean(s.API.Hole().Ask))
		}
	}
	if len(o.Projects) > 0 {
		t.line("")
	}
	t.line("%s; %s", sentence("; ", t.projects(), in.Looked), indexLag)
	for _, g := range o.Gaps {
		t.line("not shown by the index: %s", clean(g))
	}
	return t.w.Flush()
}

// projects says how many projects there are, and what of them.
func (in *Input) projects() string {
	count := map[Readiness]int{}
	for _, s := range in.Organization.Projects {
		count[surveyed(s)]++
	}
	parts := []string{plural(len(in.Organization.Projects), "project") + " with Dataproc or Dataflow"}
	for _, r := range []Readiness{NotReady, CannotTell, Ready} {
		if count[r] > 0 {
			parts = append(parts, thousands(count[r])+" "+strings.ReplaceAll(string(r), "-", " "))
		}
	}
	return strings.Join(parts, ", ")
}

func surveyed(s *model.Surveyed) Readiness {
	switch {
	case s.Broken():
		return NotReady
	case !s.Told():
		return CannotTell
	}
	return Ready
}

// says is what is known of a project, in a few words.
func says(s *model.Surveyed) []string {
	out := []string{"Profiler API " + word(s.API, "on", "off")}
	if may, known := s.May.Get(); known && !may {
		out = append(out, "no service account may create profiles")
	}
	if len(s.Runs) > 0 {
		return append(out, strings.Join(s.Runs, ", "))
	}
	return append(out, "no workload seen, "+strings.Join(s.APIs, " and ")+" enabled")
}

func word(v value.Value[bool], yes, no string) string {
	on, known := v.Get()
	switch {
	case !known:
		return "unknown"
	case on:
		return yes
	}
	return no
}

// members lists holders, with where it comes from if that is not the project.
func members(holds []model.Holder) string {
	var out []string
	for _, h := range holds {
		who := strings.TrimPrefix(h.Member, "serviceAccount:")
		if !strings.HasPrefix(h.On, "projects/") {
			who += " (" + h.Role + " on " + h.On + ")"
		}
		out = append(out, who)
	}
	return list(out, 3)
}

// organization is a part of JSON, version 1, that only a survey has.
type organization struct {
	Name     string            `json:"name"`
	AsOf     string            `json:"as_of"`
	IndexLag string            `json:"index_lag"`
	Projects []surveyedProject `json:"projects"`
	Gaps     []string          `json:"gaps"`
}

type surveyedProject struct {
	Project        string    `json:"project"`
	Number         string    `json:"number"`
	Readiness      Readiness `json:"readiness"`
	Runs           []string  `json:"runs"`
	APIs           []string  `json:"apis"`
	ProfilerAPI    string    `json:"profiler_api"`    // on, off, unknown
	CreateProfiles string    `json:"create_profiles"` // yes, no, unknown
	Accounts       []holder  `json:"accounts"`
	Unsure         []holder  `json:"unsure"`
	Reason         string    `json:"reason"`
	Settle         string    `json:"settle"`
}

type holder struct {
	Member string `json:"member"`
	Role   string `json:"role"`
	On     string `json:"on"`
	Reason string `json:"reason,omitempty"`
}

func organizationOf(o *model.Organization) *organization {
	if o == nil {
		return nil
	}
	out := &organization{Name: o.Name, AsOf: o.AsOf.UTC().Format("2006-01-02T15:04:05Z07:00"), IndexLag: indexLag, Projects: []surveyedProject{}, Gaps: append([]string{}, o.Gaps...)}
	for _, s := range o.Projects {
		p := surveyedProject{
			Project: s.ID, Number: s.Number, Readiness: surveyed(s), Runs: append([]string{}, s.Runs...), APIs: append([]string{}, s.APIs...),
			ProfilerAPI: word(s.API, "on", "off"), CreateProfiles: word(s.May, "yes", "no"), Accounts: holders(s.Holds), Unsure: holders(s.Unsure),
		}
		for _, v := range []value.Value[bool]{s.May, s.API} {
			if h := v.Hole(); h != nil {
				p.Reason, p.Settle = h.Why, h.Ask
			}
		}
		out.Projects = append(out.Projects, p)
	}
	return out
}

func holders(in []model.Holder) []holder {
	out := []holder{}
	for _, h := range in {
		out = append(out, holder{h.Member, h.Role, h.On, h.Why})
	}
	return out
}
