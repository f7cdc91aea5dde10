package link

import (
	"slices"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// imports puts what a command sends of a file in the place of what the file
// declares by itself: the command may refuse it, and of a key that is there
// twice it sends another one. Each body counts once: of several imports of it
// the first one stands for all.
func imports(set *model.Set) {
	bodies := map[string][]*model.Import{} // by path
	var all []*model.Import
	for _, im := range set.Imports {
		at := where(im.At)
		if bodyOf(bodies, im.At) != nil {
			continue
		}
		bodies[at] = append(slices.DeleteFunc(bodies[at], func(inner *model.Import) bool { return inner.At.Within(im.At) }), im)
		all = append(all, im)
		for _, c := range im.Declares.Clusters {
			c.By = im.By
		}
	}
	if len(all) == 0 {
		return
	}
	all = filter(all, func(im *model.Import) bool { return bodyOf(bodies, im.At) == im })
	set.Workloads = replace(set.Workloads, all, bodies, func(w *model.Workload) *source.Span { return &w.At }, func(s *model.Set) []*model.Workload { return s.Workloads })
	set.Clusters = replace(set.Clusters, all, bodies, func(c *model.Cluster) *source.Span { return &c.At }, func(s *model.Set) []*model.Cluster { return s.Clusters })
}

// bodyOf returns the import of the body that a place lies in, nil for none.
func bodyOf(bodies map[string][]*model.Import, at source.Span) *model.Import {
	in := bodies[where(at)]
	if i := slices.IndexFunc(in, func(im *model.Import) bool { return at.Within(im.At) }); i >= 0 {
		return in[i]
	}
	return nil
}

// replace puts what commands send in the place of what their bodies declare. A
// single entity that one sends gets the place in the file, so that its id does not
// depend on who reads the file.
func replace[T any](read []T, all []*model.Import, bodies map[string][]*model.Import, at func(T) *source.Span, of func(*model.Set) []T) []T {
	var out []T
	done := map[*model.Import]bool{}
	for _, x := range read {
		im := bodyOf(bodies, *at(x))
		switch {
		case im == nil:
			out = append(out, x)
		case !done[im]:
			done[im] = true
			sent := of(im.Declares)
			if len(sent) == 1 {
				*at(sent[0]) = *at(x)
			}
			out = append(out, sent...)
		}
	}
	for _, im := range all {
		if !done[im] {
			out = append(out, of(im.Declares)...)
		}
	}
	return out
}
