package carry

import (
	"maps"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// languages are the versions of Java and Python that a job runs with, as the
// carrier states them: the SDK's own worker images follow them (F3.19).
type languages map[model.Lang]value.Str

// images are words of image names, and the language that such an image brings.
var images = map[string]model.Lang{"python": model.Python, "java": model.Java, "jdk": model.Java, "temurin": model.Java,
	"maven": model.Java, "gradle": model.Java, "corretto": model.Java, "zulu": model.Java}

// image adds what the image of a job states: maven:3.8-openjdk-8.
func (l languages) image(t source.Text) languages {
	name := t.String()
	for word, lang := range images {
		if strings.Contains(name, word) {
			l = l.with(lang, t)
		}
	}
	return l
}

func (l languages) with(lang model.Lang, t source.Text) languages {
	out := languages{}
	maps.Copy(out, l)
	out[lang] = value.Text(t)
	return out
}

// setups are the actions that install a language, and their input.
var setups = []struct {
	action, input string
	lang          model.Lang
}{
	{"actions/setup-java", "java-version", model.Java},
	{"actions/setup-python", "python-version", model.Python},
}

// step adds what a step installs.
func (l languages) step(uses source.Text, with value.Tree, fill func(source.Text) source.Text) languages {
	action, _, _ := strings.Cut(uses.String(), "@")
	for _, s := range setups {
		if v := with.Get(s.input); action == s.action && v.Present() {
			return l.with(s.lang, fill(v.Text))
		}
	}
	return l
}
