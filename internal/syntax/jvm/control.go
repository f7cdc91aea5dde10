package jvm

// head reads the parenthesis of switch, while and the like.
func (p *parser) head() {
	if p.is(0, "(") {
		p.parens()
	}
}

// parens reads statements in parentheses where they stand, and returns the last
// expression.
func (p *parser) parens() (last *Expr) {
	p.within(true, func() { last = p.block() })
	return last
}

// jump is a statement that leaves what it stands in.
type jump struct {
	behind int    // the token behind it
	in     *Scope // where it stands
	dies   bool   // the program ends with it, or what it does
}

// left reports whether what was read last in a scope leaves it, whatever comes
// to it; dies tells that nothing follows at all.
func (p *parser) left(s *Scope) (left, dies bool) {
	in := p.jump.in
	for in != nil && in != s && in.Kind == Plain {
		in = in.Up
	}
	if in != s {
		return false, false
	}
	for k := p.jump.behind; k < p.i; k++ {
		if !p.signAt(k, ";") && !p.signAt(k, "}") {
			return false, false
		}
	}
	return true, p.jump.dies
}

// choice reads if and all that follows with else.
func (p *parser) choice() *Expr {
	e := p.node(Choice)
	branches, elsed, fork := 0, false, &Fork{}
	first := true
	for {
		p.i++ // if
		test := p.test()
		p.take("then")
		add := func(not bool) {
			p.fork = fork
			if first {
				p.when = test
			}
			v, dies := p.branch(not)
			if dies {
				return
			}
			if v != nil {
				e.Args = append(e.Args, Arg{Val: v})
			}
			branches++
		}
		add(false)
		if p.is(0, ";") && p.is(1, "else") {
			p.i++
		}
		if !p.is(0, "else") || p.arrow(p.i+1) || p.lang == R && p.tok(0).line && p.scope.Kind == Whole {
			break
		}
		p.i++
		if !p.is(0, "if") {
			add(true)
			elsed = true
			break
		}
		first = false
	}
	if fork.Ways = branches; !elsed {
		fork.Ways++
	}
	if !elsed || len(e.Args) < branches {
		e.Args = append(e.Args, Arg{}) // another way out, without a value
	}
	return p.closeAt(e)
}

// test reads the condition of an if.
func (p *parser) test() *Expr {
	if !p.is(0, "(") {
		if p.lang == Scala {
			return p.expr(bindAssign + 1)
		}
		return nil
	}
	test := p.parens()
	if p.lang == Scala && (p.is(0, "&&") || p.is(0, "||")) {
		p.i++
		p.expr(bindAssign + 1)
		return nil
	}
	return test
}

// branch reads what one alternative runs; dies tells that nothing follows it.
func (p *parser) branch(not bool) (v *Expr, dies bool) {
	n := len(p.file.Scopes)
	v = p.body(Branch)
	s := p.file.Scopes[n]
	s.Not = not
	_, dies = p.left(s)
	return v, dies
}

func (p *parser) try() *Expr {
	e := p.node(Block)
	p.i++
	done := p.push(Plain, "", e.from)
	p.head()
	if v := p.body(Plain); v != nil {
		e.Args = []Arg{{Val: v}}
	}
	done()
	for p.more() {
		switch {
		case p.is(0, "catch"):
			done := p.push(Branch, "", p.tok(0).from)
			if p.i++; p.is(0, "(") {
				if t := p.tok(0); t.pair > 0 {
					p.hide(p.i+1, int(t.pair))
				}
				p.skip()
			}
			p.body(Plain)
			done()
			e.Args = nil
		case p.is(0, "finally"):
			p.i++
			p.body(Plain)
		default:
			return p.closeAt(e)
		}
	}
	return p.closeAt(e)
}

// loop reads for and while.
func (p *parser) loop() *Expr {
	e := p.node(Other)
	p.i++
	done := p.push(Loop, "", e.from)
	defer done()
	switch {
	case p.is(0, "(") || p.is(0, "{"):
		p.within(p.is(0, "("), p.header)
	case p.lang == Scala:
		p.header()
	}
	p.take("yield")
	p.take("do")
	if p.is(0, ";") {
		p.i++
		return p.closeAt(e)
	}
	p.body(Plain)
	return p.closeAt(e)
}

// header reads what a loop runs over.
func (p *parser) header() {
	var over []*Expr // nil: a condition, or a part of for (;;)
	defer func() {
		if len(over) == 1 {
			p.scope.Over = over[0]
		}
	}()
	for p.more() && !p.is(0, "do") && !p.is(0, "yield") {
		before := p.i
		sep := -1
		for k := p.i; k < p.end && k < p.i+maxLook && p.lang != Java && !p.signAt(k, ";"); k++ {
			if p.signAt(k, "<-") || p.wordAt(k, "in") || p.lang == Groovy && p.signAt(k, ":") || p.lang == Scala && p.signAt(k, "=") && k > p.i {
				sep = k
				break
			}
			if t := p.at(k); t.line && k > p.i && !p.free {
				break
			} else if t.pair > int32(k) {
				k = int(t.pair)
			}
		}
		switch {
		case sep > 0:
			p.hide(p.i, sep)
			p.i = sep + 1
			over = append(over, p.expr(bindAssign+1))
		case p.is(0, "if") && p.lang == Scala:
			p.i++
			p.expr(bindAssign + 1)
			over = append(over, nil)
		default:
			p.statement()
			over, p.scope.Over = append(over, p.scope.Over), nil
		}
		if p.i == before {
			p.i++
		}
	}
}

// arms is a switch, when or match whose arms are read.
type arms struct {
	of    *Expr
	scope *Scope // its braces
	last  bool   // there is one for all that is left
	fork  *Fork
}

// cases reads the braces of switch, when and match. An arm is a branch of its
// own, and its value behind an arrow one of those of the whole.
func (p *parser) cases(e *Expr) {
	was, a := p.arms, &arms{of: e, fork: &Fork{}}
	p.fork = a.fork
	done := p.push(Branch, "", p.tok(0).from)
	a.scope, p.arms = p.scope, a
	p.within(false, func() { p.block() })
	p.arms = was
	done()
	if !a.last {
		a.fork.Ways++
	}
}

// inArms reports whether statements at hand are those of a switch, when or
// match itself.
func (p *parser) inArms() bool { return p.arms != nil && p.arms.scope == p.scope }

// arm reads what stands behind the arrow of an arm; last tells that it is for
// all that is left.
func (p *parser) arm(last bool) *Expr {
	if !p.inArms() {
		return p.body(Plain)
	}
	a := p.arms
	a.last, p.fork = a.last || last, a.fork
	var v *Expr
	dies := false
	if p.lang == Scala {
		done := p.push(Branch, "", p.tok(0).from)
		for p.more() && !p.is(0, "case") {
			before := p.i
			if v = p.statement(); p.i == before {
				p.i++
			}
		}
		_, dies = p.left(p.scope)
		done()
	} else {
		v, dies = p.branch(false)
	}
	if !dies {
		a.fork.Ways++
		a.of.Args = append(a.of.Args, Arg{Val: v})
	}
	return v
}

// label reads "case x:" and "default:"; false if there is none.
func (p *parser) label() bool {
	switch {
	case p.is(0, "case"):
		p.caseClause()
	case p.is(0, "default") && p.is(1, ":"):
		p.i += 2
		p.arms.last = true
	default:
		return false
	}
	return true
}

// group reads the statements behind "case x:" up to those that leave the switch:
// one alternative, of which what stands before another label may not run.
func (p *parser) group() {
	a := p.arms
	p.fork = a.fork
	done := p.push(Branch, "", p.tok(0).from)
	defer done()
	for {
		for p.label() {
		}
		closeArm := p.push(Branch, "", p.tok(0).from)
		for p.more() && !p.is(0, "case") && !(p.is(0, "default") && p.is(1, ":")) {
			before := p.i
			if p.statement(); p.i == before {
				p.i++
			}
		}
		arm := p.scope
		left, dies := p.left(arm)
		if closeArm(); left || !p.more() {
			if arm.Kind = Plain; !dies {
				a.fork.Ways++
			}
			return
		}
	}
}
