package dataproc

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// Tasks reports whether a property is one of those that Dataproc sets to
// profile the tasks of a Hadoop job (F6.12).
func Tasks(key string) bool {
	return strings.HasPrefix(key, "mapreduce.task.profile") || strings.HasPrefix(key, "mapred.task.profile")
}

// TasksEffect tells what a program's value of such a property does to the
// profiler, and why it does no harm (F4.15, F4.17).
func TasksEffect(key string, val value.Str) (model.Effect, string) {
	switch {
	case strings.HasSuffix(key, ".task.profile") && val.Known() && val.Raw().String() == "true":
		return model.Keeps, "the profiler sets the same"
	case strings.HasSuffix(key, ".profile.maps"), strings.HasSuffix(key, ".profile.reduces"):
		return model.Keeps, "it only says which tasks are profiled"
	}
	return model.Replaces, ""
}

// generic reads the options of Hadoop's own among the arguments of a job,
// -Dkey=value and -D key=value: they come to the same as what its code sets.
func generic(args value.Tree) []*model.Setting {
	var out []*model.Setting
	bare := false // the word before was a mere -D
	for _, item := range args.Items() {
		word := item.Str().Raw()
		if was := bare; was || word.HasPrefix("-D") {
			bare = !was && word.String() == "-D"
			if !was {
				word = word.Slice(len("-D"), word.Len())
			}
			key, val, ok := word.Cut("=")
			if !ok || !key.Known() || !Tasks(key.String()) {
				continue
			}
			s := &model.Setting{At: word.Span(), Key: value.Text(key), Value: value.Text(val), By: "the argument -D"}
			s.Effect, s.Why = TasksEffect(key.String(), s.Value)
			if at := key.Span(); at.Valid() {
				s.At = at
			}
			out = append(out, s)
		}
	}
	return out
}
