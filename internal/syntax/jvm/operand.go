package jvm

// operand reads an operand with the selections and calls behind it; nil if
// there is none.
func (p *parser) operand() *Expr {
	if !p.deeper(1) {
		p.skip()
		return nil
	}
	defer func() { p.depth-- }()
	t := p.tok(0)
	switch t.kind {
	case literal:
		return p.suffixes(p.str())
	case number, markup:
		e := p.node(Number)
		if t.kind == markup {
			e.Kind = Other
		}
		p.i++
		return p.suffixes(p.closeAt(e))
	case name:
		return p.named()
	case sign:
		return p.signed()
	}
	return nil
}

// named reads an operand that starts with a name.
func (p *parser) named() *Expr {
	word := p.says(0)
	if e, ok := p.construct(word); ok {
		if e != nil && (e.Kind == New || e.Kind == List || p.lang != Java && (p.is(0, ".") || p.is(0, "?."))) {
			e = p.suffixes(e) // what is in brackets behind an if is a statement of its own
		}
		return e
	}
	e := p.node(Name)
	e.Name = word
	switch word {
	case "true", "false", "TRUE", "FALSE":
		if (word[0] == 'T' || word[0] == 'F') == (p.lang == R) {
			e.Kind = Bool
		}
	case "null":
		if p.lang != R {
			e.Kind = Null
		}
	case "NULL", "NA":
		if p.lang == R {
			e.Kind = Null
		}
	}
	if p.lang != R && (p.is(1, "->") && (p.lang == Java || p.lang == Groovy && p.free) || p.is(1, "=>") && p.lang == Scala) { // x -> …
		return p.lambda(p.i, p.i+1)
	}
	p.i++
	if p.lang == Java && p.is(0, "<") { // Type<…>::new
		if k := p.angle(p.i); k > 0 && p.signAt(p.arrays(k), "::") {
			p.i = p.arrays(k)
		}
	}
	return p.suffixes(p.closeAt(e))
}

// construct reads expressions that start with a keyword.
func (p *parser) construct(word string) (*Expr, bool) {
	switch word {
	case "new":
		if p.lang != R && p.lang != Kotlin && (p.isName(1) || p.is(1, "@") || p.is(1, "{")) {
			return p.new(), true
		}
	case "if":
		return p.choice(), true
	case "switch", "when":
		if p.lang != R && p.lang != Scala && (word == "when") == (p.lang == Kotlin) && (p.is(1, "(") || p.is(1, "{")) {
			e := p.node(Choice)
			p.i++
			p.head()
			if p.is(0, "{") {
				p.cases(e)
			}
			return p.closeAt(e), true
		}
	case "try":
		if p.lang != R && (p.is(1, "{") || p.is(1, "(") || p.lang == Scala) {
			return p.try(), true
		}
	case "for", "while":
		if p.is(1, "(") || p.is(1, "{") || p.lang == Scala {
			return p.loop(), true
		}
	case "do", "repeat":
		if p.is(1, "{") || p.lang == Java || p.lang == Scala {
			if (word == "repeat") != (p.lang == R) {
				return nil, false
			}
			e := p.node(Other)
			p.i++
			p.body(Loop)
			p.take(";")
			if p.is(0, "while") && p.is(1, "(") {
				p.i++
				p.parens()
			}
			return p.closeAt(e), true
		}
	case "return", "throw", "yield", "await":
		if p.lang == R && word == "return" {
			return nil, false
		}
		if word == "yield" && p.lang == Java && (p.is(1, "(") || p.is(1, "=") || p.is(1, ".")) {
			return nil, false
		}
		if word == "await" {
			return nil, false
		}
		p.i++
		if p.is(0, "@") && p.tok(0).glued {
			p.i += 2
		}
		defer func(in *Scope) { p.jump = jump{p.i, in, word == "throw"} }(p.scope)
		if p.ends() || p.is(0, ";") {
			return nil, true
		}
		e := p.expr(0)
		if word == "return" {
			p.returned(e)
		}
		return e, true
	case "break", "continue":
		if p.lang == Scala {
			return nil, false
		}
		if p.i++; p.isName(0) && !p.tok(0).line {
			p.i++
		} else if p.is(0, "@") && p.tok(0).glued {
			p.i += 2
		}
		p.jump = jump{behind: p.i, in: p.scope}
		return nil, true
	case "function":
		if p.lang == R && p.is(1, "(") {
			return p.function0(), true
		}
	case "fun":
		if p.lang == Kotlin && p.is(1, "(") {
			e := p.node(Lambda)
			p.i++
			p.method("", e.from, modifiers{}, nil)
			return p.closeAt(e), true
		}
	case "object":
		if p.lang == Kotlin && (p.is(1, ":") || p.is(1, "{")) {
			e := p.node(New)
			p.class(Class, modifiers{}, nil)
			return p.closeAt(e), true
		}
	case "case", "import", "package":
		if p.lang == Scala && word == "case" {
			p.caseClause()
			return nil, true
		}
	}
	return nil, false
}

// new reads "new Type(arguments) { body }" and new arrays.
func (p *parser) new() *Expr {
	from := p.tok(0).from
	p.i++
	if p.is(0, "{") { // an anonymous class of Scala
		e := p.node(New)
		p.anonymous(e)
		return p.closeAt(e)
	}
	e := p.newType()
	if e == nil {
		return p.closeAt(p.node(Other))
	}
	e.from = from
	if p.is(0, "[") && p.lang != Scala {
		e.Kind = List
		sized := false
		for p.is(0, "[") {
			if int(p.tok(0).pair) != p.i+1 {
				sized = true
				p.parensIn()
			} else {
				p.skip()
			}
		}
		switch {
		case p.is(0, "{"):
			e.Args = p.array().Args
		case sized:
			e.Kind = Other
		}
		return p.closeAt(e)
	}
	if p.is(0, "(") && (p.free || !p.tok(0).line) {
		e.Args = p.arguments()
		for p.lang == Scala && p.is(0, "(") && !p.tok(0).line {
			e.Args = append(e.Args, p.arguments()...)
		}
	}
	p.called(p.closeAt(e))
	for p.lang == Scala && p.is(0, "with") && p.isName(1) {
		p.i++
		p.newType()
	}
	if p.is(0, "{") && (p.free || !p.tok(0).line || p.lang != Groovy) {
		p.anonymous(e)
	}
	return p.closeAt(e)
}

// parensIn reads an expression in brackets.
func (p *parser) parensIn() (e *Expr) {
	p.within(true, func() { e = p.expr(0) })
	return e
}

// array reads { a, b }.
func (p *parser) array() *Expr {
	e := p.node(List)
	p.within(true, func() {
		for p.more() {
			before := p.i
			v := (*Expr)(nil)
			if p.is(0, "{") {
				v = p.array()
			} else if p.is(0, "@") && p.isName(1) {
				v = p.annotation()
			} else {
				v = p.expr(0)
			}
			if v != nil {
				e.Args = append(e.Args, Arg{Val: v})
			}
			if !p.take(",") && p.i == before {
				p.i++
			}
		}
	})
	return p.closeAt(e)
}

// signed reads an operand that starts with a sign.
func (p *parser) signed() *Expr {
	t := p.tok(0)
	switch p.s[t.from:t.to] {
	case "(":
		return p.parenthesis()
	case "{":
		switch {
		case p.lang == Java:
			return p.array()
		case p.lang == Kotlin || p.lang == Groovy || p.params(p.i+1) > 0 || p.is(1, "case"):
			return p.suffixes(p.closure())
		}
		return p.suffixes(p.braces(Plain))
	case "[":
		if p.lang == Groovy || p.lang == Kotlin {
			e := p.node(List)
			e.Args = p.items("[")
			if len(e.Args) > 0 && e.Args[0].Key != nil || len(e.Args) == 0 && int(t.pair) == p.i-1 && p.is(-2, ":") {
				e.Kind = Map
			}
			return p.suffixes(p.closeAt(e))
		}
	case "-", "+", "!", "~", "++", "--", "!!", "?":
		e := p.node(Unary)
		e.Name = p.says(0)
		p.i++
		e.X = p.operand()
		return p.closeAt(e)
	case "\\":
		if p.lang == R && p.is(1, "(") {
			return p.function0()
		}
	case "@":
		if p.isName(1) && p.lang != R {
			e := p.annotation()
			p.notes = nil
			if p.lang == Java {
				return e
			}
			return p.operand()
		}
	case "::":
		p.i += 2
		e := p.node(Other)
		return p.closeAt(e)
	case "'":
		if p.lang == Scala && p.isName(1) { // 'symbol
			e := p.node(Other)
			p.i += 2
			return p.closeAt(e)
		}
	}
	return nil
}

// parenthesis reads a cast, a lambda, a tuple or an expression in parentheses.
func (p *parser) parenthesis() *Expr {
	t := p.tok(0)
	if p.lang != R && p.lang != Kotlin && t.pair > 0 && p.arrow(int(t.pair)+1) && (p.lang == Scala) == p.signAt(int(t.pair)+1, "=>") {
		return p.lambda(p.i+1, int(t.pair)+1)
	}
	if (p.lang == Java || p.lang == Groovy) && p.cast(p.i) {
		from := t.from
		p.skip()
		e := p.operand()
		if e != nil && e.Kind == Lambda {
			e.from = from
		}
		return e
	}
	e := p.node(List)
	p.within(true, func() {
		for p.more() {
			before := p.i
			last := p.expr(0)
			if last == nil && p.more() && !p.is(0, ",") {
				last = p.statement()
			}
			if last != nil {
				e.Args = append(e.Args, Arg{Val: last})
			}
			if !p.take(",") && p.i == before {
				p.i++
			}
		}
	})
	if len(e.Args) == 1 {
		only := e.Args[0].Val
		only.from = min(only.from, e.from)
		return p.suffixes(p.closeAt(only))
	}
	return p.suffixes(p.closeAt(e))
}
