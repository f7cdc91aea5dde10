package link

import (
	"path"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// scopes sorts what the files declare by deployment. A user may state which
// folders are one each; what stands in none of them belongs to all. Without such
// a statement all files are one scope.
type scopes struct {
	set    *model.Set
	folder func(path string) string // the stated folder that a file lies in, "" for none
	made   map[string]*model.Scope
	names  map[*model.Scope]*names
}

func newScopes(set *model.Set, folder func(path string) string) *scopes {
	if folder == nil {
		folder = func(string) string { return "" }
	}
	return &scopes{set, folder, map[string]*model.Scope{}, map[*model.Scope]*names{}}
}

// of returns the scope of a place: what stands in it, and what belongs to all.
func (s *scopes) of(at source.Span) *model.Scope {
	key := s.folder(where(at))
	if made, ok := s.made[key]; ok {
		return made
	}
	in := func(at source.Span) bool {
		other := s.folder(where(at))
		return other == "" || other == key
	}
	out := &model.Scope{Key: key, Set: &model.Set{
		Clusters: filter(s.set.Clusters, func(c *model.Cluster) bool { return in(c.At) }),
		NATs:     filter(s.set.NATs, func(x *model.NAT) bool { return in(x.At) }),
		Cloud:    s.set.Cloud,
	}}
	for _, x := range s.set.Services {
		if in(x.At) {
			project, known := x.Project.Get()
			out.Services.Add(x, project.String(), known && x.API.Known())
		}
	}
	for _, g := range s.set.Grants {
		if in(g.At) {
			out.Grants.Add(g, g.Member.Raw().String(), g.Member.Known() && g.Member.Raw().HasPrefix("serviceAccount:") && !g.Googles && g.Resource != "serviceAccount")
		}
	}
	for _, x := range s.set.Subnets {
		if name, known := x.Name.Get(); known && in(x.At) {
			out.Subnets.Add(x, path.Base(name.String()), true)
		}
	}
	s.made[key] = out
	return out
}

// clusters returns the clusters of a scope by their names.
func (s *scopes) clusters(in *model.Scope) *names {
	known := s.names[in]
	if known == nil {
		known = newNames(in.Set.Clusters)
		s.names[in] = known
	}
	return known
}

// stated reports whether a user said that two places are of one deployment.
func (s *scopes) stated(a, b source.Span) bool {
	key := s.folder(where(b))
	return key != "" && key == s.folder(where(a))
}
