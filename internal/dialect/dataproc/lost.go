package dataproc

import (
	"slices"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// deepest bounds the nesting of a message that is searched.
const deepest = 20

// nested finds a request whose key is written as maps in maps: the keys of
// properties are flat.
func (s *seer) nested(t value.Tree, prefix string, depth int) {
	if depth > deepest {
		return
	}
	for _, e := range t.Entries() {
		key := prefix + "." + e.Key.String()
		if e.Val.Kind == value.KindMap {
			s.nested(e.Val, key, depth+1)
			continue
		}
		if rd, ok := readKey(key, s.w.Product); ok && rd.role == enable && !saysNo(e.Val.Str()) && e.Key.Known() {
			s.add(model.Ask{Key: source.Derived(key, e.Key.Span()), Value: e.Val.Str(), Fate: model.Misplaced, Where: "a map in the properties",
				Want: "keys are flat: write " + s.own(enable) + ": \"true\" in one line"})
		}
	}
}

// repeated finds requests in what another key of the same name replaces in the
// body: a second properties block.
func (s *seer) repeated(t value.Tree, depth int) {
	if depth > deepest {
		return
	}
	for _, item := range t.Items() {
		s.repeated(item, depth+1)
	}
	if t.Map == nil {
		return
	}
	for _, e := range t.Map.Entries {
		if !e.Lost {
			s.repeated(e.Val, depth+1)
			continue
		}
		if e.Val.Kind != value.KindMap && e.Val.Kind != value.KindList {
			continue // the key that counts is seen in its place
		}
		if winner, ok := t.Map.Entry(e.Key.String()); ok {
			s.replaced(e.Val, e.Key.Span(), winner.Key.Span(), depth)
		}
	}
}

// replaced reads a block that another one replaces.
func (s *seer) replaced(t value.Tree, lost, by source.Span, depth int) {
	if depth > deepest {
		return
	}
	for _, item := range t.Items() {
		s.replaced(item, lost, by, depth+1)
	}
	for _, e := range t.Entries() {
		rd, ok := readKey(e.Key.String(), s.w.Product)
		if !ok || e.Val.Kind == value.KindMap {
			s.replaced(e.Val, lost, by, depth+1)
			continue
		}
		if !e.Key.Known() || (rd.role == enable && saysNo(e.Val.Str())) || s.tried(rd.role) {
			continue
		}
		label := "this later key of the same name replaces it"
		if by.Start < lost.Start {
			label = "of two keys of the same name, gcloud takes this first one"
		}
		s.add(model.Ask{Key: e.Key, Value: e.Val.Str(), Fate: model.Overridden, Where: "the properties",
			By: []model.Label{{Span: by, Text: label}}, Want: "put all entries into one block"})
	}
}

// losses reads what the launching tool was given and did not send. A request
// that is also in what was sent is not lost.
func (s *seer) losses() {
	for _, loss := range s.w.Losses {
		for _, e := range loss.Tree.Entries() {
			if !e.Key.Known() {
				continue
			}
			rd, ok := readKey(e.Key.String(), s.w.Product)
			if !ok || (rd.role == enable && saysNo(e.Val.Str())) || s.sent(rd.role) {
				continue
			}
			ask := model.Ask{Key: e.Key, Value: e.Val.Str(), Fate: loss.Fate, Where: "the properties", By: loss.By, Want: loss.Want, Fix: loss.Fix}
			if weak := s.weak(); weak != "" && loss.Fate == model.Overridden {
				ask.Key = ask.Key.Weaken(weak)
			}
			if h := s.w.Properties.Open(); h != nil {
				ask = s.perhaps(ask, h)
			}
			s.add(ask)
		}
	}
}

// harmless drops keys that have no effect beside one that arrives: both
// families in one list ask once, and a stray switch changes nothing.
func (s *seer) harmless() {
	arrives := map[role]bool{}
	for _, a := range s.asks {
		if rd, ok := readKey(a.Key.String(), s.w.Product); ok && a.Fate == model.Arrives {
			arrives[rd.role] = true
		}
	}
	s.asks = slices.DeleteFunc(s.asks, func(a model.Ask) bool {
		rd, _ := readKey(a.Key.String(), s.w.Product)
		return a.Fate != model.Arrives && arrives[rd.role] && (rd.role == enable || a.Fate == model.WrongFamily)
	})
}
