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
}

func newScopes(set *model.Set, folder func(path string) string) *scopes {
	if folder == nil {
		folder = func(string) string { return "" }
	}
	return &scopes{set, folder, map[string]*model.Scope{}}
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
		Clusters: kept(s.set.Clusters, func(c *model.Cluster) bool { return in(c.At) }),
		Grants:   kept(s.set.Grants, func(g *model.Grant) bool { return in(g.At) }),
		Services: kept(s.set.Services, func(x *model.Service) bool { return in(x.At) }),
		Subnets:  kept(s.set.Subnets, func(x *model.Subnet) bool { return in(x.At) }),
		NATs:     kept(s.set.NATs, func(x *model.NAT) bool { return in(x.At) }),
		Cloud:    s.set.Cloud,
	}}
	s.made[key] = out
	return out
}

// stated reports whether a user said that two places are of one deployment.
func (s *scopes) stated(a, b source.Span) bool {
	key := s.folder(where(a))
	return key != "" && key == s.folder(where(b))
}

func kept[T any](all []T, in func(T) bool) []T {
	var out []T
	for _, x := range all {
		if in(x) {
			out = append(out, x)
		}
	}
	return out
}
