package data

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// YAML reads all documents of a text. Holes of the text stay holes in keys
// and values. What can be had of a text that does not parse is returned with
// the first error: the documents around it, and the part of the broken one
// above the error, its unfinished containers open.
func YAML(text source.Text) ([]value.Tree, *Error) {
	r := readYAML(text)
	return r.trees, r.err
}

// yamlText is one text as it is read.
type yamlText struct {
	text   source.Text
	s      string   // the text, its holes masked
	gaps   []gap    // where content may stand that is not read
	prose  [][2]int // quoted and block scalars: a '#' in them is no comment
	trees  []value.Tree
	err    *Error
	errAt  int
	copies int // values that aliases added
}

// gap is a place where the text may hold more than is read: what a template
// fills in on a line of its own, or the end of what could be parsed.
type gap struct {
	at   int
	hole *source.Hole
}

func readYAML(text source.Text) *yamlText {
	r := &yamlText{text: text, s: text.Mask('x')}
	if len(r.s) > maxSize {
		r.fail(0, "larger than 4 MiB: not read")
		return r
	}
	r.run()
	if r.err == nil || text.Known() {
		return r
	}
	// A template statement on a line of its own is no YAML, whatever it is
	// filled with; read around it.
	b := &yamlText{text: text}
	b.s, b.gaps = blankLines(text)
	if b.run(); b.err == nil || b.errAt > r.errAt {
		return b
	}
	return r
}

// blankLines masks a text like Mask, but leaves lines that hold nothing but
// holes blank, and returns these as gaps.
func blankLines(text source.Text) (string, []gap) {
	b, blank := []byte(text.Mask('x')), text.Mask(' ')
	var gaps []gap
	for i := 0; i < len(blank); {
		e := find(blank, i, len(blank), '\n')
		first := holeIn(b[i:e], blank[i:e])
		if strings.TrimSpace(blank[i:e]) == "" && first >= 0 {
			copy(b[i:e], blank[i:e])
			gaps = append(gaps, gap{i + first, text.Slice(i+first, e).Hole()})
		}
		i = e + 1
	}
	return string(b), gaps
}

// holeIn returns where two masks first differ, or -1.
func holeIn(a []byte, b string) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// maxRepairs bounds how often a broken text is parsed again.
const maxRepairs = 8

func (r *yamlText) run() {
	base := 0
	if strings.HasPrefix(r.s, "\ufeff") {
		base = len("\ufeff")
	}
	for range maxRepairs {
		trees, bad := r.parse(base, len(r.s))
		r.trees = append(r.trees, trees...)
		if bad == nil {
			return
		}
		r.fail(bad.at, bad.msg)
		r.trees = append(r.trees, r.salvage(bad)...)
		next := strings.Index(r.s[bad.at:], "\n---")
		if next < 0 {
			return
		}
		base = bad.at + next + 1
	}
}

func (r *yamlText) fail(at int, msg string) {
	if r.err == nil {
		r.errAt = at
		r.err = &Error{At: region(r.text, at, find(r.s, at, len(r.s), '\n')), Msg: msg}
	}
}

// broken is a document that does not parse.
type broken struct {
	doc   int // where it starts
	at    int // the error
	other int // where the construct starts that the error is in, or -1
	msg   string
}

// salvage reads the part of a document above its error.
func (r *yamlText) salvage(bad *broken) []value.Tree {
	lines := []int{lineStart(r.s, bad.at)}
	lines = append(lines, lineStart(r.s, lines[0]-1))
	if bad.other >= 0 {
		at := lineStart(r.s, bad.other)
		lines = append(lines, at, lineStart(r.s, at-1))
	}
	lines = append(lines, topLevel(r.s, bad.doc, lines[len(lines)-1]))
	slices.Sort(lines)
	for _, cut := range slices.Backward(slices.Compact(lines)) {
		if cut <= bad.doc {
			break
		}
		keep := r.gaps
		r.gaps = append(slices.Clip(keep), gap{cut, &source.Hole{Expr: "part that does not parse", Why: "the text below does not parse"}})
		trees, bad := r.parse(bad.doc, cut)
		r.gaps = keep
		if bad == nil {
			return trees
		}
	}
	return nil
}

// topLevel returns the start of the last line before end that starts with a
// key of the document.
func topLevel(s string, from, end int) int {
	for at := end; at > from; {
		if at = lineStart(s, at-1); strings.IndexByte(" \t\r\n#-", s[at]) < 0 {
			return at
		}
	}
	return from
}

// find returns the offset of the first c in s[i:end], or end.
func find(s string, i, end int, c byte) int {
	if n := strings.IndexByte(s[i:end], c); n >= 0 {
		return i + n
	}
	return end
}

func lineStart(s string, i int) int {
	if i <= 0 {
		return 0
	}
	return strings.LastIndexByte(s[:i], '\n') + 1
}

// parse reads the documents of s[base:end]. Those before an error are
// returned with it.
func (r *yamlText) parse(base, end int) (trees []value.Tree, bad *broken) {
	b := newBuilder(r, base, end)
	loader, err := yaml.NewLoader(strings.NewReader(r.s[base:end]))
	if err != nil {
		return nil, &broken{base, base, -1, err.Error()}
	}
	for {
		var doc yaml.Node
		switch err := load(loader, &doc); {
		case err == io.EOF:
			return trees, nil
		case err != nil:
			start := min(b.cursor, end)
			if start > base {
				start = find(r.s, start, end, '\n') + 1
			}
			bad := b.broken(err)
			bad.doc = min(start, bad.at)
			return trees, bad
		}
		if len(doc.Content) > 0 {
			trees = append(trees, b.document(doc.Content[0]))
		}
	}
}

// load reads one document. The library is not trusted to never panic.
func load(loader *yaml.Loader, doc *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("cannot be parsed: %v", p)
		}
	}()
	return loader.Load(doc)
}

// broken places an error of the library.
func (b *builder) broken(err error) *broken {
	out := &broken{at: b.end, other: -1, msg: err.Error()}
	var le *yaml.LoadError
	if !errors.As(err, &le) {
		return out
	}
	out.msg = le.Message
	if le.ContextMsg != "" {
		out.msg = le.ContextMsg + ": " + le.Message
		out.other = b.offset(le.ContextMark.Line, le.ContextMark.Column)
	}
	if le.Mark.Line > 0 {
		out.at = b.offset(le.Mark.Line, le.Mark.Column)
	} else {
		out.at = min(b.base+le.Mark.Index, b.end)
	}
	return out
}
