package code

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/jvm"
	"github.com/proflint/proflint/internal/value"
)

// BeamJVM reads the options that pipelines of the Java SDK and of scio set in
// code. Tests are no pipelines: what they set runs nowhere else.
func BeamJVM() surface.Surface {
	return surface.Surface{
		Name: "beam-jvm",
		Ends: []string{".java", ".kt", ".scala", ".groovy"},
		Match: func(p string) bool {
			lang, ok := languages[path.Ext(p)]
			return ok && lang != jvm.R && !inSet(p, "test/")
		},
		Words: append([]string{"setExperiments("}, jvmWords...),
		Read:  readBeamJVM,
	}
}

// jvmWords are what programs are found by that set options of Dataflow. Long
// ones: every file is searched for them, in steps of the shortest.
var jvmWords = []string{"ataflowServiceOptions", "dataflow_service_option", "enable_google_cloud_profiler", "enable_google_cloud_heap_sampling",
	"DataflowRunner.class", "DataflowRunner::class", "[DataflowRunner]", `"--runner=DataflowRunner`, "DirectRunner.class", "DirectRunner::class",
	"withoutStrictParsing", "etSdkContainerImage", "rofilingAgentConfiguration", "aveProfilesToGcs"}

// makers are the names by which a program makes options of its arguments.
var makers = []string{"PipelineOptionsFactory", "ContextAndArgs", "ScioContext"}

// worth reports whether a program is worth parsing, which takes longer than
// looking for words: it makes options, and does not only add to the experiments
// that it has got.
func worth(text string) bool {
	// a search takes a fifth of the time for what starts with a rare letter
	has := func(word string) bool {
		rare := word[max(0, strings.IndexAny(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")):]
		return strings.Contains(text, rare) && strings.Contains(text, word)
	}
	return slices.ContainsFunc(makers, has) && (!has("getExperiments") || slices.ContainsFunc(jvmWords, has))
}

func readBeamJVM(r *surface.Reader, f surface.Fragment) surface.Env {
	name := f.Text.Span().File.Path
	if !worth(f.Text.String()) {
		return nil
	}
	b := &beamJVM{f: jvm.Read(f.Text, languages[path.Ext(name)]), calls: map[string][]*jvm.Expr{}, reached: map[reach]string{}}
	tell(r, b.f.Errors)
	others := map[string]*jvm.File{}
	b.f.Constants = func(name string, _ source.Span) (value.Tree, bool) { return elsewhere(r, name, others) }
	b.names = classes(b.f, name)
	if b.f.Lang == jvm.Kotlin {
		b.braces = findBraces(b.f)
	}
	for _, c := range b.f.Calls {
		if c.Kind == jvm.Call {
			b.calls[c.Name] = append(b.calls[c.Name], c)
		}
		b.make(c)
	}
	for _, c := range b.f.Calls {
		b.call(c)
	}
	for _, s := range b.f.Sets {
		b.assign(s)
	}
	for _, o := range b.made {
		o.p.Sets = settle(inTurn(o.sets))
		r.Set.Pipelines = append(r.Set.Pipelines, o.p)
	}
	return nil
}

// beamJVM follows the options of a program.
type beamJVM struct {
	f       *jvm.File
	names   []string
	made    []jvmOptions
	calls   map[string][]*jvm.Expr    // of methods, by name
	params  map[*jvm.Scope][]*jvm.Set // of methods; nil: not looked for
	reached map[reach]string
	braces  []braces // of functions that are handed to a call, in order
}

// jvmOptions is one object of options: where the chain of calls that makes it
// starts.
type jvmOptions struct {
	root  *jvm.Expr
	scope *jvm.Scope
	p     *model.Pipeline
	sets  []armed
}

// make finds the calls that make options: of the factory, of scio.
func (b *beamJVM) make(c *jvm.Expr) {
	if b.f.Lang == jvm.Scala && isScio(c) {
		o := b.of(c.Root(), c)
		b.words(o, c.Args)
		return
	}
	if !ofFactory(c) {
		return
	}
	switch c.Name {
	case "fromArgs":
		b.words(b.of(c.Root(), c), c.Args)
	case "withoutStrictParsing":
		b.of(c.Root(), c).Lenient = true
	case "create", "as", "withValidation":
		b.of(c.Root(), c)
	}
}

// isScio reports whether a call is scio's reading of the command line.
func isScio(c *jvm.Expr) bool {
	switch c.Path() {
	case "ContextAndArgs", "ContextAndArgs.apply", "ContextAndArgs.typed", "ScioContext.parseArguments":
		return len(c.Args) > 0
	}
	return false
}

// ofFactory reports whether a call belongs to a chain that starts at Beam's
// factory of options.
func ofFactory(c *jvm.Expr) bool {
	for x := c.X; x != nil; x = x.X {
		if x.Name == "PipelineOptionsFactory" && x.Kind != jvm.Call {
			return true
		}
	}
	return false
}

// of returns the options that a chain makes, new ones at its first call.
func (b *beamJVM) of(root, c *jvm.Expr) *model.Pipeline {
	for _, o := range b.made {
		if o.root == root {
			return o.p
		}
	}
	p := &model.Pipeline{At: c.At(), Lang: model.Java, Names: b.names}
	b.made = append(b.made, jvmOptions{root: root, scope: c.Scope, p: p})
	return p
}

// words takes the arguments that options are read from.
func (b *beamJVM) words(p *model.Pipeline, args []jvm.Arg) {
	var all []value.Tree
	for _, a := range args {
		all = append(all, b.array(a.Val, 0))
	}
	p.Words = joined(p.At, all...)
	p.Outer = p.Words.List.Rest != nil
	p.Words.List.Rest = nil
}

// joins are the methods that make one array of several.
var joins = map[string]bool{"addAll": true, "concat": true, "append": true, "add": true, "plus": true}

// array returns an array of arguments: as the file shows it, or joined from
// several.
func (b *beamJVM) array(e *jvm.Expr, depth int) value.Tree {
	t := b.f.Value(e)
	if e == nil || t.Kind != value.KindUnknown || depth > 20 {
		return t
	}
	if e.Kind == jvm.Name {
		sets := slices.DeleteFunc(slices.Clone(b.f.SetsOf(e)), func(s *jvm.Set) bool { return s.Param && s.Value == nil })
		if len(sets) == 1 && sets[0].Value != nil {
			return b.array(sets[0].Value, depth+1)
		}
		return t
	}
	switch {
	case e.Kind == jvm.Choice:
		var ways []value.Tree
		for _, a := range e.Args {
			ways = append(ways, b.array(a.Val, depth+1))
		}
		return either(e.At(), ways)
	case e.Kind == jvm.Call && e.Name == "toArray" && e.X != nil:
		return b.array(e.X, depth+1)
	case e.Kind == jvm.Call && joins[e.Name] && len(e.Args) > 1:
		var all []value.Tree
		for _, a := range e.Args {
			all = append(all, b.array(a.Val, depth+1))
		}
		return joined(e.At(), all...)
	case e.Kind == jvm.Call:
		return b.given(e, t)
	case e.Kind == jvm.Binary && (e.Name == "++" || e.Name == "+") && len(e.Args) == 1:
		return joined(e.At(), b.array(e.X, depth+1), b.array(e.Args[0].Val, depth+1))
	}
	return t
}

// given returns the options that a method of the program gets, which makes the
// arguments of them; t if it gets none.
func (b *beamJVM) given(call *jvm.Expr, t value.Tree) value.Tree {
	out := value.NewList(call.At())
	out.List.Rest = t.Open()
	for _, a := range call.Args {
		if v := b.f.Value(a.Val); v.Kind == value.KindString && v.Text.HasPrefix("--") {
			out.List.Items = append(out.List.Items, value.String(v.Text.Weaken("what "+call.Name+" makes of it")))
		}
	}
	if len(out.List.Items) == 0 {
		return t
	}
	return out
}

// either returns the arguments of a program that chooses between several lists:
// all that they hold, as what a condition decides on. A list for another runner
// is not what Dataflow gets.
func either(at source.Span, ways []value.Tree) value.Tree {
	here := slices.DeleteFunc(slices.Clone(ways), func(t value.Tree) bool {
		return slices.ContainsFunc(t.Items(), func(item value.Tree) bool { return beam.Elsewhere(item.Text) })
	})
	if len(here) == 1 && len(ways) > 1 {
		return joined(at, here...)
	}
	out := joined(at, here...)
	for i, item := range out.List.Items {
		out.List.Items[i].Text, out.List.Items[i].Weak = item.Text.Weaken(choice), choice
	}
	if out.List.Rest == nil {
		out.List.Rest = &source.Hole{Expr: at.Text(), Why: choice}
	}
	return out
}

// choice is what has to happen for one of several ways to be taken, for people.
const choice = "a condition in the program"

// joined returns the items of lists, and texts, as one list.
func joined(at source.Span, parts ...value.Tree) value.Tree {
	out := value.NewList(at)
	for _, t := range parts {
		if t.Kind == value.KindString {
			out.List.Items = append(out.List.Items, t)
		}
		out.List.Items = append(out.List.Items, t.Items()...)
		if rest := t.Open(); rest != nil {
			out.List.Rest = rest
		}
	}
	return out
}

// call takes a setter, what is added to a list that a getter returns, and
// ExperimentalOptions.addExperiment(options, name).
func (b *beamJVM) call(c *jvm.Expr) {
	getter := func(x *jvm.Expr) string {
		if x == nil {
			return ""
		}
		if name, ok := property(x.Name, "get"); ok && x.Kind == jvm.Call {
			return name
		}
		return x.Name
	}
	switch name, ok := property(c.Name, "set"); {
	case c.Name == "addExperiment" && len(c.Args) == 2:
		b.put(c.Args[0].Val, c, "experiments", true, one(b.f.Value(c.Args[1].Val)))
	case ok && len(c.Args) == 1 && c.X == nil: // in options.apply { … }
		if on := b.receiver(c.At(), scoped); on != nil {
			b.setter(on, c, name, c.Args[0].Val)
		}
	case c.X == nil:
	case ok && len(c.Args) == 1:
		b.setter(c.X, c, name, c.Args[0].Val)
	case (c.Name == "add" || c.Name == "addAll") && beam.IsList(model.Java, getter(c.X)) && len(c.Args) == 1:
		v := b.f.Value(c.Args[0].Val)
		if c.Name == "add" {
			v = one(v)
		}
		b.put(c.X.X, c, getter(c.X), true, v)
	}
}

// property returns the name that a setter or getter is made of.
func property(method, verb string) (string, bool) {
	rest, ok := strings.CutPrefix(method, verb)
	if !ok || rest == "" || !unicode.IsUpper(rune(rest[0])) {
		return "", false
	}
	return strings.ToLower(rest[:1]) + rest[1:], true
}

// assign takes Kotlin's and Groovy's assignment to a property.
func (b *beamJVM) assign(s *jvm.Set) {
	t := s.Target
	if t == nil || s.Value == nil || b.f.Lang == jvm.Java {
		return
	}
	on, at := t.X, t
	if t.Kind == jvm.Name && s.Scope.Kind == jvm.Function { // in options.apply { … }
		if on = b.receiver(t.At(), scoped); on == nil {
			return
		}
	} else if t.Kind != jvm.Select {
		return
	}
	if s.Op == "+=" && beam.IsList(model.Java, t.Name) {
		v := b.f.Value(s.Value)
		if v.Kind == value.KindString {
			v = one(v)
		}
		b.put(on, at, t.Name, true, v)
	} else if s.Op == "=" {
		b.setter(on, at, t.Name, s.Value)
	}
}
