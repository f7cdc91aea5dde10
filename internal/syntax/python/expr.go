package python

// parser builds nodes from tokens. What it does not understand it reports and
// steps over, keeping the expressions that it can read.
type parser struct {
	arena
	s     string
	toks  []token
	i     int
	k     tk    // kind of the token at i
	last  int32 // where the last token read ends
	depth int
	stack []*node // children being gathered
	lex   *lexer  // takes the faults
}

func (p *parser) next() {
	if t := &p.toks[p.i]; t.kind < tNewline || t.kind > tDedent {
		p.last = t.to
	}
	if p.i < len(p.toks)-1 {
		p.i++
	}
	p.k = p.toks[p.i].kind
}

func (p *parser) from() int32 { return p.toks[p.i].from }

// end returns where the last token read ends, line ends aside.
func (p *parser) end() int32 { return p.last }

func (p *parser) peek() tk {
	if p.i+1 < len(p.toks) {
		return p.toks[p.i+1].kind
	}
	return tEnd
}

func (p *parser) text() string { return p.s[p.toks[p.i].from:p.toks[p.i].to] }

// accept steps over a token of the kind.
func (p *parser) accept(k tk) bool {
	if p.k != k {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(k tk, msg string) bool {
	if p.accept(k) {
		return true
	}
	p.fault(msg)
	return false
}

// fault reports the token at hand, unless one at the same place was reported.
func (p *parser) fault(msg string) {
	t := p.toks[p.i]
	if f := p.lex.faults; len(f) > 0 && f[len(f)-1].from == t.from {
		return
	}
	p.lex.fault(int(t.from), int(t.to), msg)
}

func (p *parser) push(n *node) { p.stack = append(p.stack, n) }

// take makes a node of what was pushed since base.
func (p *parser) take(k kind, from int32, base int) *node {
	n := p.node(k, from, p.end(), p.stack[base:]...)
	p.stack = p.stack[:base]
	return n
}

// deeper enters a level of nesting; false when there are too many.
func (p *parser) deeper() bool {
	if p.depth++; p.depth <= maxNest {
		return true
	}
	p.fault("this is nested too deep to be read")
	return false
}

// skip steps over what is nested too deep, up to the bracket that closes it.
func (p *parser) skip() *node {
	from, open := p.from(), 0
	for ; p.k != tEnd && p.k != tNewline; p.next() {
		switch p.k {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			open--
		}
		if open < 0 {
			break
		}
	}
	return p.node(nBad, from, p.end())
}

// expr reads an expression without commas.
func (p *parser) expr() *node {
	if !p.deeper() {
		p.depth--
		return p.skip()
	}
	defer func() { p.depth-- }()
	if p.k == kLambda {
		return p.lambda()
	}
	from := p.from()
	first := p.binary(1)
	if p.k != kIf {
		return first
	}
	base := len(p.stack)
	p.push(first)
	for p.accept(kIf) {
		p.push(p.binary(1))
		if !p.expect(kElse, "expected else and the other value of this choice") {
			break
		}
		if p.k == kLambda {
			p.push(p.lambda())
			break
		}
		p.push(p.binary(1))
	}
	return p.take(nChoice, from, base)
}

// named reads an expression that may be given a name by ":=".
func (p *parser) named() *node {
	if p.k == tName && p.peek() == tWalrus {
		name := p.name()
		p.next()
		value := p.expr()
		return p.node(nWalrus, name.from, p.end(), name, value)
	}
	return p.expr()
}

// item reads an element of a list or tuple: an expression, or one with a star.
func (p *parser) item() *node {
	if p.k == '*' {
		from := p.from()
		p.next()
		v := p.binary(rankOr)
		return p.node(nStar, from, p.end(), v)
	}
	return p.named()
}

// exprs reads expressions separated by commas: a tuple if there is a comma.
func (p *parser) exprs() *node {
	if p.k == kYield {
		return p.yield()
	}
	from := p.from()
	first := p.item()
	if p.k != ',' {
		return first
	}
	base := len(p.stack)
	p.push(first)
	for p.accept(',') && p.starts() {
		p.push(p.item())
	}
	return p.take(nTuple, from, base)
}

// starts reports whether the token at hand can start an expression.
func (p *parser) starts() bool {
	switch p.k {
	case tName, tNumber, tString, tFStart, tEllipsis, '(', '[', '{', '-', '+', '~', '*',
		kFalse, kNone, kTrue, kNot, kLambda, kAwait, kYield:
		return true
	}
	return false
}

func (p *parser) name() *node {
	n := p.node(nName, p.from(), p.toks[p.i].to)
	p.next()
	return n
}

func (p *parser) lambda() *node {
	from := p.from()
	p.next()
	params := p.params(':')
	p.expect(':', "expected : behind the parameters of a lambda")
	body := p.expr()
	return p.node(nLambda, from, p.end(), params, body)
}

func (p *parser) yield() *node {
	from := p.from()
	p.next()
	if p.accept(kFrom) {
		v := p.expr()
		return p.node(nYield, from, p.end(), v)
	}
	if !p.starts() {
		return p.node(nYield, from, p.end())
	}
	v := p.exprs()
	return p.node(nYield, from, p.end(), v)
}

// Ranks of operators, loosest first.
const (
	rankOr0  = 1
	rankAnd  = 2
	rankNot  = 3
	rankCmp  = 4
	rankOr   = 5
	rankXor  = 6
	rankBand = 7
	rankSh   = 8
	rankAdd  = 9
	rankMul  = 10
)

var ranks = [256]uint8{
	kOr: rankOr0, kAnd: rankAnd, '<': rankCmp, '>': rankCmp, tLe: rankCmp, tGe: rankCmp, tEq: rankCmp, tNe: rankCmp, kIn: rankCmp, kIs: rankCmp, kNot: rankCmp,
	'|': rankOr, '^': rankXor, '&': rankBand, tShl: rankSh, tShr: rankSh, '+': rankAdd, '-': rankAdd, '*': rankMul, '/': rankMul, tFloor: rankMul, '%': rankMul, '@': rankMul,
}

// binary reads operators of at least the rank. Those of equal rank make one
// node, so that a long sum is not deep.
func (p *parser) binary(rank uint8) *node {
	from := p.from()
	left := p.unary(rank)
	for {
		r := ranks[p.k]
		if r == 0 || r < rank || p.k == kNot && p.peek() != kIn {
			return left
		}
		base, op := len(p.stack), p.k
		p.push(left)
		for ranks[p.k] == r && (p.k != kNot || p.peek() == kIn) {
			if p.k != op {
				op = 0
			}
			switch k := p.k; {
			case k == kNot:
				p.next()
				p.next()
			case k == kIs:
				p.next()
				p.accept(kNot)
			default:
				p.next()
			}
			p.push(p.binary(r + 1))
		}
		left = p.take(nBinary, from, base)
		left.op = op
	}
}

// unary reads signs and what they stand before. rank is that of the operators
// around: "not" binds looser than most.
func (p *parser) unary(rank uint8) *node {
	from, op, n := p.from(), p.k, 0
	for p.k == '-' || p.k == '+' || p.k == '~' || p.k == kNot && rank <= rankNot {
		if p.k != op || n > 0 {
			op = 0
		}
		if p.k == kNot {
			op = kNot
		}
		n++
		p.next()
	}
	if n == 0 {
		return p.power()
	}
	var v *node
	if op == kNot {
		v = p.binary(rankCmp)
	} else {
		v = p.power()
	}
	u := p.node(nUnary, from, p.end(), v)
	u.op = op
	return u
}

func (p *parser) power() *node {
	from, waits := p.from(), false
	for p.k == kAwait {
		waits = true
		p.next()
	}
	start := p.from()
	v := p.primary()
	if waits {
		v = p.node(nUnary, from, p.end(), v)
		v.op = kAwait
	}
	if p.k != tPower {
		return v
	}
	if !p.deeper() {
		p.depth--
		p.skip()
		return v
	}
	p.next()
	e := p.unary(rankMul)
	p.depth--
	b := p.node(nBinary, min(from, start), p.end(), v, e)
	b.op = tPower
	return b
}
