package engine

import (
	"math/bits"

	"github.com/proflint/proflint/internal/surface"
)

// choice is a set of surfaces, a bit for each.
type choice uint64

func (c choice) has(i int) bool { return c>>i&1 == 1 }

// kinds are the surfaces, and which of them to ask about a file: asking all
// about every name in a tree took a twentieth of all instructions.
type kinds struct {
	surfaces []surface.Surface // at most 64
	byEnd    map[string]choice // by extension
	anyEnd   choice            // whatever the extension
	shells   choice            // those that read shell
	scripts  choice            // they, and those that carry it
}

func kindsOf(surfaces []surface.Surface) kinds {
	k := kinds{surfaces: surfaces, byEnd: map[string]choice{}}
	for i, s := range surfaces {
		for _, end := range s.Ends {
			k.byEnd[end] |= 1 << i
		}
		if s.Ends == nil {
			k.anyEnd |= 1 << i
		}
		if s.Lang == surface.Shell {
			k.shells |= 1 << i
		}
		if s.Lang == surface.Shell || s.Carries {
			k.scripts |= 1 << i
		}
	}
	return k
}

// pick chooses the surfaces for a file: by its name, or by the shell that its
// first line names.
func (k *kinds) pick(p string, head []byte) choice {
	var out choice
	for left := k.byEnd[surface.End(p)] | k.anyEnd; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(uint64(left))
		if match := k.surfaces[i].Match; match == nil || match(p) {
			out |= 1 << i
		}
	}
	if shebang(head) {
		out |= k.shells
	}
	return out
}
