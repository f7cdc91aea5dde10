package python

import "strings"

func (e *eval) imports(n *node) {
	for _, k := range n.kids {
		path := e.m.written(k)
		e.m.Imports = append(e.m.Imports, path)
		if len(k.kids) > 0 {
			e.bind(e.m.written(k.kids[0]), e.val(val{kind: vPath, n: k, name: path}))
			continue
		}
		first, _, _ := strings.Cut(path, ".")
		e.bind(first, e.val(val{kind: vPath, n: k, name: first}))
	}
}

func (e *eval) importFrom(n *node) {
	module := e.m.written(n.kids[0])
	for _, k := range n.kids[1:] {
		if k.kind == nStar {
			e.m.Stars = append(e.m.Stars, module)
			e.m.Imports = append(e.m.Imports, module)
			continue
		}
		name := e.m.written(k)
		path := module + "." + name
		if strings.HasSuffix(module, ".") {
			path = module + name
		}
		e.m.Imports = append(e.m.Imports, path)
		if len(k.kids) > 0 {
			name = e.m.written(k.kids[0])
		}
		e.bind(name, e.val(val{kind: vPath, n: k, name: path}))
	}
}
