package walk

import "strings"

// glob reports whether name matches a pattern of a .gitignore file. "*" and
// "?" stop at a slash; "**" crosses slashes where it stands alone between
// slashes or at an end. Bytes are compared, not characters, as git does.
//
// It keeps one place to return to for the last "*" and one for the last "**":
// an earlier one never needs a second try, because whatever it could still
// take, the later one can take as well. So the cost is at most the product of
// the lengths, for hostile patterns too.
func glob(pattern, name string) bool {
	type mark struct{ p, n int }
	star, tree := mark{-1, 0}, mark{-1, 0} // where to resume: pattern, name
	p, n := 0, 0
	for {
		if p < len(pattern) && pattern[p] == '*' {
			end := p
			for end < len(pattern) && pattern[end] == '*' {
				end++
			}
			crosses := end-p > 1 && (p == 0 || pattern[p-1] == '/') && opens(pattern[end:])
			if !crosses {
				p, star = end, mark{end, n}
				continue
			}
			// "**/x" matches x in this very folder, and below it
			tree, star = mark{end, n - 1}, mark{-1, 0}
			if end < len(pattern) && pattern[end] == '/' {
				end++
			}
			p = end
			continue
		}
		if n == len(name) {
			if p == len(pattern) {
				return true
			}
		} else if next, ok := one(pattern, p, name[n]); ok {
			p, n = next, n+1
			continue
		}
		switch {
		case star.p >= 0 && star.n < len(name) && name[star.n] != '/':
			star.n++
			p, n = star.p, star.n
		case tree.p >= 0 && tree.n < len(name):
			tree.n++
			p, n, star = tree.p, tree.n, mark{-1, 0}
		default:
			return false
		}
	}
}

// opens reports whether "**" followed by rest may cross slashes.
func opens(rest string) bool {
	return rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`)
}

// one matches a single byte against the pattern's element at p, and returns
// where the next element starts.
func one(pattern string, p int, c byte) (next int, ok bool) {
	if p >= len(pattern) {
		return 0, false
	}
	switch pattern[p] {
	case '?':
		return p + 1, c != '/'
	case '[':
		return class(pattern, p+1, c)
	case '\\':
		p++
		if p == len(pattern) {
			return 0, false
		}
	}
	return p + 1, pattern[p] == c
}

// class matches a byte against a bracket expression whose "[" stands before p.
// One that is not closed matches nothing.
func class(pattern string, p int, c byte) (next int, ok bool) {
	negated := p < len(pattern) && (pattern[p] == '!' || pattern[p] == '^')
	if negated {
		p++
	}
	hit := false
	for first := true; ; first = false {
		if p >= len(pattern) {
			return 0, false
		}
		lo := pattern[p]
		if lo == ']' && !first {
			return p + 1, hit != negated && c != '/'
		}
		if lo == '[' && p+1 < len(pattern) && pattern[p+1] == ':' {
			name, size := posix(pattern[p:])
			if size > 0 {
				in, known := inClass(name, c)
				if !known {
					return 0, false
				}
				hit = hit || in
				p += size
				continue
			}
		}
		if lo == '\\' {
			if p++; p >= len(pattern) {
				return 0, false
			}
			lo = pattern[p]
		}
		hi := lo
		p++
		if p+1 < len(pattern) && pattern[p] == '-' && pattern[p+1] != ']' {
			if p++; pattern[p] == '\\' {
				if p++; p >= len(pattern) {
					return 0, false
				}
			}
			hi = pattern[p]
			p++
		}
		hit = hit || c == lo || lo <= c && c <= hi // an empty range still holds its first byte
	}
}

// posix reads "[:name:]" at the start of s; size 0 means that it is none.
func posix(s string) (name string, size int) {
	end := strings.IndexByte(s[2:], ']')
	if end < 1 || s[1+end] != ':' {
		return "", 0
	}
	return s[2 : 1+end], end + 3
}

// inClass reports whether c is of a named class, and whether there is such a
// class.
func inClass(name string, c byte) (hit, known bool) {
	lower, upper, digit := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9'
	graph := '!' <= c && c <= '~'
	switch name {
	case "alnum":
		return lower || upper || digit, true
	case "alpha":
		return lower || upper, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < ' ' || c == 127, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !lower && !upper && !digit, true
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r', true
	case "upper":
		return upper, true
	case "xdigit":
		return digit || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F', true
	}
	return false, false
}
