package data

import (
	"sort"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// builder turns nodes of the library into trees, and its lines and columns
// into offsets.
type builder struct {
	*yamlText
	base, end int   // the part of s that is parsed
	lines     []int // offset of each line start
	anchored  map[*yaml.Node]*built
	size      int // values built, those that aliases copy as well
	cursor    int // behind what was read last
	depth     int
	near      struct{ line, col, at int } // the place resolved last, so that a long line is walked once
}

// built is a node with an anchor as a tree: what aliases refer to.
type built struct {
	tree value.Tree
	size int  // values in it
	done bool // false while its own content is read
}

func newBuilder(r *yamlText, base, end int) *builder {
	b := &builder{yamlText: r, base: base, end: end, cursor: base}
	b.lines = append(make([]int, 0, strings.Count(r.s[base:end], "\n")+1), base)
	for i := base; i < end; i++ {
		if c := r.s[i]; c > '\r' && c < 0xC2 { // as nearly all
			continue
		}
		if n := breakLen(r.s, i); n > 0 {
			i += n - 1
			b.lines = append(b.lines, i+1)
		}
	}
	return b
}

// offset converts a line and a column in characters, both from 1.
func (b *builder) offset(line, col int) int {
	line = min(max(line, 1), len(b.lines))
	at, c := b.lines[line-1], 1
	if b.near.line == line && b.near.col <= col {
		at, c = b.near.at, b.near.col
	}
	for ; c < col && at < b.end; c++ {
		_, n := utf8.DecodeRuneInString(b.s[at:])
		at += n
	}
	b.near.line, b.near.col, b.near.at = line, c, at
	return min(at, b.end)
}

func (b *builder) document(n *yaml.Node) value.Tree {
	tree, _ := b.node(n)
	return tree
}

// node builds one node and returns where it starts; b.cursor is then where it ends.
func (b *builder) node(n *yaml.Node) (value.Tree, int) {
	start := b.offset(n.Line, n.Column)
	if n.Kind == yaml.AliasNode {
		b.cursor = min(start+len("*")+len(n.Value), b.end)
		return b.alias(n, start), start
	}
	if b.depth == maxDepth {
		b.fail(start, "nested deeper than 200 levels: not read")
		return value.Opaque(&source.Hole{Why: "nested too deeply"}, region(b.text, start, start)), start
	}
	var m *built
	if n.Anchor != "" {
		if m = new(built); b.anchored == nil {
			b.anchored = map[*yaml.Node]*built{}
		}
		b.anchored[n] = m
	}
	b.depth++
	b.size++
	before, tree := b.size, value.Tree{}
	switch n.Kind {
	case yaml.MappingNode:
		tree, start = b.mapping(n, start)
	case yaml.SequenceNode:
		tree, start = b.sequence(n, start)
	default:
		tree, start = b.scalar(n, start)
	}
	b.depth--
	if custom(n.Tag) {
		expr := n.Tag
		if n.Kind == yaml.ScalarNode {
			expr += " " + n.Value
		}
		tree = value.Opaque(&source.Hole{Expr: expr, Why: "a tag that only its own reader understands"}, tree.At)
	}
	if m != nil {
		*m = built{tree, b.size - before + 1, true}
	}
	return tree, start
}

func (b *builder) alias(n *yaml.Node, start int) value.Tree {
	m, at := b.anchored[n.Alias], region(b.text, start, b.cursor)
	hole := &source.Hole{Expr: "*" + n.Value, Why: "an alias that holds itself"}
	if m == nil || !m.done {
		b.fail(start, "an alias that holds itself")
		return value.Opaque(hole, at)
	}
	if b.copies += m.size; b.copies > maxCopies {
		b.fail(start, "aliases multiply the document: not read")
		hole.Why = "too many aliases"
		return value.Opaque(hole, at)
	}
	b.size += m.size
	return m.tree
}

// custom reports whether a tag is none of YAML's own.
func custom(tag string) bool {
	return tag != "" && tag != "!" && !strings.HasPrefix(tag, "!!")
}

func (b *builder) sequence(n *yaml.Node, start int) (value.Tree, int) {
	start = b.open(n, start, '[')
	list := &value.List{Items: make([]value.Tree, 0, len(n.Content))}
	for i, c := range n.Content {
		item, at := b.node(c)
		if i == 0 && b.s[start] != '-' && b.s[start] != '[' {
			start = at
		}
		list.Items = append(list.Items, item)
	}
	b.close(start, '[', ']')
	list.At = region(b.text, start, b.cursor)
	list.Rest = b.unread(start, b.cursor)
	return value.Tree{Kind: value.KindList, List: list, At: list.At}, start
}

func (b *builder) mapping(n *yaml.Node, start int) (value.Tree, int) {
	start = b.open(n, start, '{')
	e := entries{m: &value.Mapping{Entries: make([]value.Entry, 0, len(n.Content)/2)}}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		key, at := b.node(k)
		if i == 0 && !strings.HasPrefix(b.s[start:], "{") {
			start = at
		}
		val, _ := b.node(v)
		switch {
		case k.Tag == "!!merge":
			e.merge(val)
		case key.Map != nil || key.List != nil || key.Kind == value.KindUnknown && key.Text.Known():
			e.put(source.Unknown(&source.Hole{Why: "a key that is no text"}, key.At), val)
		default:
			e.put(key.Text, val)
		}
	}
	b.close(start, '{', '}')
	e.m.At = region(b.text, start, b.cursor)
	if h := b.unread(start, b.cursor); h != nil {
		e.branch(h)
	}
	return value.Tree{Kind: value.KindMap, Map: e.finish(), At: e.m.At}, start
}

// open returns where a container starts: behind its anchor and tag. Those in
// front of a block mapping's first key may be the key's.
func (b *builder) open(n *yaml.Node, start int, bracket byte) int {
	if n.Anchor != "" || n.Tag == "!" || n.Style&(yaml.TaggedStyle|yaml.FlowStyle) != 0 {
		start = b.properties(start)
	}
	b.cursor = start
	if start < b.end && b.s[start] == bracket {
		b.cursor++
	}
	return min(start, max(b.end-1, 0))
}

// properties skips the anchor and the tag in front of a value.
func (b *builder) properties(i int) int {
	for i < b.end && (b.s[i] == '&' || b.s[i] == '!') {
		if strings.HasPrefix(b.s[i:b.end], "!<") {
			i = find(b.s, i, b.end, '>')
		}
		for i < b.end && !isBlank(b.s, i) && breakLen(b.s, i) == 0 && strings.IndexByte(",[]{}", b.s[i]) < 0 {
			i++
		}
		i = b.skip(i, "")
	}
	return i
}

// close moves the cursor behind the bracket that ends a flow container.
func (b *builder) close(start int, opening, closing byte) {
	if start >= b.end || b.s[start] != opening {
		return
	}
	if i := b.skip(b.cursor, ",:?"); i < b.end && b.s[i] == closing {
		b.cursor = i + 1
	}
}

// skip passes blanks, line breaks, comments, and the bytes of also.
func (b *builder) skip(i int, also string) int {
	for i < b.end {
		switch n := breakLen(b.s, i); {
		case n > 0:
			i += n
		case isBlank(b.s, i) || strings.IndexByte(also, b.s[i]) >= 0:
			i++
		case b.s[i] == '#' && i > 0 && (isBlank(b.s, i-1) || b.s[i-1] == '\n' || b.s[i-1] == '\r'):
			i = find(b.s, i, b.end, '\n')
		default:
			return i
		}
	}
	return b.end
}

// unread returns the hole of a gap that what stands at [start, end) may
// reach, or nil: whether a template adds to this container or to the one
// around it cannot be told.
func (b *builder) unread(start, end int) *source.Hole {
	if len(b.gaps) == 0 {
		return nil
	}
	for start > b.base && (isBlank(b.s, start-1) || b.s[start-1] == '\n' || b.s[start-1] == '\r') {
		start--
	}
	end = b.skip(end, "")
	i := sort.Search(len(b.gaps), func(i int) bool { return b.gaps[i].at >= start })
	if i < len(b.gaps) && b.gaps[i].at <= end {
		return b.gaps[i].hole
	}
	return nil
}

func (b *builder) scalar(n *yaml.Node, start int) (value.Tree, int) {
	plain := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	if !plain || n.Value != "" {
		start = b.properties(start)
	}
	p := &pieces{text: b.text, s: b.s[:b.end], want: n.Value}
	end := start
	indicator := byte(0)
	if start < b.end {
		indicator = b.s[start]
	}
	switch {
	case plain:
		end = p.plain(start, n.Value)
	case indicator == '"' || indicator == '\'':
		end = p.quoted(start, indicator)
		b.prose = append(b.prose, [2]int{start, end})
	case indicator == '|' || indicator == '>':
		next := 0
		end, next = p.block(start, n.Value)
		b.prose = append(b.prose, [2]int{find(b.s, start, b.end, '\n'), next})
	}
	b.cursor = end
	at := region(b.text, start, end)
	tree := value.Tree{Kind: kinds[n.Tag], Text: p.finish(n.Value, start, end), At: at}
	switch {
	case n.Tag == "!!null":
		if h := b.unread(start, end); h != nil {
			return value.Opaque(h, at), start
		}
		tree = value.Tree{Kind: value.KindNull, At: at}
	case plain && tree.Text.AllHole():
		tree.Kind, tree.Hole = value.KindUnknown, tree.Text.Hole() // it may stand for a list or a map
	case tree.Kind == value.KindUnknown:
		tree.Kind = value.KindString
	}
	return tree, start
}

// kinds of the tags that are no strings for Google's tools.
var kinds = map[string]value.Kind{
	"!!bool": value.KindBool, "!!int": value.KindNumber, "!!float": value.KindNumber,
}
