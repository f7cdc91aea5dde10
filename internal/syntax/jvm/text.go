package jvm

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/source"
)

// str reads a string or character, with the expressions in it.
func (p *parser) str() *Expr {
	e := p.node(String)
	p.i++
	i, f := e.quote()
	if f.fields && strings.IndexByte(p.s[i:e.to], '$') >= 0 {
		p.fields(e, f)
	}
	return e
}

// quote returns where the first quote of a literal stands, and how it is
// written.
func (e *Expr) quote() (int, form) {
	s, i := e.file.s, int(e.from)
	for isWord(s[i]) && s[i] != '$' {
		i++
	}
	return i, formOf(s, int(e.from), i, int(e.to), e.Lang)
}

// inside returns the range of what a literal says.
func (e *Expr) inside(f form) (from, to int) {
	to = int(e.to)
	if n := to - len(f.quote); n >= f.start && e.file.s[n:to] == f.quote {
		to = n
	}
	return min(f.start, to), to
}

// word returns what a string says that has no expressions in it.
func (e *Expr) word() string {
	if e.plain {
		return e.Name
	}
	return e.file.text1(e).String()
}

// fields reads ${expression} and $name.
func (p *parser) fields(e *Expr, f form) {
	from, to := e.inside(f)
	for j := from; j < to; {
		switch c := p.s[j]; {
		case c == '\\' && !f.raw:
			j += 2
		case c != '$':
			j++
		case j+1 < to && (p.s[j+1] == '$' && (p.lang == Scala || f.quote == "/$") || p.s[j+1] == '/' && f.quote == "/$"):
			j += 2
		case j+1 < to && p.s[j+1] == '{':
			n := p.fieldEnd(j+2, min(to, j+maxField), 0)
			if n < 0 {
				j++
				continue
			}
			e.Args = append(e.Args, Arg{Val: p.field(j+2, n-1), from: int32(j), to: int32(n)})
			j = n
		default:
			n := j + 1
			v := p.simpleField(&n, to)
			if v != nil {
				e.Args = append(e.Args, Arg{Val: v, from: int32(j), to: int32(n)})
			}
			j = n
		}
	}
}

// simpleField reads the name behind a dollar; in Groovy also names joined by
// dots.
func (p *parser) simpleField(at *int, to int) *Expr {
	from := *at
	var e *Expr
	for {
		n := *at
		for n < to && isWord(p.s[n]) && p.s[n] != '$' {
			n++
		}
		if n == *at || isDigit(p.s[*at]) {
			return e
		}
		next := p.node(Name)
		if e != nil {
			next.Kind, next.X = Select, e
		}
		next.Name = p.s[*at:n]
		next.from, next.at, next.to = int32(from), int32(*at), int32(n)
		e, *at = next, n
		if p.lang != Groovy || n+1 >= to || p.s[n] != '.' || !isLetter(p.s[n+1]) {
			return e
		}
		*at = n + 1
		if !isLetter(p.s[*at]) {
			return e
		}
	}
}

// field reads the expression in a string.
func (p *parser) field(from, to int) *Expr {
	if !p.deeper(10) {
		return nil
	}
	outer := *p
	p.lexer = &lexer{text: p.lexer.text, s: p.s, lang: p.lang, errs: make([]Error, 10)}
	p.run(from, to)
	p.i, p.end, p.free = 0, len(p.toks), p.lang == Java
	e := p.block()
	p.lexer, p.i, p.end, p.free = outer.lexer, outer.i, outer.end, outer.free
	p.depth -= 10
	return e
}

// text1 returns what a string says that has no expressions in it.
func (f *File) text1(e *Expr) source.Text {
	if e.plain {
		return e.Text()
	}
	_, fm := e.quote()
	from, to := e.inside(fm)
	raw := f.text.Slice(from, to)
	if fm.block {
		raw = stripBlock(raw)
	}
	return unescape(raw, fm, f.Lang)
}

// chunk returns what the part of a string between two expressions says.
func (f *File) chunk(fm form, from, to int) source.Text {
	return unescape(f.text.Slice(from, to), fm, f.Lang)
}

// unescape replaces what stands for another character.
func unescape(t source.Text, f form, lang Lang) source.Text {
	s := t.String()
	special := `\`
	dollars := f.fields && (lang == Scala || f.quote == "/$")
	switch {
	case f.raw && !dollars && f.quote != "/" && !strings.ContainsRune(s, '\r'):
		return t
	case dollars:
		special = `\$`
	}
	special += "\r"
	if !strings.ContainsAny(s, special) {
		return t
	}
	var parts []source.Text
	from := 0
	for i := 0; i < len(s); {
		says, n := "", 0
		switch s[i] {
		case '\r':
			if f.block && strings.HasPrefix(s[i:], "\r\n") {
				says, n = "\n", 2
			}
		case '$':
			if dollars && i+1 < len(s) && (s[i+1] == '$' || s[i+1] == '/' && f.quote == "/$") {
				says, n = s[i+1:i+2], 2
			}
		case '\\':
			if !f.raw && i+1 < len(s) {
				says, n = escape(s[i:], lang)
			} else if f.quote == "/" && strings.HasPrefix(s[i:], `\/`) {
				says, n = "/", 2
			}
		}
		if n == 0 {
			i++
			continue
		}
		if from < i {
			parts = append(parts, t.Slice(from, i))
		}
		if says != "" {
			parts = append(parts, source.Derived(says, t.Slice(i, i+n).Span()))
		}
		i += n
		from = i
	}
	if from < len(s) {
		parts = append(parts, t.Slice(from, len(s)))
	}
	if len(parts) == 0 {
		return source.Derived("", t.Span())
	}
	return source.Concat(parts...)
}

// escape returns what the escape at the start of a text says, and its length.
func escape(s string, lang Lang) (string, int) {
	switch c := s[1]; c {
	case 'n':
		return "\n", 2
	case 't':
		return "\t", 2
	case 'r':
		return "\r", 2
	case 'b':
		return "\b", 2
	case 'f':
		return "\f", 2
	case 's':
		if lang == Java {
			return " ", 2
		}
	case '\r':
		if strings.HasPrefix(s[2:], "\n") {
			return "", 3
		}
	case '\n':
		return "", 2
	case 'u', 'U', 'x':
		if c != 'u' && lang != R {
			break
		}
		j := 2
		for j < len(s) && s[j] == 'u' {
			j++
		}
		digits := map[byte]int{'u': 4, 'U': 8, 'x': 2}[c]
		brace := lang == R && j < len(s) && s[j] == '{'
		if brace {
			j++
		}
		n := j
		for n < len(s) && n < j+digits && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
			n++
		}
		code, err := strconv.ParseUint(s[j:n], 16, 32)
		if err != nil {
			break
		}
		if hi := rune(code); utf16.IsSurrogate(hi) && strings.HasPrefix(s[n:], `\u`) && n+6 <= len(s) { // two that are one character
			if lo, err := strconv.ParseUint(s[n+2:n+6], 16, 32); err == nil && utf16.DecodeRune(hi, rune(lo)) != utf8.RuneError {
				return string(utf16.DecodeRune(hi, rune(lo))), n + 6
			}
		}
		if brace && n < len(s) && s[n] == '}' {
			n++
		}
		return string(rune(code)), n
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := 1
		for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7' && (n < 3 || c <= '3') {
			n++
		}
		code, _ := strconv.ParseUint(s[1:n], 8, 32)
		return string(rune(code)), n
	}
	return s[1:2], 2
}

// lines splits a text into lines, each with its line break.
func lines(t source.Text) []source.Text {
	s := t.String()
	var out []source.Text
	for from := 0; from < len(s); {
		n := t.Index("\n", from)
		if n < 0 {
			return append(out, t.Slice(from, len(s)))
		}
		out = append(out, t.Slice(from, n+1))
		from = n + 1
	}
	return out
}

func indentOf(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\f")) }

// stripBlock drops the first line of a text block of Java, the indentation
// that all lines share, and blanks at their ends.
func stripBlock(t source.Text) source.Text {
	n := strings.IndexByte(t.String(), '\n')
	if n < 0 {
		return t
	}
	t = t.Slice(n+1, t.Len())
	all := lines(t)
	least := -1
	for i, l := range all {
		s := l.String()
		last := i == len(all)-1 && !strings.HasSuffix(s, "\n")
		if in := indentOf(s); (last || strings.TrimSpace(s) != "") && (least < 0 || in < least) {
			least = in
		}
	}
	if strings.HasSuffix(t.String(), "\n") { // the closing quotes stand at the start of their line
		least = 0
	}
	var parts []source.Text
	for _, l := range all {
		s := l.String()
		body := strings.TrimRight(s, " \t\f\r\n")
		if from := max(least, 0); from < len(body) {
			parts = append(parts, l.Slice(from, len(body)))
		}
		if strings.HasSuffix(s, "\r\n") {
			parts = append(parts, source.Derived("\n", l.Slice(len(s)-2, len(s)).Span()))
		} else if strings.HasSuffix(s, "\n") {
			parts = append(parts, l.Slice(len(s)-1, len(s)))
		}
	}
	return source.Concat(parts...)
}

// stripMargin drops what stands before the margin in each line.
func stripMargin(t source.Text, margin string) source.Text {
	var parts []source.Text
	for _, l := range lines(t) {
		s := l.String()
		if in := indentOf(s); strings.HasPrefix(s[in:], margin) {
			l = l.Slice(in+len(margin), len(s))
		}
		parts = append(parts, l)
	}
	return source.Concat(parts...)
}

// trimIndent drops a blank first and last line, and the indentation that all
// other lines share.
func trimIndent(t source.Text) source.Text {
	t = trimEnds(t)
	least := -1
	for _, l := range lines(t) {
		if in := indentOf(l.String()); strings.TrimSpace(l.String()) != "" && (least < 0 || in < least) {
			least = in
		}
	}
	var parts []source.Text
	for _, l := range lines(t) {
		parts = append(parts, l.Slice(min(max(least, 0), indentOf(l.String())), l.Len()))
	}
	return source.Concat(parts...)
}

// trimEnds drops a blank first and a blank last line.
func trimEnds(t source.Text) source.Text {
	s := t.String()
	if n := strings.IndexByte(s, '\n'); n >= 0 && strings.TrimSpace(s[:n]) == "" {
		t = t.Slice(n+1, len(s))
		s = t.String()
	}
	if n := strings.LastIndexByte(s, '\n'); n >= 0 && strings.TrimSpace(s[n:]) == "" {
		t = t.Slice(0, n)
	}
	return t
}
