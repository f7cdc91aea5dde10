package carry

import (
	"maps"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// context is what the expressions of one step can name.
type context struct {
	file   string
	job    string
	env    scope
	inputs value.Tree // the document, which declares inputs
	matrix value.Tree
}

// with returns the context inside an env mapping, whose values see what is outside.
func (c *context) with(env value.Tree) *context {
	out := *c
	out.env = maps.Clone(c.env)
	if out.env == nil {
		out.env = scope{}
	}
	out.env.add(env, c.fill)
	return &out
}

// inside returns the context with other variables.
func (c *context) inside(env scope) *context {
	out := *c
	out.env = env
	return &out
}

// fill replaces the ${{ … }} expressions of a text by what they stand for.
func (c *context) fill(text source.Text) source.Text {
	return expand(text, "$", func(s string, i int) (int, source.Text) {
		if !strings.HasPrefix(s[i:], "${{") {
			return 0, source.Text{}
		}
		end := expressionEnd(s, i+3)
		if end < 0 {
			return 0, source.Text{}
		}
		return end - i, c.value(text, i, end)
	})
}

// expressionEnd returns the offset behind the }} that closes an expression.
// Its strings stand in single quotes.
func expressionEnd(s string, i int) int {
	quoted := false
	s = s[:min(len(s), i+maxExpression)]
	for ; i+1 < len(s); i++ {
		switch {
		case s[i] == '\'':
			quoted = !quoted
		case !quoted && s[i] == '}' && s[i+1] == '}':
			return i + 2
		}
	}
	return -1
}

// value returns the text of the expression at [i, j) of text.
func (c *context) value(text source.Text, i, j int) source.Text {
	inner := text.Slice(i+3, j-2).TrimSpace()
	left, right, either := inner.Cut("||")
	if !either {
		left = inner
	}
	got, why := c.lookup(left.TrimSpace())
	switch {
	case got != nil && (got.Known() || !either):
		return *got
	case either:
		if lit, ok := literal(right.TrimSpace()); ok && lit.Len() > 0 {
			return lit.Weaken("the fallback of " + left.TrimSpace().String())
		}
	}
	return hole(text, i, j, &source.Hole{Expr: text.String()[i:j], Why: why, Sym: c.symbol(inner.String())})
}

// perJob are the contexts whose values differ between the jobs of one run.
var perJob = []string{"env.", "matrix.", "steps.", "needs.", "job.", "runner.", "strategy."}

// symbol names the value of an expression: the same in one run wherever it
// stands, or wherever it stands in one job.
func (c *context) symbol(expr string) string {
	expr = strings.Join(strings.Fields(expr), "")
	scope := c.file
	if slices.ContainsFunc(perJob, func(p string) bool { return strings.Contains(expr, p) }) {
		scope += ":" + c.job
	}
	return scope + ":${{" + expr + "}}"
}

// lookup returns what an expression stands for, or why that is not known.
func (c *context) lookup(expr source.Text) (*source.Text, string) {
	const later = "set when the workflow runs"
	if lit, ok := literal(expr); ok {
		return &lit, ""
	}
	name := strings.TrimPrefix(strings.ReplaceAll(expr.String(), " ", ""), "github.event.")
	root, rest, _ := strings.Cut(name, ".")
	switch root {
	case "env":
		if t, ok := c.env[rest]; ok {
			return &t, ""
		}
	case "inputs":
		if isPath(rest) {
			return choose(c.defaults(rest), "the default of input "+rest, later)
		}
	case "matrix":
		if isPath(rest) {
			return choose(c.cells(strings.Split(rest, ".")), "", later)
		}
	}
	return nil, later
}

func isPath(s string) bool {
	return s != "" && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.") == ""
}

// literal reads a string of the expression language.
func literal(expr source.Text) (source.Text, bool) {
	s := expr.String()
	if len(s) < 2 || s[0] != '\'' || strings.IndexByte(s[1:], '\'') != len(s)-2 {
		return source.Text{}, false
	}
	return expr.Slice(1, len(s)-1), true
}

// defaults returns the literal defaults of an input, by whatever the workflow
// or action is started.
func (c *context) defaults(name string) []value.Tree {
	var out []value.Tree
	for _, path := range [][]string{{"on", "workflow_dispatch"}, {"on", "workflow_call"}, {}} {
		t := c.inputs.Get(append(path, "inputs", name, "default")...)
		if t.Present() {
			out = append(out, t)
		}
	}
	return out
}

// cells returns the values that a job's matrix gives to a name.
func (c *context) cells(path []string) []value.Tree {
	if c.matrix.Open() != nil || c.matrix.Get("include").Kind == value.KindUnknown {
		return nil
	}
	axis := c.matrix.Get(path[0])
	out := axis.Items()
	if axis.Present() && axis.List == nil || axis.Open() != nil {
		return nil // an expression gives the list
	}
	for _, item := range c.matrix.Get("include").Items() {
		if t := item.Get(path[0]); t.Kind != value.KindAbsent {
			out = append(slices.Clip(out), t)
		}
	}
	for i := range out {
		if len(path) > 1 {
			out = slices.Clone(out)
			out[i] = out[i].Get(path[1:]...)
		}
	}
	return out
}

// choose returns the one text that all trees agree on, weak for the reason
// given, or why it is not known.
func choose(trees []value.Tree, weak, why string) (*source.Text, string) {
	var seen []string
	for _, t := range trees {
		if !isScalar(t) || strings.Contains(t.Text.String(), "${{") || !t.Text.Known() {
			return nil, why
		}
		if s := t.Text.String(); !slices.Contains(seen, s) {
			seen = append(seen, s)
		}
	}
	switch len(seen) {
	case 0:
		return nil, why
	case 1:
		t := trees[0].Text
		if weak != "" {
			t = t.Weaken(weak)
		}
		return &t, ""
	}
	return nil, "one of " + strings.Join(seen, ", ")
}
