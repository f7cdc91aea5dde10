package code

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
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

// handed reads a dict that a function is given to configure Spark with:
// hail.init(spark_conf={…}), get_spark(extra={…}). Whether it does is not known,
// unless the file shows it.
func (s *sparkPython) handed(c *python.Call) {
	name := strings.ToLower(c.Method)
	takes := s.takes[c.Def] || c.Def == nil && !strings.Contains(name, "submit") && (strings.Contains(name, "spark") || strings.Contains(name, "session"))
	for _, a := range c.Args {
		by, t := c.Method+"("+a.Name+"=…)", a.Value.Tree()
		if a.Name == "" {
			by = c.Method + "(…)"
		}
		if a.Star == "**" {
			for _, e := range t.Entries() {
				s.dict(c.At(), c.Where, e.Key.String(), by, e.Val)
			}
		}
		if takes {
			s.entries(c.At(), c.Where, c.Method+" configuring Spark with what it is given", by, t)
		} else {
			s.dict(c.At(), c.Where, a.Name, by, t)
		}
	}
}

func (s *sparkPython) dict(at source.Span, w python.Where, name, by string, t value.Tree) {
	if strings.Contains(strings.ToLower(name), "conf") {
		s.entries(at, w, name+" being what Spark is configured with", by, t)
	}
}

// entries reads a dict that is taken to configure Spark, if something holds.
func (s *sparkPython) entries(at source.Span, w python.Where, perhaps, by string, t value.Tree) {
	for _, e := range t.Entries() {
		out := listed(at, t.At, value.Text(e.Key), e.Val.Str(), by)
		if out == nil {
			continue
		}
		if out.Doubt = doubt(w); out.Doubt == "" {
			out.Doubt = perhaps
		}
		if s.running[w.Scope] {
			out.Effect, out.Why = model.TooLate, "a context was made before"
		}
		s.keep(out, w.Scope)
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
