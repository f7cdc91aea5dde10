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
	if lang == model.Python && strings.HasPrefix(base, "python") && strings.Contains(base, ".") && own[0].Text.Known() {
		return value.Text(own[0].Text)
	}
	if lang == model.Python && contains("uv pipenv pdm hatch", base) {
		if t := optionValue(own, "-p --python"); t.Len() > 0 {
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
	return r.managed(lang, base == "uv")
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

// chooses notes which version a command chooses for those that follow it.
func (r *reader) chooses(base string, words []gcloud.Word) {
	lang, t := model.Python, source.Text{}
	says := func(i int, list string) bool { return i < len(words) && contains(list, words[i].Text.String()) }
	last := words[len(words)-1].Text
	switch {
	case strings.HasPrefix(base, "python") && strings.Contains(base, ".") && says(1, "-m") && says(2, "venv virtualenv"):
		t = words[0].Text
	case base == "virtualenv" || base == "uv" && says(1, "venv"):
		t = optionValue(words, "-p --python")
	case base == "pyenv" && says(1, "local global shell"), base == "uv" && says(1, "python") && says(2, "pin"), base == "poetry" && says(1, "env") && says(2, "use"):
		t = last
	case base == "sdk" && says(1, "use default") && says(2, "java") && len(words) > 3:
		lang, t = model.Java, release(words[3].Text)
	case base == "jenv" && says(1, "local global shell"):
		lang, t = model.Java, last
	}
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

// managers are the files by which version managers choose a language; those
// with a name for it list several.
var managers = []struct {
	file  string
	only  model.Lang
	under string // the heading that they stand under
}{
	{".python-version", model.Python, ""}, {".java-version", model.Java, ""}, {".sdkmanrc", "", ""}, {".tool-versions", "", ""},
	{"mise.toml", "", "[tools]"}, {".mise.toml", "", "[tools]"},
}

// managed returns the version that such a file chooses, in the folder of the
// command or above it. Only uv is sure to go by it.
func (r *reader) managed(lang model.Lang, firm bool) value.Str {
	for _, m := range managers {
		if m.only != "" && m.only != lang {
			continue
		}
		f, ok := find(r.Reader, r.within, m.file)
		if !ok {
			continue
		}
		heading := ""
		for _, line := range source.Whole(f).Split("\n") {
			line, _, _ = line.Cut("#")
			fields := line.Fields()
			if line.HasPrefix("[") {
				heading = strings.TrimSpace(line.String())
			}
			if heading != m.under {
				continue
			}
			if m.only == "" {
				name, val, ok := line.Cut("=")
				if !ok && len(fields) > 1 {
					name, val = fields[0], fields[1]
				}
				fields = val.Fields()
				if strings.TrimSpace(name.String()) != string(lang) {
					continue
				}
			}
			if len(fields) == 0 {
				continue
			}
			t := unquoted(fields[0])
			if m.file == ".sdkmanrc" {
				t = release(t)
			}
			if !firm || m.only != model.Python {
				t = t.Weaken("the launch going by " + f.Path)
			}
			return value.Text(t)
		}
	}
	return value.Str{}
}

// unquoted drops quotes around a text.
func unquoted(t source.Text) source.Text {
	s := t.String()
	if n := len(s); n > 1 && slices.Contains([]byte{'"', '\''}, s[0]) && s[n-1] == s[0] {
		return t.Slice(1, n-1)
	}
	return t
}
