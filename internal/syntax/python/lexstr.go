package python

// str reads the string whose quotes are at q; a prefix stands before them, at
// l.i.
func (l *lexer) str(q int) {
	from := l.i
	raw, format := false, false
	for _, c := range []byte(l.s[from:q]) {
		raw = raw || c|0x20 == 'r'
		format = format || c|0x20 == 'f' || c|0x20 == 't'
	}
	quotes := 1
	if q+2 < len(l.s) && l.s[q+1] == l.s[q] && l.s[q+2] == l.s[q] {
		quotes = 3
	}
	if format {
		l.fstring(from, q, quotes, raw)
		return
	}
	for i := q + quotes; i < len(l.s); i++ {
		switch c := l.s[i]; {
		case c == '\\':
			i += max(1, l.lineBreak(i+1))
		case c == l.s[q] && l.quoted(i, quotes):
			l.add(tString, from, i+quotes)
			return
		case (c == '\n' || c == '\r') && quotes == 1:
			l.fault(from, i, "this string is not closed on its line: close it")
			l.add(tString, from, i)
			return
		}
	}
	l.fault(from, q+quotes, "this string is never closed: close it")
	l.add(tString, from, len(l.s))
}

// quoted reports whether the closing quotes stand at i.
func (l *lexer) quoted(i, quotes int) bool {
	return quotes == 1 || i+2 < len(l.s) && l.s[i+1] == l.s[i] && l.s[i+2] == l.s[i]
}

// fstring reads an f-string as its parts: its fields hold tokens of their own.
func (l *lexer) fstring(from, q, quotes int, raw bool) {
	quote := l.s[q]
	l.add(tFStart, from, q+quotes)
	text := l.i
	flush := func() {
		if text < l.i {
			l.toks = append(l.toks, token{tFText, int32(text), int32(l.i)})
		}
	}
	for l.i < len(l.s) {
		switch c := l.s[l.i]; {
		case c == '\\' && raw:
			l.i++
			if l.i < len(l.s) && (l.s[l.i] == quote || l.s[l.i] == '\\') {
				l.i++
			}
		case c == '\\':
			l.escape()
		case c == quote && l.quoted(l.i, quotes):
			flush()
			l.add(tFEnd, l.i, l.i+quotes)
			return
		case (c == '\n' || c == '\r') && quotes == 1:
			l.unclosed(from, flush)
			return
		case (c == '{' || c == '}') && l.i+1 < len(l.s) && l.s[l.i+1] == c:
			l.i += 2
		case c == '{':
			flush()
			l.field(quote, quotes)
			if text = l.i; l.broken {
				l.broken = l.fields > 0
				l.unclosed(from, func() {})
				return
			}
		default:
			l.i++
		}
	}
	l.unclosed(from, flush)
}

func (l *lexer) unclosed(from int, flush func()) {
	flush()
	l.fault(from, from+1, "this string is not closed: close it")
	l.add(tFEnd, l.i, l.i)
}

// escape skips a backslash and what belongs to it; the braces of \N{…} are no
// field.
func (l *lexer) escape() {
	l.i++
	if l.i >= len(l.s) {
		return
	}
	if l.s[l.i] == 'N' && l.i+1 < len(l.s) && l.s[l.i+1] == '{' {
		for j := l.i + 2; j < len(l.s) && j < l.i+100; j++ {
			if c := l.s[j]; c == '}' {
				l.i = j + 1
				return
			} else if !isLetter(c) && !isDigit(c) && c != ' ' && c != '-' {
				break
			}
		}
	}
	switch n := l.lineBreak(l.i); {
	case n > 0:
		l.i += n
	case l.s[l.i] != '{' && l.s[l.i] != '}':
		l.i++
	}
}

// field reads {expression}, with its conversion and its format.
func (l *lexer) field(quote byte, quotes int) {
	base := len(l.open)
	l.open = append(l.open, int32(l.i))
	l.fields++
	if l.fields > maxNest {
		l.fault(l.i, l.i+1, "strings in strings are nested too deep to be read")
		l.i, l.broken = len(l.s), true
	} else {
		l.add('{', l.i, l.i+1)
	}
	for l.i < len(l.s) && !l.broken {
		c := l.s[l.i]
		if len(l.open) > base+1 {
			l.next()
			continue
		}
		switch {
		case c == '}':
			l.add('}', l.i, l.i+1)
			l.open, l.fields = l.open[:base], l.fields-1
			return
		case c == ':':
			l.add(':', l.i, l.i+1)
			l.spec(quote, quotes)
		case c == '!' && (l.i+1 >= len(l.s) || l.s[l.i+1] != '='):
			l.add('!', l.i, l.i+1)
		case c == quote && quotes == 1 && !l.again(quote):
			l.broken = true // the string ends within the field
			l.i++
		default:
			l.next()
		}
		if len(l.open) <= base {
			l.broken = true
		}
	}
	if l.fields--; len(l.open) > base {
		l.open = l.open[:base]
	}
	l.broken = true
}

// again reports whether the quote stands once more on this line: Python from
// 3.12 on lets a field hold the quotes of its string.
func (l *lexer) again(quote byte) bool {
	for i := l.i + 1; i < len(l.s) && l.s[i] != '\n' && l.s[i] != '\r'; i++ {
		if l.s[i] == quote {
			return true
		}
	}
	return false
}

// spec reads the format behind a colon, up to the brace that closes its field.
func (l *lexer) spec(quote byte, quotes int) {
	text := l.i
	flush := func() {
		if text < l.i {
			l.toks = append(l.toks, token{tFText, int32(text), int32(l.i)})
		}
	}
	for l.i < len(l.s) && !l.broken {
		switch c := l.s[l.i]; {
		case c == '}':
			flush()
			return
		case c == '{':
			flush()
			l.field(quote, quotes)
			text = l.i
		case c == quote && l.quoted(l.i, quotes), (c == '\n' || c == '\r') && quotes == 1:
			flush()
			l.broken = true
			return
		default:
			l.i++
		}
	}
	flush()
}
