package jvm

// lambda reads parameters from a token up to the arrow, and the body.
func (p *parser) lambda(from, arrow int) *Expr {
	e := p.node(Lambda)
	done := p.push(Function, "", e.from)
	defer done()
	p.hideParams(from, arrow)
	p.i = arrow + 1
	var v *Expr
	switch {
	case p.is(0, "{") && !(p.lang == Scala && p.params(p.i+1) > 0):
		v = p.braces(Plain)
	case p.lang == Scala && p.tok(0).line && !p.free:
		v = p.indented()
	default:
		v = p.expr(0)
	}
	if v != nil {
		e.Args = []Arg{{Val: v}}
	}
	return p.closeAt(e)
}

// hideParams declares the parameters of a function.
func (p *parser) hideParams(from, arrow int) {
	for k := from; k < arrow; k++ {
		if p.signAt(k, "<") {
			if n := p.angle(k); n > 0 {
				k = n - 1
				continue
			}
		}
		if p.at(k).kind != name {
			continue
		}
		typed := p.lang == Java || p.lang == Groovy
		if typed && (p.signAt(k+1, ",") || p.signAt(k+1, ")") || k+1 == arrow || p.signAt(k+1, "=")) || !typed && (k == from || p.signAt(k-1, ",") || p.signAt(k-1, "(") || p.wordAt(k-1, "implicit")) {
			t := p.toks[k]
			p.declare(Set{Name: p.s[t.from:t.to], Declares: true, Param: true}, t.from)
		}
	}
}

// closure reads { parameters -> statements }.
func (p *parser) closure() *Expr {
	e := p.node(Lambda)
	done := p.push(Function, "", e.from)
	p.within(false, func() {
		if arrow := p.params(p.i); arrow > 0 && !p.is(0, "case") {
			p.hideParams(p.i, arrow)
			p.i = arrow + 1
		} else if p.lang != Scala {
			p.declare(Set{Name: "it", Declares: true, Param: true}, e.from)
		}
		if last := p.block(); last != nil {
			e.Args = []Arg{{Val: last}}
		}
	})
	done()
	return p.closeAt(e)
}

// function0 reads a function of R.
func (p *parser) function0() *Expr {
	e := p.node(Lambda)
	p.i++
	done := p.push(Method, "", e.from)
	p.parameters()
	if p.is(0, "{") {
		p.within(false, func() { p.block() })
	} else {
		p.expr(0)
	}
	done()
	return p.closeAt(e)
}
