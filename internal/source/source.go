// Package source holds files, places in them, and decoded text that knows
// which bytes it came from. Everything else in proflint points here.
package source

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// Kind says what sort of file a place is in; it caps how loudly a finding may speak.
type Kind uint8

const (
	Code Kind = iota // scripts, configuration, programs
	Doc              // Markdown and other documentation: findings are at most warnings
	Live             // Google's answer, named by its resource
)

// File is one input. Data must not change after the file is made.
type File struct {
	Path string // relative to the root that reports use, forward slashes
	Kind Kind
	Data []byte

	once  sync.Once
	lines []int32 // byte offset of the start of each line
	steps []step  // within long lines, by offset
}

// step is a place inside a long line whose columns are known, so that a file of
// one line with thousands of findings is not counted through for each.
type step struct {
	offset     int32
	col, col16 int
}

// stride is the distance of steps in bytes.
const stride = 4096

// NewFile returns a file of the given kind. path is what reports print.
func NewFile(path string, kind Kind, data []byte) *File {
	return &File{Path: path, Kind: kind, Data: data}
}

func (f *File) index() []int32 {
	f.once.Do(func() {
		f.lines = make([]int32, 1, bytes.Count(f.Data, []byte("\n"))+1)
		for at := 0; ; {
			i := bytes.IndexByte(f.Data[at:], '\n')
			if i < 0 {
				f.walk(at, len(f.Data))
				return
			}
			if i > stride {
				f.walk(at, at+i)
			}
			at += i + 1
			f.lines = append(f.lines, int32(at))
		}
	})
	return f.lines
}

// walk notes the steps of a line.
func (f *File) walk(start, end int) {
	p := Pos{Col: 1, Col16: 1}
	for at := start; end-at > stride; {
		to := at + stride
		for to > at+stride-utf8.UTFMax && !utf8.RuneStart(f.Data[to]) {
			to--
		}
		p.pass(f.Data[at:to])
		f.steps = append(f.steps, step{int32(to), p.Col, p.Col16})
		at = to
	}
}

// Lines returns the number of lines.
func (f *File) Lines() int { return len(f.index()) }

// Line returns the text of line n (from 1) without its line ending, and the
// offset of its first byte. A line that does not exist is empty.
func (f *File) Line(n int) (string, int) {
	idx := f.index()
	if n < 1 || n > len(idx) {
		return "", len(f.Data)
	}
	start, end := int(idx[n-1]), len(f.Data)
	if n < len(idx) {
		end = int(idx[n]) - 1
	}
	return strings.TrimSuffix(string(f.Data[start:end]), "\r"), start
}

// LineStart returns the byte offset at which line n (from 1) starts.
func (f *File) LineStart(n int) int {
	idx := f.index()
	switch {
	case n < 1:
		return 0
	case n > len(idx):
		return len(f.Data)
	}
	return int(idx[n-1])
}

// Pos is a place for people: lines and columns count from 1.
type Pos struct {
	Line  int
	Col   int // characters
	Col16 int // UTF-16 code units, as SARIF counts them
}

// Pos converts a byte offset.
func (f *File) Pos(offset int) Pos {
	offset = max(0, min(offset, len(f.Data)))
	idx := f.index()
	n := sort.Search(len(idx), func(i int) bool { return int(idx[i]) > offset })
	p, at := Pos{Line: n, Col: 1, Col16: 1}, int(idx[n-1])
	if i := sort.Search(len(f.steps), func(i int) bool { return int(f.steps[i].offset) > offset }); i > 0 && int(f.steps[i-1].offset) > at {
		at, p.Col, p.Col16 = int(f.steps[i-1].offset), f.steps[i-1].col, f.steps[i-1].col16
	}
	p.pass(f.Data[at:offset])
	return p
}

// pass moves the columns behind a piece of a line.
func (p *Pos) pass(piece []byte) {
	for len(piece) > 0 {
		r, size := utf8.DecodeRune(piece)
		piece = piece[size:]
		p.Col++
		p.Col16++
		if r > 0xFFFF {
			p.Col16++
		}
	}
}

// Span is a range of bytes, half open. The zero span is nowhere.
type Span struct {
	File       *File
	Start, End int
}

// Valid reports whether the span is somewhere.
func (s Span) Valid() bool { return s.File != nil }

// From returns the place of the first byte.
func (s Span) From() Pos { return s.File.Pos(s.Start) }

// To returns the place behind the last byte.
func (s Span) To() Pos { return s.File.Pos(s.End) }

// Text returns the bytes as written in the file. The string shares the file's
// memory, which never changes: a copy for each reader of each file was a tenth
// of all that a run allocated.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	b := s.File.Data[s.Start:s.End]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Cover returns the smallest span that holds both; spans of different files
// cannot be joined, then the first one stays.
func (s Span) Cover(o Span) Span {
	switch {
	case !s.Valid():
		return o
	case !o.Valid() || s.File != o.File:
		return s
	}
	return Span{s.File, min(s.Start, o.Start), max(s.End, o.End)}
}

// Within reports whether a span lies in another one. Files are told by their
// paths: each reader opens its own.
func (s Span) Within(o Span) bool {
	return s.Valid() && o.Valid() && s.File.Path == o.File.Path && o.Start <= s.Start && s.End <= o.End
}

// Before orders spans by path and place.
func (s Span) Before(o Span) bool {
	switch {
	case s.File == o.File:
		return s.Start < o.Start
	case s.File == nil || o.File == nil:
		return s.File == nil
	}
	return s.File.Path < o.File.Path
}

// String returns path:line:col, as messages name a place.
func (s Span) String() string {
	if s.File == nil {
		return "nowhere"
	}
	p := s.From()
	return fmt.Sprintf("%s:%d:%d", s.File.Path, p.Line, p.Col)
}
