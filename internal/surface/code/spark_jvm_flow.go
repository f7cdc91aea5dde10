package code

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/jvm"
	"github.com/proflint/proflint/internal/value"
)

// survey finds what the file calls, which closures run where they stand, and
// which methods make a context.
func (s *sparkJVM) survey() {
	for _, c := range s.f.Calls {
		s.called[c.Name] = s.called[c.Name] || !conditional(c.Scope)
		n := len(c.Args)
		if n == 0 || c.Args[n-1].Val == nil || c.Args[n-1].Val.Kind != jvm.Lambda {
			continue
		}
		switch at := c.Args[n-1].Val.At().Start; {
		case scoped[c.Name], handed[c.Name]:
			s.atOnce[at] = true
		case (c.Name == "foreach" || c.Name == "forEach") && c.X != nil:
			s.atOnce[at], s.each[at] = !perhaps[c.X.Name], c.X
		}
	}
	for _, c := range s.f.Calls {
		if m := body(c.Scope); (c.Name == "getOrCreate" || contexts[c.Name] && c.X == nil) && m.Kind == jvm.Method && s.straight(c.Scope) {
			s.makes[m.Name] = true
		}
	}
	s.passes()
}

// perhaps are the functions and methods that return an option, over which a foreach
// may not go at all.
var perhaps = map[string]bool{"get": true, "getOption": true, "Option": true, "ofNullable": true, "headOption": true, "lastOption": true, "find": true, "toOption": true, "lift": true}

// hand is where a method sets a pair that it is given, or whose key is made of
// what it is given; or (all >= 0) all pairs of one of its parameters.
type hand struct {
	by     *jvm.Expr
	params []*jvm.Set
	all    int
}

// passes finds the methods that set what their callers give:
// void put(conf, key, value) { conf.set(key, value); }.
func (s *sparkJVM) passes() {
	params := map[*jvm.Scope][]*jvm.Set{}
	for _, set := range s.f.Sets {
		if set.Param && set.Scope.Kind == jvm.Method {
			params[set.Scope] = append(params[set.Scope], set)
		}
	}
	made := map[*jvm.Scope]bool{} // methods that have made a context by then
	for _, c := range s.f.Calls {
		m := c.Scope.In(jvm.Method)
		if c.Name == "getOrCreate" || contexts[c.Name] {
			made[m] = true
		}
		if m == nil || made[m] || m.Name == "main" || len(params[m]) == 0 || !s.straight(c.Scope) {
			continue
		}
		h := hand{c, params[m], -1}
		switch {
		case pairwise[c.Name] && len(c.Args) == 2 && c.Name != "setIfMissing":
			if over, _ := s.over(c, c.Args[0].Val); over != nil {
				h.all = h.place(s.f, over)
			}
			if h.all >= 0 || h.named(s.f.Value(c.Args[0].Val).Text) {
				s.hands[m.Name] = append(s.hands[m.Name], h)
			}
		case (c.Name == "config" || c.Name == "setAll") && len(c.Args) == 1:
			if h.all = h.place(s.f, c.Args[0].Val); h.all >= 0 {
				s.hands[m.Name] = append(s.hands[m.Name], h)
			}
		}
	}
}

// place returns which parameter an expression is, -1 for none.
func (h hand) place(f *jvm.File, e *jvm.Expr) int {
	if e == nil || e.Kind != jvm.Name {
		return -1
	}
	sets := f.SetsOf(e)
	return slices.IndexFunc(h.params, func(p *jvm.Set) bool { return len(sets) == 1 && sets[0] == p })
}

// param returns which parameter a hole stands for: key, $key, ${key}.
func (h hand) param(expr string) int {
	name := strings.Trim(expr, "${}")
	return slices.IndexFunc(h.params, func(p *jvm.Set) bool { return p.Name == name })
}

// named reports whether a text is made of a parameter.
func (h hand) named(t source.Text) bool {
	found := false
	t.Fill(func(expr string) (source.Text, bool) {
		found = found || h.param(expr) >= 0
		return source.Text{}, false
	})
	return found
}

// maxPassed bounds how often what calls give methods is put into what these set.
const maxPassed = 10000

// handed reads what such a method is given.
func (s *sparkJVM) handed(c *jvm.Expr) {
	for _, h := range s.hands[c.Name] {
		if s.passed++; s.passed > maxPassed {
			return
		}
		in := body(h.by.Scope)
		was := s.running[in]
		delete(s.running, in) // the method makes its context later, if it does
		switch {
		case len(c.Args) < len(h.params) || in != body(c.Scope) && s.running[body(c.Scope)] || !s.straight(c.Scope):
		case h.all >= 0:
			s.pairs(h.by, c.Args[h.all].Val)
		default:
			s.handedPair(c, h)
		}
		s.running[in] = was
	}
}

func (s *sparkJVM) handedPair(c *jvm.Expr, h hand) {
	at := c
	given := func(t source.Text) value.Str {
		return value.Text(t.Fill(func(expr string) (source.Text, bool) {
			i := h.param(expr)
			if i < 0 || c.Args[i].Val == nil {
				return source.Text{}, false
			}
			at = c.Args[i].Val
			got := s.f.Value(at).Text
			return got, got.Len() > 0
		}))
	}
	val := h.by.Args[1].Val
	says := given(s.f.Value(val).Text)
	if i := h.place(s.f, val); i >= 0 {
		val = c.Args[i].Val
	}
	if out := setting(c.At(), given(s.f.Value(h.by.Args[0].Val).Text), says, c.Name); out != nil {
		out.At = at.At()
		s.put(h.by, out, val)
	}
}

// conditional reports whether a condition decides if a statement of a method runs.
func conditional(at *jvm.Scope) bool {
	for in := body(at); at != in; at = at.Up {
		if at.Kind == jvm.Branch {
			return true
		}
	}
	return false
}

// settle decides what only the whole file tells: a branch with a local master,
// a method that is called only when a context is there.
func (s *sparkJVM) settle() {
	local, chains := map[*jvm.Scope]bool{}, map[*jvm.Expr]bool{}
	for _, set := range s.sets {
		if set.Key.Raw().String() == master && set.Effect == model.Replaces {
			local[s.arms[set]] = true
			chains[s.on[set]] = s.arms[set] == nil || chains[s.on[set]]
		}
	}
	for _, set := range s.sets {
		if arm := s.arms[set]; (arm != nil && local[arm] || chains[s.on[set]]) && replaced[set.Key.Raw().String()] {
			set.Effect, set.Why = model.Elsewhere, "with a local master there are no executors"
		}
		m := s.in[set]
		if _, called := s.called[m.Name]; called && set.Effect == model.Replaces && m.Kind == jvm.Method && m.Name != "main" && !s.early[m.Name] && !dataproc.Tasks(set.Key.Raw().String()) {
			set.Effect, set.Why = model.TooLate, "a context was made before it is called"
		}
	}
}

// run notes that a context is made, if that happens whenever the method runs.
func (s *sparkJVM) run(at *jvm.Scope) {
	if s.straight(at) {
		s.running[body(at)] = true
	}
}

// over returns what a setting goes over that stands in a loop or in the braces
// of a foreach, and sets what these are given: options.foreach { case (k, v) =>
// conf.set(k, v) }, for (e : options.entrySet()) conf.set(e.getKey(), e.getValue()).
// The second result is where all that stands.
func (s *sparkJVM) over(c, key *jvm.Expr) (*jvm.Expr, *jvm.Scope) {
	for (key.Name == "toString" || key.Name == "as") && key.X != nil && len(key.Args) == 0 {
		key = key.X
	}
	switch {
	case firsts[key.Name] && key.X != nil && len(key.Args) == 0,
		key.Kind == jvm.Index && len(key.Args) == 1 && key.Args[0].Val != nil && key.Args[0].Val.Text().String() == "0":
		key = key.X
	}
	sets := s.f.SetsOf(key)
	implied := len(sets) == 0 && key.Name == "it"
	if key.Kind != jvm.Name || len(sets) == 0 && !implied || slices.ContainsFunc(sets, func(set *jvm.Set) bool { return set.Value != nil }) {
		return nil, nil
	}
	for at := c.Scope; at != nil && at.Kind != jvm.Method; at = at.Up {
		if at.Kind == jvm.Branch && !(s.only(at) && len(sets) > 0 && encloses(at, sets[0].Scope)) {
			return nil, nil // perhaps not all of them
		}
		each := at.Over
		if at.Kind == jvm.Function {
			each = s.each[at.At.Start]
		}
		switch {
		case each != nil && (implied || encloses(at, sets[0].Scope)):
			for whole[each.Name] && each.X != nil && len(each.Args) == 0 {
				each = each.X
			}
			return each, at.Up
		case at.Kind == jvm.Loop:
			return nil, nil
		}
	}
	return nil, nil
}

// firsts are the names for the key of a pair, and whole those of methods that
// return all pairs or keys of what they are called on.
var (
	firsts = map[string]bool{"_1": true, "getKey": true, "key": true, "first": true}
	whole  = map[string]bool{"entrySet": true, "entries": true, "keySet": true, "keys": true, "toSeq": true, "toList": true, "asScala": true, "stream": true, "iterator": true}
)

// only reports whether a branch is the one case of a foreach, which takes its
// pairs apart.
func (s *sparkJVM) only(at *jvm.Scope) bool {
	if at.Kind != jvm.Branch || at.Up.Kind != jvm.Function || s.each[at.Up.At.Start] == nil {
		return false
	}
	n := 0
	for _, in := range s.f.Scopes {
		if in.Kind == jvm.Branch && in.Up == at.Up {
			n++
		}
	}
	return n == 1
}

// through returns the members that a chain goes through, also behind names
// that are set once: spark.conf.set, val conf = sc.getConf; conf.set.
func (s *sparkJVM) through(c *jvm.Expr) []string {
	var out []string
	e := c.X
	for range 50 {
		for ; e != nil && (e.Kind == jvm.Call || e.Kind == jvm.Select); e = e.X {
			if e.X != nil || e.Kind == jvm.Call {
				out = append(out, e.Name)
			}
		}
		if e == nil || e.Kind != jvm.Name {
			break
		}
		sets := s.f.SetsOf(e)
		if len(sets) != 1 || sets[0].Value == nil || sets[0].Param {
			break
		}
		e = sets[0].Value
	}
	return out
}

// given reports whether a name is handed in by a caller, or not known at all.
func (s *sparkJVM) given(e *jvm.Expr) bool {
	origin := s.f.Origin(e)
	return origin.Kind == jvm.Name && origin.Name != "sys" && origin.Name != "" && origin.Name == strings.ToLower(origin.Name[:1])+origin.Name[1:]
}

// keeps reports whether a value is made of one that is read from a
// configuration: the agent's option is in it (F6.13).
func (s *sparkJVM) keeps(val *jvm.Expr, depth int) bool {
	if val == nil || depth > 5 {
		return false
	}
	return !val.Walk(func(e *jvm.Expr) bool {
		if readsKey(s.f, e) || s.f.Lang == jvm.R && element(s.f, e) {
			return false
		}
		if e.Kind == jvm.Name {
			for _, set := range s.f.SetsOf(e) {
				if !set.Param && s.keeps(set.Value, depth+1) {
					return false
				}
			}
		}
		return true
	})
}

// element reports whether R reads a property that matters: config$key, config[["key"]].
func element(f *jvm.File, e *jvm.Expr) bool {
	return e.Kind == jvm.Select && matters(e.Name) || e.Kind == jvm.Index && len(e.Args) == 1 && matters(f.Value(e.Args[0].Val).Str().Raw().String())
}

// readsKey reports whether a call reads a property that matters, or one whose
// name is not known.
func readsKey(f *jvm.File, e *jvm.Expr) bool {
	if e.Kind != jvm.Call || len(e.Args) == 0 {
		return false
	}
	switch e.Name {
	case "get", "getOption", "getOrElse", "getProperty", "contains", "props":
		key := f.Value(e.Args[0].Val).Str()
		return matters(key.Raw().String()) || !key.Known() && e.Name != "contains" && e.Name != "getOrElse"
	}
	return false
}

// doubt says what has to happen for a statement to run.
func (s *sparkJVM) doubt(at *jvm.Scope) string {
	if !s.straight(at) {
		return "a condition in the program"
	}
	for in := at; in != nil; in = in.Up {
		always, called := s.called[in.Name]
		switch {
		case in.Kind == jvm.Method && in.Name != "main" && in.Name != "run" && !called:
			if c := in.In(jvm.Class); c == nil || c.Name != in.Name { // no constructor
				return in.Name + " being called"
			}
		case in.Kind == jvm.Method && in.Name != "main" && in.Name != "run" && !always:
			return "a condition in the program"
		case in.Kind == jvm.Class && in.Name != "" && !called && !s.starts(in):
			return in.Name + " being used"
		}
	}
	return ""
}

// starts reports whether a class holds the main method.
func (s *sparkJVM) starts(class *jvm.Scope) bool {
	return slices.ContainsFunc(s.f.Scopes, func(in *jvm.Scope) bool { return in.Kind == jvm.Method && in.Name == "main" && in.Up == class })
}

// body returns the part of a program that runs as one.
func body(at *jvm.Scope) *jvm.Scope { return at.In(jvm.Method, jvm.Class, jvm.Object, jvm.Whole) }

// straight reports whether a statement runs whenever its method does.
func (s *sparkJVM) straight(at *jvm.Scope) bool {
	for in := body(at); at != in; at = at.Up {
		if at.Kind != jvm.Plain && !(at.Kind == jvm.Function && s.atOnce[at.At.Start]) && !s.only(at) {
			return false
		}
	}
	return true
}
