package checks

import "github.com/proflint/proflint/internal/model"

// inputNotRead reports what the readers could not do.
func inputNotRead() *Check {
	return &Check{Rules: []string{"input-not-read"}, Scope: func(p *Pass, set *model.Set) {
		for _, n := range set.Notes {
			p.Fail("input-not-read", "", n.At, "%s", n.Reason).Caret("not understood")
		}
	}}
}
