package gradle

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// stringReader reads the inside of one string.
type stringReader struct {
	*lexer
	raw    bool // no escapes
	fields bool // ${…} and $name are replaced
	parts  []Node
}

// escapes of one character.
var escapes = map[byte]string{
	'n': "\n", 't': "\t", 'r': "\r", 'b': "\b", 'f': "\f", '\\': "\\", '\'': "'", '"': `"`, '$': "$", '/': "/", '\n': "",
}

// read reads up to the closing quote and returns what follows it.
func (p *stringReader) read(i, to int, quote string) int {
	from := i
	flush := func(j int) {
		if from < j {
			p.parts = append(p.parts, Node{Kind: String, Text: p.text.Slice(from, j)})
		}
	}
	for i < to {
		switch c := p.s[i]; {
		case strings.HasPrefix(p.s[i:to], quote) && !(len(quote) == 3 && strings.HasPrefix(p.s[i+1:to], quote)):
			flush(i)
			return i + len(quote)
		case c == '\n' && len(quote) == 1:
			flush(i)
			return i // not closed
		case c == '\\' && i+1 < to && (!p.raw || quote == "/" && p.s[i+1] == '/'):
			flush(i)
			says, n := escape(p.s[i:to])
			p.parts = append(p.parts, Node{Kind: String, Text: source.Derived(says, p.text.Slice(i, i+n).Span())})
			i += n
			from = i
		case c == '$' && p.fields:
			node, n := p.field(i, to)
			if n == 0 {
				i++
				continue
			}
			flush(i)
			p.parts = append(p.parts, node)
			i += n
			from = i
		default:
			i++
		}
	}
	flush(to)
	return to
}

func escape(s string) (string, int) {
	if s[1] == 'u' && len(s) >= 6 {
		return s[:6], 6 // no version needs one
	}
	if says, ok := escapes[s[1]]; ok {
		return says, 2
	}
	return s[1:2], 2
}

// field reads "${expression}" or "$name", and Groovy's "$name.name". The
// length is 0 for a dollar that is only a dollar.
func (p *stringReader) field(i, to int) (Node, int) {
	if i+1 < to && p.s[i+1] == '{' {
		j := p.closing(i+2, to)
		if j < 0 {
			return Node{}, 0
		}
		return p.expression(i, i+2, j, j+1), j + 1 - i
	}
	j := i + 1
	for j < to && isWord(p.s[j]) && p.s[j] != '$' {
		j++
		if p.lang == Groovy && j+1 < to && p.s[j] == '.' && isWord(p.s[j+1]) && !isDigit(p.s[j+1]) {
			j++
		}
	}
	if j == i+1 || isDigit(p.s[i+1]) {
		return Node{}, 0
	}
	return p.expression(i, i+1, j, j), j - i
}

// closing returns where the "}" of a field stands, or -1.
func (p *stringReader) closing(i, to int) int {
	depth, quote := 0, byte(0)
	for to = min(to, i+maxField); i < to; i++ {
		switch c := p.s[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '{':
			depth++
		case c == '}' && depth == 0:
			return i
		case c == '}':
			depth--
		case c == '\n':
			return -1
		}
	}
	return -1
}

// expression parses the field [from, to), which is written at [start, end).
func (p *stringReader) expression(start, from, to, end int) Node {
	whole := p.text.Slice(start, end)
	if p.depth < maxDepth/10 {
		inner := &lexer{text: p.text, s: p.s, lang: p.lang, depth: p.depth + 1}
		inner.run(from, to)
		body := (&parser{lexer: inner}).block(false)
		if len(body) == 1 {
			body[0].Text = whole
			return body[0]
		}
	}
	return Node{Kind: Other, Text: whole}
}
