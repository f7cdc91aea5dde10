package link

import (
	"time"

	"github.com/proflint/proflint/internal/dialect/agent"
	"github.com/proflint/proflint/internal/model"
)

// runs gives what has been started the answers that are about it: where its
// agent writes, its profiles, and what its Spark application ran with.
func runs(set *model.Set) {
	for _, w := range set.Workloads {
		if answered(w.At) {
			w.Searches = agent.Searches(w, set.Cloud.Since)
		}
		if w.Run == nil {
			continue
		}
		w.Run.Arrivals, w.Run.Quota = arrivals(w, set.Cloud), quota(w, set.Cloud)
		w.Run.Apps = apps(w, set.Cloud)
	}
}

// apps finds what the Spark applications of a batch or session ran with.
func apps(w *model.Workload, c *model.Cloud) *model.Apps {
	if w.Product != model.Serverless {
		return nil
	}
	of := "projects/" + w.Project.Raw().String() + "/locations/" + w.Region.Raw().String() + "/" + w.Kind.Collection() + "/" + w.Name.Raw().String()
	out := &model.Apps{}
	for _, e := range c.Ran {
		if e.Of == of {
			out.Seen = append(out.Seen, e)
		}
	}
	if len(out.Seen) == 0 {
		return nil
	}
	if g := c.Gap("//dataproc.googleapis.com/" + of + "/sparkApplications"); g != nil {
		out.Why, out.Ask = g.Why, g.Ask
	}
	return out
}

// arrivals finds the profiles of a run in the list of its project.
func arrivals(w *model.Workload, c *model.Cloud) *model.Arrivals {
	project := w.Project.Raw().String()
	for _, l := range c.Listings {
		if l.Project == project {
			return sort(w, l, c)
		}
	}
	if g := c.Gap("//cloudprofiler.googleapis.com/projects/" + project + "/profiles"); g != nil {
		return &model.Arrivals{Why: g.Why, Ask: g.Ask}
	}
	return nil
}

// sort puts each profile of a list where it belongs. Only the id of a run is
// its own: others may use its service, and a version that a person chose.
func sort(w *model.Workload, l *model.Listing, c *model.Cloud) *model.Arrivals {
	out := &model.Arrivals{At: l.At, Why: l.Partial}
	id := w.Run.ID.Raw().String()
	from, to, began := c.Looked(w.Run)
	for _, p := range l.Profiles {
		if !p.Start.IsZero() && (out.First.IsZero() || p.Start.Before(out.First)) {
			out.First = p.Start
		}
		service, version := false, id != "" && p.Version == id
		for _, a := range w.Request.Appears {
			service = service || a.Service == p.Service
			version = version || model.IsName(a.Version) && a.Service == p.Service && a.Version == p.Version
		}
		old := !p.Start.IsZero() && p.Start.Before(c.Since)
		switch {
		case old && !service:
		case !old && service && version:
			out.Here = append(out.Here, p)
		case !old && version:
			out.Elsewhere = append(out.Elsewhere, p)
		case !old && service && began && !p.Start.Before(from) && !p.Start.After(to):
			out.During = append(out.During, p)
		case service && (out.Last == nil || out.Last.Start.Before(p.Start)):
			out.Last = p
		}
	}
	return out
}

// sampled is how often a metric is written: a point may come that much later.
const sampled = time.Minute

// quota finds out whether a quota that agents need was used up during a run;
// nil where nobody was asked.
func quota(w *model.Workload, c *model.Cloud) *model.Quota {
	project := w.Project.Raw().String()
	from, to, began := c.Looked(w.Run)
	for _, u := range c.Usages {
		if u.Project != project || !began {
			continue
		}
		out := &model.Quota{Why: u.Partial}
		for _, h := range u.Hits {
			during := !h.When.Before(from) && (to.IsZero() || !h.When.After(to.Add(sampled)))
			if during && agent.Needs(h.Quota) && (out.Hit == nil || h.When.Before(out.Hit.When)) {
				out.Hit = h
			}
		}
		return out
	}
	if g := c.Gap("//monitoring.googleapis.com/projects/" + project + "/timeSeries"); g != nil {
		return &model.Quota{Why: g.Why, Ask: g.Ask}
	}
	return nil
}
