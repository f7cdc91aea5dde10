package shell

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// placeholder is what templates and manuals write for a value: <REGION>. To a
// shell it is a redirection from REGION, and one to whatever follows.
var placeholder = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("<{1,2}[A-Za-z_][^<>|;&$(){}\"'`\n]{0,60}>{1,2}")
})

const maxPlaceholder = 65 // bytes of the longest

// single reports whether a hole that stands in the text is a placeholder for
// one value, as against <FLAGS>, [--flag=<x>] or ${{ inputs.args }}.
func single(h *source.Hole) bool {
	if h.One {
		return true
	}
	return placeholder().FindString(h.Expr) == h.Expr && !source.HasWord(h.Expr, "FLAG", "OPTION", "ARG", "PARAM")
}

// elided reports whether an assigned text is what manuals write for a value
// to fill in: CLUSTER=...
func elided(t source.Text) bool {
	return (t.String() == "..." || t.String() == "…") && t.Known()
}

// placeholders returns the text with its placeholders as holes, false when it
// has none. f is the tree of a text that parses: only redirections count
// then, <NAME> without a blank. Else anything counts that looks like one.
func (in *input) placeholders(path string, f *syntax.File) (source.Text, bool) {
	if !strings.Contains(in.mask, "<") { // as mostly: the pattern is not even needed
		return in.text, false
	}
	var at [][]int
	if f == nil {
		at = placeholder().FindAllStringIndex(in.mask, -1)
	} else if placeholder().MatchString(in.mask) {
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
		h := &source.Hole{Expr: expr.String(), Why: "a placeholder", Sym: source.PlaceholderSym(path, expr.String())}
		h.One = single(h)
		out.add(expr.Punch(0, expr.Len(), h))
		from = m[1]
	}
	if from == 0 {
		return in.text, false
	}
	out.add(in.text.Slice(from, in.text.Len()))
	return out.join(), true
}

// enclosed finds the redirections that are <NAME> or <your name>.
func (in *input) enclosed(rs []*syntax.Redirect) (at [][]int) {
	for i, a := range rs {
		if a.Op != syntax.RdrIn || a.N != nil {
			continue
		}
		from := int(a.OpPos.Offset())
		m := placeholder().FindStringIndex(in.mask[from:min(from+maxPlaceholder, len(in.mask))])
		if m == nil || m[0] != 0 || !slices.ContainsFunc(rs[i+1:], func(b *syntax.Redirect) bool {
			return b.Op == syntax.RdrOut && int(b.OpPos.Offset()) == from+m[1]-1
		}) {
			continue
		}
		if name := in.mask[from+1 : from+m[1]-1]; !strings.ContainsAny(name, " \t") || in.inValue(from) || phrase(name) {
			at = append(at, []int{from, from + m[1]})
		}
	}
	return at
}

// inValue reports whether text at an offset belongs to a word before it that
// no redirection follows: --cluster=<your cluster>, gs://<your bucket>.
func (in *input) inValue(at int) bool {
	return at > 0 && strings.IndexByte("=/:-,.@", in.mask[at-1]) >= 0
}

// phrase reports whether words name something to fill in: your cluster,
// CLUSTER NAME.
func phrase(name string) bool {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	return name == strings.ToUpper(name) || slices.Contains([]string{"your", "my", "the", "a", "an", "name", "path", "some"}, first)
}
