package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// expression reads strings and names joined by "+" from i on. What it cannot
// tell is a hole; it returns the place behind what it read.
func (j *jenkins) expression(i int) (source.Text, int) {
	var parts []source.Text
	for {
		i = j.line(i)
		start := i
		switch c := j.byte(i); {
		case c == '\'' || c == '"':
			i = j.stringEnd(i)
			parts = append(parts, j.stringAt(start, i))
		case isWord(c):
			i = j.call(i)
			parts = append(parts, j.lookup(strings.TrimSpace(j.s[start:i]), j.text.Slice(start, i)))
		default:
			return source.Concat(parts...), i
		}
		after := j.line(i)
		for strings.HasPrefix(j.s[after:], ".stripIndent(") || strings.HasPrefix(j.s[after:], ".trim(") {
			i = after + strings.IndexByte(j.s[after:], '(')
			if end := closing(j.s, i); end > 0 {
				i = end
			}
			i++
			after = j.line(i)
		}
		if after < len(j.s) && j.s[after] == '.' { // a method makes something else of it
			i = j.call(after)
			whole := j.text.Slice(start, i)
			parts[len(parts)-1] = hole(whole, 0, whole.Len(), &source.Hole{Expr: whole.String(), Why: "computed by the pipeline"})
			after = j.line(i)
		}
		if !j.at(after, '+') {
			return source.Concat(parts...), i
		}
		i = j.blanks(after + 1)
	}
}

// line returns the place behind blanks on the same line.
func (j *jenkins) line(i int) int {
	for i < len(j.s) && (j.s[i] == ' ' || j.s[i] == '\t') {
		i++
	}
	return i
}

// call returns the place behind a name with its members, calls and indexes.
func (j *jenkins) call(i int) int {
	for i < len(j.s) {
		switch c := j.s[i]; {
		case isWord(c) || c == '.':
			i++
		case c == '(' || c == '[':
			end := closing(j.s, i)
			if end < 0 {
				return i
			}
			i = end + 1
		default:
			return i
		}
	}
	return i
}

// stringAt returns the text of the string at [start, end).
func (j *jenkins) stringAt(start, end int) source.Text {
	q := j.quotes(start)
	from, to := start+len(q), max(start+len(q), end-len(q))
	if !strings.HasSuffix(j.s[from:end], q) {
		to = end
	}
	t := j.text.Slice(min(from, end), to)
	return expand(t, `\$`, func(s string, i int) (int, source.Text) {
		if s[i] == '\\' {
			return escaped(t, s, i)
		}
		if q[0] == '\'' {
			return 0, source.Text{}
		}
		n := interpolated(s, i)
		if n <= 0 {
			return 0, source.Text{}
		}
		return n, j.lookup(strings.TrimSpace(strings.Trim(s[i:i+n], "${}")), t.Slice(i, i+n))
	})
}

// interpolated returns the length of the ${expression} or $name.member at i.
func interpolated(s string, i int) int {
	if strings.HasPrefix(s[i:], "${") {
		return max(0, closing(s, i+1)+1-i)
	}
	j := i + 1
	for j < len(s) && (isWord(s[j]) || s[j] == '.' && j+1 < len(s) && isLetter(s[j+1]) && j > i+1) {
		j++
	}
	if j == i+1 || !isLetter(s[i+1]) && s[i+1] != '_' {
		return 0
	}
	return j - i
}

// simple are the escapes of Groovy that stand for another character.
var simple = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", 'b': "\b", 'f': "\f", 's': " "}

// escaped reads the escape at i of a string. One before a line break joins the lines.
func escaped(t source.Text, s string, i int) (int, source.Text) {
	if i+1 == len(s) {
		return 0, source.Text{}
	}
	switch c := s[i+1]; {
	case c == '\n':
		return 2, source.Text{}
	case strings.HasPrefix(s[i+1:], "\r\n"):
		return 3, source.Text{}
	case simple[c] != "":
		return 2, source.Derived(simple[c], t.Slice(i, i+2).Span())
	case strings.IndexByte(`\'"$`, c) >= 0:
		return 2, t.Slice(i+1, i+2)
	}
	return 0, source.Text{}
}
