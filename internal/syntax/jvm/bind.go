package jvm

import (
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/value"
)

// binding is all that sets one name in one scope.
type binding struct {
	sets    []*Set
	changes []change // of what it holds, in order of the file

	given []int32 // where it is handed to a call, which may change it
	busy  bool
	known bool
	val   value.Tree
	size  int // of val, with all that it holds
}

func (b *binding) add(s *Set) { b.sets = append(b.sets, s) }

// change is a call such as x.add(…), or an assignment to an element.
type change struct {
	at  *Expr
	set *Set
}

// bind returns the binding of a name that a scope declares.
func (s *Scope) bind(name string) *binding {
	if s.names == nil {
		s.names = map[string]*binding{}
	}
	b := s.names[name]
	if b == nil {
		b = &binding{}
		s.names[name] = b
	}
	return b
}

// maxUp bounds how many classes of a file a name is looked for in.
const maxUp = 8

// lookup returns what a name stands for, nil if the file does not declare it.
func (f *File) lookup(s *Scope, name string) *binding {
	for at := s; at != nil; at = at.Up {
		if b := at.names[name]; b != nil {
			return b
		}
		if at.Kind == Class || at.Kind == Object {
			if b := f.member(at, name, maxUp); b != nil {
				return b
			}
		}
	}
	for _, i := range f.Imports { // import Config._, import Config.KEY
		path := i.Path
		if i.Name == name {
			path = strings.TrimSuffix(strings.TrimSuffix(path, name), ".")
		} else if i.Name != "*" {
			continue
		}
		if o := f.object(f.Scopes[0], path); o != nil {
			if b := o.names[lastOf(i.Path, name, i.Name == "*")]; b != nil {
				return b
			}
		}
	}
	return nil
}

func lastOf(path, name string, wild bool) string {
	if wild {
		return name
	}
	return path[strings.LastIndexByte(path, '.')+1:]
}

// member returns what a class, its companion or its parents in the file
// declare.
func (f *File) member(s *Scope, name string, left int) *binding {
	if b := s.names[name]; b != nil || left == 0 {
		return b
	}
	if c := s.inner[companion]; c != nil && f.Lang == Kotlin {
		if b := c.names[name]; b != nil {
			return b
		}
	}
	for _, parent := range s.Parents {
		if o := f.object(s.Up, parent); o != nil && o != s {
			if b := f.member(o, name, left-1); b != nil {
				return b
			}
		}
	}
	return nil
}

// object returns the class or object of the file with a qualified name, as
// seen from a scope.
func (f *File) object(s *Scope, path string) *Scope {
	if path == "" {
		return nil
	}
	if f.Package != "" {
		path = strings.TrimPrefix(path, f.Package+".")
	}
	head, rest, _ := strings.Cut(path, ".")
	for ; s != nil; s = s.Up {
		o := s.inner[head]
		for o != nil && rest != "" {
			head, rest, _ = strings.Cut(rest, ".")
			o = o.inner[head]
		}
		if o != nil {
			return o
		}
	}
	return nil
}

// Constant returns what a name of a class or object of the file is, if it is
// set once and is a text, a list or a map: with what the file changes of it.
func (f *File) Constant(class, name string) (value.Tree, bool) {
	f.bind()
	o := f.object(f.Scopes[0], class)
	if o == nil {
		return value.Tree{}, false
	}
	b := f.member(o, name, maxUp)
	if b == nil || len(b.sets) != 1 || b.sets[0].Value == nil {
		return value.Tree{}, false
	}
	only := b.sets[0].Value
	t := f.Value(only)
	if t.Kind == value.KindList || t.Kind == value.KindMap {
		end := *only
		end.from = f.Scopes[0].to
		t = (&fold{f: f}).changed(&end, b, t, only)
	}
	return t, t.Kind == value.KindString || t.Kind == value.KindList || t.Kind == value.KindMap
}

// Path returns the names of a plain qualified name, of the type that New makes
// or of what a call calls, joined by dots; "" for anything else.
func (e *Expr) Path() string {
	switch e.Kind {
	case New, Annotation:
		return e.path
	case Name, Select, Call:
	default:
		return ""
	}
	if e.X == nil {
		return e.Name
	}
	var names []string
	for n := 0; e != nil; e = e.X {
		if e.Kind != Name && e.Kind != Select && (n > 0 || e.Kind != Call) || e.Name == "" || n > 20 {
			return ""
		}
		names = append(names, e.Name)
		n++
	}
	for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
		names[i], names[j] = names[j], names[i]
	}
	return strings.Join(names, ".")
}

// Qualified returns the full names that Path may stand for: one where an
// import names it, else one for each package that is imported as a whole.
func (e *Expr) Qualified() []string {
	path := e.Path()
	if path == "" {
		return nil
	}
	f := e.file
	head, rest, more := strings.Cut(path, ".")
	if more {
		rest = "." + rest
	}
	out := []string(nil)
	for _, i := range f.Imports {
		if i.Name == head {
			return []string{i.Path + rest}
		}
	}
	if head != "" && !isUpper(head[0]) && more {
		out = append(out, path)
	}
	if f.Package != "" {
		out = append(out, f.Package+"."+path)
	} else {
		out = append(out, path)
	}
	for _, i := range f.Imports {
		if i.Name == "*" {
			out = append(out, i.Path+"."+path)
		}
	}
	return out
}

// changers are methods that change the list or map that they are called on.
var changers = map[string]bool{
	"add": true, "load": true, "loadFromXML": true, "addAll": true, "put": true, "putAll": true, "putIfAbsent": true, "append": true, "set": true, "remove": true, "clear": true,
	"setProperty": true, "removeAll": true, "retainAll": true, "addOne": true, "update": true, "addFirst": true, "addLast": true, "push": true, "offer": true, "plusAssign": true, "insert": true, "replace": true, "replaceAll": true,
}

// bind joins assignments and changes with what they concern.
func (f *File) bind() {
	if f.bound {
		return
	}
	f.bound = true
	for _, s := range f.Sets {
		if s.Declares || s.Target == nil {
			continue
		}
		t := s.Target
		b := f.binding(t)
		if b == nil && t.Kind == Name {
			b = f.Scopes[0].bind(s.Name)
		}
		switch {
		case b != nil && s.Op == "=":
			b.add(s)
		case b != nil: // list += item
			b.changes = append(b.changes, change{t, s})
		case t.Kind == Call && t.X == nil: // map("k") = v, in Scala
			b = f.lookup(t.Scope, t.Name)
		case t.X != nil && (t.Kind == Index || t.Kind == Call && t.Name == "" || t.Kind == Select && f.Lang == R): // map["k"] = v
			b = f.binding(t.X)
		}
		if b != nil && t.Kind != Name && (t.Kind != Select || f.Lang == R) {
			b.changes = append(b.changes, change{t, s})
		}
	}
	for _, c := range f.Calls {
		if x := c.X; x != nil && x.Kind == Name && changers[c.Name] {
			if b := f.lookup(x.Scope, x.Name); b != nil {
				b.changes = append(b.changes, change{at: c})
			}
		}
		for _, a := range c.Args {
			if a.Val != nil && a.Val.Kind == Name {
				if b := f.lookup(a.Val.Scope, a.Val.Name); b != nil {
					b.given = append(b.given, a.Val.from)
				}
			}
		}
	}
}

// binding returns what a name, this.name or Object.name stands for.
func (f *File) binding(e *Expr) *binding {
	switch e.Kind {
	case Name:
		return f.lookup(e.Scope, e.Name)
	case Select:
		if e.X.Kind == Name && e.X.Name == "this" {
			if c := e.Scope.In(Class, Object); c != nil {
				return f.member(c, e.Name, maxUp)
			}
			return nil
		}
		path := e.X.Path()
		if path == "" || f.lookup(e.Scope, e.X.rootName()) != nil {
			return nil
		}
		if o := f.object(e.Scope, path); o != nil {
			return f.member(o, e.Name, maxUp)
		}
		for _, full := range e.X.Qualified() {
			if o := f.object(f.Scopes[0], full); o != nil {
				return f.member(o, e.Name, maxUp)
			}
		}
	}
	return nil
}

func (e *Expr) rootName() string { return e.Root().Name }

// SetsOf returns all that sets a name (or this.name, or Object.name) which the
// file declares: its declaration first.
func (f *File) SetsOf(e *Expr) []*Set {
	f.bind()
	if b := f.binding(e); b != nil {
		return b.sets
	}
	return nil
}

// Additions returns the calls that add all of something to what a name of the file
// holds.
func (f *File) Additions(e *Expr) []*Expr {
	f.bind()
	var out []*Expr
	if b := f.binding(e); b != nil {
		for _, c := range b.changes {
			if c.set == nil && c.at.Name == "addAll" && len(c.at.Args) == 1 {
				out = append(out, c.at)
			}
		}
	}
	return out
}

// once returns the only value that a name has: that of its declaration, or of
// the one assignment that follows a declaration without a value.
func (b *binding) once() *Expr {
	var only *Set
	for _, s := range b.sets {
		switch {
		case s.Param || s.Op != "" && s.Op != "=":
			return nil
		case s.Value == nil && s.Op == "" && s.Declares && only == nil && len(b.sets) > 1:
		case only != nil:
			return nil
		default:
			only = s
		}
	}
	if only == nil || only.Value == nil || !only.Declares && only.Scope.In(Branch, Loop, Function) != b.sets[0].Scope.In(Branch, Loop, Function) {
		return nil
	}
	return only.Value
}

// Origin follows a chain to where it starts, through names that are set once:
// conf.set(…) to the new SparkConf() that conf was set to. It returns the
// first part that it cannot follow further.
func (f *File) Origin(e *Expr) *Expr {
	f.bind()
	for range 50 {
		r := e.Root()
		if r.Kind != Name {
			return r
		}
		b := f.lookup(r.Scope, r.Name)
		if b == nil {
			return r
		}
		v := b.once()
		if v == nil || v == e {
			return r
		}
		e = v
	}
	return e.Root()
}

// sym is equal for equal uses of one name that has one value.
func (f *File) sym(b *binding) string {
	if len(b.sets) != 1 || len(b.changes) > 0 {
		return ""
	}
	at := b.sets[0].At
	if !at.Valid() {
		return ""
	}
	return at.File.Path + ":" + b.sets[0].Name + "@" + strconv.Itoa(at.Start)
}
