package checks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// optionsOverridden: the program replaces the JVM options that the agent comes
// in (S21, S22, F6.1-F6.13).
func optionsOverridden() *Check {
	return &Check{Rules: []string{"java-options-overridden"}, Applies: onSpark, Workload: func(p *Pass, w *model.Workload) {
		if ranWith(p, w) {
			return
		}
		given := model.Program{Driver: &model.Driver{Sets: w.Sets}} // by the arguments
		for _, program := range append([]model.Program{given}, w.Programs...) {
			for _, s := range program.Sets {
				if !s.Key.Known() && s.Effect == model.Replaces && w.Type != model.Hadoop && mayRun(program, s) {
					h := s.Key.Hole()
					p.CannotTell("which properties "+program.Path+" sets in line "+strconv.Itoa(s.At.From().Line)+": those of "+h.Expr+" ("+h.Why+")", "")
				}
				if kase, ok := overrides(s, w.Type); ok && mayRun(program, s) {
					judgeOverride(p, w, program, s, kase)
				}
			}
		}
	}}
}

// ranWith judges by the properties that the Spark application really ran with,
// which is proof; it reports whether that decides.
func ranWith(p *Pass, w *model.Workload) bool {
	if w.Run == nil || w.Run.Apps == nil {
		return false
	}
	if !slices.ContainsFunc(w.Request.Asks, func(a model.Ask) bool { return a.Fate == model.Arrives || a.Fate == model.FateUnknown }) {
		return false // the service was not asked for an agent that could be replaced
	}
	told := false
	for _, app := range w.Run.Apps.Seen {
		told = p.keptAgent(w, app.Properties) || told
	}
	if told && w.Run.Apps.Why != "" {
		p.CannotTell("whether the other applications of the run kept the agent ("+w.Run.Apps.Why+")", w.Run.Apps.Ask)
	}
	return told
}

// keptAgent judges one application; it reports whether its properties decide.
func (p *Pass) keptAgent(w *model.Workload, props value.Tree) bool {
	agent := p.pattern(params[overrideParams](p, "java-options-overridden").Agent)
	holds := func(key string) bool { return agent.MatchString(props.Get(key).Str().Raw().String()) }
	executor := props.Get("spark.executor.extraJavaOptions")
	got, known := executor.Str().Get()
	switch {
	case holds("spark.executor.extraJavaOptions"), holds("spark.executor.defaultJavaOptions"):
		return true
	case !known:
		return false // whatever brings the agent, it is not told here
	}
	kase := "live-alone" // the service may show its options nowhere
	if holds("spark.driver.extraJavaOptions") || holds("spark.driver.defaultJavaOptions") {
		kase = live
	}
	p.Fail("java-options-overridden", kase, executor.At, "the executors ran with %s, without the profiler's agent", options(got.String())).
		Related(w.At, "%s", asking(w)).
		Fix("find what sets spark.executor.extraJavaOptions in the program or a library, and give the options at submission instead").
		Fix("set spark.executor.defaultJavaOptions (Spark 3.0 and later), which is put before them")
	return true
}

// mayRun reports whether a setting of a program may take place: a function that
// another module never imports does not. What a main program does with its own
// functions is not always to be seen.
func mayRun(program model.Program, s *model.Setting) bool {
	for i := range s.In {
		if s.In[i] == '.' && program.Runs[s.In[:i]] { // of a class that is used
			return true
		}
	}
	return program.Runs == nil || program.Runs[s.In] || program.Runs["*"] || program.Main
}

// uncalled says that a setting rests on a call that is not to be seen.
func uncalled(program model.Program, s *model.Setting) string {
	if program.Runs == nil || program.Runs[s.In] || slices.ContainsFunc(program.Uses, func(u model.Use) bool { return program.Main && u.Own && u.Name == s.In }) {
		return ""
	}
	return s.In + " being called"
}

type overrideParams struct {
	Agent string `yaml:"agent" is:"pattern"`
}

func options(s string) string {
	if s == "" {
		return "no JVM options"
	}
	return "spark.executor.extraJavaOptions=" + s
}

func onSpark(w *model.Workload) bool { return w.Product != model.Dataflow && profiled(w.Type) }

// overrides tells whether a setting takes the agent away from a job of a type,
// and which case of the rule it is.
func overrides(s *model.Setting, typ model.JobType) (kase string, ok bool) {
	key := s.Key.Raw().String()
	hadoop := strings.HasPrefix(key, "mapreduce.task.profile") || strings.HasPrefix(key, "mapred.task.profile")
	switch {
	case s.Effect != model.Replaces || hadoop != (typ == model.Hadoop):
		return "", false
	case key == "spark.driver.extraJavaOptions":
		return "driver", true
	case hadoop:
		return "hadoop", true
	}
	return "", key == "spark.executor.extraJavaOptions"
}

func judgeOverride(p *Pass, w *model.Workload, program model.Program, s *model.Setting, kase string) {
	defer p.doubting(program, s, s.Key.Weak())()
	key := s.Key.Raw().String()
	switch kase {
	case "driver":
		p.Fail("java-options-overridden", kase, s.At, "%s sets %s, which comes too late for the driver's JVM", s.By, key).
			Caret("has no effect").Related(w.At, "%s", asking(w)).
			Why("It does not take the profiler away; the option itself is lost, too.").
			Fix("give it at submission: --properties=" + key + "=…").Spare()
	case "hadoop":
		p.Fail("java-options-overridden", kase, s.At, "%s replaces %s, one of the settings that the profiler comes in", s.By, key).
			Caret("replaced here").Related(w.At, "%s", asking(w)).
			Fix("leave the mapreduce.task.profile settings to the job's cloud.profiler properties")
	default:
		f := p.Fail("java-options-overridden", kase, s.At, "%s replaces %s, and with it the agent of the executors", s.By, key).
			Caret("replaced here").Related(w.At, "%s", asking(w))
		if s.Call.Valid() {
			f.Related(s.Call, "%s is given it here", s.By)
		}
		f.Received("only the options of the program; NAME-driver still appears, NAME-executor does not").
			Fix("give the options at submission: --properties=" + key + "=…, where they are kept beside the agent").
			Fix("set spark.executor.defaultJavaOptions (Spark 3.0 and later), which is put before them")
	}
}

// doubting lets what is said next rest on what a setting of a program rests on;
// the function that it returns ends that.
func (p *Pass) doubting(program model.Program, s *model.Setting, weak string) func() {
	outer := p.weak
	for _, doubt := range []string{program.Doubt, uncalled(program, s), s.Doubt, weak} {
		p.Doubt(doubt)
	}
	return func() { p.weak = outer }
}

// strayOverrides: such a place in a program that no job of these files runs is
// worth a note to whoever asks about all of them.
func strayOverrides() *Check {
	return &Check{Rules: []string{"java-options-overridden"}, Scope: func(p *Pass, set *model.Set) {
		if p.Profiling != Every {
			return
		}
		run := runs(set)
		for _, d := range set.Drivers {
			for _, s := range d.Sets {
				if run[d] {
					continue
				}
				if _, ok := overrides(s, model.Hadoop); ok {
					p.Fail("java-options-overridden", "unlinked", s.At, "%s replaces %s: a job that runs this program loses the agent of its tasks", s.By, s.Key.Raw()).
						Caret("replaced here").Fix("leave the mapreduce.task.profile settings to the job's cloud.profiler properties")
				}
				if _, ok := overrides(s, model.Spark); ok && s.Key.Raw().String() != "spark.driver.extraJavaOptions" {
					p.Fail("java-options-overridden", "unlinked", s.At, "%s replaces %s: a job that runs this program loses the agent of its executors", s.By, s.Key.Raw()).
						Caret("replaced here").Fix("give the options at submission: --properties=" + s.Key.Raw().String() + "=…")
				}
			}
		}
	}}
}

// localInCode: a program that sets a local master itself (F9.8).
func localInCode() *Check {
	return &Check{Rules: []string{"profiler-bypassed"}, Applies: onSpark, Workload: func(p *Pass, w *model.Workload) {
		for _, program := range w.Programs {
			for _, s := range program.Sets {
				if s.Effect != model.Replaces || s.Key.Raw().String() != "spark.master" || !mayRun(program, s) {
					continue
				}
				done := p.doubting(program, s, s.Value.Weak())
				at := s.Value.Raw().Span()
				if at.File != s.At.File {
					at = s.At
				}
				p.Fail("profiler-bypassed", "", at, "%s sets the master %s, which runs everything in the driver: no executor is profiled", s.By, s.Value.Raw()).
					Caret("no executors").Related(w.At, "%s", asking(w)).Fix("leave the master to the submission")
				done()
			}
		}
	}}
}

// strayRequests: a request in the configuration of a program that no job of
// these files runs (F9.15), or among Spark's defaults, which drop it (F4.2). A
// file of defaults that a submission is given is one of properties.
func strayRequests() *Check {
	return &Check{Rules: []string{"request-misplaced"}, Scope: func(p *Pass, set *model.Set) {
		run, given := runs(set), givenFiles(set)
		for _, d := range set.Drivers {
			if given[d.At.File.Path] {
				continue
			}
			for _, s := range d.Sets {
				key, val := s.Key.Raw().String(), s.Value.Raw().String()
				if run[d] || key != switchFor(model.Dataproc) && key != switchFor(model.Serverless) || strings.EqualFold(val, "false") {
					continue
				}
				p.Fail("request-misplaced", "code", s.At, "%s sets %s, which is read from the properties of the submission only", s.By, key).
					Caret("not read here").Fix("give it at submission: --properties=" + key + "=true")
			}
		}
	}}
}

// runs returns the programs that jobs of the files run.
func runs(set *model.Set) map[*model.Driver]bool {
	run := map[*model.Driver]bool{}
	for _, w := range set.Workloads {
		for _, program := range w.Programs {
			run[program.Driver] = true
		}
	}
	return run
}

// givenFiles returns the paths of the files in which properties of workloads
// stand.
func givenFiles(set *model.Set) map[string]bool {
	given := map[string]bool{}
	for _, w := range set.Workloads {
		for _, e := range w.Properties.Entries() {
			if at := e.Key.Span().File; at != nil {
				given[at.Path] = true
			}
		}
	}
	return given
}
