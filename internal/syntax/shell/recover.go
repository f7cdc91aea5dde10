package shell

import (
	"cmp"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

const (
	maxFrames = 5000 // of the parser's stack: what nests deeper is refused
	maxUnseen = 4096 // bytes between two looks at the stack: one costs as much as parsing a hundred
	maxReread = 4    // times the length of a broken text, before it is read line by line
	maxFaults = 10   // that the parser may go on behind
)

var errDeep = errors.New("nested too deeply")

// reader feeds the parser, which is recursive, and stops it before text that
// nests without end has filled the stack.
type reader struct {
	s    string
	read int // bytes since it looked at the stack
}

func (r *reader) Read(p []byte) (int, error) {
	if r.read >= maxUnseen {
		r.read = 0
		var pc [1]uintptr
		if runtime.Callers(maxFrames, pc[:]) > 0 {
			return 0, errDeep
		}
	}
	n := copy(p, r.s)
	r.s = r.s[n:]
	if r.read += n; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// parsers go from text to text: to make one for each was a thirtieth of all
// memory of a run over manuals, whose texts are short.
var parsers = sync.Pool{New: func() any { return syntax.NewParser() }}

// parsing gives f a parser, and keeps it unless it failed: a fault of the
// parser must not end the run.
func parsing(lang syntax.LangVariant, comments bool, faults int, f func(*syntax.Parser) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the shell parser failed")
		}
	}()
	p := parsers.Get().(*syntax.Parser)
	syntax.Variant(lang)(p)
	syntax.KeepComments(comments)(p)
	syntax.RecoverErrors(faults)(p)
	err = f(p)
	parsers.Put(p)
	return err
}

// parse reads a text in the first dialect that accepts it. The error is that
// of bash.
func (e *eval) parse(s string) (*syntax.File, error) {
	f, err := e.parseAs(s, syntax.LangBash, 0)
	if err == nil || errors.Is(err, errDeep) {
		return f, err
	}
	for _, lang := range []syntax.LangVariant{syntax.LangMirBSDKorn, syntax.LangZsh} {
		if f, err := e.parseAs(s, lang, 0); err == nil {
			return f, nil
		}
	}
	return nil, err
}

// parseAs reads a text in one dialect, behind some of its faults if it may.
func (e *eval) parseAs(s string, lang syntax.LangVariant, faults int) (f *syntax.File, err error) {
	err = parsing(lang, !e.mute() || commentContinues(s), faults, func(p *syntax.Parser) error {
		f, err = p.Parse(&reader{s: s}, "")
		return err
	})
	return f, err
}

// mute reports whether nobody asks for the comments of the text at hand.
func (e *eval) mute() bool { return e.quiet || e.abroad }

// where returns where a parser error stands, and what it says.
func where(err error) (offset int, msg string) {
	var pe syntax.ParseError
	var le syntax.LangError
	switch {
	case errors.As(err, &pe):
		return int(pe.Pos.Offset()), pe.Text
	case errors.As(err, &le):
		_, msg, _ := strings.Cut(le.Error(), ": ")
		msg, _, _ = strings.Cut(msg, "; tried")
		return int(le.Pos.Offset()), msg
	}
	return 0, err.Error()
}

// endComments masks the backslash that ends a comment: to a shell it is part
// of the comment, but the parser reads the next line as the same command. It
// reports whether there was one. Where the text does not parse, f holds no
// comments, and lines that are comments as a whole are taken for them.
func (in *input) endComments(f *syntax.File) bool {
	if !commentContinues(in.mask) {
		return false
	}
	var at []int
	if f != nil {
		for _, c := range commentsOf(f) {
			if i := strings.Index(c.Text, "\\\n"); i >= 0 {
				at = append(at, int(c.Hash.Offset())+1+i)
			}
		}
	}
	line := 0
	for i := strings.Index(in.mask, "\n"); f == nil && i >= 0; i = nextLine(in.mask, line) {
		if l := strings.TrimLeft(in.mask[line:i], " \t"); strings.HasPrefix(l, "#") && strings.HasSuffix(l, "\\") {
			at = append(at, i-1)
		}
		line = i + 1
	}
	if len(at) == 0 {
		return false
	}
	b := []byte(in.mask)
	for _, i := range at {
		b[i] = 'x'
	}
	in.mask = string(b)
	return true
}

// commentContinues reports whether a line that may hold a comment ends with a
// backslash: for most texts the tree need not be walked.
func commentContinues(s string) bool {
	for {
		i := strings.IndexByte(s, '#')
		if i < 0 {
			return false
		}
		line, rest, more := strings.Cut(s[i:], "\n")
		if more && strings.HasSuffix(line, "\\") {
			return true
		}
		s = rest
	}
}

func nextLine(s string, from int) int {
	i := strings.IndexByte(s[from:], '\n')
	if i < 0 {
		return -1
	}
	return from + i
}

// closeDocuments adds the line that ends a here-document to a text that lacks
// it: a shell takes the end of the text for it.
func (in *input) closeDocuments(err error) bool {
	_, word, ok := strings.Cut(err.Error(), "unclosed here-document `")
	if ok {
		in.mask += "\n" + strings.TrimSuffix(word, "`") + "\n"
	}
	return ok
}

// program evaluates a whole text. What does not parse is reported; the rest
// is still read.
func (e *eval) program(t source.Text) {
	e.in = newInput(t)
	if e.quiet && e.calls == 0 { // nobody asks for the comments between them
		e.settings()
		t = e.in.text
	}
	f, err := e.tree()
	if err != nil {
		if quoted, ok := quoteKeys(e.in.text); ok {
			e.in = newInput(quoted)
			f, err = e.tree()
		}
	}
	if t, ok := e.in.placeholders(e.path, f); ok {
		first := e.in
		e.in = newInput(t)
		if g, again := e.tree(); again == nil {
			f, err = g, nil
		} else if err == nil {
			e.in = first
		}
	}
	if err != nil && (e.calls == 0 || t.Known()) { // with a hole it may be the hole's fault
		at, msg := where(err)
		e.fail(t.At(min(at, t.Len())), msg)
	}
	for n := 0; n < 3 && err != nil && e.in.closeDocuments(err); n++ {
		f, err = e.parse(e.in.mask)
	}
	unsure := e.unsure
	e.unsure = unsure || err != nil
	defer func() { e.unsure = unsure }()
	if err != nil && recoverable(err) {
		f, err = e.parseAs(e.in.mask, syntax.LangBash, maxFaults)
	}
	if err != nil {
		loose := e.loose
		e.salvage()
		e.loose = loose
		return
	}
	e.comments(f)
	e.room(f.Stmts)
	e.list(f.Stmts)
}

// tree parses the text that is being read.
func (e *eval) tree() (*syntax.File, error) {
	f, err := e.parse(e.in.mask)
	for n := 0; n < 3 && e.in.endComments(f); n++ {
		f, err = e.parse(e.in.mask)
	}
	return f, err
}

// recoverable reports whether the parser can go on behind an error without
// taking the rest of the text for something else, as behind an open quote.
func recoverable(err error) bool {
	_, msg := where(err)
	return !errors.Is(err, errDeep) && !strings.Contains(msg, "quote") && !strings.Contains(msg, "without matching")
}

// salvage reads a broken text statement by statement, and line by line where
// no statement can be read.
func (e *eval) salvage() {
	whole := e.in
	from := 0
	for budget := maxReread * len(whole.mask); budget > 0 && from < len(whole.mask); {
		f, n, cost, err := e.leading(whole.mask[from:])
		e.fragment(f, whole, from, len(whole.mask))
		if err == nil {
			return
		}
		e.loose = true
		budget -= cost
		from = e.line(whole, from+n)
	}
	for from < len(whole.mask) {
		from = e.line(whole, from)
	}
}

// fragment evaluates what was parsed from a part of a text.
func (e *eval) fragment(f *syntax.File, whole *input, from, to int) {
	e.in = &input{whole.text.Slice(from, to), whole.mask[from:to]}
	e.comments(f)
	e.list(f.Stmts)
	e.in = whole
}

// leading parses the statements of a text up to the first that does not
// parse, and returns where that one starts, and how many bytes were looked at.
func (e *eval) leading(s string) (f *syntax.File, next, cost int, err error) {
	f = &syntax.File{}
	r := &reader{s: s}
	err = parsing(syntax.LangBash, !e.mute(), 0, func(p *syntax.Parser) error {
		for st, err := range p.StmtsSeq(r) {
			if err != nil {
				return err
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
		return nil
	})
	next = min(next, len(s))
	return f, len(s) - len(strings.TrimLeft(s[next:], " \t\r\n;&")), len(s) - len(r.s), err
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
	if f, err := e.parseAs(s, syntax.LangBash, maxFaults); err == nil {
		e.fragment(f, whole, from, to)
	}
	return to
}

// comments records the comments of a text, in order.
func (e *eval) comments(f *syntax.File) {
	if e.mute() || strings.IndexByte(e.in.mask, '#') < 0 {
		return
	}
	found := commentsOf(f)
	for i, c := range found {
		if i > 0 && found[i-1].Hash == c.Hash {
			continue
		}
		line, _, _ := strings.Cut(c.Text, "\n") // the parser takes a backslash and its newline along
		from := int(c.Hash.Offset()) + 1
		to := min(from+len(line), len(e.in.mask))
		text := e.in.text.Slice(from, to)
		if at := text.Span(); !e.noted[at] { // once for a text that is evaluated twice
			insert(&e.noted, at, true)
			e.out.Comments = append(e.out.Comments, Comment{text})
		}
	}
}

func commentsOf(f *syntax.File) []syntax.Comment {
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
	return found
}
