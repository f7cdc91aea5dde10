package jvm

// These look ahead in the tokens: they tell types, casts and parameters from
// expressions without reading anything.

func (p *parser) at(k int) token {
	if k < p.end && k >= 0 {
		return p.toks[k]
	}
	return token{pair: -1, line: true}
}

func (p *parser) signAt(k int, s string) bool {
	t := p.at(k)
	return t.kind == sign && int(t.to-t.from) == len(s) && p.s[t.from:t.to] == s
}

func (p *parser) wordAt(k int, s string) bool {
	t := p.at(k)
	return t.kind == name && int(t.to-t.from) == len(s) && p.s[t.from:t.to] == s
}

// angle returns what follows the type arguments that start at k, or -1.
func (p *parser) angle(k int) int {
	depth := 0
	for n := 0; n < maxLook; n++ {
		t := p.at(k)
		switch {
		case t.kind == name:
		case t.kind != sign:
			return -1
		default:
			switch p.s[t.from:t.to] {
			case "<":
				depth++
			case ">":
				if depth--; depth == 0 {
					return k + 1
				}
			case ".", ",", "?", "&", "*", "->", "@", ":":
			case "[", "(":
				if t.pair < 0 {
					return -1
				}
				k = int(t.pair)
			default:
				return -1
			}
		}
		k++
	}
	return -1
}

// typeEnd returns what follows the type of Java or Groovy at k, or -1.
func (p *parser) typeEnd(k int) int {
	for p.signAt(k, "@") && p.at(k+1).kind == name { // @Nullable String
		if k += 2; p.signAt(k, "(") && p.at(k).pair >= 0 {
			k = int(p.at(k).pair) + 1
		}
	}
	for n := 0; ; n++ {
		if p.at(k).kind != name || n > maxLook {
			return -1
		}
		k++
		if p.signAt(k, "<") {
			if k = p.angle(k); k < 0 {
				return -1
			}
		}
		if !p.signAt(k, ".") {
			break
		}
		for k++; p.signAt(k, "@") && p.at(k+1).kind == name; k += 2 {
		}
	}
	return p.arrays(k)
}

// arrays steps over [] and the dots of a variable number of parameters.
func (p *parser) arrays(k int) int {
	for p.signAt(k, "@") && p.at(k+1).kind == name && p.signAt(k+2, "[") { // byte @Nullable []
		k += 2
	}
	for p.signAt(k, "[") && int(p.at(k).pair) == k+1 {
		k += 2
	}
	if p.signAt(k, "...") {
		k++
	}
	return k
}

// notTypes are names that no declaration starts with.
func (p *parser) notType(s string) bool {
	switch s {
	case "new", "instanceof", "return", "throw", "else", "case", "assert", "yield", "this", "super", "true", "false", "null", "if", "while", "for", "switch", "try", "do", "goto", "break", "continue", "package", "import":
		return true
	case "in", "as", "is", "when":
		return p.lang != Java
	}
	return false
}

// declared returns where the name stands that a declaration of Java or Groovy
// gives, and 0 if the tokens at k are none.
func (p *parser) declared(k int) int {
	t := p.at(k)
	if t.kind != name && !p.signAt(k, "@") || p.notType(p.s[t.from:t.to]) {
		return 0
	}
	n := p.typeEnd(k)
	if n < 0 || p.at(n).kind != name || p.notType(p.s[p.at(n).from:p.at(n).to]) {
		return 0
	}
	if p.lang == Groovy && p.at(n).line {
		return 0
	}
	after := p.at(n + 1)
	switch {
	case n+1 >= p.end:
		if p.lang == Groovy && !isUpper(p.s[t.from]) {
			return 0
		}
		return n
	case p.signAt(n+1, "("):
		if p.lang == Groovy && !(after.pair >= 0 && (p.signAt(int(after.pair)+1, "{") || p.wordAt(int(after.pair)+1, "throws"))) {
			return 0
		}
		return n
	case p.signAt(n+1, "="):
		return n
	case p.lang == Groovy:
		if isUpper(p.s[t.from]) && (after.line || p.signAt(n+1, ";") || p.signAt(n+1, "in") || p.signAt(n+1, ":")) {
			return n
		}
		return 0
	case p.signAt(n+1, ";"), p.signAt(n+1, ","), p.signAt(n+1, ":"), p.signAt(n+1, "["):
		return n
	}
	return 0
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// loose returns what follows a type of Scala or Kotlin at k.
func (p *parser) loose(k int) int {
	operand := true
	for n := 0; n < maxLook; n++ {
		t := p.at(k)
		if t.line && !operand && !p.free && !p.arrow(k) && !p.wordAt(k, "with") {
			return k
		}
		switch {
		case t.kind == name:
			switch p.s[t.from:t.to] {
			case "with", "suspend", "forSome":
				operand = true
				k++
				continue
			case "by", "where", "get", "set", "extends":
				return k
			}
			if !operand {
				return k
			}
			operand = false
		case t.kind == literal && operand, t.kind == number && operand:
			operand = false
		case t.kind == sign:
			switch s := p.s[t.from:t.to]; s {
			case "(", "[":
				if t.pair < 0 {
					return k
				}
				if s == "[" && operand {
					return k
				}
				k, operand = int(t.pair), false
			case "<":
				m := p.angle(k)
				if m < 0 {
					return k
				}
				k, operand = m-1, false
			case ".", "->", "=>", "&", "|", "#", "<:", ">:", "@":
				operand = true
			case "?", "*", "!!":
			default:
				return k
			}
		default:
			return k
		}
		k++
	}
	return k
}

func (p *parser) arrow(k int) bool { return p.signAt(k, "=>") || p.signAt(k, "->") }

// params returns where the arrow stands that ends the parameters of a function
// at k, or 0.
func (p *parser) params(k int) int {
	if p.arrow(k) {
		return k
	}
	for n := 0; n < maxLook && k < p.end; n++ {
		t := p.at(k)
		if t.line && n > 0 && !p.signAt(k-1, ",") && !p.arrow(k) {
			return 0
		}
		switch {
		case p.arrow(k):
			return k
		case t.kind == name && p.notType(p.s[t.from:t.to]) && p.lang != Kotlin:
			return 0
		case t.kind == name:
		case t.kind != sign:
			return 0
		default:
			switch p.s[t.from:t.to] {
			case "<":
				if k = p.angle(k); k < 0 {
					return 0
				}
				continue
			case "(", "[":
				if t.pair < 0 || n > 0 && t.glued && p.s[t.from] == '(' && p.at(k-1).kind == name {
					return 0 // a call
				}
				k = int(t.pair)
			case ",", ":", ".", "?", "*", "=":
				if p.s[t.from] == '=' && p.lang != Groovy {
					return 0
				}
			default:
				return 0
			}
		}
		k++
	}
	return 0
}

// cast reports whether the parenthesis at k holds a type that what follows is
// cast to.
func (p *parser) cast(k int) bool {
	t := p.at(k)
	if t.pair < 0 {
		return false
	}
	n := p.typeEnd(k + 1)
	for n > 0 && p.signAt(n, "&") {
		n = p.typeEnd(n + 1)
	}
	if n != int(t.pair) {
		return false
	}
	after := p.at(n + 1)
	if after.line && p.lang == Groovy {
		return false
	}
	switch after.kind {
	case literal, number:
		return true
	case name:
		switch p.s[after.from:after.to] {
		case "instanceof", "in", "as":
			return false
		}
		return true
	case sign:
		switch p.s[after.from:after.to] {
		case "(", "!", "~":
			return true
		case "[":
			return p.lang == Groovy && n == k+2 && isUpper(p.s[p.at(k+1).from])
		case "-", "+", "++", "--":
			switch p.s[p.at(k+1).from:p.at(k+1).to] {
			case "int", "long", "double", "float", "short", "byte", "char":
				return n == k+2
			}
		}
	}
	return false
}

// kotlinType steps over the type behind is and as.
func (p *parser) kotlinType() {
	if p.is(0, "(") {
		p.i = p.loose(p.i)
	} else if k := p.typeEnd(p.i); k > 0 {
		p.i = k
	}
	p.take("?")
}
