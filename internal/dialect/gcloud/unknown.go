package gcloud

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// strayValues gives flags that the command does not have the words that were
// meant to be their values: none of them is a positional word.
func (p *parser) strayValues() {
	for k := range p.early {
		g := &p.early[k]
		i := slices.IndexFunc(p.words, func(w word) bool { return w.pos == g.pos+1 && (w.pos < p.cutAt) == !g.cut })
		if i < 0 || g.end > g.pos || g.name.Span() != g.at || !p.wantsValue(g.name.String()) {
			continue
		}
		w := p.words[i]
		g.val, g.end, g.at = plain(w.Word), w.pos, g.at.Cover(w.Text.Span())
		p.words = slices.Delete(p.words, i, i+1)
	}
}

// wantsValue decides whether the word behind a flag that the command does not
// have is its value: if the flag that was meant takes one, else if there are
// more words than places.
func (p *parser) wantsValue(name string) bool {
	if f, _ := lookup(p.tables, name); f != nil {
		return f.takesValue()
	}
	if near := nearest(name, p.tables); near != nil {
		return near.takesValue()
	}
	places := len(p.cmd.slots)
	return places > 0 && p.cmd.slots[places-1].many || len(p.words) > places
}

// pairNext reports whether the next word is a KEY=VALUE, which no command takes
// for itself: it belongs to the flag before it.
func (p *parser) pairNext() bool {
	if p.cmd == nil || p.i+1 >= len(p.tokens) {
		return false
	}
	t := p.tokens[p.i+1]
	return !p.isTree(p.i+1) && t.Rest == nil && !t.Text.HasPrefix("-") && t.Text.Index("=", 1) > 0
}

// unknownWords decides which unknown words fill a positional place, and
// notes the others.
func (p *parser) unknownWords() {
	have, slots := 0, len(p.cmd.slots)
	for _, w := range p.words {
		if w.Rest == nil && w.pos < p.cutAt {
			have++
		}
	}
	kept := p.words[:0]
	for _, w := range p.words {
		switch {
		case w.pos >= p.cutAt:
			continue
		case w.Rest == nil:
			kept = append(kept, w)
			continue
		case have < slots && !manyWords(w.Rest):
			have++
			kept = append(kept, w)
			continue
		}
		if p.open == nil {
			p.open = w.Rest
		}
		p.openAt = max(p.openAt, w.pos)
	}
	p.words = kept
}

// manyWords reports whether a hole stands for a list of words, by its form or
// its name: "$@", "${LIST[@]}", $FLAGS. Others in a positional place are
// taken for one word.
func manyWords(h *source.Hole) bool {
	for _, s := range []string{"@", "*", "...", "…"} {
		if strings.Contains(h.Expr, s) {
			return true
		}
	}
	return source.HasWord(h.Expr, "ARG", "FLAG", "OPT", "PARAM", "PROP") || optional(h.Expr)
}

// optional reports whether a word is how manuals write what may be left out,
// or chosen: "[--flag", "[<name>]", "TIMEOUT]", "{a|b}".
func optional(s string) bool {
	opened, closed := strings.Count(s, "["), strings.Count(s, "]")
	switch {
	case closed > opened:
		return strings.HasSuffix(s, "]")
	case strings.HasPrefix(s, "["):
		return opened > closed || s[1] == '-' || s[1] == '<' || strings.Contains(s, "|")
	}
	return strings.HasPrefix(s, "{") && strings.Contains(s, "|") && !strings.ContainsAny(s, `"':`)
}

// blankForm reports whether a word is [NAME]: to be filled in.
func blankForm(s string) bool {
	return strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") && len(s) > 3 && strings.Trim(s[1:len(s)-1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

// Several reports whether a word stands for any number of words, and is not
// taken for one, as an unquoted $BUCKET is.
func Several(w Word) bool { return w.Rest != nil && manyWords(w.Rest) }

// glued refuses a placeholder that stands directly behind the name of a flag,
// without an equals sign: --region<region>.
func (p *parser) glued(t source.Text) bool {
	i := strings.IndexByte(t.Mask(0), 0)
	f, _ := lookup(p.flags(), t.String()[:i])
	if f == nil || f.asks {
		return false
	}
	p.spoiled = true
	p.refuse(model.Refusal{At: t.Span(), Reason: "no = stands between " + f.name + " and its value", Want: f.name + "=" + t.String()[i:]})
	return true
}
