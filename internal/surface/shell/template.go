package shell

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/source"
)

// nextTag returns the place of the first tag at or behind a place in a line; to
// is 0 for none.
func nextTag(line string, from int) (at, to int) {
	for at = from; at < len(line); at++ {
		i := strings.IndexAny(line[at:], "{%@")
		if i < 0 {
			break
		}
		at += i
		if n := tag(line[at:]); n > 0 {
			return at, at + n
		}
	}
	return 0, 0
}

// tag returns the length of a tag that a text starts with: what template
// languages (Jinja, Helm, and those that replace a bare name) write into a script.
// A shell's own ${#a}, ${a%%B} and {{a,b},c} are none. A regular expression took
// as long to make and to run as reading ten scripts.
func tag(s string) int {
	switch {
	case strings.HasPrefix(s, "{{"):
		return closed(s, 3, "}}")
	case strings.HasPrefix(s, "{# "):
		return closed(s, 3, " #}")
	case strings.HasPrefix(s, "{% "):
		return closed(s, 4, "%}")
	case strings.HasPrefix(s, "{%- "), strings.HasPrefix(s, "{%+ "):
		return closed(s, 5, "%}")
	case strings.HasPrefix(s, "%%"):
		return fenced(s, "%%", "%%")
	case strings.HasPrefix(s, "@@"):
		return max(fenced(s, "@@", "@@"), fenced(s, "@@", "@"))
	case strings.HasPrefix(s, "@"):
		return max(fenced(s, "@", "@@"), fenced(s, "@", "@"))
	}
	return 0
}

// closed returns the length of a text up to its end, which stands at or behind
// from and, so that a stray bracket takes in no more, within 200 bytes.
func closed(s string, from int, end string) int {
	from = min(from, len(s))
	if i := strings.Index(s[from:min(from+200+len(end), len(s))], end); i >= 0 {
		return from + i + len(end)
	}
	return 0
}

// fenced returns the length of a name in capitals between two marks.
func fenced(s, open, end string) int {
	name := s[len(open):]
	if rest := strings.TrimLeft(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"); len(name)-len(rest) > 1 && 'A' <= name[0] && name[0] <= 'Z' && strings.HasPrefix(rest, end) {
		return len(s) - len(rest) + len(end)
	}
	return 0
}

// role of a tag.
type role uint8

const (
	fills  role = iota // stands for text
	opens              // text up to its end may be left out
	turns              // text behind it stands instead of the text before
	closes             // ends what opens
	says               // stands for nothing: a comment, an assignment
)

// roles by the first word of a tag. {{ name }} fills.
var roles = map[string]role{
	"if": opens, "for": opens, "range": opens, "with": opens, "unless": opens, "raw": opens,
	"else": turns, "elif": turns, "elsif": turns,
	"end": closes, "endif": closes, "endfor": closes, "endwith": closes, "endunless": closes, "endraw": closes,
}

// mark is a tag at [from, to) of the text.
type mark struct {
	from, to int
	role     role
	whole    bool // alone on a line that continues none
	lone     bool // alone on its line
}

// templated returns a script with the text that a template fills in as holes.
// What it may leave out of a command is a hole too; what it may leave out of
// the script stands in a branch.
func templated(text source.Text) source.Text {
	if !mayHoldTag(text.String()) { // as mostly: nothing to mask
		return text
	}
	s := text.Mask(' ')
	all := marks(s)
	if len(all) == 0 {
		return text
	}
	var parts []source.Text
	done, depth, branches := 0, 0, balanced(all)
	cut := func(from, to int, as source.Text) {
		parts = append(parts, text.Slice(done, from), as)
		done = to
	}
	for i, m := range all {
		switch at := text.Slice(m.from, m.to); {
		case m.from < done:
		case m.role == fills:
			cut(m.from, m.to, filled(at))
		case m.role == says:
			cut(m.from, m.line(s), source.Derived(" ", at.Span()))
		case m.whole && branches && (m.role == opens || depth > 0):
			depth += map[role]int{opens: 1, closes: -1}[m.role]
			cut(m.from, m.to, source.Derived(branch(m.role, at.String()), at.Span()))
		default: // in a command
			end := m
			if j := match(all[i:]); m.role == opens && j > 0 {
				end = all[i+j]
			}
			cut(m.from, end.to, filled(text.Slice(m.from, end.to)))
			if next := end.line(s); next > end.to {
				cut(end.to, next, source.Derived(" ", at.Span()))
			}
		}
	}
	return source.Concat(append(parts, text.Slice(done, text.Len()))...)
}

// mayHoldTag reports whether a text holds the start of a tag.
func mayHoldTag(s string) bool {
	return slices.ContainsFunc([]string{"{{", "{%", "{# ", "%%", "@"}, func(t string) bool { return strings.Contains(s, t) })
}

// filled is the hole for a piece of template.
func filled(at source.Text) source.Text {
	h := &source.Hole{Expr: at.String(), Why: "filled in by a template"}
	name := strings.Join(strings.Fields(strings.Trim(h.Expr, "{}%@-")), "")
	if first, _, more := strings.Cut(h.Expr, "\n"); more {
		h.Expr = first + " …"
	}
	if span := at.Span(); span.Valid() && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == "" {
		h.Sym = span.File.Path + ":{{" + name + "}}" // a function may give another value each time
	}
	return source.Unknown(h, at.Span())
}

// branch is what a tag that stands for itself means to the shell.
func branch(r role, tag string) string {
	switch word, _, _ := keyword(tag); {
	case r == opens:
		return "if template; then :"
	case r == closes:
		return "fi"
	case word == "else" && !strings.Contains(tag, "else if"):
		return "else :"
	}
	return "elif template; then :"
}

// line returns the offset behind the line break that follows a tag that is
// alone on its line, else the end of the tag.
func (m mark) line(s string) int {
	if n := strings.IndexByte(s[m.to:], '\n'); n >= 0 && m.lone && !m.whole {
		return m.to + n + 1
	}
	return m.to
}

// marks finds the tags. Control tags in here-documents are left to the
// language of the document.
func marks(s string) []mark {
	var out []mark
	at, until, continued := 0, "", false
	for line := range strings.SplitAfterSeq(s, "\n") {
		body := strings.TrimSpace(line)
		for i, end := nextTag(line, 0); end > 0; i, end = nextTag(line, end) {
			t, from := line[i:end], at+i
			_, r, ok := keyword(t)
			if !ok || shellsOwn(s, from, t) || r != fills && until != "" {
				continue
			}
			lone := body == t
			out = append(out, mark{from, at + end, r, lone && !continued, lone})
		}
		lone := len(out) > 0 && out[len(out)-1].lone && out[len(out)-1].from >= at
		at += len(line)
		switch {
		case until != "" && body == until:
			until = ""
		case until == "":
			until = document(line)
		}
		continued = strings.HasSuffix(body, `\`) || lone && continued
	}
	return out
}

var hereDocument = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<<-?[ \t]*['"\\]?([A-Za-z_][A-Za-z0-9_]*)`)
})

// document returns the word that ends a here-document that a line starts, or "".
func document(line string) string {
	if !strings.Contains(line, "<<") || strings.Contains(line, "<<<") {
		return ""
	}
	if m := hereDocument().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// keyword returns the first word of a tag and its role; false for what is no
// tag after all.
func keyword(tag string) (string, role, bool) {
	word, _, _ := strings.Cut(strings.TrimSpace(strings.Trim(tag, "{}%#@-+")), " ")
	r, control := roles[word]
	switch {
	case strings.HasPrefix(tag, "{#"):
		return word, says, true
	case control && tag[0] == '{':
		return word, r, true
	case strings.HasPrefix(tag, "{%"):
		return word, says, true
	case strings.HasPrefix(tag, "{{") && strings.Contains(tag, ",") && tag[2] != ' ':
		return word, fills, false // a list of the shell
	}
	return word, fills, true
}

// shellsOwn reports whether what looks like a tag belongs to an expansion:
// ${{ … }} of another language, ${A%%B%%}.
func shellsOwn(s string, at int, tag string) bool {
	before := s[max(0, at-80):at]
	if tag[0] == '{' {
		return strings.HasSuffix(before, "$") || strings.HasSuffix(before, "{")
	}
	open := strings.LastIndex(before, "${")
	return open >= 0 && !strings.ContainsAny(before[open:], "} \n")
}

// balanced reports whether each tag that opens is closed by one at the same
// level.
func balanced(all []mark) bool {
	depth := 0
	for i := 0; i < len(all); i++ {
		switch m := all[i]; {
		case !m.whole && m.role == opens:
			i += max(match(all[i:]), 0)
		case m.role == opens:
			depth++
		case m.role == closes:
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// match returns the index of the tag that closes the first one, or -1.
func match(all []mark) int {
	depth := 0
	return slices.IndexFunc(all, func(m mark) bool {
		switch m.role {
		case opens:
			depth++
		case closes:
			depth--
		}
		return depth == 0 && m.role == closes
	})
}
