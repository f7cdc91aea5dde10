package carry

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// makeFunctions are the functions of make that are followed, and how many
// arguments they take.
var makeFunctions = map[string]int{"strip": 1, "or": 2, "addprefix": 2, "subst": 3, "patsubst": 3, "foreach": 3}

// function returns what a call of one of makeFunctions stands for.
func (m *makefile) function(ref source.Text, call string, rule *makeRule, within []string) (source.Text, bool) {
	name, _, _ := strings.Cut(call, " ")
	switch name {
	case "eval":
		return source.Text{}, m.eval(trimLeft(ref.Slice(len("$(eval "), ref.Len()-1)), rule, within)
	case "call":
		return m.call(trimLeft(ref.Slice(len("$(call "), ref.Len()-1)), rule, within)
	}
	n := makeFunctions[name]
	if m.budget--; n == 0 || m.budget < 0 || len(within) > maxWithin {
		return source.Text{}, false
	}
	args := arguments(trimLeft(ref.Slice(len("$(")+len(name)+1, ref.Len()-1)), n)
	if len(args) != n || name == "or" && unnested(args[1].Mask('x'), ',') >= 0 {
		return source.Text{}, false
	}
	last := args[n-1]
	switch name {
	case "strip":
		return spaced(m.expand(last, rule, within).Fields()), true
	case "subst":
		from, known := m.exact(args[0].String(), rule, within)
		to, exact := m.exact(args[1].String(), rule, within)
		t := m.expand(last, rule, within)
		if !known || !exact || from == "" || strings.Count(t.String(), from)*len(to) > m.budget {
			return source.Text{}, false
		}
		return substituted(t, from, to), true
	case "addprefix":
		before := m.expand(args[0], rule, within)
		return m.each(m.expand(last, rule, within), func(w source.Text) source.Text { return before.Add(w) })
	case "patsubst":
		return m.each(m.expand(last, rule, within), renamer(m.expand(args[0].TrimSpace(), rule, within).String(), m.expand(args[1], rule, within)))
	case "foreach":
		of := args[0].TrimSpace().String()
		old, had := m.vars[of]
		out, ok := m.each(m.expand(args[1], rule, within), func(w source.Text) source.Text {
			m.vars[of] = makeVar{values: []makeValue{{parts: []source.Text{w}, n: w.Len(), done: true}}}
			return m.expand(last, rule, within)
		})
		if m.vars[of] = old; !had {
			delete(m.vars, of)
		}
		return out, ok
	}
	t := m.expand(args[0].TrimSpace(), rule, within).TrimSpace()
	switch {
	case t.Known() && t.Len() > 0:
		return t, true
	case t.Hole() != nil && !t.AllHole():
		return t, true // not empty, whatever it is
	}
	return m.expand(last.TrimSpace(), rule, within).Weaken("the default of " + args[0].TrimSpace().String()), true
}

// spaced returns words with a blank between them.
func spaced(words []source.Text) source.Text {
	var out []source.Text
	for i, w := range words {
		if i > 0 {
			out = append(out, source.Derived(" ", w.Span()))
		}
		out = append(out, w)
	}
	return source.Concat(out...)
}

// renaming returns what $(NAME:FROM=TO) stands for.
func (m *makefile) renaming(ref source.Text, call string, rule *makeRule, within []string) (source.Text, bool) {
	name, pattern, ok := strings.Cut(call, ":")
	from, _, both := strings.Cut(pattern, "=")
	if !ok || !both || !isName(name) || strings.Contains(from, "$") {
		return source.Text{}, false
	}
	words, why := m.lookup(name, rule, within)
	if why != "" {
		return source.Text{}, false
	}
	to := m.expand(ref.Slice(len("$(")+len(name)+1+len(from)+1, ref.Len()-1), rule, within)
	if !strings.Contains(from, "%") {
		from, to = "%"+from, source.Derived("%", ref.Span()).Add(to)
	}
	return m.each(words, renamer(from, to))
}

// renamer returns what words become that have the form of a pattern, in which %
// stands for any part.
func renamer(from string, to source.Text) func(source.Text) source.Text {
	head, tail, open := strings.Cut(from, "%")
	before, after, fill := to.Cut("%")
	return func(w source.Text) source.Text {
		s := w.String()
		switch {
		case len(s) < len(head)+len(tail), !strings.HasPrefix(s, head), !strings.HasSuffix(s, tail), !open && s != head:
			return w
		case !fill:
			return to
		}
		return source.Concat(before, w.Slice(len(head), len(s)-len(tail)), after)
	}
}

// each changes the words of a list, if they are known.
func (m *makefile) each(list source.Text, change func(source.Text) source.Text) (source.Text, bool) {
	if !list.Known() {
		return source.Text{}, false
	}
	var out []source.Text
	for _, w := range list.Fields() {
		w = change(w)
		if m.budget -= w.Len() + 1; m.budget < 0 {
			return source.Text{}, false
		}
		out = append(out, w)
	}
	return spaced(out), len(out) > 0
}

// arguments splits what a function is called with at its first commas.
func arguments(list source.Text, most int) []source.Text {
	var out []source.Text
	for len(out) < most-1 {
		i := unnested(list.Mask('x'), ',')
		if i < 0 {
			break
		}
		out, list = append(out, list.Slice(0, i)), list.Slice(i+1, list.Len())
	}
	return append(out, list)
}

// exact returns what a text stands for in which variables may be empty, as those are
// that spell a comma or a blank for $(subst).
func (m *makefile) exact(s string, rule *makeRule, within []string) (string, bool) {
	out := ""
	for {
		before, after, ok := strings.Cut(s, "$")
		if out += before; !ok {
			return out, true
		}
		end := -1
		if after != "" && (after[0] == '(' || after[0] == '{') {
			end = closing(after, 0)
		}
		if end < 0 {
			return "", false
		}
		name := after[1:end]
		v := m.value(name, rule)
		if len(v.values) != 1 || v.maybe || v.values[0].weak != "" || slices.Contains(within, name) {
			return "", false
		}
		if m.budget -= 1 + v.values[0].n; m.budget < 0 {
			return "", false
		}
		val, ok := m.exact(source.Concat(v.values[0].parts...).String(), rule, append(slices.Clip(within), name))
		if !ok {
			return "", false
		}
		out, s = out+val, after[end+1:]
	}
}

// substituted replaces all of one string in what is known of a text.
func substituted(t source.Text, from, to string) source.Text {
	var cuts []cut
	s := t.Mask(0)
	for i := 0; ; i += len(from) {
		n := strings.Index(s[i:], from)
		if n < 0 {
			return replace(t, cuts)
		}
		i += n
		cuts = append(cuts, cut{i, i + len(from), source.Derived(to, t.Slice(i, i+len(from)).Span())})
	}
}

// maxArguments is how many arguments $(call) gives.
const maxArguments = 9

// call returns what $(call NAME,X,…) stands for.
func (m *makefile) call(list source.Text, rule *makeRule, within []string) (source.Text, bool) {
	args := arguments(list, maxArguments+1)
	old, given := map[string]makeVar{}, map[string]makeVar{}
	for i := 1; i <= maxArguments; i++ {
		name := strconv.Itoa(i)
		old[name], given[name] = m.vars[name], makeVar{} // none of the call around it
		if i < len(args) {
			t := m.expand(args[i], rule, within) // with its blanks
			given[name] = makeVar{values: []makeValue{{parts: []source.Text{t}, n: t.Len(), done: true}}}
		}
	}
	maps.Copy(m.vars, given)
	t, why := m.lookup(args[0].TrimSpace().String(), rule, within)
	maps.Copy(m.vars, old)
	return t, why == ""
}
