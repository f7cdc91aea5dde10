// Package golang reads Go programs without running them: which functions of
// which packages they call, with which constants.
package golang

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Call is a call of a function or method, or (with Sets) an assignment to what
// Path names.
type Call struct {
	// Path is the import path and the name of a function of a package
	// ("flag.Set", "github.com/apache/beam/sdks/v2/go/pkg/beam.Init"), else the
	// names as written ("opts.Set"); "" where it is no plain name.
	Path string
	Args []value.Tree
	Sets bool   // Args[0] is assigned to Path, or to *Path
	Func string // the function that it stands in; "" at the top
	Sure bool   // no branch, loop or function literal lies around it
	At   source.Span
}

// Error is text that is no valid Go.
type Error struct {
	At  source.Span
	Msg string
}

// File is what a program says.
type File struct {
	Package string
	Imports map[string]string // import paths by the name that the file uses
	Calls   []Call            // in the order of their ends
	Errors  []Error
}

// maxDepth bounds expressions within expressions.
const maxDepth = 200

// Read returns what a program says. What does not parse is left out.
func Read(text source.Text) *File {
	r := &reader{text: text, fset: token.NewFileSet(), names: map[string][]*ast.Expr{}, out: &File{Imports: map[string]string{}}}
	tree, err := parser.ParseFile(r.fset, "", text.Mask('x'), parser.SkipObjectResolution)
	if list, ok := err.(scanner.ErrorList); ok {
		for _, e := range list[:min(len(list), 10)] {
			r.out.Errors = append(r.out.Errors, Error{text.Slice(e.Pos.Offset, e.Pos.Offset+1).Extent(), e.Msg})
		}
	}
	if tree == nil || tree.Name == nil {
		return r.out
	}
	r.out.Package = tree.Name.Name
	for _, i := range tree.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		name := base(path)
		if i.Name != nil {
			name = i.Name.Name
		}
		r.out.Imports[name] = path
	}
	ast.Inspect(tree, r.bind)
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			r.within = f.Name.Name
		}
		r.calls(d, true)
		r.within = ""
	}
	return r.out
}

// base returns the name of the package at an import path: its last part that
// is no version.
func base(path string) string {
	end := len(path)
	for i := len(path) - 1; i >= -1; i-- {
		if i >= 0 && path[i] != '/' {
			continue
		}
		part := path[i+1 : end]
		if i < 0 || len(part) < 2 || part[0] != 'v' || part[1] < '0' || part[1] > '9' {
			return part
		}
		end = i
	}
	return path
}

type reader struct {
	text   source.Text
	fset   *token.FileSet
	names  map[string][]*ast.Expr // what each name of the file is set to; nil where that is not written
	within string
	depth  int
	steps  int
	out    *File
}

func (r *reader) span(n ast.Node) (from, to int) {
	from, to = r.fset.Position(n.Pos()).Offset, r.fset.Position(n.End()).Offset
	return min(from, r.text.Len()), min(to, r.text.Len())
}

func (r *reader) at(n ast.Node) source.Span {
	from, to := r.span(n)
	return r.text.Slice(from, to).Extent()
}

// bind notes what each name is set to, wherever in the file: two of one name
// are two values.
func (r *reader) bind(n ast.Node) bool {
	set := func(id *ast.Ident, v *ast.Expr) { r.names[id.Name] = append(r.names[id.Name], v) }
	switch n := n.(type) {
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if i < len(n.Values) && len(n.Values) == len(n.Names) {
				set(id, &n.Values[i])
			} else {
				set(id, nil)
			}
		}
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if id, ok := l.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) && (n.Tok == token.DEFINE || n.Tok == token.ASSIGN) {
				set(id, &n.Rhs[i])
			} else if ok {
				set(id, nil)
			}
		}
	case *ast.Field:
		for _, id := range n.Names {
			set(id, nil)
		}
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} {
			if id, ok := e.(*ast.Ident); ok {
				set(id, nil)
			}
		}
	case *ast.IncDecStmt:
		if id, ok := n.X.(*ast.Ident); ok {
			set(id, nil)
		}
	case *ast.UnaryExpr:
		if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND {
			set(id, nil) // others may set it
		}
	}
	return true
}

// calls lists the calls and assignments in a node.
func (r *reader) calls(n ast.Node, sure bool) {
	first := true
	ast.Inspect(n, func(m ast.Node) bool {
		if first {
			first = false
			return true
		}
		switch m := m.(type) {
		case *ast.IfStmt: // if err := flag.Set(…); err != nil
			r.calls(&ast.BlockStmt{List: []ast.Stmt{statement(m.Init), &ast.ExprStmt{X: m.Cond}}}, sure)
			r.calls(m.Body, false)
			r.calls(&ast.BlockStmt{List: []ast.Stmt{statement(m.Else)}}, false)
			return false
		case *ast.BinaryExpr:
			if m.Op == token.LAND || m.Op == token.LOR {
				r.calls(&ast.ParenExpr{X: m.X}, sure)
				r.calls(&ast.ParenExpr{X: m.Y}, false)
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			r.calls(m, false)
			return false
		case *ast.CallExpr:
			r.calls(m, sure) // arguments before the call
			c := Call{Path: r.path(m.Fun), Func: r.within, Sure: sure, At: r.at(m)}
			for _, a := range m.Args {
				if _, bad := a.(*ast.BadExpr); bad {
					continue
				}
				c.Args = append(c.Args, r.value(a))
			}
			r.out.Calls = append(r.out.Calls, c)
			return false
		case *ast.AssignStmt:
			r.calls(m, sure)
			for i, l := range m.Lhs {
				if s, ok := l.(*ast.StarExpr); ok {
					l = s.X
				} else if _, ok := l.(*ast.SelectorExpr); !ok {
					continue
				}
				if len(m.Lhs) == len(m.Rhs) && m.Tok == token.ASSIGN {
					r.out.Calls = append(r.out.Calls, Call{Path: r.path(l), Args: []value.Tree{r.value(m.Rhs[i])}, Sets: true, Func: r.within, Sure: sure, At: r.at(m)})
				}
			}
			return false
		}
		return true
	})
}

// statement returns a statement that may not be there.
func statement(s ast.Stmt) ast.Stmt {
	if s == nil {
		return &ast.EmptyStmt{}
	}
	return s
}

// path returns a plain name, its package by its import path.
func (r *reader) path(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.ParenExpr:
		return r.path(e.X)
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok {
			if full, ok := r.out.Imports[id.Name]; ok && r.names[id.Name] == nil {
				return full + "." + e.Sel.Name
			}
		}
		if x := r.path(e.X); x != "" {
			return x + "." + e.Sel.Name
		}
	}
	return ""
}
