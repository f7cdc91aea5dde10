package shell

import (
	"mvdan.cc/sh/v3/syntax"
	"slices"

	"github.com/proflint/proflint/internal/source"
)

const (
	maxDepth    = 500     // statements in statements
	maxCalls    = 8       // functions in functions, texts in texts
	maxInlined  = 20_000  // commands that calls add
	maxSteps    = 200_000 // statements that calls add
	maxInlining = 1 << 25 // bytes of words that calls add
)

// eval is the evaluation of one script.
type eval struct {
	Start
	out  *Script
	path string // of the file, for symbols
	in   *input // the text that is being read
	at   int    // offset of the statement that is being read

	vars    map[string]*variable
	log     []change // what isolate takes back
	logging int
	// Most texts need none of the maps below: they are made by what fills them.
	given   map[string]bool        // symbols of values that the script gets from outside
	choices map[string][]*variable // what a variable that branches set may hold, by the symbol of its hole
	turns   map[string]turning     // the loops each of whose turns runs
	dead    bool                   // the rest of this branch is not reached
	failing bool                   // because the script has failed
	nevers  int                    // branches around the statement that are never taken
	never   map[string]bool        // what the statements that are not reached call
	unsure  bool                   // people type the text, or not all of it can be read: its tests decide nothing, and it goes on behind exit
	swayed  bool                   // what it evaluated may have set anything
	nested  int                    // shells that it opened for someone to type in
	only    []passing              // the tests around the statement that are decided in each turn
	gone    map[string]uint64      // the turns of a loop that have ended before
	inner   string                 // the innermost loop, if it is one of turns
	from    int                    // of only: the first test in that loop
	exact   bool                   // a loop is followed turn by turn
	skips   int                    // how many branches have ended a turn of it
	left    int                    // how many branches have left the script or the function, and not because something failed
	loose   bool                   // the structure is broken: a second assignment may be a branch

	funcs   map[string][]*function // the ways each may be defined; nil for not at all
	bodies  map[*syntax.Stmt]*function
	decls   []*function // all of them, in order
	frame   *frame
	calls   int // depth of calls and of texts in texts
	inst    int // the evaluation that symbols belong to: 0, or one call
	insts   int
	cuts    map[*syntax.CallExpr]severed
	skip    map[*syntax.CallExpr]bool // read as the rest of a cut command
	noted   map[source.Span]bool      // comments
	quiet   bool                      // nobody asks for them
	depth   int
	cond    int // branches and loops around the statement
	loops   int // those of them that are loops each of whose turns runs
	aside   int // what is around the statement and does not run in the order of the text, or never
	allexp  bool
	sink    *sink // where standard output goes, if it is of interest
	stdin   *source.Text
	spare   pieces // memory for the parts of the next word, nil while one is built
	steps   int    // of inlined statements
	inlined int    // commands
	work    int    // bytes of words
	grown   int    // bytes of variables
	effort  int    // of pattern operators
	sources int    // files that were sourced
	abroad  bool   // in a sourced file, which is read by itself, too
	deep    bool   // something was nested too deeply
	wrote   bool   // a file
}

// list evaluates statements in order.
func (e *eval) list(stmts []*syntax.Stmt) {
	e.delimiters(stmts)
	for i := 0; i < len(stmts); {
		n := e.cut(stmts[i:])
		for _, st := range stmts[i : i+n] {
			e.stmt(st)
		}
		i += n
	}
}

func (e *eval) stmt(st *syntax.Stmt) {
	if e.depth >= maxDepth {
		if !e.deep {
			e.deep = true
			e.fail(e.in.text.At(offset(st)), "nested too deeply")
		}
		return
	}
	if _, declares := st.Cmd.(*syntax.FuncDecl); e.dead && (!declares || e.nevers > 0) {
		e.pass(st)
		return
	}
	if e.calls > 0 {
		e.steps++
	}
	e.depth++
	e.at = offset(st)
	if st.Background || st.Coprocess || st.Disown {
		e.beside(func() { e.subshell(nil, func() { e.redirected(st) }) })
	} else {
		e.redirected(st)
	}
	e.depth--
}

// command evaluates a command whose redirections are done.
func (e *eval) command(cmd syntax.Command) {
	if c, ok := cmd.(*syntax.CallExpr); ok {
		e.call(c)
		return
	}
	if t, ok := cmd.(*syntax.TimeClause); ok {
		if t.Stmt != nil {
			e.stmt(t.Stmt)
		}
		return
	}
	e.stdin = nil // which of the inner commands reads it is not known
	switch c := cmd.(type) {
	case *syntax.Block:
		e.list(c.Stmts)
	case *syntax.Subshell:
		e.subshell(e.sink, func() { e.list(c.Stmts) })
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			e.pipeline(c)
		} else {
			e.chain(c)
		}
	case *syntax.IfClause:
		e.ifClause(c)
	case *syntax.CaseClause:
		e.caseClause(c)
	case *syntax.ForClause:
		e.forClause(c)
	case *syntax.WhileClause:
		e.loop(c, nil, func() {
			e.list(c.Cond)
			e.body("", c.Do)
		})
	case *syntax.FuncDecl:
		e.define(c)
	case *syntax.DeclClause:
		e.declare(c)
	case *syntax.CoprocClause:
		e.beside(func() { e.subshell(nil, func() { e.stmt(c.Stmt) }) })
	case *syntax.TestDecl:
		e.beside(func() { e.subshell(nil, func() { e.stmt(c.Body) }) })
	case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
		e.visit(c)
	}
}

// beside evaluates code of which it is not known when it runs, or whether.
func (e *eval) beside(f func()) {
	e.aside++
	f()
	e.aside--
}

// subshell evaluates code whose variables are its own. Files stay written.
func (e *eval) subshell(out *sink, f func()) {
	outer, sink := e.frame, e.sink
	e.frame, e.sink = &frame{}, out
	skips := e.skips
	d := e.isolate(func() { e.outOfLoop(f) })
	e.frame, e.sink, e.skips = outer, sink, skips
	e.keepFiles(d)
}

// ifClause evaluates all branches from the same start.
func (e *eval) ifClause(c *syntax.IfClause) {
	at := offset(c)
	var ds []diff
	var g *guard
	if len(c.Cond) == 1 {
		g = e.tested(c.Cond[0])
	}
	open, rest := true, passing{sure: true} // a branch that runs nothing; the turns that get to the next one
	test := e.test(c.Cond)
	e.list(c.Cond)
	for first := c; c != nil; c = c.Else {
		in := rest
		if !c.ThenPos.IsValid() { // else
			open = false
		} else {
			if c != first {
				test = e.test(c.Cond)
				e.beside(func() { e.list(c.Cond) })
			}
			in, rest = rest.and(test), rest.and(test.not())
		}
		then := c.Then
		ds = append(ds, e.where(in, func() { e.list(then) }))
	}
	if open {
		ds = append(ds, diff{in: rest.told()})
	}
	if g != nil {
		g.sets = ds[0].sets(g.name) == g.empty
	}
	e.mergeBy(g, ds, at)
}

func (e *eval) caseClause(c *syntax.CaseClause) {
	e.text(c.Word)
	var ds []diff
	g := e.guard(c.Word, true)
	open, tests := true, false // one of the patterns is for an empty value
	rest := passing{sure: true}
	falls := slices.ContainsFunc(c.Items, func(i *syntax.CaseItem) bool { return i.Op != syntax.Break })
	for _, item := range c.Items {
		test := passing{}
		if !falls {
			test = e.matched(c.Word, item.Patterns)
		}
		in := rest.and(test)
		rest = rest.and(test.not())
		empty := false
		for _, p := range item.Patterns {
			open = open && p.Lit() != "*"
			empty = empty || blank(p)
			e.visit(p)
		}
		d := e.where(in, func() { e.list(item.Stmts) })
		tests = tests || empty
		if g != nil && empty {
			g.sets = d.sets(g.name)
		}
		ds = append(ds, d)
	}
	if open {
		ds = append(ds, diff{in: rest.told()})
	}
	if !tests {
		g = nil
	}
	e.mergeBy(g, ds, offset(c))
}

// forClause evaluates the body once: for one literal item with that item,
// else with a loop variable that is one of the items.
func (e *eval) forClause(c *syntax.ForClause) {
	iter, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		e.loop(c, nil, func() {
			e.visit(c.Loop)
			e.body("", c.Do)
		})
		return
	}
	name := iter.Name.Value
	items := e.variable(params).elems
	if iter.InPos.IsValid() {
		items = e.fields(iter.Items...)
	}
	if e.settles(c, items) {
		e.unroll(name, items, c.Do)
		return
	}
	if len(items) == 1 && items[0].Text.Known() && !c.Select {
		e.set(name, &variable{text: items[0].Text})
		e.body("", c.Do)
		return
	}
	v := &variable{one: true}
	vs := make([]*variable, len(items))
	why := ""
	for i, w := range items {
		vs[i] = &variable{text: w.Text}
		v.one = v.one && (w.Rest != nil || !w.Text.Known() || oneWord(w.Text.String()))
		if w.Rest != nil && why == "" {
			why = "an item of " + w.Text.String()
		}
	}
	if why == "" {
		why = choices(vs)
	}
	h := &source.Hole{Expr: "$" + name, Why: why, Sym: e.sym(name, offset(iter)), OneOf: all(vs)}
	v.text = source.Unknown(h, e.in.slice(iter.Name.Pos(), iter.Name.End()).Span())
	e.offer(h.Sym, vs)
	if eachTurn(c, items) {
		h.OneOf = nil
		for _, w := range items {
			h.OneOf = append(h.OneOf, w.Text)
		}
		h.Each = h.Sym
		insert(&e.turns, h.Each, e.turning())
		e.loops++
		defer func() { e.loops-- }()
	}
	e.loop(c, []string{name}, func() {
		e.put(name, v)
		e.body(h.Each, c.Do)
	})
}

// loop evaluates a body that runs any number of times: what it sets is
// unknown at its start, and behind it if it is not what was there before.
func (e *eval) loop(c syntax.Command, names []string, body func()) {
	at := offset(c)
	names = append(names, e.assigned(c)...)
	start := map[string]*variable{}
	d := e.branch(func() {
		for _, name := range names {
			v := e.changing(name, at)
			if old := e.vars[name]; old != nil && !old.array && old.text.Len() > 0 && old.hole() == nil && e.lists(name, c) {
				v.text = open(old.text, ",", v.text.Hole())
			}
			v.outside = !v.array && e.fromOutside(name, c)
			e.put(name, v)
			start[name] = e.vars[name]
		}
		body()
	})
	for name, v := range start {
		if d.vars[name] == v { // not set after all
			delete(d.vars, name)
		}
	}
	e.merge([]diff{d, {}}, at)
}

// changing is a variable at the start of a loop that sets it.
func (e *eval) changing(name string, at int) *variable {
	old := e.variable(name)
	if name == params || old != nil && old.array {
		expr := "${" + name + "[@]}"
		if name == params {
			expr = "$@"
		}
		return &variable{array: true, elems: []Word{e.rest(expr, "changes in a loop", e.suffix(at))}}
	}
	h := &source.Hole{Expr: "$" + name, Why: "changes in a loop", Sym: e.sym(name, at)}
	var span source.Span
	if old != nil {
		span = old.text.Span()
	}
	return &variable{text: source.Unknown(h, span)}
}

func (e *eval) fail(at source.Span, msg string) {
	if e.abroad {
		return
	}
	e.out.Errors = append(e.out.Errors, Error{at, msg})
}
