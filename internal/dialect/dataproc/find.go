package dataproc

import (
	"cmp"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

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

// misplaced walks the whole message for profiler keys where nothing reads
// them: labels, arguments, the wrong level of a body (F4.13, F4.27, F9.16).
func (s *seer) misplaced() {
	s.walk(s.w.Body, "", 0)
}

func (s *seer) walk(t value.Tree, where string, depth int) {
	if depth > deepest || (t.Map != nil && t.Map == s.w.Properties.Map) {
		return
	}
	if t.List != nil && t.List == s.w.Properties.List {
		where = "a list where a map of properties belongs"
	}
	for _, item := range t.Items() {
		if v, ok := item.Str().Get(); ok {
			s.argument(v, where)
		}
		s.walk(item, where, depth+1)
	}
	for _, e := range t.Entries() {
		if elsewhere(e.Key.String(), s.w.Product) && e.Key.Known() && !saysNo(e.Val.Str()) && e.Val.Map == nil {
			s.lay(e.Key, e.Val.Str(), where)
			continue
		}
		s.walk(e.Val, placeName(e.Key.String(), where), depth+1)
	}
}

// programs finds a request in what the job's own program sets: Dataproc reads
// the properties of the submission, before the program runs (F9.15).
func (s *seer) programs() {
	for _, program := range s.w.Programs {
		for _, set := range program.Sets {
			key, known := set.Key.Get()
			if rd, ok := readKey(key.String(), s.w.Product); !known || !ok || rd.role != enable || saysNo(set.Value) {
				continue
			}
			if doubt := cmp.Or(program.Doubt, set.Doubt); doubt != "" {
				key = key.Weaken(doubt)
			}
			s.lay(key, set.Value, "the program's own configuration")
		}
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
			if elsewhere(key.String(), p) && !saysNo(value.Text(val)) {
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

// Mentioned finds a switch for the profiler, exactly written and not false, in
// text that nothing reads: a comment.
func Mentioned(t source.Text) (source.Text, bool) { return mentioned(t, "=") }

// pairEnds are what may stand behind a key in text that gcloud refuses for not
// being KEY=VALUE; so may nothing at all.
const pairEnds = "=: \t\r\n,;|\"'"

// mentioned finds a switch behind which one of ends stands.
func mentioned(t source.Text, ends string) (source.Text, bool) {
	for _, p := range properties {
		if p.role != enable {
			continue
		}
		for i := t.Index(p.key, 0); i >= 0; i = t.Index(p.key, i+1) {
			end := i + len(p.key)
			rest := t.String()[end:]
			if rest == "" && ends == "=" || rest != "" && !strings.Contains(ends, rest[:1]) {
				continue
			}
			if !strings.HasPrefix(strings.ToLower(strings.TrimLeft(rest, "=: \t\"'")), "false") {
				return t.Slice(i, end), true
			}
			break
		}
	}
	return source.Text{}, false
}

// MentionedKey finds a switch for the profiler that stands in a comment of a
// YAML body: "cloud.profiler.enable: true".
func MentionedKey(t source.Text) (source.Text, bool) {
	for _, p := range properties {
		i := t.Index(p.key+":", 0)
		if p.role != enable || i < 0 {
			continue
		}
		end := i + len(p.key)
		if rest := strings.TrimLeft(t.String()[end+1:], " \"'"); !strings.HasPrefix(strings.ToLower(rest), "false") {
			return t.Slice(i, end), true
		}
	}
	return source.Text{}, false
}
