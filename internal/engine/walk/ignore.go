package walk

import (
	"bytes"
	"strings"
)

// ignores are the rules that hold in a folder: those of its own .gitignore,
// then those of the folders above it. The innermost file with a pattern that
// matches decides, and in one file the last pattern.
type ignores struct {
	above *ignores
	base  string // folder of the file, with a trailing slash; "" at the root
	rules []rule
}

// rule is one line of a .gitignore file.
type rule struct {
	kind    ruleKind
	text    string // what the name must equal, start or end with
	glob    string // the rest of the pattern, for kinds with wildcards
	must    string // a literal part of the glob
	negated bool   // "!": takes back what an earlier rule ignores
	dirOnly bool   // a trailing slash
}

type ruleKind uint8

const (
	baseEquals ruleKind = iota // "build": the last element, literally
	baseEnds                   // "*.log"
	baseGlob                   // "*.py[co]"
	pathGlob                   // "/build", "doc/*.txt": text literally, then glob
)

// parse reads a .gitignore file.
func parse(data []byte) []rule {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var out []rule
	for line := range bytes.Lines(data) {
		s := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		if strings.HasPrefix(s, "#") {
			continue
		}
		if r, ok := parseRule(trimBlanks(s)); ok {
			out = append(out, r)
		}
	}
	return out
}

// trimBlanks drops trailing blanks that no backslash protects.
func trimBlanks(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if s[i] == ' ' {
			continue
		}
		end = min(i+1, len(s))
	}
	return s[:end]
}

func parseRule(s string) (rule, bool) {
	var r rule
	s, r.negated = strings.CutPrefix(s, "!")
	s, r.dirOnly = strings.CutSuffix(s, "/")
	if s == "" {
		return r, false
	}
	// "**/x" is the long form of "x", and matching a name is cheaper
	if rest, ok := strings.CutPrefix(s, "**/"); ok && rest != "" && !strings.Contains(rest, "/") && !strings.Contains(rest, "**") {
		s = rest
	}
	wild := strings.IndexAny(s, special)
	switch {
	case strings.Contains(s, "/"):
		r.kind = pathGlob
		s = strings.TrimPrefix(s, "/")
		if wild = strings.IndexAny(s, special); wild < 0 {
			wild = len(s)
		}
		r.text, r.glob = s[:wild], s[wild:]
		r.must = must(r.glob)
	case wild < 0:
		r.text = s
	case s[0] == '*' && !strings.ContainsAny(s[1:], special):
		r.kind, r.text = baseEnds, s[1:]
	default:
		r.kind, r.glob = baseGlob, s
		r.must = must(s)
	}
	return r, true
}

// special are the characters that start something other than themselves.
const special = `*?[\`

// must returns the longest literal that every name that matches the glob
// holds: most names fail on it, before the glob is tried.
func must(glob string) string {
	longest := ""
	if strings.ContainsAny(glob, `[\`) {
		return longest // not worth finding out which characters are literal
	}
	for part := range strings.FieldsFuncSeq(glob, func(r rune) bool { return strings.ContainsRune("*?/", r) }) {
		if len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// match tests the rule against a path relative to the rule's folder and its
// last element.
func (r *rule) match(path, base string) bool {
	switch r.kind {
	case baseEquals:
		return base == r.text
	case baseEnds:
		return strings.HasSuffix(base, r.text)
	case baseGlob:
		return strings.Contains(base, r.must) && glob(r.glob, base)
	}
	if !strings.HasPrefix(path, r.text) || !strings.Contains(path[len(r.text):], r.must) {
		return false
	}
	rest := path[len(r.text):]
	return r.glob != "" && glob(r.glob, rest) || r.glob == "" && rest == ""
}

// match reports whether the rules ignore a path. Nothing above the path may
// be ignored: what an ignored folder holds cannot be taken back, and is never
// asked for.
func (g *ignores) match(path, base string, dir bool) bool {
	for ; g != nil; g = g.above {
		rel := path[len(g.base):]
		for i := len(g.rules) - 1; i >= 0; i-- {
			r := &g.rules[i]
			if (dir || !r.dirOnly) && r.match(rel, base) {
				return !r.negated
			}
		}
	}
	return false
}
