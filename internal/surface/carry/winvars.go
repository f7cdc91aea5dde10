package carry

import (
	"regexp"
	"slices"
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
	sets   map[string][]winSet
	lists  map[string][]source.Text // of PowerShell, what is a list
	shells map[string]bool          // the variables that the shell gives a value
}

func (w *winVars) environment(name string) string {
	if w.spoken == powershell {
		return "env:" + strings.ToLower(name)
	}
	return strings.ToLower(name)
}

// winForms are the forms of commands, and those in which variables are set and used.
var winForms = sync.OnceValue(func() (f struct{ lead, batchSet, argument, jumps, label, percent, set, sets, binds, takes, name, used *regexp.Regexp }) {
	// what may stand before a command of a batch file: @ hides it, and call comes back from
	// another script, such as gcloud.cmd
	f.lead = regexp.MustCompile(`^(?i:[ \t]*(?:@|call[ \t]+))+`)
	// set NAME=value, set "NAME=value" and set /p NAME=question, of a batch file
	f.batchSet = regexp.MustCompile(`(?im)\bset[ \t]+(/[ap][ \t]+)?("?)([a-z_]\w*)[ \t]*[-+*/]?=([^\r\n]*)`)
	// %1, %~dp0, %* or %%i of a loop, or a part of a variable
	f.argument = regexp.MustCompile(`^%(?:~[a-z$:]*[0-9]|[0-9*]|%~?[A-Za-z]\b|\w+:[^%\r\n]*%)`)
	// where a batch file goes on, and where it may
	f.jumps = regexp.MustCompile(`(?i)\bgoto[ \t:]+(\w[\w.-]*)`)
	f.label = regexp.MustCompile(`(?m)^[ \t]*:(\w[\w.-]*)`)
	// a variable of a batch file where it is used
	f.percent = regexp.MustCompile(`[%!](\w+)`)
	// $NAME = value of PowerShell, with a type or not
	f.set = regexp.MustCompile(`(?im)^([ \t]*(?:\[[\w.\[\]]+\][ \t]*)?)\$\{?((?:env:|script:|global:|local:)?[a-z_]\w*)\}?[ \t]*([-+*/?]{0,2})=[ \t]*([^=\r\n][^\r\n]*)`)
	// the same, wherever it stands
	f.sets = regexp.MustCompile(`(?i)\$\{?((?:env:|script:|global:|local:)?[a-z_]\w*)\}?(?:[ \t]*[-+*/?]{0,2}=[^=]|\+\+|--)`)
	// what else gives a variable a value
	f.binds = regexp.MustCompile(`(?i)(?:foreach[ \t]*\([ \t]*|-(?:out|error|warning|pipeline)variable[ \t]+|set-variable[ \t]+(?:-name[ \t]+)?|\[ref\][ \t]*)\$?(\w+)`)
	// the parameters of a script or function, which are variables of its own
	f.takes = regexp.MustCompile(`(?i)\b(?:param|function[ \t]+[\w:-]+)[ \t\r\n]*\(`)
	f.name = regexp.MustCompile(`[$@](?:\w+:)?(\w+)`)
	// a variable where it is used
	f.used = regexp.MustCompile(`^(?i:\$\{((?:env:|script:|global:|local:)?\w+)\}|\$((?:env:|script:|global:|local:)?[a-z_]\w*)|@([a-z_]\w*))`)
	return f
})

// jumps returns whether a script may jump over a place, of n, and then use a variable.
func jumps(s string, n int) func(at int, name string) bool {
	f := winForms()
	labels, last := map[string]int{}, map[string]int{}
	gotos := f.jumps.FindAllStringSubmatchIndex(s, -1)
	if len(gotos) == 0 {
		return func(int, string) bool { return false }
	}
	for _, m := range f.label.FindAllStringSubmatchIndex(s, -1) {
		labels[strings.ToLower(s[m[2]:m[3]])] = m[0]
	}
	for _, m := range f.percent.FindAllStringSubmatchIndex(s, -1) {
		last[strings.ToLower(s[m[2]:m[3]])] = m[0]
	}
	return func(at int, name string) bool {
		return len(gotos)*n > maxJumps || slices.ContainsFunc(gotos, func(m []int) bool {
			to := labels[strings.ToLower(s[m[2]:m[3]])]
			return m[0] < at && at < to && to < last[name]
		})
	}
}

// maxJumps is how often a jump is held against a variable that is set.
const maxJumps = 1 << 16

// blocks follows the brackets of a script from its start on.
type blocks struct {
	s         string
	at, start int    // where it is, and where the line starts
	open      []bool // for each open bracket, whether what it holds runs whatever happens
	may       int    // how many of them do not
	function  int    // where the outermost function opens, -1 in none
	depth     int    // of its bracket
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
			function := c == '{' && strings.HasPrefix(line, "function")
			runs := function || c == '{' && line == "try"
			if function && b.function < 0 {
				b.function, b.depth = b.at, len(b.open)
			}
			if b.open = append(b.open, runs); !runs {
				b.may++
			}
		case '}', ')':
			if n := len(b.open); n > 0 {
				if !b.open[n-1] {
					b.may--
				}
				if b.open = b.open[:n-1]; b.function >= 0 && n-1 == b.depth {
					b.function = -1
				}
			}
		}
	}
	return b.may == 0
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
