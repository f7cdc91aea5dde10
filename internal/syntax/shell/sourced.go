package shell

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// sourced evaluates a file in this shell, if it is among the inputs. One that
// is not may set any variable: what is known becomes weak.
func (e *eval) sourced(ws []Word) {
	if len(ws) < 2 || strings.HasSuffix(ws[1].Text.String(), "activate") || e.sources > maxChain {
		return
	}
	e.sources++
	if text, ok := e.opened(ws[1].Text); ok && e.calls < maxCalls && !e.spent() {
		abroad, dead := e.abroad, e.dead
		e.abroad = true
		e.within(nil, func() { e.program(text) })
		e.abroad, e.dead = abroad, dead // return ends the file alone
		return
	}
	why := "the sourced " + ws[1].Text.String() + " may replace it"
	for name, v := range e.vars {
		if name != params && !strings.HasPrefix(name, filePrefix) && !v.array && !v.unset && v.text.Weak() == "" {
			w := *v
			w.text = v.text.Weaken(why)
			e.put(name, &w)
		}
	}
}

// own are parts of expressions for the folder of the script itself, or for the
// root of the tree.
var own = []string{"dirname", "BASH_SOURCE", "$0", "${0", "pwd", "PWD", "--show-toplevel"}

// opened finds a sourced file. Before its name may stand an expression for the
// folder of the script.
func (e *eval) opened(path source.Text) (source.Text, bool) {
	if e.open == nil {
		return source.Text{}, false
	}
	if dir, _, rest := firstHole(path); dir.Len() == 0 && rest.HasPrefix("/") && rest.Known() {
		h := path.Hole()
		for _, word := range own {
			if strings.Contains(h.Expr+" "+h.Why, word) {
				return e.open(rest.String()[1:])
			}
		}
	}
	if !path.Known() {
		return source.Text{}, false
	}
	if dir, _ := e.dir(); dir != "" {
		if text, ok := e.open(dir + "/" + path.String()); ok {
			return text, true
		}
	}
	return e.open(path.String())
}
