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
	text    string // what the name must equal, end or start with; of a path, how it must start
	glob    string // the pattern, for kinds with wildcards; of a path, the rest of it
	must    string // a literal that every name holds that matches
	only    bool   // a slash: for names in one folder, or for paths
	folder  string // that folder, from the rules'; of a path, how its folder must start
	within  string // of a path: a literal that its folder holds
	negated bool   // "!": takes back what an earlier rule ignores
	dirOnly bool   // a trailing slash
}

type ruleKind uint8

const (
	nameEquals ruleKind = iota // "build", and "/build" in one folder only
	nameEnds                   // "*.log"
	nameGlob                   // "*.py[co]", "doc/*.txt"
	pathGlob                   // "**/out/*", "doc/**"
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
	r.only = strings.Contains(s, "/")
	s = strings.TrimPrefix(s, "/")
	last := strings.LastIndexByte(s, '/') + 1
	dir, name := s[:last], s[last:]
	wild := strings.IndexAny(name, special)
	cut := literal(s)
	switch {
	case r.only && (cut < last || strings.HasPrefix(s[cut:], "**")):
		r.kind, r.text, r.glob = pathGlob, s[:cut], s[cut:]
		r.folder = s[:strings.LastIndexByte(r.text, '/')+1]
		// git compares what is literal by itself: "x**/y" then starts with "**/",
		// and takes xy. Of classes it is not worth finding out what is literal
		if r.text == r.folder && !strings.ContainsAny(s, `[\`) {
			r.within, r.must = longest(dir), longest(name)
		}
		return r, true
	case wild < 0:
		r.text = name
	case name[0] == '*' && !strings.ContainsAny(name[1:], special):
		r.kind, r.text = nameEnds, name[1:]
	default:
		r.kind, r.text, r.glob = nameGlob, name[:wild], name
		if !strings.ContainsAny(name, `[\`) {
			r.must = longest(name)
		}
	}
	r.folder = dir
	return r, true
}

// special are the characters that start something other than themselves.
const special = `*?[\`

// literal returns how much of a pattern stands for itself.
func literal(pattern string) int {
	if i := strings.IndexAny(pattern, special); i >= 0 {
		return i
	}
	return len(pattern)
}

// longest returns the longest literal in a pattern: most names fail on it,
// before the glob is tried.
func longest(pattern string) string {
	out := ""
	for part := range strings.FieldsFuncSeq(pattern, func(r rune) bool { return strings.ContainsRune("*?/", r) }) {
		if len(part) > len(out) {
			out = part
		}
	}
	return out
}

// heldRule is a rule that may match names in a folder.
type heldRule struct {
	*rule
	dir string // the folder's path from that of the rules
}

// in appends the rules that may match names in a folder, the deciding first:
// what a folder says is asked once, not for each name in it. dir ends in a
// slash.
func (g *ignores) in(dir string, out []heldRule) []heldRule {
	for ; g != nil; g = g.above {
		rel := dir[len(g.base):]
		for i := len(g.rules) - 1; i >= 0; i-- {
			if r := &g.rules[i]; r.holds(rel) {
				out = append(out, heldRule{r, rel})
			}
		}
	}
	return out
}

// holds reports whether the rule may match names in a folder.
func (r *rule) holds(dir string) bool {
	switch {
	case !r.only:
		return true
	case r.kind == pathGlob:
		return strings.HasPrefix(dir, r.folder) && strings.Contains(dir, r.within)
	}
	return dir == r.folder
}

// match tests a name in the folder.
func (h *heldRule) match(name string) bool {
	r := h.rule
	switch r.kind {
	case nameEquals:
		return name == r.text
	case nameEnds:
		return strings.HasSuffix(name, r.text)
	}
	if r.kind == nameGlob {
		return strings.HasPrefix(name, r.text) && strings.Contains(name, r.must) && glob(r.glob, name)
	}
	if !strings.Contains(name, r.must) {
		return false
	}
	rest, ok := strings.CutPrefix(h.dir+name, r.text)
	return ok && glob(r.glob, rest)
}

// ignored reports what the first of the rules says that matches a name.
func ignored(rules []heldRule, name string, dir bool) bool {
	for i := range rules {
		if r := &rules[i]; (dir || !r.dirOnly) && r.match(name) {
			return !r.negated
		}
	}
	return false
}

// match reports whether the rules ignore a path. Nothing above the path may
// be ignored: what an ignored folder holds cannot be taken back, and is never
// asked for.
func (g *ignores) match(path string, dir bool) bool {
	name := strings.LastIndexByte(path, '/') + 1
	return ignored(g.in(path[:name], nil), path[name:], dir)
}
