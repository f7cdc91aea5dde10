package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// delimiters notes the commands that end at an unquoted ; or | or & inside a
// list of settings (F4.11): what stands directly behind it is the next
// setting, not a command.
func (e *eval) delimiters(stmts []*syntax.Stmt) {
	var head, before *syntax.CallExpr
	var pieces []*syntax.CallExpr
	settings := 0 // the pieces up to the last that is one for certain
	flush := func() {
		if settings > 0 {
			at := offset(pieces[0]) - 1
			e.sever(head, severed{pieces[:settings], e.in.text.Slice(at, at+1).Span()})
		}
		pieces, settings = nil, 0
	}
	var buf [4]*syntax.CallExpr
	for _, st := range stmts {
		for _, c := range calls(st, buf[:0]) {
			if before == nil || !e.adjoins(before, c) {
				flush()
				head = c
			} else if pieces = append(pieces, c); setting(e.in.mask[offset(c):]) {
				settings = len(pieces)
			}
			before = c
		}
	}
	flush()
}

// calls appends the simple commands of a statement, in order, to an empty list.
// Chains, which may be as long as the text, nest to the left.
func calls(st *syntax.Stmt, out []*syntax.CallExpr) []*syntax.CallExpr {
	for {
		chain, ok := st.Cmd.(*syntax.BinaryCmd)
		if c, simple := st.Cmd.(*syntax.CallExpr); simple {
			out = append(out, c)
		}
		if !ok {
			break
		}
		if c, simple := chain.Y.Cmd.(*syntax.CallExpr); simple {
			out = append(out, c)
		}
		st = chain.X
	}
	slices.Reverse(out)
	return out
}

// adjoins reports whether nothing but one delimiter stands between two
// commands, the second of which may be a setting.
func (e *eval) adjoins(before, c *syntax.CallExpr) bool {
	i := offset(c)
	if len(before.Args) == 0 && len(before.Assigns) == 0 || i >= len(e.in.mask) || int(before.End().Offset()) != i-1 {
		return false
	}
	return strings.IndexByte(";|&", e.in.mask[i-1]) >= 0 && (setting(e.in.mask[i:]) || len(c.Args) == 0)
}

// setting reports whether text starts with KEY=, with a dot in the key. The
// rest of a delimiter switch (^;^) may stand before it.
func setting(s string) bool {
	s = strings.TrimPrefix(s, "^")
	i := 0
	for i < len(s) && (s[i] == '.' || s[i] == '_' || s[i] == '-' || s[i] == ':' || s[i] >= '0' && s[i] <= '9' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z') {
		i++
	}
	return i < len(s) && s[i] == '=' && strings.IndexByte(s[:i], '.') > 0
}
