package source

import (
	"slices"
	"strings"
)

// HasWord reports whether an expression is named after one of some words, given
// in capitals: a word of its name starts with it (ARG_LIST, extraArgs), or ends
// with its plural (JVMARGS). TARGET is no ARG.
func HasWord(expr string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		for i := range len(expr) - len(w) + 1 {
			if strings.EqualFold(expr[i:i+len(w)], w) && (starts(expr, i) || plural(expr[i+len(w):])) {
				return true
			}
		}
		return false
	})
}

// starts reports whether a word of a name starts at i.
func starts(s string, i int) bool {
	return i == 0 || !isLetter(s[i-1]) || isLower(s[i-1]) && !isLower(s[i])
}

// plural reports whether a name goes on as ARG, OPT, PARAM and PROP do in the
// plural, and ends.
func plural(rest string) bool {
	n := 0
	for n < len(rest) && isLetter(rest[n]) {
		n++
	}
	return slices.Contains([]string{"S", "V", "UMENTS", "IONS", "ETERS", "ERTIES"}, strings.ToUpper(rest[:n]))
}

func isLetter(c byte) bool { return isLower(c) || 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
