package link

import (
	"strings"
	"time"

	"github.com/proflint/proflint/internal/dialect/iam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// places gives every entity its place.
func places(set *model.Set) {
	for _, c := range set.Clusters {
		place(&c.Entity, set.Cloud)
	}
	for _, w := range set.Workloads {
		place(&w.Entity, set.Cloud)
	}
}

// accesses judges the accounts of all workloads.
func accesses(set *model.Set) {
	for _, w := range set.Workloads {
		access(w, set.Cloud)
	}
}

// grants judges the roles and members of all grants.
func grants(set *model.Set) {
	roles := map[string][]*model.CustomRole{} // by full name
	for _, r := range set.Roles {
		name := source.Concat(source.Derived("projects/", r.At), r.Project.Raw(), source.Derived("/roles/", r.At), r.Name.Raw())
		roles[name.Sym()] = append(roles[name.Sym()], r)
	}
	for _, g := range set.Grants {
		g.Creates, g.Googles = iam.Creates(g.Role), iam.Googles(g.Member.Raw())
		if name := g.Role.Raw().Sym(); name != "" && g.Creates.Unknown() {
			custom(g, roles[name])
		}
		switch at := g.Undone.At; {
		case !at.Valid():
		case g.Undone.Sure:
			g.Creates = value.Of(false, at)
		default:
			g.Creates = value.Not[bool](&source.Hole{Why: "whether " + g.Role.Raw().String() + " is taken away again at " + at.String()}, at)
		}
	}
}

// custom judges a grant of a custom role that one command creates.
func custom(g *model.Grant, found []*model.CustomRole) {
	if len(found) == 1 && found[0].Permissions.Present() && found[0].Permissions.Open() == nil {
		g.Creates = value.Of(iam.Allows(found[0].Permissions.Items()), found[0].At)
	}
}

// place gives workloads that name no project or region those that the user
// gives. What a variable names may be something else: that it is the
// user's is weak.
func place(e *model.Entity, c *model.Cloud) {
	fill := func(v *value.Str, with string) {
		if with == "" || v.Known() && v.Raw().Len() > 0 {
			return
		}
		expr := v.Raw().String()
		*v = value.Of(source.Derived(with, v.Span()), v.At()...)
		if expr != "" {
			*v = v.Weaken(expr + " being " + with)
		}
	}
	fill(&e.Project, c.Project)
	fill(&e.Region, c.Region)
}

// access judges what the workers' account may do, where the policies of its
// project were asked for.
func access(w *model.Workload, c *model.Cloud) {
	project, ok := w.Project.Get()
	if !ok || c.Now.IsZero() {
		return
	}
	email, why := Email(w, c)
	if email == "" {
		if why != "" {
			w.Access = &model.Access{Holds: value.Not[bool](&source.Hole{Why: why})}
		}
		return
	}
	w.Access = iam.Judge(c, project.String(), email, moment(w, c))
	if holds, _ := w.Access.Holds.Get(); holds && w.Run != nil {
		if from, began := w.Run.Started.Get(); began {
			w.Access.Since = iam.Since(c, project.String(), w.Access, from)
		}
	}
}

// moment is the time by which a workload is judged: that of its run, if that is
// over.
func moment(w *model.Workload, c *model.Cloud) time.Time {
	if w.Run != nil {
		from, began := w.Run.Started.Get()
		if _, over := w.Run.Ended.Get(); over && began {
			return from
		}
	}
	return c.Now
}

// Email returns the account that the workers run as; "" with the reason where
// that is not known, or without one where they may run as somebody else
// altogether.
func Email(w *model.Workload, c *model.Cloud) (email, why string) {
	who, project := w.Account, w.Project.Raw().String()
	switch {
	case w.Product == model.Dataproc:
		cluster, ok := w.Cluster.To.Get()
		if !ok {
			return "", "the cluster is not known"
		}
		if cluster.Mapped {
			return "", "the cluster maps users to accounts, and it is that of whoever submitted the job"
		}
		who = cluster.Account
	case w.Product == model.Serverless:
		if user, known := w.AsUser.Get(); user || !known {
			return "", ""
		}
	}
	if s, ok := who.Get(); ok && s.Len() > 0 {
		return strings.TrimPrefix(s.String(), "serviceAccount:"), ""
	}
	if who.Unknown() && who.Raw().Len() > 0 {
		return "", "it is " + who.Raw().String()
	}
	// the default account of Compute Engine (F2.5, F2.6)
	if p := c.Node("projects/" + project); p != nil && p.Number != "" {
		return p.Number + "-compute@developer.gserviceaccount.com", ""
	}
	return "", "it is the default account of Compute Engine, and the number of the project is not known"
}
