package code

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// passing is where a function is given the key and the value that a call in it
// sets.
type passing struct {
	key, val int
	by       *python.Call
}

// hands finds the functions of a file that set a pair they are given, whatever
// it is: def put(conf, key, value): conf.set(key, value).
func hands(m *python.Module) map[*python.Scope]passing {
	out := map[*python.Scope]passing{}
	made := map[*python.Scope]bool{}
	for _, c := range m.Calls {
		made[c.Scope] = made[c.Scope] || c.Method == "getOrCreate" || strings.HasSuffix(c.Name(), "SparkContext")
		if _, ok := setters[c.Method]; !ok || made[c.Scope] || c.Scope.Kind != python.FunctionScope || c.Branch || c.Loop {
			continue
		}
		place := func(v python.Value) int {
			name := v.Written().String()
			return slices.IndexFunc(c.Scope.Params, func(p python.Param) bool { return p.Name == name && p.Star == "" })
		}
		if h := (passing{place(argument(c, "key", 0)), place(argument(c, "value", 1)), c}); h.key >= 0 && h.val >= 0 {
			out[c.Scope] = h
		}
	}
	return out
}

// configurers finds the functions of a file that set pairs which the file does not
// show: those of a dict that they are given.
func configurers(m *python.Module) map[*python.Scope]bool {
	out := map[*python.Scope]bool{}
	for _, c := range m.Calls {
		if c.Scope.Kind != python.FunctionScope {
			continue
		}
		_, one := setters[c.Method]
		key := argument(c, "key", 0)
		switch {
		case one && c.Loop && key.Present() && !key.Str().Known() && len(key.Str().Raw().Choices()) == 0,
			c.Method == "setAll" && len(c.Args) == 1 && c.Args[0].Value.Tree().Kind == value.KindUnknown:
			out[c.Scope] = true
		}
	}
	return out
}

// handed reads a dict that a function is given to configure Spark with:
// hail.init(spark_conf={…}), get_spark(extra={…}). Whether it does is not known,
// unless the file shows it.
func (s *sparkPython) handed(c *python.Call) {
	takes := s.takes[c.Def] || c.Def == nil && starts(c.Method)
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

// starts reports whether a function makes a session by its name: get_spark,
// SparkSessionFactory. log_spark_conf and submit_spark_job do not.
func starts(function string) bool {
	name := strings.ToLower(function)
	if !strings.Contains(name, "spark") && !strings.Contains(name, "session") {
		return false
	}
	verbs := []string{"get", "create", "make", "build", "new", "init", "start", "open", "setup", "set_up", "spark", "session"}
	return slices.ContainsFunc(verbs, func(verb string) bool { return strings.HasPrefix(name, verb) })
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
