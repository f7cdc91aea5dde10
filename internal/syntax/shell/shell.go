// Package shell reads shell text into commands with expanded words. It runs
// nothing, and knows no product.
//
// Reading is evaluation with unknowns. Code without branches runs in order;
// what is set in a branch is unknown behind it unless all branches agree; a
// loop body is read once, with what it changes unknown. Functions are read at
// each call with that call's words. Every word is a source.Text, so it knows
// the bytes it came from, and every unknown is a hole with its reason.
package shell

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Env holds variables. A variable that is not in it is set outside.
type Env = map[string]value.Str

// Word is one argument of a command.
type Word = source.Word

// Command is one simple command that the script would run.
type Command struct {
	Words []Word
	At    source.Span  // first byte of the first word to the last byte of the last word
	Stdin *source.Text // here-document, here-string or known pipe, expanded
	// Cut holds the words of the line that was meant to continue this command
	// but is a command of its own, because of CutBy (a comment line, or a
	// blank behind a backslash, F12.7; an empty place at the end of the line
	// where the backslash is missing). Empty for a whole command.
	Cut   []Word
	CutBy source.Span
	Env   Env                    // variables set for this command alone (A=b cmd); nil for none
	Dir   string                 // the folder it runs in, seen from where the script started; "" for that one
	Away  string                 // how that folder is written, where it is not known
	Files map[string]source.Text // files that the script wrote before and the words name, by Sym of the path
	More  map[string]source.Text // likewise what it put behind files that it did not write
	// Sure: whenever the script gets this far it runs, once, and those before it
	// in the list that are sure have ended.
	Sure bool
	// Turns are the loops and matrices that it runs in each turn of: Each of holes in Words.
	Turns []string
	// Only holds, of those whose turns do not all get here, which do: bit i for
	// the one of index i.
	Only map[string]uint64
}

// Comment is one comment, without the '#'.
type Comment struct{ Text source.Text }

// Error is text that is no valid shell, or that was bounded.
type Error struct {
	At  source.Span
	Msg string
}

// Script is what a shell text does, in order.
type Script struct {
	Commands []*Command
	Comments []Comment
	// Files holds what was written to files, as the last write left them:
	// here-documents and the output of echo, printf, cat and tee. The key is
	// the path as written, or the Sym of one that is not known; a text with
	// holes is known in part.
	Files  map[string]source.Text
	Errors []Error

	end func() Env
	env Env // what end has returned
}

// Start is what surrounds a script when it starts.
type Start struct {
	Env Env // is not changed
	// Open finds the text of a file that the script sources, by the path as far as
	// it is known. false: it is not among the inputs. A nil Open finds none.
	Open func(path string) (source.Text, bool)
	// Tops are the variables that hold, unless the script sets them, the folder at
	// the top of the inputs.
	Tops []string
}

// Read evaluates the text without running it. Of a sourced file the variables
// and functions count; its commands are not among those of the script.
func Read(text source.Text, s Start) *Script { return evaluate(text, s, false) }

// ReadCommands is Read without the comments.
func ReadCommands(text source.Text, s Start) *Script { return evaluate(text, s, true) }

// Variables returns the variables at the end of the script.
func (s *Script) Variables() Env {
	if s.env == nil {
		s.env = s.end()
	}
	return s.env
}

func evaluate(text source.Text, s Start, quiet bool) *Script {
	e := newEval(text, s)
	e.quiet = quiet
	e.program(text)
	e.uncalled()
	e.out.Files = e.files()
	e.out.end = e.env
	return e.out
}

// newEval prepares the evaluation of a script.
func newEval(text source.Text, s Start) *eval {
	e := &eval{Start: s, out: &Script{}, vars: make(map[string]*variable, len(s.Env)), frame: &frame{}}
	at := text.At(0)
	if !at.Valid() {
		at = text.Span()
	}
	if at.Valid() {
		e.path, e.unsure = at.File.Path, at.File.Kind == source.Doc
	}
	vs := make([]variable, 0, len(s.Env))
	for name, v := range s.Env {
		vs = append(vs, given(name, v))
		v := &vs[len(vs)-1]
		e.vars[name] = v
		if h := v.text.Hole(); h != nil {
			e.receive(h.Sym)
		}
	}
	return e
}

// given converts a variable that the shell starts with.
func given(name string, v value.Str) variable {
	if v.Absent() {
		return variable{unset: true, given: true}
	}
	t := v.Raw()
	if t.Len() > maxText {
		t = source.Unknown(&source.Hole{Expr: "$" + name, Why: "too long to follow"}, t.Span())
	}
	if h := v.Hole(); h != nil && t.Known() {
		h := *h
		if h.Expr == "" {
			h.Expr = "$" + name
		}
		t = source.Unknown(&h, v.Span())
	} else if v.Unknown() && t.Known() {
		t = source.Unknown(&source.Hole{Expr: "$" + name, Why: "not read"}, v.Span())
	}
	if w := v.Weak(); w != "" {
		t = t.Weaken(w)
	}
	return variable{text: t, outside: !t.Known(), exported: true, given: true}
}

// env returns the variables at the end. An array is not one text: it is
// unknown to whoever reads on.
func (e *eval) env() Env {
	out := make(Env, len(e.vars))
	for name, v := range e.vars {
		if !hidden(name) {
			out[name] = v.str(name)
		}
	}
	return out
}

// str returns a variable as a value.
func (v *variable) str(name string) value.Str {
	switch {
	case v.unset:
		return value.None[source.Text]()
	case v.array:
		return value.Not[source.Text](&source.Hole{Expr: "${" + name + "[@]}", Why: "an array"})
	}
	return value.Text(v.text)
}

// files returns what was written to files.
func (e *eval) files() map[string]source.Text {
	if !e.wrote {
		return nil
	}
	out := map[string]source.Text{}
	for name, v := range e.vars {
		if path, ok := strings.CutPrefix(name, filePrefix); ok && !v.unset {
			out[path] = v.text
		}
	}
	return out
}
