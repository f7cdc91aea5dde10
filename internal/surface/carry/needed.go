package carry

import (
	"slices"
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
	last := -1
	held := names{} // variables that hold a part of a command
	for i, b := range blocks {
		s := b.Text.String()
		if out[i] = declares(b, s, bears) || len(held) > 0 && isCode(b) && held.used(s); out[i] {
			last = i
		}
		if isCode(b) && i+1 < len(blocks) && (out[i] || strings.Contains(s, "gcloud")) {
			held.hold(s, bears)
		}
	}
	uses := names{"JAVA_HOME": true, "IFS": true} // what a shell uses without a word
	for i := last; i >= 0; i-- {
		s := blocks[i].Text.String()
		out[i] = out[i] || isCode(blocks[i]) && uses.mayBeSet(s)
		if out[i] {
			uses.through(s)
		}
	}
	return out
}

// declares reports whether a block may declare anything.
func declares(b markdown.Block, s string, bears func(string) bool) bool {
	switch {
	case b.Kind == markdown.Span:
		return strings.Contains(s, "gcloud") && commandLike(s) && bears(s)
	case b.Kind == markdown.Prose:
		return shown(s) && bears(s)
	case !isCode(b): // of another language: lines that start with !gcloud
		return strings.Contains(s, "gcloud") && bears(s)
	}
	return bears(s)
}

// isCode reports whether a shell may read a block as a whole.
func isCode(b markdown.Block) bool {
	switch b.Kind {
	case markdown.Prose, markdown.Span:
		return false
	case markdown.Fence:
		return dialectOf(label(b.Info)) != foreign || strings.HasPrefix(b.Text.String(), "%%") || launcher().MatchString(b.Text.String())
	}
	return true
}

// shows reports whether a part of a text that is no fence shows anything to a
// shell. Where there is no code it must show gcloud itself.
func (s *session) shows(part string, code bool) bool {
	if !code {
		return shown(part) && s.r.Bears(part)
	}
	return s.r.Bears(part) || strings.IndexByte(part, '=') >= 0 || (names{}).mayBeSet(part)
}

// shown reports whether gcloud stands where prose may show a command: with a
// word behind it, at the start of a line or of a code span that is long
// enough, behind a prompt or a mark of Markdown.
func shown(part string) bool {
	for at := 0; ; {
		i := strings.Index(part[at:], "gcloud")
		if i < 0 {
			return false
		}
		i += at
		at = i + len("gcloud")
		before := strings.TrimRight(part[:i], " \t")
		if at == len(part) || strings.IndexByte(" \r\n&", part[at]) < 0 || spanOf(before, part[at:]) {
			continue
		}
		if n := len(before); n == 0 || before[n-1] >= utf8.RuneSelf || strings.IndexByte("\n`$>%#;!-*+.)", before[n-1]) >= 0 {
			return true
		}
	}
}

// spanOf reports whether what stands around gcloud makes it a code span of too
// few words for a command.
func spanOf(before, after string) bool {
	rest, single := strings.CutSuffix(before, "`")
	if !single || strings.HasSuffix(rest, "`") {
		return false
	}
	inner, _, closed := strings.Cut(after, "`")
	return closed && !commandLike("gcloud "+inner)
}

// commandLike reports whether a code span may be a command and not the name
// of one, which has no flag and no word that no command is called by.
func commandLike(span string) bool {
	words := strings.Fields(span)
	return len(words) >= minWords && slices.ContainsFunc(words, func(w string) bool {
		return w[0] == '-' || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz-") != ""
	})
}
