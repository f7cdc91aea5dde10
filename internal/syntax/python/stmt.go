package python

// program reads all statements.
func (p *parser) program() *node {
	base := len(p.stack)
	for p.k != tEnd {
		if p.k == tNewline || p.k == tDedent || p.k == tIndent { // left over from a line that was not understood
			p.next()
			continue
		}
		p.statement()
	}
	return p.take(nBlock, 0, base)
}

// block reads the statements behind a colon, on the same line or indented.
func (p *parser) block() *node {
	base, from := len(p.stack), p.from()
	if !p.expect(':', "expected a colon") {
		p.rest()
	}
	if p.k != tNewline {
		if p.k != tEnd && p.k != tDedent {
			p.simple()
		}
		return p.take(nBlock, from, base)
	}
	p.next()
	if p.k != tIndent {
		p.fault("expected an indented block")
		return p.take(nBlock, from, base)
	}
	p.next()
	if !p.deeper() {
		p.depth--
		p.skipBlock()
		return p.take(nBlock, from, base)
	}
	for p.k != tEnd && p.k != tDedent {
		switch p.k {
		case tNewline:
			p.next()
		case tIndent: // deeper than its block for no reason: read on as if it were not
			p.next()
			p.fault("this line is indented without need")
			p.extra()
		default:
			p.statement()
		}
	}
	p.accept(tDedent)
	p.depth--
	return p.take(nBlock, from, base)
}

// extra reads the statements of a block that nothing opened.
func (p *parser) extra() {
	if !p.deeper() {
		p.depth--
		p.skipBlock()
		return
	}
	for p.k != tEnd && p.k != tDedent {
		switch p.k {
		case tNewline:
			p.next()
		case tIndent:
			p.next()
			p.extra()
		default:
			p.statement()
		}
	}
	p.accept(tDedent)
	p.depth--
}

// skipBlock steps over an indented block.
func (p *parser) skipBlock() {
	for open := 1; open > 0 && p.k != tEnd; p.next() {
		switch p.k {
		case tIndent:
			open++
		case tDedent:
			open--
		}
	}
}

// rest reads what a statement should not have, up to the end of its line or
// the colon of its block: what can be read in it is kept.
func (p *parser) rest() {
	base, from := len(p.stack), p.from()
	for p.k != tNewline && p.k != tEnd && p.k != tDedent && p.k != tIndent && p.k != ';' {
		if p.k == ':' && p.peek() == tNewline {
			p.next()
			break
		}
		if at := p.i; p.starts() {
			if e := p.expr(); e.kind != nBad {
				p.push(e)
			}
			if p.i > at {
				continue
			}
		}
		p.next()
	}
	p.push(p.take(nStatement, from, base))
}

// simple reads the statements of one line.
func (p *parser) simple() {
	for {
		p.small()
		if p.k == ';' {
			p.next()
			if p.k == tNewline || p.k == tEnd {
				break
			}
			continue
		}
		if p.k != tNewline && p.k != tEnd && p.k != tDedent && p.k != tIndent {
			p.fault("expected the end of this statement")
			p.rest()
			if p.k == ';' {
				continue
			}
		}
		break
	}
	p.accept(tNewline)
}

// statement reads one statement, or those of one line.
func (p *parser) statement() {
	switch p.k {
	case kIf:
		p.branch()
	case kFor:
		p.loop()
	case kWhile:
		p.while()
	case kTry:
		p.try()
	case kWith:
		p.with()
	case kDef, kClass, '@':
		p.definition()
	case kAsync:
		p.async()
	case kElse, kElif, kExcept, kFinally:
		p.fault("nothing above this line starts what it continues")
		at, from := len(p.stack), p.from()
		p.next()
		if p.k != ':' {
			p.push(p.exprs())
		}
		p.push(p.block())
		p.push(p.take(nStatement, from, at))
	default:
		if p.k == tName && p.text() == "match" && p.isMatch() {
			p.match()
			return
		}
		p.simple()
	}
}

// async reads a statement that starts with async, and its place with it.
func (p *parser) async() {
	from := p.from()
	p.next()
	switch p.k {
	case kFor, kWith, kDef:
		p.statement()
		p.stack[len(p.stack)-1].from = from
	default:
		p.fault("expected def, for or with behind async")
		p.simple()
	}
}

// small reads a statement without a block.
func (p *parser) small() {
	base, from := len(p.stack), p.from()
	switch p.k {
	case kPass:
		p.next()
	case kBreak, kContinue:
		p.next()
		p.push(p.node(nJump, from, p.end()))
	case kReturn:
		p.next()
		if p.starts() {
			p.push(p.exprs())
		}
		p.push(p.take(nReturn, from, base))
	case kRaise:
		p.next()
		if p.starts() {
			p.push(p.expr())
			if p.accept(kFrom) {
				p.push(p.expr())
			}
		}
		p.push(p.take(nRaise, from, base))
	case kAssert:
		p.next()
		p.push(p.expr())
		if p.accept(',') {
			p.push(p.expr())
		}
		p.push(p.take(nStatement, from, base))
	case kDel:
		p.next()
		p.push(p.item())
		for p.accept(',') && p.starts() {
			p.push(p.item())
		}
		p.push(p.take(nDelete, from, base))
	case kGlobal, kNonlocal:
		op := p.k
		for p.next(); p.k == tName; p.accept(',') {
			p.push(p.name())
		}
		n := p.take(nGlobal, from, base)
		n.op = op
		p.push(n)
	case kImport:
		p.imports()
	case kFrom:
		p.importFrom()
	case tName:
		if p.text() == "type" && p.peek() == tName {
			p.typeAlias()
			return
		}
		p.assignment()
	default:
		if !p.starts() {
			p.fault("expected a statement")
			p.rest()
			return
		}
		p.assignment()
	}
}

// assignment reads an expression, or what binds one.
func (p *parser) assignment() {
	base, from := len(p.stack), p.from()
	p.push(p.exprs())
	switch p.k {
	case '=':
		for p.accept('=') {
			p.push(p.exprs())
		}
		p.push(p.take(nAssign, from, base))
	case ':':
		p.next()
		p.push(p.expr())
		if p.accept('=') {
			p.push(p.exprs())
		}
		p.push(p.take(nAnnotated, from, base))
	case tAddTo, tOrTo, tAugmented:
		op := p.k
		p.next()
		p.push(p.exprs())
		n := p.take(nAugmented, from, base)
		n.op = op
		p.push(n)
	default:
		p.push(p.take(nExpr, from, base))
	}
}

// typeAlias reads type X[T] = value.
func (p *parser) typeAlias() {
	base, from := len(p.stack), p.from()
	p.next()
	p.next()
	p.typeParams()
	if p.expect('=', "expected = and a type") {
		p.push(p.expr())
	}
	p.push(p.take(nStatement, from, base))
}

// typeParams steps over [T: bound = default, *Ts, **P].
func (p *parser) typeParams() {
	if p.k != '[' {
		return
	}
	open := 0
	for ; p.k != tNewline && p.k != tEnd; p.next() {
		switch p.k {
		case '[', '(', '{':
			open++
		case ']', ')', '}':
			if open--; open == 0 {
				p.next()
				return
			}
		}
	}
}

// dotted reads a.b.c and returns where it stands.
func (p *parser) dotted() (from, to int32) {
	from = p.from()
	for p.k == '.' || p.k == tEllipsis {
		p.next()
	}
	for p.k == tName {
		p.next()
		if p.k != '.' {
			break
		}
		p.next()
	}
	return from, p.end()
}

// alias reads a name to import and the name that it is given.
func (p *parser) alias() {
	from, to := p.dotted()
	n := p.node(nAlias, from, to)
	if p.accept(kAs) && p.k == tName {
		n.aux = p.from()
		n.kids = p.copy([]*node{p.name()})
	}
	p.push(n)
}

func (p *parser) imports() {
	base, from := len(p.stack), p.from()
	p.next()
	for p.k == tName {
		p.alias()
		if !p.accept(',') {
			break
		}
	}
	p.push(p.take(nImport, from, base))
}

func (p *parser) importFrom() {
	base, from := len(p.stack), p.from()
	p.next()
	start, to := p.dotted()
	p.push(p.node(nAlias, start, to))
	if !p.expect(kImport, "expected import behind the module") {
		p.stack = p.stack[:base]
		p.rest()
		return
	}
	closing := p.accept('(')
	for p.k == tName || p.k == '*' {
		if p.k == '*' {
			p.next()
			p.push(p.node(nStar, p.end()-1, p.end()))
		} else {
			p.alias()
		}
		if !p.accept(',') {
			break
		}
	}
	if closing {
		p.expect(')', "expected ) behind the imported names")
	}
	p.push(p.take(nFrom, from, base))
}
