package code

import (
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
// Hadoop's configuration. Tests and
// benchmarks are no programs of jobs.
func SparkJVM() surface.Surface {
	return surface.Surface{Name: "spark-jvm", Words: sparkWords, Read: readSparkJVM, Ends: []string{".java", ".kt", ".scala", ".r"}, Match: func(p string) bool {
		lang, ok := languages[path.Ext(p)]
		return ok && lang != jvm.Groovy && !inSet(p, "test/", "jmh/")
	}}
}

func readSparkJVM(r *surface.Reader, f surface.Fragment) surface.Env {
	at := f.Text.Span()
	lang := languages[path.Ext(at.File.Path)]
	s := &sparkJVM{f: jvm.Read(f.Text, lang), called: map[string]bool{}, running: map[*jvm.Scope]bool{}, looked: map[*jvm.Scope]bool{}, atOnce: map[int]bool{}, each: map[int]*jvm.Expr{},
		makes: map[string]bool{}, early: map[string]bool{}, in: map[*model.Setting]*jvm.Scope{}, arms: map[*model.Setting]*jvm.Scope{}}
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
	for _, c := range s.f.Calls {
		s.called[c.Name] = true
		n := len(c.Args)
		if n == 0 || c.Args[n-1].Val == nil || c.Args[n-1].Val.Kind != jvm.Lambda {
			continue
		}
		switch at := c.Args[n-1].Val.At().Start; {
		case scoped[c.Name], handed[c.Name]:
			s.atOnce[at] = true
		case (c.Name == "foreach" || c.Name == "forEach") && c.X != nil:
			s.atOnce[at], s.each[at] = true, c.X
		}
	}
	for _, c := range s.f.Calls {
		if m := body(c.Scope); (c.Name == "getOrCreate" || contexts[c.Name] && c.X == nil) && m.Kind == jvm.Method && s.straight(c.Scope) {
			s.makes[m.Name] = true
		}
	}
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
	local := map[*jvm.Scope]bool{}
	for _, set := range s.sets {
		if set.Key.Raw().String() == master && set.Effect == model.Replaces {
			local[s.arms[set]] = true
		}
	}
	for _, set := range s.sets {
		if arm := s.arms[set]; arm != nil && local[arm] && replaced[set.Key.Raw().String()] {
			set.Effect, set.Why = model.Elsewhere, "with a local master there are no executors"
		}
		if m := s.in[set]; set.Effect == model.Replaces && m.Kind == jvm.Method && m.Name != "main" && s.called[m.Name] && !s.early[m.Name] && !dataproc.Tasks(set.Key.Raw().String()) {
			set.Effect, set.Why = model.TooLate, "a context was made before it is called"
		}
	}
	d.Sets = s.sets
	// a local master is common, and looking for build files costs more than all else
	if slices.ContainsFunc(s.sets, func(set *model.Setting) bool { return set.Key.Raw().String() != master }) {
		d.Archive = archive(r)
	}
	r.Set.Drivers = append(r.Set.Drivers, d)
	return nil
}

// constants are the names that Spark and Hadoop give the keys (F6.7, F4.15).
func constants(name string, at source.Span) (value.Tree, bool) {
	known := map[string]string{
		"SparkLauncher.EXECUTOR_EXTRA_JAVA_OPTIONS": "spark.executor.extraJavaOptions",
		"SparkLauncher.DRIVER_EXTRA_JAVA_OPTIONS":   "spark.driver.extraJavaOptions",
		"SparkLauncher.SPARK_MASTER":                master,
		"MRJobConfig.TASK_PROFILE":                  "mapreduce.task.profile",
		"MRJobConfig.TASK_PROFILE_PARAMS":           "mapreduce.task.profile.params",
		"MRJobConfig.TASK_MAP_PROFILE_PARAMS":       "mapreduce.task.profile.map.params",
		"MRJobConfig.TASK_REDUCE_PROFILE_PARAMS":    "mapreduce.task.profile.reduce.params",
	}
	short := name
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		short = name[strings.LastIndexByte(name[:dot], '.')+1:]
	}
	short = strings.Replace(short, "JobContext.", "MRJobConfig.", 1)
	key, ok := known[short]
	return value.Tree{Kind: value.KindString, Text: source.Derived(key, at), At: at}, ok
}

// elsewhere returns a constant of a class in another file, which stands where
// the name of its package says: below the same folder of sources, or the one
// of another language of the JVM beside it. known are the files that were read.
func elsewhere(r *surface.Reader, name string, known map[string]*jvm.File) (value.Tree, bool) {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || r.Open == nil {
		return value.Tree{}, false
	}
	class := strings.ReplaceAll(name[:dot], ".", "/")
	if base := path.Base(class); base[0] < 'A' || base[0] > 'Z' {
		return value.Tree{}, false
	}
	for _, at := range []string{class + ".scala", class + ".java", class + ".kt", "scala/" + class + ".scala", "java/" + class + ".java", "kotlin/" + class + ".kt"} {
		f, ok := r.Open(at)
		if !ok {
			continue
		}
		if known[f.Path] == nil {
			known[f.Path] = jvm.Read(source.Exact(source.Span{File: f, End: len(f.Data)}), languages[path.Ext(at)])
		}
		return known[f.Path].Constant(path.Base(class), name[dot+1:])
	}
	return value.Tree{}, false
}

// classes are the names by which others know what a file defines.
func classes(f *jvm.File, file string) []string {
	prefix := ""
	if f.Package != "" {
		prefix = f.Package + "."
	}
	var out []string
	for _, s := range f.Scopes {
		if (s.Kind == jvm.Class || s.Kind == jvm.Object) && s.Name != "" && s.Up.Kind == jvm.Whole {
			out = append(out, prefix+s.Name)
		}
	}
	if f.Lang == jvm.Kotlin { // functions of the file belong to a class of its own
		base := strings.TrimSuffix(path.Base(file), ".kt")
		out = append(out, prefix+strings.ToUpper(base[:min(1, len(base))])+base[min(1, len(base)):]+"Kt")
	}
	return out
}

// uses are the classes that a file names: those that it imports, calls,
// makes or extends.
func uses(f *jvm.File) []string {
	seen := map[string]bool{}
	for _, i := range f.Imports {
		if i.Name != "*" {
			seen[i.Path] = true
		}
	}
	add := func(e *jvm.Expr) {
		for _, q := range e.Qualified() {
			seen[q] = true
			if dot := strings.LastIndexByte(q, '.'); dot > 0 {
				seen[q[:dot]] = true // the class of a method
			}
		}
	}
	for _, c := range f.Calls {
		add(c)
	}
	for _, s := range f.Scopes {
		for _, parent := range s.Parents {
			seen[parent] = true
			if f.Package != "" {
				seen[f.Package+"."+parent] = true
			}
			for _, i := range f.Imports {
				if i.Name == "*" {
					seen[i.Path+"."+parent] = true
				}
			}
		}
	}
	out := make([]string, 0, len(seen))
	for name := range seen {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// sparkJVM follows a program in the order of its text.
type sparkJVM struct {
	f       *jvm.File
	called  map[string]bool // names of the methods that the file calls itself
	sets    []*model.Setting
	running map[*jvm.Scope]bool // a context has been made in the method by now
	makes   map[string]bool     // methods of the file that make one
	early   map[string]bool     // methods that are called when there is none yet
	in      map[*model.Setting]*jvm.Scope
	arms    map[*model.Setting]*jvm.Scope // the branch that it stands in, nil for none
	looked  map[*jvm.Scope]bool           // the method has asked whether the key is set
	atOnce  map[int]bool                  // where closures start that run where they stand
	each    map[int]*jvm.Expr             // where those of foreach start, and what it goes over
}

// contexts are the classes that start Spark, whose first argument may be a
// master.
var contexts = map[string]bool{"SparkContext": true, "JavaSparkContext": true, "StreamingContext": true, "JavaStreamingContext": true}

// implied are methods that set a property which they do not name.
var implied = map[string]string{"master": master, "setMaster": master,
	"setProfileEnabled": "mapreduce.task.profile", "setProfileParams": "mapreduce.task.profile.params"}

func (s *sparkJVM) call(c *jvm.Expr) {
	if !s.running[body(c.Scope)] {
		s.early[c.Name] = true
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
	switch c.Name {
	case "getOrCreate":
		s.run(c.Scope)
	case "stop", "close":
		delete(s.running, body(c.Scope))
	case "contains", "get", "getOption", "getProperty":
		if readsKey(s.f, c) {
			s.looked[body(c.Scope)] = true
		}
	case "set", "setIfMissing", "setBoolean", "setConf", "setProperty":
		if len(c.Args) == 2 {
			s.pair(c, c.Args[0].Val, c.Args[1].Val)
		}
	case "config":
		if len(c.Args) == 2 {
			s.pair(c, c.Args[0].Val, c.Args[1].Val)
		} else if len(c.Args) == 1 {
			s.pairs(c, c.Args[0].Val)
		}
	case "setAll":
		if len(c.Args) == 1 {
			s.pairs(c, c.Args[0].Val)
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

// run notes that a context is made, if that happens whenever the method runs.
func (s *sparkJVM) run(at *jvm.Scope) {
	if s.straight(at) {
		s.running[body(at)] = true
	}
}

func (s *sparkJVM) imply(c *jvm.Expr, key string, val *jvm.Expr) {
	if val != nil {
		s.put(c, setting(c.Named(), value.Text(source.Derived(key, c.Named())), s.f.Value(val).Str(), s.by(c)), nil)
	}
}

func (s *sparkJVM) pair(c, key, val *jvm.Expr) {
	if over := s.over(c, key); over != nil {
		s.pairs(c, over)
		return
	}
	out := setting(c.At(), s.f.Value(key).Str(), s.f.Value(val).Str(), s.by(c))
	if out != nil && out.At == c.At() { // a name for it, far down a chain perhaps
		out.At = key.At()
	}
	s.put(c, out, val)
}

// over returns what a setting goes over that stands in the braces of a foreach
// and sets what these are given: options.foreach { case (k, v) => conf.set(k, v) }.
func (s *sparkJVM) over(c, key *jvm.Expr) *jvm.Expr {
	sets := s.f.SetsOf(key)
	if key.Kind != jvm.Name || len(sets) == 0 || slices.ContainsFunc(sets, func(set *jvm.Set) bool { return set.Value != nil }) {
		return nil
	}
	for at := c.Scope; at != nil && at.Kind != jvm.Method; at = at.Up {
		if at.Kind == jvm.Loop || at.Kind == jvm.Branch && !s.only(at) {
			return nil // perhaps not all of them
		}
		if each := s.each[at.At.Start]; at.Kind == jvm.Function && each != nil && encloses(at, sets[0].Scope) {
			return each
		}
	}
	return nil
}

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

// pairs reads a map, or a list of pairs.
func (s *sparkJVM) pairs(c, all *jvm.Expr) {
	t := s.f.Value(all)
	for _, item := range t.Items() {
		if kv := item.Items(); len(kv) == 2 {
			s.put(c, listed(c.At(), item.At, kv[0].Str(), kv[1].Str(), s.by(c)), nil)
		}
	}
	for _, e := range t.Entries() {
		s.put(c, listed(c.At(), t.At, value.Text(e.Key), e.Val.Str(), s.by(c)), nil)
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
	s.in[out], s.arms[out] = body(c.Scope), c.Scope.In(jvm.Branch)
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
		switch {
		case in.Kind == jvm.Method && in.Name != "main" && in.Name != "run" && !s.called[in.Name]:
			if c := in.In(jvm.Class); c == nil || c.Name != in.Name { // no constructor
				return in.Name + " being called"
			}
		case in.Kind == jvm.Class && in.Name != "" && !s.called[in.Name] && !s.starts(in):
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
