package gcloud

import (
	"bytes"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// cutOff tells what a cut continuation takes away (F12.7).
func (l *lowering) cutOff(cut []Word, cutBy source.Span) {
	if why(cutBy) == byDelimiter {
		l.cutSettings(cut, cutBy)
	}
	for i := range l.line.given {
		g := &l.line.given[i]
		if !g.cut || !g.flag.asks {
			continue
		}
		before := len(l.refusals)
		tree, ok := l.read(g)
		if !g.flag.splits() {
			tree = l.fileProperties(g, nil)
		}
		l.refusals = l.refusals[:before] // it is not read, so not refused
		if !ok {
			continue
		}
		l.losses = append(l.losses, Cut(tree, cutBy))
	}
}

// Cut is the loss of options that a cut continuation takes away, with what to
// do about it.
func Cut(tree value.Tree, by source.Span) model.Loss {
	loss := model.Loss{Tree: tree, Fate: model.Cut, By: []model.Label{{Span: by, Text: cutLabel(by)}}}
	switch why(by) {
	case byBlank:
		loss.Want, loss.Fix = withoutBlank(by)
	case byComment:
		loss.Want = "move the comment above the command"
	case byDelimiter:
		loss.Want = "quote the list"
	default:
		loss.Want = "end the line before it with a backslash"
	}
	return loss
}

// cutSettings tells what the shell takes away from a list at a delimiter that
// is not quoted (F4.11).
func (l *lowering) cutSettings(cut []Word, cutBy source.Span) {
	tree := value.NewMap(cutBy)
	for _, w := range cut {
		if w.Text.HasPrefix("-") {
			break
		}
		if w.Text.HasPrefix("^") {
			w.Text = w.Text.Slice(1, w.Text.Len())
		}
		if key, val, ok := w.Text.Cut("="); ok && w.Rest == nil {
			tree.Map.Put(key, value.String(val))
		}
	}
	l.losses = append(l.losses, Cut(tree, cutBy))
}

// unblank drops the words that stand behind a backslash and a blank, from the
// blank on: they are there by mistake, and nothing else is wrong because of
// them. It reports whether there were any.
func unblank(words []Word, cutBy source.Span) ([]Word, bool) {
	if why(cutBy) != byBlank {
		return words, false
	}
	kept := slices.DeleteFunc(slices.Clone(words), func(w Word) bool {
		at := w.Text.Span()
		return at.File == cutBy.File && at.Start >= cutBy.Start && at.Start <= lineEnd(cutBy)
	})
	if len(kept) < 2 {
		return words, false
	}
	return kept, len(kept) < len(words)
}

// lineEnd returns the end of the line that a span ends in.
func lineEnd(at source.Span) int {
	if n := bytes.IndexByte(at.File.Data[at.End:], '\n'); n >= 0 {
		return at.End + n
	}
	return len(at.File.Data)
}

// withoutBlank says what to do about a blank behind a backslash; there is an
// edit if nothing else stands there.
func withoutBlank(blank source.Span) (string, []source.Edit) {
	switch rest := bytes.TrimSpace(blank.File.Data[blank.End:lineEnd(blank)]); {
	case len(rest) == 0:
		return "delete the blank behind the backslash", []source.Edit{{Span: blank}}
	case rest[0] == '#':
		return "write the comment above the command, and nothing behind the backslash", nil
	}
	return "delete the blank", nil
}

// refuseBlank refuses a blank that stands behind a backslash (F14.7).
func (l *lowering) refuseBlank(at source.Span) {
	r := model.Refusal{At: at, Reason: "a blank behind a backslash is a word of its own, and ends the line", Want: "delete the blank"}
	if s := at.Text(); s != "" && strings.TrimSpace(s) == "" {
		r.Want, r.Fix = withoutBlank(at)
	}
	l.refuse(r)
}

// What ends a command before its last line.
const (
	byNothing   = iota // the backslash is missing
	byBlank            // a blank behind the backslash
	byComment          // a comment line
	byDelimiter        // ; or | or & in a list that is not quoted
)

func why(cutBy source.Span) int {
	switch s := cutBy.Text(); {
	case s == "":
		return byNothing
	case s == ";" || s == "|" || s == "&":
		return byDelimiter
	case strings.Trim(s, " \t\r") == "":
		return byBlank
	}
	return byComment
}

func cutLabel(cutBy source.Span) string {
	switch why(cutBy) {
	case byBlank:
		return "the blank behind the backslash ends the command's line"
	case byComment:
		return "this comment ends the command"
	case byDelimiter:
		return "the shell ends the command at this unquoted " + cutBy.Text()
	}
	return "the command ends here, without a backslash"
}
