package code

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// beamWords are what programs are found by that set options of Dataflow
// themselves.
var beamWords = []string{"DataflowRunner", "dataflow_service_option", "dataflowServiceOptions", "DataflowServiceOptions", "google_cloud_profiler", "google_cloud_heap_sampling"}

// BeamPython reads the options that Python pipelines set in code.
func BeamPython() surface.Surface {
	words := append([]string{"SIGALRM", "DebugOptions).experiments", ".experiments = [", "PipelineOptions(**", "PipelineOptions.from_dictionary("}, beamWords...)
	return surface.Surface{Name: "beam-python", Lang: surface.Python, Ends: []string{".py"},
		Words: words, Inner: surface.Clues("", beamWords...), Read: readBeamPython}
}

func readBeamPython(r *surface.Reader, f surface.Fragment) surface.Env {
	b := &beamPython{m: python.Read(f.Text, opener(r)), file: fileOf(f)}
	tell(r, b.m.Errors)
	b.callers = callers(b.m)
	b.commandLine()
	for _, c := range b.m.Calls {
		b.call(c)
	}
	for _, s := range b.m.Sets {
		b.set(s)
	}
	launcher := value.Str{}
	if len(b.made) > 0 && r.Open != nil {
		if launcher = contained(r, b.file); launcher.Raw().Len() == 0 {
			launcher = surface.Managed(model.Python, false, r.Open)
		}
	}
	for _, put := range b.puts {
		put()
	}
	test := path.Ext(b.file) == ".py" && surface.IsPythonTest(b.file)
	for _, o := range b.made {
		o.p.Alarm, o.p.Launcher = b.alarm, launcher
		if o.p.Test = test; test {
			o.p.Names = nil // a launch by a name means another program rather than a test
		}
		o.p.Sets = append(o.p.Sets, settle(inTurn(o.sets))...)
		r.Set.Pipelines = append(r.Set.Pipelines, o.p)
	}
	return nil
}

// beamPython follows the options of a program.
type beamPython struct {
	m       *python.Module
	file    string
	callers map[*python.Scope]*python.Call // of the functions of the file that it calls itself, the first one
	made    []options
	puts    []func() // what gives the options what is set: they may be made further below
	grown   map[variable][]value.Tree
	argv    []value.Tree // what the program puts behind its command line
	alarm   source.Span  // where workers install a handler for SIGALRM
}

// options is one PipelineOptions object: the call that makes it.
type options struct {
	call *python.Call
	p    *model.Pipeline
	sets []armed // behind those of the call
}

// isOptions reports whether a path is a class of Beam's options.
func isOptions(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	return strings.HasSuffix(last, "Options") && (last == "PipelineOptions" || strings.HasPrefix(name, "apache_beam."))
}

// extends reports whether a class of the file is one of Beam's options by what
// it is made of: class ScoreOptions(PipelineOptions).
func extends(class *python.Scope) bool {
	if class == nil || class.Kind != python.ClassScope {
		return false
	}
	return slices.ContainsFunc(class.Bases, func(base python.Arg) bool {
		return isOptions(base.Value.Path())
	})
}

func (b *beamPython) call(c *python.Call) {
	name := c.Name()
	switch {
	case strings.HasSuffix(name, "Options.from_dictionary"):
		words := flags(argument(c, "options", 0).Tree())
		o := b.create(c, words)
		o.Words, o.Outer = words, false
	case isOptions(name) || extends(c.Def):
		words, sets := here(argument(c, "flags", 0)), []model.OptionSet(nil)
		set := func(at source.Span, name string, v value.Tree) {
			if name == "flags" {
				words = v
				return
			}
			sets = append(sets, model.OptionSet{At: at, Name: name, Value: v, By: program, Doubt: v.Weak})
		}
		for _, a := range c.Args {
			switch {
			case a.Star == "**":
				for _, e := range a.Value.Tree().Entries() {
					set(e.Key.Span(), e.Key.String(), e.Val)
				}
			case a.Name != "" && a.Name != "flags":
				set(a.At(), a.Name, a.Value.Tree())
			}
		}
		b.create(c, words).Sets = sets
	case name == "apache_beam.Pipeline" || name == "apache_beam.pipeline.Pipeline":
		b.pipeline(c)
	case c.Method == "run_pipeline" && strings.HasSuffix(c.On.Path(), "Runner()"):
		b.run(c, c.On, argument(c, "options", 1))
	case name == "signal.signal" && argument(c, "signalnum", 0).Path() == "signal.SIGALRM" && onWorkers(c.Where):
		b.alarm = c.At()
	case c.Method == "add_experiment":
		b.put(c.On, c.Where, model.OptionSet{At: c.At(), Name: "experiments", Value: one(argument(c, "experiment", 0).Tree()), Adds: true})
	case c.Method == "append" || c.Method == "extend":
		on := cmp.Or(c.On.Path(), c.On.Written().String()) // of a parameter, as it is written
		attr := on[strings.LastIndexByte(on, '.')+1:]
		v := argument(c, "", 0).Tree()
		if c.Method == "append" {
			v = one(v)
		}
		if lists[attr] && strings.Contains(on, "view_as") {
			b.put(c.On, c.Where, model.OptionSet{At: c.At(), Name: attr, Value: v, Adds: true})
		} else if c.Branch {
			b.grow(c, v, choice)
		} else {
			b.grow(c, v, "")
		}
	}
}

// commandLine finds what a program puts behind its own command line:
// sys.argv.append("--runner=DataflowRunner"), sys.argv += […].
func (b *beamPython) commandLine() {
	put := func(w python.Where, items ...value.Tree) {
		for _, item := range items {
			if w.Branch || w.Scope.Kind == python.FunctionScope && b.callers[w.Scope] == nil {
				item.Text, item.Weak = item.Text.Weaken(choice), choice
			}
			b.argv = append(b.argv, item)
		}
	}
	for _, c := range b.m.Calls {
		switch {
		case c.Method != "append" && c.Method != "extend" || c.On.Path() != "sys.argv":
		case c.Method == "append":
			put(c.Where, argument(c, "", 0).Tree())
		default:
			put(c.Where, argument(c, "", 0).Tree().Items()...)
		}
	}
	for _, s := range b.m.Sets {
		if s.Attr == "argv" && s.On.Path() == "sys" && s.Op == "+=" {
			put(s.Where, s.Value.Tree().Items()...)
		}
	}
}

// pipeline takes what a pipeline is made with: options, or the words that they
// are made of, and a runner, which comes before that of the options.
func (b *beamPython) pipeline(c *python.Call) {
	opts := argument(c, "options", 1)
	if argv := argument(c, "argv", 2); !opts.Present() && argv.Present() {
		b.create(c, here(argv))
	}
	b.run(c, argument(c, "runner", 0), opts)
}

// run takes the runner that options are used with: its name, or an object of
// its class.
func (b *beamPython) run(c *python.Call, by, opts python.Value) {
	name := value.Tree{}
	if class, ok := strings.CutSuffix(by.Path(), "Runner()"); ok {
		name = value.String(source.Derived(class[strings.LastIndexByte(class, '.')+1:]+"Runner", by.At()))
	} else if name = by.Tree(); name.Kind != value.KindString || !name.Text.Known() {
		return
	}
	set := model.OptionSet{At: by.At(), Name: "runner", Value: name}
	if opts.Present() {
		b.put(opts, c.Where, set)
		return
	}
	for _, o := range b.made {
		if o.call == c {
			set.By = program
			o.p.Sets = append(o.p.Sets, set)
		}
	}
}

// onWorkers reports whether code runs where the workers load the program, or
// in a DoFn: what main calls runs on the machine that launches the pipeline.
func onWorkers(w python.Where) bool {
	if w.Scope.Kind == python.ModuleScope {
		return !w.Branch && !w.Main
	}
	for s := w.Scope; s != nil; s = s.Up {
		for _, base := range s.Bases {
			if strings.HasSuffix(base.Value.Path(), "DoFn") {
				return true
			}
		}
	}
	return false
}

// program is what sets the options, for people.
const program = "the program"

// lists are the options that hold what asks for profiling.
var lists = map[string]bool{"dataflow_service_options": true, "experiments": true}

func one(t value.Tree) value.Tree {
	out := value.NewList(t.At)
	out.List.Items = append(out.List.Items, t)
	return out
}

// create declares the options that a call makes of words. Without any, they are
// those of the command line; what they hold besides those that the file shows
// is what the parser of the program's own options left over of it.
func (b *beamPython) create(c *python.Call, words value.Tree) *model.Pipeline {
	p := &model.Pipeline{At: c.At(), Lang: model.Python, Names: []string{module(b.file)}, Outer: true}
	if words.Kind == value.KindList {
		list := *words.List
		p.Outer, list.Rest = list.Rest != nil, nil
		p.Words = words
		p.Words.List = &list
	}
	if p.Outer && len(b.argv) > 0 {
		own := value.NewList(p.At)
		own.List.Items = slices.Concat(b.argv, p.Words.Items())
		p.Words = own
	}
	b.made = append(b.made, options{call: c, p: p})
	return p
}

// here returns the words of a program that chooses between several lists, but
// for those of a run elsewhere: on one's own machine.
func here(flags python.Value) value.Tree {
	ways := flags.Ways()
	if len(ways) == 1 {
		return flags.Tree()
	}
	var left []value.Tree
	for _, w := range ways {
		if t := w.Tree(); !slices.ContainsFunc(t.Items(), func(item value.Tree) bool { return beam.Elsewhere(item.Text) }) {
			left = append(left, t)
		}
	}
	if len(left) == 1 {
		return left[0]
	}
	return flags.Tree()
}

// flags are the words that from_dictionary makes of a dict (F3.12): true is a
// bare flag, false and None are dropped, a list is repeated.
func flags(t value.Tree) value.Tree {
	out := value.NewList(t.At)
	if t.Kind != value.KindMap {
		out.List.Rest = t.Open()
		return out
	}
	out.List.Rest = t.Map.Rest
	for _, e := range t.Entries() {
		key := source.Concat(source.Derived("--", e.Key.Span()), e.Key)
		word := func(v value.Tree) {
			t := source.Concat(key, source.Derived("=", e.Key.Span()), v.Str().Raw())
			if e.Val.Weak != "" {
				t = t.Weaken(e.Val.Weak)
			}
			out.List.Items = append(out.List.Items, value.String(t))
		}
		switch text := e.Val.Str().Raw().String(); {
		case e.Val.Kind == value.KindNull, e.Val.Kind == value.KindBool && text == "false":
		case e.Val.Kind == value.KindBool:
			out.List.Items = append(out.List.Items, value.String(key))
		case e.Val.Kind == value.KindList:
			for _, item := range e.Val.Items() {
				word(item)
			}
		default:
			word(e.Val)
		}
	}
	return out
}

// set takes an assignment to an option: options.view_as(X).name = value.
func (b *beamPython) set(s *python.Set) {
	list := lists[s.Attr]
	if s.Attr == "" || s.Op != "=" && !(list && s.Op == "+=") || !strings.Contains(s.On.Path(), "view_as") && !list {
		return
	}
	set := model.OptionSet{At: s.At(), Name: s.Attr, Value: s.Value.Tree()}
	if y := fallback(s.Value, s.On.Written().String()+"."+s.Attr); y.Present() && s.Op == "=" && !s.Branch {
		set.Value, set.If = y.Tree(), model.Unset
	} else if list && s.Op == "=" && keepsOption(s.Value, s.Attr, 0) && b.grown[variable{s.Scope, s.Value.Written().String()}] != nil {
		set.Adds, set.Value = true, value.NewList(s.At())
		set.Value.List.Items = b.grown[variable{s.Scope, s.Value.Written().String()}]
	} else if list && (s.Op == "+=" || strings.Contains(s.Value.Written().String(), "."+s.Attr)) { // what was there stays
		set.Adds = true
		if set.Value.Kind != value.KindList {
			set.Value = value.NewList(s.At())
			set.Value.List.Rest = &source.Hole{Expr: s.Value.Written().String(), Why: "not a list that the program shows"}
		}
	}
	b.put(s.On, s.Where, set)
}

// put gives what is set to the options object that it is set on: the one whose
// call starts the chain, else the only one of the file. Where there are several
// it may be any of them.
func (b *beamPython) put(on python.Value, w python.Where, s model.OptionSet) {
	b.puts = append(b.puts, func() { b.give(on, w, s) })
}

func (b *beamPython) give(on python.Value, w python.Where, s model.OptionSet) {
	s.By = program
	if test, not := w.If(); s.If == model.Anyway && test.Present() && !w.Loop {
		s.If = prior(test.Written().String(), on.Written().String()+"."+s.Name, not)
	}
	if w.Branch && s.If == model.Anyway {
		s.Doubt = choice
	}
	targets := b.made
	if c := on.Made(); c != nil {
		first := c.Chain()[0]
		if i := slices.IndexFunc(b.made, func(o options) bool { return o.call == first }); i >= 0 {
			targets = b.made[i : i+1]
		}
	}
	for i := range targets {
		o, set := &targets[i], s
		switch {
		case set.Doubt != "":
		case len(targets) > 1:
			set.Doubt = "which of the program's options are meant"
		case w.Scope != o.call.Scope && w.Scope.Kind == python.FunctionScope && b.callers[w.Scope] == nil:
			set.Doubt = w.Scope.Name + " being called"
		}
		one := armed{OptionSet: set, turn: b.turn(w.Scope, s.At.End, maxTurns)}
		if w.Fork != nil && !w.Loop && len(targets) == 1 && w.Scope == o.call.Scope {
			one.of, one.arm, one.ways = w.Fork, w.Arm, w.Fork.Ways
		}
		o.sets = append(o.sets, one)
	}
}

// turn says when something in a scope happens.
func (b *beamPython) turn(in *python.Scope, at, left int) []int {
	if c := b.callers[in]; c != nil && left > 0 {
		return append(b.turn(c.Scope, c.At().End, left-1), at)
	}
	return []int{at}
}

// callers returns the functions of the file that it calls itself, and the first
// call of each.
func callers(m *python.Module) map[*python.Scope]*python.Call {
	out := map[*python.Scope]*python.Call{}
	for _, c := range m.Calls {
		if c.Def != nil && out[c.Def] == nil {
			out[c.Def] = c
		}
	}
	return out
}
