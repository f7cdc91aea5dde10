package source

// Turns returns the holes of the text of which every value occurs.
func (t Text) Turns() []*Hole {
	var out []*Hole
	for _, g := range t.segs {
		if g.hole != nil && g.hole.Each != "" {
			out = append(out, g.hole)
		}
	}
	return out
}

// Turn returns the text in one turn of a loop or a matrix.
func (t Text) Turn(each string, i int) Text {
	for k := range t.segs {
		g := t.piece(k)
		if h := g.hole; h != nil && h.Each == each && i < len(h.OneOf) && t.s[g.at:t.end(k)] == h.Expr {
			one := h.OneOf[i]
			if g.weak != "" {
				one = one.Weaken(g.weak)
			}
			return t.around(g.at, one, t.end(k)).Turn(each, i)
		}
	}
	return t
}
