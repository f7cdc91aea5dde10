package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/proflint/proflint/internal/source"
)

// shells run text that they are given with -c or on standard input.
var shells = []string{"bash", "sh", "zsh", "dash", "ksh", "ash"}

// run records a command and evaluates what it does to this shell and what
// text it runs.
func (e *eval) run(cmd *Command, env []change) {
	if e.calls > 0 {
		if e.spent() {
			return
		}
		e.inlined++
	}
	cmd.Files, cmd.More = e.named(cmd.Words, filePrefix), e.named(cmd.Words, morePrefix)
	cmd.Words = e.among(cmd.Words)
	cmd.Sure = e.cond == 0 && e.aside == 0 && !e.dead
	cmd.Turns, cmd.Only = e.lasting(cmd.Words)
	cmd.Dir, cmd.Away = e.dir()
	if !e.abroad {
		e.out.Commands = append(e.out.Commands, cmd)
	}
	ws, _ := cmd.Unwrap()
	if opens(ws) && cmd.Stdin == nil {
		e.nested++
	} else if len(ws) > 0 && len(ws) < len(cmd.Words) && ws[0].Rest == nil && cmd.Words[0].Text.String() == "exec" && !e.unsure {
		defer func() { e.dead, e.failing = true, false }()
	}
	if len(ws) == 0 || !ws[0].Text.Known() {
		e.write(source.Text{}, false)
		return
	}
	if len(ws) < len(cmd.Words) && e.invoked(ws, cmd, env) {
		return
	}
	name := base(ws[0].Text.String())
	if slices.Contains(shells, name) || name == "su" {
		e.shell(name, ws[1:], cmd.Stdin, env)
		return
	}
	if !e.builtin(name, ws, cmd.Stdin, env) {
		t, ok := e.output(name, ws[1:], cmd.Stdin)
		e.write(t, ok)
	}
}

// builtin evaluates the commands that change the shell itself.
func (e *eval) builtin(name string, ws []Word, stdin *source.Text, env []change) bool {
	switch name {
	case "eval":
		e.reread(e.joined(expansion{words: ws[1:]}))
		return true
	case "trap":
		if len(ws) > 2 {
			e.keepFiles(e.branch(func() { e.reread(ws[1].Text) })) // runs last, or never
		}
	case "exit":
		if e.unsure || e.nested > 0 {
			e.nested = max(0, e.nested-1)
			break
		}
		e.dead, e.failing = true, fails(ws)
		e.leaves(ws)
	case "return":
		if !e.frame.inside && !e.abroad {
			break // bash goes on
		}
		e.leave()
		e.failing = fails(ws)
		e.leaves(ws)
	case "continue":
		e.endTurn(ws)
	case "source", ".":
		e.sourced(ws)
		e.write(source.Text{}, false)
		return true
	case "cd", "pushd":
		e.goTo(ws[1:])
	case "popd":
		e.goBack()
	case "set":
		e.options(ws[1:])
	case "shift":
		e.shift(ws)
	case "unset":
		for _, w := range ws[1:] {
			if s := w.Text.String(); w.Text.Known() && syntax.ValidName(s) {
				e.set(s, &variable{unset: true})
			}
		}
	case "read":
		e.read(ws[1:], stdin, env)
	case "mapfile", "readarray":
		e.mapfile(ws[1:], stdin)
	case "getopts":
		if len(ws) > 2 {
			e.runtime(ws[2])
			e.runtime(Word{Text: source.Derived("OPTARG", source.Span{})})
		}
	case "printf":
		if len(ws) > 3 && ws[1].Text.String() == "-v" {
			t, ok := format(ws[3:])
			if v := (&variable{text: t}); ok && syntax.ValidName(ws[2].Text.String()) {
				e.set(ws[2].Text.String(), v)
			} else {
				e.runtime(ws[2])
			}
			return true
		}
		return false
	default:
		return false
	}
	e.write(source.Text{}, true)
	return true
}

// runtime makes a variable unknown until the script runs.
func (e *eval) runtime(name Word) {
	s := name.Text.String()
	if !name.Text.Known() || !syntax.ValidName(s) {
		e.swayed = true
		return
	}
	h := &source.Hole{Expr: "$" + s, Why: "read when the script runs", Sym: e.sym(s, e.at)}
	e.receive(h.Sym)
	e.set(s, &variable{text: source.Unknown(h, name.Text.Span()), outside: true})
}

// options evaluates set: arguments replace the positional parameters.
func (e *eval) options(ws []Word) {
	for i, w := range ws {
		s := w.Text.String()
		switch {
		case s == "--":
			e.put(params, &variable{array: true, elems: ws[i+1:]})
			return
		case w.Rest != nil || s == "" || s[0] != '-' && s[0] != '+':
			if i > 0 && (ws[i-1].Text.String() == "-o" || strings.HasSuffix(ws[i-1].Text.String(), "o")) {
				e.allexp = e.allexp || s == "allexport"
				continue
			}
			e.put(params, &variable{array: true, elems: ws[i:]})
			return
		case strings.Contains(s, "a"):
			e.allexp = s[0] == '-'
		}
	}
}

func (e *eval) shift(ws []Word) {
	ps := e.variable(params).elems
	n, ok := positive(ws)
	if ok && n <= len(ps) && !slices.ContainsFunc(ps[:n], isRest) {
		e.put(params, &variable{array: true, elems: ps[n:]})
		return
	}
	e.put(params, &variable{array: true, elems: []Word{e.rest("$@", "arguments left by shift", e.suffix(e.at))}})
}

// read sets its variables. A whole here-document read into one variable is
// known: read -r -d "" BODY <<EOF.
func (e *eval) read(ws []Word, stdin *source.Text, env []change) {
	var names []Word
	whole, array := false, false
	for i := 0; i < len(ws); i++ {
		s := ws[i].Text.String()
		if !strings.HasPrefix(s, "-") || len(names) > 0 {
			names = append(names, ws[i])
			continue
		}
		switch s[len(s)-1] {
		case 'd':
			whole = i+1 < len(ws) && ws[i+1].Text.Len() == 0
			i++
		case 'a', 'A':
			array = true
		case 'p', 'n', 'N', 't', 'u', 'i':
			i++
		}
	}
	ifs := slices.IndexFunc(env, func(c change) bool { return c.name == "IFS" })
	if len(names) == 1 && stdin != nil && (whole || array) && syntax.ValidName(names[0].Text.String()) {
		t := *stdin
		if ifs < 0 || !whole {
			t = t.TrimSpace()
		}
		v := &variable{text: t}
		if array {
			f := fields{e: e}
			if ifs >= 0 {
				old := e.vars["IFS"]
				e.put("IFS", env[ifs].old)
				f.split(t)
				e.put("IFS", old)
			} else {
				f.split(t)
			}
			f.close()
			v = &variable{array: true, elems: f.out}
		}
		e.set(names[0].Text.String(), v)
		return
	}
	for _, n := range names {
		e.runtime(n)
	}
}

// mapfile -t A <<EOF: one element for each line.
func (e *eval) mapfile(ws []Word, stdin *source.Text) {
	if len(ws) == 0 {
		return
	}
	name := ws[len(ws)-1]
	if len(ws) == 2 && ws[0].Text.String() == "-t" && stdin != nil && stdin.Known() && syntax.ValidName(name.Text.String()) {
		v := &variable{array: true}
		lines := stdin.Split("\n")
		if n := len(lines); lines[n-1].Len() == 0 {
			lines = lines[:n-1]
		}
		for _, t := range lines {
			v.elems = append(v.elems, Word{Text: t})
		}
		if len(lines) <= maxShort {
			e.set(name.Text.String(), v)
			return
		}
	}
	if s := name.Text.String(); name.Text.Known() && syntax.ValidName(s) {
		e.set(s, &variable{array: true, elems: []Word{e.rest("${"+s+"[@]}", "read when the script runs", e.suffix(e.at))}})
	}
}

// shell evaluates the text that another shell runs.
func (e *eval) shell(name string, ws []Word, stdin *source.Text, env []change) {
	text := source.Text{}
	found := false
	for i := 0; i < len(ws); i++ {
		s := ws[i].Text.String()
		if ws[i].Rest != nil || s == "" || s[0] != '-' && s[0] != '+' {
			if found {
				text = ws[i].Text
				ws = ws[i+1:]
				break
			}
			if name == "su" { // the user
				continue
			}
			stdin = nil // a script file
			break
		}
		if !strings.HasPrefix(s, "--") && strings.Contains(s, "c") || name == "su" && s == "--command" {
			found = true
		} else if strings.IndexByte("oO", s[len(s)-1]) >= 0 && s[1:2] != "-" {
			i++
		}
	}
	if !found && (stdin == nil || name == "su") {
		e.write(source.Text{}, false)
		return
	}
	if !found {
		text, ws = *stdin, nil
	}
	e.subshell(e.sink, func() {
		for name, v := range e.vars {
			if !v.exported && !hidden(name) {
				e.put(name, nil)
			}
		}
		for _, c := range env {
			e.put(c.name, c.old)
		}
		if len(ws) > 0 {
			e.put("0", &variable{text: ws[0].Text})
			ws = ws[1:]
		}
		e.put(params, &variable{array: true, elems: ws})
		e.reread(text)
	})
}

// reread evaluates a text in this shell, as eval does: in each way, if part
// of it is a variable that branches set.
func (e *eval) reread(t source.Text) {
	before, h, after := firstHole(t)
	if n := before.Len(); h.Len() > 0 && (n == 0 || strings.IndexByte(" \t\n;&", before.String()[n-1]) >= 0) {
		e.swayed = true // a name, perhaps
	}
	var alts [][]Word
	if !strings.HasSuffix(before.String(), " ") || strings.TrimSpace(before.String()) == "" {
		alts = e.alternatives(Word{Text: h}) // else it may add words to a command
	}
	var ds []diff
	for _, ws := range alts {
		if t := source.Concat(before, e.joined(expansion{words: ws}), after); !t.AllHole() && !e.spent() && e.calls < maxCalls && (len(ws) == 0 || ws[0].Text.Sym() != h.Sym()) {
			e.calls++
			ds = append(ds, e.branch(func() { e.reread(t) }))
			e.calls--
		}
	}
	if len(ds) > 0 {
		e.merge(append(ds, diff{}), e.at)
		return
	}
	if t.AllHole() || e.calls >= maxCalls || e.spent() {
		e.swayed = true
		e.write(source.Text{}, false)
		return
	}
	e.within(nil, func() { e.program(t) })
}

// firstHole cuts a text at its first hole.
func firstHole(t source.Text) (before, hole, after source.Text) {
	mask := t.Mask(0)
	i := strings.IndexByte(mask, 0)
	if i < 0 {
		return t, source.Text{}, source.Text{}
	}
	j := i
	for j < len(mask) && mask[j] == 0 {
		j++
	}
	return t.Slice(0, i), t.Slice(i, j), t.Slice(j, len(mask))
}
