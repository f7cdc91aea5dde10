package gcloud

import (
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
	for i, w := range l.words {
		switch {
		case next < len(l.slots) && l.cmd.slots[next].many:
			if n := len(l.slots[next]); n > 0 && l.between(l.slots[next][n-1].pos, w.pos) {
				extra = append(extra, w)
				continue
			}
			l.slots[next] = append(l.slots[next], w)
		case next < len(l.slots):
			l.slots[next] = l.words[i : i+1 : i+1]
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
	for i := range l.line.given {
		g := &l.line.given[i]
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
	case s.form != anyForm && ws[0].Rest == nil && ws[0].Text.Known() && !matches(s.form, ws[0].Text.String()):
		l.refuse(model.Refusal{At: ws[0].Text.Span(), Reason: ws[0].Text.String() + " does not have the form that gcloud wants for " + s.what, Want: forms[s.form].what})
	case s.path == "":
	case s.many:
		list := value.NewList(l.at)
		list.List.Rest = l.open
		for _, w := range ws {
			if w.Rest != nil || w.Text.AllHole() {
				list.List.Rest = plain(w.Word).Hole()
				continue
			}
			list.List.Items = append(list.List.Items, value.String(w.Text))
		}
		l.set(s.path, l.at, list)
	default:
		l.set(s.path, ws[0].Text.Span(), value.String(plain(ws[0].Word)))
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
		if w.Rest != nil || w.Text.AllHole() {
			l.open, l.openAt = plain(w.Word).Hole(), w.pos
			return
		}
		l.spoiled = true
		if w.Text.Len() > 0 && w.Text.TrimSpace().Len() == 0 {
			l.refuseBlank(w.Text.Span())
			continue
		}
		if g := l.line.listBefore(w.pos); g != nil {
			n := len(inARow(extra[i:]))
			l.refuseCutList(g, extra[i:i+n])
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
		if i > 0 && (w.pos != ws[i-1].pos+1 || w.Rest != nil || w.Text.AllHole() || w.Text.TrimSpace().Len() == 0) {
			return ws[:i]
		}
	}
	return ws
}

// refuseWords refuses words in a row that no place is left for.
func (l *lowering) refuseWords(ws []word) {
	first, last := ws[0].Text, ws[len(ws)-1].Text
	r := model.Refusal{At: first.Span(), Reason: first.String() + " is one word too many for " + short(l.cmd.name)}
	if len(ws) > 1 {
		r.Reason = fmt.Sprintf("%d words are too many for %s: %s to %s", len(ws), short(l.cmd.name), first.String(), last.String())
	}
	for _, w := range ws[1:] {
		r.At = r.At.Cover(w.Text.Span())
	}
	if l.cmd.args != "" {
		r.Want = "arguments of the program stand behind --"
	}
	l.refuse(r)
}

// listBefore returns the list flag that ends right before a place, or nil.
func (l *line) listBefore(pos int) *given {
	for i := range l.given {
		g := &l.given[i]
		if g.end+1 == pos && g.flag.splits() {
			return g
		}
	}
	return nil
}

// refuseCutList refuses the words that an unquoted blank cut off a list
// (F12.6).
func (l *lowering) refuseCutList(g *given, ws []word) {
	r := model.Refusal{Reason: "an unquoted blank ends the list of " + g.name.String() + ": " + ws[0].Text.String() + " is a word of its own",
		Want: "quote the list, and write no blank behind the commas", Request: g.flag.asks,
		Related: []model.Label{{Span: g.at, Text: "the list that the blank cuts"}}}
	left := g.val
	for _, w := range ws {
		r.At = r.At.Cover(w.Text.Span())
		if e, ok := closeGap(left, w.Text); ok {
			r.Fix = append(r.Fix, e)
		} else {
			r.Fix = nil
			break
		}
		left = w.Text
	}
	for _, w := range ws {
		r.At = r.At.Cover(w.Text.Span())
	}
	l.refuse(r)
}

// rejoin gives a list the words back that a blank cut off: what it asks for
// must be seen, though nothing is sent.
func (g *given) rejoin(ws []word) {
	parts := []source.Text{g.val}
	for _, w := range ws {
		if before := parts[len(parts)-1].String(); !strings.HasSuffix(before, ",") && !strings.HasPrefix(w.Text.String(), ",") {
			parts = append(parts, source.Derived(",", w.Text.Span()))
		}
		parts = append(parts, w.Text)
	}
	g.val, g.told = source.Concat(parts...), true
}

// closeGap returns the edit that joins two words at a comma, if only blanks
// stand between them.
func closeGap(a, b source.Text) (source.Edit, bool) {
	if !strings.HasSuffix(a.String(), ",") && !strings.HasPrefix(b.String(), ",") {
		return source.Edit{}, false
	}
	gap, ok := a.Gap(b)
	if !ok || strings.Trim(gap.Text(), " \t") != "" {
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
