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
// about one starts a workload. What variables hold and what is used is only
// looked up for a block that depends on it: few do.
func needed(blocks []markdown.Block, bears func(string) bool) []bool {
	out := make([]bool, len(blocks))
	last, seen, commands := -1, 0, false // whether a block in front may show a command
	held, uses := names{}, names{}       // variables that hold a part of a command, as far as was looked; those that a block uses
	for i, b := range blocks {
		s := b.Text.String()
		gcloud := strings.Contains(s, "gcloud")
		out[i] = declares(b, s, gcloud, bears)
		if !out[i] && commands && strings.IndexByte(s, '$') >= 0 && isCode(b) {
			clear(uses)
			uses.through(s)
			for ; len(uses) > 0 && seen < i; seen++ { // else it sets itself what it uses
				if before := blocks[seen].Text.String(); (out[seen] || strings.Contains(before, "gcloud")) && isCode(blocks[seen]) {
					held.hold(before, bears)
				}
			}
			out[i] = held.any(uses)
		}
		if out[i] {
			last = i
		}
		commands = commands || out[i] || gcloud
	}
	if last > 0 {
		clear(uses)
		uses["JAVA_HOME"], uses["IFS"] = true, true // what a shell uses without a word
		addSetters(out, blocks[:last+1], uses)
	}
	return out
}

// addSetters adds to the blocks that must be read, of which the last is one,
// those in front of them that may set what they use. uses is what is used
// behind them all.
func addSetters(need []bool, blocks []markdown.Block, uses names) {
	seen := len(blocks) - 1 // as far as uses holds what is used behind
	for i := seen - 1; i >= 0; i-- {
		s := blocks[i].Text.String()
		switch {
		case need[i] || !isCode(blocks[i]):
		case setsOtherwise(s):
			need[i] = true
		case assigns(s, func(string) bool { return true }):
			for ; seen > i; seen-- {
				if need[seen] {
					uses.through(blocks[seen].Text.String())
				}
			}
			need[i] = assigns(s, func(name string) bool { return uses[name] })
		}
	}
}

// declares reports whether a block may declare anything.
func declares(b markdown.Block, s string, gcloud bool, bears func(string) bool) bool {
	switch b.Kind {
	case markdown.Span:
		return gcloud && commandLike(s) && bears(s)
	case markdown.Prose:
		return gcloud && shown(s) && bears(s)
	}
	return (gcloud || isCode(b)) && bears(s) // of another language: lines that start with !gcloud
}

// isCode reports whether a shell may read a block as a whole.
func isCode(b markdown.Block) bool {
	switch b.Kind {
	case markdown.Prose, markdown.Span:
		return false
	case markdown.Fence:
		return dialectOf(label(b.Info)) != foreign || strings.HasPrefix(b.Text.String(), "%%") || launched(b.Text.String())
	}
	return true
}

// shows reports whether a part of a text that is no fence shows anything to a
// shell. Where there is no code it must show gcloud itself.
func (s *session) shows(part string, code bool) bool {
	if !code {
		return shown(part) && s.r.Bears(part)
	}
	return s.r.Bears(part) || sets(part) || strings.Contains(part, ">=") // NAME in <b>
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
