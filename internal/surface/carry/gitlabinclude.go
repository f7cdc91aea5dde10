package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// includes is how a pipeline of GitLab takes in others.
const includes = "include:"

// included returns what a pipeline includes from the same tree, merged; what stands
// elsewhere is not known. n counts the files.
func (g *gitlab) included(doc value.Tree, n *int, depth int) (out value.Tree) {
	list := scalars(doc.Get("include"))
	if t := doc.Get("include"); t.Kind == value.KindMap {
		list = []value.Tree{t}
	}
	for _, item := range list {
		name := strings.TrimPrefix(first(item.Get("local"), item).Text.String(), "/")
		if name == "" || strings.Contains(name, "://") || g.r.Open == nil || depth >= maxUses || *n >= maxUsed {
			continue
		}
		file, ok := g.r.Open(name)
		if !ok {
			continue
		}
		*n++
		for _, one := range shared(g.r, file) {
			if more := g.included(one, n, depth+1); more.Present() {
				one = overlaid(more, one)
			}
			out = overlaid(out, one)
		}
	}
	return out
}

// overlaid returns one tree with another on top of it: mappings are merged, all else is
// replaced.
func overlaid(base, over value.Tree) value.Tree {
	if base.Kind != value.KindMap || over.Kind != value.KindMap {
		return over
	}
	out := value.NewMap(over.At)
	out.Map.Rest = over.Map.Rest
	for _, e := range base.Entries() {
		val := e.Val
		if top, ok := over.Map.Entry(e.Key.String()); ok {
			val = overlaid(val, top.Val)
		}
		out.Map.Put(e.Key, val)
	}
	for _, e := range over.Entries() {
		if _, ok := base.Map.Entry(e.Key.String()); !ok {
			out.Map.Put(e.Key, e.Val)
		}
	}
	return out
}

// calling returns a reader for what is read with what another file gives it.
func calling(r *surface.Reader) *surface.Reader {
	out := *r
	out.Embed = func(f surface.Fragment) surface.Env {
		f.Called = true
		return r.Embed(f)
	}
	return &out
}
