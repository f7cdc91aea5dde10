package jvm

// values reads val and var of Scala and Kotlin, and given.
func (p *parser) values(word string, m modifiers, notes []*Expr) {
	p.i++
	p.typeParameters()
	first, names := p.i, []int(nil)
	if p.lang == Kotlin {
		p.receiver()
		first = p.i
	}
	switch {
	case p.is(0, "("):
		p.skip()
	case p.isName(0):
		names = append(names, p.i)
		for p.i++; p.lang == Scala && p.is(0, ",") && p.isName(1); p.i += 2 {
			names = append(names, p.i+1)
		}
	}
	for p.lang == Scala && p.more() && !p.is(0, "=") && !p.is(0, ":") && (p.free || !p.tok(0).line) { // val Pattern(x) =, val a :: b =
		names = nil
		p.skip()
	}
	last := p.i
	if p.is(0, ":") {
		p.i = p.loose(p.i + 1)
	}
	s := Set{Declares: true, Final: m.final || word != "var", Annotations: notes}
	switch {
	case p.is(0, "=") || p.is(0, "by") && p.lang == Kotlin:
		p.i++
		s.Op = "="
		if s.Value = p.value(); len(names) != 1 {
			if names != nil { // val a, b = x: each has it
				for _, k := range names {
					s.Name = p.s[p.toks[k].from:p.toks[k].to]
					p.declare(s, p.toks[k].from)
				}
				return
			}
			s.Value = nil
		}
	}
	if names == nil {
		p.hide(first, last)
		return
	}
	for _, k := range names {
		s.Name = p.s[p.toks[k].from:p.toks[k].to]
		p.declare(s, p.toks[k].from)
	}
}

// value reads what a name is set to.
func (p *parser) value() *Expr {
	if p.lang == Scala && p.tok(0).line && !p.free {
		return p.indented()
	}
	if p.lang == Java && p.is(0, "{") {
		return p.array()
	}
	return p.command(p.expr(0))
}

// javaDeclaration reads fields, variables, methods and constructors of Java and
// Groovy; false if there is none.
func (p *parser) javaDeclaration(m modifiers, notes []*Expr) bool {
	t := p.tok(0)
	if t.kind != name {
		return false
	}
	if in := p.scope; in.Kind == Class { // a constructor
		if p.is(1, "(") && p.tok(1).pair > 0 && (p.lang == Java || p.says(0) == in.Name) {
			if k := int(p.tok(1).pair) + 1; p.signAt(k, "{") || p.wordAt(k, "throws") {
				p.i++
				p.method(p.s[t.from:t.to], t.from, m, notes)
				return true
			}
		}
		if p.lang == Java && p.is(1, "{") && p.says(0) == in.Name { // of a record
			p.i++
			p.method(p.s[t.from:t.to], t.from, m, notes)
			return true
		}
	}
	k := p.declared(p.i)
	if k == 0 {
		if p.lang != Groovy || !m.final && !m.static && !p.is(0, "def") || !p.isName(0) || !(p.is(1, "=") || p.is(1, ";")) {
			return false
		}
		k = p.i // final x = …
	}
	id := p.s[p.toks[k].from:p.toks[k].to]
	if p.signAt(k+1, "(") {
		p.i = k + 1
		p.method(id, t.from, m, notes)
		return true
	}
	for {
		s := Set{Name: id, Declares: true, Final: m.final, Annotations: notes}
		at := p.toks[k].from
		p.i = p.arrays(k + 1)
		switch {
		case p.take("="):
			s.Op, s.Value = "=", p.value()
		case p.is(0, ":"), p.is(0, "in"): // for (String s : all)
			p.i++
			p.declare(s, at)
			p.scope.Over = p.expr(0)
			return true
		}
		p.declare(s, at)
		if !p.is(0, ",") || !p.isName(1) {
			return true
		}
		k = p.i + 1
		id = p.says(1)
	}
}
