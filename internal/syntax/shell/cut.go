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
	e.sever(head, s)
	return n
}

// sever notes what a command lost.
func (e *eval) sever(head *syntax.CallExpr, s severed) {
	insert(&e.cuts, head, s)
	for _, c := range s.rest {
		insert(&e.skip, c, true)
	}
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
	if i > j || j >= len(src) {
		return source.Span{}, false
	}
	gap := src[i:j]
	blank := i > 1 && strings.IndexByte(blanks, src[i-1]) >= 0 && src[i-2] == '\\'
	alone := blank && i > 2 && strings.IndexByte(blanks, src[i-3]) >= 0
	if src[j] != '-' && !alone {
		return source.Span{}, false
	}
	from, to, ok := e.between(i, gap, blank)
	if !ok && !blank && strings.Count(gap, "\n") == 1 && option(src[j:]) { // no backslash at all
		from, to = remark(src[:i])
		ok = true
	}
	return e.in.text.Slice(i+from, i+to).Span(), ok
}

const blanks = " \t"

// between finds what ends a command in the gap behind it: a blank behind the
// backslash, a comment, or the backslash before an empty line. i is the offset
// of the gap, to which the result is relative.
func (e *eval) between(i int, gap string, blank bool) (from, to int, ok bool) {
	comment, escape := strings.IndexByte(gap, '#'), strings.IndexByte(gap, '\\')
	switch {
	case blank: // "\ " is an argument, and the line ends
		n := strings.IndexByte(gap, '\n')
		if n < 0 || strings.Trim(gap[:n], " \t\r") != "" && comment < 0 {
			return 0, 0, false
		}
		return -1, len(gap) - len(strings.TrimLeft(gap, blanks)), true
	case comment >= 0:
		from, to = comment, len(gap)
		if n := strings.IndexByte(gap[comment:], '\n'); n >= 0 {
			to = comment + n
		}
		to = from + len(strings.TrimRight(gap[from:to], " \t\r"))
		// a comment below a whole command does not continue it
		whole := (escape < 0 || escape > comment) && !strings.HasSuffix(e.in.text.String()[i+from:i+to], "\\") && strings.Contains(gap[:comment], "\n")
		return from, to, !whole
	case escape >= 0: // an empty line behind the backslash
		return escape, escape + 1, true
	}
	return 0, 0, false
}

// remark finds "\ # remark" at the end of a command: the blank is an argument,
// and so is what follows. The blanks are given relative to the end.
func remark(before string) (from, to int) {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	k := max(strings.LastIndex(line, "\\ "), strings.LastIndex(line, "\\\t"))
	if k < 0 {
		return 0, 0
	}
	rest := strings.TrimLeft(line[k+1:], blanks)
	if !strings.HasPrefix(rest, "#") {
		return 0, 0
	}
	return k + 1 - len(line), -len(rest)
}

// option reports whether text starts with an option, as against a list item
// or a ruler.
func option(s string) bool {
	s = strings.TrimLeft(s, "-")
	return s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z')
}
