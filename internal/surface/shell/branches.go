package shell

import (
	"slices"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
)

// extended returns a command with all words that branches may add to it, weak,
// as if each branch had run. It reports false if there are none.
func extended(words []shell.Word) (out []shell.Word, found bool) {
	for i, w := range words {
		more, ok := most(w)
		if !ok {
			more, ok = sameFlag(w)
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

// ways returns the ways in which a word that stands for several may expand,
// without that of being set outside the script.
func ways(w shell.Word) (out [][]shell.Word) {
	for _, alt := range w.Among {
		if w.Rest != nil && !(len(alt) == 1 && same(alt[0], w)) {
			out = append(out, alt)
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
func most(w shell.Word) ([]shell.Word, bool) {
	all := ways(w)
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

// sameFlag returns the option that a word is in each way, if it is there, with
// a value that is not known: --version=1.2 here, --version=2.2 there.
func sameFlag(w shell.Word) ([]shell.Word, bool) {
	var option source.Text
	for _, alt := range ways(w) {
		if len(alt) == 0 {
			continue
		}
		name, _, ok := alt[0].Text.Cut("=")
		if len(alt) > 1 || !ok || !name.HasPrefix("-") || !name.Known() || option.Len() > 0 && name.String()+"=" != option.String() {
			return nil, false
		}
		option = alt[0].Text.Slice(0, name.Len()+1)
	}
	if option.Len() == 0 {
		return nil, false
	}
	return weak([]shell.Word{{Text: source.Concat(option, source.Unknown(w.Rest, w.Text.Span()))}}), true
}
