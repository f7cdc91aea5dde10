package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// fate says how one fate of a request is reported.
type fate struct {
	fate    model.Fate
	kase    string // of the ask; "*" for any
	rule    string
	message string // of the keys as written; "is" becomes "are" for several
	caret   string
}

// fates is the table of the rules about requests: one rule for each fate. A
// fate that is not in it (arrives, said no, unknown) is no fault.
var fates = []fate{
	{model.Cut, "*", "command-broken", "is cut off from the command and never sent", "not part of the command"},
	{model.WrongSDK, "*", "option-wrong-sdk", "is spelt as another SDK spells it", "not an option of this SDK"},
	{model.Misspelt, "*", "option-misspelt", "is not read by anything", "nothing has this name"},
	{model.WrongFamily, "*", "wrong-property-family", "is read by another product only", "not read here"},
	{model.Misplaced, "*", "request-misplaced", "is written where nothing reads it", "not read here"},
	{model.Overridden, "*", "request-overridden", "is replaced by a later value and never sent", "lost"},
	{model.Unsplit, "*", "option-list-not-split", "is one element for the SDK: the list is not split", "one element"},
	{model.Malformed, "", "property-malformed", "is sent with blanks in the name", "the blanks are part of the name"},
	{model.Malformed, "swallows", "property-malformed", "holds the rest of the list: it is not split there", "all of this is one value"},
	{model.Malformed, "value", "property-malformed", "is neither true nor false", "only true is documented to switch it on"},
	{model.NotEnabled, "", "not-enabled", "is set, but profiling is never switched on", "has no effect alone"},
	{model.NotEnabled, model.CaseSaidNo, "not-enabled", "is set, and profiling is switched off", "has no effect while profiling is off"},
}

// otherFamily says of a product who reads the properties that it does not.
var otherFamily = map[model.Product]string{
	model.Dataproc:   "is read by Serverless only, not by clusters",
	model.Serverless: "is read by clusters only, not by Serverless",
}

// request reports what became of each attempt to ask. Attempts of one list
// that go wrong in the same way are one finding.
func request() *Check {
	return &Check{
		Rules:    []string{"command-broken", "option-wrong-sdk", "option-misspelt", "wrong-property-family", "request-misplaced", "request-overridden", "option-list-not-split", "property-malformed", "not-enabled"},
		First:    true,
		Workload: judgeRequest,
	}
}

func judgeRequest(p *Pass, w *model.Workload) {
	refused(p, w)
	for _, f := range fates {
		for _, group := range groups(w.Request.Asks, f) {
			lost(p, w, f, group)
		}
	}
	// a switch that is there but not known decides everything else
	for _, a := range w.Request.Asks {
		if a.Fate == model.FateUnknown {
			p.CannotTell(a.Want, "")
		}
	}
	Need(p, "whether it asks for profiling", w.Request.Asked())
	Need(p, switchFor(w.Product), w.Request.Enabled)
}

// groups collects attempts of one fate that are repaired by one change: the
// same case, on the same line or in the same list.
func groups(asks []model.Ask, f fate) [][]model.Ask {
	var out [][]model.Ask
next:
	for _, a := range asks {
		if a.Fate != f.fate || (f.kase != "*" && f.kase != a.Case) {
			continue
		}
		for i, g := range out {
			if g[0].Case == a.Case && g[0].Where == a.Where && together(g[0].Key.Span(), a.Key.Span()) {
				out[i] = append(g, a)
				continue next
			}
		}
		out = append(out, []model.Ask{a})
	}
	return out
}

// together: in the same file and within ten lines, as the keys of one list are.
func together(a, b source.Span) bool {
	if a.File == nil || a.File != b.File {
		return false
	}
	d := a.From().Line - b.From().Line
	return -10 <= d && d <= 10
}

func lost(p *Pass, w *model.Workload, f fate, group []model.Ask) {
	first := group[0]
	var keys []string
	for _, a := range group {
		keys = append(keys, shown(a.Key.String()))
	}
	if f.fate == model.NotEnabled && w.Kind == model.KindTemplateLaunch {
		p.Doubt("the template not switching it on by itself")
	}
	if !slices.ContainsFunc(group, func(a model.Ask) bool { return doubt(a) == "" }) { // one that is firm suffices
		for _, a := range group {
			p.Doubt(doubt(a))
		}
	}
	said := f.message
	if f.fate == model.Misspelt && strings.ContainsAny(keys[0], curly) {
		said = "is not read by anything: the typographic quote is part of the name"
	}
	if f.fate == model.Overridden && earlier(first) {
		said = "is replaced by an earlier value and never sent"
	}
	if own := otherFamily[w.Product]; f.fate == model.WrongFamily && own != "" {
		said = own
	}
	if len(keys) > 1 {
		said = strings.Replace(said, "is ", "are ", 1)
	}
	x := p.Fail(f.rule, first.Case, changed(first), "%s %s", enumerate(keys), said).Caret("%s", f.caret)
	if f.fate == model.Cut {
		x.Caret("%s", first.By[0].Text).Related(first.Key.Span(), "%s", f.caret)
	}
	if first.Where != "the properties" && first.Where != "" {
		x.Caret("%s: %s", first.Where, f.caret)
	}
	if first.Change.Valid() {
		x.Caret("the whole list is replaced here")
	}
	for _, a := range group[1:] {
		x.Related(a.Key.TrimSpace().Span(), "%s", f.caret)
	}
	if f.fate == model.Malformed && first.Case == "value" {
		x.Why("Only true and false are documented; whether another spelling switches profiling on is not known.")
	}
	if f.fate == model.Malformed && first.Case == "swallows" {
		x.Why("gcloud splits a list at one delimiter only, and what stands before the next one is one value.")
	}
	x.Labels(first.By)
	x.Related(w.At, "%s", workloadLabel(w))
	x.Received("%s", received(w))
	repair(x, group)
	if on, _ := w.Request.Enabled.Get(); on {
		x.Spare() // the request itself arrives: profiles come, under another name perhaps
	}
}

// curly are the quotes that word processors write.
const curly = "“”„‟‘’‚‛«»‹›"

// earlier reports whether what replaces the attempt stands before it.
func earlier(a model.Ask) bool {
	key := a.Key.Span()
	return len(a.By) > 0 && a.By[0].Span.File != nil && a.By[0].Span.File == key.File && a.By[0].Span.End <= key.Start
}

// doubt is what an attempt rests on that could be otherwise.
func doubt(a model.Ask) string {
	if a.Anyhow {
		return a.Key.Weak()
	}
	return cmp.Or(a.Value.Weak(), a.Key.Weak())
}

// changed is the text to change: the comment that cuts, the value that is
// wrong, else the key.
func changed(a model.Ask) source.Span {
	switch {
	case a.Change.Valid():
		return a.Change
	case a.Fate == model.Cut && len(a.By) > 0:
		return a.By[0].Span
	case a.Fate == model.Malformed && (a.Case == "value" || a.Case == "swallows"):
		return a.Value.Span()
	}
	return a.Key.TrimSpace().Span()
}

// repair offers one fix for the group: its changes belong together.
func repair(x *Failure, group []model.Ask) {
	var texts []string
	var edits []source.Edit
	whole := true // half a repair is none
	for _, a := range group {
		whole = whole && len(a.Fix) > 0
		if w := wanted(a); w != "" && !slices.Contains(texts, w) {
			texts = append(texts, w)
		}
		for _, e := range a.Fix {
			if !slices.Contains(edits, e) {
				edits = append(edits, e)
			}
		}
	}
	if !whole {
		edits = nil
	}
	if len(texts) > 0 {
		x.Fix(strings.Join(texts, "; "), edits...)
	}
}

// refused reports a command that the launching tool does not accept, once for
// each change that repairs it.
func refused(p *Pass, w *model.Workload) {
	if slices.ContainsFunc(w.Request.Asks, func(a model.Ask) bool { return a.Fate == model.Cut }) {
		return // what gcloud says of the rest follows from the cut
	}
	var said []model.Refusal
	var xs []*Failure
	for _, r := range w.Refusals {
		if i := slices.IndexFunc(said, func(o model.Refusal) bool { return alike(o, r) }); i >= 0 {
			xs[i].Related(r.At, "%s", r.Reason)
			continue
		}
		kase := ""
		if !r.Request {
			kase = "other"
		}
		x := p.Fail("command-broken", kase, r.At, "%s: nothing is submitted", r.Reason).Caret("refused").Labels(r.Related)
		x.Related(w.At, "%s", workloadLabel(w))
		if r.Want != "" {
			x.Fix(r.Want, r.Fix...)
		}
		said, xs = append(said, r), append(xs, x)
	}
}

// alike reports whether two refusals are of keys of one list that are wrong in
// the same way.
func alike(a, b model.Refusal) bool {
	return a.Want != "" && a.Want == b.Want && a.Request == b.Request && len(a.Fix)+len(b.Fix) == 0 && a.At != b.At && together(a.At, b.At)
}

// shown quotes a text that people could misread: blanks, line breaks.
func shown(s string) string {
	if strings.ContainsAny(s, " \t\r\n\\") || s == "" {
		return fmt.Sprintf("%q", s)
	}
	return s
}

// requestOnCluster reports attempts to ask through a cluster. A job that asks
// by itself makes the cluster's attempt harmless.
func requestOnCluster() *Check {
	return &Check{Rules: []string{"request-misplaced"}, Scope: func(p *Pass, set *model.Set) {
		jobs := jobsOn(set)
		for _, c := range set.Clusters {
			asking, silent := jobs[c].asking, jobs[c].silent
			if asking && len(silent) == 0 {
				continue // every job of the cluster asks by itself
			}
			for _, a := range c.Asks {
				x := p.Fail("request-misplaced", a.Case, a.Key.Span(), "%s stands in %s, where no job reads it", a.Key.String(), a.Where).
					Caret("not read here").Related(c.At, "the cluster").Fix(a.Want)
				x.f.Workloads = silent
			}
		}
	}}
}

// jobs are those of a cluster: whether one asks by itself, and the ids of those that
// do not.
type jobs struct {
	asking bool
	silent []string
}

func jobsOn(set *model.Set) map[*model.Cluster]jobs {
	out := map[*model.Cluster]jobs{}
	for _, w := range set.Workloads {
		c, ok := w.Cluster.To.Get()
		if !ok {
			continue
		}
		on := out[c]
		if asked, _ := w.Request.Asked().Get(); asked {
			on.asking = true
		} else {
			on.silent = append(on.silent, w.ID)
		}
		out[c] = on
	}
	return out
}

// commentedOut points at a request that stands only in a comment of a file
// whose workloads do not ask.
func commentedOut() *Check {
	return &Check{Rules: []string{"request-commented-out"}, Scope: func(p *Pass, set *model.Set) {
		if len(set.Comments) == 0 {
			return
		}
		asked := map[*source.File]bool{} // whether a workload of the file asks, or may
		for _, w := range set.Workloads {
			a, known := w.Request.Asked().Get()
			asked[w.At.File] = asked[w.At.File] || a || !known
		}
		for _, c := range set.Comments {
			if asks, here := asked[c.At.File]; here && !asks {
				p.Fail("request-commented-out", "", c.At, "%s stands only in a comment", c.Key).Caret("nothing reads a comment")
			}
		}
	}}
}

// notRequested serves the gate that wants every workload profiled.
func notRequested() *Check {
	return &Check{Rules: []string{"profiling-not-requested"}, Always: true, Workload: func(p *Pass, w *model.Workload) {
		if p.Profiling != Required {
			return
		}
		asked, ok := Need(p, "whether it asks for profiling", w.Request.Asked())
		if ok && !asked && profiled(w.Type) {
			for _, a := range w.Request.Asks {
				if a.Fate == model.SaidNo {
					p.Fail("profiling-not-requested", "", a.Key.Span(), "%s says that it wants no profiling: %s=%s", workloadLabel(w), a.Key.String(), a.Value.Raw()).
						Why("What the workload says is obeyed.").Related(w.At, "%s", workloadLabel(w)).Fix("write " + switchFor(w.Product) + "=true instead")
					return
				}
			}
			p.Fail("profiling-not-requested", "", w.At, "%s does not ask for profiling", workloadLabel(w)).
				Fix(askFor(w))
		}
	}}
}
