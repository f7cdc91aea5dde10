package carry

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// psValue is a value of PowerShell: the items of a list, or one text.
type psValue struct {
	items []source.Text
	list  bool
}

// literal reads the value at i of a script: strings and here-strings, lists of them,
// variables that hold such, and what -join makes of a list. end is 0 for anything else,
// else where the statement ends.
func (w *winVars) literal(text source.Text, s string, i int) (v psValue, end int) {
	v, i = w.operands(text, s, i)
	if i == 0 {
		return v, 0
	}
	rest := strings.TrimLeft(s[i:], " \t")
	if op := "-join"; len(rest) > len(op) && strings.EqualFold(rest[:len(op)], op) {
		i = len(s) - len(strings.TrimLeft(rest[len(op):], " \t"))
		sep, n := w.quoted(text, s, i)
		if n == 0 {
			return v, 0
		}
		var parts []source.Text
		for k, item := range v.items {
			if k > 0 {
				parts = append(parts, sep)
			}
			parts = append(parts, item)
		}
		v, i = psValue{items: []source.Text{source.Concat(parts...)}}, n
		rest = strings.TrimLeft(s[i:], " \t")
	}
	if rest != "" && strings.IndexByte("\r\n#;)", rest[0]) < 0 {
		return v, 0
	}
	return v, i
}

// operands reads values with commas between them.
func (w *winVars) operands(text source.Text, s string, i int) (v psValue, end int) {
	for {
		i += len(s[i:]) - len(strings.TrimLeft(s[i:], " \t"))
		one, n := w.operand(text, s, i)
		if n == 0 {
			return v, 0
		}
		if v.items, v.list = append(v.items, one.items...), v.list || one.list; len(v.items) > maxItems {
			return v, 0
		}
		rest := strings.TrimLeft(s[n:], " \t")
		if !strings.HasPrefix(rest, ",") {
			return v, n
		}
		v.list = true
		i = len(s) - len(strings.TrimLeft(rest[1:], " \t\r\n"))
	}
}

// maxItems is the longest list that is followed.
const maxItems = 200

// operand reads one value: @( … ), a string, or a variable.
func (w *winVars) operand(text source.Text, s string, i int) (v psValue, end int) {
	switch {
	case strings.HasPrefix(s[i:], "@("):
		v.list = true
		for i += len("@("); ; {
			i = len(s) - len(strings.TrimLeft(s[i:], " \t\r\n,;"))
			switch {
			case i == len(s):
				return v, 0
			case s[i] == ')':
				return v, i + 1
			case s[i] == '#':
				i = lineEnd(s, i)
				continue
			}
			one, n := w.operand(text, s, i)
			if rest := strings.TrimLeft(s[n:], " \t"); n == 0 || len(v.items) > maxItems || rest == "" || strings.IndexByte(",;)\r\n#", rest[0]) < 0 {
				return v, 0
			}
			v.items, i = append(v.items, one.items...), n
		}
	case strings.HasPrefix(s[i:], "$"):
		m := winForms().used.FindStringSubmatch(s[i:])
		if m == nil {
			return v, 0
		}
		name := variable(m[1] + m[2])
		if list, ok := w.lists[name]; ok {
			return psValue{items: list, list: true}, i + len(m[0])
		}
		t, ok := w.vars[name]
		if !ok || w.times[name] > 1 {
			return v, 0
		}
		return psValue{items: []source.Text{t}}, i + len(m[0])
	}
	t, n := w.quoted(text, s, i)
	return psValue{items: []source.Text{t}}, n
}

// quoted reads a string, or a here-string.
func (w *winVars) quoted(text source.Text, s string, i int) (t source.Text, end int) {
	for _, q := range []string{"'", "\""} {
		if strings.HasPrefix(s[i:], "@"+q) {
			from := lineEnd(s, i)
			if n := strings.Index(s[from:], "\n"+q+"@"); n >= 0 && strings.TrimSpace(s[i+2:from]) == "" {
				return w.filled(text.Slice(from, from+len(strings.TrimSuffix(s[from:from+n], "\r"))), q), from + n + len("\n'@")
			}
			return t, 0
		}
		if strings.HasPrefix(s[i:], q) {
			n := strings.IndexByte(s[i+1:], q[0]) + i + 1
			if n <= i || strings.HasPrefix(s[n+1:], q) || strings.ContainsAny(s[i:n], "`\r\n") || q == "\"" && strings.Contains(s[i:n], "$(") {
				return t, 0
			}
			return w.filled(text.Slice(i+1, n), q), n + 1
		}
	}
	return t, 0
}

// filled completes what stands in quotes.
func (w *winVars) filled(t source.Text, quote string) source.Text {
	if quote == "\"" {
		return w.dollars(t, '"')
	}
	return t
}

// settles reports whether all that a script says of a list up to end is what is in it:
// it was not used before it was whole. at is where the script names it.
func settles(at []int, end, times int) bool {
	n, _ := slices.BinarySearch(at, end)
	return n == times
}

func insertList(m *map[string][]source.Text, name string, items []source.Text) {
	if *m == nil {
		*m = map[string][]source.Text{}
	}
	(*m)[name] = items
}

// quotedWords returns the items of a list as words of a shell.
func quotedWords(items []source.Text) source.Text {
	var out []source.Text
	for i, t := range items {
		if i > 0 {
			out = append(out, source.Derived(" ", t.Span()))
		}
		if plainText(t, "") && t.Known() && t.Index(" ", 0) < 0 && t.Len() > 0 {
			out = append(out, t)
			continue
		}
		quote := source.Derived(`"`, t.Span())
		if t.Known() && !strings.Contains(t.String(), "'") {
			quote = source.Derived("'", t.Span())
		}
		out = append(out, quote, t, quote)
	}
	return source.Concat(out...)
}
