package carry

import (
	"regexp"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/source"
)

// valued returns a script of the Windows command line or of PowerShell with its
// variables replaced by what they stand for: a text that is set in one place,
// whatever else the script does. All others are unknown, as they are written.
func valued(text source.Text, d dialect, given scope) source.Text {
	w := &winVars{spoken: d, vars: scope{}}
	for name, t := range given {
		w.vars[w.environment(name)] = t
	}
	if d == batch {
		return w.batch(text)
	}
	return w.powershell(text)
}

// winVars are the variables of a script. Their names are in lower case; those of
// the environment have env: before them in PowerShell, which knows others, too.
type winVars struct {
	spoken dialect
	vars   scope
	times  map[string]int // how often each is set
}

func (w *winVars) environment(name string) string {
	if w.spoken == powershell {
		return "env:" + strings.ToLower(name)
	}
	return strings.ToLower(name)
}

// winForms are the forms of commands, and those in which variables are set and used.
var winForms = sync.OnceValue(func() (f struct{ lead, batchSet, argument, set, sets, binds, used *regexp.Regexp }) {
	// what may stand before a command of a batch file: @ hides it, and call comes back from
	// another script, such as gcloud.cmd
	f.lead = regexp.MustCompile(`^(?i:[ \t]*(?:@|call[ \t]+))+`)
	// set NAME=value, set "NAME=value" and set /p NAME=question, of a batch file
	f.batchSet = regexp.MustCompile(`(?im)\bset[ \t]+(/[ap][ \t]+)?("?)([a-z_]\w*)[ \t]*[-+*/]?=([^\r\n]*)`)
	// %1, %~dp0, %* or %%i of a loop, or a part of a variable
	f.argument = regexp.MustCompile(`^%(?:~[a-z$:]*[0-9]|[0-9*]|%~?[A-Za-z]\b|\w+:[^%\r\n]*%)`)
	// $NAME = value of PowerShell, with a type or not
	f.set = regexp.MustCompile(`(?im)^([ \t]*(?:\[[\w.\[\]]+\][ \t]*)?)\$\{?((?:env:|script:|global:|local:)?[a-z_]\w*)\}?[ \t]*([-+*/?]{0,2})=[ \t]*([^=\r\n][^\r\n]*)`)
	// the same, wherever it stands
	f.sets = regexp.MustCompile(`(?i)\$\{?((?:env:|script:|global:|local:)?[a-z_]\w*)\}?(?:[ \t]*[-+*/?]{0,2}=[^=]|\+\+|--)`)
	// what else gives a variable a value
	f.binds = regexp.MustCompile(`(?i)(?:foreach[ \t]*\([ \t]*|-(?:out|error|warning|pipeline)variable[ \t]+|set-variable[ \t]+(?:-name[ \t]+)?)\$?(\w+)`)
	// a variable where it is used
	f.used = regexp.MustCompile(`^(?i:\$\{((?:env:|script:|global:|local:)?\w+)\}|\$((?:env:|script:|global:|local:)?[a-z_]\w*)|@([a-z_]\w*))`)
	return f
})

// batch completes a script of the command line. What set gives is all there is
// up to the end of the line.
func (w *winVars) batch(text source.Text) source.Text {
	s := text.Mask('\x00')
	w.times = map[string]int{}
	all := winForms().batchSet.FindAllStringSubmatchIndex(s, -1)
	for _, m := range all {
		w.times[strings.ToLower(s[m[6]:m[7]])]++
	}
	in := &blocks{s: s}
	late := strings.Contains(strings.ToLower(s), "enabledelayedexpansion")
	for _, m := range all {
		name, val := strings.ToLower(s[m[6]:m[7]]), text.Slice(m[8], m[9])
		delete(w.vars, name) // the environment's is replaced
		starts := strings.Trim(s[strings.LastIndexByte(s[:m[0]], '\n')+1:m[0]], " \t@") == ""
		if !in.always(m[0]) || !starts || w.times[name] > 1 || m[2] >= 0 {
			continue
		}
		if m[4] < m[5] {
			end := strings.LastIndexByte(val.String(), '"')
			if end < 0 {
				continue
			}
			val = val.Slice(0, end)
		}
		w.vars[name] = w.percents(val, late)
	}
	return w.percents(text, late)
}

// percents replaces %NAME%, !NAME! where the script asks for these, and arguments.
func (w *winVars) percents(text source.Text, late bool) source.Text {
	marks := "%"
	if late {
		marks = "%!"
	}
	return expand(text, marks, func(s string, i int) (int, source.Text) {
		if n, inner := enclosed(s, i, s[i:i+1], s[i:i+1]); n > 0 && isName(inner) {
			name := strings.ToLower(inner)
			if t, ok := w.vars[name]; ok && plainText(t, `"`) {
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
	var cuts []cut
	in := &blocks{s: s}
	for _, m := range all {
		name := variable(s[m[4]:m[5]])
		delete(w.vars, name)
		quoted := text.Slice(m[8], m[9])
		n, runs := literalEnd(quoted.Mask('\x00')), in.always(m[0])
		if n == 0 || w.times[name] > 1 || m[6] < m[7] || !runs {
			continue
		}
		val := quoted.Slice(1, n-1)
		if quoted.HasPrefix(`"`) {
			val = w.dollars(val, '"')
		}
		w.vars[name] = val
		cuts = append(cuts, cut{from: m[0], to: m[9]})
	}
	return w.dollars(replace(text, cuts), 0)
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

// literalEnd returns the length of the string that a value is, 0 if it is anything else.
func literalEnd(s string) int {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return 0
	}
	n := strings.IndexByte(s[1:], s[0])
	if n < 0 {
		return 0
	}
	n += 2
	if rest := strings.TrimLeft(s[n:], " \t"); rest != "" && rest[0] != '#' && rest[0] != ';' || strings.ContainsAny(s[:n], "`") || s[0] == '"' && strings.Contains(s[:n], "$(") {
		return 0
	}
	return n
}

// blocks follows the brackets of a script from its start on.
type blocks struct {
	s         string
	at, start int    // where it is, and where the line starts
	open      []bool // for each open bracket, whether what it holds runs whatever happens
	may       int    // how many of them do not
}

// always reports whether what stands at i runs whatever happens: in no block but a
// function or try, and in no brackets. The next question is of a place behind it.
func (b *blocks) always(i int) bool {
	for ; b.at < i; b.at++ {
		switch c := b.s[b.at]; c {
		case '\n':
			b.start = b.at + 1
		case '{', '(':
			line := strings.ToLower(strings.TrimSpace(b.s[b.start:min(b.at, b.start+maxPlaceholder)]))
			runs := c == '{' && (strings.HasPrefix(line, "function") || line == "try")
			if b.open = append(b.open, runs); !runs {
				b.may++
			}
		case '}', ')':
			if n := len(b.open); n > 0 {
				if !b.open[n-1] {
					b.may--
				}
				b.open = b.open[:n-1]
			}
		}
	}
	return b.may == 0
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
		m := winForms().used.FindStringSubmatch(s[i:])
		if scanned > i || comment || quote == '\'' || m == nil {
			return 0, source.Text{}
		}
		name, n := variable(m[1]+m[2]+m[3]), len(m[0])
		switch {
		case s[i] == '@' && (quote != 0 || !begins(s, i)):
			return 0, source.Text{}
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

// unknown is a variable that is not known. One that is a word of its own may be
// a list, or nothing.
func (w *winVars) unknown(text source.Text, i, j int, name string) source.Text {
	s := text.String()
	h := &source.Hole{Expr: s[i:j], Why: "set outside this script", One: w.spoken == batch || !begins(s, i) || j < len(s) && !begins(s, j+1)}
	if w.times[name] > 0 {
		h.Why = "not set to one text"
	}
	if name != "" {
		h.Sym = place(text) + ":$" + name
	}
	return hole(text, i, j, h)
}

// plainText reports whether a text means the same to a shell as to Windows, with
// the characters of more or without.
func plainText(t source.Text, more string) bool {
	s := t.Mask('x')
	for i := range len(s) {
		if c := s[i]; !isWord(c) && c < 0x80 && strings.IndexByte("-.,:;=/@%+^ ", c) < 0 && strings.IndexByte(more, c) < 0 {
			return false
		}
	}
	return true
}
