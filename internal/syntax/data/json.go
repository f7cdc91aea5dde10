package data

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// JSON reads one value; comments and trailing commas are allowed. Holes of
// the text stay holes in keys and values, also where they stand for a whole
// value.
func JSON(text source.Text) (value.Tree, *Error) {
	s := text.Mask('x')
	if len(s) > maxSize {
		return value.Tree{}, &Error{region(text, 0, 0), "larger than 4 MiB: not read"}
	}
	if at := tooDeep(s); at >= 0 {
		return value.Tree{}, &Error{region(text, at, at+1), "nested deeper than 200 levels: not read"}
	}
	b := []byte(s)
	bare(b, s, text)
	v, err := hujson.Parse(b)
	if err != nil {
		return value.Tree{}, jsonError(text, s, err)
	}
	j := &jsonText{text: text, s: s}
	return j.value(&v), nil
}

// bare writes holes that stand for a whole value as numbers, which any length
// of digits is.
func bare(b []byte, s string, text source.Text) {
	for _, h := range holes(text) {
		before := strings.TrimRight(s[max(0, h[0]-maxTag):h[0]], " \t\r\n")
		after := strings.TrimLeft(s[h[1]:min(len(s), h[1]+maxTag)], " \t\r\n")
		if (before == "" || strings.HasSuffix(before, ":") || strings.HasSuffix(before, ",") || strings.HasSuffix(before, "[")) &&
			(after == "" || strings.IndexByte(",]}", after[0]) >= 0) {
			for i := h[0]; i < h[1]; i++ {
				b[i] = '1'
			}
		}
	}
}

// tooDeep returns where the nesting passes the bound, or -1: the library
// recurses for each level.
func tooDeep(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			if depth++; depth > maxDepth {
				return i
			}
		case ']', '}':
			depth--
		case '/':
			if strings.HasPrefix(s[i:], "//") {
				i = find(s, i, len(s), '\n')
			} else if n := strings.Index(s[i:], "*/"); strings.HasPrefix(s[i:], "/*") && n >= 0 {
				i += n + 1
			}
		}
	}
	return -1
}

// jsonError places an error of the library, whose text starts with the line
// and the column in bytes.
func jsonError(text source.Text, s string, err error) *Error {
	msg, at, line, col := err.Error(), 0, 0, 0
	if n, _ := fmt.Sscanf(msg, "hujson: line %d, column %d", &line, &col); n == 2 {
		msg = strings.SplitN(msg, ": ", 3)[2]
		for ; line > 1; line-- {
			at = min(find(s, at, len(s), '\n')+1, len(s))
		}
		at = min(at+col-1, len(s))
	}
	return &Error{region(text, at, find(s, at, len(s), '\n')), msg}
}

type jsonText struct {
	text source.Text
	s    string
}

func (j *jsonText) value(v *hujson.Value) value.Tree {
	at := region(j.text, v.StartOffset, v.EndOffset)
	switch x := v.Value.(type) {
	case *hujson.Object:
		e := entries{m: &value.Mapping{At: at, Entries: make([]value.Entry, 0, len(x.Members))}}
		for i := range x.Members {
			m := &x.Members[i]
			e.put(j.string(m.Name.StartOffset, m.Name.EndOffset), j.value(&m.Value))
		}
		return value.Tree{Kind: value.KindMap, Map: e.finish(), At: at}
	case *hujson.Array:
		list := &value.List{At: at, Items: make([]value.Tree, 0, len(x.Elements))}
		for i := range x.Elements {
			list.Items = append(list.Items, j.value(&x.Elements[i]))
		}
		return value.Tree{Kind: value.KindList, List: list, At: at}
	}
	text := j.text.Slice(v.StartOffset, v.EndOffset)
	switch v.Value.Kind() {
	case '"':
		return value.Tree{Kind: value.KindString, Text: j.string(v.StartOffset, v.EndOffset), At: at}
	case 't', 'f':
		return value.Tree{Kind: value.KindBool, Text: text, At: at}
	case '0':
		if h := text.Hole(); h != nil {
			return value.Tree{Hole: h, Text: text, At: at}
		}
		return value.Tree{Kind: value.KindNumber, Text: text, At: at}
	}
	return value.Tree{Kind: value.KindNull, At: at}
}

// string decodes the literal at [start, end), quotes included.
func (j *jsonText) string(start, end int) source.Text {
	p := &pieces{text: j.text, s: j.s}
	p.json(start, end)
	return p.joined(start, end)
}

// json reads the literal at [start, end), quotes included.
func (p *pieces) json(start, end int) {
	for i := start + 1; i < end-1; {
		if n := strings.IndexByte(p.s[i:end-1], '\\'); n != 0 {
			if n < 0 {
				n = end - 1 - i
			}
			p.exact(i, i+n)
			i += n
			continue
		}
		s, n := jsonEscape(p.s[i:end])
		p.derived(s, i, i+n)
		i += n
	}
}

// jsonEscape decodes the escape at the start of s, and returns its length.
// Half of a pair of surrogates alone is no character.
func jsonEscape(s string) (string, int) {
	switch s[1] {
	case 'n': // nearly all there are
		return "\n", 2
	case 'u':
	default:
		v, n := unescape(s[1:])
		return v, 1 + max(n, 1)
	}
	r, _ := hex(s, 2, 4)
	if !utf16.IsSurrogate(r) {
		return string(r), 6
	}
	if len(s) >= 12 && s[6:8] == `\u` {
		low, _ := hex(s, 8, 4)
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return string(pair), 12
		}
	}
	return string(utf8.RuneError), 6
}
