package python

import "unicode/utf8"

// Bounds: what goes beyond is reported, never fatal.
const (
	maxNest   = 200   // brackets, blocks and strings in strings
	maxErrors = 20    // of one text; the first ones tell what is wrong
	maxLinks  = 1_000 // calls, attributes and items in one chain
)

// fault is something that is not valid Python.
type fault struct {
	from, to int32
	msg      string
}

// lexer cuts a text into tokens.
type lexer struct {
	s        string
	i        int
	toks     []token
	open     []int32 // brackets not yet closed
	fields   int     // f-string fields around, in which line ends do not count either
	indents  []int32
	fresh    bool // at the start of a logical line
	broken   bool // a statement starts within an f-string: give it up
	faults   []fault
	comments []token
}

func (l *lexer) fault(from, to int, msg string) {
	if len(l.faults) < maxErrors {
		l.faults = append(l.faults, fault{int32(from), int32(max(from, min(to, len(l.s)))), msg})
	}
}

func (l *lexer) add(k tk, from, to int) {
	l.toks = append(l.toks, token{k, int32(from), int32(to)})
	l.i = to
}

// run cuts the whole text.
func (l *lexer) run() {
	if len(l.s) >= 3 && l.s[:3] == "\ufeff" {
		l.i = 3
	}
	l.toks = make([]token, 0, len(l.s)/4+8)
	l.indents = append(l.indents, 0)
	l.fresh = true
	for l.i < len(l.s) {
		if l.fresh {
			l.indent()
		} else {
			l.next()
		}
	}
	l.unopened()
	if !l.fresh {
		l.add(tNewline, len(l.s), len(l.s))
	}
	l.level(0, len(l.s))
	l.add(tEnd, len(l.s), len(l.s))
}

// indent reads the blanks at the start of a line, and skips lines that hold
// nothing else.
func (l *lexer) indent() {
	column := 0
	for ; l.i < len(l.s); l.i++ {
		switch l.s[l.i] {
		case ' ':
			column++
		case '\t':
			column = column/8*8 + 8
		case '\f':
			column = 0
		case '\r', '\n':
			if l.s[l.i] == '\r' && l.i+1 < len(l.s) && l.s[l.i+1] == '\n' {
				l.i++
			}
			column = 0
		case '#':
			l.comment()
			l.i-- // the line's end is next
		default:
			if n := l.lineBreak(l.i + 1); l.s[l.i] == '\\' && n > 0 {
				l.i += n // the indentation of a line that only continues is its own
				for l.i+1 < len(l.s) && (l.s[l.i+1] == ' ' || l.s[l.i+1] == '\t') {
					l.i++
				}
				continue
			}
			l.fresh = false
			l.level(column, l.i)
			return
		}
	}
}

// silent marks a level of indentation that opened no block: a line that is
// indented like none above it.
const silent = 1 << 30

// level closes and opens blocks.
func (l *lexer) level(column, at int) {
	top := int(l.indents[len(l.indents)-1])
	if column > top&^silent {
		l.indents = append(l.indents, int32(column))
		l.add(tIndent, at, at)
		return
	}
	closed := false
	for column < top&^silent {
		if closed = true; top&silent == 0 {
			l.add(tDedent, at, at)
		}
		l.indents = l.indents[:len(l.indents)-1]
		top = int(l.indents[len(l.indents)-1])
	}
	if closed && column > top&^silent {
		l.fault(at, at, "this line is indented like none above it: align it with its block")
		l.indents = append(l.indents, int32(column|silent))
	}
}

// lineBreak returns the length of the line break at i, 0 if there is none.
func (l *lexer) lineBreak(i int) int {
	switch {
	case i >= len(l.s):
		return 0
	case l.s[i] == '\n':
		return 1
	case l.s[i] == '\r' && i+1 < len(l.s) && l.s[i+1] == '\n':
		return 2
	case l.s[i] == '\r':
		return 1
	}
	return 0
}

func (l *lexer) comment() {
	from := l.i
	for l.i < len(l.s) && l.s[l.i] != '\n' && l.s[l.i] != '\r' {
		l.i++
	}
	l.comments = append(l.comments, token{0, int32(from + 1), int32(l.i)})
}

// next reads the token or the blank at i.
func (l *lexer) next() {
	s, i := l.s, l.i
	switch c := s[i]; {
	case c == ' ' || c == '\t' || c == '\f':
		l.i++
	case isLetter(c):
		l.word()
	case c == '\n' || c == '\r':
		l.newline()
	case isDigit(c) || c == '.' && i+1 < len(s) && isDigit(s[i+1]):
		l.number()
	case c == '"' || c == '\'':
		l.str(i)
	case c == '#':
		l.comment()
	case c == '\\':
		if n := l.lineBreak(i + 1); n > 0 {
			l.i += 1 + n
			return
		}
		l.fault(i, i+1, "a backslash is not the last character of its line")
		l.i++
	case c == '(' || c == '[' || c == '{':
		l.open = append(l.open, int32(i))
		l.add(tk(c), i, i+1)
	case c == ')' || c == ']' || c == '}':
		l.close(c)
	default:
		l.sign(c)
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

// word reads a name, a keyword, or a string with a prefix.
func (l *lexer) word() {
	s, i := l.s, l.i
	j := i + 1
	for j < len(s) && (isLetter(s[j]) || isDigit(s[j])) {
		j++
	}
	if j < len(s) && j-i <= 2 && (s[j] == '"' || s[j] == '\'') && isPrefix(s[i:j]) {
		l.str(j)
		return
	}
	l.add(keyword(s[i:j]), i, j)
}

// isPrefix reports whether a word of one or two letters belongs to the string
// behind it.
func isPrefix(s string) bool {
	raw, other := 0, 0
	for i := range len(s) {
		switch s[i] | 0x20 {
		case 'r':
			raw++
		case 'b', 'f', 't':
			other++
		case 'u':
			other += len(s) // ur is none
		default:
			return false
		}
	}
	return raw <= 1 && other <= 1
}

// newline ends the statement, unless a bracket is open.
func (l *lexer) newline() {
	n := l.lineBreak(l.i)
	if len(l.open) == 0 && l.fields == 0 {
		l.add(tNewline, l.i, l.i+n)
		l.fresh = true
		return
	}
	l.i += n
	j := l.i
	for j < len(l.s) && (l.s[j] == ' ' || l.s[j] == '\t') {
		j++
	}
	end := j
	for end < len(l.s) && end-j < 9 && (isLetter(l.s[end]) || isDigit(l.s[end])) {
		end++
	}
	if statement(keyword(l.s[j:end]), j-l.i) || j == l.i && l.decorator(j) {
		l.unopened()
		l.broken = l.fields > 0
		l.i -= n // ends the statement when it is read again
	}
}

// unopened gives up the brackets that are open.
func (l *lexer) unopened() {
	for _, at := range l.open {
		l.fault(int(at), int(at)+1, "this bracket is never closed: close it")
	}
	l.open = l.open[:0]
}

// decorator reports whether the line at i is one: "@name", and a def or class
// on the next line.
func (l *lexer) decorator(i int) bool {
	if i+1 >= len(l.s) || l.s[i] != '@' || !isLetter(l.s[i+1]) {
		return false
	}
	for i < len(l.s) && l.lineBreak(i) == 0 {
		i++
	}
	i += l.lineBreak(i)
	for _, w := range [...]string{"def ", "class ", "async ", "@"} {
		if len(l.s)-i > len(w) && l.s[i:i+len(w)] == w {
			return true
		}
	}
	return false
}

// number reads a number. Letters that belong to no number are left for the
// next token: 1if x else y.
func (l *lexer) number() {
	s, i := l.s, l.i
	j := i
	if s[i] == '0' && i+1 < len(s) {
		switch s[i+1] | 0x20 {
		case 'x', 'o', 'b':
			for j = i + 2; j < len(s) && (isDigit(s[j]) || s[j] == '_' || s[j]|0x20 >= 'a' && s[j]|0x20 <= 'f'); j++ {
			}
			l.add(tNumber, i, j)
			return
		}
	}
	for j < len(s) && (isDigit(s[j]) || s[j] == '_' || s[j] == '.') {
		j++
	}
	if j < len(s) && s[j]|0x20 == 'e' {
		k := j + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		if k < len(s) && isDigit(s[k]) {
			for j = k; j < len(s) && (isDigit(s[j]) || s[j] == '_'); j++ {
			}
		}
	}
	if j < len(s) && s[j]|0x20 == 'j' {
		j++
	}
	l.add(tNumber, i, j)
}

// close reads a closing bracket. One that nothing opened is skipped; one of
// another kind closes the innermost bracket of its own kind, if there is one.
func (l *lexer) close(c byte) {
	opener := c - 2
	if c == ')' {
		opener = '('
	}
	n := len(l.open)
	for n > 0 && l.s[l.open[n-1]] != opener {
		n--
	}
	if n == 0 {
		l.fault(l.i, l.i+1, "nothing opens this bracket: delete it, or open it")
		l.i++
		return
	}
	if n < len(l.open) {
		at := int(l.open[len(l.open)-1])
		l.fault(at, at+1, "this bracket is closed by one of another kind")
	}
	l.open = l.open[:n-1]
	l.add(tk(c), l.i, l.i+1)
}

// sign reads an operator.
func (l *lexer) sign(c byte) {
	s, i := l.s, l.i
	next, third := byte(0), byte(0)
	if i+1 < len(s) {
		next = s[i+1]
	}
	if i+2 < len(s) {
		third = s[i+2]
	}
	double := next == c && (c == '*' || c == '/' || c == '<' || c == '>')
	switch {
	case double && third == '=':
		l.add(tAugmented, i, i+3)
	case double:
		l.add(doubled[c], i, i+2)
	case c == '.' && next == '.' && third == '.':
		l.add(tEllipsis, i, i+3)
	case c == '-' && next == '>':
		l.add(tArrow, i, i+2)
	case c == '<' && next == '>':
		l.add(tNe, i, i+2)
	case next == '=':
		l.equals(c)
	default:
		l.single(c)
	}
}

// doubled are the signs that two equal characters make.
var doubled = [256]tk{'*': tPower, '/': tFloor, '<': tShl, '>': tShr}

func (l *lexer) equals(c byte) {
	k := tEnd
	switch c {
	case '=':
		k = tEq
	case '!':
		k = tNe
	case '<':
		k = tLe
	case '>':
		k = tGe
	case ':':
		k = tWalrus
	case '+':
		k = tAddTo
	case '|':
		k = tOrTo
	case '-', '*', '/', '%', '@', '&', '^':
		k = tAugmented
	default:
		l.single(c)
		return
	}
	l.add(k, l.i, l.i+2)
}

func (l *lexer) single(c byte) {
	switch c {
	case '+', '-', '*', '/', '%', '@', '&', '|', '^', '~', '<', '>', ',', ':', '.', ';', '=', '!':
		l.add(tk(c), l.i, l.i+1)
	default:
		l.fault(l.i, l.i+1, "this character means nothing in Python: delete it")
		l.i++
	}
}
