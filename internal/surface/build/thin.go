package build

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// bulky are the elements that most of a pom consists of, with what one of
// interest holds: the packages of Beam, imported lists of versions, and the
// plugin that starts programs.
var bulky = []struct {
	open, close string
	id          string // the element that names it
	words       []string
}{
	{"<dependency>", "</dependency>", "<groupId>", []string{"beam", "import"}},
	{"<build>", "</build>", "<artifactId>", []string{"exec-maven-plugin"}},
	{"<plugin>", "</plugin>", "<artifactId>", []string{"exec-maven-plugin"}},
}

// thin returns a pom without comments, and without the dependencies and
// plugins of others, which need not be parsed then: of a big parent, a tenth is
// left.
func thin(text source.Text) source.Text {
	if !strings.Contains(text.String(), "<![CDATA[") { // where anything may be text
		text = without(text, "<!--", "-->", func(string) bool { return true })
	}
	for _, b := range bulky {
		text = without(text, b.open, b.close, func(inside string) bool { return others(inside, b.id, b.words) })
	}
	return text
}

// without returns a text without what stands between two marks, and these,
// where drop agrees. Each byte is looked at once, whatever is left open.
func without(text source.Text, open, end string, drop func(inside string) bool) source.Text {
	s := text.Mask('x')
	var parts []source.Text
	done := 0
	for i := 0; ; {
		from := strings.Index(s[i:], open)
		if from < 0 {
			break
		}
		from += i
		inner := from + len(open)
		n := strings.Index(s[inner:], end)
		if n < 0 {
			break
		}
		if strings.Contains(s[inner:inner+n], open) && open != "<!--" {
			i = inner + strings.LastIndex(s[inner:inner+n], open) // the innermost of them
			continue
		}
		i = inner + n + len(end)
		if !drop(s[inner : inner+n]) {
			continue
		}
		if done < from {
			parts = append(parts, text.Slice(done, from))
		}
		done = i
	}
	if done == 0 {
		return text
	}
	return source.Concat(append(parts, text.Slice(done, len(s)))...)
}

// others reports whether the inside of an element is sure to be of no
// interest: it holds none of the words, no comment or the end of one, and no
// property decides what it is.
func others(inside, id string, words []string) bool {
	holds := func(word string) bool { return strings.Contains(inside, word) }
	if slices.ContainsFunc(words, holds) || holds("<!") || holds("--") || holds("]]>") {
		return false
	}
	named := false
	for {
		_, rest, more := strings.Cut(inside, id)
		if !more {
			return named
		}
		name, _, _ := strings.Cut(rest, "<")
		if strings.Contains(name, "${") {
			return false
		}
		inside, named = rest, true
	}
}
