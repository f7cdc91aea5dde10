package carry

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// GitHubActions reads the run steps of workflows and composite actions.
func GitHubActions() surface.Surface {
	return surface.Surface{Name: "github-actions", Match: isActions, Words: []string{"gcloud"}, Read: readActions}
}

func isActions(p string) bool {
	dir, base := path.Split(p)
	switch path.Ext(base) {
	case ".yml", ".yaml":
	default:
		return false
	}
	return strings.HasSuffix("/"+dir, "/.github/workflows/") || strings.TrimSuffix(base, path.Ext(base)) == "action"
}

func readActions(r *surface.Reader, f surface.Fragment) surface.Env {
	docs, err := data.YAML(f.Text)
	if err != nil {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
	for _, doc := range docs {
		top := &context{file: place(f.Text), inputs: doc}
		top = top.with(doc.Get("env"))
		shell := doc.Get("defaults", "run", "shell")
		for _, job := range doc.Get("jobs").Entries() {
			c := *top
			c.job, c.matrix = job.Key.String(), job.Val.Get("strategy", "matrix")
			runs := first(job.Val.Get("defaults", "run", "shell"), shell)
			if on := job.Val.Get("runs-on"); !runs.Present() && strings.HasPrefix(on.Text.String(), "windows") {
				runs = value.String(source.Derived("pwsh", on.At)) // what Windows runs without a word
			}
			steps(r, c.with(job.Val.Get("env")), job.Val.Get("steps"), runs)
		}
		c := *top
		c.job = "runs"
		steps(r, &c, doc.Get("runs", "steps"), value.Tree{})
	}
	return nil
}

// first returns the first tree that is there.
func first(trees ...value.Tree) value.Tree {
	for _, t := range trees {
		if t.Present() {
			return t
		}
	}
	return value.Tree{}
}

// steps hands on what the steps of one job run. Each is a shell of its own;
// only what it writes to GITHUB_ENV reaches those behind it.
func steps(r *surface.Reader, c *context, list value.Tree, shell value.Tree) {
	for _, step := range list.Items() {
		run := step.Get("run")
		if run.Text.Len() == 0 || !isShell(first(step.Get("shell"), shell)) {
			continue
		}
		inner := c.with(step.Get("env"))
		text := inner.fill(run.Text)
		end := r.Embed(surface.Fragment{Lang: surface.Shell, Text: text, Env: inner.shellEnv()})
		c = c.exports(text, end, step.Get("if").Present())
	}
}

// isShell reports whether a step's shell is one whose language we read. None
// named is bash.
func isShell(shell value.Tree) bool {
	if !shell.Present() {
		return true
	}
	words := strings.Fields(shell.Text.String())
	if len(words) == 0 {
		return false
	}
	switch path.Base(words[0]) {
	case "bash", "sh", "zsh", "dash", "ksh":
		return true
	}
	return false
}

// exports returns the context behind a step that writes NAME=value lines to
// the file $GITHUB_ENV. end are the step's variables at its end.
func (c *context) exports(text source.Text, end surface.Env, conditional bool) *context {
	s, out := text.String(), c
	for _, l := range lines(s) {
		line := s[l[0]:l[1]]
		to := strings.Index(line, "GITHUB_ENV")
		echo := strings.TrimLeft(line, " \t")
		if to < 0 || !strings.HasPrefix(echo, "echo ") {
			continue
		}
		i := l[0] + strings.Index(line, "echo ") + len("echo ")
		j := l[0] + strings.LastIndex(line[:to], ">>")
		if j < i {
			continue
		}
		word, quote := text.Slice(i, j).TrimSpace(), byte(0)
		if w := word.String(); len(w) > 1 && (w[0] == '"' || w[0] == '\'') && w[len(w)-1] == w[0] {
			word, quote = word.Slice(1, len(w)-1), w[0]
		}
		name, val, ok := word.Cut("=")
		if !ok || !isName(name.String()) {
			continue
		}
		firm := !conditional && len(echo) == len(line) // an indented line may be a branch
		out = out.set(name.String(), c.exported(name.String(), val, quote, end, firm))
	}
	return out
}

// exported returns the text that a step gives to a variable of later steps.
func (c *context) exported(name string, val source.Text, quote byte, end surface.Env, firm bool) source.Text {
	v := strings.Trim(val.String(), "${}")
	switch {
	case !firm:
	case quote == '\'' || !strings.ContainsAny(val.Mask(' '), "$`\\\"'"):
		return val
	case isName(v) && strings.HasPrefix(val.String(), "$") && end[v].Known():
		t := end[v].Raw()
		if w := end[v].Weak(); w != "" {
			t = t.Weaken(w)
		}
		return t
	}
	return source.Unknown(&source.Hole{
		Expr: "$" + name, Why: "written to GITHUB_ENV by an earlier step", Sym: c.file + ":" + c.job + ":$" + name,
	}, val.Span())
}

func isName(s string) bool {
	return s != "" && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == "" && s[0] > '9'
}
