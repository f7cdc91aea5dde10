package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// program is one way to start a Beam pipeline from a shell.
type program struct {
	names string // base names, blank separated; a trailing * stands for any rest
	lang  model.Lang
	args  func(words []gcloud.Word) (args []gcloud.Word, ok bool)
	tool  bool // which refuses options of the pipeline among its own
}

// programs are the launchers, with where the pipeline's arguments stand.
var programs = []program{
	{"python*", model.Python, pythonArgs, false},
	{"poetry pipenv uv pdm hatch conda micromamba rye", model.Python, runnerArgs, false},
	{"java", model.Java, javaArgs, false},
	{"mvn mvnw mvnw.cmd", model.Java, propertyArgs("-Dexec.args=", "-Dexec.commandlineArgs="), true},
	{"gradle gradlew gradlew.bat", model.Java, gradleArgs, true},
	{"sbt", model.Java, sbtArgs, false},
	{"go", model.Go, goArgs, false},
	{"bazel bazelisk", "", afterDashes, false},
}

func (p program) is(base string) bool { return named(p.names, base) }

// named reports whether a name is one of a list, in which a trailing * stands
// for any rest.
func named(list, base string) bool {
	for name := range strings.FieldsSeq(list) {
		if stem, open := strings.CutSuffix(name, "*"); base == name || open && strings.HasPrefix(base, stem) {
			return true
		}
	}
	return false
}

// launch reads a command that starts a Beam pipeline. A program of no known
// name may be a pipeline that was built before: its options tell.
func (r *reader) launch(words []gcloud.Word, cut cutOff) {
	if len(words) < 2 || words[0].Text.HasPrefix("-") { // a list of options, amid text
		return
	}
	base := called(words[0].Text)
	if printers[base] {
		return
	}
	if words[0].Text.AllHole() && isProgram(called(words[1].Text)) { // $SUDO mvn …
		r.launch(words[1:], cut)
		return
	}
	r.chooses(base, words)
	r.install(base, words)
	r.image(base, words)
	if base == "docker" || base == "podman" {
		if inner, image, ok := container(words); ok {
			in := *r
			in.languages, in.within, in.away, in.inside, in.made = surface.Provides(r.languages, image.Text), "", "", value.Text(image.Text), nil
			in.launch(inner, cut)
			return
		}
	}
	for _, p := range programs {
		if p.is(base) {
			args, ok := p.args(words[1:])
			if p.tool && len(cut.words) == 0 {
				cut = strays(words, args)
			}
			if ok || len(cut.words) > 0 {
				r.pipeline(p.lang, words, args, cut)
			}
			return
		}
	}
	if slices.ContainsFunc(words[1:], tells) {
		r.pipeline("", words, words[1:], cut)
	}
}

// called returns the name of the program that a word starts: its folder need
// not be known ("$MAVEN_HOME"/bin/mvn), and a variable that holds all of it is
// mostly named after it ($MVN, $(PYTHON)). It is "" for one of no known name.
func called(t source.Text) string {
	if t.Known() {
		return path.Base(t.String())
	}
	s := t.Mask(0)
	switch base := s[strings.LastIndexByte(s, '/')+1:]; {
	case !strings.Contains(base, "\x00"):
		return base
	case t.AllHole():
		return strings.ToLower(strings.Trim(t.String(), "${}()\" "))
	}
	return ""
}

// isProgram reports whether a name is that of a launcher.
func isProgram(base string) bool {
	return slices.ContainsFunc(programs, func(p program) bool { return p.is(base) })
}

// tells reports whether a word shows that an unknown program is a pipeline.
// Most commands of a script are none, and are dropped here.
func tells(w gcloud.Word) bool {
	s := w.Text.String()
	return strings.Contains(s, "unner") || strings.Contains(s, "ataflow") || strings.Contains(s, "rofil")
}

// cutOff is what was meant to belong to a command and does not (F12.7).
type cutOff struct {
	words []gcloud.Word
	loss  model.Loss // without the words
}

// strays are options of a pipeline among those of the build tool that starts
// it: mvn and Gradle refuse them. Behind a value without quotes, they were
// meant to be part of it.
func strays(words []gcloud.Word, args []gcloud.Word) cutOff {
	var out cutOff
	tool := called(words[0].Text)
	out.loss = model.Loss{Fate: model.Misplaced, Where: "an option of " + tool, Want: "move it into the quoted arguments of the program"}
	if strings.HasPrefix(tool, "gradle") {
		out.loss.Case = "own-option" // a task may have an option of that name
	}
	for i := 1; i < len(words); i++ {
		t := words[i].Text
		if len(args) == 1 && t.Known() && args[0].Text.Span().Within(t.Span()) {
			out.loss = model.Loss{Fate: model.Cut, By: []model.Label{{Span: t.Span(), Text: "the shell ends the value at the blank behind it"}}, Want: "quote the whole option"}
		}
		key, _, attached := t.Cut("=")
		if name, dashes := strings.CutPrefix(key.String(), "--"); !dashes || !beam.Named(name) {
			continue
		}
		out.words = append(out.words, words[i])
		if !attached && i+1 < len(words) && !words[i+1].Text.HasPrefix("-") {
			i++
			out.words = append(out.words, words[i])
		}
	}
	return out
}

// pipeline declares a launch. words is the whole command, args what the
// pipeline gets of it.
func (r *reader) pipeline(lang model.Lang, words, args []gcloud.Word, cut cutOff) {
	at := starts(r.at, words)
	w, ok := beam.Launch(lang, listOf(args, at), at)
	if !ok && len(cut.words) > 0 {
		w, ok = beam.Launch(lang, listOf(append(slices.Clone(args), cut.words...), at), at)
		if ok {
			w.Args = listOf(args, at)
		}
	}
	if !ok {
		return
	}
	if len(cut.words) > 0 {
		cut.loss.Tree = listOf(cut.words, at)
		w.Losses = []model.Loss{cut.loss}
	}
	w.Program, w.Extent = programOf(words, args), r.extent
	base := called(words[0].Text)
	own := words
	if lang != model.Java { // there the arguments are part of a word
		own = words[:len(words)-len(args)]
	}
	w.Launcher, w.Inside = r.launcher(lang, own), r.inside
	r.with(w, base, own)
	builds(w, base, own)
	w.Folder, w.Away = beside(r.within, w.Folder), r.away
	if base == "java" {
		w.Folder = beside(r.within, archived(words))
		for _, word := range words[1:] {
			if !word.Text.HasPrefix("-") || word.Text.String() == "-jar" {
				break
			}
			w.JVM = append(w.JVM, word.Text)
		}
		w.Losses = append(w.Losses, properties(w.JVM)...)
	}
	r.jvmOptions(w, base)
	r.staged(w)
	r.Set.Workloads = append(r.Set.Workloads, w)
}

// properties are options of the pipeline among the system properties of a JVM,
// where Beam does not look; the program may.
func properties(jvm []source.Text) []model.Loss {
	var out []model.Loss
	for _, t := range jvm {
		name, _, ok := t.Cut("=")
		if property, d := strings.CutPrefix(name.String(), "-D"); ok && d && beam.Named(property) {
			tree := value.NewList(t.Span())
			tree.List.Items = []value.Tree{value.String(t)}
			out = append(out, model.Loss{Tree: tree, Fate: model.Misplaced, Case: "own-option", Where: "a system property of the JVM",
				Want: "put --" + property + "=… behind the program"})
		}
	}
	return out
}

// jvmEnvs are the variables that hold options of the JVM that a program starts.
var jvmEnvs = map[string]string{"java": "JDK_JAVA_OPTIONS", "mvn": "MAVEN_OPTS", "mvnw": "MAVEN_OPTS", "gradle": "JAVA_OPTS GRADLE_OPTS", "gradlew": "JAVA_OPTS GRADLE_OPTS", "sbt": "JAVA_OPTS SBT_OPTS"}

// jvmOptions takes the options that the environment gives the launching JVM.
func (r *reader) jvmOptions(w *model.Workload, base string) {
	names, ok := jvmEnvs[base]
	if !ok {
		return
	}
	env := r.env()
	for name := range strings.FieldsSeq("JAVA_TOOL_OPTIONS _JAVA_OPTIONS " + names) {
		v, ok := r.own[name]
		if !ok {
			v = env[name]
		}
		w.JVM = append(w.JVM, v.Raw().Fields()...)
	}
}

// programOf is the file, module or class that a launch starts: what stands
// before the pipeline's arguments, or in Maven's property.
func programOf(words, args []gcloud.Word) value.Str {
	for _, w := range words {
		for _, option := range []string{"-Dexec.mainClass=", "-Dbeam.mainClass=", "-DmainClass=", "-PmainClass="} {
			if w.Text.HasPrefix(option) {
				return value.Text(w.Text.Slice(len(option), w.Text.Len()))
			}
		}
		// Beam's own program for pipelines in YAML
		for _, option := range []string{"--yaml_pipeline_file=", "--pipeline_spec_file="} {
			if w.Text.HasPrefix(option) {
				return value.Text(w.Text.Slice(len(option), w.Text.Len()))
			}
		}
	}
	if called(words[0].Text) == "sbt" && len(args) > 0 && !args[0].Text.HasPrefix("-") { // runMain Class
		return value.Text(args[0].Text)
	}
	if n := len(words) - len(args); n > 1 && n <= len(words) {
		return value.Text(words[n-1].Text)
	}
	return value.Str{}
}
