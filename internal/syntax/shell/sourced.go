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
		if !hidden(name) && !v.array && !v.unset && v.text.Weak() == "" {
			w := *v
			w.text = v.text.Weaken(why)
			e.put(name, &w)
		}
	}
}

// opened finds a sourced file. Before its name may stand an expression for the
// folder of the script.
func (e *eval) opened(name source.Text) (source.Text, bool) {
	if e.Open == nil {
		return source.Text{}, false
	}
	if to, ok := e.folder(name); ok {
		if text, ok := e.Open(strings.TrimPrefix(to, "/")); ok {
			return text, true
		}
	}
	if !name.Known() {
		return source.Text{}, false
	}
	return e.Open(name.String())
}
