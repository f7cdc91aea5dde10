package engine

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/dialect/agent"
	"github.com/proflint/proflint/internal/dialect/iam"
	"github.com/proflint/proflint/internal/link"
	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// open lists what Google could answer of all that a set leaves open.
func open(set *model.Set, o Options) []live.Question {
	var out []live.Question
	ask := func(qs ...live.Question) {
		for _, q := range qs {
			if !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	for _, w := range set.Workloads {
		if asked, _ := w.Request.Asked().Get(); !asked && o.Profiling != checks.Every {
			continue
		}
		project, ok := w.Project.Get()
		if !ok || project.Len() == 0 {
			continue
		}
		in := "projects/" + project.String()
		ask(live.Question{Kind: live.Services, Parent: in}, live.Question{Kind: live.Project, Parent: in}, live.Question{Kind: live.Policy, Parent: in})
		ask(cluster(w, in)...)
		ask(grants(w, set.Cloud, in)...)
		ask(network(w, in)...)
		if o.Diagnose {
			ask(causes(w, in, set.Cloud)...)
		}
	}
	return out
}

// cluster asks for a cluster that the files do not create.
func cluster(w *model.Workload, in string) []live.Question {
	name, ok := w.Cluster.Want.Get()
	region, known := w.Region.Get()
	if w.Product != model.Dataproc || !ok || !known || !w.Cluster.To.Unknown() || region.Len() == 0 || len(w.Cluster.Among) > 0 {
		return nil
	}
	return []live.Question{{Kind: live.Cluster, Parent: in + "/regions/" + region.String(), Name: name.String()}}
}

// grants asks for what still keeps the account's permission from being told:
// custom roles, and the policies above the project.
func grants(w *model.Workload, c *model.Cloud, in string) []live.Question {
	email, _ := link.Email(w, c)
	if email == "" || w.Access == nil {
		return nil
	}
	var out []live.Question
	if !strings.HasSuffix(email, "@developer.gserviceaccount.com") {
		out = append(out, live.Question{Kind: live.Account, Name: email})
	}
	if holds, _ := w.Access.Holds.Get(); holds {
		return append(out, denials(w, c, in)...)
	}
	project := strings.TrimPrefix(in, "projects/")
	if s := c.State(project, "policytroubleshooter.googleapis.com"); s != nil {
		if on, _ := s.Enabled.Get(); on {
			for _, p := range iam.Needed() {
				out = append(out, live.Question{Kind: live.Access, Parent: in, Name: email, Filter: p})
			}
		}
	}
	for _, role := range iam.Custom(c, email) {
		out = append(out, live.Question{Kind: live.Role, Name: role})
	}
	for on := c.Parent(in); on != ""; on = c.Parent(on) {
		out = append(out, live.Question{Kind: live.Policy, Parent: on})
		if strings.HasPrefix(on, "folders/") {
			out = append(out, live.Question{Kind: live.Folder, Parent: on})
		}
	}
	return out
}

// denials asks for what may take the permission away: deny policies on the project
// and, where no profile has arrived for sure, above it; and since when it is there.
func denials(w *model.Workload, c *model.Cloud, in string) []live.Question {
	out := []live.Question{{Kind: live.DenyPolicies, Parent: in}}
	for _, d := range c.Denials {
		if !d.Body.Get("rules").Present() { // a list names them only
			out = append(out, live.Question{Kind: live.DenyPolicy, Name: d.Name})
		}
	}
	if w.Run == nil || w.Run.Arrivals == nil || len(w.Run.Arrivals.Here) > 0 || w.Run.Arrivals.Why != "" {
		return out
	}
	if w.Run.Started.Known() {
		out = append(out, live.Question{Kind: live.Logs, Parent: in, Filter: agent.Grants(w.Access.Who, c.Now)})
	}
	for on := c.Parent(in); on != ""; on = c.Parent(on) {
		out = append(out, live.Question{Kind: live.DenyPolicies, Parent: on})
		if strings.HasPrefix(on, "folders/") {
			out = append(out, live.Question{Kind: live.Folder, Parent: on})
		}
	}
	return out
}

// network asks for the subnet of workers that have internal addresses only.
func network(w *model.Workload, in string) []live.Question {
	e, internal := &w.Entity, w.Options.InternalOnly
	if w.Product == model.Dataproc {
		c, ok := w.Cluster.To.Get()
		if !ok {
			return nil
		}
		e, internal = &c.Entity, c.InternalOnly
	}
	region := value.First(e.Region, w.Region)
	on, _ := internal.Get()
	name, ok := e.Subnet.Get()
	where, known := region.Get()
	if !on || !ok || !known || name.Len() == 0 || where.Len() == 0 {
		return nil
	}
	parent := in + "/regions/" + where.String()
	// a subnet of another project is named in full
	if _, full, ok := strings.Cut(name.String(), "projects/"); ok {
		if project, rest, ok := strings.Cut(full, "/regions/"); ok {
			region, _, _ := strings.Cut(rest, "/")
			parent = "projects/" + project + "/regions/" + region
		}
	}
	return []live.Question{{Kind: live.Subnet, Parent: parent, Name: path.Base(name.String())}, {Kind: live.Routers, Parent: parent}}
}
