package gradle

import (
	"strings"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/source"
)

// Lang is the language that a build script is written in.
type Lang uint8

const (
	Groovy Lang = iota
	Kotlin
	Scala
)

type tokenKind uint8

const (
	end tokenKind = iota
	name
	number
	literal // a string
	sign    // an operator or bracket
)

type token struct {
	kind     tokenKind
	from, to int
	s        string // of names, numbers and signs
	line     bool   // the first token of its line
	parts    []Node // of a string: literal pieces and expressions
}

// signs of more than one character that the parser tells from their parts,
// longer ones first.
var signs = []string{"<<=", "++=", "**=", "?.", "?:", "+=", "-=", ":=", "==", "!=", "<=", ">=", "->", "=>", "&&", "||", "%%", "::", "..", "!!", "++"}

// lexer cuts a script into tokens. depth counts strings within strings.
type lexer struct {
	text  source.Text
	s     string
	lang  Lang
	depth int
	toks  []token
	fresh bool // at the start of a line
}

// maxDepth bounds nesting: of brackets, and of strings in expressions in
// strings.
const maxDepth = 100

// maxField bounds the bytes of an expression in a string, and of a pattern.
const maxField = 1000

func (l *lexer) run(from, to int) {
	l.fresh = true
	for i := from; i < to; {
		i = l.next(i, to)
	}
}

func (l *lexer) add(k tokenKind, from, to int, parts ...Node) int {
	t := token{kind: k, from: from, to: to, line: l.fresh, parts: parts}
	if k != literal {
		t.s = l.s[from:to]
	}
	l.toks = append(l.toks, t)
	l.fresh = false
	return to
}

// next reads the token or the blank at i and returns what follows.
func (l *lexer) next(i, to int) int {
	rest := l.s[i:to]
	switch c := rest[0]; {
	case c == '\n':
		l.fresh = true
		return i + 1
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		return i + 1
	case c == '\\' && len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r'):
		return i + 1 + len(rest[1:]) - len(strings.TrimLeft(rest[1:], "\r\n"))
	case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "#!"):
		return l.lineEnd(i, to)
	case strings.HasPrefix(rest, "/*"):
		return l.comment(i, to)
	case c == '`' && strings.ContainsAny(rest[1:], "`\n"):
		j := i + 1 + strings.IndexAny(rest[1:], "`\n")
		l.add(name, i+1, j)
		return j + 1
	case c == '"' || c == '\'':
		return l.str(i, to)
	case c == '/' && l.lang == Groovy && l.slashy(i, to):
		return l.str(i, to)
	case isDigit(c):
		j := i
		for j < to && (isWord(l.s[j]) || l.s[j] == '.' && j+1 < to && isDigit(l.s[j+1])) {
			j++
		}
		return l.add(number, i, j)
	case isWord(c):
		j := i
		for j < to && isWord(l.s[j]) {
			j++
		}
		return l.add(name, i, j)
	}
	for _, op := range signs {
		if strings.HasPrefix(rest, op) {
			return l.add(sign, i, i+len(op))
		}
	}
	_, n := utf8.DecodeRuneInString(rest)
	return l.add(sign, i, i+n)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool {
	return c == '_' || c == '$' || isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func (l *lexer) lineEnd(i, to int) int {
	if n := strings.IndexByte(l.s[i:to], '\n'); n >= 0 {
		return i + n
	}
	return to
}

// comment skips a block comment; those of Kotlin and Scala nest.
func (l *lexer) comment(i, to int) int {
	depth := 0
	for i < to {
		switch {
		case strings.HasPrefix(l.s[i:to], "/*") && (depth == 0 || l.lang != Groovy):
			depth++
			i += 2
		case strings.HasPrefix(l.s[i:to], "*/"):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			if l.s[i] == '\n' {
				l.fresh = true
			}
			i++
		}
	}
	return to
}

// slashy reports whether a slash opens a string: an operand is due, and the
// line holds its end.
func (l *lexer) slashy(i, to int) bool {
	if n := len(l.toks); n > 0 {
		switch last := l.toks[n-1]; {
		case last.kind != sign && !l.fresh, last.kind == sign && strings.Contains(")]}", last.s):
			return false
		}
	}
	near := l.s[i+1 : min(i+maxField, to)]
	slash, line := strings.IndexByte(near, '/'), strings.IndexByte(near, '\n')
	return slash > 0 && (line < 0 || slash < line)
}

// str reads a string with its quotes.
func (l *lexer) str(i, to int) int {
	quote := l.s[i : i+1]
	if strings.HasPrefix(l.s[i:to], strings.Repeat(quote, 3)) && quote != "/" && (quote == `"` || l.lang == Groovy) {
		quote = l.s[i : i+3]
	}
	p := stringReader{lexer: l, raw: len(quote) == 3 && l.lang != Groovy, fields: quote[0] == '"'}
	start := i
	switch {
	case l.lang == Groovy && quote == "/":
		p.raw, p.fields = true, true
	case l.lang == Scala:
		p.fields = false
		if n := len(l.toks); n > 0 && l.toks[n-1].kind == name && l.toks[n-1].to == i && quote[0] == '"' {
			prefix := l.toks[n-1].s
			p.fields, start = prefix == "s" || prefix == "f" || prefix == "raw", l.toks[n-1].from
			l.fresh = l.toks[n-1].line
			l.toks = l.toks[:n-1]
		}
		if quote == "'" && !(i+2 < to && (l.s[i+2] == '\'' || l.s[i+1] == '\\')) {
			return l.add(sign, i, i+1) // a symbol
		}
	}
	j := p.read(i+len(quote), to, quote)
	return l.add(literal, start, j, p.parts...)
}
