package data

import (
	"math/bits"
	"strings"
	"unsafe"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Keep names the members to read of an object, or of each object of a list.
// A nil Keep stands for a text: a string, or a list of strings that are its
// pieces.
type Keep map[string]Keep

// Part is what was kept of a JSON value. The zero Part stands for none.
type Part struct {
	Items []Part // of a list
	Says  string // of a text

	members    []Part       // of an object
	name       string       // as one of them
	text       *source.Text // that it stands in
	start, end int          // and where; 0 for all of it
}

// Get returns a member of a member of a part. Of two of a name, the last one
// counts.
func (p Part) Get(path ...string) Part {
	for _, name := range path {
		members := p.members
		p = Part{}
		for _, m := range members {
			if m.name == name {
				p = m
			}
		}
	}
	return p
}

// Text returns what a text says with the place of each of its bytes, which
// costs several times what it took to read it.
func (p Part) Text() source.Text {
	if p.text == nil {
		return source.Text{}
	}
	if p.end == 0 {
		return *p.text
	}
	s := p.text.String()
	all := &pieces{text: *p.text, s: s}
	all.out.Grow(p.end-p.start, 2*strings.Count(s[p.start:p.end], `\`)+1)
	for i := p.start; i < p.end; i++ {
		if s[i] != '"' {
			continue
		}
		end := quoteEnd(s, i+1) + 1
		if end == i+2 {
			all.out.Add(all.text.Slice(i+1, i+1)) // the place alone
		}
		all.json(i, end)
		all.flush()
		i = end - 1
	}
	return all.out.Text()
}

// JSONParts reads no more of a JSON text than what keep names: of a notebook,
// what its cells printed and drew is nine tenths. Of other values it looks only
// for the end, by quotes and brackets. What is not plain JSON where it has to
// be read is left to JSON, which takes more, and says what is wrong.
func JSONParts(text source.Text, keep Keep) (Part, *Error) {
	if text.Known() && text.Len() <= maxSize {
		r := &partReader{text: &text, s: text.String()}
		if r.pass(keep) {
			r.i, r.says = 0, make([]byte, 0, r.kept)
			if p, ok := r.value(keep); ok && r.next() == 0 && r.i == len(r.s) {
				return p, nil
			}
		}
	}
	tree, err := JSON(text)
	return partOf(tree, keep), err
}

// WithoutItems returns a JSON text without the items of the list at a path of
// keys: what nobody asks for need not be read. It is looked through as by
// JSONParts; of what is not plain JSON, nothing is left out.
func WithoutItems(text source.Text, path ...string) source.Text {
	r := &partReader{text: &text, s: text.Mask('x')}
	if from, to := r.items(path); from < to && r.next() == 0 && r.i == len(r.s) {
		return source.Concat(text.Slice(0, from), text.Slice(to, len(r.s)))
	}
	return text
}

// partOf keeps the same of a tree.
func partOf(t value.Tree, keep Keep) Part {
	var p Part
	switch {
	case keep == nil:
		text := t.Text
		if t.Kind == value.KindList {
			var lines []source.Text
			for _, item := range t.List.Items {
				lines = append(lines, item.Text)
			}
			text = source.Concat(lines...)
		}
		p.text, p.Says = &text, text.String()
	case t.Kind == value.KindList:
		for _, item := range t.List.Items {
			p.Items = append(p.Items, partOf(item, keep))
		}
	case t.Kind == value.KindMap:
		for name, inner := range keep {
			m := partOf(t.Get(name), inner)
			m.name = name
			p.members = append(p.members, m)
		}
	}
	return p
}

// partReader reads plain JSON. Its methods return false where it is not.
type partReader struct {
	text *source.Text
	s    string
	i    int
	says []byte // of all texts that were read
	kept int    // how many bytes they have at most
	idle [][2]int
}

func (r *partReader) value(keep Keep) (p Part, ok bool) {
	c, from := r.next(), len(r.says)
	switch {
	case keep == nil && c == '"':
		p.text, p.start = r.text, r.i
		ok = r.string()
		p.end = r.i
	case keep == nil && c == '[':
		p.text, p.start = r.text, r.i
		ok = r.list(']', r.string)
		p.end = r.i
	case keep != nil && c == '[':
		ok = r.list(']', func() bool {
			item, ok := r.value(keep)
			p.Items = append(p.Items, item)
			return ok
		})
	case keep != nil && c == '{':
		p.members = make([]Part, 0, len(keep))
		ok = r.list('}', func() bool {
			name, ok := r.name()
			if !ok {
				return false
			}
			inner, kept := keep[name]
			if !kept {
				return r.skip()
			}
			m, ok := r.value(inner)
			m.name = name
			p.members = append(p.members, m)
			return ok
		})
	}
	if keep == nil {
		said := r.says[from:] // which nothing changes
		p.Says = unsafe.String(unsafe.SliceData(said), len(said))
	}
	return p, ok
}

// items passes a value, and returns what stands between the brackets of the list
// at a path in it.
func (r *partReader) items(path []string) (from, to int) {
	c := r.next()
	switch {
	case len(path) == 0 && c == '[':
		if from = r.i + 1; r.nested() {
			to = r.i - 1
		}
	case len(path) > 0 && c == '{':
		r.list('}', func() bool {
			name, ok := r.name()
			if ok && name == path[0] && to == 0 {
				from, to = r.items(path[1:])
				return to > 0
			}
			return ok && r.skip()
		})
	}
	return from, to
}

// next returns the next byte that is no blank, 0 for none.
func (r *partReader) next() byte {
	for ; r.i < len(r.s); r.i++ {
		if c := r.s[r.i]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
	}
	return 0
}

func (r *partReader) take(c byte) bool {
	ok := r.next() == c
	if ok {
		r.i++
	}
	return ok
}

// list reads what stands between brackets.
func (r *partReader) list(closing byte, item func() bool) bool {
	r.i++
	if r.take(closing) {
		return true
	}
	for item() {
		if !r.take(',') {
			return r.take(closing)
		}
	}
	return false
}

// name reads the name of a member, and the colon behind it.
func (r *partReader) name() (string, bool) {
	if !r.take('"') {
		return "", false
	}
	n := strings.IndexByte(r.s[r.i:], '"')
	if n < 0 {
		return "", false
	}
	name := r.s[r.i : r.i+n]
	r.i += n + 1
	return name, strings.IndexByte(name, '\\') < 0 && r.take(':')
}

// string adds a string to what the document says.
func (r *partReader) string() bool {
	if !r.take('"') {
		return false
	}
	for {
		n := plain(r.s[r.i:])
		r.says = append(r.says, r.s[r.i:r.i+n]...)
		r.i += n
		switch {
		case r.i == len(r.s) || r.s[r.i] < ' ':
			return false
		case r.s[r.i] == '"':
			r.i++
			return true
		case !isEscape(r.s[r.i:]):
			return false
		}
		says, n := jsonEscape(r.s[r.i:])
		r.says = append(r.says, says...)
		r.i += n
	}
}

// plain returns how many bytes of a string stand for themselves, until a
// quote, a backslash or a control character. It looks at eight at a time: all
// that people wrote in a notebook passes here.
func plain(s string) int {
	const each = 0x0101010101010101
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		b := s[i : i+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		// each subtraction takes the top bit of the first byte that is too small for it
		if ends := ((w - each*' ') | ((w ^ each*'"') - each) | ((w ^ each*'\\') - each)) &^ w & (each * 0x80); ends != 0 {
			return i + bits.TrailingZeros64(ends)/8
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// isEscape reports whether s starts with an escape of JSON.
func isEscape(s string) bool {
	if len(s) < 2 || s[1] != 'u' {
		return len(s) >= 2 && strings.IndexByte(`"\/bfnrt`, s[1]) >= 0
	}
	return len(s) >= 6 && strings.Trim(s[2:6], "0123456789abcdefABCDEF") == ""
}

// skip passes a value of any kind.
func (r *partReader) skip() bool {
	switch r.next() {
	case '"', '[', '{':
		return r.nested()
	}
	rest := r.s[r.i:]
	n := strings.IndexAny(rest, " \n\t\r,]}")
	if n < 0 || strings.Trim(rest[:n], "+-.0123456789EINafinelrstuy") != "" {
		return false
	}
	r.i += n
	return n > 0
}

// nested passes a string, or all that stands between two brackets.
func (r *partReader) nested() bool {
	for depth := 0; r.i < len(r.s); {
		switch r.s[r.i] {
		case '"':
			end := quoteEnd(r.s, r.i+1)
			if end < 0 {
				return false
			}
			r.i = end
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		r.i++
		if depth == 0 {
			return true
		}
	}
	return false
}

// quoteEnd returns where the quote stands that ends the string whose content
// starts at i, or -1.
func quoteEnd(s string, i int) int {
	for from := i; ; i++ {
		n := strings.IndexByte(s[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		k := i
		for k > from && s[k-1] == '\\' {
			k--
		}
		if (i-k)%2 == 0 {
			return i
		}
	}
}
