// Package code is the surface of programs: what the code of Spark jobs and
// Beam pipelines sets by itself.
package code

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// sparkWords are what files are found by that set what matters of Spark's and
// Hadoop's configuration. Nothing else is parsed: reading every program of a
// tree takes ten times as long as looking for these.
var sparkWords = []string{"extraJavaOptions", "EXTRA_JAVA_OPTIONS", "mapreduce.task.profile", "cloud.profiler.", "dataproc.profiling."}

// replaced are the properties that the agent comes in, and who reads what
// replaces them: a program that sets one takes the agent away (F6.1, F6.12).
var replaced = map[string]bool{
	"spark.executor.extraJavaOptions": true,
	"spark.driver.extraJavaOptions":   true,
}

// matters reports whether a property bears on the profiler.
func matters(key string) bool {
	return replaced[key] || strings.HasPrefix(key, "mapreduce.task.profile") ||
		strings.HasPrefix(key, "cloud.profiler.") || strings.HasPrefix(key, "dataproc.profiling.")
}

// setting builds a setting of a property that matters, or nil.
func setting(at source.Span, key, val value.Str, by string) *model.Setting {
	k, ok := key.Get()
	if !ok || !matters(k.String()) {
		return nil
	}
	if spans := k.Spans(); len(spans) > 0 && spans[0].File == at.File && spans[0].Start >= at.Start && spans[0].End <= at.End {
		at = spans[0]
	}
	return &model.Setting{At: at, Key: key, Value: val, By: by}
}

// module is the name of a Python file as others import it from the root.
func module(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(file, path.Ext(file)), "/__init__"), "/", ".")
}
