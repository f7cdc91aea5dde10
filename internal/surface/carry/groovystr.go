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
		case c == '[':
			var items []source.Text
			if items, i = j.list(i); items == nil {
				return source.Concat(parts...), start
			}
			text, end := j.joined(items, i)
			if end == i {
				return source.Concat(parts...), start
			}
			parts, i = append(parts, text), end
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

// maxLists bounds lists within lists.
const maxLists = 8

// list reads a list of texts; nil for another one.
func (j *jenkins) list(i int) ([]source.Text, int) {
	if j.depth >= maxLists {
		return nil, i
	}
	j.depth++
	defer func() { j.depth-- }()
	items := []source.Text{}
	for i = j.space(i + 1); !j.at(i, ']'); i = j.space(i) {
		text, end := j.expression(i)
		end = j.space(end)
		if text.Len() == 0 || !j.at(end, ',') && !j.at(end, ']') || len(items) > maxExpression {
			return nil, i
		}
		if items, i = append(items, text), end; j.at(end, ',') {
			i++
		}
	}
	return items, i + 1
}

// space returns the place behind blanks, line breaks and comments.
func (j *jenkins) space(i int) int {
	for {
		i = j.blanks(i)
		if i >= len(j.s) || j.s[i] != '/' {
			return i
		}
		n := j.skipped(i)
		if n == 0 {
			return i
		}
		i += n
	}
}

// joined returns what .join(…) at i makes of a list, and the place behind it: i
// where there is none.
func (j *jenkins) joined(items []source.Text, i int) (source.Text, int) {
	if at := j.blanks(i); strings.HasPrefix(j.s[at:], ".join(") {
		sep, end := j.expression(at + len(".join("))
		if end = j.blanks(end); !j.at(end, ')') {
			return source.Text{}, i
		}
		return join(items, sep), end + 1
	}
	return source.Text{}, i
}

func join(items []source.Text, sep source.Text) source.Text {
	var parts []source.Text
	for k, item := range items {
		if k > 0 && sep.Len() > 0 {
			parts = append(parts, sep)
		}
		parts = append(parts, item)
	}
	return source.Concat(parts...)
}

// listed is a variable that holds a list of texts, and how many braces it stands in.
type listed struct {
	items []source.Text
	depth int
}

// change takes what a statement makes of a list: list << 'x', list += ['x'],
// list.add('x'). It reports whether the list is what it was but for that.
func (j *jenkins) change(l *listed, i int) bool {
	at := j.blanks(i)
	var more []source.Text
	switch rest := j.s[min(at, len(j.s)):]; {
	case strings.HasPrefix(rest, ".join("), strings.HasPrefix(rest, ".size("), strings.HasPrefix(rest, ".each"):
		return true
	case strings.HasPrefix(rest, "<<"), strings.HasPrefix(rest, "+="), strings.HasPrefix(rest, ".add("), strings.HasPrefix(rest, ".addAll("):
		from := j.blanks(at + strings.IndexAny(rest, "(<=") + 1)
		if j.at(from, '<') {
			from = j.blanks(from + 1)
		}
		if j.at(from, '[') {
			more, _ = j.list(from)
		} else if text, end := j.expression(from); end > from && text.Len() > 0 {
			more = []source.Text{text}
		}
		if more == nil {
			return false
		}
	case strings.HasPrefix(rest, "."), strings.HasPrefix(rest, "["), strings.HasPrefix(rest, "-="), strings.HasPrefix(rest, "="):
		return false
	}
	for _, text := range more {
		if len(j.stack) > l.depth {
			text = text.Weaken("the branch being taken that adds it")
		}
		l.items = append(l.items, text)
	}
	return true
}

// joins returns what name.join(…) stands for.
func (j *jenkins) joins(expr string, ref source.Text) (source.Text, bool) {
	name, rest, ok := strings.Cut(expr, ".join(")
	l := j.lists[name]
	if !ok || l == nil {
		return source.Text{}, false
	}
	sep, ok := strings.CutSuffix(strings.TrimSpace(rest), ")")
	if sep = strings.TrimSpace(sep); !ok || len(sep) > 0 && (len(sep) < 2 || sep[0] != '\'' && sep[0] != '"' || sep[len(sep)-1] != sep[0] || strings.ContainsAny(sep, `$\`)) {
		return source.Text{}, false
	}
	if len(sep) > 0 {
		sep = sep[1 : len(sep)-1]
	}
	return join(l.items, source.Derived(sep, ref.Span())), true
}
