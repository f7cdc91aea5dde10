package carry

import (
	"strings"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/syntax/markdown"
)

// needed tells which blocks of a session must be read: those that may declare
// something, those that use a variable which holds a part of a command, and
// those in front of them that may set what they use. Reading a block is a
// hundred times dearer than telling, and of five that manuals show to a shell
// about one starts a workload.
func needed(blocks []markdown.Block, bears func(string) bool) []bool {
	out := make([]bool, len(blocks))
	held := names{} // variables that hold a part of a command
	for i, b := range blocks {
		s := b.Text.String()
		if out[i] = bears(s) || len(held) > 0 && held.used(s); out[i] {
			held.hold(s, bears)
		}
	}
	uses := names{"JAVA_HOME": true, "IFS": true} // what a shell uses without a word
	any := false
	for i := len(blocks) - 1; i >= 0; i-- {
		s := blocks[i].Text.String()
		out[i] = out[i] || any && isCode(blocks[i]) && uses.set(s)
		if out[i] {
			uses.add(s)
			any = true
		}
	}
	return out
}

// shows reports whether a part of a text that is no fence shows anything to a
// shell. Where there is no code it must show gcloud itself.
func (s *session) shows(part string) bool {
	if !holdsCode(part) {
		return shown(part)
	}
	return s.r.Bears(part) || strings.IndexByte(part, '=') >= 0 || (names{}).set(part)
}

// holdsCode reports whether there may be code besides code spans: an indented
// fence, indented code, a <pre> element.
func holdsCode(part string) bool {
	for _, mark := range []string{"```", "~~~", "    ", "\t", "<pre", "<PRE", "<Pre"} {
		if strings.Contains(part, mark) {
			return true
		}
	}
	return false
}

// shown reports whether gcloud stands where prose may show a command: with a
// word behind it, at the start of a line or of a code span, behind a prompt or
// a mark of Markdown.
func shown(part string) bool {
	for {
		i := strings.Index(part, "gcloud")
		if i < 0 {
			return false
		}
		before := strings.TrimRight(part[:i], " \t")
		part = part[i+len("gcloud"):]
		if part == "" || strings.IndexByte(" \r\n&", part[0]) < 0 {
			continue
		}
		if n := len(before); n == 0 || before[n-1] >= utf8.RuneSelf || strings.IndexByte("\n`$>%#;!-*+.)", before[n-1]) >= 0 {
			return true
		}
	}
}

// isCode reports whether a shell may read a block as a whole.
func isCode(b markdown.Block) bool { return b.Kind != markdown.Prose && b.Kind != markdown.Span }

// names are variables of a shell.
type names map[string]bool

// add adds the variables that a text uses: $NAME, ${NAME}.
func (n names) add(s string) {
	references(s, func(name string) bool {
		n[name] = true
		return true
	})
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

// references calls f for each variable that a text uses, until it says no.
func references(s string, f func(name string) bool) {
	for {
		i := strings.IndexByte(s, '$')
		if i < 0 {
			return
		}
		s = strings.TrimLeft(s[i+1:], "{!#")
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

// setters are what else sets variables than NAME=value.
var setters = []string{"read", "unset", "mapfile", "getopts", "printf", "for ", "select ", "eval ", "source ", "\n. ", "((", "let "}

// set reports whether a text may set one of the variables.
func (n names) set(s string) bool {
	for _, word := range setters {
		if strings.Contains(s, word) {
			return true
		}
	}
	found := false
	assignments(s, func(name string, _ int) {
		found = found || n[name] || name == ""
	})
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
		for start > 0 && isWord(s[start-1]) {
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
	assignments(s, func(name string, at int) {
		if val := s[at : at+valueLen(s[at:])]; name != "" && (bears(val) || len(n) > 0 && n.used(val)) {
			n[name] = true
		}
	})
}

// valueLen returns how far NAME=value goes: to a blank outside of quotes and
// brackets, or too far where these are not closed.
func valueLen(s string) int {
	depth, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			quote = c
		case c == '(' && quote != '\'':
			depth++
		case c == ')' && quote != '\'':
			depth--
		case quote == 0 && depth <= 0 && strings.IndexByte(" \t\n;", c) >= 0:
			return i
		}
	}
	return len(s)
}
