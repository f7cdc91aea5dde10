package checks

import (
	"cmp"
	"slices"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/rules"
)

// Config says what to run, and how.
type Config struct {
	Book      *rules.Book
	Profiling Profiling
	Only      []string // rule ids; empty for all
	Disable   []string
}

func (c Config) wants(rule string) bool {
	return (len(c.Only) == 0 || slices.Contains(c.Only, rule)) && !slices.Contains(c.Disable, rule)
}

// Judges reports whether a run reports a rule at all.
func (c Config) Judges(rule string) bool {
	return c.wants(rule) && (rule != "profiling-not-requested" || c.Profiling == Required)
}

// Run judges everything in the set. Verdicts are in order of workload and
// check; findings are not yet merged (finding.Finish does that).
func Run(c Config, set *model.Set) ([]*finding.Finding, []finding.Verdict) {
	var findings []*finding.Finding
	var verdicts []finding.Verdict
	all := All()
	twins := twins{}
	for i, w := range set.Workloads {
		if i == 1 { // the first one tells how many there will be
			verdicts = slices.Grow(verdicts, len(verdicts)*(len(set.Workloads)-1))
		}
		first := len(verdicts)
		for _, check := range all {
			if check.Workload == nil || !c.applies(check, w) {
				continue
			}
			f, v := c.judge(check, w, verdicts[first:])
			findings, verdicts = append(findings, twins.merge(w, f)...), append(verdicts, v...)
		}
	}
	for _, check := range all {
		if check.Scope != nil {
			p := &Pass{Book: c.Book, Profiling: c.Profiling}
			check.Scope(p, set)
			for _, x := range p.failures {
				findings = append(findings, x.f)
			}
		}
	}
	return slices.DeleteFunc(findings, func(f *finding.Finding) bool { return f.Level == finding.None || !c.wants(f.Rule) }), verdicts
}

// applies: nobody is judged who did not ask, unless the user wants to know
// whether profiling would work if it were switched on.
func (c Config) applies(check *Check, w *model.Workload) bool {
	asked, known := w.Request.Asked().Get()
	decides := check.First && (!known || len(w.Request.Asks) > 0)
	if !asked && c.Profiling != Every && !check.Always && !decides {
		return false
	}
	return (check.Applies == nil || check.Applies(w)) && slices.ContainsFunc(check.Rules, c.wants)
}

func (c Config) judge(check *Check, w *model.Workload, before []finding.Verdict) ([]*finding.Finding, []finding.Verdict) {
	p := &Pass{Book: c.Book, Profiling: c.Profiling, weak: requestWeak(w), before: before}
	check.Workload(p, w)
	asked, _ := w.Request.Asked().Get()
	var out []finding.Verdict
	for _, rule := range check.Rules {
		if !c.wants(rule) || !c.Book.Concerns(rule, string(w.Product)) {
			continue
		}
		v := finding.Verdict{Answer: finding.Pass}
		switch f := p.worst(rule); {
		case f != nil && f.truth > finding.Note:
			v = finding.Verdict{Answer: finding.Fail, Level: f.truth, Reason: f.f.Message}
		case f != nil && p.weak != "":
			v = finding.Verdict{Answer: finding.Unk, Reason: f.f.Message}
		case f == nil && p.unknown != nil:
			v = *p.unknown
		}
		if v.Answer == finding.Unk && v.Level == finding.None {
			v.Level = c.Book.Rule(rule).Ceiling(w.Run != nil)
		}
		v.Workload, v.Rule = w.ID, rule
		out = append(out, v)
	}
	var findings []*finding.Finding
	for _, x := range p.failures {
		f := x.f
		findings = append(findings, f)
		f.Workloads = append(f.Workloads, w.ID)
		f.Owner = owner(f.At, w)
		if !asked && !check.Always {
			f.Level = min(f.Level, finding.Note)
		}
	}
	return findings, out
}

// worst returns the most serious failure of a rule that keeps profiles away.
func (p *Pass) worst(rule string) *Failure {
	var out *Failure
	for _, x := range p.failures {
		if x.f.Rule == rule && !x.spare && (out == nil || out.truth < x.truth) {
			out = x
		}
	}
	return out
}

// requestWeak returns what could take the whole request away: a workload that
// asks only by a default may not ask at all.
func requestWeak(w *model.Workload) string {
	weak := ""
	for _, a := range w.Request.Asks {
		if weak = cmp.Or(a.Value.Weak(), a.Key.Weak()); weak == "" {
			return ""
		}
	}
	return weak
}
