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

// capitals finds the words in capitals that documentation writes for a value,
// --region=REGION and --cluster=CLUSTER_NAME.
type capitals struct {
	s         string
	from      int  // where the line starts
	start     int  // where the text of the line starts
	continued bool // the line before goes on in this one
	known     bool // whether the words of the line are names of variables
	names     bool
}

// line goes to the line that starts at i.
func (c *capitals) line(i int) {
	start := i
	for start < len(c.s) && (c.s[start] == ' ' || c.s[start] == '\t') {
		start++
	}
	*c = capitals{s: c.s, from: i, start: start, continued: continues(c.s[c.from:i], '\\')}
}

// at returns the length of the placeholder that starts at the capital at i, 0
// for none, and how far to go on.
func (c *capitals) at(i int) (n, size int) {
	if i > c.from && strings.IndexByte(" \t=,/:@\"'", c.s[i-1]) < 0 { // amid a word or in $NAME, as most are
		for size = 1; i+size < len(c.s) && isWord(c.s[i+size]); {
			size++
		}
		return 0, size
	}
	n, size = capital(c.s, i)
	if n == 0 || i == c.start && !c.continued || !stands(c.s, c.from, i, i+n) {
		return 0, size
	}
	if !c.known {
		first, _, _ := strings.Cut(c.s[c.start:i], " ")
		c.known, c.names = true, !c.continued && naming[first]
	}
	if c.names {
		return 0, size
	}
	return n, size
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
	word := s[i:end]
	if strings.HasPrefix(s[end:], "=") { // as mostly: what the line sets
		return 0, end - i
	}
	for c := word[len(word)-1]; c == '-' || c == '_'; c = word[len(word)-1] {
		word = word[:len(word)-1]
	}
	if _, after, ok := strings.Cut(word, "-"); ok && strings.Trim(after, "0123456789") == "" {
		return 0, end - i // UTF-8
	}
	if len(word) > 2 && (strings.IndexByte(word, '_') >= 0 || strings.IndexByte(word, '-') >= 0) || slices.Contains(nouns, word) {
		return len(word), len(word)
	}
	return 0, end - i
}

// stands reports whether the word at [i, j), in a line that starts at from, is a
// value or a part of a path: none of $NAME, NAME=value and << WORD.
func stands(s string, from, i, j int) bool {
	before, after := strings.TrimRight(s[from:i], "\"'"), strings.TrimLeft(s[j:], "\"'")
	if strings.HasSuffix(strings.TrimRight(before, " \t-"), "<<") || strings.HasPrefix(after, "=") || after != s[j:] && strings.HasPrefix(after, ":") {
		return false
	}
	return (before == "" || strings.IndexByte(" \t=,/:@", before[len(before)-1]) >= 0) &&
		(after == "" || strings.IndexByte(" \t\r\n,/:@;|&)}].-", after[0]) >= 0)
}
