package suppress

import (
	"slices"

	"github.com/proflint/proflint/internal/source"
)

// Room returns the first line above which an ignore of a place can stand, and
// how comments start and end there; false for a file without comments.
func Room(at source.Span) (line int, open, end string, ok bool) {
	f := &File{file: at.File, layout: layoutOf(at.File)}
	var lines []int
	for n := range f.linesOf(at) {
		lines = append(lines, n)
	}
	line = slices.Min(lines)
	l, ok := languageOf(at.File.Path)
	switch {
	case markdown(at.File.Path):
		return line, "<!-- ", " -->", true
	case !ok:
		return 0, "", "", false
	case l.xml:
		return line, "<!-- ", " -->", true
	case len(l.line) > 0:
		return line, l.line[0] + " ", "", true
	}
	return line, l.block[0][0] + " ", " " + l.block[0][1], true
}
