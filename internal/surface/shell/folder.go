package shell

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// checkouts are the variables in which CI services, and Bazel, give the folder
// that the repository is checked out to. A script does not show who runs it.
var checkouts = []string{"GITHUB_WORKSPACE", "CI_PROJECT_DIR", "WORKSPACE", "CIRCLE_WORKING_DIRECTORY", "BUILD_SOURCESDIRECTORY", "BITBUCKET_CLONE_DIR", "BUILD_WORKSPACE_DIRECTORY"}

// beside joins two folders; one that starts with a slash is seen from the top
// of the tree.
func beside(dir, to string) string {
	if dir == "" || strings.HasPrefix(to, "/") {
		return to
	}
	return path.Join(dir, to)
}

// find opens a file that a command in a folder names: there, else where the
// file with the command stands.
func find(r *surface.Reader, dir, name string) (*source.File, bool) {
	if dir != "" && !path.IsAbs(name) {
		if f, ok := r.Open(strings.TrimPrefix(path.Join(dir, name), "/")); ok {
			return f, true
		}
	}
	return r.Open(name)
}

// builder is how a build tool is told which project to run and with what.
type builder struct {
	tool    model.Tool
	names   string // as those of program
	project string // options that name the project: its folder or its build file
	sets    string // what options that set something start with
}

var builders = []builder{
	{model.Maven, "mvn mvnw mvnw.cmd", "-f --file -pl --projects", "-D --define="},
	{model.Gradle, "gradle gradlew gradlew.bat", "-p --project-dir -b --build-file", "-P --project-prop="},
	{model.Sbt, "sbt", "", "-D"},
	{"", "go", "-C", ""},
	{"", "uv", "--directory --project", ""},
	{"", "poetry", "-C --directory -P --project", ""},
	{"", "pdm", "-p --project", ""},
}

// task is a task of a Gradle project that runs something: :jobs:clicks:run.
var task = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^:?([\w.:-]+):(?i:run|exec)\w*$`) })

// builds notes which project a build tool runs, and what it is told to set.
func builds(w *model.Workload, base string, words []gcloud.Word) {
	for _, b := range builders {
		if !(program{names: b.names}).is(base) {
			continue
		}
		w.Builder = b.tool
		for i, word := range words {
			flag, val, attached := word.Text.Cut("=")
			if contains(b.project, flag.String()) {
				if !attached && i+1 < len(words) {
					val = words[i+1].Text
				}
				if val.Known() && val.Len() > 0 {
					w.Folder = path.Join(w.Folder, projectFolder(val.String()))
				}
			}
			if b.tool == model.Maven {
				w.Profiles = append(w.Profiles, profiles(words[i:])...)
			}
			for prefix := range strings.FieldsSeq(b.sets) {
				if word.Text.HasPrefix(prefix) {
					if name, val, ok := word.Text.Slice(len(prefix), word.Text.Len()).Cut("="); ok && name.Known() {
						w.Given = append(w.Given, model.Given{Name: name.String(), Value: val})
					}
				}
			}
			if m := task().FindStringSubmatch(word.Text.String()); m != nil && b.tool == model.Gradle && word.Text.Known() {
				w.Folder = path.Join(w.Folder, strings.ReplaceAll(m[1], ":", "/"))
			}
		}
	}
}

// profiles returns the profiles of Maven that the first of some words activates.
func profiles(words []gcloud.Word) []source.Text {
	t := words[0].Text
	for _, option := range []string{"--activate-profiles=", "-P"} {
		switch s := t.String(); {
		case (s == "-P" || s == "--activate-profiles") && len(words) > 1:
			return words[1].Text.Split(",")
		case t.HasPrefix(option):
			return t.Slice(len(option), t.Len()).Split(",")
		}
	}
	return nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func contains(list, s string) bool {
	for x := range strings.FieldsSeq(list) {
		if x == s {
			return true
		}
	}
	return false
}

// projectFolder is the folder that a project is named by: itself, or that of
// its build file. Maven names a module by its folder, or by :artifact, which
// says nothing of where it is.
func projectFolder(s string) string {
	switch {
	case strings.ContainsAny(s, ":,!") || path.IsAbs(s):
		return ""
	case path.Ext(s) == ".xml" || strings.HasSuffix(s, ".gradle") || strings.HasSuffix(s, ".kts"):
		return path.Dir(s)
	}
	return path.Clean(s)
}

// archived returns the folder of the project that a Java archive was built in:
// jobs/clicks/target/clicks-1.0.jar, build/libs/clicks.jar.
func archived(words []gcloud.Word) string {
	for i, w := range words {
		if w.Text.String() != "-jar" || i+1 >= len(words) || !words[i+1].Text.Known() {
			continue
		}
		for _, out := range []string{"target/", "build/libs/"} {
			if dir, _, ok := cutLast("/"+words[i+1].Text.String(), "/"+out); ok && !path.IsAbs(words[i+1].Text.String()) {
				return strings.TrimPrefix(dir, "/")
			}
		}
	}
	return ""
}
