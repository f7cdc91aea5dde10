package carry

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/source"
)

// psForms are the blocks of PowerShell that are written as a shell writes them.
var psForms = sync.OnceValue(func() (f struct{ each, function, param, name, word, start *regexp.Regexp }) {
	f.each = regexp.MustCompile(`(?i)foreach[ \t]*\([ \t]*\$(\w+)[ \t]+in[ \t]+`)
	f.function = regexp.MustCompile(`(?im)^[ \t]*(function[ \t]+([\w-]+)[ \t]*)(\([^{}]*\))?\s*\{`)
	f.param = regexp.MustCompile(`(?i)^\s*param\s*\(`)
	// the name of a parameter behind its type and attributes, and its default
	f.name = regexp.MustCompile(`(?is)^\s*(?:\[[^$]*\]\s*)?\$(\w+)\s*(?:=\s*(\S.*?))?\s*$`)
	f.word = regexp.MustCompile("^(?:-([A-Za-z]\\w*)(?:[ \\t]+|:)|('[^'\\r\\n]*'|\"[^\"`\\r\\n]*\"|\\$[\\w:]+|[^\\s'\"$@(){};|&`]+))")
	f.start = regexp.MustCompile(`(?i)\bstart-process[ \t]+(?:-filepath[ \t]+)?['"]?gcloud(?:\.cmd)?['"]?[ \t]+(?:-argumentlist[ \t]+)?`)
	return f
})

// psFunction is a function of PowerShell whose calls are followed.
type psFunction struct {
	name   string
	params []psParam
}

type psParam struct {
	name string
	def  source.Text
}

// blocks returns a script with its loops over known items and its functions as a shell
// writes them, whose variables it names: these are the shell's own.
func (w *winVars) blocks(text source.Text) source.Text {
	s := text.Mask('\x00')
	lower := strings.ToLower(s)
	if !strings.Contains(lower, "foreach") && !strings.Contains(lower, "function") && !strings.Contains(lower, "start-process") {
		return text // as mostly
	}
	var cuts []cut
	derived := func(what string, i, j int) source.Text { return source.Derived(what, text.Slice(i, j).Span()) }
	bound := map[string]int{} // what of the times that each variable is set these blocks are
	var inside [][2]int       // where the bodies stand
	functions := map[string]psFunction{}
	for _, m := range psForms().each.FindAllStringSubmatchIndex(s, -1) {
		v, end := w.literal(text, s, m[1])
		open := end + strings.IndexByte(s[end:], '{')
		if end == 0 || !v.list || open < end || strings.TrimSpace(s[end:open]) != ")" || closing(s, open) < 0 {
			continue
		}
		name, to := strings.ToLower(s[m[2]:m[3]]), closing(s, open)
		head := source.Concat(derived("for "+name+" in ", m[0], m[1]), quotedWords(v.items), derived("; do\n", open, open+1))
		cuts = append(cuts, cut{m[0], open + 1, head}, cut{to, to + 1, derived(ended(s, to, "done"), to, to+1)})
		bound[name] += 2
		inside = append(inside, [2]int{m[0], to})
	}
	for _, m := range psForms().function.FindAllStringSubmatchIndex(s, -1) {
		open := m[1] - 1
		to := closing(s, open)
		f := psFunction{name: s[m[4]:m[5]]}
		list, body := source.Text{}, m[1]
		if m[6] >= 0 {
			list = text.Slice(m[6]+1, m[7]-1)
		} else if p := psForms().param.FindStringIndex(s[body:]); p != nil {
			if end := closing(s, body+p[1]-1); end > 0 {
				list, body = text.Slice(body+p[1], end), end+1
			}
		}
		params, ok := paramsOf(list)
		if f.params = params; to < 0 || !ok {
			continue
		}
		cuts = append(cuts, cut{m[2], body, derived(f.name+"() {\n", m[2], m[3])}, cut{to, to + 1, derived(ended(s, to, "}"), to, to+1)})
		for _, p := range f.params {
			if bound[p.name] += 2; p.def.Len() > 0 {
				bound[p.name]++
			}
		}
		functions[strings.ToLower(f.name)] = f
		inside = append(inside, [2]int{m[2], to})
	}
	for from, end := range eachLine(s) {
		word, _, _ := strings.Cut(strings.TrimSpace(s[from:end]), " ")
		if f, ok := functions[strings.ToLower(word)]; ok && len(f.params) > 0 {
			for end < len(s) && continues(s[from:end], '`') {
				end = lineEnd(s, end)
			}
			i := from + strings.Index(s[from:end], word)
			if as, n := f.called(text.Slice(i+len(word), end)); n >= 0 {
				cuts = append(cuts, cut{i, i + len(word) + n, as.Add(source.Derived(f.name, text.Slice(i, i+len(word)).Span()))})
			}
		}
	}
	for _, m := range psForms().start.FindAllStringIndex(s, -1) {
		if v, end := w.operands(text, s, m[1]); end > 0 {
			to := end + len(strings.TrimRight(s[end:lineEnd(s, end)], "\r\n")) // options of its own
			cuts = append(cuts, cut{m[0], to, source.Concat(derived("gcloud ", m[0], m[1]), spaced(v.items))})
		}
	}
	w.shells = map[string]bool{}
	named := uses(s)
	for name, n := range bound {
		w.shells[name] = w.times[name] == n && only(named[name], inside)
	}
	return replace(text, firsts(cuts))
}

// opened returns a script of PowerShell with what stands in the brackets of a block on
// lines of its own: to a shell, a bracket behind words is one of them.
func opened(text source.Text) source.Text {
	s := text.Mask('x')
	var cuts []cut
	var open []bool // for each open bracket, whether it holds statements
	line := 0       // where it starts
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\n':
			line = i + 1
		case '`':
			i++
		case '#':
			if begins(s, i) {
				i = lineEnd(s, i) - 2
			}
		case '\'', '"':
			end := string(c)
			if i > 0 && s[i-1] == '@' {
				end = "\n" + end + "@"
			}
			n := strings.Index(s[i+1:], end)
			if n < 0 {
				return text
			}
			i += n + len(end)
		case '(', '{', '[':
			holds := c == '{' && (len(open) == 0 || open[len(open)-1]) && opens(s, i)
			if open = append(open, holds); holds && !strings.HasPrefix(strings.TrimLeft(s[i+1:], " \t\r"), "\n") {
				cuts = append(cuts, cut{i, i + 1, source.Derived("{\n", text.At(i))})
			}
		case ')', '}', ']':
			n := len(open) - 1
			if n < 0 {
				return text
			}
			if open[n] && strings.TrimSpace(s[line:i]) != "" {
				cuts = append(cuts, cut{i, i + 1, source.Derived("\n}", text.At(i))})
			}
			open = open[:n]
		}
	}
	return replace(text, cuts)
}

// opens reports whether the bracket at i opens a block: if ($x) {gcloud …} or else{ … },
// and no {NAME} that is to be filled in.
func opens(s string, i int) bool {
	before := strings.TrimRight(s[:i], " \t")
	if strings.HasSuffix(before, ")") {
		return true
	}
	return (begins(s, i) || isLetter(s[i-1]) || strings.IndexByte("%;", s[i-1]) >= 0) && i+1 < len(s) && strings.IndexByte(" \t\r\n", s[i+1]) >= 0
}

// ended returns a word of the shell that ends a block at i: a command of its own.
func ended(s string, i int, word string) string {
	if strings.HasSuffix(strings.TrimRight(s[:i], " \t"), "\n") {
		return word
	}
	return "\n" + word
}

// only reports whether all of some places lie in some parts of a script.
func only(at []int, parts [][2]int) bool {
	return !slices.ContainsFunc(at, func(i int) bool {
		return !slices.ContainsFunc(parts, func(p [2]int) bool { return p[0] <= i && i < p[1] })
	})
}

// paramsOf reads what a function declares between brackets.
func paramsOf(list source.Text) (out []psParam, ok bool) {
	if list.TrimSpace().Len() == 0 {
		return nil, true
	}
	for list.Len() > 0 {
		s := list.Mask('x')
		i := 0
		for depth := 0; i < len(s) && (s[i] != ',' || depth > 0); i++ {
			switch s[i] {
			case '(', '[':
				depth++
			case ')', ']':
				depth--
			}
		}
		m := psForms().name.FindStringSubmatchIndex(s[:i])
		if m == nil || strings.Contains(strings.ToLower(s[:m[2]]), "switch") {
			return nil, false
		}
		p := psParam{name: strings.ToLower(s[m[2]:m[3]])}
		if m[4] >= 0 {
			p.def = list.Slice(m[4], m[5])
		}
		out = append(out, p)
		list = list.Slice(min(i+1, len(s)), len(s))
	}
	return out, true
}

// called returns what gives the parameters their values for a call with some words, and
// how long these are; -1 for words that are not followed.
func (f psFunction) called(words source.Text) (source.Text, int) {
	given := map[string]source.Text{}
	s, i, next, name := words.Mask('x'), 0, 0, ""
	for {
		i = len(s) - len(strings.TrimLeft(s[i:], " \t"))
		if strings.HasPrefix(s[i:], "`\n") || strings.HasPrefix(s[i:], "`\r\n") {
			i = lineEnd(s, i)
			continue
		}
		if i == len(s) || strings.IndexByte("\r\n;#|}", s[i]) >= 0 {
			break
		}
		m := psForms().word.FindStringSubmatchIndex(s[i:])
		switch {
		case m == nil || name != "" && m[2] >= 0:
			return source.Text{}, -1
		case m[2] >= 0:
			name = strings.ToLower(s[i+m[2] : i+m[3]])
		default:
			for name == "" {
				if next >= len(f.params) {
					return source.Text{}, -1
				}
				if _, ok := given[f.params[next].name]; !ok {
					name = f.params[next].name
				}
				next++
			}
			given[name], name = words.Slice(i+m[4], i+m[5]), ""
		}
		i += m[1]
	}
	var out []source.Text
	for _, p := range f.params {
		val, ok := given[p.name]
		if !ok {
			val = p.def
		}
		if val.Len() == 0 {
			val = source.Derived("''", words.Slice(0, 0).Span())
		}
		delete(given, p.name)
		out = append(out, source.Derived(p.name+"=", words.Slice(0, 0).Span()), val, source.Derived(" ", words.Slice(0, 0).Span()))
	}
	if len(given) > 0 || name != "" {
		return source.Text{}, -1
	}
	return source.Concat(out...), len(strings.TrimRight(s[:i], " \t"))
}
