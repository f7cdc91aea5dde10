package data

import (
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// entries builds a mapping, with YAML's merges on top.
type entries struct {
	m      *value.Mapping
	merges []value.Tree
}

// put adds an entry; an earlier one of the same key is lost. A key that is
// not known may be any key: the mapping is then open.
func (e *entries) put(key source.Text, val value.Tree) {
	if h := key.Hole(); h != nil {
		e.m.Spread(h)
	}
	e.m.Put(key, val)
}

// merge takes the value of a "<<" key: a mapping or a list of them, the
// earlier ones first.
func (e *entries) merge(val value.Tree) {
	if val.Kind == value.KindList {
		e.merges = append(e.merges, val.List.Items...)
		return
	}
	e.merges = append(e.merges, val)
}

// finish adds what the merges give and the mapping itself does not say.
func (e *entries) finish() *value.Mapping {
	if len(e.merges) == 0 {
		return e.m
	}
	said := map[string]bool{}
	for _, entry := range e.m.Entries {
		said[entry.Key.Sym()] = true
	}
	said[""] = false // keys that are not known are not the same
	for _, t := range e.merges {
		if h := t.Open(); h != nil && e.m.Rest == nil {
			e.m.Rest = h
		}
		for _, entry := range t.Entries() {
			if sym := entry.Key.Sym(); !said[sym] {
				said[sym] = sym != ""
				e.m.Entries = append(e.m.Entries, entry)
			}
		}
	}
	return e.m
}

// branch opens the mapping: a template statement decides which of its entries
// are there. A key that is there twice may be two branches of it.
func (e *entries) branch(h *source.Hole) {
	lost := map[string]bool{}
	for _, entry := range e.m.Entries {
		if entry.Lost {
			lost[entry.Key.Sym()] = true
		}
	}
	for i, entry := range e.m.Entries {
		if !entry.Lost && lost[entry.Key.Sym()] {
			e.m.Entries[i].Val = value.Opaque(h, entry.Val.At)
		}
	}
	e.m.Spread(h)
}
