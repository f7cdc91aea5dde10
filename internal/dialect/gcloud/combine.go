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
	values := make([]value.Tree, len(uses))
	sent := make([]bool, len(uses))
	for i, g := range uses {
		values[i], sent[i] = l.read(g)
	}
	if f.repeat == last {
		n := len(uses) - 1
		l.overridden(uses, values)
		return l.weaken(values[n], uses[n]), sent[n]
	}
	return l.join(uses, values)
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
	case dict:
		out = l.dictOf(g)
	case labels:
		out = l.dictOf(g)
		l.checkLabels(out.Map)
	case accelerator:
		return l.accelerator(g)
	case machines:
		return l.machineTypes(g), true
	case condition:
		return l.conditionOf(g)
	default:
		return l.scalar(g)
	}
	return out, len(out.Items()) > 0 || len(out.Entries()) > 0 || out.Open() != nil
}

// join merges the uses of a flag whose repeats add up.
func (l *lowering) join(uses []*given, values []value.Tree) (value.Tree, bool) {
	whole := uses[0].at
	out := value.NewList(whole)
	if values[0].Kind == value.KindMap && uses[0].flag.kind != machines {
		out = value.NewMap(whole)
		out.Map.Entries = make([]value.Entry, 0, len(uses))
	}
	for i, v := range values {
		switch {
		case out.Kind == value.KindList && v.Kind == value.KindList:
			l.addItems(out.List, uses[i], v)
			out.List.Tail = v.List.Tail
		case out.Kind == value.KindList:
			out.List.Items = append(out.List.Items, v)
		case v.Kind == value.KindMap:
			l.mergeInto(out.Map, uses[i], v)
			out.Map.Tail = v.Map.Tail
		}
	}
	if l.open != nil {
		if out.Kind == value.KindMap {
			out.Map.Rest = l.open
		} else {
			out.List.Rest = l.open
		}
	}
	return out, len(out.Items()) > 0 || len(out.Entries()) > 0 || out.Open() != nil
}

func firstHole(a, b *source.Hole) *source.Hole {
	if a != nil {
		return a
	}
	return b
}

// mergeInto adds the entries of one use. A key given twice is refused where
// the flag merges (F12.3).
func (l *lowering) mergeInto(m *value.Mapping, g *given, v value.Tree) {
	for _, e := range v.Entries() {
		if earlier, ok := m.Entry(e.Key.String()); ok && e.Key.Known() && g.flag.repeat == merge {
			l.refuse(model.Refusal{At: e.Key.Span(), Reason: g.name.String() + " is given " + e.Key.String() + " twice",
				Want: "give it once", Related: []model.Label{{Span: earlier.Key.Span(), Text: "the first one"}}, Request: g.flag.asks})
		}
		m.Put(e.Key, e.Val)
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
// (F4.9, F12.1, F12.2).
func (l *lowering) overridden(uses []*given, values []value.Tree) {
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
	if len(lost) > 0 && values[n].Open() == nil {
		if w := join(slices.Concat(kept, lost)); w != "" {
			want = uses[n].flag.name + "=" + w
		}
		if firm {
			fix = joined(uses, lost)
		}
	}
	for i := range n {
		loss := model.Loss{Tree: values[i], Fate: model.Overridden, By: by}
		if len(without(rawItems(uses[i]), kept)) > 0 {
			loss.Want, loss.Fix = want, fix
		}
		l.losses = append(l.losses, loss)
	}
}

// joined returns the edits that add lost items to the last use of a flag, and
// delete the earlier uses, of which nothing is left to say.
func joined(uses []*given, lost []string) []source.Edit {
	n := len(uses) - 1
	fix := appendTo(uses[n], lost)
	if fix == nil {
		return nil
	}
	for _, g := range uses[:n] {
		fix = append(fix, deletion(g.name, g.next)...)
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
	items, _, _ := split(g.val)
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
