package jvm

import (
	"strings"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/source"
)

type tokenKind uint8

const (
	end tokenKind = iota
	name
	number
	literal // a string or character
	sign    // an operator or bracket
	markup  // XML in Scala
)

type token struct {
	kind     tokenKind
	line     bool // the first of its line
	glued    bool // no blank stands before it
	from, to int32
	pair     int32 // of a bracket: its partner, or -1
}

// Bounds: what is larger is stepped over.
const (
	maxDepth  = 200    // of nested brackets, blocks and expressions
	maxLinks  = 1_000  // calls, selections and items in one chain
	maxField  = 4000   // bytes of an expression in a string
	maxFields = 50     // fields that do not end, before dollars are only dollars
	maxLook   = 300    // tokens looked ahead to tell a type or parameters from an expression
	maxMarkup = 100000 // bytes of an XML literal
)

// lexer cuts a program into tokens.
type lexer struct {
	text        source.Text
	s           string
	lang        Lang
	toks        []token
	open        []int32 // brackets not yet closed
	braces      int     // how many of them are braces
	fresh       bool    // at the start of a line
	last        int     // where the last token ended
	fails       int     // fields of strings without an end
	plainMarkup bool    // an XML literal did not end: no further one is looked for
	errs        []Error
}

func (l *lexer) run(from, to int) {
	if l.toks == nil {
		l.toks = make([]token, 0, (to-from)/5+8)
	}
	l.fresh, l.last = true, -1
	for i := from; i < to; {
		i = l.next(i, to)
	}
	for _, o := range l.open {
		l.fault(int(l.toks[o].from), "a bracket that nothing closes")
	}
}

// fault notes text that is not valid; the first few are enough.
func (l *lexer) fault(at int, msg string) {
	if len(l.errs) < 10 {
		l.errs = append(l.errs, Error{l.text.Slice(at, min(at+1, len(l.s))).Extent(), msg})
	}
}

func (l *lexer) add(k tokenKind, from, to int) int {
	l.toks = append(l.toks, token{kind: k, line: l.fresh, glued: from == l.last, from: int32(from), to: int32(to), pair: -1})
	l.fresh, l.last = false, to
	return to
}

// next reads the token or the blank at i and returns what follows.
func (l *lexer) next(i, to int) int {
	c := l.s[i]
	switch {
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		return i + 1
	case c == '\n':
		l.fresh = true
		return i + 1
	case isLetter(c):
		return l.word(i, to)
	case isDigit(c):
		return l.add(number, i, l.numberEnd(i, to))
	}
	rest := l.s[i:to]
	switch c {
	case '/':
		switch {
		case l.lang == R:
		case strings.HasPrefix(rest, "//"):
			return lineEnd(l.s, i, to)
		case strings.HasPrefix(rest, "/*"):
			return l.comment(i, to)
		case l.lang == Groovy && l.operandDue() && slashy(rest):
			return l.quoted(i, i, to)
		}
	case '#':
		if l.lang == R || strings.HasPrefix(rest, "#!") {
			return lineEnd(l.s, i, to)
		}
	case '"', '\'':
		return l.quoted(i, i, to)
	case '$':
		if l.lang == Groovy && strings.HasPrefix(rest, "$/") && l.operandDue() {
			return l.quoted(i, i, to)
		}
		if l.lang != R {
			return l.word(i, to)
		}
	case '`':
		if n := strings.IndexAny(rest[1:], "`\n"); n > 0 && rest[1+n] == '`' {
			l.add(name, i+1, i+1+n)
			l.last++
			return i + n + 2
		}
	case '\\':
		if len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r') && l.lang == Groovy {
			return i + 1 + len(rest[1:]) - len(strings.TrimLeft(rest[1:], "\r\n"))
		}
	case '.':
		if len(rest) > 1 && isDigit(rest[1]) && l.operandDue() {
			return l.add(number, i, l.numberEnd(i, to))
		}
		if l.lang == R {
			return l.word(i, to)
		}
	case '(', '[', '{':
		l.open = append(l.open, int32(len(l.toks)))
		if c == '{' {
			l.braces++
		}
		return l.add(sign, i, i+1)
	case ')', ']', '}':
		l.close(c, i)
		return l.add(sign, i, i+1)
	case '<':
		if l.lang == Scala && len(rest) > 1 && (isLetter(rest[1]) && rest[1] < utf8.RuneSelf || strings.HasPrefix(rest, "<!--")) && !l.plainMarkup && (l.operandDue() || l.fresh) {
			if j := l.markup(i, min(to, i+maxMarkup)); j > 0 {
				return l.add(markup, i, j)
			}
			l.plainMarkup = true
		}
	}
	return l.add(sign, i, i+l.signLen(rest))
}

// word reads a name, with the string that it may be the prefix of.
func (l *lexer) word(i, to int) int {
	j := i + 1
	for j < to && (isWord(l.s[j]) && (l.lang != R || l.s[j] != '$') || l.lang == R && l.s[j] == '.') {
		j++
	}
	if j < to && l.s[j] == '"' && l.lang == Scala || l.lang == R && j == i+1 && j < to && (l.s[i] == 'r' || l.s[i] == 'R') && (l.s[j] == '"' || l.s[j] == '\'') {
		return l.quoted(i, j, to)
	}
	if l.lang == Scala && l.s[j-1] == '_' { // unary_!
		for j < to && j > i+1 && isOperator(l.s[j]) {
			j++
		}
	}
	return l.add(name, i, j)
}

func (l *lexer) numberEnd(i, to int) int {
	j := i + 1
	for j < to {
		switch c := l.s[j]; {
		case isWord(c) && c < utf8.RuneSelf:
		case c == '.' && j+1 < to && isDigit(l.s[j+1]):
		case c == '.' && l.lang == Java && !(j+1 < to && (isLetter(l.s[j+1]) && l.s[j+1] != 'f' && l.s[j+1] != 'd' && l.s[j+1] != 'e' || l.s[j+1] == '.')):
		case (c == '-' || c == '+') && (l.s[j-1] == 'e' || l.s[j-1] == 'E') && !strings.HasPrefix(l.s[i:], "0x"):
		default:
			return j
		}
		j++
	}
	return j
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isWord(c byte) bool { return isLetter(c) || isDigit(c) || c == '$' }

// isOperator reports whether Scala builds operators from a character.
func isOperator(c byte) bool { return strings.IndexByte("+-*/:=<>!%&|^~?#@\\", c) >= 0 }

func lineEnd(s string, i, to int) int {
	if n := strings.IndexByte(s[i:to], '\n'); n >= 0 {
		return i + n
	}
	return to
}

// comment skips a block comment; those of Kotlin and Scala nest.
func (l *lexer) comment(i, to int) int {
	j := commentEnd(l.s, i, to, l.lang)
	if j < 0 {
		l.fault(i, "a comment that does not end")
		j = to
	}
	if strings.IndexByte(l.s[i:j], '\n') >= 0 {
		l.fresh = true
	}
	return j
}

// commentEnd returns what follows the comment at i, or -1.
func commentEnd(s string, i, to int, lang Lang) int {
	depth := 1
	for i += 2; ; {
		n := strings.IndexByte(s[i:to], '/')
		if n < 0 {
			return -1
		}
		j := i + n
		switch {
		case n > 0 && s[j-1] == '*':
			if depth--; depth == 0 {
				return j + 1
			}
			i = j + 1
		case (lang == Scala || lang == Kotlin) && j+1 < to && s[j+1] == '*':
			depth++
			i = j + 2
		default:
			i = j + 1
		}
	}
}

// operandDue reports whether an operand rather than an operator may come.
func (l *lexer) operandDue() bool {
	if len(l.toks) == 0 {
		return true
	}
	t := l.toks[len(l.toks)-1]
	switch t.kind {
	case sign:
		return strings.IndexByte(")]}", l.s[t.from]) < 0
	case name:
		switch l.s[t.from:t.to] {
		case "return", "yield", "else", "case", "in", "if", "match", "then", "do":
			return true
		}
		return l.fresh && l.lang == Groovy
	}
	return l.fresh && l.lang == Groovy
}

// slashy reports whether a slash has its end on the line.
func slashy(rest string) bool {
	near := rest[1:min(1000, len(rest))]
	if n := strings.IndexByte(near, '\n'); n >= 0 {
		near = near[:n]
	}
	return strings.IndexByte(near, '/') > 0
}

// close links a closing bracket with the one that it closes. A brace closes
// all that is open in it; other brackets never close a brace.
func (l *lexer) close(c byte, at int) {
	opener := byte('{')
	if c == ')' {
		opener = '('
	} else if c == ']' {
		opener = '['
	}
	for k := len(l.open) - 1; k >= 0 && (c != '}' || l.braces > 0); k-- {
		o := l.open[k]
		is := l.s[l.toks[o].from]
		if is == opener {
			l.toks[o].pair = int32(len(l.toks))
			l.open = l.open[:k]
			if c == '}' {
				l.braces--
			}
			return
		}
		if c != '}' && (is == '{' || len(l.open)-k > 16) {
			break
		}
		if c == '}' {
			l.fault(int(l.toks[o].from), "a bracket that nothing closes")
		}
	}
	l.fault(at, "a bracket that nothing opens")
}

// signLen returns the length of the operator that a text starts with.
func (l *lexer) signLen(s string) int {
	if l.lang == Scala && isOperator(s[0]) {
		n := 1
		for n < len(s) && isOperator(s[n]) && !strings.HasPrefix(s[n:], "//") && !strings.HasPrefix(s[n:], "/*") {
			n++
		}
		return n
	}
	if l.lang == R && s[0] == '%' {
		if n := strings.IndexAny(s[1:], "%\n"); n >= 0 && s[n+1] == '%' {
			return n + 2
		}
	}
	var ops []string
	switch l.lang {
	case Java:
		ops = javaSigns
	case Kotlin:
		ops = kotlinSigns
	case Groovy:
		ops = groovySigns
	case R:
		ops = rSigns
	}
	for _, op := range ops {
		if op[0] == s[0] && strings.HasPrefix(s, op) {
			return len(op)
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// The operators of more than one character, longer ones first. ">>" is two
// signs, because type arguments end in it.
var (
	javaSigns   = []string{"<<=", "...", "->", "::", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "<<"}
	kotlinSigns = []string{"===", "!==", "..<", "->", "::", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "?.", "?:", "!!", ".."}
	groovySigns = []string{"<<=", "**=", "<=>", "==~", "..<", "...", "===", "!==", "->", "::", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "?=", "<<", "?.", "?:", "*.", "*:", ".&", ".@", "=~", "**", ".."}
	rSigns      = []string{"<<-", "->>", ":::", "<-", "->", "::", "==", "!=", "<=", ">=", "&&", "||", "|>", ":="}
)
