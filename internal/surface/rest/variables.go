package rest

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/data"
)

// variables returns the text of a body with what is filled in before it is
// sent as holes: the tags of template languages, and $NAME and ${NAME}, which
// envsubst or a build replaces; ${…} are the expressions of Cloud Workflows, too.
func variables(text source.Text) source.Text {
	text = data.Templated(text)
	var parts []source.Text
	s, done := text.Mask(0), 0
	for at := strings.IndexByte(s, '$'); at >= 0; {
		next := at + 1
		if n := variable(s[at:]); n > 0 {
			next = at + n
			h := &source.Hole{Expr: s[at:next], Why: "filled in before it is sent"}
			span := text.Slice(at, next).Extent()
			if span.File != nil {
				h.Sym = span.File.Path + ":" + h.Expr
			}
			parts = append(parts, text.Slice(done, at), source.Unknown(h, span))
			done = next
		}
		if at = strings.IndexByte(s[next:], '$'); at >= 0 {
			at += next
		}
	}
	if done == 0 {
		return text
	}
	return source.Concat(append(parts, text.Slice(done, len(s)))...)
}

// capitals are what names of the environment are written in.
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

// variable returns the length of the variable that a text begins with, or 0.
func variable(s string) int {
	if strings.HasPrefix(s, "${") {
		if n := strings.IndexAny(s, "}\n\x00"); n > 0 && s[n] == '}' {
			return n + 1
		}
		return 0
	}
	n := len(s) - len(strings.TrimLeft(s[1:], capitals))
	if n < 2 || s[1] <= '9' {
		return 0
	}
	return n
}
