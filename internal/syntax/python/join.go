package python

import (
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

const (
	several = "one of several values"
	only    = "set only in a branch"
	taken   = "the branch being taken that sets it"
)

// join returns what is common to several trees.
func (b *builder) join(some []value.Tree, use *node) value.Tree {
	if len(some) == 0 {
		return value.Tree{Hole: &source.Hole{Why: several}}
	}
	first := some[0]
	same, kind := true, first.Kind
	for _, t := range some[1:] {
		same = same && equal(first, t)
		if t.Kind != kind {
			kind = value.KindUnknown
		}
	}
	switch {
	case same:
		return weakest(first, some)
	case kind == value.KindMap:
		return weakest(b.joinMaps(some), some)
	case kind == value.KindList:
		return weakest(b.joinLists(some), some)
	}
	return weakest(b.oneOf(some, use), some)
}

// weakest marks a tree as weak if one of those that it was made of is.
func weakest(t value.Tree, some []value.Tree) value.Tree {
	for _, o := range some {
		t = weaken(t, o.Weak)
	}
	return t
}

// equal reports whether two trees are certain to be the same scalar.
func equal(a, b value.Tree) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case value.KindNull:
		return true
	case value.KindMap, value.KindList:
		return a.Map == b.Map && a.List == b.List
	}
	sym := a.Text.Sym()
	return (sym != "" || a.Kind == value.KindString) && sym == b.Text.Sym() && (sym != "" || a.Text.Len() == 0 && b.Text.Len() == 0)
}

// oneOf returns an unknown scalar, with all that it can be if that is known.
func (b *builder) oneOf(some []value.Tree, use *node) value.Tree {
	h := &source.Hole{Why: several}
	at := source.Span{}
	for _, t := range some {
		texts := []source.Text{t.Text}
		switch t.Kind {
		case value.KindUnknown:
			if t.Hole == nil {
				texts = nil
			} else {
				texts = t.Hole.OneOf
			}
		case value.KindString, value.KindBool, value.KindNumber:
			if !t.Text.Known() {
				texts = t.Text.Choices()
			}
		default:
			texts = nil
		}
		if texts == nil {
			h.OneOf = nil
			break
		}
		h.OneOf = append(h.OneOf, texts...)
		if !at.Valid() {
			at = t.At
		}
	}
	if len(h.OneOf) > maxItems {
		h.OneOf = nil
	}
	if use != nil {
		return b.opaque(h, use)
	}
	h.Expr = "…"
	for _, t := range some {
		if s := t.Text.String(); s != "" {
			h.Expr = short(s)
			break
		}
	}
	return value.Tree{Hole: h, At: at, Text: source.Unknown(h, at)}
}

// joinMaps joins entry by entry. One that not all have may not be there.
func (b *builder) joinMaps(some []value.Tree) value.Tree {
	out := value.NewMap(some[0].At)
	for i, t := range some {
		if r := t.Map.Rest; r != nil {
			out.Map.Rest = r
		}
		for _, e := range t.Entries() {
			if b.left--; b.left < 0 {
				out.Map.Rest = &source.Hole{Expr: "…", Why: "too large to be read"}
				return out
			}
			if !e.Key.Known() {
				out.Map.Rest = e.Key.Hole()
				continue
			}
			key := e.Key.String()
			if _, done := out.Map.Entry(key); done {
				continue
			}
			vals := []value.Tree{e.Val}
			for k, o := range some {
				if v, ok := o.Map.Entry(key); ok && k > i {
					vals = append(vals, v.Val)
				}
			}
			if len(vals) == len(some) {
				out.Map.Put(e.Key, b.join(vals, nil))
			} else {
				out.Map.Put(e.Key.Weaken(taken), maybe(e.Val))
			}
		}
	}
	return out
}

// maybe returns a value that may not be there. Of a map that is known no more:
// what it holds would count as if it were.
func maybe(t value.Tree) value.Tree {
	if t.Kind != value.KindMap {
		return weaken(t, taken)
	}
	h := &source.Hole{Expr: "…", Why: only}
	return value.Tree{Hole: h, At: t.At, Text: source.Unknown(h, t.At)}
}

// joinLists joins item by item. Those that not all have may not be there.
func (b *builder) joinLists(some []value.Tree) value.Tree {
	out := value.NewList(some[0].At)
	longest := 0
	for _, t := range some {
		if t.List.Rest != nil {
			out.List.Rest = t.List.Rest
		}
		longest = max(longest, len(t.List.Items))
	}
	for i := range longest {
		var vals []value.Tree
		for _, t := range some {
			if i < len(t.List.Items) {
				vals = append(vals, t.List.Items[i])
			}
		}
		item := b.join(vals, nil)
		if len(vals) < len(some) {
			item = maybe(item)
		}
		out.List.Items = append(out.List.Items, item)
	}
	return out
}
