package carry

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// names are variables of a shell. What is told of them here is told from the
// bytes of a script, to know whether it is worth reading: where that is not
// sure, more is taken to be used and to be set than is.
type names map[string]bool

// references calls f for each variable that a text uses as $NAME or ${NAME},
// until it says no.
func references(s string, f func(name string) bool) {
	for {
		i := strings.IndexByte(s, '$')
		if i < 0 {
			return
		}
		i++
		for i < len(s) && (s[i] == '{' || s[i] == '!' || s[i] == '#') {
			i++
		}
		s = s[i:]
		n := nameLen(s)
		if n > 0 && !f(s[:n]) {
			return
		}
		s = s[n:]
	}
}

func nameLen(s string) int {
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	return n
}

// used reports whether a text uses one of the variables.
func (n names) used(s string) bool {
	found := false
	references(s, func(name string) bool {
		found = n[name]
		return !found
	})
	return found
}

// any reports whether one of some variables is among these.
func (n names) any(of names) bool {
	for name := range n {
		if of[name] {
			return true
		}
	}
	return false
}

// through makes of the variables that are used behind a script those that are
// used from its start on: without those that it sets first of all, and with
// those that it uses.
func (n names) through(s string) {
	var few, some [64]string
	sets, uses := few[:0], some[:0] // what it sets first of all, and what it uses that it has not set by then
	use := func(name string) bool {
		if !slices.Contains(sets, name) {
			uses = append(uses, name)
		}
		return true
	}
	for s != "" && len(sets) < len(few) { // each use is compared with all that is set
		line, rest, _ := strings.Cut(s, "\n")
		for line != "" && (line[0] == ' ' || line[0] == '\t') {
			line = line[1:]
		}
		if line != "" && line[len(line)-1] <= ' ' { // as few lines
			line = strings.TrimRight(line, " \t\r")
		}
		if line != "" && line[0] != '#' {
			name, val, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
			if !ok || !isName(name) || strings.HasSuffix(val, `\`) {
				break
			}
			if size, whole := valueLen(val, 0); !whole || size < len(val) {
				break
			}
			references(val, use)
			sets = append(sets, name)
		}
		s = rest
	}
	references(s, use)
	maps.DeleteFunc(n, func(name string, _ bool) bool { return slices.Contains(sets, name) })
	for _, name := range uses {
		n[name] = true
	}
}

// setters are what else sets variables than NAME=value.
var setters = []string{"read", "unset", "mapfile", "getopts", "printf", "for ", "select ", "eval ", "source ", "\n. ", "((", "let "}

// sought are words of at most 64 bytes together, of which a text is searched for
// any in one pass: a bit for each byte of each word, set while what was read last
// is the word up to there (Baeza-Yates and Gonnet). To search for the twelve
// setters one by one takes 3.5 times as long.
type sought struct {
	at          [256]uint64 // by byte: where it stands in the words
	first, last uint64      // of each word
}

func seek(words []string) *sought {
	w, bit := &sought{}, uint64(1)
	for _, word := range words {
		w.first |= bit
		for i := range len(word) {
			w.at[word[i]] |= bit
			bit <<= 1
		}
		w.last |= bit >> 1
	}
	return w
}

func (w *sought) in(s string) bool {
	now := uint64(0)
	for i := range len(s) {
		if now = (now<<1 | w.first) & w.at[s[i]]; now&w.last != 0 {
			return true
		}
	}
	return false
}

var setter = sync.OnceValue(func() *sought { return seek(setters) })

// sets reports whether a text may set any variable.
func sets(s string) bool {
	return setsOtherwise(s) || assigns(s, func(string) bool { return true })
}

// setsOtherwise reports whether a text may set variables by other means than
// NAME=value.
func setsOtherwise(s string) bool {
	return setter().in(s)
}

// assigns reports whether a text may assign something to a variable of which
// any says so.
func assigns(s string, any func(name string) bool) bool {
	found := false
	assignments(s, func(name string, _ int) { found = found || name == "" || any(name) })
	return found
}

// assignments calls f for each "=" with the name in front of it, and where
// that starts. The name of one that is no plain variable is "".
func assignments(s string, f func(name string, at int)) {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '=')
		if i < 0 {
			return
		}
		i += from
		end := i
		if end > 0 && s[end-1] == '+' {
			end--
		}
		start := end
		for start > from && isWord(s[start-1]) {
			start--
		}
		switch {
		case start > 0 && strings.IndexByte("-./", s[start-1]) >= 0: // an option
		case start < end || i > 0 && (s[i-1] == ']' || s[i-1] == ':'):
			f(s[start:end], start)
		}
		from = i + 1
	}
}

// hold adds the variables that a text gives a part of a command: one of the
// words that commands are known by, or another such variable.
func (n names) hold(s string, bears func(string) bool) {
	holds := func(val string) bool {
		return strings.Contains(val, "gcloud") || bears(val) || len(n) > 0 && n.used(val)
	}
	assignments(s, func(name string, at int) {
		quote := byte(0)
		if at > 0 && strings.IndexByte("\"'`", s[at-1]) >= 0 {
			quote = s[at-1]
		}
		size, whole := valueLen(s[at:], quote)
		switch {
		case name == "":
		case !whole && size == maxValue:
			n[name] = true
		case holds(s[at : at+size]):
			n[name] = true
		}
	})
}

// maxValue is the longest value that is followed to its end.
const maxValue = 1 << 12

// valueLen returns how far a value goes: to a blank outside of quotes and
// brackets. It is not whole where these are not closed. quote is the one that
// it stands in, 0 for none.
func valueLen(s string, quote byte) (size int, whole bool) {
	depth, outer := 0, quote
	for i := 0; i < len(s) && i < maxValue; i++ {
		switch c := s[i]; c {
		case '\\':
			i++
		case '"', '\'', '`':
			switch {
			case c == quote && c == outer && depth <= 0:
				return i, true
			case c == quote:
				quote = 0
			case quote == 0:
				quote = c
			}
		case '(':
			depth++
		case ')':
			depth--
		case ' ', '\t', '\n', ';':
			if quote == 0 && depth <= 0 {
				return i, true
			}
		}
	}
	return min(len(s), maxValue), quote == 0 && depth <= 0 && len(s) <= maxValue
}
