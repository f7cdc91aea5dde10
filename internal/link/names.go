package link

import (
	"iter"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// names finds clusters by their names, so that a job need not look at all of
// them.
type names struct {
	near  map[spot][]*model.Cluster
	parts map[spot][]*model.Cluster // of workflow templates, by the name of the template and the file
	order map[*model.Cluster]int
}

// spot is a name in a file, in a folder and those below it, in Google's answers,
// or anywhere.
type spot struct{ name, in string }

const (
	anywhere = "." // no folder is written so here
	answers  = "//"
)

func newNames(all []*model.Cluster) *names {
	out := &names{map[spot][]*model.Cluster{}, map[spot][]*model.Cluster{}, make(map[*model.Cluster]int, len(all))}
	for i, c := range all {
		out.order[c] = i
		if sym := c.Template.Raw().Sym(); sym != "" {
			at := spot{sym, where(c.At)}
			out.parts[at] = append(out.parts[at], c)
		}
		name := c.Name.Raw()
		out.add(c, name.Sym())
		if len(name.Turns()) > 0 { // a loop makes one of each name
			for _, t := range name.Choices() {
				out.add(c, t.String())
			}
		}
	}
	return out
}

// add notes a cluster under a name.
func (n *names) add(c *model.Cluster, name string) {
	if name == "" {
		return
	}
	at := func(in string) {
		if all := n.near[spot{name, in}]; len(all) == 0 || all[len(all)-1] != c {
			n.near[spot{name, in}] = append(all, c)
		}
	}
	at(where(c.At))
	at(where(c.By))
	for in := range above(folder(where(c.At))) {
		at(in)
	}
	if answered(c.At) {
		at(answers)
	}
}

// called returns, in order, the clusters that may have a name, and one more than
// maxAmong at most.
func (n *names) called(name source.Text, in string, keep func(*model.Cluster) bool) []*model.Cluster {
	out := some(n.near[spot{name.Sym(), in}], keep)
	if len(name.Turns()) == 0 {
		return out
	}
	for _, t := range name.Choices() {
		out = append(out, some(n.near[spot{t.String(), in}], keep)...)
	}
	slices.SortFunc(out, func(a, b *model.Cluster) int { return n.order[a] - n.order[b] })
	out = slices.Compact(out)
	return out[:min(len(out), maxAmong+1)]
}

// some returns the first ones that are to be kept: more than can be judged are
// like any other number.
func some(all []*model.Cluster, keep func(*model.Cluster) bool) []*model.Cluster {
	var out []*model.Cluster
	for _, c := range all {
		if keep(c) {
			if out = append(out, c); len(out) > maxAmong {
				break
			}
		}
	}
	return out
}

// above yields a folder and those above it, the nearest first, then anywhere.
func above(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(dir) {
			i := strings.LastIndexByte(dir, '/')
			if i < 0 {
				yield(anywhere)
				return
			}
			dir = dir[:i]
		}
	}
}
