package shell

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// placeholder is what templates and manuals write for a value: <REGION>. To a
// shell it is a redirection from REGION, and one to whatever follows.
var placeholder = regexp.MustCompile("<{1,2}[A-Za-z_][^<>|;&$(){}\"'`\n]{0,60}>{1,2}")

// oneValue reports whether a hole that stands in the text is a placeholder
// for one value, as against <FLAGS> or ${{ inputs.args }}.
func oneValue(expr string) bool {
	name := strings.ToLower(expr)
	return placeholder.MatchString(expr) && !slices.ContainsFunc([]string{"flag", "option", "arg", "param"}, func(s string) bool {
		return strings.Contains(name, s)
	})
}

// placeholders returns the text with its placeholders as holes, false when it
// has none. f is the tree of a text that parses: only redirections count
// then, <NAME> without a blank. Else anything counts that looks like one.
func (in *input) placeholders(path string, f *syntax.File) (source.Text, bool) {
	var at [][]int
	if f == nil {
		at = placeholder.FindAllStringIndex(in.mask, -1)
	} else if placeholder.MatchString(in.mask) {
		walk(f, func(n syntax.Node) bool {
			if st, ok := n.(*syntax.Stmt); ok {
				at = append(at, in.enclosed(st.Redirs)...)
			}
			return true
		})
		slices.SortFunc(at, func(a, b []int) int { return a[0] - b[0] })
	}
	var out pieces
	from := 0
	for _, m := range at {
		if m[0] < from || !in.text.Slice(m[0], m[1]).Known() {
			continue
		}
		out.add(in.text.Slice(from, m[0]))
		expr := in.text.Slice(m[0], m[1])
		h := &source.Hole{Expr: expr.String(), Why: "a placeholder", Sym: path + ":" + expr.String()}
		out.add(expr.Punch(0, expr.Len(), h))
		from = m[1]
	}
	if from == 0 {
		return in.text, false
	}
	out.add(in.text.Slice(from, in.text.Len()))
	return out.join(), true
}

// enclosed finds the redirections that are <NAME>.
func (in *input) enclosed(rs []*syntax.Redirect) (at [][]int) {
	for i := 0; i+1 < len(rs); i++ {
		a, b := rs[i], rs[i+1]
		from, to := int(a.OpPos.Offset()), int(b.OpPos.Offset())+1
		if a.Op == syntax.RdrIn && a.N == nil && b.Op == syntax.RdrOut && a.Hdoc == nil && a.End() == b.OpPos && to <= len(in.mask) {
			if m := placeholder.FindStringIndex(in.mask[from:to]); m != nil && m[0] == 0 && m[1] == to-from {
				at = append(at, []int{from, to})
			}
		}
	}
	return at
}
