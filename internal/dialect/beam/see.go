package beam

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// See fills the options and the request of a Dataflow workload: what the SDK
// that runs it makes of its words, or the service of its message, and one fate
// for each attempt to ask. It is called once, after link.
func See(w *model.Workload) {
	o := look(w)
	w.Options.ServiceOptions = o.service
	w.Options.Experiments = o.experiments
	w.Options.CanName = w.Kind == model.KindPipeline && o.sdk.names >= ofItem
	details(w)
	w.Refusals = append(w.Refusals, o.refusals...)
	r := &w.Request
	r.Enabled, r.Heap, r.Name, r.Asks = o.enabled, o.heap, o.name, o.asks
	r.Asks = append(r.Asks, losses(w, r.Asks)...)
	r.Appears = []model.Appearance{{Service: shown(r.Name, shown(w.Options.JobName, "<job name>")), Version: runID(w, "<job id>")}} // F3.34, S40
	if len(w.Refusals) == len(o.refusals) {
		return
	}
	for i := range r.Asks { // a refused command sends nothing, whatever it asks for
		if r.Asks[i].Fate == model.Cut {
			continue // the cause
		}
		r.Asks[i].Fate, r.Asks[i].Case = model.Refused, ""
		for k := range w.Refusals {
			if refusal := &w.Refusals[k]; !refusal.Request && r.Asks[i].Key.Span().Within(refusal.At) {
				refusal.Request, refusal.Want = true, cmp.Or(refusal.Want, advice)
			}
		}
	}
}

// losses reads what the launching tool was given and did not send. A request
// that is also in what was sent is not lost.
func losses(w *model.Workload, sent []model.Ask) []model.Ask {
	if len(sent) > 0 {
		return nil
	}
	var out []model.Ask
	for _, loss := range w.Losses {
		if loss.Where == "" && w.Kind != model.KindPipeline {
			loss.Where = "the additional experiments"
		}
		for _, t := range texts(loss.Tree, 0) {
			if read(t).wish == profile {
				out = append(out, model.Ask{Key: t, Value: value.Text(t), Fate: loss.Fate, Case: loss.Case, Where: loss.Where, By: loss.By, Want: loss.Want, Fix: loss.Fix})
			}
		}
	}
	return out
}

// texts returns the scalars in a tree.
func texts(t value.Tree, depth int) []source.Text {
	if depth > 20 {
		return nil
	}
	var out []source.Text
	if t.Kind == value.KindString {
		out = append(out, t.Text)
	}
	for _, item := range t.Items() {
		out = append(out, texts(item, depth+1)...)
	}
	for _, e := range t.Entries() {
		out = append(out, texts(e.Val, depth+1)...)
	}
	return out
}

// look judges a workload under each SDK that may run it.
func look(w *model.Workload) outcome {
	versions, known := built(w)
	if o, ok := silent(w, versions); ok {
		return o
	}
	var at []model.Label
	weak := w.Build.To.Weak()
	if b, ok := w.Build.To.Get(); ok {
		if known != noVersion {
			at = []model.Label{{Span: b.SDK.Span(), Text: "the Beam version: " + versions.Text}}
		}
		if weak == "" {
			weak = b.SDK.Weak()
		}
	}
	var out []outcome
	for _, lang := range spoken(w) {
		c := parse(lang, w.Args)
		judge := func(s sdk) outcome {
			if w.Run != nil {
				return s.running(w)
			}
			if w.Kind == model.KindPipeline {
				return s.launch(w, c)
			}
			return s.template(w)
		}
		o := over(windows(lang, versions), known, at, judge)
		if weak != "" && known != noVersion {
			o.rests(weak, lang, judge)
		}
		out = append(out, o)
	}
	if w.Lang == "" && len(out) == 1 {
		out[0].guessed()
	}
	for _, o := range out[1:] {
		if !same(o, out[0]) {
			return undecided(out, nil, func(o outcome) string { return "as a " + title(o.sdk.lang) + " pipeline" })
		}
	}
	return out[0]
}

// silent judges the message of a template that asks for nothing and has no
// list that versions read differently: every SDK makes the same of it. Nearly
// all templates are so.
func silent(w *model.Workload, versions value.Range) (outcome, bool) {
	if w.Kind == model.KindPipeline || w.Run != nil {
		return outcome{}, false
	}
	rows := windows(spoken(w)[0], versions)
	o := rows[len(rows)-1].template(w)
	return o, len(o.asks) == 0 && o.experiments.Kind != value.KindList
}

// rests weakens an outcome that another version would change.
func (o *outcome) rests(weak string, lang model.Lang, judge func(sdk) outcome) {
	for _, s := range windows(lang, value.Range{}) {
		if same(judge(s), *o) {
			continue
		}
		o.enabled = o.enabled.Weaken(weak)
		for i := range o.asks {
			o.asks[i].Value = o.asks[i].Value.Weaken(weak)
		}
		return
	}
}

// guessed takes back what is claimed of a language that only the spelling of
// the other options shows.
func (o *outcome) guessed() {
	for i, a := range o.asks {
		if a.Fate == model.WrongSDK {
			o.asks[i].Fate, o.asks[i].Fix = model.FateUnknown, nil
			o.asks[i].Want = "which SDK reads it; Beam " + title(o.sdk.lang) + " has no " + a.Key.String()
			o.enabled = value.Not[bool](&source.Hole{Why: "the language of the pipeline is not known"}, a.Key.Spans()...)
		}
	}
}

// knowledge is how much is known of the SDK's version.
type knowledge uint8

const (
	noVersion knowledge = iota // nothing says which
	newest                     // exact, or whatever is the newest
	between                    // a range with an end
)

// built returns the versions that the workload's build allows.
func built(w *model.Workload) (value.Range, knowledge) {
	b, ok := w.Build.To.Get()
	if !ok {
		return value.Range{}, noVersion
	}
	r, ok := b.SDK.Get()
	if !ok && b.Between.Hi != nil {
		r, ok = b.Between, true
	}
	if !ok {
		return value.Range{}, noVersion
	}
	if r.Hi == nil {
		return r, newest
	}
	return r, between
}

// documented are the languages of templates (S39).
var documented = []model.Lang{model.Java, model.Python}

// spoken returns the languages that the workload may be written in: the one
// that the text shows, that of its build, else those whose spelling fits most
// of its options.
func spoken(w *model.Workload) []model.Lang {
	if b, ok := w.Build.To.Get(); ok && w.Lang == "" && b.Lang != "" {
		return []model.Lang{b.Lang}
	}
	if i := slices.Index(langs, w.Lang); i >= 0 {
		return langs[i : i+1 : i+1]
	}
	if w.Kind != model.KindPipeline {
		return documented
	}
	return fitting(w.Args)
}

func fitting(args value.Tree) []model.Lang {
	best := 0
	var out []model.Lang
	for _, lang := range langs {
		n := 0
		for _, g := range parse(lang, args).options {
			if g.opt != nil && (g.has || g.opt.kind == flag) {
				n++
			}
		}
		if n > best {
			best, out = n, nil
		}
		if n == best {
			out = append(out, lang)
		}
	}
	return out
}

// over judges under each window of versions and puts the outcomes together.
func over(rows []sdk, k knowledge, at []model.Label, judge func(sdk) outcome) outcome {
	if k == newest {
		rows = rows[len(rows)-1:]
	}
	var all []outcome
	for _, s := range rows {
		o := judge(s)
		for i := range o.asks {
			if f := o.asks[i].Fate; f == model.Unsplit || f == model.Misspelt && s.names == refused {
				o.asks[i].By = append(o.asks[i].By, at...)
			}
		}
		all = append(all, o)
	}
	last := all[len(all)-1]
	for _, o := range all[:len(all)-1] {
		last.service = agree(o.service, last.service, last.sdk.since)
		last.experiments = agree(o.experiments, last.experiments, last.sdk.since)
	}
	if rows[0].split == never && last.sdk.split != never { // a list that is right for some versions only is no certain fix
		for i, a := range last.asks {
			if slices.ContainsFunc(a.Fix, func(e source.Edit) bool { return strings.Contains(e.New, ",") }) {
				last.asks[i].Fix = nil
			}
		}
	}
	for i := len(all) - 2; i >= 0; i-- {
		if same(all[i], last) {
			continue
		}
		if k == noVersion || slices.ContainsFunc(all[i].asks, func(a model.Ask) bool { return a.Fate == model.Unsplit }) {
			return unversioned(all[i], last, rows[i+1].since)
		}
		limit := rows[i+1].since
		return undecided([]outcome{all[i], last}, at, func(o outcome) string {
			if o.sdk.since.Less(limit) {
				return fmt.Sprintf("with Beam before %s", limit)
			}
			return fmt.Sprintf("from %s on", limit)
		})
	}
	if k != newest && len(all) > 1 && all[0].name.Raw().String() != last.name.Raw().String() {
		last.name = value.Not[source.Text](&source.Hole{Why: "Beam before " + rows[len(rows)-1].since.String() + " ignores it"}, last.name.At()...)
	}
	return last
}

// agree returns a list that versions read alike, else an unknown one.
func agree(older, newer value.Tree, since value.Version) value.Tree {
	if older.Kind != value.KindList || newer.Kind != value.KindList {
		return newer
	}
	if slices.EqualFunc(older.Items(), newer.Items(), func(a, b value.Tree) bool { return a.Text.String() == b.Text.String() }) {
		return newer
	}
	var written []string
	for _, item := range older.Items() {
		written = append(written, item.Text.String())
	}
	return value.Opaque(&source.Hole{Expr: strings.Join(written, " "), Why: "Beam splits it from " + since.String() + " on, and which version runs is not known"}, older.At)
}

// versionUnknown is the case of a list that older versions do not split.
const versionUnknown = "version-unknown"

// unversioned decides where nothing says which version runs: people mostly run
// a new one, so it is judged as such. A list that older versions do not split
// is worth a note.
func unversioned(older, last outcome, limit value.Version) outcome {
	on, _ := last.enabled.Get()
	for _, a := range older.asks {
		if a.Fate != model.Unsplit || !on {
			continue
		}
		a.Case = versionUnknown
		a.Want += "; from " + limit.String() + " on the list is split"
		last.asks = append(slices.DeleteFunc(last.asks, func(b model.Ask) bool { return b.Fate == model.Arrives }), a)
		last.enabled = value.Not[bool](&source.Hole{Why: "which Beam version runs it is not known; before " + limit.String() + " lists are not split"}, last.enabled.At()...)
		return last
	}
	if on || !last.enabled.Known() {
		return last
	}
	return undecided([]outcome{older, last}, nil, func(o outcome) string {
		if o.sdk.since.Less(limit) {
			return fmt.Sprintf("with Beam before %s", limit)
		}
		return fmt.Sprintf("from %s on", limit)
	})
}

// same reports whether two outcomes come to the same for the request.
func same(a, b outcome) bool {
	x, _ := a.enabled.Get()
	y, _ := b.enabled.Get()
	return a.enabled.State() == b.enabled.State() && x == y && slices.EqualFunc(a.asks, b.asks, func(x, y model.Ask) bool {
		return x.Fate == y.Fate && x.Case == y.Case && (x.Fate == model.Arrives || x.Key.String() == y.Key.String())
	})
}

// undecided makes one outcome of several that differ: the request's fate is
// unknown, and its text names them all. label says when each holds.
func undecided(all []outcome, by []model.Label, label func(outcome) string) outcome {
	out := all[len(all)-1]
	want := ""
	var ask model.Ask
	for _, o := range all {
		if want != "" {
			want += "; "
		}
		want += label(o) + " " + o.says()
		if len(o.asks) > 0 && (ask.Key.Len() == 0 || o.asks[0].Fate != model.Arrives) {
			ask = o.asks[0]
		}
	}
	out.refusals = nil
	out.enabled = value.Not[bool](&source.Hole{Why: want}, ask.Key.Spans()...)
	if ask.Key.Len() == 0 {
		return out
	}
	out.asks = []model.Ask{{Key: ask.Key, Value: ask.Value, Where: ask.Where, By: by, Want: want}}
	return out
}

// says puts the outcome into words.
func (o outcome) says() string {
	if on, ok := o.enabled.Get(); ok && on {
		if o.sdk.split == smart {
			return "the list is split and the profiler is on"
		}
		return "the profiler is on"
	}
	for _, a := range o.asks {
		switch {
		case a.Case == versionUnknown:
			return "it depends on the Beam version"
		case a.Fate == model.Unsplit:
			return fmt.Sprintf("%q is one element and the profiler stays off", a.Key.String())
		case a.Fate == model.FateUnknown:
			return "it depends on " + a.Want
		case a.Fate != model.Arrives:
			return a.Key.String() + " is not read and the profiler stays off"
		}
	}
	if o.enabled.Unknown() {
		return "it is not known"
	}
	return "nothing asks for the profiler"
}

// shown prints a value as known or as its expression; fallback when the files
// give none.
func shown(v value.Str, fallback string) string {
	if s := v.Raw().String(); s != "" {
		return s
	}
	return fallback
}

// runID is what tells a run's profiles from those of others (F3.34).
func runID(w *model.Workload, fallback string) string {
	if w.Run == nil {
		return fallback
	}
	return shown(w.Run.ID, fallback)
}
