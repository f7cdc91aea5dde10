package data

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// tags of the template languages that write YAML and JSON (Helm, Jinja).
var tags = [...][2]string{{"{{", "}}"}, {"{%", "%}"}, {"{#", "#}"}}

// maxTag is the longest template tag that is looked for.
const maxTag = 4096

// marks stand around a name that a script replaces: %%NAME%%, @NAME@.
var marks = [...]string{"%%", "@"}

// Templated returns the text with its template tags ({{ … }}, {% … %}) and the
// names that scripts replace (%%NAME%%, @NAME@) as holes.
func Templated(text source.Text) source.Text {
	var parts []source.Text
	s, done := text.String(), 0
	for i := 0; i+1 < len(s); i++ {
		n := 0
		switch s[i] {
		case '{':
			n = tag(s[i:min(i+maxTag, len(s))])
		case '%', '@':
			n = marked(s[i:])
		}
		if n > 0 {
			end := i + n
			expr := s[i:end]
			parts = append(parts, text.Slice(done, i), source.Unknown(
				&source.Hole{Expr: expr, Why: "filled in by a template", Sym: symbol(text, i, expr)}, region(text, i, end)))
			done, i = end, end-1
		}
	}
	if done == 0 {
		return text
	}
	return source.Concat(append(parts, text.Slice(done, len(s)))...)
}

// tag returns the length of the template tag that a text starts with; 0 for
// none.
func tag(s string) int {
	for _, t := range tags {
		if strings.HasPrefix(s, t[0]) {
			if n := strings.Index(s, t[1]); n >= 0 {
				return n + len(t[1])
			}
		}
	}
	return 0
}

// marked is tag for a name in capitals between two marks.
func marked(s string) int {
	for _, m := range marks {
		rest, ok := strings.CutPrefix(s, m)
		name := strings.TrimLeft(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
		if ok && len(name) < len(rest) && strings.HasPrefix(name, m) {
			return len(s) - len(name) + len(m)
		}
	}
	return 0
}

// symbol of a tag that only names a variable: wherever it stands in the file
// its value is the same. Anything else may be a function of the place.
func symbol(text source.Text, at int, expr string) string {
	name := strings.TrimSpace(strings.Trim(expr, "{}-%@"))
	span := text.At(at)
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") != "" || name == "" || !span.Valid() {
		return ""
	}
	return span.File.Path + ":{{" + name + "}}"
}
