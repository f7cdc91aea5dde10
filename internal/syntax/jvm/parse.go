package jvm

import "strings"

// parser turns tokens into expressions, scopes and names that are set. Brackets
// are paired before, so that whatever it does not understand inside of one
// cannot reach beyond it.
type parser struct {
	*lexer
	file  *File
	scope *Scope
	i     int
	end   int  // where the innermost bracket closes
	free  bool // line breaks do not matter: Java, or inside ( ) and [ ]
	depth int
	seq   int
	note  bool    // the next bracket is that of an annotation
	notes []*Expr // annotations of what comes next
	slab  []Expr
	fork  *Fork // of the branch that opens next
	when  *Expr // and what that depends on
	jump  jump  // the last one read
	arms  *arms // of the innermost switch, when or match
}

func (p *parser) tok(k int) token {
	if p.i+k < p.end {
		return p.toks[p.i+k]
	}
	at := int32(len(p.s))
	if p.end < len(p.toks) {
		at = p.toks[p.end].from
	}
	return token{from: at, to: at, line: true, pair: -1}
}

// says returns what a token says; that of a literal is not asked for.
func (p *parser) says(k int) string {
	t := p.tok(k)
	return p.s[t.from:t.to]
}

func (p *parser) more() bool { return p.i < p.end }

// is reports whether the token k ahead is a sign or a name.
func (p *parser) is(k int, s string) bool {
	t := p.tok(k)
	return int(t.to-t.from) == len(s) && (t.kind == sign || t.kind == name) && p.s[t.from:t.to] == s
}

func (p *parser) take(s string) bool {
	if p.is(0, s) {
		p.i++
		return true
	}
	return false
}

func (p *parser) isName(k int) bool { return p.tok(k).kind == name }

// ends reports whether the statement ends before the current token, as far as
// line breaks tell.
func (p *parser) ends() bool { return !p.more() || !p.free && p.tok(0).line }

// node returns an expression that starts at the current token.
func (p *parser) node(k Kind) *Expr {
	if len(p.slab) == 0 {
		p.slab = make([]Expr, 64)
	}
	e := &p.slab[0]
	p.slab = p.slab[1:]
	t := p.tok(0)
	*e = Expr{Kind: k, Lang: p.lang, Scope: p.scope, file: p.file, from: t.from, at: t.from, to: t.to}
	return e
}

// closeAt gives an expression its end: that of the last token read.
func (p *parser) closeAt(e *Expr) *Expr {
	e.to = max(e.to, p.read())
	return e
}

// called notes a call when its arguments are read: after those that it rests on.
func (p *parser) called(e *Expr) *Expr {
	p.seq++
	e.Seq = p.seq
	if e.Name == "exit" || e.Name == "exitProcess" || e.Name == "error" && (e.X == nil && p.lang == Kotlin || e.X != nil && e.X.Name == "sys") {
		p.jump = jump{p.i, p.scope, true}
	}
	p.file.Calls = append(p.file.Calls, e)
	return e
}

// push opens a scope, and returns what closes it.
func (p *parser) push(kind ScopeKind, name string, from int32) func() {
	up := p.scope
	s := &Scope{Kind: kind, Name: name, Up: up, from: from}
	if kind == Branch {
		s.Fork, p.fork = p.fork, nil
		s.When, p.when = p.when, nil
	}
	if up != nil && (kind == Class || kind == Object) && name != "" {
		if up.inner == nil {
			up.inner = map[string]*Scope{}
		}
		if _, twice := up.inner[name]; !twice || kind == Object {
			up.inner[name] = s
		}
	}
	p.file.Scopes = append(p.file.Scopes, s)
	p.scope = s
	return func() {
		s.to = p.read()
		p.scope = up
	}
}

// deeper goes some levels down, unless that is deeper than is read.
func (p *parser) deeper(levels int) bool {
	if p.depth += levels; p.depth <= maxDepth {
		return true
	}
	p.depth -= levels
	p.fault(int(p.tok(0).from), "this is nested too deep to be read")
	return false
}

// within reads the inside of the bracket at the current token. One that
// nothing closes ends with what is around it.
func (p *parser) within(free bool, read func()) {
	t := p.tok(0)
	p.i++
	if !p.deeper(1) {
		if t.pair >= 0 {
			p.i = int(t.pair) + 1
		}
		return
	}
	wasEnd, wasFree := p.end, p.free
	if t.pair >= 0 {
		p.end = int(t.pair)
	}
	p.free = free || p.lang == Java
	read()
	p.i = min(p.i, p.end)
	if t.pair >= 0 {
		p.i = int(t.pair) + 1
	}
	p.end, p.free = wasEnd, wasFree
	p.depth--
}

// skip steps over a bracket, or over one token.
func (p *parser) skip() {
	if t := p.tok(0); t.kind == sign && t.pair > int32(p.i) {
		p.i = int(t.pair)
	}
	p.i++
}

// block reads statements up to the end, and returns the last expression.
func (p *parser) block() *Expr {
	var last *Expr
	for p.more() {
		before := p.i
		if e := p.statement(); e != nil {
			last = e
		} else if p.i > before && !p.is(0, ";") && p.more() {
			last = nil
		}
		if p.i == before {
			p.i++
		}
	}
	return last
}

// braces reads { statements } in a scope.
func (p *parser) braces(kind ScopeKind) *Expr {
	e := p.node(Block)
	done := p.push(kind, "", p.tok(0).from)
	p.within(false, func() {
		if last := p.block(); last != nil {
			e.Args = []Arg{{Val: last}}
		}
	})
	done()
	return p.closeAt(e)
}

// body reads what a branch, loop or method runs: braces, an indented block of
// Scala, or one statement.
func (p *parser) body(kind ScopeKind) *Expr {
	if p.is(0, "{") && !(p.lang == Scala && p.params(p.i+1) > 0) {
		return p.braces(kind)
	}
	if kind != Plain {
		defer p.push(kind, "", p.tok(0).from)()
	}
	if p.lang == Scala && p.tok(0).line && !p.free {
		return p.indented()
	}
	if !p.deeper(1) {
		p.i++
		return nil
	}
	e := p.statement()
	p.depth--
	return e
}

// column returns how far the line of a token is indented.
func (p *parser) column(i int) int {
	for i > 0 && !p.toks[i].line {
		i--
	}
	if i >= len(p.toks) {
		return -1
	}
	at := int(p.toks[i].from)
	return at - strings.LastIndexByte(p.s[:at], '\n') - 1
}

// indented reads statements that are indented further than the line before.
func (p *parser) indented() *Expr {
	if !p.more() || p.i == 0 {
		return nil
	}
	own := p.column(p.i)
	if own <= p.column(p.i-1) {
		return p.statement()
	}
	if !p.deeper(1) {
		p.i++
		return nil
	}
	defer func() { p.depth-- }()
	e := p.node(Block)
	for p.more() && (!p.tok(0).line || p.column(p.i) >= own) {
		before := p.i
		if last := p.statement(); last != nil {
			e.Args = []Arg{{Val: last}}
		}
		if p.i == before {
			break
		}
	}
	return p.closeAt(e)
}

// declare notes that a name is set.
func (p *parser) declare(s Set, at int32) {
	p.seq++
	out := &s
	out.Scope, out.Seq = p.scope, p.seq
	out.At = p.file.span(at, at+int32(len(s.Name)))
	p.file.Sets = append(p.file.Sets, out)
	if s.Declares && s.Name != "" && s.Name != "_" {
		p.scope.bind(s.Name).add(out)
	}
}

// hide declares the names of a pattern or parameter, which stand for what the
// file does not show.
func (p *parser) hide(from, to int) {
	for k := from; k < to; k++ {
		t := p.toks[k]
		if t.kind != name {
			continue
		}
		s := p.s[t.from:t.to]
		if p.lang == Java && !(p.at(k-1).kind == name && !p.wordAt(k-1, "case") || p.signAt(k-1, ">") || p.signAt(k-1, "|") || p.signAt(k-1, "]")) {
			continue // a type or constant; what is declared follows a type
		}
		if c := s[0]; c >= 'A' && c <= 'Z' || s == "final" || k+1 < to && (p.toks[k+1].glued && strings.IndexByte(".(", p.s[p.toks[k+1].from]) >= 0) {
			continue
		}
		p.declare(Set{Name: s, Declares: true}, t.from)
	}
}

// read returns the end of the last token read.
func (p *parser) read() int32 {
	if k := min(p.i, len(p.toks)); k > 0 {
		return p.toks[k-1].to
	}
	return 0
}
