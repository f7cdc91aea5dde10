package checks

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// jvmOptions are the properties whose value is a JVM command line.
var jvmOptions = []string{"spark.driver.extraJavaOptions", "spark.executor.extraJavaOptions", "spark.driver.defaultJavaOptions",
	"spark.executor.defaultJavaOptions", "mapreduce.map.java.opts", "mapreduce.reduce.java.opts", "mapreduce.task.profile.params"}

// agentPath starts the option that loads an agent.
const agentPath = "-agentpath:"

// jvmWords returns each word of the JVM options that the workload is given. A
// word that is not known in part matters only if it may be one of those that
// start as wanted: the file name in -Djavax.net.ssl.trustStore=$CA.jks does not.
func jvmWords(p *Pass, w *model.Workload, wanted ...string) []source.Text {
	var out []source.Text
	for _, e := range w.Properties.Entries() {
		if !slices.Contains(jvmOptions, e.Key.String()) {
			continue
		}
		words := e.Val.Text.Fields()
		if v := e.Val.Str(); v.Known() || len(words) == 0 {
			Need(p, e.Key.String(), v)
		}
		for _, word := range words {
			if mayStart(word, wanted) {
				Need(p, e.Key.String(), value.Text(word).Weaken(e.Val.Weak))
			}
		}
		out = append(out, words...)
	}
	return out
}

// mayStart reports whether a word that is not known may be one that starts as
// wanted, by what stands before its first hole.
func mayStart(word source.Text, wanted []string) bool {
	head, _, unknown := strings.Cut(word.Mask(0), "\x00")
	return unknown && slices.ContainsFunc(wanted, func(s string) bool {
		return strings.HasPrefix(s, head) || strings.HasPrefix(head, s)
	})
}

type agentParams struct {
	Library []string `yaml:"library"` // file names of the profiler's own agent
}

// agentTwice: an agent attached by hand starts beside the one that the request
// attaches (F6.14).
func agentTwice() *Check {
	return &Check{Rules: []string{"agent-twice"}, Workload: func(p *Pass, w *model.Workload) {
		if on, _ := w.Request.Enabled.Get(); !on {
			return
		}
		words := jvmWords(p, w, agentPath)
		if w.Worker.Build != nil && w.Lang != model.Python && w.Lang != model.Go {
			words = append(words, w.Worker.Build.JVM...)
		}
		for _, word := range words {
			for _, lib := range params[agentParams](p, "agent-twice").Library {
				if strings.HasPrefix(word.String(), agentPath) && strings.Contains(word.String(), lib) {
					p.Fail("agent-twice", "", word.Span(), "the profiler agent is attached by hand, and by the request as well").
						Caret("a second agent in the same JVM").Related(askSpan(w), "this attaches the agent already").
						Related(w.At, "%s", workloadLabel(w)).Fix("leave the -agentpath option out")
					return
				}
			}
		}
	}}
}

func askSpan(w *model.Workload) source.Span {
	for _, a := range w.Request.Asks {
		if a.Fate == model.Arrives {
			return a.Key.Span()
		}
	}
	return source.Span{}
}

type lookalikeParams struct {
	Dead         []string            `yaml:"dead"`          // forms that nothing reads
	Other        []string            `yaml:"other"`         // properties of other profilers
	Library      []string            `yaml:"library"`       // file names of the profiler's own agent
	DeadOptions  map[string][]string `yaml:"dead_options"`  // of each Beam SDK: options of workers that are gone
	OtherOptions map[string][]string `yaml:"other_options"` // of each Beam SDK: other profilers
}

// beamLookalike reports pipeline options of other profilers.
func beamLookalike(p *Pass, w *model.Workload) {
	asked, known := w.Request.Asked().Get()
	if asked || w.Product != model.Dataflow {
		return // it asks properly as well
	}
	if !known {
		Need(p, "whether it asks for profiling", w.Request.Asked())
	}
	if len(w.JVM) == 0 && len(w.Options.Lookalikes) == 0 {
		return // as mostly: the rule's page is not even read
	}
	par := params[lookalikeParams](p, "profiler-lookalike")
	for _, word := range w.JVM {
		s := word.String()
		agent := strings.HasPrefix(s, "-agentpath:") && slices.ContainsFunc(par.Library, func(l string) bool { return strings.Contains(s, l) })
		if agent || slices.ContainsFunc(par.Dead, func(d string) bool { return strings.HasPrefix(s, d) }) {
			p.Fail("profiler-lookalike", "", word.Span(), "%s is an option of the JVM that launches the pipeline: no worker sees it", word).
				Related(w.At, "%s", workloadLabel(w)).Fix(askFor(w))
		}
	}
	var other *Failure
	for _, key := range w.Options.Lookalikes {
		name := strings.TrimLeft(key.String(), "-")
		switch lang := string(w.Lang); {
		case slices.Contains(par.DeadOptions[lang], name):
			p.Fail("profiler-lookalike", "", key.Span(), "%s was read by workers that are gone: it does not switch Cloud Profiler on", key).
				Related(w.At, "%s", workloadLabel(w)).Fix(askFor(w))
		case slices.Contains(par.OtherOptions[lang], name):
			if other != nil {
				other.Related(key.Span(), "likewise")
				continue
			}
			other = p.Fail("profiler-lookalike", "other-profiler", key.Span(), "%s belongs to another profiler; its output is not in Cloud Profiler", key).
				Related(w.At, "%s", workloadLabel(w))
		}
	}
}

// lookalike: options that look like Cloud Profiler's and are not (F3.51-F3.53).
func lookalike() *Check {
	return &Check{Rules: []string{"profiler-lookalike"}, Always: true, Workload: func(p *Pass, w *model.Workload) {
		beamLookalike(p, w)
		if on, _ := w.Request.Enabled.Get(); on {
			return // it asks properly as well
		}
		par := params[lookalikeParams](p, "profiler-lookalike")
		var dead *Failure
		for _, word := range jvmWords(p, w, par.Dead...) {
			if i := slices.IndexFunc(par.Dead, func(s string) bool { return strings.HasPrefix(word.String(), s) }); i >= 0 && dead != nil && together(dead.f.At, word.Span()) {
				dead.Related(word.Span(), "likewise")
			} else if i >= 0 {
				dead = p.Fail("profiler-lookalike", "", word.Span(), "%s is read by nothing: it does not switch Cloud Profiler on", word).
					Related(w.At, "%s", workloadLabel(w)).Fix(askFor(w))
			}
		}
		asked, _ := w.Request.Asked().Get()
		for _, e := range w.Properties.Entries() {
			if asked && slices.Contains(par.Other, e.Key.String()) {
				p.Fail("profiler-lookalike", "other-profiler", e.Key.Span(), "%s belongs to another profiler; its output is not in Cloud Profiler", e.Key)
			}
		}
	}}
}

// bypassed reports Spark programs started where nothing expands the request.
func bypassed() *Check {
	return &Check{Rules: []string{"profiler-bypassed"}, Scope: func(p *Pass, set *model.Set) {
		for _, b := range set.Bypasses {
			p.Fail("profiler-bypassed", "", b.Key.Span(), "%s is given to a program that Dataproc does not start", b.Key).
				Caret("only the Dataproc job service reads it").Related(b.At, "started here, past the job service").
				Fix("submit the program as a job: gcloud dataproc jobs submit spark … --properties=cloud.profiler.enable=true")
		}
	}}
}

// localMaster: with a local master there are no executors to profile (F9.8).
func localMaster() *Check {
	return &Check{Rules: []string{"profiler-bypassed"}, Workload: func(p *Pass, w *model.Workload) {
		e, set := w.Properties.Map.Entry("spark.master")
		if !set {
			return
		}
		if t, ok := Need(p, "spark.master", e.Val.Str()); ok && strings.HasPrefix(t.String(), "local") {
			p.Fail("profiler-bypassed", "", t.Span(), "spark.master=%s runs everything in the driver: no executor is profiled", t).
				Caret("no executors").Related(w.At, "%s", workloadLabel(w)).Fix("leave spark.master out")
		}
	}}
}

type credentialParams struct {
	Identity []string `yaml:"identity"` // variables that change the account
	Project  []string `yaml:"project"`  // variables that change the project
	Prefixes []string `yaml:"prefixes"` // properties that set a variable for the workers
}

// foreignCredentials: variables that make the agent write as another account,
// or into another project (F2.12, F2.13).
func foreignCredentials() *Check {
	return &Check{Rules: []string{"foreign-credentials"}, Workload: func(p *Pass, w *model.Workload) {
		(&strangers{p: p, w: w}).list(w.Properties)
		if c, ok := w.Cluster.To.Get(); ok {
			(&strangers{p: p, w: w}).list(c.Properties)
		}
		if b := w.Worker.Build; b != nil && w.Kind == model.KindPipeline { // of a template it is the launcher's image
			weak := p.weak
			p.Doubt(w.Worker.Doubt)
			for _, v := range b.Vars {
				(&strangers{p: p, w: w}).named(v.Value.Span(), v.Name, value.Text(v.Value))
			}
			p.weak = weak
		}
		for _, program := range w.Programs {
			for _, s := range program.Sets {
				if s.Effect == model.Replaces && mayRun(program, s) { // of which only what the executors get is a variable
					done := p.doubting(program, s, s.Key.Weak())
					(&strangers{p: p, w: w}).variable(s.At, s.Key.Raw().String(), s.Value)
					done()
				}
			}
		}
	}}
}

// strangers finds such variables in one list: those of one kind that stand
// together are one finding.
type strangers struct {
	p                 *Pass
	w                 *model.Workload
	identity, project *Failure
}

func (s *strangers) list(t value.Tree) {
	for _, e := range t.Entries() {
		s.variable(e.Key.Span(), e.Key.String(), e.Val.Str())
	}
}

func (s *strangers) variable(at source.Span, key string, val value.Str) {
	for _, prefix := range params[credentialParams](s.p, "foreign-credentials").Prefixes {
		if name, ok := strings.CutPrefix(key, prefix); ok {
			s.named(at, name, val)
		}
	}
}

// named judges a variable of the workers.
func (s *strangers) named(at source.Span, name string, val value.Str) {
	par := params[credentialParams](s.p, "foreign-credentials")
	switch {
	case slices.Contains(par.Identity, name):
		s.identity = s.fail(s.identity, at, name+" makes the agent upload as another account",
			"give that account roles/cloudprofiler.agent, or leave the variable out")
	case slices.Contains(par.Project, name):
		s.inProject(at, name, val)
	}
}

func (s *strangers) inProject(at source.Span, name string, val value.Str) {
	own := s.w.Project
	switch sym := val.Raw().Sym(); {
	case sym != "" && sym == own.Raw().Sym(): // the project that it runs in anyway
	case !own.Known() && !val.Known() || own.Known() != val.Known():
		s.p.CannotTell("whether "+name+"="+val.Raw().String()+" is the project that it runs in", "")
	default:
		s.project = s.fail(s.project, at, name+" sends the profiles to another project", "look for the profiles in that project, or leave the variable out")
	}
}

func (s *strangers) fail(before *Failure, at source.Span, says, fix string) *Failure {
	if before != nil && together(before.f.At, at) {
		return before.Related(at, "likewise")
	}
	return s.p.Fail("foreign-credentials", "", at, "%s", says).Related(s.w.At, "%s", workloadLabel(s.w)).Fix(fix)
}
