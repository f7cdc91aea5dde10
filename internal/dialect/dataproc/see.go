package dataproc

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// See fills the request of a workload: what the service receives, and one fate
// for each attempt to ask. The order of decisions in this file is the rule
// "one cause, one finding": the fate nearest to the text wins.
func See(w *model.Workload) {
	r := &w.Request
	s := &seer{w: w}
	s.properties()
	s.harmless()
	s.losses()
	s.misplaced()
	s.namesWithoutSwitch()
	s.refusals()
	r.Asks = s.asks
	if r.Enabled.Unknown() && r.Enabled.Hole() == nil {
		r.Enabled = value.None[bool](w.Properties.At)
	}
	r.Appears = appears(w)
}

// SeeCluster returns the attempts to ask through a cluster: its properties and
// metadata, which no job reads (F4.2, F9.17).
func SeeCluster(c *model.Cluster) []model.Ask {
	var out []model.Ask
	for _, place := range []struct {
		tree  value.Tree
		where string
	}{{c.Properties, "the cluster's properties"}, {c.Metadata, "the cluster's metadata"}} {
		for _, e := range place.tree.Entries() {
			rd, ok := readKey(clusterKey(e.Key), model.Dataproc)
			if !ok || rd.role != enable || saysNo(e.Val.Str()) {
				continue
			}
			out = append(out, model.Ask{Key: e.Key, Value: e.Val.Str(), Fate: model.Misplaced, Case: "cluster-properties", Where: place.where,
				Want: "give " + keyFor(model.Dataproc, enable) + "=true to the job: gcloud dataproc jobs submit … --properties=" + keyFor(model.Dataproc, enable) + "=true"})
		}
	}
	return out
}

// clusterKey drops the file prefix of a cluster property (spark:key).
func clusterKey(key source.Text) string {
	if _, rest, ok := strings.Cut(key.String(), ":"); ok {
		return rest
	}
	return key.String()
}

type seer struct {
	w    *model.Workload
	asks []model.Ask
}

func (s *seer) add(a model.Ask) { s.asks = append(s.asks, a) }

// own is the documented key of the workload's product for a role.
func (s *seer) own(r role) string { return keyFor(s.w.Product, r) }

// properties reads the list that the service reads.
func (s *seer) properties() {
	r, props := &s.w.Request, s.w.Properties
	for _, e := range props.Entries() {
		if !e.Key.Known() {
			continue
		}
		rd, ok := readKey(e.Key.String(), s.w.Product)
		if !ok {
			s.hidden(e)
			continue
		}
		s.property(e, rd)
	}
	if r.Enabled.Unknown() && r.Enabled.Hole() == nil {
		if h := props.Open(); h != nil {
			r.Enabled = value.Not[bool](h, props.At)
		}
	}
	if h := props.Open(); h != nil {
		if !r.Name.Known() && r.Name.Hole() == nil {
			r.Name = value.Not[source.Text](h, props.At)
		}
	} else if r.Name.Unknown() && r.Name.Hole() == nil {
		r.Name = value.None[source.Text](props.At)
	}
}

// property decides the fate of one recognised key in the list that counts.
func (s *seer) property(e value.Entry, rd reading) {
	v := e.Val.Str()
	ask := model.Ask{Key: e.Key, Value: v, Where: "the properties"}
	own := s.own(rd.role)
	switch {
	case rd.role == enable && saysNo(v):
		ask.Fate = model.SaidNo
	case rd.spelling == near || rd.spelling == prefixed:
		ask.Fate, ask.Want = model.Misspelt, own
		if rd.spelling == prefixed {
			ask.Case = "prefix"
		} else if rd.role != enable {
			ask.Case = "other"
		}
		if own == "" {
			ask.Want = "leave it out: there is no such property here"
		} else {
			ask.Fix = edit(e.Key, own)
		}
	case rd.product != s.w.Product:
		ask.Fate, ask.Want = model.WrongFamily, own
		if own == "" {
			ask.Want = "leave it out: the version is the workload's UUID"
		} else {
			ask.Fix = edit(e.Key, own)
		}
	case rd.spelling == blanks:
		ask.Fate, ask.Want = model.Malformed, own
		if lead := strings.Index(e.Key.String(), rd.key); lead > 0 {
			if cut, ok := e.Key.Edit(0, lead, ""); ok {
				ask.Fix = []source.Edit{cut}
			}
		}
	default:
		s.received(e, rd, &ask)
	}
	s.add(ask)
}

// received takes a correctly written property.
func (s *seer) received(e value.Entry, rd reading, ask *model.Ask) {
	r, v := &s.w.Request, e.Val.Str()
	ask.Fate = model.Arrives
	switch rd.role {
	case name:
		r.Name = v
	case version:
		r.Version = v
	case enable:
		r.Enabled = value.Map(v, func(t source.Text) (bool, bool) {
			return t.String() == "true", t.String() == "true" || t.String() == "false"
		})
		if text, ok := v.Get(); ok && text.String() != "true" {
			ask.Fate, ask.Case, ask.Want = model.Malformed, "value", "true"
			ask.Fix = edit(text, "true")
		}
	}
}

// hidden finds a request inside the value of another property: a JVM option
// -Dcloud.profiler.enable=true, which the agent does not read (S4, F4.2).
func (s *seer) hidden(e value.Entry) {
	if !strings.Contains(e.Key.String(), "avaOptions") {
		return
	}
	v, ok := e.Val.Str().Get()
	if !ok {
		return
	}
	for _, word := range v.Fields() {
		s.argument(word, "a JVM option")
	}
}

// losses reads what the launching tool was given and did not send. A request
// that is also in what was sent is not lost.
func (s *seer) losses() {
	for _, loss := range s.w.Losses {
		for _, e := range loss.Tree.Entries() {
			if !e.Key.Known() {
				continue
			}
			rd, ok := readKey(e.Key.String(), s.w.Product)
			if !ok || (rd.role == enable && saysNo(e.Val.Str())) || s.sent(rd.role) {
				continue
			}
			ask := model.Ask{Key: e.Key, Value: e.Val.Str(), Fate: loss.Fate, Where: "the properties", By: loss.By, Want: loss.Want, Fix: loss.Fix}
			if h := s.w.Properties.Open(); h != nil {
				ask = s.perhaps(ask, h)
			}
			s.add(ask)
		}
	}
}

// harmless drops keys that have no effect beside one that arrives: both
// families in one list ask once, and a stray switch changes nothing.
func (s *seer) harmless() {
	arrives := map[role]bool{}
	for _, a := range s.asks {
		if rd, ok := readKey(a.Key.String(), s.w.Product); ok && a.Fate == model.Arrives {
			arrives[rd.role] = true
		}
	}
	s.asks = slices.DeleteFunc(s.asks, func(a model.Ask) bool {
		rd, _ := readKey(a.Key.String(), s.w.Product)
		return a.Fate != model.Arrives && arrives[rd.role] && (rd.role == enable || a.Fate == model.WrongFamily)
	})
}

// sent reports whether an attempt in the same role is part of what was sent.
func (s *seer) sent(r role) bool {
	for _, a := range s.asks {
		if rd, ok := readKey(a.Key.String(), s.w.Product); ok && rd.role == r && a.Fate != model.Overridden && a.Fate != model.Cut {
			return true
		}
	}
	return false
}

// misplaced walks the whole message for profiler keys where nothing reads
// them: labels, arguments, the wrong level of a body (F4.13, F4.27, F9.16).
func (s *seer) misplaced() {
	s.walk(s.w.Body, "", 0)
}

func (s *seer) walk(t value.Tree, where string, depth int) {
	if depth > 20 || (t.Map != nil && t.Map == s.w.Properties.Map) {
		return
	}
	for _, item := range t.Items() {
		if v, ok := item.Str().Get(); ok {
			s.argument(v, where)
		}
		s.walk(item, where, depth+1)
	}
	for _, e := range t.Entries() {
		if rd, ok := readKey(e.Key.String(), s.w.Product); ok && e.Key.Known() && rd.role == enable && !saysNo(e.Val.Str()) && e.Val.Map == nil {
			s.lay(e.Key, e.Val.Str(), where)
			continue
		}
		s.walk(e.Val, placeName(e.Key.String(), where), depth+1)
	}
}

// placeName says for people where a key of the message stands.
func placeName(key, outer string) string {
	switch key {
	case "labels":
		return "a label"
	case "args":
		return "the job's arguments"
	case "properties":
		return "properties outside the job itself"
	case "metadata":
		return "metadata"
	case "":
		return outer
	}
	return key
}

// argument reads one word that the driver gets.
func (s *seer) argument(word source.Text, where string) {
	if key, v, ok := FindRequest(word, s.w.Product); ok {
		s.lay(key, v, where)
	}
}

// requestPrefixes are the forms in which a word carries KEY=VALUE.
var requestPrefixes = []string{"--properties=", "--conf=", "--property=", "-D", ""}

// FindRequest finds a switch for the profiler in one word of a command line:
// --properties=a=b,KEY=true, KEY=true, -DKEY=true. An explicit false is none.
func FindRequest(word source.Text, p model.Product) (source.Text, value.Str, bool) {
	str := word.String()
	if !strings.Contains(str, "rofil") || len(str) > 4000 {
		return source.Text{}, value.Str{}, false
	}
	for _, prefix := range requestPrefixes {
		if !strings.HasPrefix(str, prefix) {
			continue
		}
		for _, part := range word.Slice(len(prefix), word.Len()).Split(",") {
			key, val, ok := part.Cut("=")
			if !ok || !key.Known() {
				continue
			}
			if rd, ok := readKey(key.String(), p); ok && rd.role == enable && !saysNo(value.Text(val)) {
				return key, value.Text(val), true
			}
		}
		break
	}
	return source.Text{}, value.Str{}, false
}

func (s *seer) lay(key source.Text, v value.Str, where string) {
	if where == "" {
		where = "the top level of the message"
	}
	if s.sent(enable) {
		return // asked for properly as well
	}
	ask := model.Ask{Key: key, Value: v, Fate: model.Misplaced, Where: where, Want: s.wantPlace()}
	if h := s.w.Properties.Open(); h != nil {
		ask = s.perhaps(ask, h)
	}
	s.add(ask)
}

// perhaps makes the fate of an attempt unknown: the properties hold more than
// the files show, and may ask as well.
func (s *seer) perhaps(a model.Ask, h *source.Hole) model.Ask {
	a.Fate, a.Fix = model.FateUnknown, nil
	a.Want = "whether " + h.Expr + " asks for profiling, too"
	return a
}

func (s *seer) wantPlace() string {
	pair := s.own(enable) + "=true"
	switch s.w.Kind {
	case model.KindSession:
		return "give it as a property: --property=" + pair + ", or runtimeConfig.properties of the body"
	case model.KindSessionTemplate:
		return "put " + s.own(enable) + ": \"true\" under runtimeConfig.properties"
	case model.KindBatch:
		return "give it as a property: --properties=" + pair + " before --, or runtimeConfig.properties of the body"
	}
	return "give it as a property: --properties=" + pair + " before --, or properties inside the job type's block of the body"
}

// namesWithoutSwitch finds a name or version where nothing asks (F9.14, S9).
func (s *seer) namesWithoutSwitch() {
	no := false
	for _, a := range s.asks {
		rd, _ := readKey(a.Key.String(), s.w.Product)
		if rd.role != enable {
			continue
		}
		if a.Fate != model.SaidNo {
			return
		}
		no = true
	}
	h := s.w.Properties.Open()
	for i := range s.asks {
		a := &s.asks[i]
		rd, _ := readKey(a.Key.String(), s.w.Product)
		if rd.role == enable || a.Fate != model.Arrives {
			continue
		}
		if h != nil && !no {
			*a = s.perhaps(*a, h)
			continue
		}
		a.Fate, a.Want = model.NotEnabled, "add "+s.own(enable)+"=true to the same list"
		if no {
			a.Case, a.Want = model.CaseSaidNo, ""
			continue
		}
	}
}

// refusals: a refused command sends nothing, whatever it asks for.
func (s *seer) refusals() {
	if len(s.w.Refusals) == 0 {
		return
	}
	for i := range s.w.Refusals {
		r := &s.w.Refusals[i]
		// what is refused may be the request itself: --propertie=KEY=true
		if key, ok := Mentioned(source.Exact(r.At)); ok {
			r.Request = true
			if !s.sent(enable) {
				s.add(model.Ask{Key: key, Value: value.Of(key), Where: "a flag that gcloud refuses"})
			}
		}
	}
	for i := range s.asks {
		if a := &s.asks[i]; a.Fate != model.SaidNo && a.Fate != model.Cut {
			a.Fate, a.Case = model.Refused, ""
		}
	}
}

// Mentioned finds a switch for the profiler, exactly written and not false, in
// text that nothing reads: a comment.
func Mentioned(t source.Text) (source.Text, bool) {
	for _, p := range properties {
		if p.role != enable {
			continue
		}
		i := t.Index(p.key+"=", 0)
		if i < 0 {
			continue
		}
		end := i + len(p.key) + 1
		if rest := strings.TrimLeft(t.String()[end:], "\"'"); !strings.HasPrefix(strings.ToLower(rest), "false") {
			return t.Slice(i, end-1), true
		}
	}
	return source.Text{}, false
}

func saysNo(v value.Str) bool {
	t, ok := v.Get()
	return ok && strings.EqualFold(strings.TrimSpace(t.String()), "false")
}

func edit(t source.Text, s string) []source.Edit {
	if e, ok := t.Edit(0, t.Len(), s); ok {
		return []source.Edit{e}
	}
	return nil
}
