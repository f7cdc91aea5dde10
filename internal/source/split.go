package source

import "strings"

// Index returns the first place at or after from where sep stands in known
// text, or -1.
func (t Text) Index(sep string, from int) int {
	for from <= len(t.s) {
		i := strings.Index(t.s[from:], sep)
		if i < 0 {
			return -1
		}
		if i += from; !t.inHole(i) {
			return i
		}
		from = i + 1
	}
	return -1
}

// Split cuts the text at every sep that stands in known text.
func (t Text) Split(sep string) []Text {
	return t.AppendSplit(make([]Text, 0, strings.Count(t.s, sep)+1), sep)
}

// AppendSplit appends what Split returns.
func (t Text) AppendSplit(out []Text, sep string) []Text {
	from := 0
	for {
		i := t.Index(sep, from)
		if i < 0 {
			return append(out, t.Slice(from, len(t.s)))
		}
		out = append(out, t.Slice(from, i))
		from = i + len(sep)
	}
}

// Cut splits at the first sep in known text.
func (t Text) Cut(sep string) (before, after Text, found bool) {
	i := t.Index(sep, 0)
	if i < 0 {
		return t, Text{}, false
	}
	return t.Slice(0, i), t.Slice(i+len(sep), len(t.s)), true
}

// Fields cuts known text at runs of blanks, as a shell does with an unquoted
// expansion. Blanks inside holes do not count.
func (t Text) Fields() []Text {
	var out []Text
	start := -1
	for i := 0; i <= len(t.s); i++ {
		blank := i == len(t.s) || (strings.IndexByte(" \t\n", t.s[i]) >= 0 && !t.inHole(i))
		switch {
		case blank && start >= 0:
			out = append(out, t.Slice(start, i))
			start = -1
		case !blank && start < 0:
			start = i
		}
	}
	return out
}

// TrimSpace drops blanks around known text.
func (t Text) TrimSpace() Text {
	i, j := 0, len(t.s)
	for i < j && strings.IndexByte(" \t\r\n", t.s[i]) >= 0 && !t.inHole(i) {
		i++
	}
	for j > i && strings.IndexByte(" \t\r\n", t.s[j-1]) >= 0 && !t.inHole(j-1) {
		j--
	}
	return t.Slice(i, j)
}

// HasPrefix reports whether known text starts with p.
func (t Text) HasPrefix(p string) bool {
	return strings.HasPrefix(t.s, p) && (len(p) == 0 || t.Slice(0, len(p)).Known())
}

// OneLine returns the text with a blank for the end of each line, as programs
// that cut a text into words see it. In quotes it stays, and behind a backslash.
func (t Text) OneLine() Text {
	s, from, quote := t.Mask('x'), 0, byte(0)
	var parts []Text
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == '\n':
			parts = append(parts, t.Slice(from, i), Derived(" ", t.At(i)))
			from = i + 1
		}
	}
	if from == 0 {
		return t
	}
	return Concat(append(parts, t.Slice(from, len(s)))...)
}
