package finding

import (
	"slices"

	"github.com/proflint/proflint/internal/source"
)

// Certain returns the fix that a program may make: the first with edits. The
// others are alternatives, or words.
func (f *Finding) Certain() (Fix, bool) {
	i := slices.IndexFunc(f.Fixes, func(x Fix) bool { return len(x.Edits) > 0 })
	if i < 0 || f.Suppression != nil {
		return Fix{}, false
	}
	return f.Fixes[i], true
}

// Pick chooses findings whose certain fixes can be made at the same time, each
// whole, and returns these edits. Of fixes that want the same bytes the first
// is chosen; the others have to be made of the text that comes of it. An edit
// that several fixes want is made once.
func Pick(in []*Finding) ([]*Finding, []source.Edit) {
	var out []*Finding
	var edits []source.Edit
	chosen := map[string][]source.Edit{} // by path, in order of the text
	for _, f := range in {
		x, ok := f.Certain()
		if !ok || !apart(x.Edits) {
			continue
		}
		var more []source.Edit
		free := true
		for _, e := range x.Edits {
			near := meeting(chosen[e.Span.File.Path], e)
			if slices.ContainsFunc(near, func(o source.Edit) bool { return equal(e, o) }) {
				continue
			}
			free = free && len(near) == 0
			more = append(more, e)
		}
		if !free {
			continue
		}
		for _, e := range more {
			in := chosen[e.Span.File.Path]
			at, _ := slices.BinarySearchFunc(in, e.Span.Start, func(o source.Edit, start int) int { return o.Span.Start - start })
			chosen[e.Span.File.Path] = slices.Insert(in, at, e)
		}
		out, edits = append(out, f), append(edits, more...)
	}
	return out, edits
}

// meeting returns the edits of a file, in order of the text, that an edit overlaps.
// They leave each other's bytes alone, so that these stand together.
func meeting(in []source.Edit, e source.Edit) []source.Edit {
	from, _ := slices.BinarySearchFunc(in, e.Span.Start, func(o source.Edit, start int) int { return o.Span.End - start })
	to := from
	for to < len(in) && e.Overlaps(in[to]) {
		to++
	}
	return in[from:to]
}

// equal: two readings of a file have a File each.
func equal(a, b source.Edit) bool {
	return a.New == b.New && a.Span.Start == b.Span.Start && a.Span.End == b.Span.End && a.Span.File.Path == b.Span.File.Path
}

// apart reports whether the edits of one fix leave each other's bytes alone.
// They may meet: their order is that of the text.
func apart(edits []source.Edit) bool {
	for i, e := range edits {
		if !e.Span.Valid() {
			return false
		}
		for _, o := range edits[:i] {
			meet := e.Span.Start == o.Span.End || o.Span.Start == e.Span.End
			if e.Overlaps(o) && (!meet || e.Span.Start == o.Span.Start) {
				return false
			}
		}
	}
	return true
}
