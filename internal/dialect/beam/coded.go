package beam

import (
	"cmp"
	"slices"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Program declares the pipeline that a program is by itself, if what it gives
// its SDK shows that it is one for Dataflow.
func Program(p *model.Pipeline) (*model.Workload, bool) {
	args := withOwn(value.NewList(p.At), p)
	c := parse(p.Lang, args)
	if !c.dataflow() && !codedDataflow(p) {
		return nil, false
	}
	w := &model.Workload{Entity: model.Entity{Product: model.Dataflow, Kind: model.KindPipeline, At: p.At}, Lang: p.Lang, Args: args, Launcher: p.Launcher}
	if p.Outer && args.Open() == nil {
		w.Args.List.Rest = &source.Hole{Expr: "the command line", Why: "no launch of this program is among the files"}
		c = parse(p.Lang, w.Args)
	}
	fill(w, &c)
	if len(c.all(jobName)) == 0 { // "the command line" is no name
		w.Name, w.Options.JobName = value.Str{}, value.Str{}
	}
	settings(w, p)
	return w, true
}

// codedDataflow reports whether what code sets shows a pipeline for Dataflow.
func codedDataflow(p *model.Pipeline) bool {
	beam, another := false, false
	for _, s := range p.Sets {
		opt := find(p.Lang, s.Name)
		if opt == nil {
			opt, _ = foreign(p.Lang, s.Name)
		}
		switch {
		case opt == nil:
		case opt.id == runner:
			name, known := normal(s.Value.Str().Raw().String())
			beam, another = beam || known && name == dataflowRunner, known && name != dataflowRunner
		case opt.id == serviceOptions || opt.id == experiments:
			for _, t := range texts(s.Value, 0) {
				if surely(t) != nothing {
					return true
				}
			}
			beam = beam || opt.dataflow
		default:
			beam = beam || opt.dataflow
		}
	}
	return beam && !another
}

// Attach gives a launch what its program sets: words of its own, and what its
// code sets after these.
func Attach(w *model.Workload, p *model.Pipeline) {
	w.Lang = p.Lang
	if len(p.Ahead.Items())+len(p.Words.Items()) > 0 {
		w.Args = withOwn(w.Args, p)
		c := parse(p.Lang, w.Args)
		fill(w, &c)
	}
	settings(w, p)
}

// withOwn is a list of words with those that the program gives its SDK itself.
func withOwn(args value.Tree, p *model.Pipeline) value.Tree {
	out := value.NewList(args.At)
	for _, t := range []value.Tree{p.Ahead, args, p.Words} {
		out.List.Items = append(out.List.Items, t.Items()...)
		if t.Kind == value.KindList && t.List.Rest != nil {
			out.List.Rest = t.List.Rest
		}
	}
	return out
}

// settings gives a pipeline what code sets.
func settings(w *model.Workload, p *model.Pipeline) {
	p = decided(w, p)
	w.Coded = p
	into := map[id]*value.Str{runner: &w.Options.Runner, jobName: &w.Options.JobName, account: &w.Account, image: &w.Image,
		project: &w.Project, region: &w.Region, subnetwork: &w.Subnet}
	for _, s := range p.Sets {
		opt := find(p.Lang, s.Name)
		if opt == nil || into[opt.id] == nil || s.If == model.Unset {
			continue
		}
		*into[opt.id] = setTo(w, opt.id, s)
	}
	w.Name = w.Options.JobName
}

// setTo returns the text that code sets an option to: unknown, if that depends.
// An image or a machine type that may be set is what the workers may get.
func setTo(w *model.Workload, of id, s model.OptionSet) value.Str {
	v := s.Value.Str()
	if w.Assumed != "" {
		v = v.Weaken(w.Assumed)
	}
	if s.Doubt != "" && (of == image || of == machineType) {
		return v.Weaken(s.Doubt)
	}
	if s.Doubt != "" {
		return value.Not[source.Text](&source.Hole{Expr: v.Raw().String(), Why: s.Doubt}, s.At)
	}
	return v
}

// coded returns what code sets an option to, if it does.
func coded(w *model.Workload, of id) (value.Str, bool) {
	if w.Coded == nil {
		return value.Str{}, false
	}
	for _, s := range slices.Backward(w.Coded.Sets) {
		if opt := find(w.Coded.Lang, s.Name); opt != nil && opt.id == of && s.If != model.Unset {
			return setTo(w, of, s), true
		}
	}
	return value.Str{}, false
}

// code applies what code sets of a list option. It returns the list, and what
// of it the code has taken away.
func (j *judge) code(w *model.Workload, of id, t value.Tree) value.Tree {
	if w.Coded == nil {
		return t
	}
	for _, s := range w.Coded.Sets {
		opt := find(w.Coded.Lang, s.Name)
		if opt == nil || opt.id != of {
			continue
		}
		if s.If == model.Unset {
			j.spared(t, s)
			continue
		}
		if s.Value.Kind == value.KindString && j.sdk.lang != model.Go {
			j.oneText(s)
			continue
		}
		if j.sdk.lang == model.Go && s.Value.Kind == value.KindString {
			list := value.NewList(s.Value.At)
			for _, el := range j.sdk.elements(s.Value.Text) {
				list.List.Items = append(list.List.Items, value.String(el))
			}
			s.Value = list
		}
		if !s.Adds {
			j.taken(t, s, w.Assumed)
		}
		replaces := !s.Adds && (len(t.Items()) > 0 || t.Open() != nil) // else it is all that may be there
		if s.Value.Kind == value.KindUnknown || s.Doubt != "" && replaces {
			t = value.Opaque(&source.Hole{Expr: s.Value.Str().Raw().String(), Why: s.By + " sets it"}, s.At)
			continue
		}
		t = added(t, s, cmp.Or(s.Doubt, w.Assumed))
	}
	return t
}

// misnamed finds a request that code gives to an option of another SDK.
func (j *judge) misnamed(w *model.Workload) {
	if w.Coded == nil {
		return
	}
	for _, s := range w.Coded.Sets {
		opt, lang := foreign(j.sdk.lang, s.Name)
		if opt == nil || find(j.sdk.lang, s.Name) != nil || opt.id != serviceOptions && opt.id != experiments {
			continue
		}
		for _, t := range texts(s.Value, 0) {
			if asked(t) == profile {
				j.lose(model.Ask{Key: source.Derived(s.Name, s.At), Value: value.Text(t).Weaken(s.Doubt), Where: "an option of Beam " + title(lang)},
					model.WrongSDK, "", spelling(j.sdk.lang, opt.id))
				break
			}
		}
	}
}

// added is a list with what code puts into it, if doubt holds.
func added(t value.Tree, s model.OptionSet, doubt string) value.Tree {
	out := value.NewList(s.At)
	if s.Adds && t.Kind == value.KindList {
		out.List.Items = append(out.List.Items, t.Items()...)
		out.List.Rest = t.List.Rest
	} else if s.Adds && t.Kind == value.KindUnknown {
		out.List.Rest = t.Open()
	}
	for _, item := range s.Value.Items() {
		if doubt != "" && item.Weak == "" {
			item.Text, item.Weak = item.Text.Weaken(doubt), doubt
		}
		out.List.Items = append(out.List.Items, item)
	}
	if rest := s.Value.Open(); rest != nil {
		out.List.Rest = rest
	}
	return out
}

// oneText finds a text where the SDK wants a list: it is no list of one, and
// nothing is split (F3.11).
func (j *judge) oneText(s model.OptionSet) {
	text := s.Value.Str().Raw()
	if asked(text) != profile {
		return
	}
	kase := ""
	if s.By == YAMLOptions {
		kase = "beam-yaml"
	}
	j.refused = true // whatever the command line asks for, the text replaces it
	j.lose(model.Ask{Key: text, Value: value.Text(text).Weaken(s.Doubt), Where: s.By + ": a text where a list is wanted"}, model.Unsplit, kase,
		"make it a list of texts: ["+profiler+"]")
}

// YAMLOptions is what sets the options of a Beam YAML pipeline.
const YAMLOptions = "the pipeline's YAML"

// taken finds requests that code replaces with a list of its own.
func (j *judge) taken(t value.Tree, s model.OptionSet, assumed string) {
	for _, item := range s.Value.Items() {
		if read(item.Str().Raw()).wish == profile {
			return // and asks for the same
		}
	}
	for _, item := range t.Items() {
		el := item.Str().Raw()
		if r := read(el); r.wish != profile || r.form == near {
			continue
		}
		ask := model.Ask{Key: el, Value: value.Text(el), Where: "the command line", Change: s.At, By: []model.Label{{Span: el.Span(), Text: "asked for here, and lost"}}}
		if s.Doubt != "" || s.Value.Kind != value.KindList || s.Value.Open() != nil {
			j.doubt(ask, "whether "+s.By+" replaces it: "+cmp.Or(s.Doubt, "what it sets is not known"))
			continue
		}
		if assumed != "" {
			ask.Value = ask.Value.Weaken(assumed)
		}
		j.lose(ask, model.Overridden, "", "add "+profiler+" to the list that the program sets, or have it add to the list that is there")
	}
}
