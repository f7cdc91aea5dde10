package model

import (
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Driver is a source file of programs that jobs run, with what its code sets;
// or a file of defaults that they start with.
type Driver struct {
	At      source.Span // the file, or its text in another one
	Path    string      // of the file, as jobs name it
	Lang    Lang        // Python, Java for all languages of the JVM, Go, R
	Names   []string    // by which others call it: classes with their package, modules
	Imports []string    // names of classes and modules that it uses
	Uses    []Use       // what the functions of a Python program call
	Archive string      // how the names of the archives start that it is built into; "" if the files do not show it
	Sets    []*Setting
}

// Setting is a place where a program sets a property of Spark's or Hadoop's.
type Setting struct {
	At     source.Span // the key, where it stands by itself; else the call
	Call   source.Span // what is given a list in which the key stands; invalid where it is part of that
	Key    value.Str
	Value  value.Str
	In     string // the function of a Python program that sets it, dotted; "" where the module does
	By     string // what sets it, for people: SparkConf.set
	Effect Effect
	Why    string // why it has no effect, or keeps what was there
	// Doubt is what the setting rests on: that a function is called, a branch
	// taken; "" if it takes place whenever the program runs.
	Doubt string
}

// Effect of a setting on what the submission says of the same key.
type Effect uint8

const (
	Replaces  Effect = iota // the program's value is used, the submission's is gone
	Keeps                   // the old value is read and becomes a part of the new one (F6.13)
	TooLate                 // the context runs already: nothing changes (F6.5, F6.6)
	Copied                  // a copy of the configuration is changed (F6.10)
	Elsewhere               // something else is configured: a program that is launched, Hadoop
)

// Program is a driver that a workload runs, as far as the files show.
type Program struct {
	*Driver
	Doubt string // why it may be another one; "" for a firm link
	Main  bool   // it is what the workload names
	// Runs holds the functions and classes of a Python program that are called,
	// "" for the module itself, "*" where any may be. Nil: not known.
	Runs map[string]bool
}

// Use is a call in a program.
type Use struct {
	In   string // the function that calls, dotted; "" for the module
	Name string // what is called, with import aliases resolved; of Own, as in In
	Own  bool   // a function or class of the same file
}
