package shell

import (
	"maps"
	"slices"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
)

// maxTurns is into how many commands one is told apart.
const maxTurns = 16

// inTurn returns a command in each turn of the loops around it, and in each job
// of a matrix.
func inTurn(c *shell.Command) []*shell.Command {
	out := []*shell.Command{c}
	for _, each := range c.Turns {
		n := 0
		for _, w := range c.Words {
			for _, h := range w.Text.Turns() {
				if h.Each == each {
					n = len(h.OneOf)
				}
			}
		}
		if n == 0 || len(out)*n > maxTurns {
			continue
		}
		var all []*shell.Command
		for _, one := range out {
			for i := range n {
				if in, some := c.Only[each]; !some || in&(1<<i) != 0 {
					all = append(all, turn(*one, each, i))
				}
			}
		}
		out = all
	}
	return out
}

// turn returns a command in one turn.
func turn(c shell.Command, each string, i int) *shell.Command {
	c.Words, c.Cut = wordsOf(c.Words, each, i), wordsOf(c.Cut, each, i)
	if c.Stdin != nil {
		text := c.Stdin.Turn(each, i)
		c.Stdin = &text
	}
	c.Files = maps.Clone(c.Files)
	for name, text := range c.Files {
		c.Files[name] = text.Turn(each, i)
	}
	return &c
}

func wordsOf(in []shell.Word, each string, i int) []shell.Word {
	var out []shell.Word
	for _, w := range in {
		switch holes := w.Text.Turns(); {
		case !slices.ContainsFunc(holes, func(h *source.Hole) bool { return h.Each == each }):
			out = append(out, w)
		case w.Rest == nil:
			out = append(out, shell.Word{Text: w.Text.Turn(each, i)})
		case len(w.Among()) == len(holes[0].OneOf): // it is cut at its blanks
			out = slices.Concat(out, w.Among()[i])
		default:
			out = append(out, w)
		}
	}
	return out
}
