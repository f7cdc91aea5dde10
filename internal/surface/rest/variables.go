package rest

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// variables returns the text of a body with its variables as holes: ${NAME},
// which envsubst or a build fills in, and the expressions of Cloud Workflows.
func variables(text source.Text) source.Text {
	var parts []source.Text
	s, done := text.String(), 0
	for at := strings.Index(s, "${"); at >= 0; {
		next := at + len("${")
		if n := strings.IndexAny(s[at:], "}\n"); n > 0 && s[at+n] == '}' {
			next = at + n + 1
			h := &source.Hole{Expr: s[at:next], Why: "filled in before it is sent"}
			span := text.Slice(at, next).Extent()
			if span.File != nil {
				h.Sym = span.File.Path + ":" + h.Expr
			}
			parts = append(parts, text.Slice(done, at), source.Unknown(h, span))
			done = next
		}
		if at = strings.Index(s[next:], "${"); at >= 0 {
			at += next
		}
	}
	if done == 0 {
		return text
	}
	return source.Concat(append(parts, text.Slice(done, len(s)))...)
}
