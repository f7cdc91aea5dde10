package jvm

// statement reads one statement and returns its value if it is an expression.
func (p *parser) statement() *Expr {
	p.notes = nil
	mods := p.modifiers()
	notes := p.notes
	p.notes = nil
	t := p.tok(0)
	switch t.kind {
	case sign:
		switch p.s[t.from] {
		case '@':
			if p.is(1, "interface") && p.isName(2) {
				p.i++
				p.class(Class, mods, notes)
				return nil
			}
		case ';':
			p.i++
			return nil
		case '{':
			if (p.lang == Java || p.lang == Scala || mods.static) && !(p.lang == Scala && p.params(p.i+1) > 0) {
				return p.braces(Plain)
			}
		case ')', ']', '}', ',':
			p.i++
			return nil
		case '<':
			if p.lang == Java { // the type parameters of a method
				if k := p.angle(p.i); k > 0 {
					p.i = k
				}
			}
		}
	case name:
		if e, ok := p.keyword(mods, notes); ok {
			return e
		}
	case end:
		return nil
	}
	if p.lang == Java || p.lang == Groovy {
		if p.javaDeclaration(mods, notes) {
			return nil
		}
	}
	return p.expression()
}

// expression reads an expression that is a statement.
func (p *parser) expression() *Expr {
	e := p.command(p.expr(0))
	if e == nil {
		return nil
	}
	if p.arrow(p.i) && p.lang != R { // of when, switch and match
		p.i++
		return p.arm(false)
	}
	return e
}

// modifiers of a declaration that matter.
type modifiers struct{ static, final, enum, companion bool }

// modifiers reads annotations and modifiers. A name is a modifier only if what
// it modifies follows.
func (p *parser) modifiers() modifiers {
	var m modifiers
	for p.more() {
		t, after := p.tok(0), p.tok(1)
		if t.kind == sign && p.s[t.from] == '@' && t.to == t.from+1 && after.kind == name && !p.is(1, "interface") && p.lang != R {
			p.annotation()
			continue
		}
		if t.kind != name || p.lang == R {
			return m
		}
		bracket := after.kind == sign && (p.s[after.from] == '@' || p.s[after.from] == '<' && p.lang == Java || p.s[after.from] == '{' && p.is(0, "static") || p.s[after.from] == '[' && p.lang == Scala)
		if after.kind != name && !bracket {
			return m
		}
		switch p.says(0) {
		case "static":
			m.static = true
		case "final", "const", "lazy":
			m.final = true
		case "enum":
			if p.lang != Kotlin {
				return m
			}
			m.enum = true
		case "companion":
			m.companion = true
		case "case":
			if p.lang != Scala || !p.is(1, "class") && !p.is(1, "object") {
				return m
			}
		case "default":
			if p.lang != Java && p.lang != Groovy {
				return m
			}
		case "public", "private", "protected", "abstract", "native", "synchronized", "transient", "volatile", "strictfp", "sealed", "non":
			if p.lang == Groovy && after.line {
				return m
			}
		case "override", "open", "inline", "infix", "opaque", "implicit", "transparent":
			if p.lang != Kotlin && p.lang != Scala {
				return m
			}
		case "internal", "data", "lateinit", "inner", "noinline", "crossinline", "suspend", "operator", "tailrec", "external", "annotation", "value", "vararg", "expect", "actual", "reified":
			if p.lang != Kotlin {
				return m
			}
		default:
			return m
		}
		p.i++
		if bracket && p.s[after.from] == '[' {
			p.skip() // private[this]
		}
	}
	return m
}

// annotation reads @Name(arguments).
func (p *parser) annotation() *Expr {
	e := p.node(Annotation)
	p.i++
	e.at = p.tok(0).from
	from := e.at
	for p.isName(0) {
		e.Name, e.at = p.says(0), p.tok(0).from
		p.i++
		if !(p.is(0, ".") || p.is(0, ":") && p.lang == Kotlin && p.tok(0).glued && p.tok(1).glued) || p.tok(1).kind != name {
			break
		}
		p.i++
	}
	e.path = p.s[from:p.read()]
	if p.lang == Scala && p.is(0, "[") || p.lang == Kotlin && p.is(0, "[") && e.Name == "" {
		p.skip()
	}
	if p.is(0, "(") && !p.tok(0).line && (p.lang == Java || p.tok(0).glued) {
		p.note = true
		e.Args = p.arguments()
	}
	p.notes = append(p.notes, p.closeAt(e))
	return e
}

// keyword reads a statement that starts with a keyword; false if the name is
// none here.
func (p *parser) keyword(m modifiers, notes []*Expr) (*Expr, bool) {
	word, after := p.says(0), p.tok(1)
	named := after.kind == name
	switch word {
	case "package":
		if named && p.lang != R {
			p.packageClause()
			return nil, true
		}
	case "import":
		if named && p.lang != R {
			p.importClause()
			return nil, true
		}
	case "class", "interface", "trait":
		if named && p.lang != R {
			p.class(Class, m, notes)
			return nil, true
		}
	case "enum":
		if named && (p.lang == Java || p.lang == Groovy || p.lang == Scala) {
			m.enum = p.lang != Scala
			p.class(Class, m, notes)
			return nil, true
		}
	case "record":
		if named && p.lang == Java && (p.is(2, "(") || p.is(2, "<")) {
			p.class(Class, m, notes)
			return nil, true
		}
	case "object":
		if (p.lang == Scala && named) || p.lang == Kotlin && (named || m.companion) {
			p.class(Object, m, notes)
			return nil, true
		}
	case "def", "fun", "constructor":
		return p.function(word, m, notes)
	case "val", "var", "given":
		if p.lang == Scala || p.lang == Kotlin {
			p.values(word, m, notes)
			return nil, true
		}
	case "type", "typealias", "extension":
		if (p.lang == Scala || p.lang == Kotlin) && (named || word == "extension" && p.is(1, "(")) {
			if p.i++; word == "extension" {
				p.skip()
				return nil, true
			}
			p.i = p.loose(p.i)
			if p.take("=") {
				p.i = p.loose(p.i)
			}
			return nil, true
		}
	case "init":
		if p.lang == Kotlin && p.is(1, "{") {
			p.i++
			return p.braces(Plain), true
		}
	case "case":
		if p.lang != R && p.lang != Kotlin {
			p.caseClause()
			switch {
			case !p.inArms():
			case p.arrow(p.i - 1):
				return p.arm(p.wordAt(p.i-2, "_")), true
			case p.signAt(p.i-1, ":"):
				p.group()
			}
			return nil, true
		}
	case "default":
		if p.is(1, ":") || p.arrow(p.i+1) {
			p.i += 2
			switch {
			case !p.inArms():
			case p.arrow(p.i - 1):
				return p.arm(true), true
			default:
				p.arms.last = true
				p.group()
			}
			return nil, true
		}
	case "else":
		p.i++
		if p.arrow(p.i) {
			p.i++
			return p.arm(true), true
		}
		return nil, true
	case "is", "in":
		if p.lang == Kotlin { // a case of when
			p.i++
			if word == "is" {
				if p.kotlinType(); p.arrow(p.i) {
					p.i++
					return p.arm(false), true
				}
				return nil, true
			}
		}
	case "synchronized":
		if p.is(1, "(") && (p.lang == Java || p.lang == Groovy) {
			p.i++
			return nil, true
		}
	case "assert":
		if p.lang == Java || p.lang == Groovy {
			p.i++
			return nil, true
		}
	case "catch", "finally":
		p.i++
		return nil, true
	}
	if p.is(1, ":") && !p.is(2, ":") && (p.lang == Java || p.lang == Groovy) {
		p.i += 2 // a label
		return nil, true
	}
	return nil, false
}

func (p *parser) packageClause() {
	p.i++
	if p.lang == Scala && p.is(0, "object") {
		p.class(Object, modifiers{}, nil)
		return
	}
	path := p.path()
	if p.file.Package != "" {
		path = p.file.Package + "." + path
	}
	p.file.Package = path
}

// path reads names joined by dots.
func (p *parser) path() string {
	from, to := p.tok(0).from, p.tok(0).from
	for p.isName(0) {
		to = p.tok(0).to
		p.i++
		if !p.is(0, ".") || !p.isName(1) {
			break
		}
		p.i++
	}
	return p.s[from:to]
}

func (p *parser) importClause() {
	p.i++
	if p.is(0, "static") && p.isName(1) {
		p.i++
	}
	for {
		path := p.path()
		last := path
		for k := len(path) - 1; k >= 0; k-- {
			if path[k] == '.' {
				last = path[k+1:]
				break
			}
		}
		add := func(name, path string) { p.file.Imports = append(p.file.Imports, Import{name, path}) }
		switch {
		case p.is(0, ".") && p.is(1, "{"):
			p.i++
			p.within(true, func() { p.selectors(path, add) })
		case p.is(0, ".") && (p.is(1, "*") || p.is(1, "_")):
			p.i += 2
			add("*", path)
		case last == "_" && len(path) > 2:
			add("*", path[:len(path)-2])
		case p.is(0, "as") && p.isName(1) && !p.tok(0).line:
			add(p.says(1), path)
			p.i += 2
		case path != "":
			add(last, path)
		}
		if p.lang != Scala || !p.take(",") {
			return
		}
	}
}

// selectors reads {A, B => C, _} of an import in Scala.
func (p *parser) selectors(path string, add func(name, path string)) {
	for p.more() {
		switch {
		case p.is(0, "_") || p.is(0, "*"):
			add("*", path)
			p.i++
		case p.isName(0) && (p.is(1, "=>") || p.is(1, "as")) && p.isName(2):
			if to := p.says(2); to != "_" {
				add(to, path+"."+p.says(0))
			}
			p.i += 3
		case p.isName(0):
			add(p.says(0), path+"."+p.says(0))
			p.i++
		default:
			p.i++
		}
	}
}

// caseClause reads "case pattern:" or "case pattern =>"; the statements that
// follow belong to the block around it.
func (p *parser) caseClause() {
	p.i++
	first := p.i
	for n := 0; p.more() && n < maxLook; n++ {
		if p.arrow(p.i) || p.is(0, ":") && p.lang != Scala {
			p.hide(first, p.i)
			p.i++
			return
		}
		if (p.is(0, "if") && p.lang == Scala || p.is(0, "when") && p.lang == Java) && p.i > first {
			p.hide(first, p.i)
			p.i++
			p.expr(1)
			if p.arrow(p.i) {
				p.i++
			}
			return
		}
		if p.is(0, "{") || p.is(0, ";") || p.lang == Scala && p.tok(0).line && n > 0 && (p.is(0, "case") || p.is(0, "val") || p.is(0, "def")) {
			return
		}
		if p.lang == Scala && (p.is(0, "(") || p.is(0, "[")) && p.tok(0).pair > int32(p.i) {
			p.hide(p.i+1, int(p.tok(0).pair))
		}
		p.skip()
	}
}
