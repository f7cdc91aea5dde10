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
	// names as written ("opts.Set"); "" where it is no plain name. A flag that is
	// looked up to be set reads as "flag.Set".
	Path string
	Args []value.Tree
	Sets bool   // Args[0] is assigned to Path, or to *Path
	Func string // the function that it stands in; "" at the top
	Sure bool   // no branch, loop or function literal lies around it
	Fork *Fork  // what alone decides whether it runs; nil where that is not so
	Arm  int    // of Fork: which of its alternatives it stands in
	At   source.Span
}

// Fork is an if with all its else, or a switch or select.
type Fork struct {
	Ways int // how many alternatives there are that the program lives through, with one for none of those that are written
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
		r.calls(d, when{sure: true})
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

// when says what decides whether a node runs.
type when struct {
	sure bool
	fork *Fork
	arm  int
}

// calls lists the calls and assignments in a node.
func (r *reader) calls(n ast.Node, w when) {
	first := true
	ast.Inspect(n, func(m ast.Node) bool {
		if first {
			first = false
			return true
		}
		switch m := m.(type) {
		case *ast.IfStmt: // if err := flag.Set(…); err != nil
			r.calls(&ast.BlockStmt{List: []ast.Stmt{statement(m.Init), &ast.ExprStmt{X: m.Cond}}}, w)
			r.choice(m, w, &Fork{}, 1)
			return false
		case *ast.SwitchStmt:
			r.calls(&ast.BlockStmt{List: []ast.Stmt{statement(m.Init), &ast.ExprStmt{X: expression(m.Tag)}}}, w)
			r.arms(m.Body, w)
			return false
		case *ast.TypeSwitchStmt:
			r.calls(&ast.BlockStmt{List: []ast.Stmt{statement(m.Init), statement(m.Assign)}}, w)
			r.arms(m.Body, w)
			return false
		case *ast.SelectStmt:
			r.arms(m.Body, w)
			return false
		case *ast.BinaryExpr:
			if m.Op == token.LAND || m.Op == token.LOR {
				r.calls(&ast.ParenExpr{X: m.X}, w)
				r.calls(&ast.ParenExpr{X: m.Y}, when{})
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			r.calls(m, when{})
			return false
		case *ast.CallExpr:
			r.calls(m, w) // arguments before the call
			c := Call{Path: r.path(m.Fun), Func: r.within, Sure: w.sure, Fork: w.fork, Arm: w.arm, At: r.at(m)}
			args := m.Args
			if name := r.lookedUp(m.Fun); name != nil {
				c.Path, args = "flag.Set", append([]ast.Expr{name}, args...)
			}
			for _, a := range args {
				if _, bad := a.(*ast.BadExpr); bad {
					continue
				}
				c.Args = append(c.Args, r.value(a))
			}
			r.out.Calls = append(r.out.Calls, c)
			return false
		case *ast.AssignStmt:
			r.calls(m, w)
			for i, l := range m.Lhs {
				if s, ok := l.(*ast.StarExpr); ok {
					l = s.X
				} else if _, ok := l.(*ast.SelectorExpr); !ok {
					continue
				}
				if len(m.Lhs) == len(m.Rhs) && m.Tok == token.ASSIGN {
					r.out.Calls = append(r.out.Calls, Call{Path: r.path(l), Args: []value.Tree{r.value(m.Rhs[i])}, Sets: true, Func: r.within, Sure: w.sure, Fork: w.fork, Arm: w.arm, At: r.at(m)})
				}
			}
			return false
		}
		return true
	})
}

// lookedUp returns the name of the flag whose value a method sets:
// flag.Lookup("name").Value.Set. It is nil for other methods.
func (r *reader) lookedUp(fun ast.Expr) ast.Expr {
	set, ok := fun.(*ast.SelectorExpr)
	if !ok || set.Sel.Name != "Set" {
		return nil
	}
	of, ok := set.X.(*ast.SelectorExpr)
	if !ok || of.Sel.Name != "Value" {
		return nil
	}
	found, ok := of.X.(*ast.CallExpr)
	if path := ""; !ok || len(found.Args) != 1 {
		return nil
	} else if path = r.path(found.Fun); path != "flag.Lookup" && path != "flag.CommandLine.Lookup" {
		return nil
	}
	return found.Args[0]
}

// choice reads the alternatives of an if, from the given one on.
func (r *reader) choice(m *ast.IfStmt, w when, f *Fork, arm int) {
	r.arm(m.Body.List, w, f, arm)
	switch e := m.Else.(type) {
	case *ast.IfStmt:
		r.calls(&ast.BlockStmt{List: []ast.Stmt{statement(e.Init), &ast.ExprStmt{X: e.Cond}}}, when{})
		r.choice(e, w, f, arm+1)
	case *ast.BlockStmt:
		r.arm(e.List, w, f, arm+1)
	default:
		f.Ways++
	}
}

// arms reads those of a switch or select. What falls through into the next one
// is a part of that, which may not run.
func (r *reader) arms(body *ast.BlockStmt, w when) {
	f, last := &Fork{}, false
	for i, s := range body.List {
		list := []ast.Stmt(nil)
		switch s := s.(type) {
		case *ast.CaseClause:
			list, last = s.Body, last || s.List == nil
			for _, e := range s.List {
				r.calls(&ast.ParenExpr{X: e}, when{})
			}
		case *ast.CommClause:
			list, last = s.Body, true // one of them runs
			r.calls(&ast.BlockStmt{List: []ast.Stmt{statement(s.Comm)}}, when{})
		}
		if n := len(list); n > 0 {
			if b, ok := list[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				r.calls(&ast.BlockStmt{List: list}, when{})
				continue
			}
		}
		r.arm(list, w, f, i+1)
	}
	if !last {
		f.Ways++
	}
}

// arm reads one alternative.
func (r *reader) arm(list []ast.Stmt, w when, f *Fork, arm int) {
	if !r.dies(list) {
		f.Ways++
	}
	in := when{}
	if w.sure {
		in.fork, in.arm = f, arm
	}
	r.calls(&ast.BlockStmt{List: list}, in)
}

// dies reports whether the program ends with statements, or the function that
// they stand in.
func (r *reader) dies(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.ExprStmt:
		if c, ok := s.X.(*ast.CallExpr); ok {
			switch r.path(c.Fun) {
			case "panic", "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf":
				return true
			}
		}
	}
	return false
}

// expression returns an expression that may not be there.
func expression(e ast.Expr) ast.Expr {
	if e == nil {
		return &ast.BadExpr{}
	}
	return e
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
