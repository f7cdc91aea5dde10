package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// notebookVar is what is known of a name: its text, or why there is none.
type notebookVar struct {
	text source.Text
	why  string
}

// value returns the text of a name, or why it is not known.
func (n *notebook) value(name string) (source.Text, string) {
	v := n.read[name]
	if v == nil {
		v = &notebookVar{why: "computed by the notebook"} // if it holds itself
		n.read[name] = v
		n.depth++
		v.text, v.why = n.evaluate(name)
		n.depth--
	}
	if n.budget -= 1 + v.text.Len(); n.budget < 0 {
		return source.Text{}, "too long to be read"
	}
	return v.text, v.why
}

func (n *notebook) evaluate(name string) (source.Text, string) {
	values := n.vars[name]
	switch {
	case len(values) == 0:
		return source.Text{}, "not set in this notebook"
	case n.loops[name] || n.depth > maxWithin:
		return source.Text{}, "computed by the notebook"
	}
	first, ok := n.literal(values[0].text())
	for _, v := range values[1:] {
		if t, same := n.literal(v.text()); !same || !ok || t.Sym() != first.Sym() || t.Sym() == "" {
			return source.Text{}, "set in more than one place"
		}
	}
	switch {
	case !ok:
		return source.Text{}, "computed by the notebook"
	case first.Len() == 0:
		return source.Text{}, "a field to fill in"
	}
	return first, ""
}

// literal reads a string of Python, plain or with names in braces. What a
// form asks for (@param) is weak.
func (n *notebook) literal(expr source.Text) (source.Text, bool) {
	s := expr.Mask('x')
	format := strings.HasPrefix(s, "f")
	i := 0
	if format {
		i++
	}
	if i >= len(s) || s[i] != '"' && s[i] != '\'' || strings.HasPrefix(s[i+1:], s[i:i+1]+s[i:i+1]) {
		return source.Text{}, false
	}
	end := strings.IndexByte(s[i+1:], s[i])
	if end < 0 {
		return source.Text{}, false
	}
	t, rest := expr.Slice(i+1, i+1+end), strings.TrimSpace(s[i+end+2:])
	if strings.Contains(t.String(), `\`) || rest != "" && rest[0] != '#' {
		return source.Text{}, false
	}
	t = placeholders(t, marks{angle: true, brackets: true})
	if format {
		t = n.braces(t)
	}
	if strings.Contains(rest, "@param") {
		t = t.Weaken("a field of a form")
	}
	return t, true
}

// braces replaces {NAME}.
func (n *notebook) braces(t source.Text) source.Text {
	return expand(t, "{", func(s string, i int) (int, source.Text) {
		end := until(s, i, "}")
		if end < 0 || i > 0 && s[i-1] == '$' {
			return 0, source.Text{}
		}
		switch expr := s[i+1 : i+end]; {
		case isName(expr):
			return end + 1, n.reference(t, i, i+end+1, expr)
		case isExpression(expr):
			return end + 1, unknown(t, i, i+end+1, "", "computed by the notebook")
		}
		return 0, source.Text{}
	})
}

// isExpression reports whether braces hold a member, an element or a call:
// {a.b}, {a['b']}, {f(a)}; a shell has no such braces.
func isExpression(s string) bool {
	i := strings.IndexAny(s, ".[(")
	return i > 0 && isName(s[:i]) && !strings.Contains(s, "..") && !strings.ContainsAny(s, " ,;$|") && s[len(s)-1] != '.'
}

func (n *notebook) reference(t source.Text, i, j int, name string) source.Text {
	val, why := n.value(name)
	if why == "" {
		return val
	}
	h := &source.Hole{Expr: t.String()[i:j], Why: why, Sym: n.file + ":{" + name + "}"}
	return hole(t, i, j, h)
}
