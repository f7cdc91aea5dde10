package beam

import (
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// decided returns a program as it is behind the words of a launch: what its code
// sets only where something is there, or nothing, is left out or certain. What
// it would have set of an option that the words give keeps its Unset.
func decided(w *model.Workload, p *model.Pipeline) *model.Pipeline {
	out := *p
	out.Sets = nil
	c := parse(p.Lang, w.Args)
	for _, s := range p.Sets {
		opt := find(p.Lang, s.Name)
		if opt == nil || s.If == model.Anyway {
			out.Sets = append(out.Sets, s)
			continue
		}
		there := value.Of(len(c.all(opt.id)) > 0)
		if c.open != nil && len(c.all(opt.id)) == 0 {
			there = value.Not[bool](c.open)
		}
		for _, before := range out.Sets {
			if o := find(p.Lang, before.Name); o != opt || before.If == model.Unset || s.Choice > 0 && before.Choice == s.Choice {
				continue
			} else if before.Doubt == "" {
				there = value.Of(true)
			} else if is, known := there.Get(); known && !is {
				there = value.Not[bool](&source.Hole{Expr: before.Doubt})
			}
		}
		switch is, known := there.Get(); {
		case !known:
			if s.Doubt == "" {
				s.Doubt = "what sets " + s.Name + " before"
			}
			s.If = model.Anyway
		case is == (s.If == model.WasSet):
			s.If = model.Anyway
		case s.If == model.WasSet:
			continue
		}
		out.Sets = append(out.Sets, s)
	}
	return &out
}

// spared finds a request that code makes only where the command line gives no
// list of its own, and that such a list replaces. It may be meant to.
func (j *judge) spared(t value.Tree, s model.OptionSet) {
	if len(t.Items()) == 0 {
		return
	}
	for _, item := range t.Items() {
		if read(item.Str().Raw()).wish == profile {
			return
		}
	}
	last := t.Items()[len(t.Items())-1].Str().Raw()
	for _, item := range s.Value.Items() {
		el := item.Str().Raw()
		if r := read(el); r.wish != profile || r.form == near {
			continue
		}
		j.lose(model.Ask{Key: el, Value: value.Text(el).Weaken("the command line not being meant to leave it out"), Where: s.By, Change: last.Span(),
			By: []model.Label{{Span: el.Span(), Text: s.By + " asks only where no list is given"}}},
			model.Overridden, "", "add "+profiler+" to the list that is given")
	}
}
