package gcloud

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// combine makes one value of all uses of a flag. ok is false when nothing is
// sent.
func (l *lowering) combine(uses []*given) (value.Tree, bool) {
	f := uses[0].flag
	if f.kind == boolean {
		g := uses[len(uses)-1]
		return l.weaken(truth(!g.no, g.name.Span()), g), true
	}
	switch {
	case f.repeat == last:
		return l.latest(uses)
	case f.kind == dict || f.kind == labels:
		return l.joinMaps(uses)
	}
	return l.joinLists(uses)
}

// latest reads all uses of a flag of which the last one counts.
func (l *lowering) latest(uses []*given) (value.Tree, bool) {
	n := len(uses) - 1
	var lost []value.Tree
	for _, g := range uses[:n] {
		tree, _ := l.read(g)
		lost = append(lost, tree)
	}
	out, sent := l.read(uses[n])
	l.overridden(uses, lost, out)
	return l.weaken(out, uses[n]), sent
}

// asMeant puts what a misspelt flag was to give into the body. Nothing of a
// refused command is sent; but what it asked for must be seen.
func (l *lowering) asMeant() {
	before := len(l.refusals)
	for i := range l.meant {
		g := &l.meant[i]
		tree, ok := l.read(g)
		if g.name.String() == "--properties-file" {
			tree, ok = l.fileProperties(g, nil), true
		}
		if !ok {
			continue
		}
		if have := l.get(g.flag.path); have.Kind != tree.Kind {
			l.set(g.flag.path, g.name.Span(), tree)
		} else if have.Kind == value.KindMap {
			l.mergeInto(have.Map, g, tree)
		} else if have.Kind == value.KindList {
			l.addItems(have.List, g, tree)
		}
	}
	l.refusals = l.refusals[:before]
}

// read reads the value of one use.
func (l *lowering) read(g *given) (value.Tree, bool) {
	var out value.Tree
	switch g.flag.kind {
	case list:
		out = l.listOf(g)
	case scopes:
		out = expandScopes(l.listOf(g))
	case components:
		out = l.listOf(g)
		for i, item := range out.List.Items {
			if item.Text.Known() {
				out.List.Items[i] = value.String(same(strings.ToUpper(item.Text.String()), item.Text))
			}
		}
	case dict, labels:
		out = l.dictOf(g)
	case accelerator:
		return l.accelerator(g)
	case machines:
		return l.machineTypes(g), true
	case condition:
		return l.conditionOf(g)
	default:
		return l.scalar(g)
	}
	return out, holds(out)
}

// joinMaps merges the uses of a flag that takes key=value, and whose repeats add
// up. Most commands give each pair a flag of its own, so all of them are read
// into one map, which is emptied for the next.
func (l *lowering) joinMaps(uses []*given) (value.Tree, bool) {
	out := value.NewMap(uses[0].at)
	out.Map.Entries = make([]value.Entry, 0, len(uses))
	one := value.NewMap(uses[0].at)
	for _, g := range uses {
		*one.Map = value.Mapping{Entries: one.Map.Entries[:0]}
		l.readMap(g, one.Map)
		l.mergeInto(out.Map, g, one)
	}
	out.Map.Tail = uses[len(uses)-1].tail()
	if l.open != nil {
		out.Map.Rest = l.open
	}
	return out, holds(out)
}

// joinLists does so for a flag that takes a list, or one item.
func (l *lowering) joinLists(uses []*given) (value.Tree, bool) {
	out := value.NewList(uses[0].at)
	for _, g := range uses {
		if v, _ := l.read(g); v.Kind == value.KindList {
			l.addItems(out.List, g, v)
			out.List.Tail = v.List.Tail
		} else {
			out.List.Items = append(out.List.Items, v)
		}
	}
	if l.open != nil {
		out.List.Rest = l.open
	}
	return out, holds(out)
}

// holds reports whether there is, or may be, anything in a list or map.
func holds(t value.Tree) bool { return len(t.Items()) > 0 || len(t.Entries()) > 0 || t.Open() != nil }

func firstHole(a, b *source.Hole) *source.Hole {
	if a != nil {
		return a
	}
	return b
}

// mergeInto adds the entries of one use. A key given twice is refused where
// the flag merges (F12.3).
func (l *lowering) mergeInto(m *value.Mapping, g *given, v value.Tree) {
	for i := range v.Map.Entries {
		e := &v.Map.Entries[i]
		if e.Lost {
			continue
		}
		if earlier := m.Put(e.Key, e.Val); earlier != nil && e.Key.Known() && g.flag.repeat == merge {
			l.refuse(model.Refusal{At: e.Key.Span(), Reason: g.name.String() + " is given " + e.Key.String() + " twice",
				Want: "give it once", Related: []model.Label{{Span: earlier.Key.Span(), Text: "the first one"}}, Request: g.flag.asks})
		}
	}
	m.Rest = firstHole(m.Rest, v.Map.Rest)
}

// addItems adds the items of one use. An item given twice is refused where the
// flag merges (F12.8).
func (l *lowering) addItems(list *value.List, g *given, v value.Tree) {
	for _, item := range v.Items() {
		i := slices.IndexFunc(list.Items, func(o value.Tree) bool { return o.Text.Known() && o.Text.String() == item.Text.String() })
		if i >= 0 && item.Text.Known() && g.flag.repeat == merge {
			l.refuse(model.Refusal{At: item.At, Reason: g.name.String() + " is given " + item.Text.String() + " twice",
				Want: "give it once", Related: []model.Label{{Span: list.Items[i].At, Text: "the first one"}}, Request: g.flag.asks})
		}
		list.Items = append(list.Items, item)
	}
	list.Rest = firstHole(list.Rest, v.List.Rest)
}

// weaken marks a value that unknown words behind the flag may replace.
func (l *lowering) weaken(t value.Tree, g *given) value.Tree {
	why := l.replaceable(g)
	if why == "" {
		return t
	}
	switch t.Kind {
	case value.KindMap:
		t.Map.Spread(l.open)
	case value.KindList:
		t.List.Rest = l.open
		for i := range t.List.Items {
			t.List.Items[i].Weak = why
		}
	}
	if t.Weak == "" {
		t.Weak = why
	}
	return t
}

// overridden tells what the last use of a flag takes away from earlier ones
// (F4.9, F12.1, F12.2): what they were read as, for the one that counts.
func (l *lowering) overridden(uses []*given, earlier []value.Tree, counts value.Tree) {
	n := len(uses) - 1
	if n == 0 || !uses[n].flag.asks || !uses[n].flag.splits() {
		return
	}
	by := []model.Label{{Span: uses[n].at, Text: "this later " + uses[n].name.String() + " replaces it"}}
	kept := rawItems(uses[n])
	var lost []string // of all earlier uses; the later ones win
	firm := true
	for i := n - 1; i >= 0; i-- {
		lost = append(without(rawItems(uses[i]), slices.Concat(kept, lost)), lost...)
		firm = firm && uses[i].val.Weak() == ""
	}
	want, fix := "", []source.Edit(nil)
	if len(lost) > 0 && counts.Open() == nil {
		if w := join(slices.Concat(kept, lost)); w != "" {
			want = uses[n].flag.name + "=" + w
		}
		if firm {
			fix = l.joined(uses, lost)
		}
	}
	for i := range n {
		loss := model.Loss{Tree: earlier[i], Fate: model.Overridden, By: by}
		if len(without(rawItems(uses[i]), kept)) > 0 {
			loss.Want, loss.Fix = want, fix
		}
		l.losses = append(l.losses, loss)
	}
}

// joined returns the edits that add lost items to the last use of a flag, and
// delete the earlier uses, of which nothing is left to say.
func (l *line) joined(uses []*given, lost []string) []source.Edit {
	n := len(uses) - 1
	fix := appendTo(uses[n], lost)
	if fix == nil {
		return nil
	}
	for _, g := range uses[:n] {
		if g.end+1 < len(l.tokens) {
			fix = append(fix, deletion(g.name, l.tokens[g.end+1].Text)...)
		}
	}
	return fix
}

// alone is a flag with its value and what separates it from the next word:
// blanks, a line that goes on. A comment or a bracket between them is not.
var alone = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^--?[\w-]+(=|[ \t]+)("[^"]*"|'[^']*'|[^\s"']+)[ \t]*(\\?\r?\n[ \t]*)*$`)
})

// deletion returns the edit that deletes a flag up to the next word, where
// nothing else stands between them.
func deletion(flag, next source.Text) []source.Edit {
	from, to := flag.At(0), next.At(0)
	if !from.Valid() || from.File != to.File || from.Start != from.End || to.Start != to.End || from.Start >= to.Start {
		return nil
	}
	whole := source.Span{File: from.File, Start: from.Start, End: to.Start}
	if !alone().MatchString(whole.Text()) {
		return nil
	}
	return []source.Edit{{Span: whole}}
}

// rawItems are the items of a list or dict flag as they are written.
func rawItems(g *given) []string {
	var out []string
	if g.tree != nil {
		for _, e := range g.tree.Entries() {
			out = append(out, e.Key.String()+"="+e.Val.Text.String())
		}
		for _, i := range g.tree.Items() {
			out = append(out, i.Text.String())
		}
		return out
	}
	if !g.flag.splits() {
		return nil
	}
	items, _, _ := split(g.val, nil)
	for _, i := range items {
		out = append(out, i.String())
	}
	return out
}

// splits reports whether the value is a list of items.
func (f *flag) splits() bool {
	switch f.kind {
	case list, dict, labels, scopes, components, condition:
		return true
	}
	return false
}

// without drops the items whose key another list has.
func without(items, other []string) []string {
	var out []string
	for _, i := range items {
		key, _, _ := strings.Cut(i, "=")
		if !slices.ContainsFunc(other, func(o string) bool { return o == key || strings.HasPrefix(o, key+"=") }) {
			out = append(out, i)
		}
	}
	return out
}

// appendTo returns the edit that adds lost items to a list, if it can be made
// with safe characters.
func appendTo(g *given, lost []string) []source.Edit {
	s := g.val.String()
	if g.tree != nil || !g.val.Behind(g.name) || strings.HasPrefix(s, "^") || strings.HasSuffix(s, ",") || strings.Contains(strings.Join(lost, ""), ",") {
		return nil
	}
	e, ok := g.val.Edit(len(s), len(s), ","+strings.Join(lost, ","))
	if !ok {
		return nil
	}
	return []source.Edit{e}
}
