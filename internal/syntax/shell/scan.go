package shell

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// walk visits a node and all below it. Chains, which may be as long as the
// text and nest to one side, are walked without recursion.
func walk(n syntax.Node, f func(syntax.Node) bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case nil:
			return true
		case *syntax.BinaryCmd:
			if !f(n) {
				return false
			}
			for st := n.X; ; {
				walk(n.Y, f)
				x, ok := st.Cmd.(*syntax.BinaryCmd)
				if !ok {
					walk(st, f)
					return false
				}
				for _, r := range st.Redirs {
					walk(r, f)
				}
				for i := range st.Comments {
					f(&st.Comments[i])
				}
				n, st = x, x.X
			}
		case *syntax.BinaryArithm:
			if !f(n) {
				return false
			}
			for {
				walk(n.Y, f)
				x, ok := n.X.(*syntax.BinaryArithm)
				if !ok {
					walk(n.X, f)
					return false
				}
				if n = x; !f(n) {
					return false
				}
			}
		}
		return f(n)
	})
}

// assigned returns the variables that a piece of code may set in the shell
// that runs it, functions included that it calls.
func (e *eval) assigned(n syntax.Node) []string {
	set := map[string]bool{}
	add := func(names ...string) {
		for _, name := range names {
			set[name] = true
		}
	}
	walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.FuncDecl:
			return false
		case *syntax.WordIter:
			add(n.Name.Value)
		case *syntax.ParamExp:
			if n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) && n.Param != nil {
				add(n.Param.Value)
			}
		case *syntax.BinaryArithm, *syntax.UnaryArithm:
			add(arithmetic(n))
		case *syntax.DeclClause:
			for _, a := range n.Args {
				if a.Name != nil {
					add(a.Name.Value)
				}
			}
		case *syntax.CallExpr:
			if len(n.Args) == 0 {
				for _, a := range n.Assigns {
					add(a.Name.Value)
				}
				break
			}
			add(e.setByCall(n)...)
		}
		return true
	})
	delete(set, "")
	return slices.Sorted(maps.Keys(set))
}

// fromOutside reports whether a variable that is not known, or empty, is only
// given values of other variables in a loop, as a loop over options does it.
func (e *eval) fromOutside(name string, loop syntax.Command) bool {
	if old := e.vars[name]; old != nil && !old.unset && !old.outside && (old.text.Len() > 0 || !old.text.Known()) {
		return false
	}
	only := true
	walk(loop, func(n syntax.Node) bool {
		if a, ok := n.(*syntax.Assign); ok && a.Name != nil && a.Name.Value == name {
			only = only && !a.Append && a.Array == nil && a.Index == nil && expands(a.Value)
		}
		return only
	})
	return only
}

// lists reports whether all that a loop does to a variable is to add items
// behind a comma: P="$P,a=b", P+=,a=b.
func (e *eval) lists(name string, loop syntax.Command) bool {
	only := true
	walk(loop, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil && n.Name.Value == name {
				only = only && n.Array == nil && n.Index == nil && addsItem(n)
			}
		case *syntax.WordIter:
			only = only && n.Name.Value != name
		case *syntax.CallExpr:
			only = only && (len(n.Args) == 0 || !slices.Contains(e.setByCall(n), name))
		}
		return only
	})
	return only
}

// addsItem reports whether an assignment keeps the value and adds a comma to it.
func addsItem(a *syntax.Assign) bool {
	if a.Value == nil {
		return false
	}
	parts := a.Value.Parts
	if q, ok := parts[0].(*syntax.DblQuoted); ok && len(q.Parts) > 0 {
		parts = q.Parts
	}
	if !a.Append {
		p, ok := parts[0].(*syntax.ParamExp)
		if !ok || !plain(p) || p.Param.Value != a.Name.Value || p.Exp != nil || p.Repl != nil || p.Slice != nil || p.Index != nil || p.Length || p.Excl {
			return false
		}
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return false
	}
	switch lit := parts[0].(type) {
	case *syntax.Lit:
		return strings.HasPrefix(lit.Value, ",")
	case *syntax.SglQuoted:
		return strings.HasPrefix(lit.Value, ",")
	}
	return false
}

// setters are the builtins that set the variables they name.
var setters = []string{"read", "mapfile", "readarray", "getopts", "unset", "printf", "export", "readonly", "local", "declare", "typeset"}

// setByCall returns the variables that a call may set.
func (e *eval) setByCall(c *syntax.CallExpr) []string {
	name := c.Args[0].Lit()
	if fs := e.funcs[name]; len(fs) > 0 {
		var out []string
		for _, f := range fs {
			if f != nil {
				out = append(out, e.setBy(f)...)
			}
		}
		return out
	}
	switch {
	case name == "shift" || name == "set":
		return []string{params}
	case !slices.Contains(setters, name):
		return nil
	}
	var out []string
	for _, w := range c.Args[1:] {
		if s := w.Lit(); syntax.ValidName(s) {
			out = append(out, s)
		}
	}
	return out
}

// arithmetic returns the variable that an arithmetic operator sets, or "".
func arithmetic(n syntax.Node) string {
	var x syntax.ArithmExpr
	switch n := n.(type) {
	case *syntax.BinaryArithm:
		if n.Op == syntax.Assgn || n.Op >= syntax.AddAssgn && n.Op <= syntax.PowAssgn {
			x = n.X
		}
	case *syntax.UnaryArithm:
		if n.Op == syntax.Inc || n.Op == syntax.Dec {
			x = n.X
		}
	}
	if w, ok := x.(*syntax.Word); ok {
		return w.Lit()
	}
	return ""
}

// visit evaluates what an expression runs and sets: the commands substituted
// in it, and variables that arithmetic changes.
func (e *eval) visit(n syntax.Node) {
	walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			e.substitution(n)
			return false
		case *syntax.ProcSubst:
			e.process(n)
			return false
		case *syntax.ParamExp:
			if plain(n) {
				f := fields{e: e, whole: true}
				f.expand(e.param(n), double)
				return false
			}
		case *syntax.BinaryArithm, *syntax.UnaryArithm:
			if name := arithmetic(n); name != "" {
				h := &source.Hole{Expr: "$" + name, Why: "computed", Sym: e.sym(name, offset(n))}
				e.set(name, &variable{text: source.Unknown(h, e.in.slice(n.Pos(), n.End()).Span()), one: true})
			}
		}
		return true
	})
}
