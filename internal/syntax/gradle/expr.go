package gradle

// binders are the operators that an expression is followed through; the
// others end it.
var binders = map[string]bool{"+": true, "?:": true, "%": true, "%%": true, "%%%": true, "==": true, "!=": true, "&&": true, "||": true, "<": true, ">": true, "/": true, "-": true, "<=": true, ">=": true, "++": true}

// expr reads one expression. Operators bind to the left alike: none of those
// that matter are mixed.
func (p *parser) expr() Node {
	first := p.i
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return Node{}
	}
	defer func() { p.depth-- }()
	n := p.operand()
	for p.i > first {
		t := p.peek(0)
		switch {
		case t.kind == sign && binders[t.s] && !(t.line && (t.s == "-" || t.s == "/" || t.s == "<")):
			p.i++
			before := p.i
			right := p.operand()
			if p.i == before {
				return n
			}
			n = p.finish(Node{Kind: Binary, Name: t.s, Args: []Node{n, right}}, first)
		case t.kind == sign && t.s == "?" && p.lang == Groovy:
			p.i++
			then := p.expr()
			if !p.take(":") {
				return n
			}
			n = p.finish(Node{Kind: Choice, Args: []Node{n, then, p.expr()}}, first)
		case t.kind == name && (t.s == "as" || t.s == "is" || t.s == "instanceof") && !t.line:
			p.i++
			p.operand() // a type says nothing
			if p.lang == Kotlin {
				p.take("?")
			}
		case t.kind == sign && t.s == "!!":
			p.i++
		default:
			return n
		}
	}
	return n
}

// operand reads a literal, a path with its calls, a list or a bracketed
// expression.
func (p *parser) operand() Node {
	first, t := p.i, p.peek(0)
	switch {
	case t.kind == literal:
		p.i++
		return p.suffixes(p.literal(t), first)
	case t.kind == number:
		p.i++
		return Node{Kind: Number, Text: p.text.Slice(t.from, t.to)}
	case t.kind == name && t.s == "if" && p.peek(1).s == "(":
		return p.choice()
	case t.kind == name && t.s == "new":
		p.i++
		return p.operand()
	case t.kind == name:
		p.i++
		return p.suffixes(Node{Kind: Path, Name: t.s, Text: p.text.Slice(t.from, t.to)}, first)
	case t.s == "[" && t.kind == sign:
		return p.suffixes(p.finish(Node{Kind: List, Args: p.until("]")}, first), first)
	case t.s == "(" && t.kind == sign:
		in := p.parens()
		if len(in) == 1 && in[0].Kind != Entry {
			return p.suffixes(in[0], first)
		}
		return p.finish(Node{Kind: List, Args: in}, first)
	case t.s == "{" && t.kind == sign:
		return p.braces()
	case t.s == "!" || t.s == "-" || t.s == "@":
		p.i++
		n := p.operand()
		return p.finish(Node{Kind: Other, Args: []Node{n}}, first)
	}
	return Node{}
}

// choice reads "if (c) a else b".
func (p *parser) choice() Node {
	first := p.i
	p.i++
	n := Node{Kind: Choice, Args: []Node{{Kind: List, Args: p.parens()}}}
	n.Args[0] = p.finish(n.Args[0], first)
	branch := func() {
		if p.is("{") {
			n.Args = append(n.Args, p.braces())
		} else if s, ok := p.statement(); ok {
			n.Args = append(n.Args, s)
		}
	}
	branch()
	if p.take("else") {
		branch()
	}
	return p.finish(n, first)
}

// suffixes reads ".name", "(…)", "[…]" and "{…}" behind an operand.
func (p *parser) suffixes(n Node, first int) Node {
	for {
		t := p.peek(0)
		switch {
		case (t.s == "." || t.s == "?.") && t.kind == sign && p.peek(1).kind == name:
			id := p.peek(1).s
			p.i += 2
			if n.Kind == Path {
				n.Name += "." + id
				n.Text = p.text.Slice(p.toks[first].from, p.toks[p.i-1].to)
				continue
			}
			n = p.recut(Node{Kind: Call, Name: "." + id, Args: []Node{n}}, first)
		case t.s == "<" && t.kind == sign && p.lang == Kotlin && t.from == p.toks[p.i-1].to && p.generic() > 0:
			p.i += p.generic()
		case t.s == "(" && t.kind == sign && !t.line && n.Kind != String:
			n = p.recut(call(n, p.parens()), first)
		case t.s == "[" && t.kind == sign && !t.line && t.from == p.toks[p.i-1].to && n.Kind != String:
			args := p.until("]")
			if len(args) == 1 && args[0].Kind == String && n.Kind == Path {
				n.Name += "." + args[0].Text.String()
				n = p.recut(n, first)
				continue
			}
			n = p.recut(call(n, args), first)
		case t.s == "{" && t.kind == sign && !t.line && (n.Kind == Path || n.Kind == Call):
			n = p.recut(call(n, []Node{p.braces()}), first)
		default:
			return n
		}
	}
}

// generic returns how many tokens the type arguments of a call take:
// register<JavaExec>(…); 0 for a comparison.
func (p *parser) generic() int {
	depth := 0
	for k := 0; k < 20; k++ {
		switch t := p.peek(k); {
		case t.kind == name || t.s == "," || t.s == "." || t.s == "?" || t.s == "*":
		case t.s == "<":
			depth++
		case t.s == ">":
			if depth--; depth > 0 {
				continue
			}
			if after := p.peek(k + 1); after.kind == sign && (after.s == "(" || after.s == "{") && !after.line {
				return k + 1
			}
			return 0
		default:
			return 0
		}
	}
	return 0
}

// recut gives a node the text from its first token to the current one.
func (p *parser) recut(n Node, first int) Node {
	n.Text = p.text.Slice(p.toks[first].from, p.toks[p.i-1].to)
	return n
}

// call adds arguments to what is called; those of one call may stand in
// several brackets: f(a) { b }.
func call(n Node, args []Node) Node {
	switch n.Kind {
	case Path:
		return Node{Kind: Call, Name: n.Name, Args: args}
	case Call:
		return Node{Kind: Call, Name: n.Name, Args: append(append([]Node{}, n.Args...), args...)}
	}
	return Node{Kind: Call, Args: append([]Node{n}, args...)}
}

// literal returns the node of a string: one piece, or several to join.
func (p *parser) literal(t token) Node {
	whole := p.text.Slice(t.from, t.to)
	switch {
	case len(t.parts) == 0:
		return Node{Kind: String, Text: p.text.Slice(min(t.from+1, t.to), min(t.from+1, t.to))}
	case len(t.parts) == 1 && t.parts[0].Kind == String:
		return t.parts[0]
	}
	return Node{Kind: String, Text: whole, Args: t.parts}
}
