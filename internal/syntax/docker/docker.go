// Package docker reads Dockerfiles into instructions, whose words know the
// bytes they came from.
package docker

import (
	"errors"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/proflint/proflint/internal/source"
)

// Instruction is one instruction as docker reads it: continued lines are one,
// the comments between them dropped.
type Instruction struct {
	Name  string // upper case
	Flags []source.Text
	Args  source.Text // behind the flags
	Body  source.Text // the lines behind it that here-documents take
	At    source.Span // its first word to its last
}

// File is a Dockerfile.
type File struct {
	Instructions []Instruction
	escape       byte // what escapes a character or a line break: \ or `
	path         string
}

// Error is text that does not parse.
type Error struct {
	At  source.Span
	Msg string
}

// Memo keeps what make returns for a key.
type Memo func(key string, make func() any) any

// Read reads a Dockerfile, once for all that have the same memo: what it returns
// must not be changed. Of one that docker refuses, nothing is known.
func (memo Memo) Read(text source.Text) (File, *Error) {
	at := text.Span()
	if memo == nil || !at.Valid() {
		return read(text)
	}
	type result struct {
		File
		err *Error
	}
	r := memo("dockerfile:"+at.String(), func() any {
		f, err := read(text)
		return result{f, err}
	}).(result)
	return r.File, r.err
}

func read(text source.Text) (File, *Error) {
	s := text.Mask('x')
	lines := strings.SplitAfter(s, "\n")
	starts := make([]int, len(lines)+1)
	for i, l := range lines {
		starts[i+1] = starts[i] + len(l)
	}
	parsed, err := parser.Parse(strings.NewReader(s))
	if err != nil {
		at, e := text.At(0), (*parser.LocationError)(nil)
		if errors.As(err, &e) && len(e.Locations) > 0 && len(e.Locations[0]) > 0 {
			if n := e.Locations[0][0].Start.Line; n > 0 && n < len(starts) {
				at = text.At(starts[n-1])
			}
		}
		return File{}, &Error{At: at, Msg: err.Error()}
	}
	f := File{escape: byte(parsed.EscapeToken)}
	if at := text.Span(); at.Valid() {
		f.path = at.File.Path
	}
	for _, n := range parsed.AST.Children {
		from, to := max(n.StartLine, 1)-1, min(n.EndLine, len(lines))
		if from < to {
			f.Instructions = append(f.Instructions, f.instruction(text, s, starts[from:to+1]))
		}
	}
	return f, nil
}

// instruction reads the lines that start at starts; its last element is the
// end.
func (f File) instruction(text source.Text, s string, starts []int) Instruction {
	var parts []source.Text
	var in Instruction
	for n := 0; n+1 < len(starts); n++ {
		from, to := starts[n], starts[n+1]
		line := s[from:to]
		if t := strings.TrimSpace(line); n > 0 && (t == "" || t[0] == '#') {
			continue
		}
		blank := strings.TrimRight(line, " \t\r\n")
		if k := len(blank); k > 0 && blank[k-1] == f.escape && (k == 1 || blank[k-2] != f.escape) {
			parts = append(parts, text.Slice(from, from+k-1))
			continue
		}
		parts = append(parts, text.Slice(from, from+len(strings.TrimRight(line, "\r\n"))))
		in.Body = text.Slice(to, starts[len(starts)-1])
		break
	}
	in.said(source.Concat(parts...).TrimSpace())
	return in
}

// said takes an instruction's line apart.
func (in *Instruction) said(line source.Text) {
	for _, span := range line.Spans() {
		in.At = in.At.Cover(span)
	}
	name, args := word(line)
	in.Name, in.Flags = strings.ToUpper(name.String()), nil
	for args.HasPrefix("--") {
		var flag source.Text
		flag, args = word(args)
		in.Flags = append(in.Flags, flag)
	}
	in.Args = args
}

// Triggered returns the instruction that ONBUILD keeps for images built upon
// this one.
func (in Instruction) Triggered() Instruction {
	in.said(in.Args)
	return in
}

// Script returns what a shell gets of RUN: a here-document that is all of it, or
// the line with the here-documents behind.
func (in Instruction) Script() source.Text {
	mark, whole := strings.CutPrefix(in.Args.String(), "<<")
	mark, tabs := strings.CutPrefix(mark, "-")
	if mark = strings.Trim(strings.TrimSpace(mark), `"'`); !whole || mark == "" || nameLen(mark) != len(mark) {
		if in.Body.Len() == 0 {
			return in.Args
		}
		return source.Concat(in.Args, source.Derived("\n", in.Args.Span()), in.Body)
	}
	s := in.Body.Mask('x')
	s = s[:strings.LastIndexByte(strings.TrimRight(s, "\r\n"), '\n')+1] // without the mark that ends it
	if !tabs {
		return in.Body.Slice(0, len(s))
	}
	parts, at := []source.Text{in.Body.Slice(0, 0)}, 0
	for line := range strings.Lines(s) {
		n := len(line) - len(strings.TrimLeft(line, "\t"))
		parts = append(parts, in.Body.Slice(at+n, at+len(line)))
		at += len(line)
	}
	return source.Concat(parts...)
}

// word cuts off the first word.
func word(t source.Text) (first, rest source.Text) {
	s := t.Mask('x')
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return t, t.Slice(len(s), len(s))
	}
	return t.Slice(0, i), t.Slice(i, len(s)).TrimSpace()
}

// Words cuts text at blanks outside of quotes. Quotes and escapes stay.
func (f File) Words(t source.Text) []source.Text {
	var out []source.Text
	s, start, quote := t.Mask('x'), -1, byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if quote == 0 && (c == ' ' || c == '\t') {
			if start >= 0 {
				out = append(out, t.Slice(start, i))
			}
			start = -1
			continue
		}
		if start < 0 {
			start = i
		}
		switch {
		case c == f.escape && quote != '\'':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
	}
	if start >= 0 {
		out = append(out, t.Slice(start, len(s)))
	}
	return out
}

// maxExpanded is how many bytes a word may gain: variables that each name
// another one twice would fill the memory.
const maxExpanded = 1 << 16

// expand returns a word without quotes and escapes, its variables replaced.
// lookup returns the value of a variable; false for one that is not set.
func (f File) expand(t source.Text, lookup func(name string) (source.Text, bool)) source.Text {
	s := t.Mask('x')
	var parts []source.Text
	quote, from, grown := byte(0), 0, 0
	flush := func(to, next int) {
		if to > from {
			parts = append(parts, t.Slice(from, to))
		}
		from = next
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '$' && quote != '\'':
			n, val := f.variable(t, s, i, lookup)
			if n == 0 {
				i++
				continue
			}
			flush(i, i+n)
			if grown += val.Len(); grown > maxExpanded {
				val = source.Unknown(&source.Hole{Expr: s[i : i+n], Why: "too large to be read"}, t.Slice(i, i+n).Span())
			}
			parts = append(parts, val)
			i += n
		case c == f.escape && quote != '\'' && i+1 < len(s):
			if quote == 0 || s[i+1] == '"' || s[i+1] == '$' || s[i+1] == f.escape {
				flush(i, i+1)
			}
			i += 2
		case c == quote || quote == 0 && (c == '"' || c == '\''):
			if flush(i, i+1); quote == 0 {
				quote = c
			} else {
				quote = 0
			}
			i++
		default:
			i++
		}
	}
	if flush(len(s), len(s)); len(parts) == 0 {
		return t.Slice(len(s), len(s)) // nothing is left but the place
	}
	return source.Concat(parts...)
}

// variable reads $name, ${name}, ${name:-default} or ${name:+other} at i, the
// last two without the colon, too: then an empty value counts as one. The length is
// 0 for a dollar that is only a dollar.
func (f File) variable(t source.Text, s string, i int, lookup func(string) (source.Text, bool)) (int, source.Text) {
	brace := i+1 < len(s) && s[i+1] == '{'
	from := i + 1
	if brace {
		from++
	}
	to := from + nameLen(s[from:])
	if to == from {
		return 0, source.Text{}
	}
	val, ok := lookup(s[from:to])
	if !brace {
		if !ok {
			val = f.unset(t.Slice(i, to))
		}
		return to - i, val
	}
	end := to
	for depth := 1; depth > 0; end++ {
		switch {
		case end == len(s):
			return 0, source.Text{}
		case s[end] == '{' && s[end-1] == '$':
			depth++
		case s[end] == '}':
			depth--
		}
	}
	op := strings.TrimPrefix(s[to:end-1], ":")
	arg := t.Slice(end-1-max(len(op)-1, 0), end-1)
	set := ok && val.Known() && (val.Len() > 0 || s[to] != ':')
	switch {
	case op == "" && ok, strings.HasPrefix(op, "-") && set:
	case strings.HasPrefix(op, "-"):
		val = f.expand(arg, lookup).Weaken("the default of $" + s[from:to])
	case strings.HasPrefix(op, "+") && set:
		val = f.expand(arg, lookup)
	default:
		val = f.unset(t.Slice(i, end))
	}
	return end - i, val
}

func (f File) unset(t source.Text) source.Text {
	return source.Unknown(&source.Hole{Expr: t.String(), Sym: f.path + ":" + t.String(), Why: "set by the base image, or not at all"}, t.Span())
}
