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
	{"<plugin>", "</plugin>", "<artifactId>", []string{"exec-maven-plugin"}},
}

// thin returns a pom without the dependencies and plugins of others, which
// need not be parsed then: of a big parent, a tenth is left.
func thin(text source.Text) source.Text {
	s := text.Mask('x')
	var parts []source.Text
	done := 0
	for i := 0; ; {
		n := strings.IndexByte(s[i:], '<')
		if n < 0 {
			break
		}
		i += n
		end := i + 1
		for _, b := range bulky {
			if !strings.HasPrefix(s[i:], b.open) {
				continue
			}
			if n := strings.Index(s[i:], b.close); n >= 0 && others(s[i+len(b.open):i+n], b.id, slices.Concat(b.words, []string{b.open})) {
				if done < i {
					parts = append(parts, text.Slice(done, i))
				}
				done = i + n + len(b.close)
				end = done
			}
		}
		i = end
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
	for _, word := range slices.Concat(words, []string{"<!", "--", "]]>"}) {
		if strings.Contains(inside, word) {
			return false
		}
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
