package data

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// TOML reads a document. A table that is opened by a header stands at its
// header. What stands above an error is returned with it, the document open.
func TOML(text source.Text) (value.Tree, *Error) {
	r := &tomlText{text: text, s: text.Mask('x'), index: map[*value.Mapping]map[string]int{}}
	root := value.NewMap(region(text, 0, len(r.s)))
	if len(r.s) > maxSize {
		return r.fail(root, 0, "larger than 4 MiB: not read")
	}
	raw := []byte(r.s)
	r.p.Reset(raw)
	table := root.Map
	for r.p.NextExpression() {
		e := r.p.Expression()
		switch e.Kind {
		case unstable.KeyValue:
			r.keyValue(table, e)
		case unstable.Table:
			table = r.walk(root.Map, e.Key(), false)
		case unstable.ArrayTable:
			table = r.walk(root.Map, e.Key(), true)
		}
	}
	if err := r.p.Error(); err != nil {
		at := 0
		if perr, ok := err.(*unstable.ParserError); ok {
			at = cap(raw) - cap(perr.Highlight) // a part of the input
		}
		return r.fail(root, at, strings.TrimPrefix(err.Error(), "toml: "))
	}
	return root, nil
}

type tomlText struct {
	text  source.Text
	s     string
	p     unstable.Parser
	index map[*value.Mapping]map[string]int // the entry that counts for a key
}

func (r *tomlText) fail(root value.Tree, at int, msg string) (value.Tree, *Error) {
	at = max(0, min(at, len(r.s)))
	root.Map.Rest = &source.Hole{Why: msg}
	return root, &Error{At: region(r.text, at, find(r.s, at, len(r.s), '\n')), Msg: msg}
}

// walk returns the table that a header or a dotted key names, making what is
// missing on the way. The last part of an array header starts a new item.
func (r *tomlText) walk(m *value.Mapping, key unstable.Iterator, item bool) *value.Mapping {
	for key.Next() {
		k := key.Node()
		last := key.IsLast()
		at := r.span(k.Raw)
		old, ok := r.get(m, string(k.Data))
		switch {
		case ok && old.Kind == value.KindMap && !(last && item):
			m = old.Map
		case ok && old.Kind == value.KindList && len(old.List.Items) > 0 && !(last && item) && old.List.Items[len(old.List.Items)-1].Map != nil:
			m = old.List.Items[len(old.List.Items)-1].Map
		case last && item:
			t := value.NewMap(at)
			if !ok || old.Kind != value.KindList {
				old = value.NewList(at)
				r.put(m, r.text.Slice(r.bounds(k.Raw)), string(k.Data), old)
			}
			old.List.Items = append(old.List.Items, t)
			m = t.Map
		default:
			t := value.NewMap(at)
			r.put(m, r.text.Slice(r.bounds(k.Raw)), string(k.Data), t)
			m = t.Map
		}
	}
	return m
}

func (r *tomlText) get(m *value.Mapping, key string) (value.Tree, bool) {
	i, ok := r.index[m][key]
	if !ok {
		return value.Tree{}, false
	}
	return m.Entries[i].Val, true
}

// put adds an entry; an earlier one of the same key, which TOML forbids, is
// lost.
func (r *tomlText) put(m *value.Mapping, raw source.Text, key string, val value.Tree) {
	if i, ok := r.index[m][key]; ok {
		m.Entries[i].Lost = true
	}
	if r.index[m] == nil {
		r.index[m] = map[string]int{}
	}
	r.index[m][key] = len(m.Entries)
	m.Entries = append(m.Entries, value.Entry{Key: quoted(raw, key), Val: val})
}

func (r *tomlText) keyValue(m *value.Mapping, e *unstable.Node) {
	val := r.value(e.Value())
	key := e.Key()
	for key.Next() {
		k := key.Node()
		i, j := r.bounds(k.Raw)
		if key.IsLast() {
			r.put(m, r.text.Slice(i, j), string(k.Data), val)
			return
		}
		old, ok := r.get(m, string(k.Data))
		if !ok || old.Kind != value.KindMap {
			old = value.NewMap(r.span(k.Raw))
			r.put(m, r.text.Slice(i, j), string(k.Data), old)
		}
		m = old.Map
	}
}

func (r *tomlText) value(n *unstable.Node) value.Tree {
	i, j := r.bounds(n.Raw)
	at := r.span(n.Raw)
	switch n.Kind {
	case unstable.Array:
		list := value.NewList(at)
		for it := n.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				list.List.Items = append(list.List.Items, r.value(it.Node()))
				list.At = list.At.Cover(list.List.Items[len(list.List.Items)-1].At)
			}
		}
		list.List.At = list.At
		return list
	case unstable.InlineTable:
		t := value.NewMap(at)
		for it := n.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				r.keyValue(t.Map, it.Node())
				t.At = t.At.Cover(r.span(it.Node().Raw))
			}
		}
		t.Map.At = t.At
		return t
	case unstable.String:
		text := quoted(r.text.Slice(i, j), string(n.Data))
		return value.Tree{Kind: value.KindString, Text: text, At: at}
	case unstable.Bool:
		return value.Tree{Kind: value.KindBool, Text: r.text.Slice(i, j), At: at}
	case unstable.Integer, unstable.Float:
		return value.Tree{Kind: value.KindNumber, Text: r.text.Slice(i, j), At: at}
	}
	return value.Tree{Kind: value.KindString, Text: r.text.Slice(i, j), At: at} // dates
}

func (r *tomlText) bounds(raw unstable.Range) (int, int) {
	i := min(int(raw.Offset), len(r.s))
	return i, min(i+int(raw.Length), len(r.s))
}

func (r *tomlText) span(raw unstable.Range) source.Span {
	i, j := r.bounds(raw)
	return region(r.text, i, j)
}

// quoted returns what a string or key says: a part of its own bytes, unless
// it has escapes.
func quoted(raw source.Text, says string) source.Text {
	s := raw.Mask('x')
	n := 0
	switch {
	case len(s) >= 6 && (strings.HasPrefix(s, `"""`) || strings.HasPrefix(s, `'''`)):
		n = 3
	case len(s) >= 2 && (s[0] == '"' || s[0] == '\''):
		n = 1
	}
	inner := raw.Slice(n, len(s)-n)
	if inner.Mask('x') != says && n == 3 {
		_, inner, _ = inner.Cut("\n") // one right behind the quotes does not count
	}
	switch {
	case inner.Mask('x') == says:
		return inner
	case !raw.Known():
		return source.Unknown(raw.Hole(), raw.Span())
	}
	return source.Derived(says, raw.Span())
}
