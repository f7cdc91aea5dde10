package code

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// pairs reads a list of pairs, or a dict.
func (s *sparkPython) pairs(c *python.Call, t value.Tree) {
	for _, item := range t.Items() {
		s.put(c, paired(c.At(), item, by(c)), false)
	}
	for _, e := range t.Entries() {
		s.put(c, listed(c.At(), t.At, value.Text(e.Key), e.Val.Str(), by(c)), false)
	}
}

// add reads a setting of one key. The keys of a list that a loop goes over
// stand there.
func (s *sparkPython) add(c *python.Call, key value.Str, val python.Value, doubt string) {
	out := setting(c.At(), key, val.Str(), by(c))
	if out == nil {
		return
	}
	if spans := key.Raw().Spans(); c.Loop && out.At == c.At() && len(spans) == 1 && spans[0].Text() == key.Raw().String() {
		out.At, out.Call = spans[0], c.At()
	} else if at := argument(c, "key", 0).At(); out.At == c.At() && at.Valid() {
		out.At = at
	}
	s.put(c, out, reads(val))
	if out.Doubt == "" {
		out.Doubt = doubt
	}
}

// reads reports whether a value is made of one that is read from a
// configuration: the agent's option is in it (F6.13).
func reads(val python.Value) bool {
	return slices.ContainsFunc(val.Parts(), func(c *python.Call) bool {
		if c.Method != "get" && c.Method != "getAll" {
			return false
		}
		key := argument(c, "key", 0).Str()
		return !key.Known() || matters(key.Raw().String())
	})
}

// put decides what a setting comes to; old tells that it keeps what was there.
func (s *sparkPython) put(c *python.Call, out *model.Setting, old bool) {
	if out == nil {
		return
	}
	on := c.On.Path()
	as := on
	if as == "" { // of a parameter, or of self: as it is written
		as = c.On.Written().String()
	}
	switch {
	case old:
		out.Effect, out.Why = model.Keeps, "the old value is read and kept"
	case strings.HasSuffix(as, ".getConf()"):
		out.Effect, out.Why = model.Copied, "getConf returns a copy"
	case strings.HasSuffix(as, ".conf") && as != "pyspark.conf" && as != "self.conf" && as != "cls.conf", strings.HasSuffix(as, "._conf"), strings.HasSuffix(as, ".hadoopConfiguration()"):
		out.Effect, out.Why = model.TooLate, "the session runs already"
	case s.running[c.Scope]:
		out.Effect, out.Why = model.TooLate, "a context was made before"
	}
	out.Doubt = doubt(c.Where)
	if what := c.On.Written().String(); on == "" && what != "" && out.Effect == model.Replaces && out.Doubt == "" {
		out.Doubt = what + " being the configuration of the context"
	}
	s.keep(out, c.Scope)
	s.by[out] = c
}

func (s *sparkPython) keep(out *model.Setting, in *python.Scope) {
	out.In = function(in)
	s.sets = append(s.sets, out)
	s.in[out] = in
}
