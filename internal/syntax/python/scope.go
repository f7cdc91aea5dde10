package python

// frame is a scope while it is read.
type frame struct {
	pub     *Scope
	up      *frame
	names   map[string]*binding
	outer   map[string]bool // declared global or nonlocal
	returns []*val
	ret     *val            // what the function returns, once it is read
	params  map[string]int  // where parameters stand
	mutated map[string]bool // names of what the body changes in place, once somebody asked
	yields  bool
	quiet   bool // defined in a body that is read for what it changes
	n       *node
	self    string // the first parameter of a method
	state   uint8
	class   *frame // of a method
	later   []*frame
}

const (
	unread uint8 = iota
	reading
	read
)

// maxBound is how many values of one name are kept apart.
const maxBound = 8

// binding is a name in a scope.
type binding struct {
	v     *val
	all   []*val // all that it was bound to so far
	total int    // how many statements bind it
}

func (f *frame) binding(name string) *binding {
	b := f.names[name]
	if b == nil {
		b = &binding{}
		if f.names == nil {
			f.names = map[string]*binding{}
		}
		f.names[name] = b
	}
	return b
}

// changed collects what statements change.
type changed struct {
	s       string
	bound   map[string]int  // names bound, and how often
	mutated map[string]bool // names of what is changed in place
	outer   map[string]bool // names declared global or nonlocal
	deep    bool            // functions too
}

// mutators are the methods that change a list or dict.
func mutates(name string) bool {
	switch name {
	case "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault", "popitem", "add", "discard":
		return true
	}
	return false
}

func (c *changed) bind(n *node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nName:
		c.bound[c.s[n.from:n.to]]++
	case nTuple, nList:
		for _, k := range n.kids {
			c.bind(k)
		}
	case nStar:
		if len(n.kids) > 0 {
			c.bind(n.kids[0])
		}
	case nIndex, nAttr:
		c.mutate(n.kids[0])
	}
}

// mutate notes the name that a changed value is reached from.
func (c *changed) mutate(n *node) {
	for n != nil && (n.kind == nIndex || n.kind == nAttr || n.kind == nCall) && len(n.kids) > 0 {
		n = n.kids[0]
	}
	if n != nil && n.kind == nName {
		c.mutated[c.s[n.from:n.to]] = true
	}
}

// scan walks statements and the expressions in them.
func (c *changed) scan(n *node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nName, nNumber, nString, nConst, nText, nBad, nAttr:
		if n.kind == nAttr {
			c.scan(n.kids[0])
		}
		return
	case nAssign:
		for _, t := range n.kids[:len(n.kids)-1] {
			c.bind(t)
		}
	case nAnnotated:
		if len(n.kids) > 2 {
			c.bind(n.kids[0])
		}
	case nAugmented:
		c.bind(n.kids[0])
		c.mutate(n.kids[0])
	case nFor, nWalrus:
		c.bind(n.kids[0])
	case nItem:
		c.bind(n.kids[1])
	case nExcept:
		c.bind(n.kids[1])
	case nCase:
		c.bind(n.kids[0])
	case nDelete:
		for _, k := range n.kids {
			c.bind(k)
		}
	case nImport, nFrom:
		c.imports(n)
		return
	case nGlobal:
		for _, k := range n.kids {
			c.outer[c.s[k.from:k.to]] = true
		}
		return
	case nDef, nClass:
		c.bind(n.kids[0])
		if !c.deep {
			return
		}
	case nLambda:
		return
	case nCall:
		if f := n.kids[0]; f != nil && f.kind == nAttr && mutates(c.s[f.aux:f.to]) {
			c.mutate(f.kids[0])
		}
	}
	for _, k := range n.kids {
		c.scan(k)
	}
}

func (c *changed) imports(n *node) {
	for i, k := range n.kids {
		switch {
		case k.kind != nAlias || n.kind == nFrom && i == 0:
		case len(k.kids) > 0:
			c.bind(k.kids[0])
		default:
			name := c.s[k.from:k.to]
			for i := range len(name) {
				if name[i] == '.' {
					name = name[:i]
					break
				}
			}
			c.bound[name]++
		}
	}
}

// changes returns what statements bind and change.
func changes(s string, nodes ...*node) *changed {
	c := &changed{s: s, bound: map[string]int{}, mutated: map[string]bool{}, outer: map[string]bool{}}
	for _, n := range nodes {
		c.scan(n)
	}
	return c
}
