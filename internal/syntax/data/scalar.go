package data

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The YAML library gives the line and column where a scalar starts and its
// decoded value. The functions here read the same bytes once more, to learn
// which of them each part of the value came from. What they read is compared
// with the library's value; where the two differ the place is kept and the
// pieces are given up.

// plain reads an unquoted scalar that says want. It returns the end.
func (p *pieces) plain(i int, want string) int {
	if strings.HasPrefix(p.s[i:], want) { // on one line, as nearly always
		p.exact(i, i+len(want))
		return i + len(want)
	}
	for k := 0; k < len(want); {
		j, breaks := p.gap(i)
		if j == i {
			j = min(i+1, len(p.s))
		}
		part := p.s[i:j]
		if breaks > 0 {
			part = fold(breaks)
		}
		if part == "" || !strings.HasPrefix(want[k:], part) {
			return i
		}
		if breaks > 0 {
			p.derived(part, i, j)
		} else {
			p.exact(i, j)
		}
		i, k = j, k+len(part)
	}
	return i
}

// gap returns the end of the blanks and line breaks at i, and how many breaks
// there are.
func (p *pieces) gap(i int) (end, breaks int) {
	for i < len(p.s) {
		if isBlank(p.s, i) {
			i++
		} else if n := breakLen(p.s, i); n > 0 {
			i += n
			breaks++
		} else {
			break
		}
	}
	return i, breaks
}

// fold returns what so many line breaks inside a flow scalar mean.
func fold(breaks int) string {
	if breaks == 1 {
		return " "
	}
	return strings.Repeat("\n", breaks-1)
}

// quoted reads a scalar whose opening quote stands at i. It returns the end,
// behind the closing quote.
func (p *pieces) quoted(i int, quote byte) int {
	for i++; i < len(p.s); {
		switch c := p.s[i]; {
		case c == '\'' && quote == c && i+1 < len(p.s) && p.s[i+1] == c:
			p.derived("'", i, i+2)
			i += 2
		case c == quote:
			return i + 1
		case c == '\\' && quote == '"' && breakLen(p.s, i+1) > 0:
			j, breaks := p.gap(i + 1)
			p.derived(strings.Repeat("\n", breaks-1), i, j)
			i = j
		case c == '\\' && quote == '"':
			s, n := unescape(p.s[i+1:])
			if n == 0 {
				return i
			}
			p.derived(s, i, i+1+n)
			i += 1 + n
		default:
			j, breaks := p.gap(i)
			if breaks > 0 {
				p.derived(fold(breaks), i, j)
			} else {
				j = max(j, i+1)
				p.exact(i, j)
			}
			i = j
		}
	}
	return i
}

// escapes of YAML's double quotes; JSON's are among them.
var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r",
	'e': "\x1b", ' ': " ", '"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// unescape decodes what follows a backslash, and returns how many bytes that
// is; 0 if it is no escape.
func unescape(s string) (string, int) {
	if s == "" {
		return "", 0
	}
	if v, ok := escapes[s[0]]; ok {
		return v, 1
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	r, ok := hex(s, 1, digits)
	if !ok {
		return "", 0
	}
	return string(r), 1 + digits
}

// hex reads n hexadecimal digits at i as a character.
func hex(s string, i, n int) (rune, bool) {
	if n == 0 || i+n > len(s) {
		return 0, false
	}
	r, err := strconv.ParseUint(s[i:i+n], 16, 32)
	return rune(r), err == nil && r <= utf8.MaxRune
}

// block reads a literal or folded block scalar whose indicator stands at i
// and that says want. It returns the end of its last line with content, and
// the offset of the first line that is not its own.
func (p *pieces) block(i int, want string) (end, next int) {
	folded := p.s[i] == '>'
	chomp := byte(0)
	for i++; i < len(p.s) && strings.IndexByte("+-123456789", p.s[i]) >= 0; i++ {
		if p.s[i] == '+' || p.s[i] == '-' {
			chomp = p.s[i]
		}
	}
	end = i
	i = p.lineEnd(i)
	i += breakLen(p.s, i)
	indent := p.indent(i, want)
	var last, blank [][2]int // the break behind the last content line, and those of the blank lines after it
	lastBlank, any := false, false
	for i < len(p.s) {
		e := p.lineEnd(i)
		j := i
		for j < e && j-i < indent && p.s[j] == ' ' {
			j++
		}
		brk := breakLen(p.s, e)
		if j == e {
			blank = append(blank, [2]int{e, e + brk})
			i = e + brk
			continue
		}
		if j-i < indent {
			break
		}
		starts := isBlank(p.s, j)
		p.joints(last, blank, j, folded && any && !lastBlank && !starts)
		p.exact(j, e)
		last, blank, lastBlank, any = [][2]int{{e, e + brk}}, nil, starts, true
		end, i = e, e+brk
		if brk == 0 && strings.Trim(p.s[j:e], " \t") != "" {
			last = nil
		}
	}
	if chomp == '+' {
		p.newlines(append(last, blank...))
	} else if chomp == 0 {
		p.newlines(last)
	}
	return end, i
}

// joints writes the line breaks between two content lines.
func (p *pieces) joints(last, blank [][2]int, next int, folds bool) {
	switch {
	case !folds:
		p.newlines(last)
	case len(blank) == 0 && len(last) > 0:
		p.derived(" ", last[0][0], next)
	}
	p.newlines(blank)
}

func (p *pieces) newlines(ranges [][2]int) {
	for _, r := range ranges {
		if p.s[r[0]:r[1]] == "\n" {
			p.exact(r[0], r[1])
		} else {
			p.derived("\n", r[0], r[1])
		}
	}
}

func (p *pieces) lineEnd(i int) int {
	for i < len(p.s) && breakLen(p.s, i) == 0 {
		i++
	}
	return i
}

// indent returns how many blanks every line of a block scalar starts with:
// what its first line with content has more than the value has there.
func (p *pieces) indent(i int, want string) int {
	inner, ok := leading(want)
	if !ok {
		return len(p.s) // nothing but blank lines
	}
	for i < len(p.s) {
		e := p.lineEnd(i)
		if n, ok := leading(p.s[i:e]); ok {
			return n - inner
		}
		i = e + max(1, breakLen(p.s, e))
	}
	return 0
}

// leading counts the blanks before the first other character of the first
// line that has one.
func leading(s string) (int, bool) {
	n := 0
	for i := 0; i < len(s); {
		if b := breakLen(s, i); b > 0 {
			n = 0
			i += b
			continue
		}
		if s[i] != ' ' {
			return n, true
		}
		n++
		i++
	}
	return 0, false
}
