package link

import (
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
		Grants:   filter(s.set.Grants, func(g *model.Grant) bool { return in(g.At) }),
		Services: filter(s.set.Services, func(x *model.Service) bool { return in(x.At) }),
		Subnets:  filter(s.set.Subnets, func(x *model.Subnet) bool { return in(x.At) }),
		NATs:     filter(s.set.NATs, func(x *model.NAT) bool { return in(x.At) }),
		Cloud:    s.set.Cloud,
	}}
	s.made[key] = out
	return out
}

// names are the clusters of a scope by the Sym of their names, and whether a loop
// gives one of these.
type names struct {
	of     map[string][]*model.Cluster
	looped bool
}

// called returns the clusters of a scope that may have a name: all of them,
// where loops give names.
func (s *scopes) called(in *model.Scope, name source.Text) []*model.Cluster {
	known := s.names[in]
	if known == nil {
		known = &names{of: map[string][]*model.Cluster{}}
		for _, c := range in.Set.Clusters {
			name := c.Name.Raw()
			known.of[name.Sym()] = append(known.of[name.Sym()], c)
			known.looped = known.looped || len(name.Turns()) > 0
		}
		s.names[in] = known
	}
	if known.looped || len(name.Turns()) > 0 {
		return in.Set.Clusters
	}
	return known.of[name.Sym()]
}

// stated reports whether a user said that two places are of one deployment.
func (s *scopes) stated(a, b source.Span) bool {
	key := s.folder(where(b))
	return key != "" && key == s.folder(where(a))
}
