package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// dir returns the folder that the script has gone to, or, where that is not
// known, how it is written.
func (e *eval) dir() (dir, away string) {
	v := e.vars[workDir]
	switch {
	case v == nil:
	case v.text.Known():
		dir = v.text.String()
	default:
		if away = v.text.Hole().Expr; strings.Contains(away, "\x00") {
			away = "one of several folders"
		}
	}
	return dir, away
}

// maxFolder is the longest path, in bytes, that is followed: each is looked for in
// the tree.
const maxFolder = 1 << 10

// goTo evaluates cd.
func (e *eval) goTo(ws []Word) {
	for len(ws) > 0 && (ws[0].Text.String() == "--" || len(ws) > 1 && ws[0].Text.HasPrefix("-")) {
		ws = ws[1:]
	}
	if len(ws) == 1 && ws[0].Text.String() == "-" {
		e.goBack()
		return
	}
	v := e.nowhere("another folder")
	if len(ws) == 1 {
		if to, ok := e.folder(ws[0].Text); ok && len(to) <= maxFolder {
			v = &variable{text: source.Derived(to, ws[0].Text.Span())}
		} else {
			v = e.nowhere(ws[0].Text.String())
		}
	}
	was := e.vars[workDir]
	if was == nil {
		was = &variable{text: source.Derived(".", source.Span{})}
	}
	e.set(lastDir, was)
	e.set(workDir, v)
}

// goBack evaluates cd - and popd: the folder before the last change.
func (e *eval) goBack() {
	v, was := e.vars[lastDir], e.vars[workDir]
	if v == nil {
		v = e.nowhere("another folder")
	}
	if was != nil {
		e.set(lastDir, was)
	}
	e.set(workDir, v)
}

// nowhere is a folder that is not known.
func (e *eval) nowhere(expr string) *variable {
	return &variable{text: source.Unknown(&source.Hole{Expr: expr, Why: "a folder that is not known"}, source.Span{})}
}

// folder returns where cd leads. The script's own folder counts as the one
// that it starts in; a folder that starts with a slash is seen from the top of
// the repository.
func (e *eval) folder(t source.Text) (string, bool) {
	at := e.vars[workDir]
	s := t.String()
	if h := t.Hole(); h != nil {
		rest, ok := strings.CutPrefix(s, h.Expr)
		if !ok || rest != "" && !t.Slice(len(h.Expr), t.Len()).Known() {
			return "", false
		}
		expr := e.origin(h.Expr)
		if name := strings.Trim(expr, "${}()"); name != "PWD" && name != "pwd" {
			own, ok := e.ownFolder(expr)
			return path.Join(own, rest), ok
		}
		s = "." + rest // where it is
	}
	switch {
	case s == "" || strings.ContainsAny(s, "*?[") || path.IsAbs(s) || s[0] == '~':
		return "", false
	case at == nil:
		return path.Clean(s), true
	}
	return path.Join(at.text.String(), s), at.text.Known()
}

// origin returns the expression that a variable holds the value of.
func (e *eval) origin(expr string) string {
	name := strings.Trim(expr, "${}")
	if v := e.vars[name]; v != nil && !v.array && v.text.AllHole() {
		return v.text.Hole().Expr
	}
	return expr
}

// ownFolder returns the folder that an expression finds from the script's own
// path, as scripts do: $(dirname "$0"), $(cd "$(dirname "$0")/.." && pwd). The
// top of the inputs is "/".
func (e *eval) ownFolder(expr string) (string, bool) {
	if strings.Contains(expr, "git rev-parse --show-toplevel") || slices.Contains(e.Tops, strings.Trim(expr, "${}")) {
		return "/", true
	}
	if strings.HasSuffix(expr, "%/*}") && (strings.HasPrefix(expr, "${0") || strings.HasPrefix(expr, "${BASH_SOURCE")) {
		return ".", true
	}
	_, rest, ok := strings.Cut(expr, "dirname")
	if !ok || !strings.Contains(rest, "$0") && !strings.Contains(rest, "BASH_SOURCE") || strings.Contains(rest, "dirname") {
		return "", false
	}
	_, rest, _ = strings.Cut(rest, ")")
	if i := strings.IndexAny(rest, "&;)>"); i >= 0 {
		rest = rest[:i]
	}
	own := path.Clean("./" + strings.Trim(rest, `"' `))
	return own, strings.Trim(own, "./") == ""
}
