package data

import "strings"

// Idle returns what of a JSON text need not be kept, by the first byte and the one
// behind the last: whole lines that lie inside values which JSONParts skips, and
// images at the end of a line, of the others. Without all but the line breaks of
// these, the rest is JSON still, and stands in the same lines and columns. There
// are none in what is not plain JSON.
func Idle(text string, keep Keep) [][2]int {
	r := &partReader{s: text}
	if ok := r.pass(keep); !ok || r.next() != 0 || r.i < len(r.s) {
		return nil
	}
	return r.idle
}

// pass passes a value, and notes what is idle in it.
func (r *partReader) pass(keep Keep) bool {
	switch c := r.next(); {
	case keep == nil:
		from := r.i
		ok := r.skip()
		r.kept += r.i - from
		if ok {
			r.images(from, r.i)
		}
		return ok
	case c == '[':
		return r.list(']', func() bool { return r.pass(keep) })
	case c == '{':
		return r.list('}', func() bool {
			name, ok := r.name()
			inner, kept := keep[name]
			if !ok || kept {
				return ok && r.pass(inner)
			}
			bracket, from := r.next(), r.i
			ok = r.skip()
			if ok && (bracket == '[' || bracket == '{') {
				r.leave(from+1, r.i-1)
			}
			return ok
		})
	}
	return r.skip()
}

// leave notes the lines between two brackets as idle, unless a line with a
// bracket holds more of the value.
func (r *partReader) leave(from, to int) {
	first, last := strings.IndexByte(r.s[from:to], '\n'), strings.LastIndexByte(r.s[from:to], '\n')
	if first < last && strings.Trim(r.s[from:from+first]+r.s[from+last:to], " \t\r\n") == "" {
		r.idle = append(r.idle, [2]int{from + first + 1, from + last + 1})
	}
}

// image is how the bytes of an image that a text holds are announced, and small how
// many may be kept.
const (
	image = ";base64,"
	small = 4096
)

// images notes the images in a text as idle where nothing stands behind them.
func (r *partReader) images(from, to int) {
	for {
		i := strings.Index(r.s[from:to], image)
		if i < 0 {
			return
		}
		start := from + i + len(image)
		from = start
		for from < to && inBase64(r.s[from]) {
			from++
		}
		rest := r.s[from:find(r.s, from, len(r.s), '\n')]
		if from-start > small && strings.Trim(rest, "\\n\")]}>, \r") == "" {
			r.idle = append(r.idle, [2]int{start, from})
		}
	}
}

func inBase64(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '+' || c == '/' || c == '='
}
