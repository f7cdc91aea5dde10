package jvm

// suffixes reads the selections, calls and indexes behind an operand.
func (p *parser) suffixes(e *Expr) *Expr {
	for links := 0; p.more(); links++ {
		t := p.tok(0)
		if t.kind != sign {
			return e
		}
		if links == maxLinks { // who asks where a chain starts asks at each of its links
			p.fault(int(t.from), "this chain is too long to be read")
			far := p.node(Other)
			far.from = e.from
			e, links = p.closeAt(far), 0
		}
		line := t.line && !p.free
		switch p.s[t.from:t.to] {
		case ".", "?.", "*.", ".&", ".@":
			e = p.selection(e)
		case "$", "@":
			if p.lang != R {
				return e
			}
			e = p.selection(e)
		case "::", ":::":
			if p.lang == Scala || line {
				return e
			}
			if p.lang == R {
				p.i++ // package::name
				if !p.isName(0) {
					return e
				}
				s := p.node(Name)
				s.Name, s.from = p.says(0), e.from
				p.i++
				e = p.closeAt(s)
				continue
			}
			p.i++
			p.typeParameters()
			r := p.node(Reference)
			if p.isName(0) {
				r.Name = p.says(0)
				p.i++
			}
			r.X, r.from = e, e.from
			e = p.closeAt(r)
		case "!!":
			if p.lang != Kotlin {
				return e
			}
			p.i++
			p.closeAt(e)
		case "++", "--":
			if p.lang == Scala || line {
				return e
			}
			p.i++
			p.declareChange(e)
			p.closeAt(e)
		case "(":
			if line || e.Kind == Number || e.Kind == String && p.lang != Groovy {
				return e
			}
			e = p.call(e)
		case "[":
			if line || p.lang == Groovy && !t.glued {
				return e
			}
			if p.lang == Scala { // type arguments
				p.skip()
				p.closeAt(e)
				continue
			}
			if p.lang == Java && int(t.pair) == p.i+1 { // int[].class
				p.skip()
				continue
			}
			x := p.node(Index)
			x.X, x.from = e, e.from
			x.Args = p.items("[")
			if p.lang == R && len(x.Args) == 1 && x.Args[0].Val != nil && x.Args[0].Val.Kind == List && x.Args[0].Val.Name == "[" {
				x.Args = x.Args[0].Val.Args // [[ ]]
			}
			e = p.closeAt(x)
		case "{":
			if line || p.lang == Java || p.lang == R || e.Kind != Name && e.Kind != Select && e.Kind != Call || p.lang == Scala && e.Kind == Call && e.Name == "" {
				return e
			}
			e = p.trailing(e)
		case "<":
			if p.lang != Kotlin || !t.glued {
				return e
			}
			k := p.angle(p.i)
			if k < 0 || !(p.signAt(k, "(") || p.signAt(k, "{") || p.signAt(k, ".") || p.signAt(k, "::")) || p.at(k).line {
				return e
			}
			p.i = k
		default:
			return e
		}
	}
	return e
}

// selection reads ".name", and what may stand in its place.
func (p *parser) selection(e *Expr) *Expr {
	p.i++
	if p.lang == Java && p.is(0, "<") { // .<T>method()
		p.typeParameters()
	}
	if p.is(0, "new") && p.lang == Java { // outer.new Inner()
		n := p.new()
		n.from, n.X = e.from, e
		return n
	}
	s := p.node(Select)
	s.X, s.from = e, e.from
	t := p.tok(0)
	switch {
	case t.kind == name:
		s.Name = p.says(0)
		p.i++
	case t.kind == literal && p.lang == Groovy || t.kind == literal && p.lang == R:
		s.Name = p.str().word()
	case p.is(0, "(") && p.lang != Java: // Kotlin's x.(f)(), Groovy's x.(f)
		p.skip()
		s.Kind = Other
	default:
		return p.closeAt(e)
	}
	return p.closeAt(s)
}

// asCall turns what is called into a call.
func (p *parser) asCall(e *Expr) *Expr {
	c := p.node(Call)
	c.from, c.at, c.to = e.from, e.at, e.to
	switch e.Kind {
	case Name:
		c.Name = e.Name
	case Select:
		c.Name, c.X = e.Name, e.X
	default:
		c.X = e
	}
	return c
}

// call reads the arguments of a call.
func (p *parser) call(e *Expr) *Expr {
	c := p.asCall(e)
	c.Args = p.arguments()
	return p.called(p.closeAt(c))
}

// trailing reads a closure behind a call or name.
func (p *parser) trailing(e *Expr) *Expr {
	c := e
	if e.Kind != Call {
		c = p.asCall(e)
		p.called(c)
	}
	c.Args = append(c.Args[:len(c.Args):len(c.Args)], Arg{Val: p.closure()})
	return p.closeAt(c)
}

// declareChange notes x++.
func (p *parser) declareChange(e *Expr) {
	if e.Kind == Name {
		p.declare(Set{Name: e.Name, Target: e, Op: "++"}, e.at)
	}
}

func (p *parser) arguments() []Arg { return p.items("(") }

// items reads arguments, or the items of a list, in brackets.
func (p *parser) items(opening string) []Arg {
	var out []Arg
	broken, note := p.tok(0).pair < 0, p.note
	p.note = false
	p.within(true, func() {
		for p.more() && !(broken && (p.is(0, ";") || p.tok(0).line && p.restarts())) {
			before := p.i
			if a := p.item(opening, note); a.Val != nil || a.Key != nil {
				out = append(out, a)
			} else if p.is(0, ",") && p.lang == R {
				out = append(out, Arg{}) // x[, 1]
			}
			if !p.take(",") && p.more() && p.i == before {
				p.i++
			}
		}
	})
	return out
}

// restarts reports whether a line starts with what cannot be an argument: the
// bracket before it was not closed.
func (p *parser) restarts() bool {
	switch p.says(0) {
	case "val", "var", "def", "class", "object", "import", "package", "public", "private", "protected", "return", "fun", "final", "static":
		return p.isName(1)
	}
	if p.lang == Java {
		k := p.declared(p.i)
		return k > 0 && (p.signAt(k+1, "(") || p.signAt(k+1, "="))
	}
	return false
}

// item reads one argument.
func (p *parser) item(opening string, note bool) Arg {
	a := Arg{}
	t, after := p.tok(0), p.tok(1)
	if after.kind == sign && after.to == after.from+1 && p.lang != Java {
		sep := p.s[after.from]
		if (sep == '=' && p.lang != Groovy && (t.kind == name || t.kind == literal && p.lang == R) ||
			sep == ':' && p.lang == Groovy && (t.kind == name || t.kind == literal || t.kind == number)) && opening != "[[" {
			if t.kind == literal {
				a.Key = p.str()
			} else {
				a.Key = p.node(String)
				a.Key.Name, a.Key.plain = p.says(0), true
				p.i++
			}
			p.i++
		}
	}
	switch {
	case p.lang == Groovy && p.is(0, "(") && p.tok(0).pair > 0 && p.signAt(int(p.tok(0).pair)+1, ":"): // (KEY): value
		a.Key = p.parensIn()
		p.i++
	case p.lang == Groovy && (p.is(0, "*:") || p.is(0, "*")), p.lang == Kotlin && p.is(0, "*"):
		a.Spread = true
		p.i++
	case p.is(0, "...") && p.lang == R:
		a.Spread = true
		a.Val = p.node(Other)
		p.i++
		return a
	}
	if p.lang == Java && p.isName(0) && p.is(1, "=") && note {
		a.Key = p.node(String)
		a.Key.Name, a.Key.plain = p.says(0), true
		p.i += 2
	}
	if p.is(0, "{") && p.lang == Java {
		a.Val = p.array()
		return a
	}
	if p.lang == R && opening == "[" && p.is(0, "[") { // [[ ]]
		a.Val = p.node(List)
		a.Val.Name = "["
		a.Val.Args = p.items("[[")
		return a
	}
	a.Val = p.expr(0)
	if p.lang == Scala && p.i > 0 && p.wordAt(p.i-2, "_") && p.signAt(p.i-1, "*") || p.lang == Scala && p.i > 0 && p.wordAt(p.i-1, "_*") || p.lang == Scala && p.take("*") {
		a.Spread = true
	}
	return a
}

// commandArgument reports whether an argument without brackets follows, as
// Groovy has them.
func (p *parser) commandArgument() bool {
	t := p.tok(0)
	if !p.more() || t.line || t.glued {
		return false
	}
	switch t.kind {
	case literal, number:
		return true
	case name:
		return !p.notType(p.s[t.from:t.to]) || p.is(0, "new") || p.is(0, "this") || p.is(0, "true") || p.is(0, "false") || p.is(0, "null")
	}
	return p.is(0, "[")
}

func (p *parser) commandArguments() []Arg {
	var out []Arg
	for {
		a := p.item("(", false)
		if a.Val == nil {
			return out
		}
		out = append(out, a)
		if !p.take(",") {
			return out
		}
	}
}

// command reads the arguments without brackets that Groovy allows behind a name.
func (p *parser) command(e *Expr) *Expr {
	if p.lang != Groovy || e == nil || e.Kind != Name && e.Kind != Select || !p.commandArgument() {
		return e
	}
	e = p.asCall(e)
	e.Args = p.commandArguments()
	return p.suffixes(p.called(p.closeAt(e)))
}
