// Package code is the surface of programs: what the code of Spark jobs and
// Beam pipelines sets by itself.
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
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// languages are the programs that one reader serves, by their endings. Spark
// has no Groovy, and Beam no R.
var languages = map[string]jvm.Lang{".java": jvm.Java, ".kt": jvm.Kotlin, ".scala": jvm.Scala, ".groovy": jvm.Groovy, ".R": jvm.R, ".r": jvm.R}

// inSet reports whether a path leads through one of some folders of src, which
// Maven and Gradle keep for sources that are no programs.
func inSet(p string, sets ...string) bool {
	for {
		before, rest, ok := strings.Cut(p, "src/")
		if !ok {
			return false
		}
		for _, set := range sets {
			if (before == "" || strings.HasSuffix(before, "/")) && strings.HasPrefix(rest, set) {
				return true
			}
		}
		p = rest
	}
}

// sparkWords are what files are found by that set what matters of Spark's and
// Hadoop's configuration. Nothing else is parsed: reading every program of a
// tree takes ten times as long as looking for these.
var sparkWords = []string{"extraJavaOptions", "EXTRA_JAVA_OPTIONS", "cloud.profiler.", "dataproc.profiling.",
	"mapreduce.task.profile", "mapred.task.profile", "TASK_PROFILE", "setProfileEnabled", "setProfileParams",
	"executorEnv.GOOGLE_", "setExecutorEnv(",
	`aster("local`, `aster('local`, `aster="local`, `aster='local`, `aster = "local`, `Context("local`, `Context('local`, `spark.master", "local`}

// pairWords are what Python programs are found by besides that set properties
// which they read from a file, pairWordsJVM those of the JVM. More of them would
// cost each tree more than they find.
var (
	pairWords    = []string{"onf.set(k, v", "onf.set(key, v", "onf.set(name,", "conf.setAll(", "Conf().setAll(", ".config(k, v", ".config(key, v", ".config(map="}
	pairWordsJVM = []string{"onf.set(k, v", "onf.set(name, p", "onf.set(entry.getKey"}
)

// replaced are the properties that the agent comes in, and who reads what
// replaces them: a program that sets one takes the agent away (F6.1, F6.12).
var replaced = map[string]bool{
	"spark.executor.extraJavaOptions": true,
	"spark.driver.extraJavaOptions":   true,
}

const (
	master      = "spark.master"
	executorEnv = "spark.executorEnv." // and the name of a variable that the executors get
)

// matters reports whether a property bears on the profiler.
func matters(key string) bool {
	return replaced[key] || key == master || dataproc.Tasks(key) || strings.HasPrefix(key, executorEnv+"GOOGLE_") ||
		strings.HasPrefix(key, "cloud.profiler.") || strings.HasPrefix(key, "dataproc.profiling.")
}

// setting builds a setting of a property that matters, or nil.
func setting(at source.Span, key, val value.Str, by string) *model.Setting {
	k, ok := key.Get()
	if !ok || !matters(k.String()) {
		return nil
	}
	name, says := k.String(), val.Raw().Mask(0) // local[$n] is a local master, whatever n is
	out := &model.Setting{At: at, Key: key, Value: val, By: by}
	switch {
	case name == master && !strings.HasPrefix(says, "local"):
		return nil // wherever it runs, it has executors
	case dataproc.Tasks(name):
		out.Effect, out.Why = dataproc.TasksEffect(name, val)
	}
	if spans := k.Spans(); len(spans) > 0 && spans[0].Within(at) {
		out.At = spans[0]
	}
	return out
}

// listed is a setting by a call that is given a list or map, which may stand
// elsewhere: its place is that of the key there.
func listed(call, list source.Span, key, val value.Str, by string) *model.Setting {
	out := setting(call, key, val, by)
	if out == nil || out.At != call {
		return out
	}
	spans := out.Key.Raw().Spans()
	if len(spans) > 0 && (spans[0].Within(list) || beside(spans[0], out.Value.Span())) {
		out.At, out.Call = spans[0], call
	}
	return out
}

// paired is a setting by a pair in a list: its place is that of the key there,
// or of the pair where the key has a name.
func paired(call source.Span, pair value.Tree, by string) *model.Setting {
	kv := pair.Items()
	if len(kv) != 2 {
		return nil
	}
	key := kv[0].Str()
	if pair.Weak != "" { // it may not be there
		key = key.Weaken(pair.Weak)
	}
	out := listed(call, pair.At, key, kv[1].Str(), by)
	if out != nil && out.At == call && pair.At.Valid() && !pair.At.Within(call) {
		out.At, out.Call = pair.At, call
	}
	return out
}

// beside reports whether a value is written next to its key, as in
// options.put("key", "value"): a constant stands elsewhere.
func beside(key, val source.Span) bool {
	return key.File == val.File && key.End <= val.Start && val.Start-key.End <= 16
}

// Words are what Python programs are found by in other files.
func Words() []string { return slices.Concat(sparkWords, beamWords) }

// fault is the error of any of the languages.
type fault = struct {
	At  source.Span
	Msg string
}

// tell notes the first text of a program that is not of its language, and may
// have hidden more. Cells and here-documents are not judged: what a shell or a
// notebook makes of them is not all known.
func tell[E ~fault](r *surface.Reader, errs []E) {
	if len(errs) == 0 {
		return
	}
	if e := fault(errs[0]); e.At.Valid() && isProgram(e.At.File.Path) {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: e.At, Reason: e.Msg})
	}
}

func isProgram(p string) bool {
	_, jvm := languages[path.Ext(p)]
	return jvm || path.Ext(p) == ".py" || path.Ext(p) == ".go"
}

// fileOf returns the path by which others know a program.
func fileOf(f surface.Fragment) string {
	file := f.Text.Extent().File.Path
	if f.Name != "" {
		return path.Join(path.Dir(file), f.Name)
	}
	return file
}

// opener returns the modules that a Python program imports, each read once.
func opener(r *surface.Reader) python.Open {
	if r.Open == nil {
		return nil
	}
	known := map[string]*python.Module{} // of this reader alone: a module is not safe for several
	return func(name string) *python.Module {
		dots := len(name) - len(strings.TrimLeft(name, "."))
		at := strings.Repeat("../", max(dots-1, 0)) + strings.ReplaceAll(name[dots:], ".", "/")
		for _, p := range []string{at + ".py", at + "/__init__.py"} {
			if file, ok := r.Open(p); ok {
				if known[file.Path] == nil {
					known[file.Path] = python.Read(source.Whole(file), nil)
				}
				return known[file.Path]
			}
		}
		return nil
	}
}

// module is the name of a Python file as others import it from the root.
func module(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(file, path.Ext(file)), "/__init__"), "/", ".")
}
