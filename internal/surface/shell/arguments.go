package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
	"github.com/proflint/proflint/internal/value"
)

func listOf(words []gcloud.Word, at source.Span) value.Tree {
	list := value.NewList(at)
	list.List.Items = make([]value.Tree, 0, len(words))
	for _, a := range words {
		if gcloud.Several(a) {
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
	words := cut(t.TrimSpace().OneLine())
	if full, ok := extended(words); ok {
		words = full
	}
	return words
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
