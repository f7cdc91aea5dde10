package gcloud

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// split cuts the value of a list flag as gcloud does: on commas, or on the
// delimiter of ^D^ (F4.11). Blanks stay (F4.10); one delimiter at the end is
// dropped. ok is false for an empty delimiter. room takes the items, if they fit.
func split(t source.Text, room []source.Text) (items []source.Text, delim string, ok bool) {
	delim = ","
	if t.HasPrefix("^") {
		if j := t.Index("^", 1); j > 0 && t.Slice(1, j).Known() {
			if delim = t.String()[1:j]; delim == "" {
				return nil, "", false
			}
			t = t.Slice(j+1, t.Len())
		}
	}
	if t.String() == "" && t.Known() {
		return nil, delim, true
	}
	items = branched(t.AppendSplit(room, delim), delim)
	if n := len(items); n > 1 && items[n-1].String() == "" && items[n-1].Known() {
		items = items[:n-1]
	}
	return items, delim, true
}

// branched replaces an item that branches of the script set to different lists
// by the items that all of them hold; the item stands for the others. One that
// is one item in any case stays.
func branched(items []source.Text, delim string) []source.Text {
	i := slices.IndexFunc(items, func(t source.Text) bool { return !t.Known() && len(t.Forms()) > 0 })
	if i < 0 {
		return items
	}
	forms := items[i].Forms()
	if !slices.ContainsFunc(forms, func(t source.Text) bool { return t.Len() == 0 || t.Index(delim, 0) >= 0 }) {
		return items
	}
	common := forms[0].Split(delim)
	for _, form := range forms[1:] {
		held := form.Split(delim)
		common = slices.DeleteFunc(common, func(a source.Text) bool {
			return !slices.ContainsFunc(held, func(b source.Text) bool { return a.Sym() != "" && a.Sym() == b.Sym() })
		})
	}
	return slices.Concat(items[:i], common, []source.Text{source.Unknown(items[i].Hole(), items[i].Span())}, items[i+1:])
}

// listOf reads the value of a list flag. An item that is nothing but unknown
// may be any number of items, and opens the list.
func (l *lowering) listOf(g *given) value.Tree {
	out := value.NewList(g.at)
	if g.tree != nil {
		if g.tree.Kind != value.KindList {
			l.badType(g, "a list")
			return out
		}
		l.nativeList(g, out.List)
	} else {
		var room [8]source.Text
		items, _, ok := split(g.val, room[:0])
		if !ok {
			l.badDelimiter(g)
		}
		out.List.Tail = g.tail()
		for _, item := range items {
			if item.AllHole() {
				out.List.Rest = item.Hole()
				continue
			}
			out.List.Items = append(out.List.Items, value.String(item))
		}
	}
	if len(out.List.Items) == 0 && out.List.Rest == nil && g.flag.some {
		l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " needs at least one item"})
	}
	return out
}

// tail is where another item of the list would be written, nil for nowhere.
func (g *given) tail() *value.Tail {
	var room [8]source.Text
	items, delim, _ := split(g.val, room[:0])
	if g.tree != nil || len(items) == 0 || !items[len(items)-1].Known() || !g.val.Behind(g.name) {
		return nil
	}
	out := &value.Tail{Last: items[len(items)-1], Sep: delim}
	if len(items) == 1 {
		out.Flag = g.name
	}
	return out
}

// dictOf reads the value of a dict flag: items are split at their first "="
// (F12.11).
func (l *lowering) dictOf(g *given) value.Tree {
	out := value.NewMap(g.at)
	l.readMap(g, out.Map)
	out.Map.Tail = g.tail()
	return out
}

// readMap reads the value into an empty map.
func (l *lowering) readMap(g *given, out *value.Mapping) {
	if g.tree != nil {
		l.nativeDict(g, out)
	} else {
		l.pairs(g, out)
	}
	if g.flag.kind == labels {
		l.checkLabels(out)
	}
}

func (l *lowering) pairs(g *given, out *value.Mapping) {
	var room [8]source.Text
	items, delim, ok := split(g.val, room[:0])
	if !ok {
		l.badDelimiter(g)
	}
	told := g.told
	for i, item := range items {
		key, val, eq := item.Cut("=")
		switch {
		case !eq && !item.Known():
			out.Rest = item.Hole()
		case !eq || (key.String() == "" && key.Known()):
			if !told {
				l.badItem(g, items, i, delim)
				told = true
			}
		default:
			if !key.Known() {
				out.Rest = key.Hole()
			}
			out.Put(key, value.String(val))
		}
	}
	if len(items) == 0 && g.flag.some {
		l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " needs at least one key=value"})
	}
}

// nativeList reads a list of a flags file, whose items must be text (F14.2).
func (l *lowering) nativeList(g *given, out *value.List) {
	for _, item := range g.tree.Items() {
		if item.Kind != value.KindString && item.Kind != value.KindUnknown {
			l.notText(g, item, "an item")
		}
		out.Items = append(out.Items, item)
	}
	out.Rest = g.tree.List.Rest
}

// notText refuses a value of a flags file that is no text.
func (l *lowering) notText(g *given, t value.Tree, what string) {
	l.refuse(model.Refusal{At: t.At, Reason: g.name.String() + " takes text only: " + what + " is " + kindName(t.Kind),
		Want: "quote the value", Related: []model.Label{{Span: g.name.Span(), Text: "in this flag"}}, Request: g.flag.asks})
}

// nativeDict reads a map of a flags file. Its values must be text: gcloud
// stops at a bare true or a number (F14.2).
func (l *lowering) nativeDict(g *given, out *value.Mapping) {
	if g.tree.Kind != value.KindMap {
		l.badType(g, "a map")
		return
	}
	for _, e := range g.tree.Entries() {
		if e.Val.Kind != value.KindString && e.Val.Kind != value.KindUnknown {
			l.notText(g, e.Val, e.Key.String())
		}
		out.Put(e.Key, e.Val)
	}
	out.Rest = g.tree.Map.Rest
}

// kindName says for people what a value is.
func kindName(k value.Kind) string {
	switch k {
	case value.KindBool:
		return "a bare true or false"
	case value.KindNumber:
		return "a bare number"
	case value.KindNull:
		return "empty"
	case value.KindList:
		return "a list"
	case value.KindMap:
		return "a map"
	}
	return "no text"
}

func (l *lowering) badType(g *given, want string) {
	l.refuse(model.Refusal{At: g.at, Reason: g.name.String() + " takes " + want, Request: g.flag.asks})
}

func (l *lowering) badDelimiter(g *given) {
	l.refuse(model.Refusal{At: g.at, Reason: "the delimiter between ^ and ^ is empty", Want: "write a character that no value holds, as in ^;^a=b;c=d",
		Request: g.flag.asks})
}

// badItem refuses an item without key or "=". After another item it is most
// likely the rest of a value that holds the delimiter (F12.5).
func (l *lowering) badItem(g *given, items []source.Text, i int, delim string) {
	r := model.Refusal{At: items[i].Span(), Request: g.flag.asks, Related: []model.Label{{Span: g.name.Span(), Text: "in the list of this flag"}}}
	switch item := items[i].String(); {
	case item == "":
		r.Reason = "an empty item in the list of " + g.name.String()
		r.At = g.at
	case strings.HasPrefix(item, "="):
		r.Reason = item + " has no key"
	case i > 0:
		r.Reason = "the " + delimName(delim) + " in a value of " + g.name.String() + " starts a new item: " + item + " has no ="
		if want := redelimit(items, delim); want != "" {
			r.Want = g.name.String() + "=" + want
		}
	default:
		r.Reason = item + " is no key=value"
		if pair := strings.Fields(item); len(pair) == 2 { // as spark-defaults.conf has it
			r.Want = "write " + strings.Join(pair, "=")
		}
		if key, val, ok := strings.Cut(item, ":"); ok && strings.Contains(key, ".") && !strings.ContainsAny(val, ".:/ ") {
			r.Want = "write " + key + "=" + val
			if e, ok := items[i].Edit(len(key), len(key)+1, "="); ok {
				r.Fix = []source.Edit{e}
			}
		}
	}
	if !r.At.Valid() {
		r.At = g.at
	}
	l.refuse(r)
}

func delimName(d string) string {
	if d == "," {
		return "comma"
	}
	return d
}

// redelimit writes a list again with a delimiter that no value holds; items
// without "=" belong to the value before them.
func redelimit(items []source.Text, delim string) string {
	var whole []string
	for _, item := range items {
		if s := item.String(); len(whole) > 0 && !strings.Contains(s, "=") {
			whole[len(whole)-1] += delim + s
		} else {
			whole = append(whole, s)
		}
	}
	return join(whole)
}

// join writes items as one list, with another delimiter where one holds a
// comma; "" if there is none to be had.
func join(items []string) string {
	all := strings.Join(items, "")
	for _, d := range []string{",", ";", "#", "~", "|", "@"} {
		if !strings.Contains(all, d) {
			if d == "," {
				return strings.Join(items, d)
			}
			return "^" + d + "^" + strings.Join(items, d)
		}
	}
	return ""
}
