package python

import (
	"strings"

	"github.com/proflint/proflint/internal/value"
)

// call lists a call and returns its result.
func (e *eval) call(n *node) *val {
	f := n.kids[0]
	c := &Call{n: n, m: e.m}
	var callee, on *val
	switch {
	case f == nil:
		callee = e.none
	case f.kind == nAttr:
		on = e.expr(f.kids[0])
		c.Method = e.m.s[f.aux:f.to]
		c.On = e.value(on, f.kids[0])
		callee = e.callee(f, on, c.Method)
	default:
		callee = e.expr(f)
		if f.kind == nName {
			c.Method = e.m.written(f)
		}
	}
	c.Args = e.arguments(n.kids[1:])
	c.Func, c.Where = e.value(callee, f), e.where
	if callee.kind == vDef {
		c.Def = callee.scope.pub
	}
	c.root = c
	if up := callee.made(0); up != nil {
		c.root, c.links = up.root, up.links+1
	}
	if !e.quiet {
		e.m.Calls = append(e.m.Calls, c)
	}
	out := e.result(c, callee, on)
	e.escape(c, callee)
	return out
}

// callee returns the method of a value.
func (e *eval) callee(f *node, on *val, name string) *val {
	if o := e.owner(on); o != nil {
		if b := o.names[name]; b != nil && len(b.all) == 1 && b.all[0].kind == vDef {
			return b.all[0]
		}
	}
	return e.val(val{kind: vAttr, n: f, a: on, name: name})
}

func (e *eval) arguments(nodes []*node) []Arg {
	if len(nodes) == 0 {
		return nil
	}
	out := make([]Arg, 0, len(nodes))
	for _, a := range nodes {
		arg, v := Arg{n: a}, a
		switch a.kind {
		case nKeyword:
			arg.Name, v = e.m.s[a.from:a.aux], a.kids[0]
		case nStar:
			arg.Star, v = "*", a.kids[0]
		case nDouble:
			arg.Star, v = "**", a.kids[0]
		}
		arg.Value = e.value(e.expr(v), v)
		out = append(out, arg)
	}
	for i := range out { // all are there before the call is made
		out[i].Value.t = e.time
	}
	return out
}

// plain returns the positional arguments, false if a star hides some.
func (c *Call) plain() ([]*val, bool) {
	var out []*val
	for _, a := range c.Args {
		if a.Star == "*" {
			return out, false
		}
		if a.Star == "" && a.Name == "" {
			out = append(out, a.Value.v)
		}
	}
	return out, true
}

// result returns what a call comes to: known for what makes and changes
// containers and strings.
func (e *eval) result(c *Call, callee, on *val) *val {
	n := c.n
	made := func() *val { return e.val(val{kind: vCall, n: n, call: c}) }
	args, whole := c.plain()
	if on != nil {
		if o := e.receiver(on, c.Method); o != nil && whole {
			if v := e.method(c, o, on, args); v != nil {
				return v
			}
			return made()
		}
		if texts(on) && stringMethod(c.Method) {
			return e.val(val{kind: vMethod, n: n, a: on, name: c.Method, call: c})
		}
	}
	switch path := e.simple(callee); path {
	case "dict":
		return e.makeDict(c, args)
	case "copy.deepcopy":
		if len(args) == 1 { // nothing in it is shared
			return e.holder(e.val(val{kind: vDeep, n: n, a: args[0]}))
		}
	case "list", "tuple", "copy.copy":
		switch {
		case len(args) == 1:
			return e.clone(n, args[0])
		case len(args) == 0 && len(c.Args) == 0:
			return e.val(val{kind: vObject, n: n, obj: &object{kind: value.KindList, n: n}})
		}
	case "str":
		if len(args) == 1 && len(c.Args) == 1 {
			return e.val(val{kind: vText, n: n, a: args[0]})
		}
	case "os.environ.get", "os.getenv":
		return e.environment(c, args)
	}
	e.option(c)
	if callee.kind == vDef && callee.scope.pub.Kind == FunctionScope {
		if ret := e.invoke(callee.scope); ret != nil {
			out := e.val(val{kind: vApply, n: n, a: ret, call: c, scope: callee.scope})
			if container(ret) && ret.root() == nil {
				return e.holder(out)
			}
			return out
		}
	}
	return made()
}

// receiver returns the container that a method is called on, nil if it is
// none, or one of several: a method that changes those opens them.
func (e *eval) receiver(on *val, method string) *object {
	switch {
	case on.kind == vObject:
		return on.obj
	case on.kind == vItem:
		if o := e.item(on); o != nil && o.kind == vObject {
			return o.obj
		}
	}
	if mutates(method) {
		return e.object(on)
	}
	return nil
}

// simple returns the path of a function that is named without a call on the
// way.
func (e *eval) simple(v *val) string {
	switch {
	case v.kind == vPath:
		return v.name
	case v.kind == vAttr && v.a.kind == vPath:
		return v.a.name + "." + v.name
	case v.kind == vAttr && v.a.kind == vAttr && v.a.a.kind == vPath:
		return v.a.a.name + "." + v.a.name + "." + v.name
	}
	return ""
}

// texts reports whether a value may be a string that can be put together.
func texts(v *val) bool {
	switch v.kind {
	case vLiteral, vConcat, vFormat, vPercent, vMethod, vText:
		return true
	case vWeak:
		return texts(v.a)
	case vMany:
		return texts(v.list[0])
	}
	return false
}

func stringMethod(name string) bool {
	switch name {
	case "format", "join", "strip", "rstrip", "lstrip", "lower", "upper", "replace", "encode":
		return true
	}
	return false
}

// environment is the value of a variable: its default, which is weak.
func (e *eval) environment(c *Call, args []*val) *val {
	if len(args) > 1 {
		return e.val(val{kind: vWeak, n: c.n, a: args[1], why: "the default of " + short(e.m.written(c.n))})
	}
	return e.unknown(c.n, "an environment variable")
}

// makeDict reads dict(other, key=value, **more).
func (e *eval) makeDict(c *Call, args []*val) *val {
	o := &object{kind: value.KindMap, n: c.n}
	if len(args) > 0 {
		o.init = append(o.init, nil, e.val(val{kind: vOpen, n: c.n, a: args[0]}))
	}
	for _, a := range c.Args {
		switch {
		case a.Star == "**":
			o.init = append(o.init, nil, e.frozen(a.Value))
		case a.Name != "":
			o.init = append(o.init, e.val(val{kind: vLiteral, n: a.n, name: a.Name}), a.Value.v)
		}
	}
	return e.val(val{kind: vObject, n: c.n, obj: o})
}

// frozen is a value as it is now, whatever is done to it later.
func (e *eval) frozen(v Value) *val { return e.val(val{kind: vOpen, n: v.n, a: v.v}) }

// clone is a container with what another one holds now.
func (e *eval) clone(n *node, from *val) *val {
	was := e.val(val{kind: vOpen, n: n, a: from})
	switch {
	case from.kind == vObject && from.obj.of != nil:
		return e.holder(was)
	case from.kind == vObject && from.obj.kind == value.KindMap:
		return e.val(val{kind: vObject, n: n, obj: &object{kind: value.KindMap, n: n, init: []*val{nil, was}}})
	case from.kind == vObject:
		return e.val(val{kind: vObject, n: n, obj: &object{kind: value.KindList, n: n, init: []*val{e.val(val{kind: vSpread, n: n, a: was})}}})
	}
	return was
}

// method reads a method of a container; nil for one that is not understood.
func (e *eval) method(c *Call, o *object, on *val, args []*val) *val {
	n, isMap, isList := c.n, o.kind != value.KindList, o.kind != value.KindMap
	arg := func(i int) *val {
		if i < len(args) {
			return args[i]
		}
		return e.none
	}
	switch {
	case c.Method == "copy":
		return e.clone(n, e.val(val{kind: vObject, n: n, obj: o}))
	case c.Method == "clear":
		e.apply(o, op1(opClear, nil, nil, n))
	case isMap && c.Method == "update":
		for _, v := range args {
			e.apply(o, op1(opSpread, nil, e.val(val{kind: vOpen, n: n, a: v}), n))
		}
		for _, a := range c.Args {
			switch {
			case a.Star == "**":
				e.apply(o, op1(opSpread, nil, e.frozen(a.Value), n))
			case a.Name != "":
				e.apply(o, op1(opPut, e.val(val{kind: vLiteral, n: a.n, name: a.Name}), a.Value.v, n))
			}
		}
	case isMap && c.Method == "setdefault" && len(args) > 0:
		e.apply(o, op1(opDefault, args[0], arg(1), n))
		return e.val(val{kind: vItem, n: n, a: on, b: args[0], name: c.Method})
	case isMap && c.Method == "get" && len(args) > 0:
		if v, sure := e.get(o, args[0]); v != nil {
			return v
		} else if sure {
			return arg(1)
		}
		return e.val(val{kind: vItem, n: n, a: on, b: args[0], name: c.Method})
	case isMap && c.Method == "pop" && len(args) > 0:
		v := e.val(val{kind: vItem, n: n, a: on, b: args[0], name: c.Method})
		e.apply(o, op1(opDelete, args[0], nil, n))
		return v
	case isList && c.Method == "append" && len(args) == 1:
		e.apply(o, op1(opAppend, nil, args[0], n))
	case isList && c.Method == "extend" && len(args) == 1:
		e.apply(o, op1(opSpread, nil, e.val(val{kind: vOpen, n: n, a: args[0]}), n))
	case mutates(c.Method):
		e.apply(o, op1(opOpen, nil, nil, n))
	default:
		return nil
	}
	return e.none
}

// escape marks the containers that a function may change. Methods of other
// objects, classes and library functions called by their module are taken to
// leave their arguments alone.
func (e *eval) escape(c *Call, callee *val) {
	if c.n.kids[0] == nil || c.n.kids[0].kind != nName || c.Method == "" || c.Method[0] >= 'A' && c.Method[0] <= 'Z' || builtin(c.Method) {
		return
	}
	if callee.kind == vDef && callee.scope.pub.Kind == FunctionScope {
		mutated := e.mutated(callee.scope)
		for i, a := range c.Args {
			name := a.Name
			if name == "" && i < len(callee.scope.pub.Params) {
				name = callee.scope.pub.Params[i].Name
			}
			if mutated[name] || name == "" {
				e.open(a.Value.v, "changed by "+c.Method)
			}
		}
		return
	}
	for _, a := range c.Args {
		e.open(a.Value.v, "perhaps changed by "+c.Method)
	}
}

// short returns an expression for a message.
func short(s string) string {
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		s = strings.TrimRight(s[:i], " \t,({[") + "…"
	}
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:57], "") + "…"
	}
	return s
}
