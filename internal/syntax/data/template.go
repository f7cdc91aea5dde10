package data

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// tags of the template languages that write YAML and JSON (Helm, Jinja).
var tags = [...][2]string{{"{{", "}}"}, {"{%", "%}"}, {"{#", "#}"}}

// maxTag is the longest template tag that is looked for.
const maxTag = 4096

// Templated returns the text with its template tags ({{ … }}, {% … %}) as
// holes.
func Templated(text source.Text) source.Text {
	var parts []source.Text
	s, done := text.String(), 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '{' {
			continue
		}
		for _, tag := range tags {
			if !strings.HasPrefix(s[i:], tag[0]) {
				continue
			}
			n := strings.Index(s[i:min(i+maxTag, len(s))], tag[1])
			if n < 0 {
				continue
			}
			end := i + n + len(tag[1])
			expr := s[i:end]
			parts = append(parts, text.Slice(done, i), source.Unknown(
				&source.Hole{Expr: expr, Why: "filled in by a template", Sym: symbol(text, i, expr)}, region(text, i, end)))
			done, i = end, end-1
			break
		}
	}
	if done == 0 {
		return text
	}
	return source.Concat(append(parts, text.Slice(done, len(s)))...)
}

// symbol of a tag that only names a variable: wherever it stands in the file
// its value is the same. Anything else may be a function of the place.
func symbol(text source.Text, at int, expr string) string {
	name := strings.TrimSpace(strings.Trim(expr, "{}-"))
	span := text.At(at)
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") != "" || name == "" || !span.Valid() {
		return ""
	}
	return span.File.Path + ":{{" + name + "}}"
}
