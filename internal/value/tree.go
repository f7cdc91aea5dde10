package value

import (
	"slices"

	"github.com/proflint/proflint/internal/source"
)

// Kind of a tree. It matters beyond the text: gcloud refuses a properties
// file whose value is a bool (F12.4).
type Kind uint8

const (
	KindUnknown Kind = iota // not known from the files; the zero tree
	KindAbsent
	KindNull
	KindString
	KindBool
	KindNumber
	KindList
	KindMap
)

// Tree is one dynamic message: what a tool sends to Google, or a document.
type Tree struct {
	Kind Kind
	Text source.Text  // string, bool and number: the scalar as the receiver gets it; unknown: the expression, if there is one
	List *List        // KindList
	Map  *Mapping     // KindMap
	Hole *source.Hole // KindUnknown: why
	At   source.Span  // the whole value; for an absent one the closed container
	Weak string       // what outside the files could replace it
}

// List is an ordered list. Rest is set when it may hold items that the files
// do not show; it is then open, and nothing may be said to be missing.
type List struct {
	Items []Tree
	Rest  *source.Hole
	At    source.Span
	Tail  *Tail // nil where text alone cannot extend it
}

// Mapping keeps order and duplicates. Rest as in List.
type Mapping struct {
	Entries []Entry
	Rest    *source.Hole
	At      source.Span
	Tail    *Tail // likewise
	keys    *keys
}

// keys finds the entry that counts by the symbol of its key. It covers the
// first n entries of its owner: a copy of a mapping makes its own.
type keys struct {
	owner *Mapping
	n     int
	last  map[string]int
}

// few entries are searched as fast without an index.
const few = 64

// index brings the index up to date; nil for a small mapping.
func (m *Mapping) index() map[string]int {
	if len(m.Entries) <= few {
		return nil
	}
	if m.keys == nil || m.keys.owner != m || m.keys.n > len(m.Entries) {
		m.keys = &keys{owner: m, last: make(map[string]int, 2*len(m.Entries))}
	}
	for i := m.keys.n; i < len(m.Entries); i++ {
		if sym := m.Entries[i].Key.Sym(); sym != "" && !m.Entries[i].Lost {
			m.keys.last[sym] = i
		}
	}
	m.keys.n = len(m.Entries)
	return m.keys.last
}

// Tail is the end of a container that is written as one text (a gcloud list): Last is
// its last item as written, Sep what separates items.
type Tail struct {
	Last source.Text
	Sep  string
	Flag source.Text // the flag that holds this item and no other
}

// Append returns the edit that adds an item; false where text alone cannot.
func (t *Tail) Append(item string) ([]source.Edit, bool) {
	if t == nil {
		return nil, false
	}
	e, ok := t.Last.Edit(t.Last.Len(), t.Last.Len(), t.Sep+item)
	if !ok {
		return nil, false
	}
	return []source.Edit{e}, true
}

// Entry is one key of a mapping. Lost: a later entry of the same key won.
type Entry struct {
	Key  source.Text
	Val  Tree
	Lost bool
}

// String returns a string tree of a text; a text that is all hole is unknown.
func String(t source.Text) Tree {
	return Tree{Kind: KindString, Text: t, At: t.Span(), Weak: t.Weak()}
}

// Bool and Number return scalar trees with the given source text.
func Bool(t source.Text) Tree   { return Tree{Kind: KindBool, Text: t, At: t.Span(), Weak: t.Weak()} }
func Number(t source.Text) Tree { return Tree{Kind: KindNumber, Text: t, At: t.Span(), Weak: t.Weak()} }

// Missing returns an absent tree in the closed container at.
func Missing(at source.Span) Tree { return Tree{Kind: KindAbsent, At: at} }

// Opaque returns an unknown tree.
func Opaque(h *source.Hole, at source.Span) Tree { return Tree{Hole: h, At: at} }

// NewMap and NewList return empty closed containers.
func NewMap(at source.Span) Tree  { return Tree{Kind: KindMap, Map: &Mapping{At: at}, At: at} }
func NewList(at source.Span) Tree { return Tree{Kind: KindList, List: &List{At: at}, At: at} }

// Put adds an entry. An earlier entry of the same key is lost (F12.2), and
// returned; nil for none.
func (m *Mapping) Put(key source.Text, val Tree) (lost *Entry) {
	if sym := key.Sym(); sym != "" {
		if index := m.index(); index != nil {
			if i, ok := index[sym]; ok {
				lost = &m.Entries[i]
				lost.Lost = true
			}
		} else {
			known := key.Known()
			for i := range m.Entries {
				e := &m.Entries[i]
				if !e.Lost && (!known || e.Key.String() == sym) && e.Key.Sym() == sym {
					e.Lost, lost = true, e
				}
			}
		}
	}
	m.Entries = append(m.Entries, Entry{Key: key, Val: val})
	return lost
}

// Spread adds entries that the files do not show. What stands before may be
// replaced by one of them, and becomes weak.
func (m *Mapping) Spread(h *source.Hole) {
	for i := range m.Entries {
		if m.Entries[i].Val.Weak == "" {
			m.Entries[i].Val.Weak = "a later " + h.Expr + " may replace it"
		}
	}
	m.Rest = h
}

// Live returns the entries that are not lost, in order.
func (m *Mapping) Live() []Entry {
	if m == nil {
		return nil
	}
	lost := 0
	for i := range m.Entries {
		if m.Entries[i].Lost {
			lost++
		}
	}
	if lost == 0 {
		return slices.Clip(m.Entries) // as nearly always: no copy
	}
	out := make([]Entry, 0, len(m.Entries)-lost)
	for _, e := range m.Entries {
		if !e.Lost {
			out = append(out, e)
		}
	}
	return out
}

// Entry returns the entry that counts for a key.
func (m *Mapping) Entry(key string) (Entry, bool) {
	if e := m.find(key); e != nil {
		return *e, true
	}
	return Entry{}, false
}

// find returns the entry that counts for a key, or nil.
func (m *Mapping) find(key string) *Entry {
	if m == nil {
		return nil
	}
	is := func(e *Entry) bool { return e.Key.String() == key && !e.Lost && e.Key.Known() }
	indexed := 0
	if k := m.keys; k != nil && k.owner == m && k.n <= len(m.Entries) && key != "" { // no index is made here: others may be reading
		indexed = k.n
	}
	for i := len(m.Entries) - 1; i >= indexed; i-- {
		if e := &m.Entries[i]; is(e) {
			return e
		}
	}
	if indexed > 0 {
		if i, ok := m.keys.last[key]; ok && is(&m.Entries[i]) {
			return &m.Entries[i]
		}
	}
	return nil
}

// Get walks a path of keys. The result is absent only if the last container
// reached is closed; below something unknown it is unknown, below something
// absent or null it is absent.
func (t Tree) Get(path ...string) Tree {
	for _, key := range path {
		switch t.Kind {
		case KindMap:
			e := t.Map.find(key)
			switch {
			case e != nil:
				weak := t.Weak
				if t = e.Val; t.Weak == "" {
					t.Weak = weak
				}
			case t.Map.Rest != nil:
				return Opaque(t.Map.Rest, t.At)
			default:
				return Missing(t.At)
			}
		case KindAbsent, KindNull:
			return Missing(t.At)
		case KindUnknown:
			return t
		default: // a scalar or list where a map was expected: the reader of the message refuses it
			return Missing(t.At)
		}
	}
	return t
}

// Present reports whether the tree is neither absent nor unknown nor null.
func (t Tree) Present() bool { return t.Kind >= KindString }

// Str reads a scalar as text. A container where a scalar belongs is unknown.
func (t Tree) Str() Str {
	switch t.Kind {
	case KindString, KindBool, KindNumber:
		v := Text(t.Text)
		if t.At.Valid() && !t.Text.Span().Valid() {
			v.put(v.Hole(), v.Weak(), []source.Span{t.At})
			v.own = false
		}
		return v.Weaken(t.Weak)
	case KindAbsent, KindNull:
		return None[source.Text](spans(t.At)...)
	}
	if !t.Text.Known() {
		return Text(t.Text) // unknown, but its expression and symbol are not lost
	}
	h := t.Hole
	if h == nil {
		h = &source.Hole{Why: "not a single value"}
	}
	return Not[source.Text](h, spans(t.At)...)
}

// Raw returns the text of Str, as Value.Raw does, and makes nothing else of it.
func (t Tree) Raw() source.Text {
	switch t.Kind {
	case KindString, KindBool, KindNumber:
		return t.Text
	case KindAbsent, KindNull:
		return source.Text{}
	}
	if !t.Text.Known() {
		return t.Text
	}
	return source.Text{}
}

func spans(s source.Span) []source.Span {
	if !s.Valid() {
		return nil
	}
	return []source.Span{s}
}

// Items returns the items of a list, nil for anything else.
func (t Tree) Items() []Tree {
	if t.List == nil {
		return nil
	}
	return t.List.Items
}

// Entries returns the entries of a map that count, nil for anything else.
func (t Tree) Entries() []Entry { return t.Map.Live() }

// Open reports whether the tree may hold more than the files show.
func (t Tree) Open() *source.Hole {
	switch t.Kind {
	case KindUnknown:
		if t.Hole == nil {
			return &source.Hole{Why: "not read"}
		}
		return t.Hole
	case KindList:
		return t.List.Rest
	case KindMap:
		return t.Map.Rest
	}
	return nil
}

// Any reports whether an item of the list satisfies f: true on a hit, false
// only if the list is closed and every item is known, else unknown. An absent
// list is absent. The places are the hit, or the whole list.
func (t Tree) Any(f func(string) bool) Value[bool] {
	switch t.Kind {
	case KindAbsent, KindNull:
		return None[bool](spans(t.At)...)
	case KindUnknown:
		return Not[bool](t.Hole, spans(t.At)...)
	}
	rest, weak := t.Open(), t.Weak
	var at []source.Span
	for _, item := range t.Items() {
		s := item.Str()
		if v, ok := s.Get(); ok && f(v.String()) {
			return Of(true, s.At()...).Weaken(s.Weak()).Weaken(t.Weak)
		}
		if s.Unknown() && rest == nil {
			rest = s.Hole()
		}
		if weak == "" {
			weak = s.Weak()
		}
		at = append(at, s.At()...)
	}
	if len(at) == 0 {
		at = spans(t.At)
	}
	if rest != nil {
		return Not[bool](rest, at...)
	}
	return Of(false, at...).Weaken(weak)
}
