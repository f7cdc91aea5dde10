package data

import (
	"slices"

	"github.com/proflint/proflint/internal/source"
)

// YAMLComments returns the comments of a text without their '#', in order. A
// '#' in a quoted or block scalar starts none.
func YAMLComments(text source.Text) []source.Text {
	r := readYAML(text)
	slices.SortFunc(r.prose, func(a, b [2]int) int { return a[0] - b[0] })
	var out []source.Text
	for i := 0; i < len(r.s); {
		for len(r.prose) > 0 && r.prose[0][1] <= i {
			r.prose = r.prose[1:]
		}
		switch {
		case len(r.prose) > 0 && r.prose[0][0] <= i:
			i = r.prose[0][1]
		case r.s[i] == '#' && (i == 0 || isBlank(r.s, i-1) || r.s[i-1] == '\n' || r.s[i-1] == '\r'):
			e := i
			for e < len(r.s) && breakLen(r.s, e) == 0 {
				e++
			}
			out = append(out, text.Slice(i+1, e))
			i = e
		default:
			i++
		}
	}
	return out
}
