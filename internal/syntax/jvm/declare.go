package jvm

// class reads a class, interface, trait, enum, record or object.
func (p *parser) class(kind ScopeKind, m modifiers, notes []*Expr) {
	from := p.tok(0).from
	p.i++
	id := ""
	if p.isName(0) {
		id = p.says(0)
		p.i++
	}
	if m.companion && id == "" {
		id = companion
	}
	done := p.push(kind, id, from)
	defer done()
	s := p.scope
	s.Static, s.Annotations = m.static, notes
	p.typeParameters()
	for p.more() && (p.lang == Scala || p.lang == Kotlin) && !p.tok(0).line {
		if p.is(0, "@") && p.isName(1) {
			p.annotation()
		} else if p.is(0, "private") || p.is(0, "protected") || p.is(0, "internal") || p.is(0, "public") || p.is(0, "constructor") {
			if p.i++; p.is(0, "[") {
				p.skip()
			}
		} else {
			break
		}
	}
	p.notes = nil
	for p.is(0, "(") {
		p.parameters()
	}
	p.heritage()
	switch {
	case p.is(0, "{"):
		p.classBody(id, m.enum)
	case p.lang == Scala && p.is(0, ":") && p.tok(1).line:
		p.i++
		p.indented()
	}
}

func (p *parser) typeParameters() {
	if p.is(0, "<") {
		if k := p.angle(p.i); k > 0 {
			p.i = k
		}
	} else if p.is(0, "[") && p.lang == Scala {
		p.skip()
	}
}

// heritage reads what a class extends and implements, with the arguments for
// the constructor of its parent.
func (p *parser) heritage() {
	for p.more() {
		switch {
		case p.is(0, "extends"), p.is(0, "implements"), p.is(0, "with"), p.is(0, "permits"), p.is(0, "derives"), p.is(0, ","):
		case p.is(0, ":") && p.lang == Kotlin:
		case p.is(0, "throws"):
		case p.is(0, "by") && p.lang == Kotlin:
			p.i++
			p.operand()
			continue
		case p.is(0, "where") && p.lang == Kotlin:
			p.i++
			for p.more() && !p.is(0, "{") && !p.tok(0).line {
				p.skip()
			}
			continue
		default:
			return
		}
		p.i++
		for p.is(0, "@") && p.isName(1) {
			p.annotation()
		}
		p.notes = nil
		e := p.newType()
		if e == nil {
			continue
		}
		p.scope.Parents = append(p.scope.Parents, e.path)
		for first := true; p.is(0, "(") && (p.lang == Scala || p.lang == Kotlin) && !p.tok(0).line; first = false {
			e.Args = append(e.Args, p.arguments()...)
			if first {
				p.called(e)
			}
			p.closeAt(e)
		}
	}
}

// newType reads the name of a type that is made or extended, with its type
// arguments.
func (p *parser) newType() *Expr {
	e := p.node(New)
	from := p.tok(0).from
	for p.is(0, "@") && p.isName(1) {
		p.annotation()
	}
	p.notes = nil
	if !p.isName(0) {
		return nil
	}
	for p.isName(0) {
		e.Name, e.at, e.to = p.says(0), p.tok(0).from, p.tok(0).to
		p.i++
		if p.is(0, "<") {
			if k := p.angle(p.i); k > 0 {
				e.path += p.s[from:e.to]
				from = p.toks[k-1].to
				p.i = k
			}
		}
		if !(p.is(0, ".") || p.is(0, "#")) || !p.isName(1) {
			break
		}
		p.i++
	}
	if e.to > from {
		e.path += p.s[from:e.to]
	}
	if p.lang == Scala && p.is(0, "[") {
		p.skip()
	}
	return e
}

// classBody reads the members of a class; an enum starts with its constants.
func (p *parser) classBody(id string, enum bool) {
	p.within(false, func() {
		for enum && p.more() && !p.is(0, ";") {
			before := p.i
			for p.is(0, "@") && p.isName(1) {
				p.annotation()
			}
			if !p.isName(0) {
				break
			}
			e := p.node(New)
			e.Name, e.path = id, id
			p.i++
			if p.is(0, "(") {
				e.Args = p.arguments()
			}
			p.called(p.closeAt(e))
			if p.is(0, "{") {
				p.anonymous(e)
			}
			if !p.take(",") || p.i == before {
				break
			}
		}
		p.block()
	})
}

// anonymous reads the body of a class without a name.
func (p *parser) anonymous(e *Expr) {
	e.body = true
	done := p.push(Class, "", p.tok(0).from)
	p.scope.Parents = []string{e.path}
	p.classBody("", false)
	done()
}

// parameters reads ( parameters ) into the scope of a method or class.
func (p *parser) parameters() {
	p.within(true, func() {
		for p.more() {
			before := p.i
			p.modifiers()
			if p.is(0, "val") || p.is(0, "var") || p.is(0, "using") {
				p.i++
			}
			notes := p.notes
			p.notes = nil
			id := -1
			if k := p.parameterName(); k >= 0 {
				p.i, id = k+1, k
			}
			if p.is(0, ":") {
				p.i = p.loose(p.i + 1)
				if p.lang == Scala && p.is(0, "*") {
					p.i++
				}
			}
			s := Set{Declares: true, Param: true, Annotations: notes}
			if p.take("=") {
				s.Op, s.Value = "=", p.expr(1)
			}
			if id >= 0 {
				t := p.toks[id]
				s.Name = p.s[t.from:t.to]
				p.declare(s, t.from)
			}
			for p.more() && !p.is(0, ",") {
				p.skip()
			}
			if p.take(","); p.i == before {
				p.i++
			}
		}
	})
}

// parameterName returns the token that names the parameter at hand, or -1.
func (p *parser) parameterName() int {
	if p.lang == Java || p.lang == Groovy {
		if n := p.typeEnd(p.i); n > 0 && p.at(n).kind == name {
			return n
		}
		if p.lang == Java {
			return -1
		}
	}
	if p.is(0, "...") && p.lang == R || !p.isName(0) {
		return -1
	}
	return p.i
}

// method reads parameters and body of a method; the current token follows its
// name.
func (p *parser) method(id string, from int32, m modifiers, notes []*Expr) {
	done := p.push(Method, id, from)
	defer done()
	p.scope.Static, p.scope.Annotations = m.static, notes
	p.typeParameters()
	for p.is(0, "(") && (p.free || !p.tok(0).line) {
		p.parameters()
	}
	if p.lang == Java || p.lang == Groovy {
		p.i = p.arrays(p.i)
		if p.take("throws") {
			for k := p.typeEnd(p.i); k > 0; k = p.typeEnd(p.i) {
				if p.i = k; !p.take(",") {
					break
				}
			}
		}
		switch {
		case p.is(0, "{"):
			p.within(false, func() { p.block() })
		case p.is(0, "default") && p.lang == Java:
			p.i++
			p.expr(0)
		}
		return
	}
	if p.is(0, ":") {
		p.i = p.loose(p.i + 1)
	}
	if p.is(0, "where") && p.lang == Kotlin {
		for p.more() && !p.is(0, "{") && !p.is(0, "=") {
			p.skip()
		}
	}
	switch {
	case p.take("="):
		p.take("macro")
		p.returned(p.body(Plain))
	case p.is(0, "{"):
		p.within(false, func() { p.block() })
	}
}

// returned notes what the method at hand may return.
func (p *parser) returned(e *Expr) {
	if in := p.scope.In(Method, Function); in != nil && in.Kind == Method && e != nil {
		in.returns = append(in.returns, e)
	}
}

// function reads def, fun and constructor.
func (p *parser) function(word string, m modifiers, notes []*Expr) (*Expr, bool) {
	from := p.tok(0).from
	switch {
	case word == "constructor":
		if p.lang != Kotlin || !p.is(1, "(") {
			return nil, false
		}
		p.i++
		p.method(word, from, m, notes)
		if p.is(0, ":") { // what it calls first
			p.i++
			p.expr(0)
		}
		return nil, true
	case word == "fun":
		if p.lang != Kotlin || p.is(1, "(") {
			return nil, false
		}
		p.i++
		p.typeParameters()
		p.receiver()
	case p.lang == Scala:
		p.i++
	case p.lang == Groovy && p.isName(1) && p.is(2, "("):
		p.i++
	case p.lang == Groovy && p.is(1, "("): // def (a, b) = …
		p.i++
		if t := p.tok(0); t.pair > 0 {
			p.hide(p.i+1, int(t.pair))
		}
		p.skip()
		if p.take("=") {
			p.expr(0)
		}
		return nil, true
	case p.lang == Groovy && p.tok(1).kind == literal: // def "a test"() {
		p.i += 2
		p.method("", from, m, notes)
		return nil, true
	default:
		return nil, false
	}
	id := ""
	if t := p.tok(0); p.more() && (t.kind == name || t.kind == sign && p.s[t.from] != '(') {
		id = p.says(0)
		p.i++
	}
	p.method(id, from, m, notes)
	return nil, true
}

// receiver steps over the type that a function of Kotlin extends.
func (p *parser) receiver() {
	for p.more() {
		k := p.i + 1
		if p.is(0, "(") && p.tok(0).pair > 0 {
			k = int(p.tok(0).pair) + 1
		} else if !p.isName(0) {
			return
		}
		if p.signAt(k, "<") {
			if k = p.angle(k); k < 0 {
				return
			}
		}
		for p.signAt(k, "?") {
			k++
		}
		if p.signAt(k, "?.") {
			p.i = k + 1
			continue
		}
		if !p.signAt(k, ".") {
			return
		}
		p.i = k + 1
	}
}

// companion is the name that Kotlin gives a companion object without one.
const companion = "Companion"
