package beam

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// outcome is what one SDK version makes of a launch.
type outcome struct {
	sdk         sdk
	service     value.Tree
	experiments value.Tree
	enabled     value.Value[bool]
	heap        value.Value[bool]
	name        value.Str
	asks        []model.Ask
	refusals    []model.Refusal
}

// judge builds an outcome. The order in which its methods are called is the
// rule "one cause, one finding".
type judge struct {
	outcome
	at        source.Span   // the words, or the message
	hits      []source.Span // where the request arrives
	sampling  []source.Text // where heap sampling is asked for, in what arrives
	open      *source.Hole  // why something that arrives may not be shown
	weak      string        // what outside the files may take the request away
	bare      bool          // the request arrives without a name
	refused   bool          // the SDK does not take the options, whatever they ask for
	swallowed bool          // a name of the flag takes in what follows it
	flags     []given       // of the launch
	mistaken  []model.Ask   // experiments of Runner v2 that are misspelt
}

// place is a list in which requests stand.
type place struct {
	id    id
	where string // for people
	read  bool   // the worker looks there
	named string // where the NAME form belongs, as text before it; "" where it is not to be had
}

// launch judges a pipeline by its words, as the SDK's language has them.
func (s sdk) launch(w *model.Workload, c command) outcome {
	if w.Coded != nil && w.Coded.Lenient {
		s.strict = false // F3.3
	}
	j := &judge{outcome: outcome{sdk: s}, at: c.at, open: c.open, flags: c.options}
	service, lost := s.list(&c, serviceOptions)
	experimental, more := s.list(&c, experiments)
	service, experimental = j.code(w, serviceOptions, service), j.code(w, experiments, experimental)
	j.service, j.experiments = service, experimental
	if c.open != nil && s.last {
		j.weak = "no later " + c.open.Expr + " replacing it"
	}
	if s.names == toTheEnd {
		j.swallow(c.all(serviceOptions))
	}
	proper := "--" + spelling(s.lang, serviceOptions) + "="
	j.elements(service, place{serviceOptions, "the service options", true, proper})
	j.elements(experimental, place{experiments, "the experiments", s.experiments, proper})
	j.overridden(append(lost, more...), c)
	for _, g := range c.options {
		j.option(g)
	}
	j.misnamed(w)
	j.unread(c)
	return j.done()
}

// elements judges what stands in a list that arrives.
func (j *judge) elements(t value.Tree, p place) {
	if h := t.Open(); h != nil && t.Kind != value.KindMap && j.open == nil {
		j.open = h
	}
	for _, item := range t.Items() {
		v := item.Str()
		if way, ok := askedAnyway(v.Raw()); ok {
			j.element(way, p)
			continue
		}
		if v.Raw().Len() > 0 {
			j.element(v.Raw(), p)
		}
		if v.Unknown() && j.open == nil && read(v.Raw()).wish == nothing {
			j.open = v.Hole()
		}
	}
}

// askedAnyway returns what asks in an element that is one of several, all of
// which ask: the bare form, as the name depends.
func askedAnyway(el source.Text) (source.Text, bool) {
	if el.Known() {
		return source.Text{}, false
	}
	ways := el.Choices()
	for _, way := range ways {
		if r := read(way); r.wish != profile || r.form > named {
			return source.Text{}, false
		}
	}
	if len(ways) == 0 {
		return source.Text{}, false
	}
	return ways[0].Slice(0, len(profiler)), true
}

// element judges one element of a list that arrives.
func (j *judge) element(el source.Text, p place) {
	r := read(el)
	ask := model.Ask{Key: el, Value: value.Text(el), Where: p.where}
	if r.wish != heap && j.sdk.match == whole && j.unsplit(ask) {
		return
	}
	switch {
	case r.wish == nothing:
		if want, ok := slippedV2(el); ok && p.id == experiments {
			ask.Want = want
			j.mistaken = append(j.mistaken, ask)
		}
	case j.swallowed && r.wish == profile && p.id == serviceOptions:
	case r.wish == heap && r.form != near:
		j.sampling = append(j.sampling, el)
	case r.wish == heap:
		if j.sdk.lang == model.Java { // nothing else reads it (F3.17)
			j.lose(ask, model.Misspelt, "other", sampling)
		}
	case !el.Known() && r.form == within && j.sdk.match == whole:
		j.doubt(ask, "what "+el.Hole().Expr+" is: the element has to equal "+profiler)
	case r.form == near, r.form != exact && r.form != named && j.sdk.match == whole:
		j.lose(ask, model.Misspelt, "", profiler)
	case !p.read && p.named == "":
		j.doubt(ask, "whether the service hands the additional experiments of a Go template on to its workers")
	case !p.read:
		ask.Fix = j.moved(el, p.named)
		j.lose(ask, model.Misplaced, "", p.named+profiler)
	case r.form == named && j.sdk.names == refused:
		j.lose(ask, model.Misspelt, "", profiler)
	case r.form == named && p.id == experiments && j.sdk.match == whole: // F3.14
		if p.named == "" {
			j.lose(ask, model.Misspelt, "", profiler)
		} else {
			ask.Fix = j.moved(el, p.named)
			j.lose(ask, model.Misplaced, "", p.named+el.String())
		}
	default:
		j.arrive(ask, r, p)
	}
}

// moved returns the edit that gives an element to another option, by giving
// its flag the other name: where the element is all that the flag holds, and
// the other flag does not lose what it holds elsewhere.
func (j *judge) moved(el source.Text, to string) []source.Edit {
	g := j.flagOf(el)
	if g == nil || j.sdk.last && slices.ContainsFunc(j.flags, func(g given) bool { return g.opt != nil && g.opt.id == serviceOptions }) {
		return nil
	}
	return edit(g.key, strings.TrimSuffix(to, "="))
}

func (j *judge) arrive(ask model.Ask, r reading, p place) {
	if p.id == serviceOptions {
		j.bare = j.bare || r.form != named
		if r.form == named && j.sdk.names == ofItem && !j.name.Known() {
			j.name = value.Text(r.name)
		}
	}
	ask.Fate = model.Arrives
	j.hits = append(j.hits, ask.Key.Spans()...)
	j.asks = append(j.asks, ask)
}

// unsplit finds a request inside an element that the SDK does not split
// (F3.7, F3.8), and tells whether it dealt with the element.
func (j *judge) unsplit(ask model.Ask) bool {
	parts := ask.Key.Split(",")
	if len(parts) < 2 {
		return false
	}
	for i, part := range parts {
		r := read(part)
		switch {
		case r.wish != profile:
			continue
		case r.form == near:
			ask.Key, ask.Value = part, value.Text(part)
			j.lose(ask, model.Misspelt, "", profiler)
			return true
		}
		want := j.apiece(ask.Key, parts)
		if j.sdk.split == smart {
			want = "put " + part.TrimSpace().String() + " first, or give it an option of its own"
			ask.Fix = reorder(ask.Key, parts, i)
		}
		j.lose(ask, model.Unsplit, "", want)
		return true
	}
	return false
}

// apiece says how the parts of an element are given each by itself.
func (j *judge) apiece(el source.Text, parts []source.Text) string {
	before, sep, what := `"`, `", "`, `make them elements of their own: `
	after := `"`
	if g := j.flagOf(el); g != nil {
		flag := g.key.String() + "="
		before, sep, after, what = flag, " "+flag, "; or use Beam 2.67.0 or later", "write each by itself: " // F3.7
	}
	var out []string
	for _, p := range parts {
		out = append(out, p.TrimSpace().String())
	}
	return what + before + strings.Join(out, sep) + after
}

// flagOf returns the flag of the launch that holds an element and nothing else,
// or nil.
func (j *judge) flagOf(el source.Text) *given {
	i := slices.IndexFunc(j.flags, func(g given) bool { return g.value.String() == el.String() && g.value.Span() == el.Span() })
	if i < 0 {
		return nil
	}
	return &j.flags[i]
}

// reorder is the edit that puts one part of an element first.
func reorder(el source.Text, parts []source.Text, first int) []source.Edit {
	out := []string{parts[first].TrimSpace().String()}
	for i, p := range parts {
		if i != first {
			out = append(out, p.String())
		}
	}
	return edit(el, strings.Join(out, ","))
}

// swallow finds a name that takes in what follows its comma: Go reads it to
// the end of the flag, and no profile can have such a name (F3.18).
func (j *judge) swallow(all []given) {
	if len(all) == 0 {
		return
	}
	v := all[len(all)-1].value
	name, ok := after(v, profiler+"=")
	if !ok {
		return
	}
	_, rest, more := name.Cut(",")
	if !more {
		j.name = value.Text(name)
		return
	}
	j.swallowed = true
	j.lose(model.Ask{Key: v, Value: value.Text(v), Where: "the service options"}, model.Unsplit, "",
		"leave out the name, or what follows it ("+rest.String()+"); or use Beam 2.77.0 or later")
}

// overridden finds what a later flag has replaced (F3.9).
func (j *judge) overridden(lost []given, c command) {
	for _, g := range lost {
		last, _ := c.last(g.opt.id)
		by := []model.Label{{Span: last.key.Span(), Text: "this one replaces it"}}
		for _, el := range j.sdk.elements(g.value) {
			ask := model.Ask{Key: el, Value: value.Text(el), Where: "an earlier --" + g.name, By: by}
			if at := last.value.Span(); at.File != el.Span().File && at.Valid() { // the program sets it, behind the command line
				ask.Change, ask.By = at, []model.Label{{Span: el.Span(), Text: "asked for here, and lost"}}
			}
			want := "give --" + g.name + " once, with commas between the elements"
			switch r := read(el); {
			case r.wish == profile:
				if r.form == exact && last.value.Behind(last.key) {
					ask.Fix = extend(last.value, profiler)
				}
				j.lose(ask, model.Overridden, "", want)
			case r.wish == heap && len(j.sampling) == 0 && j.sdk.lang == model.Java:
				j.lose(ask, model.Overridden, "other", want)
			}
		}
	}
}

// lose records an attempt that does not arrive; want is the corrected text or
// advice.
func (j *judge) lose(ask model.Ask, f model.Fate, kase, want string) {
	ask.Fate, ask.Case, ask.Want = f, kase, want
	if (f == model.Misspelt || f == model.WrongSDK) && ask.Fix == nil {
		ask.Fix = edit(ask.Key, want)
	}
	j.asks = append(j.asks, ask)
}

// doubt records an attempt of which the files do not tell whether it arrives;
// what says what would have to be known.
func (j *judge) doubt(ask model.Ask, what string) {
	ask.Fate, ask.Want = model.FateUnknown, what
	j.asks = append(j.asks, ask)
}

// extend is the edit that adds an element behind a text.
func extend(t source.Text, el string) []source.Edit {
	if e, ok := t.Edit(t.Len(), t.Len(), ","+el); ok && t.Len() > 0 {
		return []source.Edit{e}
	}
	return nil
}

func edit(t source.Text, s string) []source.Edit {
	if e, ok := t.Edit(0, t.Len(), s); ok {
		return []source.Edit{e}
	}
	return nil
}

// done settles what the attempts come to.
func (j *judge) done() outcome {
	dead := j.refused || slices.ContainsFunc(j.asks, j.ends)
	unsure := slices.ContainsFunc(j.asks, func(a model.Ask) bool { return a.Fate == model.FateUnknown })
	switch {
	case dead:
		j.enabled = value.Of(false, j.at)
		j.asks = slices.DeleteFunc(j.asks, func(a model.Ask) bool { return a.Fate == model.FateUnknown })
	case len(j.hits) > 0 && j.weak != "": // a later flag may replace it (F3.9)
		j.enabled = value.Not[bool](j.open, j.hits...)
	case len(j.hits) > 0:
		j.enabled = value.Of(true, j.hits...)
		j.asks = slices.DeleteFunc(j.asks, harmless)
		for _, ask := range j.mistaken {
			j.lose(ask, model.Misspelt, "other", ask.Want)
		}
	case unsure:
		j.enabled = value.Not[bool](&source.Hole{Why: "the files do not tell whether the request arrives"}, j.at)
	case j.open != nil:
		j.enabled = value.Not[bool](j.open, j.at)
		for i := range j.asks {
			j.asks[i].Value = j.asks[i].Value.Weaken("nothing in " + j.open.Expr + " asking, too")
		}
	default:
		j.enabled = value.Of(false, j.at)
	}
	j.heapSampling()
	if j.bare && j.sdk.match == whole || j.name.Raw().Len() == 0 {
		j.name = value.None[source.Text](j.at)
	}
	return j.outcome
}

// ends reports whether an attempt keeps the whole launch from starting.
func (j *judge) ends(a model.Ask) bool {
	option := strings.HasPrefix(a.Key.String(), "-")
	return a.Fate == model.Refused || j.sdk.strict && option && (a.Fate == model.WrongSDK || a.Fate == model.Misspelt)
}

// harmless reports whether an attempt does no harm beside one that arrives.
// Heap sampling is asked for by itself, and the parameters of a classic
// template are refused whatever else it is given.
func harmless(a model.Ask) bool {
	return a.Fate != model.Arrives && a.Case != "other" && !(a.Fate == model.Misplaced && a.Where == classicParameters)
}

// heapSampling settles heap sampling: read beside the profiler only (F3.16).
func (j *judge) heapSampling() {
	if len(j.sampling) == 0 {
		j.heap = value.Of(false, j.at)
		if j.open != nil {
			j.heap = value.Not[bool](j.open, j.at)
		}
		return
	}
	first := j.sampling[0]
	j.heap = value.Of(true, first.Spans()...).Weaken(first.Weak())
	if slices.ContainsFunc(j.asks, func(a model.Ask) bool { return a.Case != "other" }) {
		return // what became of the profiler is said there
	}
	ask := model.Ask{Key: first, Value: value.Text(first), Where: "the service options"}
	if j.open != nil {
		j.doubt(ask, "whether "+j.open.Expr+" asks for the profiler, too")
		return
	}
	if j.sdk.split != never {
		ask.Fix = extend(first, profiler)
	}
	j.lose(ask, model.NotEnabled, "", "add "+profiler+" to the same list")
}
