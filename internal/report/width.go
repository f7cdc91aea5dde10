package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean makes text from a linted file fit for one line of a terminal: blanks
// for line breaks and tabs, and nothing that the terminal would obey or that
// would reorder what stands around it.
func clean(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case !hidden(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hidden reports whether a character is dropped: controls, those that change
// the direction of text or show as nothing, and those that XML forbids.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0xFEFF || r == 0x200B || r == 0x2028 || r == 0x2029 || r == 0xFFFE || r == 0xFFFF
}

// cell is one character on the screen.
type cell struct {
	r     rune
	col   int // from 0
	width int
}

const tabStop = 4

// cells lays a line out. cols gives the column of every byte, and of the end.
func cells(line string) (out []cell, cols []int) {
	cols = make([]int, len(line)+1)
	col := 0
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		for k := range size {
			cols[i+k] = col
		}
		switch {
		case r == '\t':
			for next := col + tabStop - col%tabStop; col < next; col++ {
				out = append(out, cell{' ', col, 1})
			}
		case !hidden(r):
			out = append(out, cell{r, col, width(r)})
			col += width(r)
		}
		i += size
	}
	cols[len(line)] = col
	return out, cols
}

// wide are the ranges of characters that take two columns (East Asian wide and
// fullwidth, emoji), by Unicode's EastAsianWidth table.
var wide = [...][2]rune{
	{0x1100, 0x115F}, {0x231A, 0x231B}, {0x23E9, 0x23EC}, {0x2614, 0x2615}, {0x26A1, 0x26A1}, {0x2705, 0x2705},
	{0x274C, 0x274C}, {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xA000, 0xA4CF},
	{0xA960, 0xA97F}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6},
	{0x17000, 0x18CFF}, {0x1B000, 0x1B2FF}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
	{0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
}

// width returns how many columns a character takes.
func width(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	for _, w := range wide {
		if w[0] <= r && r <= w[1] {
			return 2
		}
	}
	return 1
}

// columns returns the width of a cleaned text.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += width(r)
	}
	return n
}

// pad fills a text with blanks up to a width.
func pad(s string, to int) string {
	return s + strings.Repeat(" ", max(0, to-columns(s)))
}
