package beam

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// option judges a request outside the options that are read: in one that the
// SDK does not know, or in one that means something else.
func (j *judge) option(g given) {
	v := g.value
	if !g.has {
		v = g.stray
	}
	if !g.key.Known() || g.name == "" {
		return
	}
	w := surely(v)
	if o, _ := foreign(j.sdk.lang, g.name); w == nothing && o != nil && (o.id == serviceOptions || o.id == experiments) {
		w = asked(v)
	}
	ask := model.Ask{Key: g.key, Value: value.Text(v), Where: "the options"}
	switch {
	case g.opt != nil && (g.opt.id == serviceOptions || g.opt.id == experiments):
		j.apart(g, ask)
	case g.opt != nil:
		j.elsewhere(g, ask)
	case w == nothing:
		j.own(g, ask)
	default:
		j.unknown(g, ask, w)
	}
}

// asked tells what the elements of a value ask for, misspelt ones too; the
// profiler first.
func asked(v source.Text) wish { return wishes(v, near) }

// surely tells the same of elements that hold the exact text. It serves where
// a value may mean anything: --topic=cloud-profiler is no request.
func surely(v source.Text) wish { return wishes(v, within) }

func wishes(v source.Text, most form) wish {
	out := nothing
	if v.Len() < len(profiler)-slips && !hints(v.String()) { // as nearly always
		return out
	}
	var room [8]source.Text
	for _, part := range v.AppendSplit(room[:0], ",") {
		switch r := read(part); {
		case r.form > most:
		case r.wish == profile:
			return profile
		case r.wish == heap:
			out = heap
		}
	}
	return out
}

// apart finds a value that stands behind a blank: Java reads --name=value only
// (F3.4).
func (j *judge) apart(g given, ask model.Ask) {
	if g.stray.Len() == 0 || surely(g.stray) != profile {
		return
	}
	ask.Key, ask.Fate = g.stray, model.Refused
	ask.Want = "write --" + g.name + "=" + g.stray.String()
	if !j.sdk.strict { // one warning, and the word is ignored (F3.3)
		ask.Where = "a word of its own"
		j.lose(ask, model.Misplaced, "", ask.Want)
		return
	}
	j.asks = append(j.asks, ask)
	var fix []source.Edit
	if gap, ok := g.key.Gap(g.stray); ok {
		quote := strings.TrimLeft(gap.Text(), " \t")
		if gap.End -= len(quote); gap.End > gap.Start && (quote == "" || quote == `"` || quote == "'") {
			fix = []source.Edit{{Span: gap, New: "="}}
		}
	}
	j.refusals = append(j.refusals, model.Refusal{At: g.stray.Span(), Request: true, Want: ask.Want, Fix: fix,
		Reason:  "Beam Java reads --name=value only, and refuses " + g.stray.String() + " as an argument of its own",
		Related: []model.Label{{Span: g.key.Span(), Text: "read as --" + g.name + "=true"}}})
}

// elsewhere finds a request in a known option that means something else.
func (j *judge) elsewhere(g given, ask model.Ask) {
	if g.value.Index(profiler, 0) < 0 {
		return
	}
	ask.Where = "--" + g.name
	switch {
	case j.sdk.anywhere: // F3.14: a worker that searches all options finds it there, too
		j.doubt(ask, "whether the workers search --"+g.name+", too; --"+spelling(j.sdk.lang, serviceOptions)+"="+profiler+" is sure")
	case g.opt.id == labels:
		ask.Where = "a label"
		j.lose(ask, model.Misplaced, "", "--"+spelling(j.sdk.lang, serviceOptions)+"="+profiler)
	}
}

// unknown judges an option that the SDK does not know, and whose value asks.
func (j *judge) unknown(g given, ask model.Ask, w wish) {
	kase := ""
	if w == heap {
		kase = "other"
	}
	name := func(of id) string { return "--" + spelling(j.sdk.lang, of) }
	if known := find(j.sdk.lang, g.name); known != nil && g.dashes == 1 {
		j.lose(ask, model.Misspelt, kase, "--"+g.name) // a single dash, which only Go reads
	} else if o, lang := foreign(j.sdk.lang, g.name); o != nil && (o.id == serviceOptions || o.id == experiments) {
		ask.Where = "an option of Beam " + title(lang)
		j.lose(ask, model.WrongSDK, kase, name(o.id))
	} else if of, ok := meant(g.name); ok {
		j.lose(ask, model.Misspelt, kase, name(of))
	} else {
		j.doubt(ask, "whether the program hands --"+g.name+" on to Beam")
	}
}

// own finds the request as the name of an option. Only Java can rule out that
// the program has such an option: its names are camelCase.
func (j *judge) own(g given, ask model.Ask) {
	if letters(g.name) != letters(profiler) {
		return
	}
	kase := "own-option"
	if j.sdk.lang == model.Java && g.name == profiler {
		kase = ""
	}
	ask.Where = "an option of its own"
	want := "--" + spelling(j.sdk.lang, serviceOptions) + "=" + profiler
	switch gap, ok := g.key.Gap(g.value); {
	case kase != "" || g.stray.Len() > 0:
	case !g.has:
		ask.Fix = edit(g.key, want)
	case ok && gap.Text() == "=" && g.value.String() == "true":
		ask.Fix = edit(source.Exact(g.key.Span().Cover(g.value.Span())), want)
	}
	j.lose(ask, model.Misplaced, kase, want)
}

// unread finds requests among the words that the SDK does not read.
func (j *judge) unread(c command) {
	proper := "--" + spelling(j.sdk.lang, serviceOptions) + "=" + profiler
	for _, t := range c.loose {
		if r := read(t); r.wish == profile && r.form != near && r.form != within {
			j.lose(model.Ask{Key: t, Value: value.Text(t), Where: "a word of its own"}, model.Misplaced, "", proper)
		}
	}
	for _, t := range c.behind {
		if t.Index(profiler, 0) < 0 {
			continue
		}
		ask := model.Ask{Key: t, Value: value.Text(t), Where: "behind " + c.stop.String(), By: []model.Label{{Span: c.stop.Span(), Text: "no options are read behind this word"}}}
		if j.sdk.lang == model.Go {
			j.lose(ask, model.Misplaced, "", "put it before "+c.stop.String())
		} else {
			j.doubt(ask, "whether the program reads options behind "+c.stop.String())
		}
	}
}

// title names a language for people.
func title(l model.Lang) string {
	switch l {
	case model.Java:
		return "Java"
	case model.Python:
		return "Python"
	case model.Go:
		return "Go"
	}
	return string(l)
}
