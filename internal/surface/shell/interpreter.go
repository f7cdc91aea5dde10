package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// launcher is the version of the language that starts a pipeline: the name of
// the program (python3.11), what its command says, JAVA_HOME, the environment
// that the script made, what the carrier provides, or weakly a file by which a
// version manager chooses one. own are the words in front of the pipeline's.
func (r *reader) launcher(lang model.Lang, own []gcloud.Word) value.Str {
	base := path.Base(own[0].Text.String())
	if lang == model.Python && named("python*", base) {
		if t := ownVersion(own); t.Len() > 0 {
			return value.Text(t)
		}
	}
	if lang == model.Python && contains("uv pipenv pdm hatch", base) {
		if t := pythonOption(own); t.Len() > 0 {
			return value.Text(t)
		}
	}
	for _, env := range []surface.Env{r.own, r.env()} {
		if home, ok := env["JAVA_HOME"]; ok && lang == model.Java {
			return home
		}
	}
	if v, ok := r.made[lang]; ok {
		return v
	}
	if v, ok := r.languages[lang]; ok || r.inside.Raw().Len() > 0 {
		return v
	}
	return surface.Managed(lang, base == "uv", func(name string) (*source.File, bool) { return find(r.Reader, r.within, name) })
}

// optionValue returns the value of the first of some options among words.
func optionValue(words []gcloud.Word, options string) source.Text {
	for i, w := range words {
		key, val, attached := w.Text.Cut("=")
		switch {
		case !contains(options, key.String()):
		case attached:
			return val
		case i+1 < len(words):
			return words[i+1].Text
		}
	}
	return source.Text{}
}

// choosers are the commands that choose a version for those that follow: the
// words that they start with, each one of several, and where the version stands.
var choosers = []struct {
	start []string
	lang  model.Lang
	at    func(words []gcloud.Word) source.Text
}{
	{[]string{"python*", "-m", "venv virtualenv"}, model.Python, ownVersion},
	{[]string{"virtualenv"}, model.Python, pythonOption},
	{[]string{"uv", "venv"}, model.Python, pythonOption},
	{[]string{"uv", "python", "pin"}, model.Python, lastWord},
	{[]string{"pyenv", "local global shell"}, model.Python, lastWord},
	{[]string{"poetry", "env", "use"}, model.Python, lastWord},
	{[]string{"jenv", "local global shell"}, model.Java, lastWord},
	{[]string{"sdk", "use default", "java"}, model.Java, func(words []gcloud.Word) source.Text {
		if len(words) < 4 {
			return source.Text{}
		}
		return release(words[3].Text)
	}},
}

func lastWord(words []gcloud.Word) source.Text     { return words[len(words)-1].Text }
func pythonOption(words []gcloud.Word) source.Text { return optionValue(words, "-p --python") }

// ownVersion is the name of a Python that tells its version: python3.11.
func ownVersion(words []gcloud.Word) source.Text {
	if name := words[0].Text; name.Known() && strings.Contains(path.Base(name.String()), ".") {
		return name
	}
	return source.Text{}
}

// chooses notes which version a command chooses for those that follow it.
func (r *reader) chooses(base string, words []gcloud.Word) {
	for _, c := range choosers {
		if !named(c.start[0], base) || len(words) < len(c.start) {
			continue
		}
		if rest := words[1:len(c.start)]; slices.EqualFunc(rest, c.start[1:], func(w gcloud.Word, list string) bool { return contains(list, w.Text.String()) }) {
			r.choose(c.lang, c.at(words))
		}
	}
}

func (r *reader) choose(lang model.Lang, t source.Text) {
	if t.Len() == 0 {
		return
	}
	v := value.Text(t)
	if old, ok := r.made[lang]; ok && old.Raw().String() != t.String() { // which of them is in use is not followed
		v = value.Not[source.Text](&source.Hole{Why: "several are made"}, t.Spans()...)
	}
	if r.made == nil {
		r.made = map[model.Lang]value.Str{}
	}
	r.made[lang] = v
}

// release drops the vendor behind a version of SDKMAN: 8.0.402-tem.
func release(t source.Text) source.Text {
	before, _, _ := t.Cut("-")
	return before
}
