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
	var done []source.Span
	for _, im := range set.Imports {
		if slices.ContainsFunc(done, func(at source.Span) bool { return im.At.Within(at) }) {
			continue
		}
		done = append(done, im.At)
		sent := im.Declares
		for _, c := range sent.Clusters {
			c.By = im.By
		}
		w := slices.IndexFunc(set.Workloads, func(w *model.Workload) bool { return w.At.Within(im.At) })
		c := slices.IndexFunc(set.Clusters, func(c *model.Cluster) bool { return c.At.Within(im.At) })
		stand(sent, set, w, c)
		set.Workloads = replace(set.Workloads, sent.Workloads, w, func(w *model.Workload) bool { return w.At.Within(im.At) })
		set.Clusters = replace(set.Clusters, sent.Clusters, c, func(c *model.Cluster) bool { return c.At.Within(im.At) })
	}
}

// stand gives a single entity that the command declares the place in the file,
// so that its id does not depend on who reads the file.
func stand(sent, set *model.Set, w, c int) {
	if len(sent.Workloads) == 1 && w >= 0 {
		sent.Workloads[0].At = set.Workloads[w].At
	}
	if len(sent.Clusters) == 1 && c >= 0 {
		sent.Clusters[0].At = set.Clusters[c].At
	}
}

// replace puts items where those were that are left out; at is the first of
// them, -1 for none.
func replace[T any](all, items []T, at int, out func(T) bool) []T {
	if at < 0 {
		at = len(all)
	}
	rest := slices.DeleteFunc(slices.Clone(all[at:]), out)
	return slices.Concat(all[:at], items, rest)
}
