package carry

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// value evaluates an expression: literals and names, joined by "+" and "/".
func (j *justfile) value(expr source.Text, params scope, within []string) (source.Text, bool) {
	var parts []source.Text
	for i := 0; ; {
		t, end, ok := j.operand(expr, i, params, within)
		if !ok {
			return source.Text{}, false
		}
		parts = append(parts, t)
		s := expr.Mask('x')
		i = end + len(s[end:]) - len(strings.TrimLeft(s[end:], " \t"))
		switch {
		case i == len(s) || s[i] == '#':
			return source.Concat(parts...), true
		case s[i] == '/':
			parts = append(parts, expr.Slice(i, i+1))
		case s[i] != '+':
			return source.Text{}, false
		}
		i++
	}
}

// maxJoined is the longest text that variables which hold others may come to,
// maxNamed how many they may be.
const (
	maxJoined = 1 << 16
	maxNamed  = 1000
)

// operand reads a literal or a name at i.
func (j *justfile) operand(expr source.Text, i int, params scope, within []string) (t source.Text, end int, ok bool) {
	s := expr.Mask('x')
	i += len(s[i:]) - len(strings.TrimLeft(s[i:], " \t"))
	if t, end, ok = j.literal(expr, i); ok {
		return t, end, true
	}
	end = i
	for end < len(s) && (isWord(s[end]) || s[end] == '-') {
		end++
	}
	name := s[i:end]
	if end < len(s) && s[end] == '(' {
		return j.fallback(expr, name, end)
	}
	if t, ok = params[name]; ok {
		return t, end, true
	}
	t, ok = j.variable(name, params, within)
	return t, end, ok && t.Len() < maxJoined
}

// variable evaluates a variable.
func (j *justfile) variable(name string, params scope, within []string) (source.Text, bool) {
	expr, ok := j.vars[name]
	if len(within) == 0 {
		j.budget = maxNamed
	}
	if j.budget--; !ok || j.budget < 0 || slices.Contains(within, name) || len(within) > maxWithin {
		return source.Text{}, false
	}
	return j.value(expr, params, append(slices.Clip(within), name))
}

// fallback reads env("NAME", "default") and its older names.
func (j *justfile) fallback(expr source.Text, name string, i int) (t source.Text, end int, ok bool) {
	s := expr.Mask('x')
	comma := strings.IndexByte(s[i:], ',')
	if comma < 0 || !strings.HasPrefix(name, "env") {
		return source.Text{}, 0, false
	}
	at := i + comma + 1
	at += len(s[at:]) - len(strings.TrimLeft(s[at:], " \t"))
	t, end, ok = j.literal(expr, at)
	if !ok || !strings.HasPrefix(s[end:], ")") {
		return source.Text{}, 0, false
	}
	return t.Weaken("the default of " + s[i-len(name):end+1]), end + 1, true
}

// literal reads a string at i.
func (j *justfile) literal(expr source.Text, i int) (t source.Text, end int, ok bool) {
	s := expr.Mask('x')
	for _, q := range []string{`'''`, `"""`, `'`, `"`} {
		if i > len(s) || !strings.HasPrefix(s[i:], q) {
			continue
		}
		from, to := i+len(q), i+len(q)
		for !strings.HasPrefix(s[to:], q) {
			if to >= len(s) {
				return source.Text{}, 0, false
			}
			if s[to] == '\\' && q[0] == '"' {
				return source.Text{}, 0, false // an escape: not worth knowing
			}
			to++
		}
		return expr.Slice(from, to), to + len(q), true
	}
	return source.Text{}, 0, false
}
