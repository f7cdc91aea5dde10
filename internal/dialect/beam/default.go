package beam

import (
	"cmp"
	"slices"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// decided returns a program as it is behind the words of a launch: what its code
// sets only where something is there, or nothing, is left out or certain. What
// it would have set of an option that the words give keeps its Unset.
func decided(w *model.Workload, p *model.Pipeline) *model.Pipeline {
	if !slices.ContainsFunc(p.Sets, func(s model.OptionSet) bool { return s.If != model.Anyway }) {
		return p
	}
	out := *p
	out.Sets = nil
	c := parse(p.Lang, w.Args)
	now, before := map[id]prior{}, map[id]prior{} // by now, and before the choice that was made last
	for _, s := range p.Sets {
		opt := find(p.Lang, s.Name)
		if opt == nil {
			out.Sets = append(out.Sets, s)
			continue
		}
		is, seen := now[opt.id]
		if !seen {
			is = prior{has: value.Of(len(c.all(opt.id)) > 0)}
			if known, _ := is.has.Get(); !known && c.open != nil {
				is.has = value.Not[bool](c.open)
			}
		}
		if is.choice == 0 || is.choice != s.Choice {
			before[opt.id] = is
		}
		if s.If != model.Anyway && !before[opt.id].meets(&s) {
			continue
		}
		out.Sets = append(out.Sets, s)
		now[opt.id] = is.then(s)
	}
	return &out
}

// prior is whether an option has a value, and the choice that set it last.
type prior struct {
	has    value.Value[bool]
	choice int
}

// meets decides on what is set only if an option has a value, or none; false if it
// is not set, and nobody need know.
func (p prior) meets(s *model.OptionSet) bool {
	switch has, known := p.has.Get(); {
	case !known:
		s.Doubt = cmp.Or(s.Doubt, "what sets "+s.Name+" before")
		s.If = model.Anyway
	case has == (s.If == model.WasSet):
		s.If = model.Anyway
	case s.If == model.WasSet:
		return false
	}
	return true
}

// then is the state behind a setting.
func (p prior) then(s model.OptionSet) prior {
	p.choice = s.Choice
	switch has, known := p.has.Get(); {
	case s.If == model.Unset: // it is not set
	case s.Doubt == "":
		p.has = value.Of(true)
	case known && !has:
		p.has = value.Not[bool](&source.Hole{Expr: s.Doubt})
	}
	return p
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
