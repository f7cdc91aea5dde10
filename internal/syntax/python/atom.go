package python

// primary reads an atom with the attributes, calls and items behind it. It
// starts where the atom's bracket does.
func (p *parser) primary() *node {
	from := p.from()
	v := p.atom()
	for links := 0; ; links++ {
		if links == maxLinks && (p.k == '.' || p.k == '(' || p.k == '[') {
			p.fault("this chain is too long to be read")
			v = p.node(nBad, from, p.end())
			links = 0
		}
		switch p.k {
		case '.':
			p.next()
			if at := p.from(); p.k == tName || p.k >= kFalse { // after a dot a keyword is a slip, but the chain goes on
				p.next()
				v = p.node(nAttr, from, p.end(), v)
				v.aux = at
				continue
			}
			p.fault("expected a name behind the dot")
			return v
		case '(':
			v = p.call(from, v)
		case '[':
			p.next()
			index := p.subscripts()
			p.expect(']', "expected ] behind the index")
			v = p.node(nIndex, from, p.end(), v, index)
		default:
			return v
		}
	}
}

// call reads the arguments of f.
func (p *parser) call(from int32, f *node) *node {
	base, at := len(p.stack), p.from()
	p.next()
	p.push(f)
	p.list(')', (*parser).argument)
	n := p.take(nCall, from, base)
	n.aux = at
	return n
}

// list reads what stands between brackets, separated by commas, and the
// closing bracket. What is not understood is stepped over.
func (p *parser) list(closing tk, item func(*parser)) {
	for p.k != closing {
		at := p.i
		if p.starts() || p.k == tPower {
			item(p)
		}
		if p.k == closing || p.accept(',') && p.i > at+1 {
			continue
		}
		p.fault("expected a comma or a closing bracket")
		switch p.k {
		case tEnd, tNewline, tIndent, tDedent, ')', ']', '}':
			return
		}
		if p.i == at {
			p.next()
		}
	}
	p.next()
}

func (p *parser) argument() {
	from := p.from()
	switch {
	case p.k == tName && p.peek() == '=':
		name := p.name()
		p.next()
		value := p.expr()
		k := p.node(nKeyword, from, p.end(), value)
		k.aux = name.to
		p.push(k)
	case p.k == '*':
		p.next()
		v := p.expr()
		p.push(p.node(nStar, from, p.end(), v))
	case p.k == tPower:
		p.next()
		v := p.expr()
		p.push(p.node(nDouble, from, p.end(), v))
	default:
		v := p.named()
		if p.clause() {
			v = p.comprehension(from, ')', v)
			v.from, v.to = p.generator(from)
		}
		p.push(v)
	}
}

// generator returns the place of a generator that is the only argument: it
// starts and ends with the call's own brackets.
func (p *parser) generator(from int32) (int32, int32) {
	i := p.i
	for i > 0 && p.toks[i-1].from >= from {
		i--
	}
	if p.k == ')' && i > 0 && p.toks[i-1].kind == '(' {
		return p.toks[i-1].from, p.toks[p.i].to
	}
	return from, p.end()
}

// subscripts reads what stands in the brackets behind a value.
func (p *parser) subscripts() *node {
	base, from, comma := len(p.stack), p.from(), false
	for p.starts() || p.k == ':' {
		p.push(p.slice())
		if !p.accept(',') {
			break
		}
		comma = true
	}
	if len(p.stack) == base {
		p.fault("expected an index")
		return p.node(nBad, from, p.end())
	}
	if one := p.stack[base]; !comma {
		p.stack = p.stack[:base]
		return one
	}
	return p.take(nTuple, from, base)
}

func (p *parser) slice() *node {
	from, base := p.from(), len(p.stack)
	if p.k != ':' {
		first := p.item()
		if p.k != ':' {
			return first
		}
		p.push(first)
	}
	for p.accept(':') {
		if p.starts() {
			p.push(p.expr())
		}
	}
	return p.take(nSlice, from, base)
}

func (p *parser) atom() *node {
	from := p.from()
	switch p.k {
	case tName:
		return p.name()
	case tNumber:
		p.next()
		return p.node(nNumber, from, p.end())
	case tString, tFStart:
		return p.strings()
	case kFalse, kNone, kTrue, tEllipsis:
		n := p.node(nConst, from, p.toks[p.i].to)
		n.op = p.k
		p.next()
		return n
	case '(', '[', '{':
		return p.bracket()
	case kLambda, kNot: // misplaced, but readable
		p.fault("expected a value")
		return p.expr()
	}
	p.fault("expected a value")
	return p.node(nBad, from, from)
}

// bracket reads what starts with an opening bracket.
func (p *parser) bracket() *node {
	if !p.deeper() {
		p.depth--
		from := p.from()
		p.next()
		p.skip()
		p.next()
		return p.node(nBad, from, p.end())
	}
	defer func() { p.depth-- }()
	switch p.k {
	case '(':
		return p.paren()
	case '[':
		return p.square()
	}
	return p.braces()
}

func (p *parser) paren() *node {
	from, base := p.from(), len(p.stack)
	p.next()
	if p.k == kYield {
		y := p.yield()
		p.expect(')', "expected ) behind yield")
		return y
	}
	if p.accept(')') {
		return p.node(nTuple, from, p.end())
	}
	first := p.item()
	if p.clause() {
		return p.closed(p.comprehension(from, ')', first), ')')
	}
	if p.accept(')') {
		return first
	}
	p.push(first)
	if p.k == ',' {
		p.next()
	} else {
		p.fault("expected a comma or a closing bracket")
	}
	p.list(')', func(p *parser) { p.push(p.item()) })
	return p.take(nTuple, from, base)
}

// closed ends a comprehension with its bracket.
func (p *parser) closed(n *node, k tk) *node {
	p.expect(k, "expected the closing bracket of this comprehension")
	n.to = p.end()
	return n
}

func (p *parser) square() *node {
	from := p.from()
	p.next()
	if p.accept(']') {
		return p.node(nList, from, p.end())
	}
	return p.sequence(nList, ']', from, p.item())
}

// sequence reads the rest of a list or set behind its first element, or of a
// comprehension.
func (p *parser) sequence(k kind, closing tk, from int32, first *node) *node {
	if p.clause() {
		return p.closed(p.comprehension(from, closing, first), closing)
	}
	base := len(p.stack)
	p.push(first)
	if p.k != closing && !p.accept(',') {
		p.fault("expected a comma or a closing bracket")
	}
	p.list(closing, func(p *parser) { p.push(p.item()) })
	return p.take(k, from, base)
}

// braces reads a dict or a set.
func (p *parser) braces() *node {
	from, base := p.from(), len(p.stack)
	p.next()
	if p.k == '}' {
		p.next()
		return p.node(nDict, from, p.end())
	}
	if p.k != tPower {
		first := p.item()
		if p.k != ':' {
			return p.sequence(nSet, '}', from, first)
		}
		p.next()
		value := p.expr()
		if p.clause() {
			return p.closed(p.comprehension(from, '{', first, value), '}')
		}
		p.push(first)
		p.push(value)
		if p.k != '}' && !p.accept(',') {
			p.fault("expected a comma or }")
		}
	}
	p.list('}', (*parser).pair)
	return p.take(nDict, from, base)
}

func (p *parser) pair() {
	if p.accept(tPower) {
		p.push(nil)
		p.push(p.binary(rankOr))
		return
	}
	k := p.named()
	if !p.expect(':', "expected : and the value of this key") {
		p.push(k)
		p.push(p.node(nBad, k.to, k.to))
		return
	}
	p.push(k)
	p.push(p.expr())
}

// clause reports whether a comprehension goes on.
func (p *parser) clause() bool { return p.k == kFor || p.k == kAsync && p.peek() == kFor }

func (p *parser) comprehension(from int32, op tk, elems ...*node) *node {
	base := len(p.stack)
	for _, e := range elems {
		p.push(e)
	}
	for p.clause() {
		p.accept(kAsync)
		at, inner := p.from(), len(p.stack)
		p.next()
		p.push(p.targets())
		p.expect(kIn, "expected in behind the names of this for")
		p.push(p.binary(1))
		for p.accept(kIf) {
			if p.k == tName && p.peek() == tWalrus {
				p.push(p.named())
			} else {
				p.push(p.condition())
			}
		}
		p.push(p.take(nClause, at, inner))
	}
	n := p.take(nComp, from, base)
	n.op = op
	return n
}

// condition reads the condition of a comprehension: no choice, but a lambda
// is allowed.
func (p *parser) condition() *node {
	if p.k == kLambda {
		return p.lambda()
	}
	return p.binary(1)
}

// targets reads what a for binds.
func (p *parser) targets() *node {
	base, from, comma := len(p.stack), p.from(), false
	for p.starts() {
		if p.k == '*' {
			at := p.from()
			p.next()
			v := p.binary(rankOr)
			p.push(p.node(nStar, at, p.end(), v))
		} else {
			p.push(p.binary(rankOr))
		}
		if !p.accept(',') {
			break
		}
		comma = true
	}
	if len(p.stack) == base+1 && !comma {
		one := p.stack[base]
		p.stack = p.stack[:base]
		return one
	}
	return p.take(nTuple, from, base)
}
