// Package gradle reads build scripts in Groovy, Kotlin and Scala without
// running them: assignments, calls, strings and the blocks they stand in. It
// is lenient: what it does not understand it steps over.
package gradle

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// Kind of a node.
type Kind uint8

const (
	Other  Kind = iota // not understood; Text is what is written
	String             // a string; Args are its pieces when it has several
	Number             // Text
	Path               // names joined by dots: Name
	Call               // Name called with Args
	List               // Args
	Entry              // a named argument or entry of a map: Name and Args[0]
	Binary             // Args[0] Name Args[1]; Name is the operator: "+", "%", "?:"
	Choice             // if or ?: with Args condition, then, else
	Assign             // Name is set to Args[0]; Declares for val, var, def and typed names
	Block              // Args are statements
)

// Node is a part of a script.
type Node struct {
	Kind     Kind
	Name     string
	Text     source.Text // as written; of a string what it says, while that needs no evaluation
	Args     []Node
	Declares bool
}

// Read returns the statements of a script. Holes of the text stay holes.
func Read(text source.Text, lang Lang) []Node {
	l := &lexer{text: text, s: text.Mask('x'), lang: lang}
	l.run(0, len(l.s))
	return (&parser{lexer: l}).block(false)
}

// Walk calls f for a node and what stands in it, outer ones first; f returns
// whether to go on inside. up are the nodes around, the outermost first.
func Walk(nodes []Node, f func(n *Node, up []*Node) bool) {
	walk(nodes, nil, f)
}

func walk(nodes []Node, up []*Node, f func(*Node, []*Node) bool) {
	for i := range nodes {
		n := &nodes[i]
		if f(n, up) {
			walk(n.Args, append(up, n), f)
		}
	}
}

// Last returns the part of a path behind the last dot.
func Last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }
