package build

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// bulk is an element that is left out if it holds an id, and none of the words.
type bulk struct {
	name, id string
	words    []string
}

// bulky are the elements that most of a pom consists of, with what one of
// interest holds: the packages of Beam, imported lists of versions, and the
// plugin that starts programs.
var bulky = [...]bulk{
	{"dependency", "<groupId>", []string{"beam", "import"}},
	{"build", "<artifactId>", []string{"exec-maven-plugin"}},
	{"plugin", "<artifactId>", []string{"exec-maven-plugin"}},
	{"exclusions", "<groupId>", nil},
	{"modules", "<module>", nil},
}

// thin returns a pom without comments and the attributes of its root, and
// without the dependencies and plugins of others, which need not be parsed then:
// of a big parent, a tenth is left. Each byte is looked at a few times at most,
// whatever is left open.
func thin(text source.Text) source.Text {
	s := text.Mask('x')
	c := cutter{text: text, s: s}
	var open [len(bulky)]mark // the innermost elements
	for i := 0; ; i++ {
		n := strings.IndexByte(s[i:], '<')
		if n < 0 {
			break
		}
		i += n
		rest := s[i+len("<"):]
		if n, drop := aside(rest); n != 0 {
			if n < 0 {
				break
			}
			if drop {
				c.cut(i, i+n)
			}
			i += n - 1
			continue
		}
		if n := attributes(rest); n > 0 {
			c.cut(i+len("<project"), i+len("<project")+n)
		}
		tag, closing := strings.CutPrefix(rest, "/")
		k := kindOf(tag)
		if k < 0 {
			continue
		}
		switch o := open[k]; {
		case !closing:
			open[k] = mark{i + len("<>") + len(bulky[k].name), i, len(c.parts), c.kept}
		case o.inner > 0 && others(s[o.inner:i], bulky[k].id, bulky[k].words):
			c.parts, c.kept = c.parts[:o.parts], o.kept
			c.cut(o.at, i+len("</>")+len(bulky[k].name))
			for j := range open {
				if open[j].at >= o.at { // it was open in there
					open[j] = mark{}
				}
			}
		default:
			open[k] = mark{}
		}
	}
	return c.left()
}

// mark is where an element starts, and what there was before.
type mark struct{ inner, at, parts, kept int }

// cutter leaves out parts of a text.
type cutter struct {
	text  source.Text
	s     string
	parts []source.Text
	kept  int // what stands in front of it is in parts, or left out
}

// cut leaves out a part, and blanks between that and an element.
func (c *cutter) cut(from, to int) {
	if c.kept < from {
		c.parts = append(c.parts, c.text.Slice(c.kept, from))
	}
	c.kept = to
	if rest := strings.TrimLeft(c.s[to:], " \t\r\n"); strings.HasPrefix(rest, "<") {
		c.kept = len(c.s) - len(rest)
	}
}

func (c *cutter) left() source.Text {
	if c.kept == 0 {
		return c.text
	}
	return source.Concat(append(c.parts, c.text.Slice(c.kept, len(c.s)))...)
}

// aside returns the length of what is no element behind the bracket that opens
// it, which counts, and whether it says nothing: 0 for an element, -1 for what
// does not end.
func aside(s string) (n int, drop bool) {
	if s == "" || s[0] != '!' && s[0] != '?' {
		return 0, false
	}
	for _, a := range [...]struct {
		open, end string
		drop      bool
	}{{"!--", "-->", true}, {"?", "?>", true}, {"![CDATA[", "]]>", false}} {
		if inside, ok := strings.CutPrefix(s, a.open); ok {
			if n = strings.Index(inside, a.end); n < 0 {
				return -1, false
			}
			return len("<") + len(a.open) + n + len(a.end), a.drop
		}
	}
	return 0, false
}

// attributes returns the length of the attributes of the root.
func attributes(tag string) int {
	if rest, ok := strings.CutPrefix(tag, "project"); ok && strings.TrimLeft(rest, " \t\r\n") != rest {
		return strings.IndexByte(rest, '>')
	}
	return 0
}

// kindOf returns which of the bulky elements a tag is of, or -1.
func kindOf(tag string) int {
	if tag == "" || strings.IndexByte("dbpem", tag[0]) < 0 { // as most
		return -1
	}
	return slices.IndexFunc(bulky[:], func(b bulk) bool {
		rest, ok := strings.CutPrefix(tag, b.name)
		return ok && strings.HasPrefix(rest, ">")
	})
}

// others reports whether the inside of an element is sure to be of no
// interest: it holds none of the words, and no property decides what it is.
func others(inside, id string, words []string) bool {
	if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(inside, word) }) {
		return false
	}
	named := false
	for {
		_, rest, more := strings.Cut(inside, id)
		if !more {
			return named
		}
		name, _, closed := strings.Cut(rest, "</")
		if !closed || strings.Contains(name, "${") {
			return false
		}
		inside, named = rest, true
	}
}
