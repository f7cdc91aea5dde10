package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// severed is what a command lost to the line below it.
type severed struct {
	rest []*syntax.CallExpr
	by   source.Span
}

// cut looks whether the first statement of a list is a command that ends
// before its author meant it to (F12.7): the next line starts with an option.
// It returns how many statements belong together, and notes what they lost.
func (e *eval) cut(stmts []*syntax.Stmt) int {
	n := 1
	head := last(stmts[0])
	if head == nil || len(head.Args) == 0 {
		return n
	}
	var s severed
	for n < len(stmts) {
		rest := first(stmts[n])
		if rest == nil || len(rest.Assigns) > 0 || len(rest.Args) == 0 {
			break
		}
		by, ok := e.severs(stmts[n-1], rest)
		if !ok {
			break
		}
		if len(s.rest) == 0 {
			s.by = by
		}
		s.rest = append(s.rest, rest)
		n++
		if last(stmts[n-1]) != rest { // the line goes on with another command
			break
		}
	}
	if len(s.rest) == 0 {
		return n
	}
	e.cuts[head] = s
	for _, c := range s.rest {
		e.skip[c] = true
	}
	return n
}

// mend notes on a command what was cut off it.
func (e *eval) mend(cmd *Command, c *syntax.CallExpr) {
	if s, ok := e.cuts[c]; ok {
		cmd.CutBy = s.by
		for _, part := range s.rest {
			cmd.Cut = append(cmd.Cut, e.fields(part.Args...)...)
		}
	} else if call := e.frame.call; call != nil && passes(c) {
		cmd.Cut, cmd.CutBy = call.Cut, call.CutBy
	}
}

// first and last return the simple command that a statement begins and ends
// with, nil if it is none.
func first(st *syntax.Stmt) *syntax.CallExpr {
	for {
		switch c := st.Cmd.(type) {
		case *syntax.CallExpr:
			return c
		case *syntax.BinaryCmd:
			st = c.X
		default:
			return nil
		}
	}
}

func last(st *syntax.Stmt) *syntax.CallExpr {
	for !st.Semicolon.IsValid() {
		switch c := st.Cmd.(type) {
		case *syntax.CallExpr:
			return c
		case *syntax.BinaryCmd:
			st = c.Y
		case *syntax.TimeClause:
			if st = c.Stmt; st == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// severs reports whether a command was meant to continue the statement before
// it, and what came between.
func (e *eval) severs(before *syntax.Stmt, rest *syntax.CallExpr) (source.Span, bool) {
	src := e.in.mask
	i, j := int(before.End().Offset()), offset(rest)
	if i > j || j >= len(src) || src[j] != '-' {
		return source.Span{}, false
	}
	gap := src[i:j]
	comment := strings.IndexByte(gap, '#')
	blank := i > 1 && (src[i-1] == ' ' || src[i-1] == '\t') && src[i-2] == '\\'
	escape := strings.IndexByte(gap, '\\')
	from, to := 0, 0
	switch {
	case blank: // "\ " is an argument, and the line ends
		from, to = -2, strings.IndexByte(gap, '\n')
		if to < 0 || strings.Trim(gap[:to], " \t\r") != "" && comment < 0 {
			return source.Span{}, false
		}
	case comment >= 0:
		from, to = comment, len(gap)
		if n := strings.IndexByte(gap[comment:], '\n'); n >= 0 {
			to = comment + n
		}
		// a comment below a whole command does not continue it
		if (escape < 0 || escape > comment) && !strings.HasSuffix(strings.TrimRight(e.in.text.String()[i+from:i+to], " \t\r"), "\\") && strings.Contains(gap[:comment], "\n") {
			return source.Span{}, false
		}
	case escape >= 0: // an empty line behind the backslash
		from, to = escape, escape+1
	default: // no backslash at all
		if strings.Count(gap, "\n") != 1 || !option(src[j:]) {
			return source.Span{}, false
		}
		line := src[strings.LastIndexByte(src[:i], '\n')+1 : i]
		if k := max(strings.LastIndex(line, "\\ "), strings.LastIndex(line, "\\\t")); k >= 0 {
			from = k - len(line) // "\ # remark": the blank is an argument, and so is #
		}
	}
	blanks := " \t\r"
	if blank {
		blanks = "\r"
	}
	for to > from && strings.IndexByte(blanks, src[i+to-1]) >= 0 {
		to--
	}
	return e.in.text.Slice(i+from, i+to).Span(), true
}

// option reports whether text starts with an option, as against a list item
// or a ruler.
func option(s string) bool {
	s = strings.TrimLeft(s, "-")
	return s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z')
}
