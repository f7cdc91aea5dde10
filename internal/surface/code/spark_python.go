package code

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// SparkPython reads what Python programs set of Spark's configuration.
func SparkPython() surface.Surface {
	return surface.Surface{Name: "spark-python", Lang: surface.Python, Ends: []string{".py"},
		Words: slices.Concat(sparkWords, pairWords), Inner: surface.Clues("", sparkWords...), Read: readSparkPython}
}

func readSparkPython(r *surface.Reader, f surface.Fragment) surface.Env {
	m := python.Read(f.Text, opener(r))
	tell(r, m.Errors)
	file := fileOf(f)
	d := &model.Driver{At: f.Text.Extent(), Path: file, Lang: model.Python, Names: []string{module(file)}, Imports: m.Imports, Uses: calls(m)}
	s := &sparkPython{r: r, left: maxPassed, read: map[string]bool{}, m: m, takes: configurers(m), hands: hands(m), in: map[*model.Setting]*python.Scope{}, by: map[*model.Setting]*python.Call{},
		running: map[*python.Scope]bool{}, callers: map[*python.Scope][]caller{}}
	for _, c := range m.Calls {
		s.call(c)
	}
	for _, set := range m.Sets { // args["spark_conf"] = {…}
		if key, ok := set.Key.Str().Get(); ok {
			s.dict(set.At(), set.Where, key.String(), set.On.Written().String()+"["+key.String()+"]", set.Value.Tree())
		}
	}
	s.settle()
	d.Sets = s.sets
	r.Set.Drivers = append(r.Set.Drivers, d)
	return nil
}

// sparkPython follows a program in the order in which it runs.
type sparkPython struct {
	r       *surface.Reader
	left    int                             // how many calls of functions that set what they are given are followed yet
	reads   map[*python.Call][]*python.Call // the calls that read files into what another one made; nil: not looked for
	read    map[string]bool                 // what has been read of files
	m       *python.Module
	takes   map[*python.Scope]bool           // functions that set all pairs of what they are given
	hands   map[*python.Scope][]*python.Call // functions that set a pair which they are given, and where
	sets    []*model.Setting
	in      map[*model.Setting]*python.Scope
	by      map[*model.Setting]*python.Call
	running map[*python.Scope]bool     // a context has been made in the scope by now
	callers map[*python.Scope][]caller // of functions of the file, by now
}

// caller is a scope that calls a function, and whether Spark ran there by then.
type caller struct {
	scope   *python.Scope
	running bool
}

// setters are the methods that set a property, and where its key and value
// stand among the arguments (F6.8). Until a JVM runs, a SparkConf of Python's
// does not know the submission: setIfMissing finds nothing, and replaces it (F6.15).
var setters = map[string]struct{ key, val string }{
	"set":               {"key", "value"},
	"setIfMissing":      {"key", "value"},
	"config":            {"key", "value"},
	"setSystemProperty": {"key", "value"},
}

func (s *sparkPython) call(c *python.Call) {
	name := c.Name()
	switch {
	case c.Method == "setExecutorEnv":
		s.environment(c)
		return
	case c.Method == "master" || c.Method == "setMaster":
		s.master(c, "value")
		return
	case strings.HasSuffix(name, ".SparkContext") || name == "SparkContext":
		s.again(c)
		s.master(c, "master")
		s.run(c.Where)
		return
	case c.Method == "getOrCreate":
		s.run(c.Where)
		return
	case c.Method == "stop":
		delete(s.running, c.Scope)
		return
	}
	for _, by := range s.hands[c.Def] {
		if s.left--; s.left > 0 {
			s.passed(c, by)
		}
	}
	_, sets := setters[c.Method]
	if !sets && c.Method != "setAll" {
		s.handed(c)
	}
	if c.Def != nil {
		s.callers[c.Def] = append(s.callers[c.Def], caller{c.Scope, s.running[c.Scope]})
		if s.running[c.Def] {
			s.run(c.Where)
		}
	}
	if c.Method == "config" {
		s.again(c)
	}
	if c.Method == "setAll" || c.Method == "config" && len(c.Args) == 1 {
		for _, a := range c.Args {
			if a.Name == "" || a.Name == "pairs" || a.Name == "map" {
				if t := a.Value.Tree(); t.Kind == value.KindUnknown {
					s.loaded(c, a.Value, by(c))
				} else {
					s.pairs(c, t)
				}
			}
		}
		return
	}
	if !sets {
		return
	}
	key, val := argument(c, "key", 0).Str(), argument(c, "value", 1)
	if key.Known() {
		s.add(c, key, val, "")
		return
	}
	choices := key.Raw().Choices()
	if len(choices) == 0 {
		s.loaded(c, argument(c, "key", 0), by(c))
		return
	}
	doubt := "which key it sets"
	switch { // one after the other; a condition may leave this one out
	case c.Loop && c.Branch:
		return
	case c.Loop:
		doubt = ""
	}
	// what costs most comes first: one place is one finding
	slices.SortStableFunc(choices, func(a, b source.Text) int { return strings.Compare(b.String(), a.String()) })
	for i, k := range choices {
		if i > 0 && k.String() == choices[i-1].String() {
			continue // of another of several dicts
		}
		s.add(c, value.Text(k), val, doubt)
	}
}

// settle decides what only the whole program tells: an alternative with a local
// master, a function that is called only when a context is there.
func (s *sparkPython) settle() {
	for i := 1; i < len(s.sets); i++ { // of one place that makes both keys, what costs more comes first
		if a, b := s.sets[i-1], s.sets[i]; a.At == b.At && a.Key.Raw().String() < b.Key.Raw().String() {
			s.sets[i-1], s.sets[i] = b, a
		}
	}
	local := map[int]bool{}
	for _, set := range s.sets {
		if c := s.by[set]; c != nil && set.Key.Raw().String() == master && set.Effect == model.Replaces {
			local[c.Arm] = c.Arm > 0
		}
	}
	for _, set := range s.sets {
		if c := s.by[set]; c != nil && local[c.Arm] && replaced[set.Key.Raw().String()] {
			set.Effect, set.Why = model.Elsewhere, "with a local master there are no executors"
		}
		if set.Effect == model.Replaces && s.late(s.in[set], map[*python.Scope]bool{}) {
			set.Effect, set.Why = model.TooLate, "a context was made before it is called"
		}
	}
}

// again sees that a context is made of the configuration of one that was
// stopped: what was set on that one, or on a copy, counts now.
func (s *sparkPython) again(c *python.Call) {
	made := argument(c, "conf", 0).Made()
	if made == nil || s.running[c.Scope] {
		return
	}
	for _, set := range s.sets {
		by := s.by[set]
		if (set.Effect == model.TooLate || set.Effect == model.Copied) && by != nil && (by == made || by.On.Made() == made) {
			set.Effect, set.Why = model.Replaces, ""
		}
	}
}

// run notes that a context is made, if that happens whenever the scope runs.
func (s *sparkPython) run(w python.Where) {
	if !w.Branch {
		s.running[w.Scope] = true
	}
}

// late reports whether all that call a function do so when Spark runs already:
// nobody who is not called himself comes to it before. seen are the functions on
// the way, of which a call of each other tells nothing new.
func (s *sparkPython) late(f *python.Scope, seen map[*python.Scope]bool) bool {
	if seen[f] {
		return true
	}
	seen[f] = true
	all := s.callers[f]
	return len(all) > 0 && !slices.ContainsFunc(all, func(c caller) bool { return !c.running && !s.late(c.scope, seen) })
}

// master reads the master that a call is given.
func (s *sparkPython) master(c *python.Call, name string) {
	s.put(c, setting(c.At(), value.Text(source.Derived(master, c.At())), argument(c, name, 0).Str(), by(c)), false)
}

// environment reads variables that the executors get: one, or a list of pairs.
func (s *sparkPython) environment(c *python.Call) {
	variable := func(key, val value.Str) {
		name := value.Text(source.Concat(source.Derived(executorEnv, c.At()), key.Raw()))
		s.put(c, setting(c.At(), name, val, by(c)), false)
	}
	variable(argument(c, "key", 0).Str(), argument(c, "value", 1).Str())
	for _, pair := range argument(c, "pairs", 2).Tree().Items() {
		if kv := pair.Items(); len(kv) == 2 {
			variable(kv[0].Str(), kv[1].Str())
		}
	}
}

// argument returns an argument by its name or, where it has none, its place.
func argument(c *python.Call, name string, place int) python.Value {
	for _, a := range c.Args {
		if a.Name == name {
			return a.Value
		}
	}
	for i, a := range c.Args {
		if a.Star != "" {
			break
		}
		if i == place && a.Name == "" {
			return a.Value
		}
	}
	return python.Value{}
}

// doubt says what has to happen for a statement to run, besides a call of its
// function.
func doubt(w python.Where) string {
	if w.Branch {
		return "a condition in the program"
	}
	return ""
}

// function returns the name of the function that a statement is in, "" for
// none.
func function(in *python.Scope) string {
	for ; in != nil; in = in.Up {
		if in.Kind == python.FunctionScope {
			return in.Name
		}
	}
	return ""
}

// calls lists what the functions of a program call, each once.
func calls(m *python.Module) []model.Use {
	var out []model.Use
	seen := map[model.Use]bool{}
	for _, c := range m.Calls {
		u := model.Use{In: function(c.Scope)}
		if c.Def != nil {
			u.Name, u.Own = c.Def.Name, true
		} else {
			u.Name = strings.ReplaceAll(c.Name(), "()", "")
		}
		if (u.Own || strings.Contains(u.Name, ".")) && !seen[u] {
			seen[u] = true
			out = append(out, u)
		}
	}
	return out
}

// by names what sets a property, for people.
func by(c *python.Call) string {
	on := c.On.Path()
	switch {
	case strings.Contains(on, "builder") && (c.Method == "config" || c.Method == "master"):
		return "SparkSession.builder." + c.Method
	case strings.HasSuffix(on, ".conf"):
		return "the session's conf." + c.Method
	case c.Method == "setSystemProperty":
		return "SparkContext.setSystemProperty"
	case c.Method == "SparkContext" || c.Method == "":
		return "SparkContext"
	}
	return "SparkConf." + c.Method
}
