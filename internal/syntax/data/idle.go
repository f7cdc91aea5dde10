package data

import "strings"

// IdleLines returns the runs of whole lines that lie inside values which JSONParts
// skips, by their first byte and the one behind the last. Without them, a text
// says the same in the same lines and columns. There are none in what is not
// plain JSON.
func IdleLines(text string, keep Keep) [][2]int {
	r := &partReader{s: text}
	if ok := r.pass(keep); !ok || r.next() != 0 || r.i < len(r.s) {
		return nil
	}
	return r.idle
}

// pass passes a value, and notes the idle lines in it.
func (r *partReader) pass(keep Keep) bool {
	switch c := r.next(); {
	case keep == nil:
		from := r.i
		ok := r.skip()
		r.kept += r.i - from
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
