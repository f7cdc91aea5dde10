package carry

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// nouns are the words in capitals that stand for a value without an
// underscore or hyphen in them.
var nouns = []string{"REGION", "ZONE", "LOCATION", "CLUSTER", "PROJECT", "BUCKET", "VERSION", "NAME", "NETWORK", "SUBNET", "SUBNETWORK", "PATH", "FILE", "USER", "SERVICE", "JOB", "BATCH", "TEMPLATE"}

// naming are commands whose words are the names of variables.
var naming = words("export unset read local declare typeset readonly for select case set function alias")

// capitals returns the text with the words in capitals that documentation
// writes for a value, --region=REGION and --cluster=CLUSTER_NAME, as holes.
func capitals(text source.Text) source.Text {
	var cuts []cut
	s, path := text.Mask('x'), place(text)
	continued := false
	for from, end := range eachLine(s) {
		line := s[from:end]
		start := len(line) - len(strings.TrimLeft(line, " \t"))
		first, _, _ := strings.Cut(line[start:], " ")
		skip := !continued && naming[first]
		for i := start; i < len(line) && !skip; {
			if line[i] < 'A' || line[i] > 'Z' {
				i++
				continue
			}
			if i > 0 && isWord(line[i-1]) { // amid a word, as most are
				i++
				continue
			}
			n, size := capital(line, i)
			if n > 0 && (i > start || continued) && stands(line, i, i+n) {
				expr := line[i : i+n]
				h := &source.Hole{Expr: expr, Why: "a placeholder to fill in", One: !several(expr), Sym: source.PlaceholderSym(path, expr)}
				cuts = append(cuts, cut{from + i, from + i + n, hole(text, from+i, from+i+n, h)})
			}
			i += size
		}
		continued = continues(line, '\\')
	}
	return replace(text, cuts)
}

// several reports whether a placeholder stands for any number of words.
func several(name string) bool {
	return source.HasWord(name, "FLAG", "OPTION", "ARG", "PARAM")
}

// capital returns the length of the placeholder that starts at the capital at
// i, 0 for none, and that of the whole word.
func capital(s string, i int) (n, size int) {
	end := i
	for end < len(s) && (s[end] >= 'A' && s[end] <= 'Z' || s[end] >= '0' && s[end] <= '9' || s[end] == '_' || s[end] == '-') {
		end++
	}
	word := strings.TrimRight(s[i:end], "-_")
	if _, after, ok := strings.Cut(word, "-"); ok && strings.Trim(after, "0123456789") == "" {
		return 0, end - i // UTF-8
	}
	if len(word) > 2 && strings.ContainsAny(word, "_-") || slices.Contains(nouns, word) {
		return len(word), len(word)
	}
	return 0, end - i
}

// stands reports whether the word at [i, j) of a line is a value or a part of
// a path: none of $NAME, NAME=value and << WORD.
func stands(line string, i, j int) bool {
	before, after := strings.TrimRight(line[:i], "\"'"), strings.TrimLeft(line[j:], "\"'")
	if strings.HasSuffix(strings.TrimRight(before, " \t-"), "<<") || strings.HasPrefix(after, "=") || after != line[j:] && strings.HasPrefix(after, ":") {
		return false
	}
	return (before == "" || strings.ContainsRune(" \t=,/:@", rune(before[len(before)-1]))) &&
		(after == "" || strings.ContainsRune(" \t\r\n,/:@;|&)}].-", rune(after[0])))
}
