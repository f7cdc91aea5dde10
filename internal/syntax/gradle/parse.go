package gradle

// parser turns tokens into nodes.
type parser struct {
	*lexer
	i     int
	depth int
}

func (p *parser) peek(k int) token {
	if p.i+k < len(p.toks) {
		return p.toks[p.i+k]
	}
	return token{from: len(p.s), to: len(p.s), line: true}
}

func (p *parser) is(s string) bool {
	t := p.peek(0)
	return (t.kind == sign || t.kind == name) && t.s == s
}

func (p *parser) take(s string) bool {
	if p.is(s) {
		p.i++
		return true
	}
	return false
}

// from returns what is written from a token up to the current one.
func (p *parser) finish(n Node, first int) Node {
	if first < len(p.toks) && p.i > first && n.Text.Len() == 0 {
		n.Text = p.text.Slice(p.toks[first].from, p.toks[p.i-1].to)
	}
	return n
}

// block reads statements up to the closing bracket, or to the end.
func (p *parser) block(closed bool) []Node {
	var out []Node
	if p.depth++; p.depth > maxDepth {
		p.i = len(p.toks)
	}
	for p.i < len(p.toks) && !(closed && p.is("}")) {
		before := p.i
		if n, ok := p.statement(); ok {
			out = append(out, n)
		}
		if p.i == before {
			p.i++
		}
	}
	p.depth--
	return out
}

// modifiers stand in front of a declaration.
var modifiers = map[string]bool{
	"private": true, "public": true, "protected": true, "internal": true, "final": true, "static": true, "const": true,
	"lazy": true, "override": true, "implicit": true, "data": true, "sealed": true, "lateinit": true,
}

// keywords declare what follows.
var keywords = map[string]bool{"val": true, "var": true, "def": true, "object": true, "class": true, "trait": true, "package": true, "import": true}

func (p *parser) statement() (Node, bool) {
	for p.peek(0).kind == name && modifiers[p.peek(0).s] && p.peek(1).kind == name {
		p.i++
	}
	first, word := p.i, p.peek(0)
	switch {
	case word.kind == name && keywords[word.s] && p.peek(1).kind == name && !p.peek(1).line:
		p.i++
		return p.declaration(word.s, first)
	case word.kind == name && p.peek(1).kind == name && !p.peek(1).line && p.peek(2).kind == sign && p.peek(2).s == "=" && p.lang == Groovy:
		p.i++ // String beamVersion = …
		return p.declaration("var", first)
	}
	n := p.expr()
	if n.Kind == Other && p.i == first {
		return n, false
	}
	for _, op := range []string{"=", ":=", "+=", "++=", "<<="} {
		if p.is(op) && !p.peek(0).line {
			p.i++
			return p.finish(Node{Kind: Assign, Name: target(n), Args: []Node{p.expr()}, Declares: false}, first), true
		}
	}
	if p.lang == Groovy && (n.Kind == Path || n.Kind == Call) && p.argument() {
		n = p.finish(Node{Kind: Call, Name: n.Name, Args: append(p.inline(), within(n)...)}, first)
		if p.is("{") && !p.peek(0).line {
			n.Args = append(n.Args, p.braces())
		}
	}
	return n, true
}

// within keeps what a call holds that is called again: task run(…) {…}.
func within(n Node) []Node {
	if n.Kind == Call {
		return []Node{n}
	}
	return nil
}

// target returns the name that an assignment sets: a path, or an index into
// one, as in extra["x"].
func target(n Node) string {
	switch {
	case n.Kind == Path:
		return n.Name
	case n.Kind == Call && n.Name != "" && len(n.Args) == 1 && n.Args[0].Kind == String:
		return n.Name + "." + n.Args[0].Text.String()
	}
	return ""
}

// declaration reads what follows val, var, def, object, class.
func (p *parser) declaration(keyword string, first int) (Node, bool) {
	id := p.peek(0)
	p.i++
	switch keyword {
	case "package", "import":
		for p.i < len(p.toks) && !p.peek(0).line {
			p.i++
		}
		return Node{}, false
	case "object", "class", "trait":
		for p.i < len(p.toks) && !p.is("{") && !p.peek(0).line {
			p.i++
		}
		if p.is("{") {
			return p.finish(Node{Kind: Call, Name: keyword + " " + id.s, Args: []Node{p.braces()}}, first), true
		}
		return Node{}, false
	}
	if p.is(":") { // a type
		for p.i < len(p.toks) && !p.is("=") && !p.is("by") && !p.peek(0).line {
			p.i++
		}
	}
	n := Node{Kind: Assign, Name: id.s, Declares: true}
	switch {
	case p.take("by"), p.take("="):
		n.Args = []Node{p.expr()}
	case p.is("("): // a method
		p.parens()
		p.take("=")
		if p.is("{") {
			return p.finish(Node{Kind: Call, Name: "def " + id.s, Args: []Node{p.braces()}}, first), true
		}
		return Node{}, false
	default:
		return Node{}, false
	}
	return p.finish(n, first), true
}

// argument reports whether an argument without brackets follows.
func (p *parser) argument() bool {
	t := p.peek(0)
	return !t.line && (t.kind == literal || t.kind == number || t.kind == name && !infix[t.s] || t.kind == sign && t.s == "[")
}

// infix are words that join two operands.
var infix = map[string]bool{"as": true, "in": true, "instanceof": true, "is": true, "to": true, "else": true, "by": true, "catch": true, "finally": true}

// inline reads arguments that stand without brackets.
func (p *parser) inline() []Node {
	var out []Node
	for {
		out = append(out, p.item())
		if !p.take(",") {
			return out
		}
	}
}

// item reads one argument or element, which may be named.
func (p *parser) item() Node {
	first := p.i
	t, after := p.peek(0), p.peek(1)
	if (t.kind == name || t.kind == literal) && after.kind == sign && (after.s == ":" || after.s == "=" && t.kind == name) {
		key := t.s
		if t.kind == literal {
			key = p.literal(t).Text.String()
		}
		p.i += 2
		return p.finish(Node{Kind: Entry, Name: key, Args: []Node{p.expr()}}, first)
	}
	n := p.expr()
	if p.is("to") || p.is("->") && p.lang == Scala { // Kotlin and Scala pairs
		p.i++
		return p.finish(Node{Kind: Entry, Name: n.Text.String(), Args: []Node{p.expr()}}, first)
	}
	return n
}

// until reads items up to a closing bracket, whose opening one is current.
func (p *parser) until(closing string) []Node {
	p.i++
	var out []Node
	if p.depth++; p.depth > maxDepth {
		p.i = len(p.toks)
	}
	for p.i < len(p.toks) && !p.is(closing) {
		before := p.i
		if p.is("}") {
			break // the bracket is missing
		}
		if n := p.item(); p.i > before {
			out = append(out, n)
		} else {
			p.i++
		}
		p.take(",")
	}
	p.depth--
	p.take(closing)
	return out
}

func (p *parser) parens() []Node { return p.until(")") }

func (p *parser) braces() Node {
	first := p.i
	p.i++
	for k := 0; k < 6; k++ { // the parameters of a closure
		if t := p.peek(k); t.kind == sign && (t.s == "->" || t.s == "=>") {
			p.i += k + 1
			break
		} else if t.kind != name && t.s != "," && t.s != ":" {
			break
		}
	}
	n := Node{Kind: Block, Args: p.block(true)}
	p.take("}")
	return p.finish(n, first)
}
