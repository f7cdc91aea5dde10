package source

// Swap replaces what stands at a place by another text; a text that holds
// nothing from there stays what it is.
func (t Text) Swap(at Span, by Text) Text {
	for k := range t.segs {
		g := t.piece(k)
		from, to := g.at, t.end(k)
		if g.exact && g.span.File == at.File && g.span.Start <= at.Start && at.End <= g.span.End {
			from, to = g.at+at.Start-g.span.Start, g.at+at.End-g.span.Start
		} else if g.exact || g.span != at {
			continue
		}
		return t.around(from, by, to)
	}
	return t
}

// around returns the text with o instead of its part [i, j).
func (t Text) around(i int, o Text, j int) Text {
	parts := []Text{o} // an empty slice beside a hole would be one itself
	if i > 0 {
		parts = []Text{t.Slice(0, i), o}
	}
	if j < len(t.s) {
		parts = append(parts, t.Slice(j, len(t.s)))
	}
	return Concat(parts...)
}

// Fill returns the text with what is known of its holes: by is asked for each
// hole that stands here whole, by its expression.
func (t Text) Fill(by func(expr string) (Text, bool)) Text {
	if t.Known() {
		return t
	}
	var parts []Text
	for k := range t.segs {
		g := t.piece(k)
		part := t.Slice(g.at, t.end(k))
		if g.hole != nil && part.s == g.hole.Expr {
			if o, ok := by(g.hole.Expr); ok {
				part = o
			}
		}
		parts = append(parts, part)
	}
	return Concat(parts...)
}
