package dataproc

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// See fills the request of a workload: what the service receives, and one fate
// for each attempt to ask. The order of decisions in this file is the rule
// "one cause, one finding": the fate nearest to the text wins.
func See(w *model.Workload) {
	r := &w.Request
	s := &seer{w: w}
	s.properties()
	s.contradicted()
	s.harmless()
	s.losses()
	s.repeated(w.Body, 0)
	s.misplaced()
	s.programs()
	s.namesWithoutSwitch()
	s.refusals()
	r.Asks = s.asks
	if r.Enabled.Unknown() && r.Enabled.Hole() == nil {
		r.Enabled = value.None[bool](w.Properties.At)
	}
	r.Appears = appears(w)
}

// SeeCluster returns the attempts to ask through a cluster: its properties and
// metadata, which no job reads (F4.2, F9.17).
func SeeCluster(c *model.Cluster) []model.Ask {
	var out []model.Ask
	for _, place := range []struct {
		tree  value.Tree
		where string
	}{{c.Properties, "the cluster's properties"}, {c.Metadata, "the cluster's metadata"}} {
		for _, e := range place.tree.Entries() {
			if !elsewhere(clusterKey(e.Key), model.Dataproc) || saysNo(e.Val.Str()) {
				continue
			}
			out = append(out, model.Ask{Key: e.Key, Value: e.Val.Str(), Fate: model.Misplaced, Case: "cluster-properties", Where: place.where,
				Want: "give " + keyFor(model.Dataproc, enable) + "=true to the job: gcloud dataproc jobs submit … --properties=" + keyFor(model.Dataproc, enable) + "=true"})
		}
	}
	return out
}

// clusterKey drops the file prefix of a cluster property (spark:key).
func clusterKey(key source.Text) string {
	if _, rest, ok := strings.Cut(key.String(), ":"); ok {
		return rest
	}
	return key.String()
}

type seer struct {
	w    *model.Workload
	asks []model.Ask
}

func (s *seer) add(a model.Ask) {
	rd, ok := readKey(a.Key.String(), s.w.Product)
	a.Anyhow = ok && rd.role != enable
	s.asks = append(s.asks, a)
}

// own is the documented key of the workload's product for a role.
func (s *seer) own(r role) string { return keyFor(s.w.Product, r) }

// properties reads the list that the service reads.
func (s *seer) properties() {
	r, props := &s.w.Request, s.w.Properties
	for _, e := range props.Entries() {
		if !e.Key.Known() {
			continue
		}
		rd, ok := readKey(e.Key.String(), s.w.Product)
		switch {
		case e.Val.Kind == value.KindMap:
			s.nested(e.Val, e.Key.String(), 0)
		case ok:
			s.property(e, rd)
		default:
			s.hidden(e)
		}
	}
	if r.Enabled.Unknown() && r.Enabled.Hole() == nil {
		if h := props.Open(); h != nil && !lacks(h, "rofil") {
			r.Enabled = value.Not[bool](h, props.At)
		}
	}
	if h := props.Open(); h != nil {
		if !r.Name.Known() && r.Name.Hole() == nil {
			r.Name = value.Not[source.Text](h, props.At)
		}
	} else if r.Name.Unknown() && r.Name.Hole() == nil {
		r.Name = value.None[source.Text](props.At)
	}
}

// lacks reports whether none of all the lists that a hole can be holds a text, or
// an item that is not known.
func lacks(h *source.Hole, part string) bool {
	return len(h.OneOf) > 0 && !slices.ContainsFunc(h.OneOf, func(t source.Text) bool {
		unknown := func(word source.Text) bool { return slices.ContainsFunc(word.Split(","), source.Text.AllHole) }
		return strings.Contains(t.String(), part) || slices.ContainsFunc(t.Fields(), unknown)
	})
}

// property decides the fate of one recognised key in the list that counts.
func (s *seer) property(e value.Entry, rd reading) {
	v := e.Val.Str()
	ask := model.Ask{Key: e.Key, Value: v, Where: "the properties"}
	own := s.own(rd.role)
	switch {
	case rd.role == enable && saysNo(v):
		ask.Fate = model.SaidNo
	case rd.spelling == curly:
		ask.Fate, ask.Case = model.Misspelt, ""
		ask.Want = "write plain quotes (\" or '): the typographic one is part of the name"
	case rd.spelling == near || rd.spelling == prefixed:
		ask.Fate, ask.Want = model.Misspelt, own
		if rd.spelling == prefixed {
			ask.Case = "prefix"
		} else if rd.role != enable {
			ask.Case = "other"
		}
		if own == "" {
			ask.Want = "leave it out: there is no such property here"
		} else {
			ask.Fix = edit(e.Key, own)
		}
	case rd.product != s.w.Product:
		ask.Fate, ask.Want = model.WrongFamily, own
		if own == "" {
			ask.Want = "leave it out: the version is the workload's UUID"
		} else {
			ask.Fix = edit(e.Key, own)
		}
	case rd.spelling == blanks:
		ask.Fate, ask.Want = model.Malformed, own
		if lead := strings.Index(e.Key.String(), rd.key); lead > 0 {
			if cut, ok := e.Key.Edit(0, lead, ""); ok {
				cut.Span = cut.Span.WithLineEnd()
				ask.Fix = []source.Edit{cut}
			}
		}
	default:
		s.received(e, rd, &ask)
	}
	if h := s.w.Properties.Open(); h != nil && ask.Fate != model.Arrives && ask.Fate != model.SaidNo && s.asksIn(h) {
		ask = s.perhaps(ask, h)
	}
	s.add(ask)
}

// asksIn reports whether one of the texts that may follow in the list asks.
func (s *seer) asksIn(h *source.Hole) bool {
	return slices.ContainsFunc(h.OneOf, func(t source.Text) bool { return t.Index(s.own(enable)+"=", 0) >= 0 })
}

// received takes a correctly written property.
func (s *seer) received(e value.Entry, rd reading, ask *model.Ask) {
	r, v := &s.w.Request, e.Val.Str()
	ask.Fate = model.Arrives
	switch rd.role {
	case name:
		r.Name = v
	case version:
		r.Version = v
	case enable:
		r.Enabled = value.Map(v, func(t source.Text) (bool, bool) {
			return t.String() == "true", t.String() == "true" || t.String() == "false"
		})
		if text, ok := v.Get(); ok && s.swallows(text) {
			ask.Fate, ask.Case = model.Malformed, "swallows"
			ask.Want = "end " + e.Key.String() + "=true with the delimiter that the list is split at: a comma, or what stands between ^ and ^ in front"
		} else if ok && text.String() != "true" {
			ask.Fate, ask.Case, ask.Want = model.Malformed, "value", "true"
			if text.Behind(e.Key) {
				ask.Fix = edit(text, "true")
			}
		}
	}
}

// swallows reports whether a value goes on with other properties: the list is
// split at another delimiter than it was written with.
func (s *seer) swallows(v source.Text) bool {
	before, rest, more := v.Cut("=")
	at := strings.LastIndexAny(before.String(), ",;|~#@: ")
	return more && rest.Len() > 0 && at >= 0 && strings.Contains(before.String()[at:], ".")
}

// contradicted finds a switch that the same piece of text turns on and off
// again: the first of two keys was meant, too. One that another list or
// variable turns off is a decision.
func (s *seer) contradicted() {
	if s.w.Properties.Map == nil {
		return
	}
	for _, e := range s.w.Properties.Map.Entries {
		rd, ok := readKey(e.Key.String(), s.w.Product)
		if !ok || !e.Lost || rd.role != enable || rd.product != s.w.Product || rd.spelling != exact || e.Val.Str().Raw().String() != "true" {
			continue
		}
		winner, ok := s.w.Properties.Map.Entry(e.Key.String())
		if !ok || !saysNo(winner.Val.Str()) || !s.onePiece(e.Key.Span(), winner.Key.Span()) {
			continue
		}
		label := "this later key of the same name replaces it"
		if winner.Key.Span().Before(e.Key.Span()) {
			label = "of two keys of the same name, gcloud takes this first one"
		}
		s.add(model.Ask{Key: e.Key, Value: e.Val.Str(), Fate: model.Overridden, Where: "the properties",
			By: []model.Label{{Span: winner.Key.Span(), Text: label}}, Want: "keep one of the two"})
	}
}

// onePiece reports whether two keys were written as one list: on one line, or
// in the block of a body.
func (s *seer) onePiece(a, b source.Span) bool {
	if a.File == nil || a.File != b.File {
		return false
	}
	return a.From().Line == b.From().Line || s.w.Tool != "gcloud"
}

// tried reports whether there is an attempt in the role, whatever its fate.
func (s *seer) tried(r role) bool {
	return slices.ContainsFunc(s.asks, func(a model.Ask) bool {
		rd, ok := readKey(a.Key.String(), s.w.Product)
		return ok && rd.role == r
	})
}

// weak is what a key of the properties rests on: with another default the list
// may ask, too.
func (s *seer) weak() string {
	for _, e := range s.w.Properties.Entries() {
		if weak := e.Key.Weak(); weak != "" {
			return weak
		}
	}
	return ""
}

// sent reports whether an attempt in the same role is part of what was sent.
func (s *seer) sent(r role) bool {
	for _, a := range s.asks {
		if rd, ok := readKey(a.Key.String(), s.w.Product); ok && rd.role == r && a.Fate != model.Overridden && a.Fate != model.Cut {
			return true
		}
	}
	return false
}

// perhaps makes the fate of an attempt unknown: the properties hold more than
// the files show, and may ask as well.
func (s *seer) perhaps(a model.Ask, h *source.Hole) model.Ask {
	a.Fate, a.Fix = model.FateUnknown, nil
	a.Want = "whether " + h.Expr + " asks for profiling, too"
	return a
}

// namesWithoutSwitch finds a name or version where nothing asks (F9.14, S9).
func (s *seer) namesWithoutSwitch() {
	no := false
	for _, a := range s.asks {
		rd, _ := readKey(a.Key.String(), s.w.Product)
		if rd.role != enable {
			continue
		}
		if a.Fate != model.SaidNo {
			return
		}
		no = true
	}
	h := s.w.Properties.Open()
	for i := range s.asks {
		a := &s.asks[i]
		rd, _ := readKey(a.Key.String(), s.w.Product)
		if rd.role == enable || a.Fate != model.Arrives {
			continue
		}
		if h != nil && !no {
			*a = s.perhaps(*a, h)
			continue
		}
		a.Fate, a.Want = model.NotEnabled, "add "+s.own(enable)+"=true to the same list"
		if no {
			a.Case, a.Want = model.CaseSaidNo, ""
		} else {
			a.Fix, _ = s.w.Properties.Map.Tail.Append(s.own(enable) + "=true")
		}
	}
}

// refusals: a refused command sends nothing, whatever it asks for.
func (s *seer) refusals() {
	if len(s.w.Refusals) == 0 {
		return
	}
	for i := range s.w.Refusals {
		r := &s.w.Refusals[i]
		// what is refused may be the request itself: --propertie=KEY=true
		if key, ok := mentioned(source.Exact(r.At), pairEnds); ok {
			r.Request = true
			if !s.sent(enable) {
				s.add(model.Ask{Key: key, Value: value.Of(key), Where: "a flag that gcloud refuses"})
			}
			if k := key.String(); source.Exact(r.At).String() == k { // the switch alone, wherever in its list
				r.Reason, r.Want = k+" is no key=value", "write "+k+"=true"
				if e, ok := key.Edit(key.Len(), key.Len(), "=true"); ok {
					r.Fix = []source.Edit{e}
				}
			}
		}
	}
	for i := range s.asks {
		if a := &s.asks[i]; a.Fate != model.SaidNo && a.Fate != model.Cut {
			a.Fate, a.Case = model.Refused, ""
		}
	}
}

func saysNo(v value.Str) bool {
	t, ok := v.Get()
	return ok && strings.EqualFold(strings.TrimSpace(t.String()), "false")
}

func edit(t source.Text, s string) []source.Edit {
	if e, ok := t.Edit(0, t.Len(), s); ok {
		return []source.Edit{e}
	}
	return nil
}
