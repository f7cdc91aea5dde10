package carry

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// launches reports whether a text may hold what a surface looks for.
func launches(text source.Text) bool { return surface.Launches(text.String()) }

// installs reports whether commands may install the SDK that others run, or write
// down which one that is.
func installs(s string) bool {
	return (strings.Contains(s, "install") || strings.Contains(s, ">") || strings.Contains(s, "tee ")) && sdk(s)
}

// prepares reports whether commands may install the SDK that others run, or build
// the image that they run in.
func prepares(s string) bool {
	return installs(s) || strings.Contains(s, " build") && (strings.Contains(s, "docker") || strings.Contains(s, "podman"))
}

// sdk reports whether a text may name the SDK, or a file that does.
func sdk(s string) bool {
	return strings.Contains(s, "requirement") || slices.ContainsFunc(beam.Spellings, func(name string) bool { return strings.Contains(s, name) })
}

// inTurn returns a reader for texts that run one after another.
func inTurn(r *surface.Reader) *surface.Reader {
	out, session := *r, &surface.Session{}
	out.Embed = func(f surface.Fragment) surface.Env {
		f.Session = session
		return r.Embed(f)
	}
	return &out
}

// runScript hands on a script that is a session of its own. What no shell has
// filled in may be syntax, so a text with holes may well not parse.
func runScript(r *surface.Reader, text source.Text, env scope, h host) {
	if launches(text) || prepares(text.String()) || env.launches(text) {
		r.Embed(surface.Fragment{Lang: surface.Shell, Text: text, Env: env.shell(), Languages: h.langs, Inside: value.Text(h.inside), Dir: h.dir, Loose: !text.Known()})
	}
}

// runWords hands on a command that is given as words. If it is a shell with
// -c, its script is handed on.
func runWords(r *surface.Reader, words []source.Text, env scope, h host) {
	if text, ok := scriptOf(words); ok {
		runScript(r, text, env, h)
	} else if slices.ContainsFunc(words, func(t source.Text) bool {
		return launches(t) || sdk(t.String()) || t.String() == "build" || env.launches(t)
	}) {
		r.Embed(surface.Fragment{Lang: surface.Shell, Words: words, Env: env.shell(), Languages: h.langs, Inside: value.Text(h.inside), Dir: h.dir, Loose: true})
	}
}

// shells read scripts in the language that we read.
var shells = words("bash sh zsh dash ksh ash")

// wrappers run the command that follows them.
var wrappers = words("env exec tini dumb-init sudo nohup --")

// scriptOf returns the script that a shell among the words is given with -c.
func scriptOf(words []source.Text) (source.Text, bool) {
	i := 0
	for i < len(words) && wrappers[path.Base(words[i].String())] {
		i++
	}
	if i == len(words) || !words[i].Known() || !shells[path.Base(words[i].String())] {
		return source.Text{}, false
	}
	script := false
	for i++; i < len(words); i++ {
		opt := words[i].String()
		if !strings.HasPrefix(opt, "-") && !strings.HasPrefix(opt, "+") {
			break
		}
		if strings.HasPrefix(opt, "--") {
			continue
		}
		script = script || strings.Contains(opt, "c")
		if strings.HasSuffix(strings.ToLower(opt), "o") { // takes the name of an option
			i++
		}
	}
	if !script || i >= len(words) {
		return source.Text{}, false
	}
	return words[i], true
}

// texts returns the scalars of a list as texts, none if there is no list;
// false if it holds anything else.
func texts(list value.Tree) ([]source.Text, bool) {
	if list.Open() != nil || list.Present() && list.Kind != value.KindList {
		return nil, false
	}
	var out []source.Text
	for _, t := range list.Items() {
		if !isScalar(t) {
			return nil, false
		}
		out = append(out, t.Text)
	}
	return out, true
}

func isScalar(t value.Tree) bool { return t.Kind >= value.KindString && t.Kind <= value.KindNumber }

// documents reads a YAML file, and notes where it does not parse.
func documents(r *surface.Reader, text source.Text) []value.Tree {
	docs, err := data.YAML(text)
	if err != nil {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
	return docs
}
