package python

// strings reads strings side by side as one.
func (p *parser) strings() *node {
	base, from := len(p.stack), p.from()
	for p.k == tString || p.k == tFStart {
		if p.k == tFStart {
			p.push(p.format())
			continue
		}
		p.push(p.node(nString, p.from(), p.toks[p.i].to))
		p.next()
	}
	if len(p.stack) == base+1 {
		one := p.stack[base]
		p.stack = p.stack[:base]
		return one
	}
	return p.take(nJoin, from, base)
}

// format reads an f-string. aux is where its text starts.
func (p *parser) format() *node {
	base, from := len(p.stack), p.from()
	p.next()
	text := p.end()
	p.parts(tFEnd)
	p.accept(tFEnd)
	n := p.take(nFormat, from, base)
	n.aux = text
	return n
}

// parts reads the text and fields of an f-string, or of the format of a field.
func (p *parser) parts(until tk) {
	for p.k != until && p.k != tFEnd && p.k != tEnd && p.k != tNewline {
		switch p.k {
		case tFText:
			p.push(p.node(nText, p.from(), p.toks[p.i].to))
			p.next()
		case '{':
			p.push(p.field())
		default:
			p.fault("expected the end of this field")
			p.next()
		}
	}
}

func (p *parser) field() *node {
	from, base := p.from(), len(p.stack)
	p.next()
	op := tk(0)
	if p.starts() {
		p.push(p.exprs())
	} else {
		p.fault("expected a value in this field")
		p.push(p.node(nBad, p.end(), p.end()))
	}
	if p.accept('=') {
		op = '='
	}
	if p.accept('!') {
		op = '!'
		p.accept(tName)
	}
	if p.accept(':') {
		op = ':'
		p.parts('}')
	}
	for p.k != '}' && p.k != tFEnd && p.k != tEnd && p.k != tNewline {
		p.fault("expected the end of this field")
		p.next()
	}
	p.accept('}')
	n := p.take(nField, from, base)
	n.op = op
	return n
}
