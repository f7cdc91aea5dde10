package gcloud

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// fillSlots gives the positional words their places, and refuses the others.
func (l *lowering) fillSlots() {
	l.slots = make([][]word, len(l.cmd.slots))
	var extra []word
	next := 0
	for _, w := range l.words {
		switch {
		case next < len(l.slots) && l.cmd.slots[next].many:
			if n := len(l.slots[next]); n > 0 && l.between(l.slots[next][n-1].pos, w.pos) {
				extra = append(extra, w)
				continue
			}
			l.slots[next] = append(l.slots[next], w)
		case next < len(l.slots):
			l.slots[next] = []word{w}
			next++
		default:
			extra = append(extra, w)
		}
	}
	for i, s := range l.cmd.slots {
		l.putSlot(s, l.slots[i])
	}
	l.refuseExtra(extra)
}

// between reports whether a flag stands between two places: a list of words
// ends there.
func (l *lowering) between(a, b int) bool {
	for _, g := range l.line.given {
		if a < g.pos && g.pos < b {
			return true
		}
	}
	return false
}

func (l *lowering) putSlot(s slot, ws []word) {
	switch {
	case len(ws) == 0:
		if l.open == nil && !s.many && !l.spoiled {
			l.refuse(model.Refusal{At: l.at, Reason: s.what + " is missing"})
		}
	case s.form != anyForm && ws[0].rest == nil && ws[0].text.Known() && !matches(s.form, ws[0].text.String()):
		l.refuse(model.Refusal{At: ws[0].text.Span(), Reason: ws[0].text.String() + " does not have the form that gcloud wants for " + s.what, Want: forms[s.form].what})
	case s.path == "":
	case s.many:
		list := value.NewList(l.at)
		list.List.Rest = l.open
		for _, w := range ws {
			if w.rest != nil || w.text.AllHole() {
				list.List.Rest = w.plain().Hole()
				continue
			}
			list.List.Items = append(list.List.Items, value.String(w.text))
		}
		l.set(s.path, l.at, list)
	default:
		l.set(s.path, ws[0].text.Span(), value.String(ws[0].plain()))
	}
}

// refuseExtra refuses words that no place is left for. Where unknown words
// stand on the line, one of them may be a flag that takes the word.
func (l *lowering) refuseExtra(extra []word) {
	if l.open != nil || l.spoiled {
		return
	}
	for i := 0; i < len(extra); i++ {
		w := extra[i]
		if w.rest != nil || w.text.AllHole() {
			l.open, l.openAt = w.plain().Hole(), w.pos
			return
		}
		l.spoiled = true
		if w.text.Len() > 0 && w.text.TrimSpace().Len() == 0 {
			l.refuseBlank(w.text.Span(), w.text.String())
			continue
		}
		if g := l.listBefore(w.pos); g != nil {
			n := len(inARow(extra[i:]))
			l.refuseCutList(*g, extra[i:i+n])
			g.rejoin(extra[i : i+n])
			i += n - 1
			continue
		}
		n := len(inARow(extra[i:]))
		l.refuseWords(extra[i : i+n])
		i += n - 1
	}
}

// inARow are the first words that stand side by side, with nothing unknown and
// no mere blank among them.
func inARow(ws []word) []word {
	for i, w := range ws {
		if i > 0 && (w.pos != ws[i-1].pos+1 || w.rest != nil || w.text.AllHole() || w.text.TrimSpace().Len() == 0) {
			return ws[:i]
		}
	}
	return ws
}

// refuseWords refuses words in a row that no place is left for.
func (l *lowering) refuseWords(ws []word) {
	first, last := ws[0].text, ws[len(ws)-1].text
	r := model.Refusal{At: first.Span(), Reason: first.String() + " is one word too many for " + short(l.cmd.name)}
	if len(ws) > 1 {
		r.Reason = fmt.Sprintf("%d words are too many for %s: %s to %s", len(ws), short(l.cmd.name), first.String(), last.String())
	}
	for _, w := range ws[1:] {
		r.At = r.At.Cover(w.text.Span())
	}
	if l.cmd.args != "" {
		r.Want = "arguments of the program stand behind --"
	}
	l.refuse(r)
}

// listBefore returns the list flag that ends right before a place, or nil.
func (l *lowering) listBefore(pos int) *given {
	for i, g := range l.line.given {
		if g.end+1 == pos && g.flag.splits() {
			return &l.line.given[i]
		}
	}
	return nil
}

// refuseCutList refuses the words that an unquoted blank cut off a list
// (F12.6).
func (l *lowering) refuseCutList(g given, ws []word) {
	r := model.Refusal{Reason: "an unquoted blank ends the list of " + g.name.String() + ": " + ws[0].text.String() + " is a word of its own",
		Want: "quote the list, and write no blank behind the commas", Request: g.flag.asks,
		Related: []model.Label{{Span: g.at, Text: "the list that the blank cuts"}}}
	left := g.val
	for _, w := range ws {
		r.At = r.At.Cover(w.text.Span())
		if e, ok := closeGap(left, w.text); ok {
			r.Fix = append(r.Fix, e)
		} else {
			r.Fix = nil
			break
		}
		left = w.text
	}
	for _, w := range ws {
		r.At = r.At.Cover(w.text.Span())
	}
	l.refuse(r)
}

// rejoin gives a list the words back that a blank cut off: what it asks for
// must be seen, though nothing is sent.
func (g *given) rejoin(ws []word) {
	for _, w := range ws {
		if s := g.val.String(); !strings.HasSuffix(s, ",") && !strings.HasPrefix(w.text.String(), ",") {
			g.val = source.Concat(g.val, source.Derived(",", w.text.Span()))
		}
		g.val = source.Concat(g.val, w.text)
	}
	g.told = true
}

// closeGap returns the edit that joins two words at a comma, if only blanks
// stand between them.
func closeGap(a, b source.Text) (source.Edit, bool) {
	if !strings.HasSuffix(a.String(), ",") && !strings.HasPrefix(b.String(), ",") {
		return source.Edit{}, false
	}
	from, to := a.At(a.Len()), b.At(0)
	if !from.Valid() || from.File != to.File || from.Start != from.End || to.Start != to.End || from.Start > to.Start {
		return source.Edit{}, false
	}
	gap := source.Span{File: from.File, Start: from.Start, End: to.Start}
	if strings.Trim(gap.Text(), " \t") != "" {
		return source.Edit{}, false
	}
	return source.Edit{Span: gap}, true
}

// requirements refuses what is missing or excludes each other. Nothing is
// missing on a line with unknown words.
func (l *lowering) requirements(cutBy source.Span) {
	if !l.cmd.inTrack(l.track) {
		l.refuse(l.wrongTrack())
	}
	for _, set := range l.cmd.one {
		if l.exclusive(set) == 0 {
			l.lacks(strings.ReplaceAll(set, " ", " or "), cutBy)
		}
	}
	for _, set := range l.cmd.most {
		l.exclusive(set)
	}
	for _, g := range l.line.given {
		if !g.cut && g.flag.with != "" && !l.has(g.flag.with) {
			l.lacks(g.flag.with+" beside "+g.flag.name, source.Span{})
		}
	}
	for _, b := range l.cmd.beside {
		if l.has(b[0]) && !slices.ContainsFunc(strings.Fields(b[1]), l.has) {
			l.lacks(strings.ReplaceAll(b[1], " ", " or ")+" beside "+b[0], cutBy)
		}
	}
	for _, name := range l.cmd.need {
		if !l.has(name) {
			l.lacks(name, cutBy)
		}
	}
	l.checkProject()
}

// wrongTrack refuses a command that the release track does not have.
func (l *lowering) wrongTrack() model.Refusal {
	name := short(l.cmd.name)
	switch {
	case l.cmd.inTrack(""):
		return model.Refusal{At: l.at, Reason: name + " is no command of gcloud " + l.track, Want: "gcloud " + l.cmd.name}
	case l.cmd.inTrack("beta"):
		return model.Refusal{At: l.at, Reason: name + " is a command of gcloud beta only", Want: "gcloud beta " + l.cmd.name}
	}
	return model.Refusal{At: l.at, Reason: name + " is a command of gcloud " + l.cmd.tracks + " only", Want: "gcloud " + l.cmd.tracks + " " + l.cmd.name}
}

// byName are the products whose commands refuse a project's number (F14.11).
const byName = "dataproc dataflow compute"

// checkProject refuses a project that is given by its number.
func (l *lowering) checkProject() {
	product, _, _ := strings.Cut(l.cmd.name, " ")
	g := l.given("--project")
	if g == nil || !g.val.Known() || g.val.String() == "" || !in(byName, product) || strings.Trim(g.val.String(), "0123456789") != "" {
		return
	}
	l.refuse(model.Refusal{At: g.at, Reason: g.val.String() + " is a project's number, and " + product + " takes the project's id", Want: "--project=PROJECT_ID"})
}

// exclusive counts the flags of a set that are given, and refuses a second.
func (l *lowering) exclusive(set string) int {
	var seen []*given
	for name := range strings.FieldsSeq(set) {
		if g := l.given(name); g != nil {
			seen = append(seen, g)
		}
	}
	if len(seen) > 1 {
		l.refuse(model.Refusal{At: seen[1].at, Reason: seen[0].name.String() + " and " + seen[1].name.String() + " exclude each other",
			Want: "give one of them", Related: []model.Label{{Span: seen[0].at, Text: "the other one"}}})
	}
	return len(seen)
}

// lacks refuses a command without a flag that it needs.
func (l *lowering) lacks(what string, cutBy source.Span) {
	if l.open != nil || l.spoiled {
		return
	}
	r := model.Refusal{At: l.at, Reason: short(l.cmd.name) + " needs " + what, Request: len(l.losses) > 0 && cutBy.Valid()}
	if cutBy.Valid() {
		r.Related = []model.Label{{Span: cutBy, Text: cutLabel(cutBy)}}
	}
	l.refuse(r)
}

// cutOff tells what a cut continuation takes away (F12.7).
func (l *lowering) cutOff(cutBy source.Span) {
	for _, g := range l.line.given {
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
		loss := model.Loss{Tree: tree, Fate: model.Cut, By: []model.Label{{Span: cutBy, Text: cutLabel(cutBy)}}}
		switch why(cutBy) {
		case byBlank:
			loss.Want, loss.Fix = withoutBlank(cutBy)
		case byComment:
			loss.Want = "move the comment above the command"
		default:
			loss.Want = "end the line before it with a backslash"
		}
		l.losses = append(l.losses, loss)
	}
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
	if rest := blank.File.Data[blank.End:lineEnd(blank)]; len(bytes.TrimSpace(rest)) > 0 {
		return "write the comment above the command, and nothing behind the backslash", nil
	}
	return "delete the blank behind the backslash", []source.Edit{{Span: blank}}
}

// refuseBlank refuses a blank that stands behind a backslash (F14.7).
func (l *lowering) refuseBlank(at source.Span, written string) {
	r := model.Refusal{At: at, Reason: "a blank behind a backslash is a word of its own, and ends the line", Want: "delete the blank"}
	if at.Text() == written {
		r.Want, r.Fix = withoutBlank(at)
	}
	l.refuse(r)
}

// What ends a command before its last line.
const (
	byNothing = iota // the backslash is missing
	byBlank          // a blank behind the backslash
	byComment        // a comment line
)

func why(cutBy source.Span) int {
	switch s := cutBy.Text(); {
	case s == "":
		return byNothing
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
	}
	return "the command ends here, without a backslash"
}
