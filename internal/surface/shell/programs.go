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
	"github.com/proflint/proflint/internal/syntax/shell"
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

func (p program) is(base string) bool {
	for name := range strings.FieldsSeq(p.names) {
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
			in.languages, in.within, in.away, in.contained, in.made = surface.Provides(r.languages, image.Text), "", "", true, nil
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
	at := words[0].Text.Span()
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
	w.Program = programOf(words, args)
	base := called(words[0].Text)
	own := words
	if lang != model.Java { // there the arguments are part of a word
		own = words[:len(words)-len(args)]
	}
	w.Launcher = r.launcher(lang, own)
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

func listOf(words []gcloud.Word, at source.Span) value.Tree {
	list := value.NewList(at)
	for _, a := range words {
		if a.Several() {
			list.List.Rest = a.Rest
			continue
		}
		list.List.Items = append(list.List.Items, value.String(a.Text))
	}
	return list
}

// pythonArgs skips the interpreter's own options, up to the file or module.
func pythonArgs(words []gcloud.Word) ([]gcloud.Word, bool) {
	for i := 0; i < len(words); i++ {
		switch s := words[i].Text.String(); {
		case words[i].Rest != nil:
			return words[i:], true
		case s == "-m":
			return words[min(i+2, len(words)):], i+1 < len(words)
		case s == "-c":
			return nil, false
		case s == "-W" || s == "-X":
			i++
		case strings.HasPrefix(s, "-") && s != "-":
		default:
			return words[i+1:], true
		}
	}
	return nil, false
}

// runnerArgs finds python behind a tool that runs it: poetry run python main.py.
func runnerArgs(words []gcloud.Word) ([]gcloud.Word, bool) {
	for i, w := range words {
		if base := path.Base(w.Text.String()); strings.HasPrefix(base, "python") {
			return pythonArgs(words[i+1:])
		} else if strings.HasSuffix(base, ".py") {
			return words[i+1:], true
		} else if s := w.Text.String(); (s == "-m" || s == "--module") && i > 0 && words[0].Text.String() == "run" { // of uv
			return words[min(i+2, len(words)):], i+1 < len(words)
		}
	}
	return nil, false
}

// javaArgs skips the JVM's options, up to -jar FILE or the main class. Where no
// word is known to be that class, it is what a variable holds behind the last
// of those options.
func javaArgs(words []gcloud.Word) ([]gcloud.Word, bool) {
	class := -1
	for i := 0; i < len(words); i++ {
		switch s := words[i].Text.String(); {
		case s == "-jar":
			return words[min(i+2, len(words)):], i+1 < len(words)
		case slices.Contains([]string{"-cp", "-classpath", "--class-path", "-p", "--module-path"}, s):
			i, class = i+1, -1
		case words[i].Rest != nil:
			if class < 0 {
				class = i
			}
		case strings.HasPrefix(s, "--"), strings.HasPrefix(s, "@"):
		case strings.HasPrefix(s, "-"):
			class = -1
		default:
			return words[i+1:], true
		}
	}
	return words[class+1:], class >= 0
}

// propertyArgs reads launchers that take all arguments in one option, as one
// string that is split on blanks.
func propertyArgs(options ...string) func([]gcloud.Word) ([]gcloud.Word, bool) {
	return func(words []gcloud.Word) ([]gcloud.Word, bool) {
		for i, w := range words {
			for _, o := range options {
				if w.Text.HasPrefix(o) {
					return split(w.Text.Slice(len(o), w.Text.Len())), true
				}
				if w.Text.String() == strings.TrimSuffix(o, "=") && i+1 < len(words) {
					return split(words[i+1].Text), true
				}
			}
		}
		return nil, false
	}
}

// gradleArgs reads --args, and the property by which a build script takes the
// arguments, whatever its name is: -Poptions="--runner=DataflowRunner …".
func gradleArgs(words []gcloud.Word) ([]gcloud.Word, bool) {
	for i, w := range words {
		if !w.Text.HasPrefix("-P") && !w.Text.HasPrefix("-D") && (i == 0 || !contains("-P -D", words[i-1].Text.String())) {
			continue
		}
		if _, val, ok := w.Text.Cut("="); ok && val.TrimSpace().HasPrefix("--") && tells(gcloud.Word{Text: val}) {
			return split(val), true
		}
	}
	return propertyArgs("--args=", "-Pargs=", "-PexecArgs=", "-DexecArgs=", "-Dexec.args=")(words)
}

// split cuts one string into words, honouring quotes, as the launchers do. The
// end of a line is one more blank to them.
func split(t source.Text) []gcloud.Word {
	if lines := t.TrimSpace().Split("\n"); len(lines) > 1 {
		var parts []source.Text
		for _, l := range lines {
			parts = append(parts, l, source.Derived(" ", l.Span()))
		}
		t = source.Concat(parts...)
	}
	words := cut(t)
	if full, ok := extended(words); ok {
		words = full
	}
	return convert(words)
}

func cut(t source.Text) (out []shell.Word) {
	for _, c := range shell.ReadCommands(t.TrimSpace(), shell.Start{}).Commands {
		out = append(out, c.Words...)
	}
	return out
}

// sbtArgs reads sbt "runMain Class --a=b" and sbt 'run --a=b'.
func sbtArgs(words []gcloud.Word) ([]gcloud.Word, bool) {
	for _, w := range words {
		fields := split(w.Text)
		for i, f := range fields {
			if s := f.Text.String(); s == "run" || s == "runMain" || strings.HasSuffix(s, "/run") || strings.HasSuffix(s, "/runMain") {
				return fields[i+1:], true
			}
		}
	}
	return nil, false
}

// goArgs finds the package or files of go run, and takes what follows.
func goArgs(words []gcloud.Word) ([]gcloud.Word, bool) {
	if len(words) == 0 || words[0].Text.String() != "run" {
		return nil, false
	}
	i := 1
	for i < len(words) && strings.HasPrefix(words[i].Text.String(), "-") {
		if contains("-C -tags -ldflags -gcflags -asmflags -mod -modfile -exec -p -pkgdir -toolexec -overlay -o", words[i].Text.String()) {
			i++ // its value
		}
		i++
	}
	for i < len(words) && strings.HasSuffix(words[i].Text.String(), ".go") {
		i++
		if i >= len(words) || !strings.HasSuffix(words[i].Text.String(), ".go") {
			return words[i:], true
		}
	}
	if i >= len(words) {
		return nil, false
	}
	return words[i+1:], true
}

func afterDashes(words []gcloud.Word) ([]gcloud.Word, bool) {
	for i, w := range words {
		if w.Text.String() == "--" {
			return words[i+1:], true
		}
	}
	return nil, false
}

// install reads pip install "apache-beam[gcp]==2.60.0", by whatever tool: it
// settles the SDK of the pipelines that the same file launches.
func (r *reader) install(base string, words []gcloud.Word) {
	if !(strings.HasPrefix(base, "pip") || strings.HasPrefix(base, "python") || base == "uv" || base == "poetry" || base == "pipenv" || base == "conda") {
		return
	}
	verb := false
	for i, w := range words[1:] {
		s := w.Text.String()
		verb = verb || s == "install" || s == "add" || s == "sync"
		if of, ok := requirements(words[1+i:]); verb && ok && r.away == "" {
			r.Set.Builds = append(r.Set.Builds, &model.Build{At: w.Text.Span(), Lang: model.Python, Of: beside(r.within, of)})
			continue
		}
		if !verb || strings.HasPrefix(s, "-") || w.Rest != nil {
			continue
		}
		if sdk, ok := beam.Requirement(w.Text); ok {
			b := &model.Build{At: w.Text.Span(), Lang: model.Python, SDK: sdk}
			if v, _ := sdk.Get(); len(sdk.At()) == 1 && v.Single() && sdk.Span().Text() == v.Text && w.Text.Index("=="+v.Text, 0) > 0 && sdk.Weak() == "" {
				b.Pinned = sdk.At()
			}
			r.Set.Builds = append(r.Set.Builds, b)
		}
	}
}

// with takes a Beam that a launch installs for itself: uv run --with.
func (r *reader) with(w *model.Workload, base string, own []gcloud.Word) {
	if base != "uv" {
		return
	}
	for i := range own {
		if sdk, ok := beam.Requirement(optionValue(own[i:min(i+2, len(own))], "--with")); ok {
			b := &model.Build{At: sdk.Span(), Lang: model.Python, SDK: sdk}
			w.Build.To = value.Of(b, b.At)
		}
	}
}

// requirements returns the file that the first of some words of pip names.
func requirements(words []gcloud.Word) (string, bool) {
	for _, flag := range []string{"--requirement", "-r"} {
		rest, ok := strings.CutPrefix(words[0].Text.String(), flag)
		switch {
		case !ok || rest != "" && flag == "--requirement" && rest[0] != '=':
		case rest == "" && len(words) > 1:
			return words[1].Text.String(), words[1].Text.Known()
		default:
			return strings.TrimPrefix(rest, "="), rest != "" && words[0].Text.Known()
		}
	}
	return "", false
}

// image reads docker build -t NAME DIR and gcloud builds submit --tag NAME DIR.
func (r *reader) image(base string, words []gcloud.Word) {
	at := slices.IndexFunc(words, func(w gcloud.Word) bool { s := w.Text.String(); return s == "build" || s == "submit" })
	if at < 0 || base != "docker" && base != "podman" && base != "gcloud" {
		return
	}
	tag := &model.ImageTag{At: words[0].Text.Span(), Folder: "."}
	for i := at + 1; i < len(words); i++ {
		name, val, attached := words[i].Text.Cut("=")
		flag := name.String()
		if !strings.HasPrefix(flag, "-") {
			tag.Folder = words[i].Text.String()
			continue
		}
		if !attached && i+1 < len(words) {
			val = words[i+1].Text
		}
		switch flag {
		case "-t", "--tag":
			tag.Name = value.Text(val)
		case "-f", "--file":
			tag.File = val.String()
		case "--build-arg":
			if name, val, ok := val.Cut("="); ok {
				tag.Given = append(tag.Given, model.Given{Name: name.String(), Value: val})
			}
		case "--no-cache", "--pull", "--push", "--quiet", "-q", "--async", "--rm":
			continue
		}
		if !attached {
			i++
		}
	}
	if tag.Name.Raw().Len() > 0 {
		r.Set.Tags = append(r.Set.Tags, tag)
	}
}
