package model

import (
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Pipeline is what a Beam program makes its options of: the words of the
// command line or words of its own, then what its code sets.
type Pipeline struct {
	At    source.Span // where the options are made
	Lang  Lang
	Names []string   // by which a launch names the program: its file, its module, its classes
	Words value.Tree // words that the program itself gives the SDK
	Outer bool       // the words of the command line are read, too: before its own
	Ahead value.Tree // words that those of the command line come after, and may replace
	Sets  []OptionSet
	// Launcher is the version of Python that the files beside it state.
	Launcher value.Str
	Alarm    source.Span // where the program takes the signal that the Python agent needs; invalid: nowhere
	// Lenient: an option that the SDK does not know is ignored, where it else
	// ends the launch.
	Lenient bool
	// Test: the file is a test. What tests give a pipeline runs nowhere else,
	// unless a launch starts the file.
	Test bool
}

// OptionSet is a place where code sets an option.
type OptionSet struct {
	At    source.Span
	Name  string     // of the option, as the words of the language spell it: dataflow_service_options, dataflowServiceOptions
	Value value.Tree // as the code has it: nothing is split
	Adds  bool       // to the list that is there; else it replaces what is there
	By    string     // what sets it, for people: the program, the pipeline's YAML
	Doubt string     // what has to happen for it, "" if it always does
	If    Prior      // on what that is there already it depends besides
	// Choice is equal for what is set in alternatives of which one is taken; 0: in none.
	Choice int
}

// Prior is what an option has to hold for code to set it.
type Prior uint8

// Anyway asks for none: the code sets the option whatever is there. Unset sets
// what has no value yet, WasSet what has one.
const (
	Anyway Prior = iota
	Unset
	WasSet
)
