// Package markdown finds what a Markdown text holds besides prose: fences,
// indented code, code spans, with the place of every byte.
package markdown

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/proflint/proflint/internal/source"
)

// Kind of a block.
type Kind uint8

const (
	Fence    Kind = iota // a fenced code block
	Indented             // an indented code block
	Prose                // the lines of a paragraph or list item; its code spans and HTML are holes
	Span                 // a code span inside prose or a heading
	HTML                 // a <pre> element; entities are decoded
)

// Block is a piece of the text, without the indentation and the marks of what
// it stands in.
type Block struct {
	Kind Kind
	Info string // of a fence, as written
	Text source.Text
}

// maxDepth bounds code blocks that hold Markdown themselves.
const maxDepth = 3

// Parser reads Markdown. Several goroutines may use it.
type Parser struct{ goldmark parser.Parser }

// NewParser returns a parser of what code needs: emphasis, links and
// references would cost time and say nothing.
func NewParser() *Parser {
	return &Parser{parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400)))}
}

// Read returns the blocks of a text in order. Comments are left out, and so
// are the parts between fences that want does not ask for (code: the part may
// hold code besides code spans): most of what people write is prose that shows
// no command, and the library takes ten times as long to read it as want takes
// to say so. It reports false for a text that is
// too large, or nests too deeply, to be read.
func (p *Parser) Read(text source.Text, want func(part string, code bool) bool) ([]Block, bool) {
	s, whole := text.Mask('x'), true
	if len(s) > maxSize {
		return nil, false
	}
	out := make([]Block, 0, 8) // as many as most texts have
	parts(s, func(part part) {
		switch {
		case part.fence:
			out = append(out, Block{Fence, part.info, text.Slice(part.from, part.to)})
		case want(s[part.from:part.to], part.code):
			blocks, ok := p.read(text.Slice(part.from, part.to), 0)
			out, whole = append(out, blocks...), whole && ok
		}
	})
	return out, whole
}

func (p *Parser) read(text source.Text, depth int) ([]Block, bool) {
	r := &reader{Parser: p, text: text, src: []byte(text.Mask('x')), depth: depth}
	if bounded(r.src) {
		return nil, false
	}
	r.walk(p.goldmark.Parse(gtext.NewReader(r.src)))
	return r.out, true
}

type reader struct {
	*Parser
	text  source.Text
	src   []byte
	out   []Block
	depth int
}

// maxNesting and maxSize bound what the library is given: it looks at every
// open quote or list for each line.
const (
	maxNesting = 100
	maxSize    = 4 << 20
)

// bounded reports whether a text nests too deeply: by many marks in one line,
// or by many lines whose marks are far indented.
func bounded(src []byte) bool {
	marks, col, far := 0, 0, 0
	for i, c := range src {
		col++
		blank := i+1 == len(src) || src[i+1] == ' ' || src[i+1] == '\t'
		switch {
		case c == '\n':
			marks, col = 0, 0
		case marks < 0 || c == ' ' || c == '\t' || '0' <= c && c <= '9':
		case c == '>' || blank && strings.IndexByte("-+*.)", c) >= 0:
			if marks++; col > 2*maxNesting {
				far++
			}
		default:
			marks = -1
		}
		if marks > maxNesting || far > maxNesting {
			return true
		}
	}
	return false
}

func (r *reader) walk(n ast.Node) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		info := ""
		if n.Info != nil {
			info = string(n.Info.Segment.Value(r.src))
		}
		r.out = append(r.out, Block{Fence, strings.TrimSpace(info), r.lines(n)})
	case *ast.CodeBlock:
		r.indented(r.lines(n))
	case *ast.HTMLBlock:
		r.html(n)
	case *ast.Paragraph, *ast.TextBlock:
		r.prose(n)
	case *ast.Heading:
		r.spans(n)
	default:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			r.walk(c)
		}
	}
}

func (r *reader) lines(n ast.Node) source.Text {
	lines := n.Lines()
	parts := make([]source.Text, 0, lines.Len())
	for i := range lines.Len() {
		s := lines.At(i)
		parts = append(parts, r.text.Slice(s.Start, s.Stop))
	}
	return source.Concat(parts...)
}

// indented adds indented code. Where it holds fences it is the body of an
// admonition or a tab, which some dialects indent.
func (r *reader) indented(text source.Text) {
	s := "\n" + text.String()
	if r.depth < maxDepth && (strings.Contains(s, "\n```") || strings.Contains(s, "\n~~~")) {
		inner, _ := r.read(text, r.depth+1)
		r.out = append(r.out, inner...)
		return
	}
	r.out = append(r.out, Block{Kind: Indented, Text: text})
}

// prose adds the lines of a paragraph, and its code spans.
func (r *reader) prose(n ast.Node) {
	lines := n.Lines()
	starts := make([]int, lines.Len()+1) // offset of each line in the text
	for i := range lines.Len() {
		starts[i+1] = starts[i] + lines.At(i).Stop - lines.At(i).Start
	}
	// offset in the text of an offset in the source
	offset := func(at int) int {
		i := max(sort.Search(lines.Len(), func(i int) bool { return lines.At(i).Start > at })-1, 0)
		return min(starts[i]+max(at-lines.At(i).Start, 0), starts[i+1])
	}
	holes := r.spans(n)
	if lines.Len() == 0 {
		return
	}
	text, done := r.lines(n), 0
	var parts []source.Text
	for _, h := range holes {
		i, j := offset(h[0]), offset(h[1])
		if i < done || j <= i {
			continue
		}
		hole := &source.Hole{Expr: text.String()[i:j], Why: "formatted text"}
		parts = append(parts, text.Slice(done, i), source.Unknown(hole, text.Slice(i, j).Span()))
		done = j
	}
	r.out = append(r.out, Block{Kind: Prose, Text: source.Concat(append(parts, text.Slice(done, text.Len()))...)})
}

// spans adds the code spans of a block, and returns the ranges of the source
// that are code or HTML.
func (r *reader) spans(n ast.Node) (holes [][2]int) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.CodeSpan:
			var parts []source.Text
			from, to := -1, -1
			for t := c.FirstChild(); t != nil; t = t.NextSibling() {
				if t, ok := t.(*ast.Text); ok {
					parts = append(parts, r.text.Slice(t.Segment.Start, t.Segment.Stop))
					if from < 0 {
						from = t.Segment.Start
					}
					to = t.Segment.Stop
				}
			}
			if from >= 0 {
				r.out = append(r.out, Block{Kind: Span, Text: source.Concat(parts...)})
				holes = append(holes, r.ticks(from, to))
			}
		case *ast.RawHTML:
			if k := c.Segments.Len(); k > 0 {
				holes = append(holes, [2]int{c.Segments.At(0).Start, c.Segments.At(k - 1).Stop})
			}
		}
	}
	return holes
}

// ticks widens the range of a code span over its backticks.
func (r *reader) ticks(from, to int) [2]int {
	if from > 1 && r.src[from-1] == ' ' && r.src[from-2] == '`' {
		from--
	}
	for from > 0 && r.src[from-1] == '`' {
		from--
	}
	if to+1 < len(r.src) && r.src[to] == ' ' && r.src[to+1] == '`' {
		to++
	}
	for to < len(r.src) && r.src[to] == '`' {
		to++
	}
	return [2]int{from, to}
}
