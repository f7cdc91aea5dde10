package carry

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/source"
)

// batchForms are the statements of batch files that are written as a shell writes them.
var batchForms = sync.OnceValue(func() (f struct{ scope, ends, exit, run, loop *regexp.Regexp }) {
	f.scope = regexp.MustCompile(`(?im)^[ \t]*@?(setlocal|endlocal)\b`)
	// behind these, nothing runs but what a jump leads to
	f.ends = regexp.MustCompile(`(?im)^[ \t]*@?(?:exit(?:[ \t]+/b)?(?:[ \t]+\S+)?|goto[ \t:]+\w[\w.-]*)[ \t]*\r?$`)
	f.exit = regexp.MustCompile(`(?im)(?:^|[ \t(&|])(exit(?:[ \t]+/b)?(?:[ \t]+-?\d+)?)(?:[ \t)&|\r]|$)`)
	f.run = regexp.MustCompile(`(?im)\bcmd(?:\.exe)?[ \t]+/c[ \t]+(")[^\r\n]*(")[ \t]*\r?$`)
	f.loop = regexp.MustCompile(`(?im)^[ \t]*@?(for[ \t]+(/[a-z][^%\r\n]*)?%%([a-z])[ \t]+in[ \t]*\(((?:'[^'\r\n]*'|"[^"\r\n]*"|[^()])*)\)[ \t]*do[ \t]*)(\(?)`)
	return f
})

// winSet is one place where a batch file sets a variable: from at up to until.
type winSet struct {
	at, until int
	val       source.Text
	known     bool
}

// batch completes a script of the command line. What set gives is all there is
// up to the end of the line, and holds up to endlocal.
func (w *winVars) batch(text source.Text) source.Text {
	s := text.Mask('\x00')
	w.times, w.sets = map[string]int{}, map[string][]winSet{}
	all := winForms().batchSet.FindAllStringSubmatchIndex(s, -1)
	for _, m := range all {
		w.times[strings.ToLower(s[m[6]:m[7]])]++
	}
	in, skips, until := &blocks{s: s}, jumps(s, len(all)), scopes(s)
	labels := winForms().label.MatchString(s)
	late := strings.Contains(strings.ToLower(s), "enabledelayedexpansion")
	for _, m := range all {
		name, val := strings.ToLower(s[m[6]:m[7]]), text.Slice(m[8], m[9])
		starts := strings.Trim(s[strings.LastIndexByte(s[:m[0]], '\n')+1:m[0]], " \t@") == ""
		blank := strings.IndexByte(" \t", s[m[7]]) >= 0 // is part of the name
		set := winSet{at: m[1], until: until(m[0])}
		if set.known = in.always(m[0]) && starts && !(labels && w.times[name] > 1) && m[2] < 0 && !blank && !skips(m[0], name); labels && set.until == len(s) {
			set.at = 0 // a jump may lead back
		}
		if m[4] < m[5] {
			end := strings.LastIndexByte(val.String(), '"')
			set.known = set.known && end >= 0
			val = val.Slice(0, max(end, 0))
		}
		if set.known {
			set.val = w.percents(val, late, func(int) int { return m[0] })
			set.known = set.val.Len() <= maxExpression // it may name another twice
		}
		w.sets[name] = append(w.sets[name], set)
	}
	return w.percents(text, late, func(i int) int { return i })
}

// scopes returns up to where the variables hold that are set at a place: the end of
// the innermost setlocal around it.
func scopes(s string) func(at int) int {
	type scope struct{ from, to int }
	var all []scope
	var open []int
	for _, m := range batchForms().scope.FindAllStringSubmatchIndex(s, -1) {
		if strings.EqualFold(s[m[2]:m[3]], "setlocal") {
			open = append(open, len(all))
			all = append(all, scope{m[0], len(s)})
		} else if n := len(open); n > 0 {
			all[open[n-1]].to = m[0]
			open = open[:n-1]
		}
	}
	return func(at int) int {
		for _, x := range slices.Backward(all) {
			if x.from < at && at < x.to {
				return x.to
			}
		}
		return len(s)
	}
}

// value returns what a variable stands for at a place, if that is known.
func (w *winVars) value(name string, at int) (source.Text, bool) {
	t, ok := w.vars[name]
	for _, set := range w.sets[name] {
		if !set.known {
			return source.Text{}, false
		}
		if set.at <= at && at <= set.until {
			t, ok = set.val, true
		}
	}
	return t, ok
}

// percents replaces %NAME%, !NAME! where the script asks for these, and arguments. at
// is where a place of the text stands in the script.
func (w *winVars) percents(text source.Text, late bool, at func(int) int) source.Text {
	marks := "%"
	if late {
		marks = "%!"
	}
	return expand(text, marks, func(s string, i int) (int, source.Text) {
		if n, inner := enclosed(s, i, s[i:i+1], s[i:i+1]); n > 0 && isName(inner) {
			name := strings.ToLower(inner)
			if t, ok := w.value(name, at(i)); ok && plainText(t, `"`) {
				return n, t
			}
			return n, w.unknown(text, i, i+n, name)
		}
		n := winForms().argument.FindString(s[i:])
		if s[i] != '%' || n == "" {
			return 0, source.Text{}
		}
		return len(n), w.unknown(text, i, i+len(n), n)
	})
}

// statements returns a batch file with its loops as a shell writes them, without the
// quotes around what cmd runs, and without what is not reached.
func statements(text source.Text) source.Text {
	f, s := batchForms(), text.Mask('\x00')
	var cuts []cut
	in := &blocks{s: s}
	for _, m := range f.ends.FindAllStringIndex(s, -1) {
		if !in.always(m[0]) || len(cuts) > 0 && m[0] < cuts[len(cuts)-1].to || continues(s[:m[0]], '^') {
			continue
		}
		to := len(s)
		if next := winForms().label.FindStringIndex(s[m[1]:]); next != nil {
			to = m[1] + next[0]
		}
		cuts = append(cuts, cut{from: m[1], to: to})
	}
	if text = replace(text, cuts); len(cuts) > 0 {
		s = text.Mask('\x00')
	}
	cuts = nil
	for _, m := range f.exit.FindAllStringSubmatchIndex(s, -1) { // of a script that goes on
		cuts = append(cuts, cut{m[2], m[3], source.Derived(":", text.Slice(m[2], m[3]).Span())})
	}
	for _, m := range f.run.FindAllStringSubmatchIndex(s, -1) {
		cuts = append(cuts, cut{from: m[2], to: m[3]}, cut{from: m[4], to: m[5]})
	}
	for _, m := range f.loop.FindAllStringSubmatchIndex(s, -1) {
		cuts = append(cuts, loop(text, s, m)...)
	}
	return replace(text, firsts(cuts))
}

// loop returns what makes a shell's loop of `for %%i in (…) do`, which m is a match of.
func loop(text source.Text, s string, m []int) []cut {
	at := text.Slice(m[2], m[3]).Span()
	name, items := s[m[6]:m[7]], text.Slice(m[8], m[9]).OneLine()
	kind := strings.ToLower(s[max(m[4], 0):max(m[5], 0)])
	if strings.HasPrefix(kind, "/l") {
		items = counted(items)
	} else if kind != "" || strings.ContainsAny(s[m[8]:m[9]], "*?%") && !strings.Contains(s[m[8]:m[9]], "%") || strings.Contains(s[m[8]:m[9]], "%%") {
		items = hole(text, m[8], m[9], &source.Hole{Expr: s[m[8]:m[9]], Why: "read when the script runs"})
	} else {
		var seps []cut
		for i, c := range []byte(items.Mask('x')) {
			if c == ',' || c == ';' || c == '=' {
				seps = append(seps, cut{i, i + 1, source.Derived(" ", at)})
			}
		}
		items = replace(items, seps)
	}
	from, end, head, tail := m[3], 0, "; do ", "; done"
	if m[10] < m[11] {
		n := closing(s, m[10])
		if n < 0 {
			return nil
		}
		from, end, head, tail = m[11], n, "; do\n", "\ndone"
	} else {
		for end = lineEnd(s, from); end < len(s) && continues(s[from:end], '^'); {
			end = lineEnd(s, end)
		}
		end = from + len(strings.TrimRight(s[from:end], " \t\r\n"))
	}
	out := []cut{{m[2], from, source.Concat(source.Derived("for "+name+" in ", at), items, source.Derived(head, at))}}
	for _, use := range []string{"%%" + name, "%%~" + name} {
		for i := from; ; i += len(use) {
			n := strings.Index(s[i:end], use)
			if n < 0 {
				break
			}
			i += n
			out = append(out, cut{i, i + len(use), source.Derived("${"+name+"}", text.Slice(i, i+len(use)).Span())})
		}
	}
	close := end
	if m[10] < m[11] {
		close++
	}
	return append(out, cut{end, close, source.Derived(tail, text.At(min(end, text.Len()-1)))})
}

// maxCounted is how many turns of for /l are followed.
const maxCounted = 16

// counted returns the numbers that for /l (from,step,to) counts.
func counted(items source.Text) source.Text {
	unknown := source.Unknown(&source.Hole{Expr: items.String(), Why: "counted when the script runs"}, items.Span())
	var n [3]int
	parts := items.Split(",")
	for i, p := range parts {
		v, err := strconv.Atoi(strings.TrimSpace(p.String()))
		if err != nil || i > 2 {
			return unknown
		}
		n[i] = v
	}
	if len(parts) != 3 || n[1] <= 0 || (n[2]-n[0])/n[1] >= maxCounted {
		return unknown
	}
	var out []string
	for i := n[0]; i <= n[2]; i += n[1] {
		out = append(out, strconv.Itoa(i))
	}
	return source.Derived(strings.Join(out, " "), items.Span())
}
