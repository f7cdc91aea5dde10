package shell

import (
	"cmp"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

const (
	maxFrames   = 5000 // of the parser's stack: what nests deeper is refused
	maxRestarts = 20   // behind errors, before reading line by line
)

var errDeep = errors.New("nested too deeply")

// reader feeds the parser, which is recursive, and stops it before text that
// nests without end has filled the stack.
type reader struct{ s string }

func (r *reader) Read(p []byte) (int, error) {
	var pc [1]uintptr
	if runtime.Callers(maxFrames, pc[:]) > 0 {
		return 0, errDeep
	}
	n := copy(p, r.s)
	if r.s = r.s[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// parse reads a text in the first dialect that accepts it. The error is that
// of bash.
func parse(s string) (*syntax.File, error) {
	f, err := parseAs(s, syntax.LangBash)
	if err == nil || errors.Is(err, errDeep) {
		return f, err
	}
	for _, lang := range []syntax.LangVariant{syntax.LangMirBSDKorn, syntax.LangZsh} {
		if f, err := parseAs(s, lang); err == nil {
			return f, nil
		}
	}
	return f, err
}

func parseAs(s string, lang syntax.LangVariant, opts ...syntax.ParserOption) (f *syntax.File, err error) {
	defer func() {
		if r := recover(); r != nil { // a fault of the parser must not end the run
			f, err = nil, errors.New("the shell parser failed")
		}
	}()
	opts = append(opts, syntax.KeepComments(true), syntax.Variant(lang))
	return syntax.NewParser(opts...).Parse(&reader{s}, "")
}

// where returns where a parser error stands, and what it says.
func where(err error) (offset int, msg string) {
	var pe syntax.ParseError
	var le syntax.LangError
	switch {
	case errors.As(err, &pe):
		return int(pe.Pos.Offset()), pe.Text
	case errors.As(err, &le):
		_, msg, _ := strings.Cut(le.Error(), ": ")
		return int(le.Pos.Offset()), msg
	}
	return 0, err.Error()
}

// program evaluates a whole text. What does not parse is reported; the rest
// is still read.
func (e *eval) program(t source.Text) {
	e.in = newInput(t)
	f, err := parse(e.in.mask)
	if err == nil {
		e.comments(f)
		e.list(f.Stmts)
		return
	}
	at, msg := where(err)
	if e.calls == 0 || t.Known() { // with a hole it may be the hole's fault
		e.fail(t.At(min(at, t.Len())), msg)
	}
	loose := e.loose
	if !errors.Is(err, errDeep) && !strings.Contains(msg, "quote") && !strings.Contains(msg, "without matching") {
		if f, err := parseAs(e.in.mask, syntax.LangBash, syntax.RecoverErrors(10)); err == nil {
			e.comments(f)
			e.list(f.Stmts)
			return
		}
	}
	e.salvage()
	e.loose = loose
}

// salvage reads a broken text statement by statement, and line by line where
// no statement can be read.
func (e *eval) salvage() {
	whole := e.in
	from := 0
	for range maxRestarts {
		if from >= len(whole.mask) {
			return
		}
		n, done := e.statements(whole, from)
		if done {
			return
		}
		e.loose = true
		from = e.line(whole, n)
	}
	for from < len(whole.mask) {
		from = e.line(whole, from)
	}
}

// statements evaluates the statements from an offset on that parse. It
// returns where the first one starts that does not.
func (e *eval) statements(whole *input, from int) (next int, done bool) {
	f, n, err := leading(whole.mask[from:])
	e.in = &input{whole.text.Slice(from, len(whole.mask)), whole.mask[from:]}
	e.comments(f)
	e.list(f.Stmts)
	e.in = whole
	return from + n, err == nil
}

// leading parses the statements of a text up to the first that does not
// parse, and returns where that one starts.
func leading(s string) (f *syntax.File, next int, err error) {
	f = &syntax.File{}
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the shell parser failed")
		}
	}()
	for st, fault := range syntax.NewParser(syntax.KeepComments(true)).StmtsSeq(&reader{s}) {
		if fault != nil {
			err = fault
			break
		}
		f.Stmts = append(f.Stmts, st)
		next = max(next, int(st.End().Offset()))
		walk(st, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Redirect); ok {
				next = max(next, int(r.End().Offset()))
			}
			return true
		})
	}
	next = min(next, len(s))
	return f, len(s) - len(strings.TrimLeft(s[next:], " \t\r\n;&")), err
}

// line evaluates one logical line and returns where the next one starts.
func (e *eval) line(whole *input, from int) int {
	to := from
	for {
		n := strings.IndexByte(whole.mask[to:], '\n')
		if n < 0 {
			to = len(whole.mask)
			break
		}
		to += n + 1
		if !strings.HasSuffix(strings.TrimSuffix(whole.mask[from:to-1], "\r"), "\\") {
			break
		}
	}
	s := whole.mask[from:to]
	f, err := parseAs(s, syntax.LangBash)
	if err != nil {
		f, err = parseAs(s, syntax.LangBash, syntax.RecoverErrors(10))
	}
	if err == nil {
		e.in = &input{whole.text.Slice(from, to), s}
		e.comments(f)
		e.list(f.Stmts)
		e.in = whole
	}
	return to
}

// comments records the comments of a text, in order.
func (e *eval) comments(f *syntax.File) {
	var found []syntax.Comment
	walk(f, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok {
			found = append(found, *c)
		}
		return true
	})
	slices.SortFunc(found, func(a, b syntax.Comment) int {
		return cmp.Compare(a.Hash.Offset(), b.Hash.Offset())
	})
	for i, c := range found {
		if i > 0 && found[i-1].Hash == c.Hash {
			continue
		}
		text, _, _ := strings.Cut(c.Text, "\n") // the parser takes a backslash and its newline along
		from := int(c.Hash.Offset()) + 1
		to := min(from+len(text), len(e.in.mask))
		e.out.Comments = append(e.out.Comments, Comment{e.in.text.Slice(from, to)})
	}
}
