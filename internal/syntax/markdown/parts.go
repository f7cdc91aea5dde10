package markdown

import "strings"

// part is a piece of a text that can be read without the rest of it: a fence
// at the left margin, or what stands between such fences, headings, and blank
// lines with text at the margin behind them. These end whatever block is open,
// so no block reaches from one part into the next.
type part struct {
	from, to int // of a fence: its content
	fence    bool
	info     string
	code     bool // there may be code in it besides code spans
}

// parts cuts a text, and calls take for each part in order. Where it cannot be
// sure that no block is open that may hold anything, it leaves the rest of the
// text in one part.
func parts(s string, take func(part)) {
	c := &cutter{s: s, take: take, pre: holdsPre(s)}
	for c.at < len(s) {
		c.line()
	}
	c.add(len(s))
}

type cutter struct {
	s     string
	take  func(part)
	start int  // of the part that is not yet added
	at    int  // of the line that is read
	pre   bool // there is a <pre> element somewhere: what else is HTML holds no code
	html  bool // an HTML block may be open that ends at a blank line
	code  bool // the part that is not yet added may hold code
	blank bool // the line before is blank
	text  bool // the line before is the text of a paragraph: an indented one continues it
	cut   int  // the last line at which the part that is not yet added can be cut, 0 for none
}

const blanks = " \t\r\n"

// line reads one line. What stands far indented, or behind the mark of a list
// or quote, is inside of something that a line at the margin ends: only what
// may stand in nothing else matters here.
func (c *cutter) line() {
	end, c0 := lineEnd(c.s, c.at), c.s[c.at]
	if c.blank && c0 > ' ' {
		c.mark()
	}
	if c0 |= 0x20; c0 >= 'a' && c0 <= 'z' { // as most lines: text
		c.at, c.blank, c.text = end, false, true
		return
	}
	indent := 0
	for c.at+indent < end && c.s[c.at+indent] == ' ' {
		indent++
	}
	line := c.s[c.at:end]
	body := line[indent:]
	if isBlank(body) {
		c.at, c.blank, c.text, c.html = end, true, false, false
		return
	}
	fence := opening(body)
	marks := marksLen(body)
	rest := body[marks:]
	code := fence > 0 || indent > 3 && !c.text || mayHoldCode(body[:marks], rest) || c.pre && strings.HasPrefix(rest, "<")
	c.blank, c.text = false, rest != "" && rest[0] > ' ' && strings.IndexByte("#<=_~", rest[0]) < 0 && !strings.HasPrefix(rest, "```")
	next := end
	switch {
	case indent > 3:
	case c.html && (fence > 0 || swallows(body)):
		next = len(c.s)
	case c.html:
	case fence > 0 && indent > 0:
		next = c.indented(end, line[:indent], body[:fence])
	case fence > 0:
		c.add(c.at)
		to, next := c.closing(end, body[:fence])
		c.take(part{from: end, to: to, fence: true, info: strings.TrimSpace(body[fence:])})
		c.start, c.at = next, next
		return
	case body[0] == '#' && indent == 0 && heading(body):
		c.add(c.at)
	case body[0] == '<':
		next = c.element(end, body, indent)
	}
	if code || next > end { // what is skipped was not looked at
		c.mayBeCode()
	}
	c.at = next
}

// mark notes that the text can be cut at the line that is read. Text that may
// hold code is cut there, so that the library reads no more than that.
func (c *cutter) mark() {
	if c.cut = c.at; c.code {
		c.add(c.at)
	}
}

// mayBeCode notes that the line that is read may hold code. What stands in
// front of the last cut does not.
func (c *cutter) mayBeCode() {
	if !c.code && c.cut > c.start {
		c.add(c.cut)
	}
	c.code = true
}

// marksLen returns how far the marks of lists and quotes go at the start of a
// line, if that is what they are.
func marksLen(body string) int {
	if c := body[0]; c == ' ' || c == '.' || c == ')' {
		return 0
	}
	for n := range len(body) {
		switch c := body[n]; {
		case '0' <= c && c <= '9':
		case c == ' ' || c == '-' || c == '*' || c == '+' || c == '>' || c == '.' || c == ')':
		default:
			return n
		}
	}
	return len(body)
}

// mayHoldCode reports whether a line that is not far indented starts code:
// behind a tab or the marks of lists and quotes.
func mayHoldCode(marks, rest string) bool {
	return strings.HasPrefix(rest, "\t") || strings.Contains(marks, "     ") ||
		marks != "" && (strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "~~~"))
}

// holdsPre reports whether a text holds a <pre> element.
func holdsPre(s string) bool {
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			return false
		}
		if s = s[i+1:]; len(s) >= 3 && s[0]|0x20 == 'p' && strings.EqualFold(s[:3], "pre") {
			return true
		}
	}
}

func (c *cutter) add(to int) {
	if c.start < to {
		c.take(part{from: c.start, to: to, code: c.code})
	}
	c.start, c.code = to, false
}

// element reads a line that starts with "<" and returns where to go on.
func (c *cutter) element(end int, body string, indent int) int {
	if strings.HasPrefix(body, "<!--") {
		n := strings.Index(c.s[c.at:], "-->")
		if n >= 0 && (indent == 0 || c.at+n < end) {
			return lineEnd(c.s, c.at+n)
		}
	}
	if swallows(body) {
		return len(c.s)
	}
	c.html = true
	return end
}

// swallows reports whether a line may start an HTML block that blank lines do
// not end.
func swallows(body string) bool {
	for _, tag := range []string{"<!", "<?", "<pre", "<script", "<style", "<textarea"} {
		if len(body) >= len(tag) && strings.EqualFold(body[:len(tag)], tag) {
			return true
		}
	}
	return false
}

// closing returns where the content of a fence ends, and where the line that
// closes it does. mark is what opened it.
func (c *cutter) closing(from int, mark string) (to, next int) {
	for i := from; ; i += run(c.s[i:]) {
		n := strings.Index(c.s[i:], mark)
		if n < 0 {
			return len(c.s), len(c.s)
		}
		i += n
		start := i
		for start > from && c.s[start-1] == ' ' && i-start < 3 {
			start--
		}
		if next = lineEnd(c.s, i); (start == from || c.s[start-1] == '\n') && closes(c.s[i:next], mark) {
			return start, next
		}
	}
}

// indented returns the end of a fence that is indented: it may stand in a
// list, which a line less indented would end, or not, and then only a line
// like it closes it. Where the two differ the rest is not cut.
func (c *cutter) indented(from int, indent, mark string) int {
	for i := from; i < len(c.s); {
		next := lineEnd(c.s, i)
		line := c.s[i:next]
		body := strings.TrimLeft(line, " \t")
		switch {
		case closes(body, mark) && line[:len(line)-len(body)] == indent:
			return next
		case closes(body, mark) || !isBlank(body) && !strings.HasPrefix(line, indent):
			return len(c.s)
		}
		i = next
	}
	return len(c.s)
}

// opening returns the length of the mark that opens a fence, 0 for none.
func opening(body string) int {
	if body == "" || body[0] != '`' && body[0] != '~' {
		return 0
	}
	n := run(body)
	if n < 3 || body[0] == '`' && strings.Contains(body[n:], "`") {
		return 0
	}
	return n
}

func closes(body, mark string) bool {
	return strings.HasPrefix(body, mark) && isBlank(body[run(body):])
}

// run returns how often a text repeats its first character.
func run(s string) int { return len(s) - len(strings.TrimLeft(s, s[:1])) }

func heading(body string) bool {
	n := run(body)
	return n <= 6 && (n == len(body) || strings.IndexByte(blanks, body[n]) >= 0)
}

func isBlank(s string) bool {
	return s == "" || s == "\n" || s[0] <= ' ' && strings.TrimLeft(s, blanks) == ""
}

// lineEnd returns where the line behind i ends, its break included.
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(s)
}
