package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// settings evaluates the lines at the start of a text that only set a variable,
// export NAME=value or NAME="gs://$OTHER/x", and leaves the rest to the parser.
// Manuals show forty of them before one command: they are more than half of the
// statements of a run over manuals, which takes a tenth more allocations and 4 %
// more instructions if the parser reads them. What it would make of them is
// what settings must: FuzzSettings compares the two.
func (e *eval) settings() {
	s, at := e.in.mask, 0
	for at < len(s) {
		line, _, _ := strings.Cut(s[at:], "\n")
		remark := line == "" || line[0] == '#' && !strings.HasSuffix(line, "\\")
		if !remark && !e.setting(at, line) {
			break
		}
		at = min(at+len(line)+1, len(s))
	}
	if at > 0 {
		e.in = &input{e.in.text.Slice(at, len(s)), s[at:]}
	}
}

// setting evaluates a line at an offset. It reports false, and the parser must
// read it, if it does more than to set one variable to a plain value.
func (e *eval) setting(at int, line string) bool {
	bare, export := strings.CutPrefix(line, "export ")
	name, val, ok := strings.Cut(bare, "=")
	if !ok || !syntax.ValidName(name) {
		return false
	}
	at += len(line) - len(val)
	if n := len(val); n > 1 && val[0] == '"' && val[n-1] == '"' {
		at, val = at+1, val[1:n-1]
	}
	t, ok := e.plain(at, val)
	if !ok {
		return false
	}
	v := e.bounded(name, e.holding(name, t))
	v.exported = export
	e.set(name, v)
	return true
}

// plain expands a value of bytes that mean themselves, in quotes or not, and of
// $NAME; false for any other.
func (e *eval) plain(at int, val string) (source.Text, bool) {
	f := fields{e: e, whole: true, parts: e.spare}
	e.spare = nil
	f.put(e.in.text.Slice(at, at)) // the place of an empty one
	for i := 0; ; {
		from := i
		for i < len(val) && (letter(val[i]) || strings.IndexByte("./:@%+,=-", val[i]) >= 0) {
			i++
		}
		f.put(e.in.text.Slice(at+from, at+i))
		if i == len(val) {
			break
		}
		dollar := i
		for i++; i < len(val) && letter(val[i]); i++ {
		}
		name := &syntax.Lit{ValuePos: position(at + dollar + 1), ValueEnd: position(at + i), Value: val[dollar+1 : i]}
		if val[dollar] != '$' || !syntax.ValidName(name.Value) {
			return source.Text{}, false
		}
		f.expand(e.param(&syntax.ParamExp{Dollar: position(at + dollar), Short: true, Param: name}), double)
	}
	e.spare = f.parts[:0]
	return f.parts.join(), true
}

// letter reports whether a byte may be part of a name.
func letter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func position(offset int) syntax.Pos { return syntax.NewPos(uint(offset), 1, 1) }
