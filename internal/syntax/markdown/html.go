package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/proflint/proflint/internal/source"
)

// html adds the <pre> elements of an HTML block. Anything else in it is
// layout, or a comment.
func (r *reader) html(n *ast.HTMLBlock) {
	if n.HTMLBlockType == ast.HTMLBlockType2 {
		return // a comment
	}
	text := r.lines(n)
	if n.HasClosure() {
		text = text.Add(r.text.Slice(n.ClosureLine.Start, n.ClosureLine.Stop))
	}
	s := strings.ToLower(text.String())
	for from := 0; ; {
		i := strings.Index(s[from:], "<pre")
		if i < 0 {
			return
		}
		i += from
		start := i + strings.IndexByte(s[i:], '>') + 1
		end := i + strings.Index(s[i:], "</pre")
		if start <= i || end < start {
			return
		}
		r.out = append(r.out, Block{Kind: HTML, Text: unmarked(text.Slice(start, end))})
		from = end + len("</pre")
	}
}

// entities that code in HTML needs.
var entities = map[string]string{"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": `"`, "&#39;": "'", "&nbsp;": " "}

// Decode returns a text with its HTML entities as characters.
func Decode(text source.Text) source.Text { return rewrite(text, false) }

// unmarked drops the tags of HTML code and decodes its entities.
func unmarked(text source.Text) source.Text { return rewrite(text, true) }

func rewrite(text source.Text, tags bool) source.Text {
	var parts []source.Text
	s, done := text.String(), 0
	for i := 0; i < len(s); i++ {
		n, as := 0, ""
		switch {
		case s[i] == '&':
			if semi := strings.IndexByte(s[i:min(len(s), i+8)], ';'); semi > 0 {
				if v, ok := entities[s[i:i+semi+1]]; ok {
					n, as = semi+1, v
				}
			}
		case s[i] == '<' && tags:
			n = strings.IndexByte(s[i:], '>') + 1
		}
		if n > 0 {
			parts = append(parts, text.Slice(done, i))
			if as != "" {
				parts = append(parts, source.Derived(as, text.Slice(i, i+n).Span()))
			}
			i += n - 1
			done = i + 1
		}
	}
	if done == 0 {
		return text
	}
	return source.Concat(append(parts, text.Slice(done, len(s)))...)
}
