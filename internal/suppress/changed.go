package suppress

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// Changed splits the findings of today by what was found before a change: those
// that the change made or touches, and those that it leaves as they were. A
// change touches a finding that was there before if it rewrites a line of the
// text to change (blanks do not count), if the finding grew, or if it takes away
// what suppressed it.
func Changed(before, now []*finding.Finding) (made, left []*finding.Finding) {
	var known []fault
	for _, f := range before {
		known = append(known, faultOf(f))
	}
	for i, k := range match(known, now) {
		f := now[i]
		if k < 0 || known[k].grew(f) || before[k].Suppression != nil && f.Suppression == nil || rewritten(before[k].At, f.At) {
			made = append(made, f)
		} else {
			left = append(left, f)
		}
	}
	return made, left
}

// rewritten reports whether the lines of a text differ between two states of
// its file. Blanks and line breaks do not count: the words that stand beside the
// text in its line have to stand beside it in the other file, whatever its lines.
func rewritten(a, b source.Span) bool {
	if !a.Valid() || !b.Valid() {
		return a.Valid() != b.Valid()
	}
	return !holds(a, b) || !holds(b, a)
}

// holds reports whether the words beside one span, up to the ends of its lines,
// stand beside the other one.
func holds(line, file source.Span) bool {
	first, last := line.From().Line, line.File.Pos(max(line.Start, line.End-1)).Line
	end := len(line.File.Data)
	if last < line.File.Lines() {
		end = line.File.LineStart(last + 1)
	}
	here, there := line.File.Data, file.File.Data
	return begins(here[line.File.LineStart(first):line.Start], there[max(file.Start-near, 0):file.Start], wordBefore) &&
		begins(here[line.End:end], there[file.End:min(file.End+near, len(there))], wordBehind)
}

// near is how many bytes beside a text are compared: more than any line that
// people write.
const near = 64 << 10

// begins reports whether one text has the words of another one where they are taken
// from, without the backslashes that continue a line. It looks no further than
// where they differ.
func begins(words, text []byte, take func([]byte) (word, rest []byte)) bool {
	next := func(from *[]byte) []byte {
		for {
			word, rest := take(*from)
			if *from = rest; string(word) != `\` {
				return word
			}
		}
	}
	for {
		word := next(&words)
		if len(word) == 0 {
			return true
		}
		if !bytes.Equal(next(&text), word) {
			return false
		}
	}
}

// wordBehind cuts the first word off a text.
func wordBehind(b []byte) (word, rest []byte) {
	b = bytes.TrimLeftFunc(b, unicode.IsSpace)
	if i := bytes.IndexFunc(b, unicode.IsSpace); i >= 0 {
		return b[:i], b[i:]
	}
	return b, nil
}

// wordBefore cuts the last word off a text.
func wordBefore(b []byte) (word, rest []byte) {
	b = bytes.TrimRightFunc(b, unicode.IsSpace)
	i := bytes.LastIndexFunc(b, unicode.IsSpace)
	if i < 0 {
		return b, nil
	}
	_, size := utf8.DecodeRune(b[i:])
	return b[i+size:], b[:i]
}
