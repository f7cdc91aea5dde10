package carry

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// powershell completes a script of PowerShell.
func (w *winVars) powershell(text source.Text) source.Text {
	s := text.Mask('\x00')
	w.times = map[string]int{}
	all := winForms().set.FindAllStringSubmatchIndex(s, -1)
	for _, m := range winForms().sets.FindAllStringSubmatchIndex(s, -1) {
		before := s[max(0, m[0]-maxPlaceholder):m[0]]
		if !strings.HasPrefix(strings.TrimLeft(before[strings.LastIndexByte(before, '\n')+1:], " \t"), "#") {
			w.times[variable(s[m[2]:m[3]])]++
		}
	}
	for _, m := range winForms().binds.FindAllStringSubmatch(s, -1) {
		w.times[variable(m[1])] += 2
	}
	for _, m := range winForms().takes.FindAllStringIndex(s, -1) {
		end := m[1] + max(closing(s[m[1]-1:], 0), 0)
		for _, m := range winForms().name.FindAllStringSubmatch(s[m[1]:min(end, len(s))], -1) {
			w.times[variable(m[1])] += 2
		}
	}
	var cuts []cut
	in := &blocks{s: s, function: -1}
	named := uses(s)
	own, given := owned(s, named), map[string]int{}
	for _, m := range all {
		name, plus := variable(s[m[4]:m[5]]), s[m[6]:m[7]] == "+"
		if given[name]++; !plus {
			delete(w.vars, name)
		}
		_, added := w.lists[name]
		v, end := w.literal(text, s, m[8])
		runs := in.always(m[0])
		switch {
		case end == 0 || !runs || m[6] < m[7] && !plus || in.function >= 0 && !own(in.function, s[m[4]:m[5]]) || plus != added:
		case plus && settles(named[name], end, given[name]): // and no other way, as the count shows
			w.lists[name] = append(w.lists[name], v.items...)
			cuts = append(cuts, cut{from: m[0], to: end})
			continue
		case v.list:
			insertList(&w.lists, name, v.items)
			cuts = append(cuts, cut{from: m[0], to: end})
			continue
		case w.times[name] > 1 || v.items[0].Len() > maxExpression: // it may name another twice
		default:
			w.vars[name] = v.items[0]
			cuts = append(cuts, cut{from: m[0], to: end})
			continue
		}
		given[name] = -len(all) // set in a way that is not followed
	}
	for name := range w.lists {
		if given[name] != w.times[name] {
			delete(w.lists, name)
		}
	}
	slices.SortFunc(cuts, func(a, b cut) int { return a.from - b.from })
	return w.dollars(w.blocks(replace(text, cuts)), 0)
}

// uses returns where a script names each of its variables.
func uses(s string) map[string][]int {
	out := map[string][]int{}
	for _, m := range winForms().name.FindAllStringSubmatchIndex(s, -1) {
		name := variable(s[m[2]:m[3]])
		out[name] = append(out[name], m[0])
	}
	return out
}

// owned returns whether a variable that a function sets is used nowhere else: outside
// of it there is none, or another of the same name.
func owned(s string, named map[string][]int) func(function int, name string) bool {
	ends := map[int]int{}
	return func(function int, name string) bool {
		if strings.Contains(name, ":") {
			return true // of the script, or the environment
		}
		if _, ok := ends[function]; !ok {
			ends[function] = function + max(closing(s[function:], 0), 0)
		}
		at := named[variable(name)]
		return len(at) > 0 && function < at[0] && at[len(at)-1] < ends[function]
	}
}

// variable returns the name that a variable goes by: in which scope of the
// script it is set does not matter.
func variable(name string) string {
	name = strings.ToLower(name)
	for _, where := range []string{"script:", "global:", "local:"} {
		name = strings.TrimPrefix(name, where)
	}
	return name
}

// dollars replaces $NAME, ${NAME} and $env:NAME, and @NAME that stands for the
// words of a list. quote is what the text stands in.
func (w *winVars) dollars(text source.Text, quote byte) source.Text {
	scanned, comment := 0, false
	outer := quote
	return expand(text, "$@", func(s string, i int) (int, source.Text) {
		for ; scanned < i; scanned++ {
			switch c := s[scanned]; {
			case c == '\n':
				comment = false
			case comment:
			case c == '`' && quote != '\'':
				scanned++
			case c == quote && outer == 0:
				quote = 0
			case quote != 0:
			case c == '#' && begins(s, scanned):
				comment = true
			case c == '\'' || c == '"':
				quote = c
			}
		}
		if n := subexpression(s[i:]); n > 0 && scanned == i && !comment && quote != '\'' {
			if v, end := w.literal(text, s, i+len("$(")); end > 0 && strings.TrimSpace(s[end:i+n-1]) == "" && !v.list && plainText(v.items[0], "") {
				return n, v.items[0]
			}
			inner := text.Slice(i+len("$("), i+n-1).TrimSpace()
			if m := winForms().used.FindString(inner.String()); len(m) == inner.Len() {
				return n, w.dollars(inner, '"')
			}
			return n, w.unknown(text, i, i+n, "")
		}
		m := winForms().used.FindStringSubmatch(s[i:])
		if scanned > i || comment || quote == '\'' || m == nil {
			return 0, source.Text{}
		}
		name, n := variable(m[1]+m[2]+m[3]), len(m[0])
		list, isList := w.lists[name]
		alone := quote == 0 && begins(s, i) && (i+n == len(s) || strings.IndexByte(" \t\r\n;|&)", s[i+n]) >= 0)
		switch {
		case s[i] == '@' && (quote != 0 || !begins(s, i)):
			return 0, source.Text{}
		case isList && alone:
			return n, quotedWords(list)
		case w.shells[name] && s[i] == '$' && quote == 0:
			return n, source.Derived(`"${`+name+`}"`, text.Slice(i, i+n).Span())
		case w.shells[name] && s[i] == '$':
			return n, source.Derived("${"+name+"}", text.Slice(i, i+n).Span())
		case name == "args" && alone && w.times[name] == 0:
			return n, source.Derived(`"$@"`, text.Slice(i, i+n).Span())
		case s[i] == '$' && quote == 0 && i+n+1 < len(s) && (s[i+n] == '[' || s[i+n] == '.' && isLetter(s[i+n+1])): // a part of an object
			for i+n < len(s) && (isWord(s[i+n]) || strings.IndexByte(".[]$'", s[i+n]) >= 0) {
				n++
			}
			return n, w.unknown(text, i, i+n, "")
		}
		t, ok := w.vars[name]
		switch {
		case !ok || s[i] == '@' || !plainText(t, ""):
			return n, w.unknown(text, i, i+n, name)
		case quote == 0 && strings.Contains(t.Mask('x'), " "):
			mark := source.Derived("'", text.At(i))
			return n, source.Concat(mark, t, mark)
		}
		return n, t
	})
}

// subexpression returns the length of $($NAME …), 0 if a text starts with no such.
func subexpression(s string) int {
	if s = s[:min(len(s), maxPlaceholder)]; !strings.HasPrefix(s, "$(") || strings.IndexAny(strings.TrimLeft(s[len("$("):], " "), "$@'\"") != 0 {
		return 0
	}
	return closing(s, 1) + 1
}
