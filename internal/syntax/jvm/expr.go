package jvm

// How tightly operators bind, from those of assignments upwards.
const (
	bindAssign = iota + 1
	bindChoice
	bindArrow
	bindWord // an infix name of Scala
	bindOr
	bindAnd
	bindBits
	bindEqual
	bindCompare
	bindElvis
	bindInfix // an infix name of Kotlin
	bindRange
	bindAdd
	bindTimes
	bindOther
)

// binding returns how tightly the operator at hand binds, and the number of its
// tokens; 0 if there is none.
func (p *parser) binding() (bind, tokens int) {
	t := p.tok(0)
	if t.kind == name {
		return p.wordBinding(), 1
	}
	if t.kind != sign {
		return 0, 0
	}
	s := p.s[t.from:t.to]
	if p.lang == Scala {
		return scalaBinding(s), 1
	}
	switch s {
	case "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", "**=", "?=", "<-", "<<-", ":=":
		return bindAssign, 1
	case "->", "->>":
		if p.lang == R {
			return bindAssign, 1
		}
	case "?":
		if p.lang == Java || p.lang == Groovy {
			return bindChoice, 1
		}
	case "~":
		if p.lang == R {
			return bindArrow, 1
		}
	case "?:":
		return bindElvis, 1
	case "||":
		return bindOr, 1
	case "&&":
		return bindAnd, 1
	case "|", "&", "^":
		return bindBits, 1
	case "==", "!=", "===", "!==", "=~", "==~", "<=>":
		return bindEqual, 1
	case "<", "<=", ">=":
		return bindCompare, 1
	case ">":
		n := 1
		for p.is(n, ">") && p.tok(n).glued {
			n++
		}
		if n == 1 {
			return bindCompare, 1
		}
		if p.is(n, ">=") && p.tok(n).glued {
			return bindAssign, n + 1
		}
		return bindRange, n
	case "<<", "..", "..<":
		return bindRange, 1
	case ":":
		if p.lang == R {
			return bindRange, 1
		}
	case "+", "-":
		return bindAdd, 1
	case "*", "/", "%":
		return bindTimes, 1
	case "**", "|>":
		return bindOther, 1
	}
	if p.lang == R && s[0] == '%' {
		return bindOther, 1
	}
	return 0, 0
}

func (p *parser) wordBinding() int {
	t := p.tok(0)
	switch s := p.s[t.from:t.to]; s {
	case "instanceof":
		return bindCompare
	case "as", "is", "in":
		if p.lang == Groovy || p.lang == Kotlin {
			return bindCompare
		}
	case "else", "match", "with", "extends", "then", "do", "catch", "finally", "if", "case", "for", "while", "yield", "return", "throw", "new", "val", "var", "def", "class", "object", "trait", "when", "by", "where", "import", "_", "using", "default", "throws":
		return 0
	}
	if p.lang == Scala && !p.tok(1).line && p.infixOperand() {
		return bindWord
	}
	if p.lang == Kotlin && p.infixOperand() {
		return bindInfix
	}
	return 0
}

// infixOperand reports whether an operand follows the name at hand.
func (p *parser) infixOperand() bool {
	if p.i+1 >= p.end {
		return false
	}
	t := p.tok(1)
	if t.line && !p.free {
		return false
	}
	switch t.kind {
	case name, literal, number, markup:
		return true
	case sign:
		switch p.s[t.from:t.to] {
		case "(", "{":
			return p.lang == Scala || !t.glued
		case "-", "!":
			return true
		}
	}
	return false
}

func scalaBinding(s string) int {
	if len(s) > 1 && s[len(s)-1] == '=' && isOperator(s[0]) && s[0] != '=' && s != "<=" && s != ">=" && s != "!=" {
		return bindAssign
	}
	switch s {
	case "=":
		return bindAssign
	case "=>", ":", "@", "#", "<-", "<:", ">:", "?=>", "*:":
		return 0
	}
	switch s[0] {
	case '|':
		return bindOr
	case '^', '&':
		return bindAnd
	case '=', '!':
		return bindEqual
	case '<', '>':
		return bindCompare
	case ':':
		return bindElvis
	case '+', '-':
		return bindAdd
	case '*', '/', '%':
		return bindTimes
	}
	if isOperator(s[0]) {
		return bindOther
	}
	return 0
}

// expr reads an expression of operators that bind at least as tightly as least.
func (p *parser) expr(least int) *Expr {
	if !p.deeper(1) {
		p.skip()
		return nil
	}
	defer func() { p.depth-- }()
	first := p.i
	e := p.operand()
	for e != nil && p.more() && p.i > first {
		if !p.free && p.tok(0).line && !p.continues() {
			break
		}
		bind, n := p.binding()
		if bind == 0 || bind < least || bind == bindAssign && least > bindAssign {
			if e2 := p.postfix(e); e2 != nil {
				e = e2
				continue
			}
			break
		}
		before := p.i
		if e = p.operator(e, bind, n); p.i == before {
			break
		}
	}
	return e
}

// continues reports whether the operator at the start of a line belongs to the
// expression before it.
func (p *parser) continues() bool {
	switch p.lang {
	case Kotlin:
		return p.is(0, "?:") || p.is(0, "&&") || p.is(0, "||")
	case Scala:
		return p.is(0, "&&") || p.is(0, "||") || p.is(0, "++")
	case Groovy:
		return p.is(0, "?") || p.is(0, "?:")
	}
	return false
}

// operator reads the operator at hand, which takes n tokens, and what stands
// behind it.
func (p *parser) operator(left *Expr, bind, n int) *Expr {
	b := p.node(Binary)
	op := p.tok(0)
	b.from, b.X = left.from, left
	b.Name = p.s[op.from:p.tok(n-1).to]
	p.i += n
	switch {
	case bind == bindAssign:
		return p.assign(b)
	case bind == bindChoice:
		return p.ternary(b)
	case b.Name == "instanceof" || b.Name == "as" || b.Name == "is":
		return p.typeTest(b)
	}
	var right *Expr
	if bind == bindWord && p.is(0, "(") && p.lang == Scala {
		return p.infixCall(b)
	}
	if right = p.expr(bind + 1); right == nil {
		return p.closeAt(left)
	}
	b.Args = []Arg{{Val: right}}
	p.closeAt(b)
	if op.kind == name && b.Name != "to" && b.Name != "in" {
		b.Kind = Call
		return p.called(b)
	}
	if b.Name == "?:" {
		b.Kind, b.X = Choice, nil
		b.Args = []Arg{{Val: left}, {Val: right}}
	}
	return b
}

// infixCall reads the arguments of "conf set (key, value)".
func (p *parser) infixCall(b *Expr) *Expr {
	b.Kind = Call
	b.Args = p.arguments()
	return p.suffixes(p.called(p.closeAt(b)))
}

// assign reads the right side of an assignment.
func (p *parser) assign(b *Expr) *Expr {
	target := b.X
	var v *Expr
	switch {
	case b.Name == "->" || b.Name == "->>": // R, the other way round
		if v, target = target, p.expr(bindAssign+1); target == nil {
			return v
		}
		b.X, b.Name = target, "="
	default:
		v = p.value()
		if b.Name[0] == '<' && b.Name[len(b.Name)-1] == '-' || b.Name == ":=" {
			b.Name = "="
		}
	}
	b.Kind = Assign
	if v != nil {
		b.Args = []Arg{{Val: v}}
	}
	p.closeAt(b)
	s := Set{Target: target, Value: v, Op: b.Name}
	switch {
	case target.Kind == Name || target.Kind == Select:
		s.Name = target.Name
	case target.Kind == String && p.lang == R:
		s.Name = target.word()
	}
	// an assignment declares in R, and in Groovy for want of a declaration
	s.Declares = p.lang == R && (target.Kind == Name || target.Kind == String) && p.scope.names[s.Name] == nil
	p.declare(s, target.at)
	return b
}

// ternary reads what follows "condition ?".
func (p *parser) ternary(b *Expr) *Expr {
	test := b.X
	b.Kind = Choice
	b.X, b.Name = nil, ""
	branch := func(not bool) {
		p.when = test
		done := p.push(Branch, "", p.tok(0).from)
		p.scope.Not = not
		if e := p.expr(bindChoice); e != nil {
			b.Args = append(b.Args, Arg{Val: e})
		}
		done()
	}
	branch(false)
	if p.take(":") {
		branch(true)
	}
	return p.closeAt(b)
}

// typeTest steps over the type of "x instanceof T name" and "x as T".
func (p *parser) typeTest(b *Expr) *Expr {
	p.take("?") // as?
	if p.lang == Kotlin {
		p.kotlinType()
	} else {
		p.take("final")
		k := p.typeEnd(p.i)
		switch {
		case k < 0:
		case b.Name == "instanceof" && p.at(k).kind == name && !p.notType(p.s[p.at(k).from:p.at(k).to]):
			p.hide(k, k+1)
			p.i = k + 1
		default:
			p.i = k
		}
		if p.is(0, "(") && b.Name == "instanceof" && p.tok(0).pair > 0 { // a record pattern
			p.hide(p.i+1, int(p.tok(0).pair))
			p.skip()
		}
	}
	if b.Name == "as" {
		b.X.to = max(b.X.to, p.read())
		return b.X
	}
	b.Kind = Other
	return p.closeAt(b)
}

// postfix reads what stands behind an expression and is no operator.
func (p *parser) postfix(e *Expr) *Expr {
	switch {
	case p.is(0, "match") && p.lang == Scala && p.is(1, "{"):
		p.i++
		c := p.node(Choice)
		c.from = e.from
		p.cases(c)
		return p.suffixes(p.closeAt(c))
	case p.lang == Scala && p.is(0, "match") && p.tok(1).line:
		p.i++
		c := p.node(Choice)
		c.from = e.from
		done := p.push(Branch, "", p.tok(0).from)
		p.indented()
		done()
		return p.closeAt(c)
	case p.lang == Scala && p.is(0, "_"): // f _
		p.i++
		return p.closeAt(e)
	case p.lang == Scala && p.is(0, ":") && p.free && !p.tok(1).line: // a type
		p.i = p.loose(p.i + 1)
		return p.closeAt(e)
	case p.lang == Scala && p.isName(0) && !p.tok(0).line && p.wordBinding() == 0 && !p.scalaWord() && (p.tok(1).line || p.i+1 >= p.end): // list toSeq
		s := p.node(Select)
		s.Name, s.X, s.from = p.says(0), e, e.from
		p.i++
		return p.closeAt(s)
	}
	return nil
}

// scalaWord reports whether the name at hand is a keyword, not a method.
func (p *parser) scalaWord() bool {
	switch p.says(0) {
	case "else", "match", "with", "extends", "then", "do", "catch", "finally", "if", "case", "for", "while", "yield", "return", "throw", "new", "val", "var", "def", "class", "object", "trait", "import", "_", "using":
		return true
	}
	return false
}
