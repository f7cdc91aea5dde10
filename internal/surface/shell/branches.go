package shell

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
)

// extended returns a command with all words that branches may add to it, weak,
// as if each branch had run. It reports false if there are none.
func extended(words []shell.Word) (out []shell.Word, found bool) {
	for i, w := range words {
		var more []shell.Word
		ok := false
		if all := ways(w); len(all) > 0 { // of few words
			if more, ok = most(all); !ok {
				more, ok = union(w, all)
			}
		}
		switch {
		case ok && !found:
			out, found = slices.Concat(words[:i], more), true
		case ok:
			out = append(out, more...)
		case found:
			out = append(out, w)
		}
	}
	return out, found
}

// ways returns the ways in which a word may expand that is nothing but what
// branches set, without that of being set outside the script.
func ways(w shell.Word) (out [][]shell.Word) {
	if w.Ways == nil && !w.Text.AllHole() { // as nearly always
		return nil
	}
	for _, alt := range w.Among() {
		if w.Rest != nil && !(len(alt) == 1 && same(alt[0], w)) {
			out = append(out, alt)
		}
	}
	if w.Ways != nil {
		return out
	}
	for _, form := range w.Text.Forms() {
		if w.Rest != nil {
			out = append(out, cut(form))
		} else {
			out = append(out, []shell.Word{{Text: form}})
		}
	}
	return out
}

func same(a, b shell.Word) bool {
	return a.Text.String() == b.Text.String() && a.Text.Sym() == b.Text.Sym()
}

// most returns the most words that a word may stand for, if they are options
// and all other ways to expand it are the beginning of them: nothing, or one
// branch less.
func most(all [][]shell.Word) ([]shell.Word, bool) {
	var long []shell.Word
	for _, alt := range all {
		if len(alt) > len(long) {
			long = alt
		}
	}
	if len(long) == 0 || !long[0].Text.HasPrefix("-") || slices.ContainsFunc(all, func(alt []shell.Word) bool {
		return !slices.EqualFunc(alt, long[:len(alt)], same)
	}) {
		return nil, false
	}
	return weak(long), true
}

// weak marks words that a branch adds.
func weak(words []shell.Word) []shell.Word {
	out := slices.Clone(words)
	for i, w := range out {
		out[i].Text = w.Text.Weaken("the branch that adds it")
	}
	return out
}

// union returns the options that a word is in some way, if it is nothing else
// in any and all ways are known: each with its value, an unknown one where the
// ways differ in it.
func union(w shell.Word, all [][]shell.Word) ([]shell.Word, bool) {
	var order []string
	found := map[string]*option{}
	for _, alt := range all {
		options, ok := optionsOf(alt)
		if !ok {
			return nil, false
		}
		for _, o := range options {
			if first := found[o.name]; first == nil {
				found[o.name], order = o, append(order, o.name)
			} else if first.times++; !slices.EqualFunc(first.words, o.words, same) {
				if first.value = first.value || o.value; len(first.words) != len(o.words) {
					return nil, false
				}
				first.differs = true
			}
		}
	}
	var out []shell.Word
	for _, name := range order {
		switch o := found[name]; {
		case o.differs:
			out = append(out, weak(o.with(w))...)
		case o.times < len(all):
			out = append(out, weak(o.words)...)
		default:
			out = append(out, o.words...)
		}
	}
	return out, len(out) > 0
}

// option is one option with the words of its value.
type option struct {
	name    string // a second one of its name in one command is another
	words   []shell.Word
	value   bool // it stands behind the name, in the same word
	times   int
	differs bool
}

// optionsOf returns the options that words are, false if they are not.
func optionsOf(words []shell.Word) (out []*option, ok bool) {
	times := map[string]int{}
	for _, w := range words {
		switch name, _, value := w.Text.Cut("="); {
		case w.Rest != nil:
			return nil, false
		case w.Text.HasPrefix("-") && name.Known():
			times[name.String()]++
			out = append(out, &option{name: name.String() + strings.Repeat(" ", times[name.String()]), words: []shell.Word{w}, value: value, times: 1})
		case len(out) == 0 || out[len(out)-1].value:
			return nil, false
		default:
			out[len(out)-1].words = append(slices.Clip(out[len(out)-1].words), w)
		}
	}
	return out, true
}

// with returns the option with a value that is not known.
func (o *option) with(w shell.Word) []shell.Word {
	h := *w.Text.Hole()
	h.One = true
	first := o.words[0]
	if o.value { // of the word, what stands behind the name
		all := h.OneOf
		h.OneOf = nil
		for _, way := range all {
			name, v, _ := way.Cut("=")
			if !first.Text.HasPrefix(name.String()+"=") || strings.Contains(v.String(), " ") {
				h.OneOf = nil
				break
			}
			h.OneOf = append(h.OneOf, v)
		}
	}
	rest := source.Unknown(&h, w.Text.Span())
	if o.value {
		name, _, _ := first.Text.Cut("=")
		return []shell.Word{{Text: source.Concat(first.Text.Slice(0, name.Len()+1), rest)}}
	}
	return []shell.Word{first, {Text: rest}}
}
