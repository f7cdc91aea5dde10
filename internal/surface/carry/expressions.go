package carry

import (
	"cmp"
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
	mixed  bool  // some jobs of the matrix run on Windows, and no shell is named
	given  scope // what a caller gives to the inputs; nil where none is read
	depth  int   // of callers
	used   *int  // how many files were followed
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

// later is why most expressions are not known.
const later = "set when the workflow runs"

// value returns the text of the expression at [i, j) of text: the first of
// its terms, which || separates, that is not empty.
func (c *context) value(text source.Text, i, j int) source.Text {
	inner := text.Slice(i+3, j-2).TrimSpace()
	h := &source.Hole{Expr: text.String()[i:j], Sym: c.symbol(inner.String())}
	if h.OneOf, h.Each = c.turns(inner.String()); h.Each != "" {
		h.Why = among(distinct(h.OneOf))
		return hole(text, i, j, h)
	}
	var can []source.Text
	sure, weak := true, "" // no term of an unknown value was passed; what else could stand here
	all := operands(inner, "||")
	for n, term := range all {
		got, why, yields := c.term(term)
		if len(got) == 1 && !got[0].Known() && len(all) > 1 {
			why, got = got[0].Hole().Why, got[0].Choices()
		}
		switch {
		case len(got) == 0:
			sure, weak, h.Why = false, cmp.Or(weak, "the fallback of "+term.String()), cmp.Or(h.Why, why)
			continue
		case !yields && (got[0].String() == "" && !sure || n+1 < len(all) && (got[0].String() == "" || term.String() == "false")):
			weak = cmp.Or(weak, got[0].Weak())
			continue
		}
		can = append(can, got...)
		if yields {
			continue
		}
		switch can = distinct(can); {
		case len(can) == 1 && weak == "":
			return can[0]
		case len(can) == 1 && can[0].Known():
			return can[0].Weaken(weak)
		case sure && weak == "":
			h.OneOf, h.Why = can, among(can)
		case len(can) > 1:
			h.Why = among(can) + ", or another value"
		}
		break
	}
	h.Why = cmp.Or(h.Why, later)
	return hole(text, i, j, h)
}

// term returns the values that a term can have, none if that is not known,
// and whether it can also be empty: "condition && value" is.
func (c *context) term(term source.Text) (can []source.Text, why string, yields bool) {
	if s := term.String(); strings.HasPrefix(s, "(") && strings.IndexByte(s, ')') == len(s)-1 {
		term = term.Slice(1, len(s)-1).TrimSpace()
	}
	parts := operands(term, "&&")
	can, why = c.lookup(parts[len(parts)-1])
	return can, why, len(parts) > 1
}

// operands cuts an expression at an operator that stands outside strings and
// parentheses.
func operands(expr source.Text, op string) []source.Text {
	var out []source.Text
	s, from, depth, quoted := expr.String(), 0, 0, false
	for i := range len(s) {
		switch {
		case s[i] == '\'':
			quoted = !quoted
		case quoted:
		case s[i] == '(':
			depth++
		case s[i] == ')':
			depth--
		case depth == 0 && i >= from && strings.HasPrefix(s[i:], op):
			out = append(out, expr.Slice(from, i).TrimSpace())
			from = i + len(op)
		}
	}
	return append(out, expr.Slice(from, len(s)).TrimSpace())
}

// distinct drops texts that stood before.
func distinct(ts []source.Text) []source.Text {
	var out []source.Text
	for _, t := range ts {
		if !slices.ContainsFunc(out, func(o source.Text) bool { return o.String() == t.String() }) {
			out = append(out, t)
		}
	}
	return out
}

// among says which values are possible.
func among(ts []source.Text) string {
	var out []string
	for _, t := range ts {
		out = append(out, t.String())
	}
	return "one of " + strings.Join(out, ", ")
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

// lookup returns what an expression stands for, several texts for one of
// them, or why that is not known.
func (c *context) lookup(expr source.Text) ([]source.Text, string) {
	if lit, ok := literal(expr); ok {
		return []source.Text{lit}, ""
	}
	name := strings.TrimPrefix(strings.ReplaceAll(expr.String(), " ", ""), "github.event.")
	root, rest, _ := strings.Cut(name, ".")
	switch root {
	case "env":
		if t, ok := c.env[rest]; ok {
			return []source.Text{t}, ""
		}
	case "inputs":
		if t, ok := c.given[rest]; ok {
			return []source.Text{t}, ""
		}
		if isPath(rest) && c.given != nil {
			return choose(c.defaults(rest), "", later)
		}
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

// literal reads a string, number, true or false of the expression language.
func literal(expr source.Text) (source.Text, bool) {
	s := expr.String()
	if s == "true" || s == "false" || s != "" && strings.Trim(s, "0123456789.") == "" {
		return expr, true
	}
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

// turns returns the values that an expression has in the jobs of a matrix, in
// step with all of the same symbol. "" where it is not sure that there is a job
// for each.
func (c *context) turns(expr string) (out []source.Text, each string) {
	name, ok := strings.CutPrefix(expr, "matrix.")
	if !ok || !isPath(name) || c.matrix.Open() != nil || c.matrix.Get("exclude").Present() {
		return nil, ""
	}
	path := strings.Split(name, ".")
	axes, rows := len(c.matrix.Entries()), c.matrix.Get("include")
	each = c.file + ":" + c.job + ":matrix."
	if !rows.Present() {
		rows, each = c.matrix.Get(path[0]), each+path[0]
		path = path[1:]
	} else if axes > 1 {
		return nil, ""
	}
	for _, row := range rows.Items() {
		t := row
		if len(path) > 0 {
			t = row.Get(path...)
		}
		if one, _ := choose([]value.Tree{t}, "", ""); len(one) == 1 {
			out = append(out, one[0])
		}
	}
	if len(out) < len(rows.Items()) || rows.Open() != nil {
		return nil, ""
	}
	if each != c.file+":"+c.job+":matrix." { // of one axis
		out = distinct(out)
	}
	if len(out) < 2 {
		return nil, ""
	}
	return out, each
}

// choose returns the texts of trees, or why they are not known. With weak,
// something else may replace them: then they must agree.
func choose(trees []value.Tree, weak, why string) ([]source.Text, string) {
	var can []source.Text
	for _, t := range trees {
		if !isScalar(t) || strings.Contains(t.Text.String(), "${{") || !t.Text.Known() {
			return nil, why
		}
		can = append(can, t.Text)
	}
	switch can = distinct(can); {
	case len(can) == 0:
		return nil, why
	case weak == "":
		return can, ""
	case len(can) > 1:
		return nil, among(can)
	}
	return []source.Text{can[0].Weaken(weak)}, ""
}
