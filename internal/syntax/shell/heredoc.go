package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// redirected evaluates a statement within its redirections.
func (e *eval) redirected(st *syntax.Stmt) {
	var target source.Text // the file that standard output goes to
	var away, add bool
	for _, r := range st.Redirs {
		if !r.Word.Pos().IsValid() { // <PLACEHOLDER>: not the command that was meant
			e.visit(st)
			e.write(source.Text{}, false)
			return
		}
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			t := e.document(r)
			e.stdin = &t
		case syntax.WordHdoc:
			t := source.Concat(e.text(r.Word), source.Derived("\n", e.in.slice(r.Word.Pos(), r.Word.End()).Span()))
			e.stdin = &t
		case syntax.RdrIn:
			if v := e.vars[file(e.text(r.Word))]; v != nil {
				e.stdin = &v.text
			}
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.AppClob:
			if r.N == nil || r.N.Value == "1" {
				away, add = true, r.Op == syntax.AppOut || r.Op == syntax.AppClob
				target = e.text(r.Word)
			} else {
				e.text(r.Word)
			}
		case syntax.RdrAll, syntax.RdrAllClob, syntax.AppAll, syntax.AppAllClob:
			away, target = true, source.Text{}
			e.text(r.Word)
		case syntax.DplOut:
			away = away || (r.N == nil || r.N.Value == "1") && r.Word.Lit() != "1"
		default:
			e.text(r.Word)
		}
	}
	if !away {
		e.command(st.Cmd)
		return
	}
	outer := e.sink
	e.sink = e.newSink()
	e.command(st.Cmd)
	t, ok := e.sink.result()
	e.sink = outer
	e.store(target, t, ok, add)
}

// document expands a here-document.
func (e *eval) document(r *syntax.Redirect) source.Text {
	if r.Hdoc == nil {
		return e.in.slice(r.Word.End(), r.Word.End())
	}
	quoted := slices.ContainsFunc(r.Word.Parts, func(p syntax.WordPart) bool {
		l, ok := p.(*syntax.Lit)
		return !ok || strings.IndexByte(l.Value, '\\') >= 0
	})
	f := fields{e: e, whole: true}
	start := true // of a line
	for _, a := range e.in.atoms(r.Hdoc.Parts) {
		if a.part == nil {
			t := a.lit
			if r.Op == syntax.DashHdoc {
				t = untab(t, start)
			}
			start = strings.HasSuffix(a.lit.String(), "\n")
			if !quoted {
				t = unescape(t, hereDoc)
			}
			f.put(t)
			continue
		}
		start = false
		f.add([]atom{a}, hereDoc)
	}
	t := f.parts.join()
	e.work += t.Len()
	return t
}

// untab drops the tabs at the start of lines, as <<- does.
func untab(t source.Text, start bool) source.Text {
	s := t.Mask('x')
	var out pieces
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\t' && start {
			out.add(t.Slice(from, i))
			from = i + 1
			continue
		}
		start = s[i] == '\n'
	}
	if from == 0 {
		return t
	}
	out.add(t.Slice(from, len(s)))
	return out.join()
}

// file is the variable that keeps the content of a file; "" for a path that
// has no name.
func file(p source.Text) string {
	sym := p.Sym()
	if p.Len() == 0 || sym == "" || strings.HasPrefix(sym, "/dev/") {
		return ""
	}
	if p.Known() && !strings.Contains(sym, "://") {
		sym = path.Clean(sym)
	}
	return filePrefix + sym
}

// store records what a command wrote to a file.
func (e *eval) store(p, t source.Text, ok, add bool) {
	name := file(p)
	if name == "" {
		return
	}
	old := e.vars[name]
	switch {
	case add && old == nil: // what it held before is not known
		if !listed(name) {
			return
		}
		name = morePrefix + strings.TrimPrefix(name, filePrefix)
		if old = e.vars[name]; old != nil {
			t = e.longer(old.text, t, p)
		}
		if !ok || t.Len() == 0 {
			return
		}
	case !ok:
		if old == nil {
			e.edit(p, "written by a command")
			return
		}
		t = source.Unknown(&source.Hole{Expr: p.String(), Why: "written by a command"}, p.Span())
	case add:
		t = e.longer(old.text, t, p)
	}
	if t.Len()+16*t.Pieces() > maxFile {
		t = source.Unknown(&source.Hole{Expr: p.String(), Why: "too long to follow"}, p.Span())
	}
	e.wrote = true
	e.put(name, &variable{text: t})
}

// longer is what a file holds to which a command adds, as long as that can be
// followed.
func (e *eval) longer(t, more, p source.Text) source.Text {
	t = source.Concat(t, more)
	if e.outgrown(&variable{text: t}) {
		return source.Unknown(&source.Hole{Expr: p.String(), Why: "too long to follow"}, p.Span())
	}
	return t
}

// edit records that a command changes a file.
func (e *eval) edit(p source.Text, why string) {
	switch name := file(p); {
	case e.vars[name] != nil:
		e.store(p, source.Text{}, false, false)
	case listed(name):
		e.wrote = true
		e.put(morePrefix+strings.TrimPrefix(name, filePrefix), &variable{text: source.Unknown(&source.Hole{Expr: p.String(), Why: why}, p.Span())})
	}
}

// listed reports whether a file is one of those that list what is to be installed:
// of others nobody asks what is written over what the tree has.
func listed(name string) bool {
	return strings.HasSuffix(name, ".txt") || strings.HasSuffix(name, ".in")
}

// keepFiles keeps what a shell of its own wrote.
func (e *eval) keepFiles(d diff) {
	for name, v := range d.vars {
		if strings.HasPrefix(name, filePrefix) || strings.HasPrefix(name, morePrefix) {
			e.put(name, v)
		}
	}
}

// named returns what is kept under a prefix of the files that the words of a
// command name.
func (e *eval) named(ws []Word, prefix string) map[string]source.Text {
	var out map[string]source.Text
	if !e.wrote {
		return nil
	}
	for _, w := range ws {
		t := w.Text
		if _, val, ok := t.Cut("="); ok && t.HasPrefix("-") {
			t = val
		}
		if i := t.Index("@", 0); i == 0 || i == 2 && t.HasPrefix("-") { // curl: --data @FILE, -d@FILE
			t = t.Slice(i+1, t.Len())
		}
		name := file(t)
		if name == "" {
			continue
		}
		name = strings.TrimPrefix(name, filePrefix)
		if v := e.vars[prefix+name]; v != nil && !v.unset {
			insert(&out, name, v.text)
		}
	}
	return out
}

// substitution evaluates $(…). What the commands write is the text, if it is
// known.
func (e *eval) substitution(c *syntax.CmdSubst) expansion {
	src := e.in.slice(c.Pos(), c.End())
	s := e.newSink()
	if len(c.Stmts) == 1 && c.Stmts[0].Cmd == nil && len(c.Stmts[0].Redirs) == 1 && c.Stmts[0].Redirs[0].Op == syntax.RdrIn {
		v := e.vars[file(e.text(c.Stmts[0].Redirs[0].Word))] // $(<file)
		s.lost = v == nil
		if v != nil {
			s.parts.add(v.text)
		}
	} else {
		e.subshell(s, func() { e.list(c.Stmts) })
	}
	if t, ok := s.result(); ok {
		n := t.Len()
		for mask := t.Mask('x'); n > 0 && mask[n-1] == '\n'; n-- {
		}
		t = t.Slice(0, n)
		return expansion{text: t, loose: !t.Known()}
	}
	return unknown(e.hole(src, "the output of a command", e.sym("$(", offset(c))))
}

// process evaluates <(…) and >(…): the name of a file that holds the output.
func (e *eval) process(p *syntax.ProcSubst) source.Text {
	t := e.hole(e.in.slice(p.Pos(), p.End()), "the output of a command", e.sym("<(", offset(p)))
	s := e.newSink()
	if p.Op == syntax.CmdOut {
		s = nil
	}
	e.beside(func() { e.subshell(s, func() { e.list(p.Stmts) }) })
	if out, ok := s.result(); ok {
		e.store(t, out, true, false)
	}
	return t
}
