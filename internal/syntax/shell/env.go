package shell

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

const (
	// params is the name under which the positional parameters are kept.
	params = "@"
	// filePrefix marks names under which contents of files are kept: branches
	// and loops treat them as they treat variables.
	filePrefix = "\x00file:"
	// morePrefix marks those of what was put behind a file that the script has not
	// written, as filePrefix does.
	morePrefix = "\x00more:"
	// workDir is the name under which the folder is kept that the script has
	// gone to, seen from where it started.
	workDir  = "\x00dir"
	lastDir  = "\x00back" // the one before
	maxText  = 1 << 16    // bytes of a variable
	maxFile  = 1 << 20    // bytes of a file that is written at once
	maxGrown = 1 << 26    // bytes of all variables that were set
	maxShort = 1 << 10    // bytes of a variable when there were more
)

// hidden reports whether a name is one under which the shell itself keeps
// something: no variable of the script.
func hidden(name string) bool { return name == params || strings.HasPrefix(name, "\x00") }

// variable is what is known of one variable. It is never changed once set.
type variable struct {
	text     source.Text
	elems    []Word // of an array
	array    bool
	assoc    bool // an array with keys: each of elems is one, the next one what it stands for
	unset    bool // certainly not set
	one      bool // unknown, but certainly one word
	outside  bool // unknown because nothing in the script sets it
	exported bool
	given    bool // by whoever starts the script
}

type change struct {
	name string
	old  *variable
}

// diff is what a branch changed; a nil variable is one that is set outside.
type diff struct {
	vars map[string]*variable
	dead bool     // the branch leaves the script or the function
	in   *passing // the turns of a loop that take it; nil where that is not all that decides
}

// sets reports whether the branch gave a variable a value.
func (d diff) sets(name string) bool {
	_, ok := d.vars[name]
	return ok
}

// variable returns what is known of a variable, nil for one that is set
// outside. The arguments of the script are made when something asks for them.
func (e *eval) variable(name string) *variable {
	v := e.vars[name]
	if v == nil && name == params {
		v = &variable{array: true, elems: []Word{e.rest("$@", "the arguments of this script", "")}}
		e.vars[params] = v
	}
	return v
}

// room makes room for the variables that statements set: forty of them, one by
// one, copy the map four times.
func (e *eval) room(stmts []*syntax.Stmt) {
	n := 0
	for _, st := range stmts {
		switch c := st.Cmd.(type) {
		case *syntax.DeclClause:
			n += len(c.Args)
		case *syntax.CallExpr:
			n += len(c.Assigns)
		}
	}
	if n > 8 {
		vars := make(map[string]*variable, len(e.vars)+n)
		maps.Copy(vars, e.vars)
		e.vars = vars
	}
}

// insert sets an entry of a map, which it makes first if it is nil.
func insert[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}

// set is an assignment of the script.
func (e *eval) set(name string, v *variable) {
	if old := e.vars[name]; e.loose && old != nil && !old.outside && !same(old, v) {
		v = e.oneOf(name, []*variable{old, v}, e.at)
	}
	e.put(name, v)
}

// put sets a variable; nil makes it one that is set outside.
func (e *eval) put(name string, v *variable) {
	old := e.variable(name)
	if e.logging > 0 {
		e.log = append(e.log, change{name, old})
	}
	if v != nil && old != nil && old.exported && !v.exported {
		w := *v
		w.exported = true
		v = &w
	}
	e.restore(name, v)
}

func (e *eval) restore(name string, v *variable) {
	if v == nil {
		delete(e.vars, name)
	} else {
		e.vars[name] = v
	}
}

// isolate runs f and takes back what it changed.
func (e *eval) isolate(f func()) diff {
	mark, dead := len(e.log), e.dead
	if dead {
		e.aside++
		defer func() { e.aside-- }()
	}
	e.logging++
	e.dead = false
	f()
	e.logging--
	d := diff{dead: e.dead, vars: e.since(mark)}
	for _, c := range slices.Backward(e.log[mark:]) {
		e.restore(c.name, c.old)
	}
	e.log, e.dead = e.log[:mark], dead
	return d
}

// branch is isolate for code that may not run.
func (e *eval) branch(f func()) diff {
	e.cond++
	defer func() { e.cond-- }()
	return e.isolate(f)
}

// since returns what changed since a mark in the log.
func (e *eval) since(mark int) map[string]*variable {
	if mark == len(e.log) {
		return nil
	}
	out := map[string]*variable{}
	for _, c := range e.log[mark:] {
		out[c.name] = e.vars[c.name]
	}
	return out
}

func (e *eval) apply(vars map[string]*variable) {
	for name, v := range vars {
		e.put(name, v)
	}
}

// merge continues behind branches of which exactly one has run. at is the
// offset that names unknowns.
func (e *eval) merge(ds []diff, at int) { e.mergeBy(nil, ds, at) }

// mergeBy is merge for branches that a test of one variable has chosen.
func (e *eval) mergeBy(g *guard, ds []diff, at int) {
	decided := slices.ContainsFunc(ds, func(d diff) bool { return d.in != nil && d.in.each == onlyTurn })
	ds = slices.DeleteFunc(ds, func(d diff) bool { return d.dead || d.never() })
	if len(ds) == 0 {
		e.dead = !decided || !e.failing // what fails as it stands is there to be filled in
		return
	}
	values := map[string][]*variable{}
	for _, d := range ds {
		for name, v := range d.vars {
			values[name] = append(values[name], v)
		}
	}
	for name, vs := range values {
		if len(vs) < len(ds) {
			vs = append([]*variable{e.variable(name)}, vs...)
		}
		v := g.fallback(name, vs)
		if v == nil {
			v = e.byTurn(name, ds, at)
		}
		if v == nil {
			v = e.oneOf(name, vs, at)
		}
		e.put(name, v)
	}
}

// same reports whether two variables certainly hold the same.
func same(a, b *variable) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil || a.array != b.array || a.unset != b.unset:
		return false
	case a.array:
		return slices.EqualFunc(a.elems, b.elems, sameWord)
	}
	return sameWord(Word{Text: a.text}, Word{Text: b.text})
}

func sameWord(a, b Word) bool {
	sym := a.Text.Sym()
	return sym == b.Text.Sym() && (a.Rest == nil) == (b.Rest == nil) && (sym != "" || a.Text.Known() && b.Text.Known())
}

// words returns the elements of an array; another variable is its first one.
func words(v *variable) []Word {
	switch {
	case v == nil || v.unset:
		return nil
	case v.assoc:
		return v.every(1)
	case v.array:
		return v.elems
	case !v.text.Known() && !v.one:
		return []Word{{Text: v.text, Rest: v.text.Hole()}}
	}
	return []Word{{Text: v.text}}
}

// all returns the values of variables, nil when one of them is not read.
func all(vs []*variable) []source.Text {
	var out []source.Text
	for _, v := range vs {
		switch {
		case v == nil || v.unset || v.array:
			return nil
		case len(v.text.Forms()) > 0:
			out = append(out, v.text.Forms()...)
		default:
			out = append(out, v.text)
		}
	}
	if len(out) > maxCalls {
		return nil
	}
	return out
}

// choices describes the values that a variable may have.
func choices(vs []*variable) string {
	var known []string
	other := ""
	for _, v := range vs {
		switch {
		case v == nil || v.outside:
			other = ", or set outside this script"
		case v.unset:
			other = ", or not set"
		case !v.text.Known():
			other = ", or another value"
		case len(known) <= maxListed && !slices.Contains(known, v.text.String()): // one more shows that there are more
			known = append(known, v.text.String())
		}
	}
	if len(known) == 0 {
		return "set in several places"
	}
	return "one of " + list(known) + other
}

// maxListed is how many items are printed of a list.
const maxListed = 5

// list prints a few items, short.
func list(items []string) string {
	var b strings.Builder
	for i, s := range items {
		if i == maxListed {
			return b.String() + " …"
		}
		if i > 0 {
			b.WriteString(", ")
		}
		if s = brief(s); s == "" {
			s = `""`
		}
		b.WriteString(s)
	}
	return b.String()
}

// brief prints a text on one line, short.
func brief(s string) string {
	if len(s) <= 60 && strings.IndexFunc(s, unicode.IsSpace) < 0 && utf8.ValidString(s) { // as mostly: the name of a variable
		return s
	}
	if r := []rune(strings.Join(strings.Fields(s), " ")); len(r) > 60 {
		return string(r[:60]) + "…"
	} else {
		return string(r)
	}
}

func oneWord(s string) bool { return s != "" && !strings.ContainsAny(s, " \t\n") }

// sym returns a symbol for what is computed at an offset, in this evaluation
// of it.
func (e *eval) sym(name string, at int) string {
	return e.path + ":" + name + e.suffix(at)
}

func (e *eval) suffix(at int) string {
	if s := e.in.text.At(at); s.Valid() {
		at = s.Start
	}
	return e.once(at)
}

// once is suffix for an offset in the file.
func (e *eval) once(at int) string {
	out := "@" + strconv.Itoa(at)
	if e.inst > 0 {
		out += "#" + strconv.Itoa(e.inst)
	}
	return out
}

// rest returns words that the text does not show. suffix tells apart words
// that are written alike and differ.
func (e *eval) rest(expr, why, suffix string) Word {
	h := &source.Hole{Expr: expr, Why: why, Sym: e.path + ":" + expr + suffix}
	return Word{Text: source.Unknown(h, source.Span{}), Rest: h}
}

// written returns a variable, or a file, as a script writes it.
func written(name string) string {
	for _, prefix := range []string{filePrefix, morePrefix} {
		if path, ok := strings.CutPrefix(name, prefix); ok {
			return path
		}
	}
	return "$" + name
}
