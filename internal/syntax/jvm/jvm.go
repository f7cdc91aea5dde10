// Package jvm reads Java, Scala, Kotlin, Groovy and R programs without running
// them: which calls they make, in order, with which constants. It knows no
// types and no product; what it does not understand it steps over.
package jvm

import (
	"github.com/proflint/proflint/internal/source"
)

// Lang is the language of a program.
type Lang uint8

// The languages that one reader serves: their calls look alike.
const (
	Java Lang = iota
	Scala
	Kotlin
	Groovy
	R
)

// Kind of an expression.
type Kind uint8

const (
	Other      Kind = iota // not understood, or without a value: a type, a pattern, this = that
	String                 // a string or character, with the expressions in it as Args
	Number                 //
	Bool                   //
	Null                   //
	Name                   // Name
	Select                 // X.Name
	Call                   // X.Name(Args); X is nil for a plain Name(Args), Name is empty where X itself is called
	New                    // new Name(Args), and the call of a parent's constructor
	Index                  // X[Args]
	Binary                 // X Name Args[0]; Name is the operator
	Unary                  // Name X
	Choice                 // one of Args, by conditions that are not kept
	Lambda                 // a function; Args are what it returns, as far as that is plain
	Block                  // Args[0] is its last expression
	List                   // an array or list in brackets or braces, a tuple
	Map                    // [a: b]
	Assign                 // X = Args[0]
	Annotation             // @Name(Args)
	Reference              // X::Name
)

// Expr is an expression.
type Expr struct {
	Kind  Kind
	Lang  Lang
	Name  string // see Kind; the last name of a qualified type, which Path has in full
	X     *Expr
	Args  []Arg
	Scope *Scope // where it stands
	Seq   int    // of calls: a number that grows in the order in which they are made

	file         *File
	from, at, to int32  // of the whole, of the name, behind the whole
	path         string // of New and Annotation: the type as written, without its arguments
	plain        bool   // of String: a name, not a literal
	body         bool   // of New: an anonymous class
}

// Arg is an argument, item or entry.
type Arg struct {
	Key    *Expr // of named arguments and of entries: a String where a name is written
	Val    *Expr
	Spread bool // stands for any number of arguments: *list, list: _*

	from, to int32 // of a field in a string: with its braces
}

// ScopeKind says what a scope is for.
type ScopeKind uint8

const (
	Whole    ScopeKind = iota // the file
	Class                     // class, interface, trait, enum, record; an anonymous one has no name
	Object                    // object, companion object: there is one
	Method                    //
	Function                  // a lambda or closure, or what is passed in braces
	Branch                    // of if, switch, match, when, catch, ?:
	Loop                      //
	Plain                     // braces that run where they stand
)

// Scope is a part of a program in which names are valid.
type Scope struct {
	Kind        ScopeKind
	Name        string
	Up          *Scope // nil for the file
	Parents     []string
	Static      bool // belongs to its class rather than to an object of it
	Annotations []*Expr
	At          source.Span
	Fork        *Fork // of a Branch: what it is an alternative of, nil where that is not known
	When        *Expr // of a Branch of if that nothing else stands before: what has to hold for it, or (Not) must not
	Not         bool
	Over        *Expr // of a Loop: what it goes over with one name or pattern, and no condition

	from, to int32
	returns  []*Expr // of a method: all that it may return
	names    map[string]*binding
	inner    map[string]*Scope // classes and objects by name
}

// Fork is an if with all its else, or a switch, when or match with its arms.
// The braces of the latter are a Branch around those of the arms.
type Fork struct {
	Ways int // how many alternatives there are that the program lives through, with one for none of those that are written
}

// Set is a declaration or an assignment.
type Set struct {
	Name        string // the name that is set, without what it belongs to
	Target      *Expr  // of assignments: what is set, such as options.runner or props["k"]
	Value       *Expr  // nil where none is written, or where Name is only a part of it
	Op          string // "=", "+=", …; empty for a declaration without a value
	Declares    bool
	Param       bool // of a method or function; Value is then its default
	Final       bool
	Annotations []*Expr
	Scope       *Scope
	Seq         int
	At          source.Span // the name
}

// Import makes Path known as Name; Name is "*" for all that Path holds.
type Import struct{ Name, Path string }

// Error is text that is no valid program.
type Error struct {
	At  source.Span
	Msg string
}

// File is what a program says.
type File struct {
	Lang    Lang
	Package string
	Imports []Import
	Scopes  []*Scope // the file first, then in order of their beginning
	Calls   []*Expr  // Call and New, in the order in which they are made
	Sets    []*Set   // in order
	Errors  []Error
	// Constants, if set, tells what a name that the file does not define stands
	// for: name is qualified by the imports, at is where it is used.
	Constants Constants

	text  source.Text
	s     string
	bound bool
	steps int // that finding out values has taken
}

// Read returns what a program says. Holes of the text stay holes.
func Read(text source.Text, lang Lang) *File {
	l := &lexer{text: text, s: text.Mask('x'), lang: lang}
	l.run(0, len(l.s))
	f := &File{Lang: lang, text: text, s: l.s}
	p := &parser{lexer: l, file: f, end: len(l.toks), free: lang == Java}
	f.Scopes = make([]*Scope, 0, 8)
	p.push(Whole, "", 0)
	p.block()
	p.scope.to = int32(len(l.s))
	f.Errors = l.errs
	for _, s := range f.Scopes {
		s.At = f.span(s.from, s.to)
	}
	return f
}

func (f *File) span(from, to int32) source.Span { return f.text.Slice(int(from), int(to)).Extent() }

// Text returns the expression as written.
func (e *Expr) Text() source.Text { return e.file.text.Slice(int(e.from), int(e.to)) }

// At returns the place of the whole expression, and Named that of its name: of
// the method in a call.
func (e *Expr) At() source.Span { return e.file.span(e.from, e.to) }

// Named returns the place of the name: of the method in a call.
func (e *Expr) Named() source.Span { return e.file.span(e.at, e.at+int32(len(e.Name))) }

// Root returns where a chain of calls and selections starts.
func (e *Expr) Root() *Expr {
	for e.X != nil && (e.Kind == Call || e.Kind == Select || e.Kind == Index) {
		e = e.X
	}
	return e
}

// Arg returns the value of the argument with the given name or, where it has
// none, of the one at the given place; nil if there is none.
func (e *Expr) Arg(name string, place int) *Expr {
	for _, a := range e.Args {
		if a.Key != nil && a.Key.Name == name {
			return a.Val
		}
	}
	for i, a := range e.Args {
		if a.Spread {
			return nil
		}
		if i == place && a.Key == nil {
			return a.Val
		}
	}
	return nil
}

// Walk calls f for the expression and what it is made of, until f returns false.
func (e *Expr) Walk(f func(*Expr) bool) bool {
	if e == nil {
		return true
	}
	for ; e != nil; e = e.X { // chains are long, nesting is bounded
		if !f(e) {
			return false
		}
		for _, a := range e.Args {
			if !a.Key.Walk(f) || !a.Val.Walk(f) {
				return false
			}
		}
	}
	return true
}

// In returns the nearest scope around s, itself included, of one of the kinds.
func (s *Scope) In(kinds ...ScopeKind) *Scope {
	for ; s != nil; s = s.Up {
		for _, k := range kinds {
			if s.Kind == k {
				return s
			}
		}
	}
	return nil
}
