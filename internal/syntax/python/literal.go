package python

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/source"
)

// decode returns what a string literal says. Its bytes stay exact, but for
// escapes.
func (m *Module) decode(n *node) source.Text {
	s := m.s[n.from:n.to]
	q := strings.IndexAny(s, `"'`)
	if q < 0 {
		return m.text.Slice(int(n.from), int(n.to))
	}
	raw, bytes := false, false
	for _, c := range []byte(s[:q]) {
		raw = raw || c|0x20 == 'r'
		bytes = bytes || c|0x20 == 'b'
	}
	from, to := int(n.from)+q+1, int(n.to)
	quotes := s[q : q+1]
	if len(s) >= q+3 && s[q+1] == s[q] && s[q+2] == s[q] && len(s) > q+3 {
		quotes = s[q : q+3]
		from += 2
	}
	if to-len(quotes) >= from && strings.HasSuffix(s, quotes) {
		to -= len(quotes)
	}
	return m.unescape(from, to, raw, bytes, false)
}

// unescape returns the text at [from, to) as Python reads it; braces says
// that doubled braces stand for one.
func (m *Module) unescape(from, to int, raw, bytes, braces bool) source.Text {
	s := m.s[:to]
	if special := strings.IndexAny(s[from:], "\\\r{}"); special < 0 || raw && !braces && strings.IndexByte(s[from:], '\r') < 0 {
		return m.text.Slice(from, to)
	}
	var parts []source.Text
	start := from
	flush := func(i int) {
		if start < i {
			parts = append(parts, m.text.Slice(start, i))
		}
	}
	for i := from; i < to; {
		switch c := s[i]; {
		case c == '\\' && !raw:
			out, n := escaped(s[i:], bytes)
			if n == 0 { // means nothing: stays as it is
				i++
				continue
			}
			flush(i)
			if out != "" {
				parts = append(parts, source.Derived(out, m.region(int32(i), int32(i+n))))
			}
			i += n
			start = i
		case c == '\r':
			flush(i)
			n := 1
			if i+1 < to && s[i+1] == '\n' {
				n = 2
			}
			parts = append(parts, source.Derived("\n", m.region(int32(i), int32(i+n))))
			i += n
			start = i
		case braces && (c == '{' || c == '}') && i+1 < to && s[i+1] == c:
			flush(i + 1)
			i += 2
			start = i
		default:
			i++
		}
	}
	flush(to)
	if len(parts) == 0 {
		return m.text.Slice(to, to)
	}
	return source.Concat(parts...)
}

// escaped returns what the escape at the start of s stands for and its
// length, 0 for none.
func escaped(s string, bytes bool) (string, int) {
	if len(s) < 2 {
		return "", 0
	}
	switch c := s[1]; c {
	case '\n':
		return "", 2
	case '\r':
		if len(s) > 2 && s[2] == '\n' {
			return "", 3
		}
		return "", 2
	case '\\', '\'', '"':
		return s[1:2], 2
	case 'a':
		return "\a", 2
	case 'b':
		return "\b", 2
	case 'f':
		return "\f", 2
	case 'n':
		return "\n", 2
	case 'r':
		return "\r", 2
	case 't':
		return "\t", 2
	case 'v':
		return "\v", 2
	case 'x':
		return number(s, 2, 2, 16, bytes)
	case 'u', 'U':
		if bytes {
			return "", 0
		}
		return number(s, 2, map[byte]int{'u': 4, 'U': 8}[c], 16, false)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := 1
		for n < 3 && n+1 < len(s) && s[n+1] >= '0' && s[n+1] <= '7' {
			n++
		}
		return number(s, 1, n, 8, bytes)
	case 'N':
		if end := strings.IndexByte(s, '}'); !bytes && end > 3 && s[2] == '{' && end < 100 {
			return s[:end+1], end + 1 // a name of a character: not looked up
		}
	}
	return "", 0
}

// number decodes a character given by its number in n digits.
func number(s string, at, n, base int, bytes bool) (string, int) {
	if len(s) < at+n {
		return "", 0
	}
	v, err := strconv.ParseUint(s[at:at+n], base, 32)
	switch {
	case err != nil:
		return "", 0
	case bytes:
		return string([]byte{byte(v)}), at + n
	case v > utf8.MaxRune || v >= 0xD800 && v < 0xE000:
		return string(utf8.RuneError), at + n
	}
	return string(rune(v)), at + n
}
