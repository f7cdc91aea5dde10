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
// docker exec -it … bash, su - user, ssh HOST.
func opens(ws []Word) bool {
	if len(ws) == 0 {
		return false
	}
	last := ws[len(ws)-1].Text
	option := func(w Word) bool { return strings.HasPrefix(w.Text.String(), "-") }
	switch first := ws[0].Text.String(); base(first) {
	case "su":
		return !slices.ContainsFunc(ws, func(w Word) bool { return w.Text.String() == "-c" || w.Text.HasPrefix("--command") })
	case "docker", "podman", "kubectl", "oc", "nsenter", "chroot":
		return slices.Contains(shells, base(last.String()))
	case "ssh":
		return !slices.ContainsFunc(ws[min(2, len(ws)):], func(w Word) bool { return !option(w) })
	case "gcloud":
		return len(ws) > 2 && ws[1].Text.String() == "compute" && ws[2].Text.String() == "ssh" &&
			!slices.ContainsFunc(ws, func(w Word) bool { return w.Text.HasPrefix("--command") || w.Text.String() == "--" })
	default:
		shell := slices.Contains(shells, base(first)) || !ws[0].Text.Known() && strings.HasSuffix(strings.Trim(first, `{}"`), "SHELL")
		return shell && !slices.ContainsFunc(ws[1:], func(w Word) bool { return !option(w) })
	}
}
