package code

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/jvm"
	"github.com/proflint/proflint/internal/value"
)

// keyNames are the names that Spark and Hadoop give the keys (F6.7, F4.15).
var keyNames = map[string]string{
	"SparkLauncher.EXECUTOR_EXTRA_JAVA_OPTIONS": "spark.executor.extraJavaOptions",
	"SparkLauncher.DRIVER_EXTRA_JAVA_OPTIONS":   "spark.driver.extraJavaOptions",
	"SparkLauncher.SPARK_MASTER":                master,
	"MRJobConfig.TASK_PROFILE":                  "mapreduce.task.profile",
	"MRJobConfig.TASK_PROFILE_PARAMS":           "mapreduce.task.profile.params",
	"MRJobConfig.TASK_MAP_PROFILE_PARAMS":       "mapreduce.task.profile.map.params",
	"MRJobConfig.TASK_REDUCE_PROFILE_PARAMS":    "mapreduce.task.profile.reduce.params",
}

// constants returns the key that a name of a library stands for.
func constants(name string, at source.Span) (value.Tree, bool) {
	short := name
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		short = name[strings.LastIndexByte(name[:dot], '.')+1:]
	}
	short = strings.Replace(short, "JobContext.", "MRJobConfig.", 1)
	key, ok := keyNames[short]
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
			known[f.Path] = jvm.Read(source.Whole(f), languages[path.Ext(at)])
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
