package python

// define reads the head of a function; its body is read when it is called, or
// at the end.
func (e *eval) define(n *node) {
	name := e.m.written(n.kids[0])
	pub := &Scope{Kind: FunctionScope, Name: e.dotted(name), Up: e.f.pub, m: e.m, n: n}
	f := &frame{pub: pub, up: e.f, n: n, params: map[string]int{}}
	for _, d := range n.kids[4:] {
		pub.Decorators = append(pub.Decorators, e.value(e.expr(d), d))
	}
	static := false
	for _, d := range pub.Decorators {
		static = static || d.v.kind == vPath && d.v.name == "staticmethod"
	}
	if e.f.pub.Kind == ClassScope {
		f.class = e.f
	}
	for i, p := range n.kids[1].kids {
		param := Param{Name: e.m.written(p.kids[0])}
		switch p.op {
		case '*':
			param.Star = "*"
		case tPower:
			param.Star = "**"
		}
		if p.kids[1] != nil {
			e.expr(p.kids[1])
		}
		if p.kids[2] != nil {
			v := e.value(e.expr(p.kids[2]), p.kids[2])
			param.Default = &v
		}
		if i == 0 && f.class != nil && !static {
			f.self = param.Name
		}
		f.params[param.Name] = i
		pub.Params = append(pub.Params, param)
	}
	if n.kids[2] != nil {
		e.expr(n.kids[2])
	}
	if f.quiet = e.quiet; !e.quiet {
		e.m.Scopes = append(e.m.Scopes, pub)
		e.f.later = append(e.f.later, f)
	}
	e.bind(name, e.val(val{kind: vDef, n: n, scope: f}))
}

// dotted returns the name of a scope within the one at hand.
func (e *eval) dotted(name string) string {
	if up := e.f.pub.Name; up != "" {
		return up + "." + name
	}
	return name
}

// function reads the body of a function, once.
func (e *eval) function(f *frame) {
	if f.state != unread || e.depth > maxNest/4 {
		return
	}
	f.state = reading
	e.depth++
	was, where, journal, quiet := e.f, e.where, e.journal, e.quiet
	e.f, e.where, e.journal, e.quiet = f, Where{Scope: f.pub}, nil, f.quiet
	body := f.n.kids[3]
	for name, n := range changes(e.m.s, body).bound {
		f.binding(name).total = n
	}
	defaults := e.clickDefaults(f)
	for i, p := range f.pub.Params {
		v := e.val(val{kind: vParam, n: f.n.kids[1].kids[i].kids[0], name: p.Name, scope: f})
		switch {
		case p.Name == f.self && i == 0 && p.Star == "":
			v.kind, v.scope = vSelf, f.class
		case defaults[p.Name] != nil:
			v = e.val(val{kind: vWeak, n: v.n, a: defaults[p.Name], why: "the default of option " + p.Name})
		}
		b := f.binding(p.Name)
		b.total++
		b.v, b.all = v, append(b.all, v)
	}
	ended := e.block(body)
	if !ended {
		f.returns = append(f.returns, e.none)
	}
	f.ret, f.yields = e.many(f.returns), generator(body)
	e.functions(f)
	e.f, e.where, e.quiet, e.journal = was, where, quiet, append(journal, e.journal...)
	e.depth--
	f.state = read
}

// invoke returns what a function returns, nil while that is not known.
func (e *eval) invoke(f *frame) *val {
	e.function(f)
	if f.state != read || f.ret == nil || f.yields {
		return nil
	}
	return f.ret
}

// generator reports whether a block yields.
func generator(n *node) bool {
	if n == nil || n.kind == nDef || n.kind == nClass || n.kind == nLambda {
		return false
	}
	if n.kind == nYield {
		return true
	}
	for _, k := range n.kids {
		if generator(k) {
			return true
		}
	}
	return false
}

// mutated returns the names whose values a function changes in place.
func (e *eval) mutated(f *frame) map[string]bool {
	if f.mutated == nil {
		f.mutated = changes(e.m.s, f.n.kids[3]).mutated
	}
	return f.mutated
}

// class reads the body of a class where it stands, and its methods behind it.
func (e *eval) class(n *node) {
	name := e.m.written(n.kids[0])
	pub := &Scope{Kind: ClassScope, Name: e.dotted(name), Up: e.f.pub, m: e.m, n: n}
	for _, d := range n.kids[3:] {
		pub.Decorators = append(pub.Decorators, e.value(e.expr(d), d))
	}
	if n.kids[1] != nil {
		pub.Bases = e.arguments(n.kids[1].kids[1:])
	}
	if !e.quiet {
		e.m.Scopes = append(e.m.Scopes, pub)
	}
	f := &frame{pub: pub, up: e.f, n: n}
	for name, k := range changes(e.m.s, n.kids[2]).bound {
		f.binding(name).total = k
	}
	was, where := e.f, e.where
	e.f, e.where.Scope = f, pub
	e.block(n.kids[2])
	e.f, e.where = was, where
	e.f.later = append(e.f.later, f.later...)
	e.bind(name, e.val(val{kind: vDef, n: n, scope: f}))
}
