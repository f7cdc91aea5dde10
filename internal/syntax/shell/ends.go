package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// pass leaves out a statement that is not reached. The functions that it calls are
// not there for other scripts.
func (e *eval) pass(st *syntax.Stmt) {
	walk(st, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 && c.Args[0].Lit() != "" {
			insert(&e.never, c.Args[0].Lit(), true)
		}
		return true
	})
}

// passed marks the functions that only statements call which are not reached.
func (e *eval) passed() {
	for again := len(e.never) > 0; again; {
		again = false
		for _, f := range e.decls {
			if !f.called && e.never[f.name] {
				f.called, again = true, true
				e.pass(f.body)
			}
		}
	}
}

// fails reports whether exit or return says that something has failed.
func fails(ws []Word) bool { return len(ws) > 1 && ws[1].Text.String() != "0" }

// opens reports whether a command opens a shell for someone to type in: bash,
// docker exec -it … bash, sudo -i, ssh HOST.
func opens(ws []Word) bool {
	if len(ws) == 0 {
		return false
	}
	last := base(ws[len(ws)-1].Text.String())
	switch first := base(ws[0].Text.String()); {
	case slices.Contains(shells, last), last == "su", first == "su" && len(ws) == 2, first == "sudo" && last == "-i", strings.HasSuffix(last, "SHELL"), strings.HasSuffix(last, "SHELL}"):
		return true
	case first == "ssh":
		return !slices.ContainsFunc(ws[min(2, len(ws)):], func(w Word) bool { return !strings.HasPrefix(w.Text.String(), "-") })
	case first == "gcloud":
		return slices.ContainsFunc(ws, func(w Word) bool { return w.Text.String() == "ssh" }) &&
			!slices.ContainsFunc(ws, func(w Word) bool { return w.Text.HasPrefix("--command") || w.Text.String() == "--" })
	}
	return false
}
