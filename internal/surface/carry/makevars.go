package carry

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// makeVar is a variable of make: one value, or one for each branch of the
// conditionals that set it.
type makeVar struct {
	values []makeValue
	maybe  bool   // there may be no value at all
	why    string // of a variable that has none: why it is not known
}

// makeValue is a text that is expanded where it is used, or was where it was
// set. What += adds to it is a part of its own.
type makeValue struct {
	parts []source.Text
	n     int // bytes of all parts
	done  bool
	weak  string
}

// targetVar is a variable's value in the recipes of some targets.
type targetVar struct {
	targets []string
	value   makeValue
}

// maxValues is how many values a variable is followed through.
const maxValues = 20

func (v makeVar) weaken(why string) makeVar {
	v.values = slices.Clone(v.values)
	for i := range v.values {
		if v.values[i].weak == "" {
			v.values[i].weak = why
		}
	}
	return v
}

// assignment reads NAME op VALUE; op is what stands before the equals sign.
func assignment(t source.Text) (name, op string, val source.Text, ok bool) {
	s := t.Mask('x')
	i := unnested(s, '=')
	if i < 0 {
		return "", "", source.Text{}, false
	}
	name = strings.TrimRight(s[:i], ":?+!")
	op = s[len(name):i]
	name = strings.TrimSpace(name)
	if name == "" || strings.ContainsAny(name, " \t:;$") {
		return "", "", source.Text{}, false
	}
	return name, op, trimLeft(t.Slice(i+1, t.Len())), true
}

// set takes an assignment outside of rules.
func (m *makefile) set(name, op string, val source.Text) {
	m.rule = nil
	if name == ".RECIPEPREFIX" && val.Len() > 0 {
		m.prefix = val.String()[0]
		return
	}
	old, known := m.vars[name]
	values := m.assigned(old, name, op, val)
	guard := slices.Contains(m.conds, name)
	switch {
	case (op == "?" || guard) && known && !old.maybe:
	case op == "!":
		m.vars[name] = makeVar{why: "the output of a command"}
	case op == "?" || guard:
		m.vars[name] = makeVar{values: values}.weaken("the default of " + name)
	case len(m.conds) > 0:
		m.vars[name] = makeVar{values: append(slices.Clip(old.values), values...), maybe: !known || old.maybe, why: old.why}
	default:
		m.vars[name] = makeVar{values: values, maybe: op == "+" && old.maybe}
	}
	if len(m.vars[name].values) > maxValues {
		m.vars[name] = makeVar{why: "set in many places"}
	}
}

// setFor takes the assignment of a variable of some targets.
func (m *makefile) setFor(targets []string, name, op string, val source.Text) {
	for _, v := range m.assigned(m.vars[name], name, op, val) {
		m.targets[name] = append(m.targets[name], targetVar{targets, v})
	}
}

// assigned returns the values that an assignment gives, one for each value
// that += adds to.
func (m *makefile) assigned(old makeVar, name, op string, val source.Text) []makeValue {
	val = filled(val)
	v := makeValue{parts: []source.Text{val}, n: val.Len()}
	switch {
	case strings.HasPrefix(op, ":"):
		val = m.expansion(val, nil)
		return []makeValue{{parts: []source.Text{val}, n: val.Len(), done: true}}
	case op != "+":
		return []makeValue{v}
	case len(old.values) == 0:
		v.weak = "the environment may set " + name
		return []makeValue{v}
	}
	out := slices.Clone(old.values)
	for i, o := range out {
		add := val
		if o.done {
			add = m.expansion(val, nil)
		}
		if len(m.conds) > 0 {
			o.parts = slices.Clip(o.parts) // another branch may add to it, too
		}
		if o.n > 0 {
			o.parts = append(o.parts, source.Derived(" ", add.Slice(0, 0).Span()))
		}
		out[i].parts = append(o.parts, add)
		out[i].n += 1 + add.Len()
	}
	return out
}

// value returns a variable as the recipe of a rule sees it; nil is outside of
// rules.
func (m *makefile) value(name string, rule *makeRule) makeVar {
	v, special := m.vars[name], m.targets[name]
	if rule == nil || len(special) == 0 {
		return v
	}
	if len(special)+len(v.values) > maxValues {
		return makeVar{why: "set for many targets"}
	}
	for _, t := range slices.Backward(special) {
		if slices.ContainsFunc(t.targets, func(name string) bool { return slices.Contains(rule.targets, name) }) {
			return makeVar{values: []makeValue{t.value}}
		}
	}
	some := len(v.values) == 0
	for _, t := range special { // it holds for what those targets need, too
		v.values = append(slices.Clip(v.values), t.value)
	}
	if some {
		return v.weaken("set for some targets only")
	}
	return v
}

// maxExpansion is the longest text that variables may add to a line,
// maxExpansions to all lines of a file.
const (
	maxExpansion  = 1 << 14
	maxExpansions = 1 << 22
)

// expansion returns a text with its variables replaced, as the recipe of a
// rule sees them.
func (m *makefile) expansion(t source.Text, rule *makeRule) source.Text {
	m.refill()
	return m.expand(t, rule, nil)
}

func (m *makefile) refill() {
	m.spent += maxExpansion - m.budget
	m.budget = maxExpansion
	if m.spent > maxExpansions {
		m.budget = 0
	}
}

func (m *makefile) expand(t source.Text, rule *makeRule, within []string) source.Text {
	return expand(t, "$", func(s string, i int) (int, source.Text) {
		if i+1 == len(s) {
			return 0, source.Text{}
		}
		name, n := s[i+1:i+2], 2
		switch s[i+1] {
		case '$':
			return 2, t.Slice(i+1, i+2)
		case '(', '{':
			end := closing(s, i+1)
			if end < 0 { // make stops here
				return len(s) - i, unknown(t, i, len(s), "", "not closed")
			}
			name, n = s[i+2:end], end+1-i
		}
		return n, m.reference(t.Slice(i, i+n), name, rule, within)
	})
}

// reference returns what $(name) stands for.
func (m *makefile) reference(ref source.Text, name string, rule *makeRule, within []string) source.Text {
	if t, ok := m.function(ref, name, rule, within); ok {
		return t
	}
	if t, ok := m.renaming(ref, name, rule, within); ok {
		return t
	}
	m.mayEval(name)
	h := &source.Hole{Expr: ref.String(), Why: "computed by make"}
	if name != "" && !strings.ContainsAny(name, " \t$:,") {
		t, why := m.lookup(name, rule, within)
		if why == "" {
			return t
		}
		if h.Why = why; strings.Trim(name, "@<*^?%+|DF") != "" {
			h.Sym = m.path + ":$(" + name + ")"
		}
	}
	return hole(ref, 0, ref.Len(), h)
}

// maxWithin is how deep variables may hold others.
const maxWithin = 50

// lookup returns the one text that a variable stands for, or why it is not known.
func (m *makefile) lookup(name string, rule *makeRule, within []string) (source.Text, string) {
	v := m.value(name, rule)
	if raw, ok := m.raw[name]; ok && m.evals {
		v.values = []makeValue{{parts: []source.Text{raw}, n: raw.Len()}}
	}
	m.budget--
	switch {
	case v.why != "":
		return source.Text{}, v.why
	case m.budget < 0:
		return source.Text{}, "too long to be read"
	case slices.Contains(within, name):
		return source.Text{}, "a variable that holds itself"
	case len(v.values) == 0:
		return source.Text{}, "set outside this makefile"
	case len(within) > maxWithin:
		return source.Text{}, "nested too deeply"
	}
	texts, raw := m.alternatives(v, rule, append(slices.Clip(within), name))
	switch {
	case m.budget < 0:
		return source.Text{}, "too long to be read"
	case len(texts) == 0:
		return source.Text{}, "empty here, to be set when make is called"
	case len(texts) > 1:
		return source.Text{}, "one of " + strings.Join(raw, ", ")
	case v.maybe:
		return source.Text{}, "set under a condition"
	}
	return texts[0], ""
}

// alternatives returns the different texts that a variable may stand for, and
// how they read. An empty value is a place to fill in.
func (m *makefile) alternatives(v makeVar, rule *makeRule, within []string) (out []source.Text, raw []string) {
	for _, val := range v.values {
		if m.budget -= val.n; m.budget < 0 {
			break
		}
		t := source.Concat(val.parts...)
		if !val.done {
			t = m.expand(t, rule, within)
		}
		if s := t.String(); s != "" && !slices.Contains(raw, s) {
			raw = append(raw, s)
			if val.weak != "" {
				t = t.Weaken(val.weak)
			}
			out = append(out, t)
		}
	}
	return out, raw
}

// environment returns the variables that the shell of a recipe starts with.
func (m *makefile) environment(rule *makeRule) scope {
	out := scope{}
	export := func(name string, v makeValue) {
		if isName(name) && v.n > 0 && (m.all || m.exported[name]) {
			ref := source.Unknown(&source.Hole{Expr: "$(" + name + ")"}, v.parts[0].Span())
			m.refill()
			out[name] = m.reference(ref, name, rule, nil)
		}
	}
	for name, v := range m.vars {
		if len(v.values) > 0 {
			export(name, v.values[0])
		}
	}
	for name, v := range m.targets {
		export(name, v[0].value)
	}
	return out
}
