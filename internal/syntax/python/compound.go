package python

func (p *parser) branch() {
	base, from := len(p.stack), p.from()
	for {
		p.next()
		p.push(p.named())
		p.push(p.block())
		if p.k != kElif {
			break
		}
	}
	if p.accept(kElse) {
		p.push(p.block())
	}
	p.push(p.take(nIf, from, base))
}

func (p *parser) loop() {
	base, from := len(p.stack), p.from()
	p.next()
	p.push(p.targets())
	p.expect(kIn, "expected in behind the names of this for")
	p.push(p.exprs())
	p.push(p.block())
	if p.accept(kElse) {
		p.push(p.block())
	}
	p.push(p.take(nFor, from, base))
}

func (p *parser) while() {
	base, from := len(p.stack), p.from()
	p.next()
	p.push(p.named())
	p.push(p.block())
	if p.accept(kElse) {
		p.push(p.block())
	}
	p.push(p.take(nWhile, from, base))
}

func (p *parser) try() {
	base, from := len(p.stack), p.from()
	p.next()
	p.push(p.block())
	for p.k == kExcept {
		at, inner := p.from(), len(p.stack)
		p.next()
		p.accept('*')
		var kind, name *node
		if p.k != ':' {
			kind = p.exprs()
		}
		if p.accept(kAs) && p.k == tName {
			name = p.name()
		}
		p.push(kind)
		p.push(name)
		p.push(p.block())
		p.push(p.take(nExcept, at, inner))
	}
	for _, c := range [...]struct {
		k tk
		n kind
	}{{kElse, nElse}, {kFinally, nFinally}} {
		if at := p.from(); p.accept(c.k) {
			p.push(p.node(c.n, at, p.end(), p.block()))
		}
	}
	p.push(p.take(nTry, from, base))
}

func (p *parser) with() {
	base, from := len(p.stack), p.from()
	p.next()
	closing := p.k == '(' && p.items()
	if closing {
		p.next()
	}
	for p.starts() {
		at := p.from()
		e := p.item()
		var target *node
		if p.accept(kAs) {
			target = p.primary()
			if !closing && p.k == ',' && target.kind == nTuple {
				target.to = p.end()
			}
		}
		p.push(p.node(nItem, at, p.end(), e, target))
		if !p.accept(',') {
			break
		}
	}
	if closing {
		p.expect(')', "expected ) behind what this with opens")
	}
	p.push(p.block())
	p.push(p.take(nWith, from, base))
}

// items reports whether the bracket at hand holds all that a with opens: its
// end is followed by the colon.
func (p *parser) items() bool {
	open := 0
	for i := p.i; i < len(p.toks); i++ {
		switch p.toks[i].kind {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			if open--; open == 0 {
				return p.toks[i+1].kind == ':' && p.peek() != kYield
			}
		case tNewline, tEnd, kFor:
			if open == 1 || p.toks[i].kind != kFor {
				return false
			}
		}
	}
	return false
}

// isMatch tells the statement from a name: its line ends with a colon, and a
// case follows.
func (p *parser) isMatch() bool {
	i := p.i + 1
	for ; p.toks[i].kind != tNewline && p.toks[i].kind != tEnd; i++ {
	}
	return i+2 < len(p.toks) && i > p.i+2 && p.toks[i-1].kind == ':' && p.toks[i+1].kind == tIndent &&
		p.s[p.toks[i+2].from:p.toks[i+2].to] == "case"
}

func (p *parser) match() {
	base, from := len(p.stack), p.from()
	p.next()
	p.push(p.exprs())
	p.expect(':', "expected a colon")
	p.accept(tNewline)
	p.accept(tIndent)
	for p.k == tName && p.text() == "case" {
		at, inner := p.from(), len(p.stack)
		p.next()
		p.push(p.pattern())
		var guard *node
		if p.accept(kIf) {
			guard = p.named()
		}
		p.push(guard)
		p.push(p.block())
		p.push(p.take(nCase, at, inner))
	}
	for p.k != tDedent && p.k != tEnd {
		if p.k == tNewline || p.k == tIndent {
			p.next()
			continue
		}
		p.fault("expected a case")
		p.statement()
	}
	p.accept(tDedent)
	p.push(p.take(nMatch, from, base))
}

// pattern reads what a case compares with. The names in it are bound.
func (p *parser) pattern() *node {
	base, from, open := len(p.stack), p.from(), 0
	for p.k != tNewline && p.k != tEnd {
		switch p.k {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			open--
		case ':', kIf:
			if open == 0 {
				return p.take(nTuple, from, base)
			}
		case tName:
			if n := p.peek(); n != '(' && n != '.' && n != '=' && p.toks[p.i-1].kind != '.' && p.text() != "_" {
				p.push(p.name())
				continue
			}
		}
		p.next()
	}
	return p.take(nTuple, from, base)
}

// definition reads a function or class with its decorators.
func (p *parser) definition() {
	base := len(p.stack)
	for p.accept('@') {
		p.push(p.named())
		p.accept(tNewline)
	}
	decorators := append([]*node(nil), p.stack[base:]...)
	p.stack = p.stack[:base]
	from := p.from()
	p.accept(kAsync)
	switch p.k {
	case kDef:
		p.function(from)
	case kClass:
		p.class(from)
	default:
		p.fault("expected def or class behind a decorator")
		for _, d := range decorators {
			p.push(p.node(nExpr, d.from, d.to, d))
		}
		return
	}
	if len(decorators) > 0 {
		n := p.stack[len(p.stack)-1]
		n.kids = p.copy(append(append([]*node(nil), n.kids...), decorators...))
	}
}

func (p *parser) function(from int32) {
	base := len(p.stack)
	p.next()
	p.defined()
	if p.expect('(', "expected the parameters of this function") {
		p.push(p.params(')'))
		p.expect(')', "expected ) behind the parameters")
	} else {
		p.push(p.node(nParams, p.end(), p.end()))
	}
	var result *node
	if p.accept(tArrow) {
		result = p.exprs()
	}
	p.push(result)
	p.push(p.block())
	p.push(p.take(nDef, from, base))
}

// defined reads the name of a function or class.
func (p *parser) defined() {
	if p.k == tName {
		p.push(p.name())
	} else {
		p.fault("expected a name")
		p.push(p.node(nName, p.end(), p.end()))
	}
	p.typeParams()
}

func (p *parser) class(from int32) {
	base := len(p.stack)
	p.next()
	p.defined()
	if at := p.from(); p.k == '(' {
		p.push(p.call(at, nil))
	} else {
		p.push(nil)
	}
	p.push(p.block())
	p.push(p.take(nClass, from, base))
}

// params reads parameters up to the closing token. Those of a lambda have no
// annotations.
func (p *parser) params(closing tk) *node {
	base, from := len(p.stack), p.from()
	for p.k != closing && p.k != tNewline && p.k != tEnd {
		op := p.k
		switch p.k {
		case '*', tPower:
			p.next()
		case '/':
			p.next()
			p.accept(',')
			continue
		default:
			op = 0
		}
		if p.k == tName {
			p.param(op, closing)
		} else if op != '*' || p.k != ',' {
			p.fault("expected a parameter")
			if p.k == ')' || p.k == ':' {
				break
			}
			p.next()
			continue
		}
		if !p.accept(',') {
			if p.k != closing {
				p.fault("expected a comma or the end of the parameters")
			}
			if p.k != closing && p.k != tName {
				break
			}
		}
	}
	for p.k != closing && p.k != tNewline && p.k != tEnd && closing == ')' {
		p.next()
	}
	return p.take(nParams, from, base)
}

func (p *parser) param(op, closing tk) {
	from := p.from()
	name := p.name()
	var annotation, value *node
	if closing == ')' && p.accept(':') {
		annotation = p.item()
	}
	if p.accept('=') {
		value = p.expr()
	}
	n := p.node(nParam, from, p.end(), name, annotation, value)
	n.op = op
	p.push(n)
}
