package jvm

import "strings"

// form is how a string is written.
type form struct {
	start  int    // of what it says
	quote  string // what ends it
	raw    bool   // backslashes are plain
	fields bool   // ${…} and $name are replaced
	lines  bool   // it may hold line breaks
	block  bool   // a text block of Java: its indentation is no part of it
}

// formOf tells how the string is written whose quote stands at i; it starts at
// from, with a prefix in Scala and R.
func formOf(s string, from, i, to int, lang Lang) form {
	q := s[i : i+1]
	triple := i+2 < to && s[i+1] == q[0] && s[i+2] == q[0] && (q == `"` && lang != R || q == "'" && lang == Groovy)
	f := form{start: i + 1, quote: q}
	if triple {
		f = form{start: i + 3, quote: s[i : i+3], lines: true}
	}
	switch lang {
	case Java:
		f.block = triple
	case Scala:
		f.fields = i > from
		f.raw = triple && !f.fields || s[from:i] == "raw"
	case Kotlin:
		f.raw, f.fields = triple, q == `"`
	case Groovy:
		switch q {
		case "/":
			return form{start: i + 1, quote: "/", raw: true, fields: true, lines: true}
		case "$":
			return form{start: i + 2, quote: "/$", raw: true, fields: true, lines: true}
		}
		f.fields = q == `"`
	case R:
		f.lines = true
		if i > from {
			return rawR(s, i, to)
		}
	}
	return f
}

// rawR is r"(…)", with other brackets and dashes as well.
func rawR(s string, i, to int) form {
	j := i + 1
	for j < to && s[j] == '-' {
		j++
	}
	if j >= to {
		return form{start: i + 1, quote: s[i : i+1]}
	}
	closing := map[byte]string{'(': ")", '[': "]", '{': "}"}[s[j]]
	return form{start: j + 1, quote: closing + strings.Repeat("-", j-i-1) + s[i:i+1], raw: true, lines: true}
}

// quoted reads the string at i, whose prefix starts at from.
func (l *lexer) quoted(from, i, to int) int {
	if l.s[i] == '\'' && l.lang != Groovy && l.lang != R {
		return l.char(i, to)
	}
	j, ok := l.strEnd(from, i, to)
	if !ok {
		l.fault(i, "a string that does not end")
	}
	fresh := l.fresh
	l.add(literal, from, j)
	l.toks[len(l.toks)-1].line = fresh
	return j
}

// char reads a character, or a symbol of Scala.
func (l *lexer) char(i, to int) int {
	for j := i + 1; j < to && j < i+12 && l.s[j] != '\n'; j++ {
		switch {
		case l.s[j] == '\\':
			j++
		case l.s[j] == '\'' && j > i+1:
			return l.add(literal, i, j+1)
		case l.lang == Scala && j > i+1 && isWord(l.s[j]) && isWord(l.s[j-1]) && l.s[i+1] != '\\':
			return l.add(sign, i, i+1) // 'symbol
		}
	}
	return l.add(sign, i, i+1)
}

// strEnd returns what follows the string, and whether it ends at all.
func (l *lexer) strEnd(from, i, to int) (int, bool) {
	f := formOf(l.s, from, i, to, l.lang)
	for j := f.start; j < to; {
		switch c := l.s[j]; {
		case c == f.quote[0] && strings.HasPrefix(l.s[j:to], f.quote):
			j += len(f.quote)
			for len(f.quote) == 3 && (l.lang == Scala || l.lang == Kotlin) && j < to && l.s[j] == f.quote[0] {
				j++ // the last three of several quotes
			}
			return j, true
		case c == '\n' && !f.lines:
			return j, false
		case c == '\\' && (!f.raw || f.quote == "/" && j+1 < to && l.s[j+1] == '/'):
			j += 2
		case c == '\\' && f.fields && f.raw && l.lang == Scala && len(f.quote) == 1:
			j += 2 // raw"\"" keeps the backslash, and goes on
		case c == '$' && f.fields:
			j = l.dollar(f, j, to)
		default:
			j++
		}
	}
	return to, false
}

// dollar returns what follows a dollar in a string, with its field.
func (l *lexer) dollar(f form, j, to int) int {
	if f.quote == "/$" && j+1 < to && (l.s[j+1] == '/' || l.s[j+1] == '$') || l.lang == Scala && j+1 < to && l.s[j+1] == '$' {
		return j + 2
	}
	if j+1 < to && l.s[j+1] == '{' && l.fails < maxFields {
		if n := l.fieldEnd(j+2, min(to, j+maxField), 0); n > 0 {
			return n
		}
		l.fails++
	}
	return j + 1
}

// fieldEnd returns what follows the brace that ends the field at i, or -1.
func (l *lexer) fieldEnd(i, to, depth int) int {
	braces := 0
	for i < to {
		switch c := l.s[i]; {
		case c == '{':
			braces++
		case c == '}':
			if braces--; braces < 0 {
				return i + 1
			}
		case c == '\'' && l.lang != Groovy:
			if i+2 < to && l.s[i+2] == '\'' {
				i += 2
			} else if i+3 < to && l.s[i+1] == '\\' && l.s[i+3] == '\'' {
				i += 3
			}
		case c == '"' || c == '\'':
			n := -1
			if depth < 10 {
				n = l.innerEnd(i, to, depth)
			}
			if n < 0 {
				return -1
			}
			i = n - 1
		case c == '/' && i+1 < to && l.s[i+1] == '*':
			n := commentEnd(l.s, i, to, l.lang)
			if n < 0 {
				return -1
			}
			i = n - 1
		}
		i++
	}
	return -1
}

// innerEnd returns what follows a string in a field, or -1.
func (l *lexer) innerEnd(i, to, depth int) int {
	from := i
	for l.lang == Scala && from > 0 && isWord(l.s[from-1]) {
		from--
	}
	f := formOf(l.s, from, i, to, l.lang)
	for j := f.start; j < to; {
		switch c := l.s[j]; {
		case c == f.quote[0] && strings.HasPrefix(l.s[j:to], f.quote):
			j += len(f.quote)
			for len(f.quote) == 3 && j < to && l.s[j] == f.quote[0] && l.lang != Groovy {
				j++
			}
			return j
		case c == '\n' && !f.lines:
			return -1
		case c == '\\' && !f.raw:
			j += 2
		case c == '$' && f.fields && j+1 < to && l.s[j+1] == '{':
			if j = l.fieldEnd(j+2, to, depth+1); j < 0 {
				return -1
			}
		default:
			j++
		}
	}
	return -1
}

// markup returns what follows the XML literal at i, or 0 if it does not end.
func (l *lexer) markup(i, to int) int {
	depth := 0
	for i < to {
		rest := l.s[i:to]
		switch {
		case strings.HasPrefix(rest, "<!--"), strings.HasPrefix(rest, "<![CDATA["):
			mark := "-->"
			if rest[2] == '[' {
				mark = "]]>"
			}
			n := strings.Index(rest, mark)
			if n < 0 {
				return 0
			}
			i += n + 3
		case rest[0] == '<':
			n, closes, empty := l.tag(i, to)
			if n == 0 {
				return 0
			}
			i = n
			if closes {
				depth--
			} else if !empty {
				depth++
			}
		case rest[0] == '{':
			n := l.fieldEnd(i+1, to, 0)
			if n < 0 {
				return 0
			}
			i = n
			continue
		default:
			if n := strings.IndexAny(rest, "<{"); n >= 0 {
				i += n
				continue
			}
			return 0
		}
		if depth <= 0 {
			return i
		}
	}
	return 0
}

// tag returns what follows a tag, or 0.
func (l *lexer) tag(i, to int) (next int, closes, empty bool) {
	closes = i+1 < to && l.s[i+1] == '/'
	for j := i + 1; j < to; j++ {
		switch c := l.s[j]; c {
		case '"', '\'':
			n := strings.IndexByte(l.s[j+1:to], c)
			if n < 0 {
				return 0, false, false
			}
			j += n + 1
		case '{':
			n := l.fieldEnd(j+1, to, 0)
			if n < 0 {
				return 0, false, false
			}
			j = n - 1
		case '<', '}', ')', ';':
			return 0, false, false
		case '>':
			return j + 1, closes, l.s[j-1] == '/'
		}
	}
	return 0, false, false
}
