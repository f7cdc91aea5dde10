package code

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/jvm"
	"github.com/proflint/proflint/internal/value"
)

// SparkJVM reads what Java, Scala, Kotlin and R programs set of Spark's and
// Hadoop's configuration. Tests and benchmarks are no programs of jobs.
func SparkJVM() surface.Surface {
	return surface.Surface{Name: "spark-jvm", Words: slices.Concat(sparkWords, pairWordsJVM), Read: readSparkJVM, Ends: []string{".java", ".kt", ".scala", ".r"}, Match: func(p string) bool {
		lang, ok := languages[path.Ext(p)]
		return ok && lang != jvm.Groovy && !inSet(p, "test/", "jmh/")
	}}
}

func readSparkJVM(r *surface.Reader, f surface.Fragment) surface.Env {
	at := f.Text.Span()
	lang := languages[path.Ext(at.File.Path)]
	s := &sparkJVM{r: r, read: map[string]bool{}, f: jvm.Read(f.Text, lang), called: map[string]bool{}, running: map[*jvm.Scope]bool{}, looked: map[*jvm.Scope]bool{}, atOnce: map[int]bool{}, each: map[int]*jvm.Expr{},
		makes: map[string]bool{}, hands: map[string][]hand{}, early: map[string]bool{}, in: map[*model.Setting]*jvm.Scope{}, arms: map[*model.Setting]*jvm.Scope{}, on: map[*model.Setting]*jvm.Expr{}}
	tell(r, s.f.Errors)
	others := map[string]*jvm.File{}
	s.f.Constants = func(name string, at source.Span) (value.Tree, bool) {
		if t, ok := constants(name, at); ok {
			return t, true
		}
		return elsewhere(r, name, others)
	}
	d := &model.Driver{At: at, Path: at.File.Path, Lang: model.Java, Names: classes(s.f, at.File.Path), Imports: uses(s.f)}
	if lang == jvm.R {
		d.Lang, d.Names = model.R, nil
	}
	s.survey()
	// assignments and calls in the order in which they happen
	sets := s.f.Sets
	for _, c := range s.f.Calls {
		for len(sets) > 0 && sets[0].Seq < c.Seq {
			s.assign(sets[0])
			sets = sets[1:]
		}
		s.call(c)
	}
	for _, set := range sets {
		s.assign(set)
	}
	s.settle()
	d.Sets = s.sets
	// a local master is common, and looking for build files costs more than all else
	if slices.ContainsFunc(s.sets, func(set *model.Setting) bool { return set.Key.Raw().String() != master }) {
		d.Archive = archive(r)
	}
	r.Set.Drivers = append(r.Set.Drivers, d)
	return nil
}

// sparkJVM follows a program in the order of its text.
type sparkJVM struct {
	r       *surface.Reader
	f       *jvm.File
	called  map[string]bool // names of the methods that the file calls itself; false: under a condition only
	sets    []*model.Setting
	running map[*jvm.Scope]bool     // a context has been made in the method by now
	makes   map[string]bool         // methods of the file that make one
	hands   map[string][]hand       // methods of the file that set what they are given
	passed  int                     // how often calls of them have been followed
	loads   map[*jvm.Expr]*jvm.Expr // the calls that read files, by what they read them into; nil: not looked for
	read    map[string]bool         // what has been read of files
	early   map[string]bool         // methods that are called when there is none yet
	in      map[*model.Setting]*jvm.Scope
	arms    map[*model.Setting]*jvm.Scope // the branch that it stands in, nil for none
	on      map[*model.Setting]*jvm.Expr  // where the chain starts that it is part of
	looked  map[*jvm.Scope]bool           // the method has asked whether the key is set
	atOnce  map[int]bool                  // where closures start that run where they stand
	each    map[int]*jvm.Expr             // where those of foreach start, and what it goes over
}

// contexts are the classes that start Spark, whose first argument may be a
// master.
var contexts = map[string]bool{"SparkContext": true, "JavaSparkContext": true, "StreamingContext": true, "JavaStreamingContext": true}

// pairwise are the methods that set a property, given its key and value.
var pairwise = map[string]bool{"set": true, "setIfMissing": true, "setBoolean": true, "setConf": true, "setProperty": true, "config": true}

// implied are methods that set a property which they do not name.
var implied = map[string]string{"master": master, "setMaster": master,
	"setProfileEnabled": "mapreduce.task.profile", "setProfileParams": "mapreduce.task.profile.params"}

func (s *sparkJVM) call(c *jvm.Expr) {
	if !s.running[body(c.Scope)] {
		s.early[c.Name] = true
	}
	if len(s.hands) > 0 && (c.X == nil || c.X.Kind == jvm.Name && (c.X.Name == "this" || c.X.Name < "a")) {
		s.handed(c) // a method of the file, or of a class
	}
	if s.makes[c.Name] {
		s.run(c.Scope)
	}
	if contexts[c.Name] && c.X == nil {
		s.imply(c, master, c.Arg("master", 0))
		s.run(c.Scope)
		return
	}
	if key := implied[c.Name]; key != "" && c.X != nil && len(c.Args) == 1 {
		s.imply(c, key, c.Args[0].Val)
		return
	}
	if pairwise[c.Name] && len(c.Args) == 2 {
		s.pair(c, c.Args[0].Val, c.Args[1].Val)
		return
	}
	if c.Name == "setExecutorEnv" && len(c.Args) == 2 {
		key := s.f.Value(c.Args[0].Val).Str().Raw()
		s.put(c, setting(c.At(), value.Text(source.Concat(source.Derived(executorEnv, c.At()), key)), s.f.Value(c.Args[1].Val).Str(), s.by(c)), nil)
		return
	}
	switch c.Name {
	case "getOrCreate":
		s.run(c.Scope)
	case "stop", "close":
		delete(s.running, body(c.Scope))
	case "contains", "get", "getOption", "getProperty":
		if readsKey(s.f, c) {
			s.looked[body(c.Scope)] = true
		}
	case "config", "setAll":
		if len(c.Args) == 1 {
			s.pairs(c, c.Args[0].Val)
		}
	case "forEach": // options.forEach(conf::set)
		if len(c.Args) == 1 && c.Args[0].Val != nil && c.Args[0].Val.Kind == jvm.Reference && pairwise[c.Args[0].Val.Name] {
			each := *c.Args[0].Val
			each.Kind = jvm.Call
			s.pairs(&each, c.X)
		}
	case "withSpark": // Kotlin
		s.pairs(c, c.Arg("props", 0))
		s.imply(c, master, c.Arg("master", 1))
	case "sparkR.session":
		s.pairs(c, c.Arg("sparkConfig", 3))
		s.imply(c, master, c.Arg("master", 0))
	case "spark_connect":
		s.imply(c, master, c.Arg("master", 0))
	}
}

// assign reads sys.props("key") = value of Scala, and config$key <- value of R.
func (s *sparkJVM) assign(set *jvm.Set) {
	t := set.Target
	if t == nil || set.Value == nil {
		return
	}
	switch {
	case s.f.Lang == jvm.R && t.Kind == jvm.Select && matters(t.Name):
		s.put(t, setting(t.At(), value.Text(source.Exact(t.Named())), s.f.Value(set.Value).Str(), "the configuration"), set.Value)
	case s.f.Lang == jvm.R && t.Kind == jvm.Index && len(t.Args) == 1:
		s.put(t, setting(t.At(), s.f.Value(t.Args[0].Val).Str(), s.f.Value(set.Value).Str(), "the configuration"), set.Value)
	case t.Kind == jvm.Call && t.Path() == "sys.props" && len(t.Args) == 1:
		s.put(t, setting(t.At(), s.f.Value(t.Args[0].Val).Str(), s.f.Value(set.Value).Str(), "sys.props"), set.Value)
	}
}

func (s *sparkJVM) imply(c *jvm.Expr, key string, val *jvm.Expr) {
	if val != nil {
		s.put(c, setting(c.Named(), value.Text(source.Derived(key, c.Named())), s.f.Value(val).Str(), s.by(c)), nil)
	}
}

func (s *sparkJVM) pair(c, key, val *jvm.Expr) {
	if over, at := s.over(c, key); over != nil {
		each := *c
		each.Scope = at
		s.pairs(&each, over)
		s.keys(&each, s.f.Value(over), "", val)
		return
	}
	if key.Kind == jvm.String || key.Kind == jvm.Binary { // made of what a loop goes over
		var over, part *jvm.Expr
		at := c.Scope
		key.Walk(func(e *jvm.Expr) bool {
			if e.Kind == jvm.Name && over == nil {
				over, at = s.over(c, e)
				part = e
			}
			return over == nil
		})
		if over != nil {
			each := *c
			each.Scope = at
			s.keys(&each, s.f.Value(over), part.Name, val)
			return
		}
	}
	ways, doubt := []source.Text{s.f.Value(key).Text}, ""
	if some := ways[0].Choices(); !ways[0].Known() && len(some) > 0 {
		ways, doubt = some, "which key it sets"
	}
	for _, way := range ways {
		out := setting(c.At(), value.Text(way), s.f.Value(val).Str(), s.by(c))
		if out == nil {
			continue
		}
		if out.At == c.At() || doubt != "" { // a name for it, far down a chain perhaps
			out.At = key.At()
		}
		s.put(c, out, val)
		out.Doubt = cmp.Or(out.Doubt, doubt)
	}
}

// pairs reads a map, or a list of pairs.
func (s *sparkJVM) pairs(c, all *jvm.Expr) {
	t := s.f.Value(all)
	if all != nil && t.Open() != nil {
		s.loaded(c, all)
	}
	for _, item := range t.Items() {
		s.put(c, paired(c.At(), item, s.by(c)), nil)
	}
	for _, e := range t.Entries() {
		s.put(c, listed(c.At(), t.At, value.Text(e.Key), e.Val.Str(), s.by(c)), nil)
	}
}

// keys reads a loop over keys, or over parts of one: for (key <- Seq(…))
// conf.set(key, value).
func (s *sparkJVM) keys(c *jvm.Expr, all value.Tree, part string, val *jvm.Expr) {
	whole := s.f.Value(c.Args[0].Val).Text
	for _, item := range all.Items() {
		if item.Kind != value.KindString {
			continue
		}
		key := item.Text
		if part != "" {
			key = whole.Fill(func(expr string) (source.Text, bool) { return item.Text, strings.Trim(expr, "${}") == part })
		}
		out := setting(c.At(), value.Text(key), s.f.Value(val).Str(), s.by(c))
		if out != nil && item.At.Valid() {
			out.At, out.Call = item.At, c.At()
		}
		s.put(c, out, val)
	}
}

// put decides what a setting comes to.
func (s *sparkJVM) put(c *jvm.Expr, out *model.Setting, val *jvm.Expr) {
	if out == nil {
		return
	}
	spark := !dataproc.Tasks(out.Key.Raw().String())
	switch {
	case out.Effect != model.Replaces:
	case c.Name == "setIfMissing":
		out.Effect, out.Why = model.Keeps, "the value of the submission is there"
	case s.keeps(val, 0):
		out.Effect, out.Why = model.Keeps, "the old value is read and kept"
	case s.looked[body(c.Scope)] && !s.straight(c.Scope):
		out.Effect, out.Why = model.Keeps, "the old value is looked at first"
	case spark:
		s.onSpark(c, out)
	}
	out.Doubt = s.doubt(c.Scope)
	if out.Effect == model.Replaces && out.Doubt == "" && c.X != nil && c.X.Kind == jvm.Name && s.given(c.X) {
		out.Doubt = c.X.Name + " being the configuration of the context"
	}
	s.sets = append(s.sets, out)
	s.in[out], s.arms[out], s.on[out] = body(c.Scope), c.Scope.In(jvm.Branch), s.f.Origin(c)
}

// onSpark decides by what a property of Spark's is set on (F6.5, F6.10).
func (s *sparkJVM) onSpark(c *jvm.Expr, out *model.Setting) {
	origin := s.f.Origin(c)
	switch through := s.through(c); {
	case origin.Name == "SparkLauncher" || origin.Name == "InProcessLauncher":
		out.Effect, out.Why = model.Elsewhere, "it is for another program, which is launched"
	case origin.Name == "Configuration" || origin.Name == "JobConf" || slices.Contains(through, "hadoopConfiguration"):
		out.Effect, out.Why = model.Elsewhere, "it is Hadoop's configuration"
	case c.Name == "setProperty" && !slices.Contains([]string{"System.setProperty", "java.lang.System.setProperty"}, c.Path()) && !slices.Contains(through, "getProperties"):
		out.Effect, out.Why = model.Elsewhere, "they are properties that Spark does not read by itself"
	case slices.Contains(through, "getConf"):
		out.Effect, out.Why = model.Copied, "getConf returns a copy"
	case slices.Contains(through, "conf"), c.Name == "setConf":
		out.Effect, out.Why = model.TooLate, "the session runs already"
	case s.running[body(c.Scope)]:
		out.Effect, out.Why = model.TooLate, "a context was made before"
	}
}

// by names what sets a property, for people.
func (s *sparkJVM) by(c *jvm.Expr) string {
	origin := s.f.Origin(c)
	switch {
	case c.X == nil:
		return c.Name
	case c.Name == "config" || c.Name == "master":
		return "SparkSession.builder." + c.Name
	case c.Name == "setProperty":
		return "System.setProperty"
	case origin.Kind == jvm.New && origin.Name != "":
		return origin.Name + "." + c.Name
	case origin.Kind == jvm.Name && origin.Name != "" && origin.Name[0] >= 'a' || c.Path() == "":
		return map[bool]string{true: "SparkConf.", false: "the configuration's "}[c.Name == "setAll" || c.Name == "setMaster"] + c.Name
	}
	return c.Path()
}
