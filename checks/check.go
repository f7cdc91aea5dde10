// Package checks is the judgement: one file for each check, pure functions
// over the linked model. A check does no I/O, keeps no state, and holds no
// number or URL of its own: thresholds come from the rule's page.
package checks

import (
	"fmt"
	"regexp"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
	"github.com/proflint/proflint/rules"
)

// Check is a value. Exactly one of Workload and Scope is set.
type Check struct {
	Rules []string // the ids it reports; each gets a verdict
	// Applies says whether the check has anything to say of a workload; nil
	// means always. No verdict is recorded where it does not apply.
	Applies  func(*model.Workload) bool
	Always   bool // judges workloads that do not ask, too
	First    bool // decides whether a workload asks: judges those of which that is unknown
	Workload func(*Pass, *model.Workload)
	Scope    func(*Pass, *model.Set) // what no single workload owns
}

// Profiling says which workloads are judged, and how loudly.
type Profiling uint8

const (
	Asked    Profiling = iota // only those that ask
	Every                     // all, as if they asked; capped at note where they do not
	Required                  // every workload must ask
)

// Pass is the whole world of a running check.
type Pass struct {
	Book      *rules.Book
	Profiling Profiling

	before   []finding.Verdict // what other checks said of the same workload
	weak     string            // first weak value or link that the judgement rests on
	unknown  *finding.Verdict
	failures []*Failure
}

// Need reads a value the judgement rests on. Known: it is evidence, and ok.
// Unknown: the verdict is "cannot tell" with the value's reason, and the check
// returns. An absent value is not ok either, without a verdict: check Absent
// first where absence means something. what names the value for people.
func Need[T any](p *Pass, what string, v value.Value[T]) (T, bool) {
	if w := v.Weak(); w != "" && p.weak == "" {
		p.weak = w
	}
	got, ok := v.Get()
	if v.Unknown() && p.unknown == nil {
		p.unknown = cannotTell(what, v.Hole())
	}
	return got, ok
}

func cannotTell(what string, h *source.Hole) *finding.Verdict {
	out := &finding.Verdict{Answer: finding.Unk, Reason: what + " is not known"}
	if h != nil {
		switch {
		case h.Expr != "" && h.Why != "":
			out.Reason = fmt.Sprintf("%s is %s (%s)", what, h.Expr, h.Why)
		case h.Expr != "":
			out.Reason = fmt.Sprintf("%s is %s", what, h.Expr)
		case h.Why != "":
			out.Reason = what + ": " + h.Why
		}
		out.Settle = h.Ask
	}
	return out
}

// Doubt records that the judgement rests on something weak (a link by name
// across files): the level drops once.
func (p *Pass) Doubt(why string) {
	if p.weak == "" {
		p.weak = why
	}
}

// CannotTell records an unknown verdict with its reason and the command that
// would settle it.
func (p *Pass) CannotTell(reason, settle string) {
	if p.unknown == nil {
		p.unknown = &finding.Verdict{Answer: finding.Unk, Reason: reason, Settle: settle}
	}
}

// Mildly records an unknown that can at most become a note: it does not keep a
// workload from being ready.
func (p *Pass) Mildly(reason, settle string) {
	if p.unknown == nil {
		p.CannotTell(reason, settle)
		p.unknown.Level = finding.Note
	}
}

// Failure is a finding being built.
type Failure struct {
	f     *finding.Finding
	truth finding.Level // by the rule's page, whatever level the user gave it
	spare bool
}

// Fail reports a fault: the rule, the case of its levels ("" for the main
// one), the text to change, and one sentence.
func (p *Pass) Fail(rule, kase string, at source.Span, format string, args ...any) *Failure {
	r := p.Book.Rule(rule)
	f := &finding.Finding{Rule: rule, Level: r.Shown(kase), At: at, Message: fmt.Sprintf(format, args...), Facts: r.Facts, Why: firstSentence(r.Why())}
	x := &Failure{f: f, truth: r.Level(kase)}
	if p.weak != "" && x.truth > finding.Note {
		f.Level, x.truth = lower(f.Level), lower(x.truth)
		f.Message += " (this rests on " + p.weak + ")"
	}
	if at.Valid() && at.File.Kind == source.Doc {
		x.Cap(finding.Warning)
	}
	f.Evidence = at.Text()
	p.failures = append(p.failures, x)
	return x
}

// lower is one level less, down to a note.
func lower(l finding.Level) finding.Level {
	if l > finding.Note {
		l--
	}
	return l
}

// Related adds a place that proves it.
func (x *Failure) Related(at source.Span, format string, args ...any) *Failure {
	if at.Valid() && at != x.f.At {
		x.f.Related = append(x.f.Related, finding.Label{Span: at, Text: fmt.Sprintf(format, args...)})
	}
	return x
}

// Labels adds places from the model.
func (x *Failure) Labels(ls []model.Label) *Failure {
	for _, l := range ls {
		x.Related(l.Span, "%s", l.Text)
	}
	return x
}

// Caret sets the remark under the primary place.
func (x *Failure) Caret(format string, args ...any) *Failure {
	x.f.AtText = fmt.Sprintf(format, args...)
	return x
}

// Received says what the service or the worker gets.
func (x *Failure) Received(format string, args ...any) *Failure {
	x.f.Received = fmt.Sprintf(format, args...)
	return x
}

// Why replaces the rule's sentence on why no profile will come.
func (x *Failure) Why(format string, args ...any) *Failure {
	x.f.Why = fmt.Sprintf(format, args...)
	return x
}

// Fix offers a repair; without edits it is advice in words.
func (x *Failure) Fix(text string, edits ...source.Edit) *Failure {
	x.f.Fixes = append(x.f.Fixes, finding.Fix{Text: text, Edits: edits})
	return x
}

// Cap lowers the level to at most l.
func (x *Failure) Cap(l finding.Level) *Failure {
	x.f.Level, x.truth = min(x.f.Level, l), min(x.truth, l)
	return x
}

// params decodes the thresholds of a rule into T. The pages are tested to
// decode strictly, and what a user sets is checked when it is read.
func params[T any](p *Pass, rule string) T {
	out, _ := p.Book.Memo("params "+rule, func() any {
		var out T
		_ = p.Book.Rule(rule).Thresholds(&out)
		return out
	}).(T)
	return out
}

// pattern compiles an expression of a rule's page; the pages are tested.
func (p *Pass) pattern(expr string) *regexp.Regexp {
	re, _ := p.Book.Memo("pattern "+expr, func() any { return regexp.MustCompile(expr) }).(*regexp.Regexp)
	return re
}

// Spare reports the fault without failing the requirement: profiles come all
// the same. It is a warning at most.
func (x *Failure) Spare() *Failure {
	x.spare = true
	return x.Cap(finding.Warning)
}

func firstSentence(s string) string {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '.' && (s[i+1] == ' ' || s[i+1] == '\n') {
			return s[:i+1]
		}
	}
	return s
}
