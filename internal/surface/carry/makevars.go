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

// makeValue is a text that is expanded where it is used, or was where it was set.
type makeValue struct {
	text source.Text
	done bool
	weak string
}

// targetVar is a variable's value in the recipes of some targets.
type targetVar struct {
	targets string
	value   makeValue
}

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
		m.vars[name] = makeVar{values: values, maybe: op == "+" && old.maybe, why: old.why}
	}
}

// setFor takes the assignment of a variable of some targets.
func (m *makefile) setFor(targets []string, name, op string, val source.Text) {
	for _, v := range m.assigned(m.vars[name], name, op, val) {
		m.targets[name] = append(m.targets[name], targetVar{strings.Join(targets, " "), v})
	}
}

// assigned returns the values that an assignment gives, one for each value
// that += adds to.
func (m *makefile) assigned(old makeVar, name, op string, val source.Text) []makeValue {
	v := makeValue{text: val}
	if strings.HasPrefix(op, ":") {
		v = makeValue{text: m.expansion(val, ""), done: true}
	}
	if op != "+" {
		return []makeValue{v}
	}
	if len(old.values) == 0 {
		v.weak = "the environment may set " + name
		return []makeValue{v}
	}
	out := slices.Clone(old.values)
	for i, o := range out {
		add := val
		if o.done {
			add = m.expansion(val, "")
		}
		if o.text.Len() > 0 {
			add = source.Concat(o.text, source.Derived(" ", add.Slice(0, 0).Span()), add)
		}
		out[i].text = add
	}
	return out
}

// value returns what a variable stands for in the recipe of a target, and
// the values that it may have.
func (m *makefile) value(name, target string) makeVar {
	v := m.vars[name]
	others := 0
	for _, t := range m.targets[name] {
		if t.targets == target {
			v = makeVar{values: []makeValue{t.value}}
			others = 0
		} else if target != "" && v.why == "" {
			v.values = append(slices.Clip(v.values), t.value) // it holds for what that target needs, too
			others++
		}
	}
	if others == len(v.values) && others > 0 {
		return v.weaken("set for some targets only")
	}
	return v
}

// maxExpansion is the longest text that a line may become.
const maxExpansion = 1 << 16

// expansion returns a text with its variables replaced, as the recipe of a
// target sees them.
func (m *makefile) expansion(t source.Text, target string) source.Text {
	m.budget = maxExpansion
	return m.expand(t, target, nil)
}

func (m *makefile) expand(t source.Text, target string, within []string) source.Text {
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
		return n, m.reference(t.Slice(i, i+n), name, target, within)
	})
}

// reference returns what $(name) stands for.
func (m *makefile) reference(ref source.Text, name, target string, within []string) source.Text {
	h := &source.Hole{Expr: ref.String(), Why: "computed by make"}
	if name != "" && !strings.ContainsAny(name, " \t$:,") {
		t, why := m.lookup(name, target, within)
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
func (m *makefile) lookup(name, target string, within []string) (source.Text, string) {
	v := m.value(name, target)
	m.budget--
	switch {
	case v.why != "":
		return source.Text{}, v.why
	case slices.Contains(within, name):
		return source.Text{}, "a variable that holds itself"
	case len(v.values) == 0:
		return source.Text{}, "set outside this makefile"
	case len(within) > maxWithin:
		return source.Text{}, "nested too deeply"
	}
	texts, raw := m.alternatives(v, target, append(slices.Clip(within), name))
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
func (m *makefile) alternatives(v makeVar, target string, within []string) (out []source.Text, raw []string) {
	for _, val := range v.values {
		if m.budget < 0 {
			break
		}
		t := val.text
		if !val.done {
			t = m.expand(t, target, within)
		}
		m.budget -= t.Len()
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
		if isName(name) && v.text.Len() > 0 && (m.all || m.exported[name]) {
			m.budget = maxExpansion
			out[name] = m.reference(source.Unknown(&source.Hole{Expr: "$(" + name + ")"}, v.text.Span()), name, rule.target(), nil)
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
