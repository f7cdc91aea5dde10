package surface

import (
	"maps"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// images are words of image names, and the language that such an image brings.
var images = map[string]model.Lang{"python": model.Python, "java": model.Java, "jdk": model.Java, "temurin": model.Java,
	"maven": model.Java, "gradle": model.Java, "corretto": model.Java, "zulu": model.Java}

// Provides adds to the languages of a place those that a container image
// brings, as its name states them: maven:3.8-openjdk-8.
func Provides(langs map[model.Lang]value.Str, image source.Text) map[model.Lang]value.Str {
	out := langs
	for word, lang := range images {
		if strings.Contains(image.String(), word) {
			if out = maps.Clone(out); out == nil {
				out = map[model.Lang]value.Str{}
			}
			out[lang] = value.Text(image)
		}
	}
	return out
}
