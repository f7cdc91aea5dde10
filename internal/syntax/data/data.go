// Package data reads YAML and JSON into one kind of tree, with the place of
// every leaf.
package data

import (
	"strings"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/source"
)

// Bounds: what is larger is reported, never fatal.
const (
	maxSize  = 4 << 20
	maxDepth = 200
	// maxCopies is how many values aliases may add to a document. Google's
	// messages need none; an alias bomb needs billions.
	maxCopies = 100_000
)

// Error is text that does not parse.
type Error struct {
	At  source.Span
	Msg string
}

func (e *Error) Error() string { return e.Msg }

// region returns the place of the part [i, j) of a text, from its first byte
// to its last, whatever the pieces in between.
func region(text source.Text, i, j int) source.Span { return text.Slice(i, j).Extent() }

// pieces builds a decoded text from ranges of the text it stands in.
type pieces struct {
	text     source.Text
	s        string // the bytes that are read: the text, its holes masked
	out      source.Builder
	from, to int    // exact bytes not yet in out
	want     string // what the text is to say, as far as it has not been said
	strayed  bool   // it said something else
}

func (p *pieces) exact(i, j int) {
	if i >= j {
		return
	}
	if i != p.to || p.from == p.to {
		p.flush()
		p.from = i
	}
	p.to = j
	p.say(p.s[i:j])
}

func (p *pieces) say(s string) {
	rest, ok := strings.CutPrefix(p.want, s)
	p.want, p.strayed = rest, p.strayed || !ok
}

func (p *pieces) derived(s string, i, j int) {
	if s == "" {
		return
	}
	p.flush()
	p.out.Derive(s, region(p.text, i, j))
	p.say(s)
}

func (p *pieces) flush() {
	if p.from < p.to {
		p.out.Add(p.text.Slice(p.from, p.to))
	}
	p.from, p.to = 0, 0
}

// finish returns the text if it says want, which stands at [i, j), and was to
// be said from the start. A scan that came to something else keeps the place and
// gives up the pieces.
func (p *pieces) finish(want string, i, j int) source.Text {
	if p.want == "" && !p.strayed {
		return p.joined(i, j)
	}
	whole := p.text.Slice(i, j)
	if h := whole.Hole(); h != nil {
		return source.Unknown(h, region(p.text, i, j))
	}
	return source.Derived(want, region(p.text, i, j))
}

// joined returns the text that the scan came to, which stands at [i, j).
func (p *pieces) joined(i, j int) source.Text {
	switch {
	case p.out.Empty() && p.from < p.to: // as nearly always
		return p.text.Slice(p.from, p.to)
	case p.out.Empty():
		return p.text.Slice(min(i+1, j), min(i+1, j)) // between the quotes
	}
	p.flush()
	return p.out.Text()
}

// holes returns the ranges of a text that are not known.
func holes(text source.Text) [][2]int {
	if text.Known() {
		return nil
	}
	var out [][2]int
	a, b := text.Mask('x'), text.Mask(' ')
	for i := 0; i < len(a); i++ {
		if a[i] == b[i] {
			continue
		}
		j := i
		for j < len(a) && a[j] != b[j] {
			j++
		}
		out = append(out, [2]int{i, j})
		i = j
	}
	return out
}

// breakLen returns the length of the line break at i as YAML counts them, 0 if there is none.
func breakLen(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	switch s[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(s) && s[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2, 0xE2:
		if r, n := utf8.DecodeRuneInString(s[i:]); r == '\u0085' || r == '\u2028' || r == '\u2029' {
			return n
		}
	}
	return 0
}

func isBlank(s string, i int) bool { return i < len(s) && (s[i] == ' ' || s[i] == '\t') }
