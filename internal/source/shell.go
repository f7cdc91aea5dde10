package source

import (
	"regexp"
	"strings"
	"sync"
)

// shellSafe are texts that a shell takes for one word, or for a variable of
// the user's own.
var shellSafe = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[A-Za-z0-9._:@/=,+%^-]|\$[A-Za-z_][A-Za-z0-9_]*|\$\{[A-Za-z_][A-Za-z0-9_]*\})+$`)
})

// ShellWord returns a text as a word of a command that people paste: a name out
// of a file may hold anything, and what would be more than a word is quoted.
func ShellWord(s string) string {
	if shellSafe().MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
