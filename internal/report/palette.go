package report

import (
	"github.com/fatih/color"

	"github.com/proflint/proflint/internal/finding"
)

// palette colours text, or leaves it alone.
type palette struct {
	bold, dim, blue, good, bad, doubt paint
	levels                            map[finding.Level]paint
}

type paint func(...any) string

func newPalette(on bool) palette {
	mix := func(attrs ...color.Attribute) paint {
		c := color.New(attrs...)
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.SprintFunc()
	}
	return palette{
		bold: mix(color.Bold), dim: mix(color.Faint), blue: mix(color.FgBlue, color.Bold),
		good: mix(color.FgGreen), bad: mix(color.FgRed), doubt: mix(color.FgYellow),
		levels: map[finding.Level]paint{
			finding.Error:   mix(color.FgRed, color.Bold),
			finding.Warning: mix(color.FgYellow, color.Bold),
			finding.Note:    mix(color.FgCyan, color.Bold),
		},
	}
}

func (p palette) readiness(r Readiness) paint {
	switch r {
	case Ready:
		return p.good
	case NotReady:
		return p.bad
	case CannotTell:
		return p.doubt
	}
	return p.dim
}
