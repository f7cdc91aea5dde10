// Package python reads Python 3.8 to 3.14 without running it, and knows no
// product.
//
// Reading is evaluation with unknowns. Statements run in order; what branches
// set differently is one of several behind them; a loop body is read once,
// with what it changes unknown. The body of a function is read once, with its
// parameters unknown; where the file calls it, what it returns is known by
// the arguments of that call. Values are put together only when they are
// asked for, as most never are.
package python

import "github.com/proflint/proflint/internal/source"

// Module is what a program says.
type Module struct {
	// Calls are all calls, in the order of their ends: that in which they
	// run while nothing branches.
	Calls []*Call
	// Sets are the assignments to attributes and items: o.x = v, d[k] = v.
	Sets []*Set
	// Scopes holds the module itself, then the functions and classes that it
	// defines, in the order in which they were read.
	Scopes []*Scope
	// Imports are the modules, or names out of them, that it imports; relative
	// ones start with their dots.
	Imports []string
	// Stars are the modules of which everything is imported.
	Stars []string
	// Errors are what is not Python, the first ones; the rest was read all the same.
	Errors []Error

	text     source.Text
	s        string
	comments []token
	path     string
	left     int // nodes that values may still take
	open     Open
	e        *eval // at the end of the program
}

// Open returns another module of the program by its dotted name, as an import
// gives it: common.settings, .settings. It returns nil for none.
type Open func(path string) *Module

// Error is text that is no valid Python, or that was bounded.
type Error struct {
	At  source.Span
	Msg string
}

// ScopeKind says what a scope is.
type ScopeKind uint8

const (
	ModuleScope ScopeKind = iota
	FunctionScope
	ClassScope
)

// Scope is a module, function or class.
type Scope struct {
	Kind       ScopeKind
	Name       string // dotted, from the module down: Pipeline.run; "" for the module
	Up         *Scope // what defines it, nil for the module
	Bases      []Arg  // what is in the brackets of a class
	Decorators []Value
	Params     []Param
	m          *Module
	n          *node
}

// At returns the place of a definition, from def or class to its end.
func (s *Scope) At() source.Span { return s.m.span(s.n) }

// Param is a parameter of a function.
type Param struct {
	Name    string
	Star    string // "*" or "**" for one that takes all others
	Default *Value // nil for none
}

// Where says when a statement runs.
type Where struct {
	Scope  *Scope
	Branch bool  // only if something holds: if, except, match, a choice in an expression
	Loop   bool  // any number of times
	Main   bool  // only where the file is the program: if __name__ == "__main__"
	Arm    int   // the innermost alternative that it stands in, a number of its own; 0 for none
	Fork   *Fork // what that is an alternative of, if nothing else decides whether it runs; nil for none
}

// Fork is an if with all its else, a try with its handlers, or a match.
type Fork struct {
	Ways  int // how many alternatives there are that the program lives through, with one for none of those that are written
	test  Value
	first int // the number of the first alternative
	all   int // how many there are
}

// If returns the condition that alone decides whether a statement runs, and
// whether it must not hold; nothing if it is not that of an if.
func (w Where) If() (test Value, not bool) {
	switch f := w.Fork; {
	case f == nil:
	case w.Arm == f.first:
		return f.test, false
	case f.all == 2:
		return f.test, true
	}
	return Value{}, false
}

// Call is one call. The same call is listed once, even if it stands in a
// function that is called often.
type Call struct {
	Where
	Method string // the last name of what is called; "" if it has none
	On     Value  // what the method is called on; nothing for a plain name
	Func   Value  // what is called
	Args   []Arg
	Def    *Scope // the function or class of this file that is called, if it is one

	n     *node
	m     *Module
	root  *Call // the first one of its chain
	links int   // how many stand before it there
}

// Arg is one argument.
type Arg struct {
	Name  string // of a keyword argument
	Star  string // "*" or "**" for one that stands for any number
	Value Value
	n     *node
}

// Set is an assignment to an attribute (Attr) or to an item (Key).
type Set struct {
	Where
	On    Value
	Attr  string
	Key   Value
	Op    string // "=", "+=" or another operator
	Value Value
	n     *node
	m     *Module
}

// At returns the place of the statement's target.
func (s *Set) At() source.Span { return s.m.span(s.n) }

// At returns the place of the call, from the first byte of what is called to
// the closing bracket.
func (c *Call) At() source.Span { return c.m.span(c.n) }

// Name returns what is called as a dotted path with import aliases resolved;
// calls on it read as "()": pyspark.SparkConf().setMaster().set. It is "" if
// the start of the path is not known from the file, as that of a parameter.
func (c *Call) Name() string { return c.Func.Path() }

// Chain returns the calls that lead to this one, the first one first and this
// one last: those in the same expression, and those in the variable that it
// starts with.
func (c *Call) Chain() []*Call {
	var out []*Call
	for at := c; at != nil && len(out) < maxLinks; at = at.On.Made() {
		out = append(out, at)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// At returns the place of the argument, with its name.
func (a *Arg) At() source.Span { return a.Value.m.span(a.n) }

// Comments returns the comments, without the '#'.
func (m *Module) Comments() []source.Text {
	out := make([]source.Text, 0, len(m.comments))
	for _, c := range m.comments {
		out = append(out, m.text.Slice(int(c.from), int(c.to)))
	}
	return out
}

// Read reads a program. Holes of the text read as names. What it imports from
// a module that open returns is known by what that one binds once; open may
// be nil.
func Read(text source.Text, open Open) *Module {
	m := &Module{text: text, s: text.Mask('x'), left: maxAll, open: open}
	if at := text.Span(); at.Valid() {
		m.path = at.File.Path
	}
	root, l := parse(m.s)
	m.comments = l.comments
	for _, f := range l.faults {
		m.Errors = append(m.Errors, Error{m.region(f.from, f.to), f.msg})
	}
	m.evaluate(root)
	return m
}

func parse(s string) (*node, *lexer) {
	l := &lexer{s: s}
	l.run()
	p := &parser{s: s, toks: l.toks, lex: l}
	p.k = p.toks[0].kind
	return p.program(), l
}

func (m *Module) region(from, to int32) source.Span {
	return m.text.Slice(int(from), int(to)).Extent()
}

func (m *Module) span(n *node) source.Span { return m.region(n.from, n.to) }

func (m *Module) written(n *node) string { return m.s[n.from:n.to] }
