package python

import (
	"strings"

	"github.com/proflint/proflint/internal/value"
)

// imported returns the data that a dotted path stands for in another module:
// settings.KEYS, or settings.Spark.KEYS of a class. Only what is bound once
// there is known.
func (m *Module) imported(path string) (value.Tree, bool) {
	if m.open == nil || path == "" || strings.ContainsAny(path, "()[]") {
		return value.Tree{}, false
	}
	for at := strings.LastIndexByte(path, '.'); at > 0; at = strings.LastIndexByte(path[:at], '.') {
		if path[at-1] == '.' { // only dots: nothing is named yet
			return value.Tree{}, false
		}
		if from := m.open(path[:at]); from != nil {
			return from.global(strings.Split(path[at+1:], "."))
		}
		if strings.Count(path[at:], ".") > 1 {
			break
		}
	}
	return value.Tree{}, false
}

// global returns the data of a name of the module, or of a class in it.
func (m *Module) global(names []string) (value.Tree, bool) {
	f := m.e.module
	for i, name := range names {
		b := f.names[name]
		if b == nil || b.total != 1 || len(b.all) != 1 || m.e.shared[name] || m.e.inside[name] {
			return value.Tree{}, false
		}
		v := b.all[0]
		if i == len(names)-1 {
			t := Value{m: m, v: v, t: m.e.time}.Tree()
			return t, t.Kind != value.KindUnknown || t.Hole != nil && t.Hole.OneOf != nil
		}
		if v.kind != vDef || v.scope.pub.Kind != ClassScope {
			break
		}
		f = v.scope
	}
	return value.Tree{}, false
}

// foreign returns the values of another module that a loop goes over: the
// items of a list, or the keys and values of a map.
func (e *eval) foreign(n *node, v *val) (keys, values []*val) {
	t, ok := e.m.imported(v.path(0))
	if !ok || t.Open() != nil {
		return nil, nil
	}
	make := func(t value.Tree) *val { return e.val(val{kind: vForeign, n: n, tree: &t}) }
	for _, item := range t.Items() {
		values = append(values, make(item))
	}
	for _, entry := range t.Entries() {
		keys = append(keys, make(value.String(entry.Key)))
		values = append(values, make(entry.Val))
	}
	return keys, values
}
