package shell

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// input is one text that was parsed.
type input struct {
	text source.Text
	mask string // what the parser saw: holes and bad bytes masked, at equal offsets
}

func newInput(text source.Text) *input {
	mask := text.Mask('x')
	if !utf8.ValidString(mask) || strings.IndexByte(mask, 0) >= 0 {
		b := []byte(mask)
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n == 1 || b[i] == 0 {
				b[i] = 'x'
			}
			i += n
		}
		mask = string(b)
	}
	return &input{text, mask}
}

// slice returns the text between two positions of the parser. A closing token
// that is missing has no position; the text is then empty.
func (in *input) slice(from, to syntax.Pos) source.Text {
	i, j := int(from.Offset()), int(to.Offset())
	if !from.IsValid() || !to.IsValid() || j < i {
		j = i
	}
	return in.text.Slice(i, j)
}

// decoded returns the text from a position on that the parser read as val. It
// differs from the bytes there by what the shell drops before it looks at
// escapes: a backslash with its newline, the CR of a line ending, and inside
// backquotes one layer of backslashes.
func (in *input) decoded(from syntax.Pos, val string) source.Text {
	if !from.IsValid() {
		return source.Text{}
	}
	start := int(from.Offset())
	if strings.HasPrefix(in.mask[min(start, len(in.mask)):], val) {
		return in.text.Slice(start, start+len(val))
	}
	var out pieces
	i, piece := start, start
	for k := 0; k < len(val) && i < len(in.mask); {
		drop := dropped(in.mask[i:], val[k:])
		if drop > 0 {
			out.add(in.text.Slice(piece, i))
			piece = i + drop
		} else {
			k, drop = k+1, 1
		}
		i += drop
	}
	out.add(in.text.Slice(piece, max(piece, i)))
	return out.join()
}

// dropped returns how many bytes at the start of src the parser passed over
// before it read val.
func dropped(src, val string) int {
	for _, cont := range []string{"\\\n", "\\\r\n"} {
		if strings.HasPrefix(src, cont) && !strings.HasPrefix(val, "\\\n") {
			return len(cont)
		}
	}
	if src[0] != val[0] {
		return 1
	}
	return 0
}

// pieces collects parts of a text.
type pieces []source.Text

func (p *pieces) add(t source.Text) {
	if *p == nil {
		*p = make(pieces, 0, 4)
	}
	if t.Len() > 0 || len(*p) == 0 {
		*p = append(*p, t)
	}
}

func (p pieces) join() source.Text {
	if len(p) == 1 {
		return p[0]
	}
	if len(p) > 1 && p[0].Len() == 0 {
		p = p[1:] // only a place, and another follows
	}
	return source.Concat(p...)
}

// quote says how escapes are read.
type quote uint8

const (
	bare    quote = iota
	double        // in double quotes
	braced        // in the word of a ${…} in double quotes
	hereDoc       // in a here-document
)

// escaped holds what a backslash may stand before; bare text escapes all.
var escaped = [...]string{double: "$`\"\\", braced: "$`\"\\}", hereDoc: "$`\\"}

// unescape drops the backslashes that escape something.
func unescape(t source.Text, q quote) source.Text {
	if strings.IndexByte(t.String(), '\\') < 0 { // as nearly always
		return t
	}
	s := t.Mask('x')
	var out pieces
	from := 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' && (q == bare || strings.IndexByte(escaped[q], s[i+1]) >= 0) {
			out.add(t.Slice(from, i))
			i++
			from = i
		}
	}
	if from == 0 {
		return t
	}
	out.add(t.Slice(from, len(s)))
	return out.join()
}

// single returns the text of a single-quoted part.
func (in *input) single(q *syntax.SglQuoted) source.Text {
	if !q.Dollar {
		return in.decoded(after(q.Left, 1), q.Value)
	}
	return ansiC(in.decoded(after(q.Left, 2), q.Value))
}

func after(p syntax.Pos, n int) syntax.Pos {
	return syntax.NewPos(p.Offset()+uint(n), p.Line(), 1)
}

// simple holds the one-letter escapes of $'…', echo -e and printf.
const simple = "n\nt\tr\re\x1bE\x1ba\ab\bf\fv\v\\\\''\"\"??"

// ansiC decodes the escapes of $'…'.
func ansiC(t source.Text) source.Text {
	s := t.Mask('x')
	if strings.IndexByte(s, '\\') < 0 {
		return t
	}
	var out pieces
	from := 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		val, n := ansiEscape(s[i+1:])
		if n == 0 {
			continue
		}
		out.add(t.Slice(from, i))
		piece := t.Slice(i, i+1+n)
		if val == s[i+n:i+1+n] { // the character itself: exact
			out.add(piece.Slice(n, n+1))
		} else {
			out.add(source.Derived(val, piece.Span()))
		}
		i += n
		from = i + 1
	}
	out.add(t.Slice(from, len(s)))
	return out.join()
}

// ansiEscape decodes what follows a backslash, and its length; 0 for no escape.
func ansiEscape(s string) (string, int) {
	for i := 0; i < len(simple); i += 2 {
		if simple[i] == s[0] {
			return simple[i+1 : i+2], 1
		}
	}
	switch {
	case s[0] == 'x':
		if v, n := number(s[1:], 16, 2); n > 0 {
			return string([]byte{byte(v)}), n + 1
		}
	case s[0] == 'u':
		if v, n := number(s[1:], 16, 4); n > 0 {
			return string(rune(v)), n + 1
		}
	case s[0] == 'U':
		if v, n := number(s[1:], 16, 8); n > 0 {
			return string(rune(v)), n + 1
		}
	case s[0] >= '0' && s[0] <= '7':
		v, n := number(s, 8, 3)
		return string([]byte{byte(v)}), n
	}
	return "", 0
}

// number reads up to most digits.
func number(s string, base, most int) (v, n int) {
	for n < len(s) && n < most {
		d := strings.IndexByte("0123456789abcdef", s[n]|0x20)
		if s[n] >= '0' && s[n] <= '9' {
			d = int(s[n] - '0')
		}
		if d < 0 || d >= base {
			break
		}
		v = v*base + d
		n++
	}
	return v, n
}
