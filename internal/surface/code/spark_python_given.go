package code

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// hands finds the functions of a file that set a pair which they are given, or
// whose key is made of what they are given:
// def put(conf, role, value): conf.set(f"spark.{role}.extraJavaOptions", value).
func hands(m *python.Module) map[*python.Scope][]*python.Call {
	out := map[*python.Scope][]*python.Call{}
	made := map[*python.Scope]bool{}
	for _, c := range m.Calls {
		made[c.Scope] = made[c.Scope] || c.Method == "getOrCreate" || strings.HasSuffix(c.Name(), "SparkContext")
		if _, ok := setters[c.Method]; !ok || made[c.Scope] || c.Scope.Kind != python.FunctionScope || c.Branch || c.Loop {
			continue
		}
		named := false
		argument(c, "key", 0).Str().Raw().Fill(func(expr string) (source.Text, bool) {
			named = named || param(c.Scope, expr) >= 0
			return source.Text{}, false
		})
		if named {
			out[c.Scope] = append(out[c.Scope], c)
		}
	}
	return out
}

// param returns the place of the parameter that a hole stands for, -1 for none.
func param(of *python.Scope, expr string) int {
	name := strings.TrimSuffix(strings.TrimPrefix(expr, "{"), "}")
	return slices.IndexFunc(of.Params, func(p python.Param) bool { return p.Name == name && p.Star == "" })
}

// passed returns what a text of a function is where a call gives the parameters
// that it is made of.
func passed(c *python.Call, t value.Str) value.Str {
	return value.Text(t.Raw().Fill(func(expr string) (source.Text, bool) {
		i := param(c.Def, expr)
		if i < 0 {
			return source.Text{}, false
		}
		v := argument(c, c.Def.Params[i].Name, i)
		if d := c.Def.Params[i].Default; !v.Present() && d != nil {
			v = *d
		}
		got := v.Str().Raw()
		return got, got.Len() > 0
	}))
}

// passed reads what a call gives a function that sets it by another one.
func (s *sparkPython) passed(c, by *python.Call) {
	key, val := argument(by, "key", 0), argument(by, "value", 1)
	out := setting(c.At(), passed(c, key.Str()), passed(c, val.Str()), c.Def.Name)
	if out == nil {
		return
	}
	for _, a := range c.Args { // the one that says which key
		if at := a.Value.At(); out.At == c.At() && slices.ContainsFunc(out.Key.At(), func(s source.Span) bool { return s.Within(at) }) {
			out.At = at
		}
	}
	was := s.running[by.Scope]
	delete(s.running, by.Scope) // it makes its context later, if it does
	s.put(by, out, reads(val))
	if s.running[by.Scope] = was; s.running[c.Scope] {
		out.Effect, out.Why = model.TooLate, "a context was made before"
	} else if out.Doubt == "" {
		out.Doubt = doubt(c.Where)
	}
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
		if takes && t.Kind == value.KindUnknown && s.takes[c.Def] {
			s.loaded(c, a.Value, by)
		} else if takes {
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
