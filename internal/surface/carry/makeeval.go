package carry

import (
	"maps"
	"regexp"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/source"
)

// eval reads what $(eval) is given as a part of the makefile. In a recipe it can
// only set variables. It reports false where that goes too deep.
func (m *makefile) eval(t source.Text, rule *makeRule, within []string) bool {
	if m.depth >= maxIncludes {
		return false
	}
	evals := m.evals
	m.evals = true
	t = m.expand(t, rule, within)
	m.evals = evals
	rules, last, budget := m.rules, m.rule, m.budget
	m.depth++
	m.read(t)
	m.depth--
	if m.rule, m.budget = last, min(m.budget, budget); rule != nil {
		m.rules = rules
	}
	return true
}

// evalSets is what $(eval NAME := …) sets.
var evalSets = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\beval[ \t]+([\w.-]+)[ \t]*[:+?!]*=`) })

// mayEval makes the variables unknown that an expression may set which is not followed.
func (m *makefile) mayEval(expr string) {
	if !strings.Contains(expr, "eval") {
		return
	}
	for _, set := range evalSets().FindAllStringSubmatch(expr, -1) {
		m.vars[set[1]] = makeVar{why: "set where make evaluates " + expr}
	}
}

// evaluated returns the variables that recipes set with $(eval), by the rule that does.
func (m *makefile) evaluated() map[string]*makeRule {
	var out map[string]*makeRule
	for _, rule := range m.rules {
		for _, line := range rule.lines {
			if !strings.Contains(line.Mask('x'), "eval") {
				continue
			}
			before := maps.Clone(m.vars)
			m.expansion(line, rule)
			for name, v := range m.vars {
				if old, ok := before[name]; !ok || !v.same(old) {
					if out == nil {
						out = map[string]*makeRule{}
					}
					out[name] = rule
				}
			}
			m.vars = before
		}
	}
	return out
}

// same reports whether two variables were set in one place.
func (v makeVar) same(o makeVar) bool {
	if len(v.values) != len(o.values) || v.why != o.why {
		return false
	}
	for i := range v.values {
		if a, b := v.values[i], o.values[i]; a.n != b.n || len(a.parts) != len(b.parts) || len(a.parts) > 0 && a.parts[0].Span() != b.parts[0].Span() {
			return false
		}
	}
	return true
}

// apart reads a recipe that may set variables for itself. Whether one that sets any of them
// has run before is not known.
func (m *makefile) apart(rule *makeRule, set map[string]*makeRule, recipe func()) {
	if len(set) == 0 {
		recipe()
		return
	}
	before := maps.Clone(m.vars)
	for name, by := range set {
		if by != rule || !strings.Contains(rule.lines[0].Mask('x'), "eval") {
			m.vars[name] = makeVar{why: "set in the recipe of " + strings.Join(by.targets, " ")}
		}
	}
	recipe()
	m.vars = before
}
