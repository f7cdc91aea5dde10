package data

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Properties reads a .properties file: "key=value", "key: value", "key value",
// comments, and lines that a backslash continues. Nothing is expanded.
func Properties(text source.Text) value.Tree {
	s := text.Mask('x')
	e := entries{m: &value.Mapping{}}
	for i := 0; i < len(s); {
		i = spaces(s, i, " \t\f\r\n")
		if i == len(s) {
			break
		}
		if s[i] == '#' || s[i] == '!' {
			i = find(s, i, len(s), '\n')
			continue
		}
		key, j := property(text, s, i, "=: \t\f")
		j = spaces(s, j, " \t\f")
		if j < len(s) && (s[j] == '=' || s[j] == ':') {
			j = spaces(s, j+1, " \t\f")
		}
		val, end := property(text, s, j, "")
		e.put(key, value.Tree{Kind: value.KindString, Text: val, At: region(text, j, end)})
		i = end
	}
	at := region(text, 0, len(s))
	e.m.At = at
	return value.Tree{Kind: value.KindMap, Map: e.m, At: at}
}

// spaces returns the first place at or behind i that holds none of the bytes.
func spaces(s string, i int, of string) int {
	for i < len(s) && strings.IndexByte(of, s[i]) >= 0 {
		i++
	}
	return i
}

// lineEscapes of .properties files that mean something else.
var lineEscapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", 'f': "\f"}

// property reads a key or a value up to one of the bytes of stop, or to the
// end of the line.
func property(text source.Text, s string, i int, stop string) (source.Text, int) {
	p := &pieces{text: text, s: s}
	start := i
	for i < len(s) && s[i] != '\n' && strings.IndexByte(stop, s[i]) < 0 {
		if s[i] != '\\' || i+1 == len(s) {
			j := i + 1
			if s[i] != '\r' || j < len(s) && s[j] != '\n' {
				p.exact(i, j)
			}
			i = j
			continue
		}
		n := breakLen(s, i+1)
		switch c := s[i+1]; {
		case n > 0:
			i = spaces(s, i+1+n, " \t\f")
			continue
		case c == 'u' && i+6 <= len(s):
			if says, k := unescape(s[i+1 : i+6]); k == 5 {
				p.derived(says, i, i+6)
				i += 6
				continue
			}
			p.exact(i+1, i+2)
		case lineEscapes[c] != "":
			p.derived(lineEscapes[c], i, i+2)
		default:
			p.exact(i+1, i+2)
		}
		i += 2
	}
	return p.joined(start, i), i
}
