package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// groovy finds its way in Groovy text: comments, words and strings.
type groovy struct {
	text source.Text
	s    string // with its holes masked
}

func (g *groovy) byte(i int) byte {
	if i < len(g.s) {
		return g.s[i]
	}
	return 0
}

func (g *groovy) at(i int, c byte) bool { return g.byte(i) == c }

// last returns the last byte before i that is no blank.
func (g *groovy) last(i int) byte {
	for i--; i > 0 && strings.IndexByte(" \t\r", g.s[i]) >= 0; i-- {
	}
	return g.byte(max(i, 0))
}

func (g *groovy) wordEnd(i int) int {
	for i < len(g.s) && isWord(g.s[i]) {
		i++
	}
	return i
}

// blanks returns the place behind blanks and line breaks.
func (g *groovy) blanks(i int) int {
	for i < len(g.s) && strings.IndexByte(" \t\r\n", g.s[i]) >= 0 {
		i++
	}
	return i
}

// skipped returns the length of a comment or string at i, or 0.
func (g *groovy) skipped(i int) int {
	rest := g.s[i:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return n
		}
		return len(rest)
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			return n + 4
		}
		return len(rest)
	case rest[0] == '\'' || rest[0] == '"':
		return g.stringEnd(i) - i
	case strings.HasPrefix(rest, "~/"):
		if n := strings.IndexAny(rest[2:], "/\n"); n >= 0 {
			return n + 3
		}
	}
	return 0
}

// quotes returns the quotes that the string at i stands in.
func (g *groovy) quotes(i int) string {
	if q := g.s[i : i+1]; strings.HasPrefix(g.s[i:], q+q+q) {
		return q + q + q
	} else {
		return q
	}
}

// stringEnd returns the place behind the string at i. One in single quotes
// ends with its line at the latest.
func (g *groovy) stringEnd(i int) int {
	q := g.quotes(i)
	for i += len(q); i < len(g.s); i++ {
		switch {
		case g.s[i] == '\\':
			i++
		case strings.HasPrefix(g.s[i:], q):
			return i + len(q)
		case g.s[i] == '\n' && len(q) == 1:
			return i
		}
	}
	return len(g.s)
}

// argument returns where the value of a named argument starts in the list at
// i, or -1.
func (g *groovy) argument(i int, name string) int {
	depth := 0
	for end := min(len(g.s), i+maxExpression); i < end && depth >= 0; {
		if n := g.skipped(i); n > 0 {
			i += n
			continue
		}
		switch c := g.s[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == '{' || c == '}':
			return -1
		case c == '\n' && depth == 0 && strings.IndexByte(",()", g.last(i)) < 0 && strings.IndexByte(",)", g.byte(g.blanks(i))) < 0:
			return -1 // the statement ends
		case isWord(c):
			end := g.wordEnd(i)
			if depth == 0 && g.s[i:end] == name && g.at(g.blanks(end), ':') {
				return g.blanks(g.blanks(end) + 1)
			}
			i = end
			continue
		}
		i++
	}
	return -1
}
