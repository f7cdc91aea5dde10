package code

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// commandWords are what programs are found by that run commands of interest.
var commandWords = []string{"gcloud data", "gcloud beta data", "gcloud alpha data", `"gcloud"`, `'gcloud'`, "DataflowRunner", "google_cloud_profiler"}

// PythonCommands reads the commands that Python programs run: what they give
// to subprocess, to os.system or to a function of their own that is named like
// one, as a text or as a list of words.
func PythonCommands() surface.Surface {
	return surface.Surface{Name: "python-commands", Ends: []string{".py"}, Match: func(p string) bool { return path.Ext(p) == ".py" && !surface.IsPythonTest(p) },
		Words: commandWords, Read: readPythonCommands}
}

// runners are words in the names of functions that run a command, tellers
// those in the names of what only tells of one: RuntimeError, log_output.
var (
	runners = strings.Fields("run runner exec execv execvp execute call popen system shell bash command cmd runcmd output getoutput getstatusoutput")
	tellers = strings.Fields("assert error exception failed print log format")
)

// wordsOf finds the words of a name: check_output, BashOperator.
var wordsOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Z]*[a-z]*`) })

func runs(name string) bool {
	of := func(list []string) bool {
		return slices.ContainsFunc(wordsOf().FindAllString(name, -1), func(w string) bool { return slices.Contains(list, strings.ToLower(w)) })
	}
	return of(runners) && !of(tellers)
}

func readPythonCommands(r *surface.Reader, f surface.Fragment) surface.Env {
	for _, c := range python.Read(f.Text, opener(r)).Calls {
		if runs(c.Method) {
			command(r, commandOf(c))
		}
	}
	return nil
}

// commandOf returns the command that a call runs.
func commandOf(c *python.Call) value.Tree {
	for _, name := range []string{"args", "cmd", "command", "bash_command"} {
		if v := argument(c, name, 0); v.Present() {
			if s := v.Made(); s != nil && s.Method == "split" { // shlex.split("…"), "…".split()
				t := s.On.Tree()
				if arg := argument(s, "s", 0); arg.Present() && s.On.Path() == "shlex" {
					t = arg.Tree()
				}
				t.Text = t.Text.OneLine()
				return t
			}
			return v.Tree()
		}
	}
	return value.Tree{}
}

// command hands a command on to the shell.
func command(r *surface.Reader, t value.Tree) {
	frag := surface.Fragment{Lang: surface.Shell, Loose: true}
	switch t.Kind {
	case value.KindString:
		if frag.Text = filled(t.Text); !launches(frag.Text) || strings.Contains(t.Text.String(), "{%") {
			return
		}
	case value.KindList:
		for _, item := range t.Items() {
			word := item.Str().Raw()
			if !word.Known() && word.String() == "sys.executable" { // the Python that runs the program
				word = source.Derived("python", word.Span())
			} else if h := word.Hole(); h != nil && len(h.OneOf) > 0 && word.String() == h.Expr { // whichever it is, it is one word
				one := *h
				one.One = true
				word = source.Unknown(&one, word.Span())
			}
			frag.Words = append(frag.Words, word)
		}
		if t.Open() != nil || !slices.ContainsFunc(frag.Words, launches) {
			return
		}
	default:
		return
	}
	r.Embed(frag)
}

func launches(t source.Text) bool { return surface.Launches(t.String()) }

// jinja is what Airflow fills in before a command runs.
var jinja = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\{[^{}]*\}\}`) })

func filled(t source.Text) source.Text {
	for _, at := range jinja().FindAllStringIndex(t.String(), -1) {
		expr := t.String()[at[0]:at[1]]
		t = t.Punch(at[0], at[1], &source.Hole{Expr: expr, Why: "filled in when the command runs", One: true})
	}
	return t
}
