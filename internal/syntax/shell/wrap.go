package shell

import (
	"maps"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Wrap is what the words before a program's own name say about its run.
type Wrap struct {
	Limit source.Text // DURATION that timeout was given; empty for none
	Env   Env         // variables that env or sudo set; nil for none
}

// wrapper is a program that runs the program its arguments name.
type wrapper struct {
	valued string // one-letter options that take a value
	long   string // long options that take a value as a word of its own
	sets   bool   // NAME=value words may follow
	skip   int    // operands before the program
}

// wrappers by name. An option in the table takes the next word when no value
// is attached to it; options that are not in it take none.
var wrappers = map[string]wrapper{
	"sudo":      {valued: "ugphCTRDrtU", long: "--user --group --prompt --host --chdir --role --type", sets: true},
	"doas":      {valued: "uC"},
	"env":       {valued: "uCS", long: "--unset --chdir --split-string", sets: true},
	"time":      {valued: "fo", long: "--format --output"},
	"nohup":     {},
	"exec":      {valued: "a"},
	"command":   {},
	"builtin":   {},
	"nice":      {valued: "n", long: "--adjustment"},
	"ionice":    {valued: "cn", long: "--class --classdata"},
	"timeout":   {valued: "ks", long: "--kill-after --signal", skip: 1},
	"gtimeout":  {valued: "ks", long: "--kill-after --signal", skip: 1},
	"xargs":     {valued: "IinPLdsEa", long: "--replace --max-args --max-procs --max-lines --delimiter --max-chars --arg-file"},
	"stdbuf":    {valued: "ioe", long: "--input --output --error"},
	"setsid":    {},
	"unbuffer":  {},
	"chronic":   {},
	"watch":     {valued: "n", long: "--interval"},
	"flock":     {valued: "wE", long: "--timeout --conflict-exit-code", skip: 1},
	"gosu":      {skip: 1},
	"tini":      {},
	"dumb-init": {},
}

// repeaters are names of functions, defined elsewhere, that run their
// arguments. Any name with "retry" or "retries" in it counts too.
var repeaters = []string{"run", "run_cmd", "run_command", "try", "execute", "exec_cmd", "repeat", "attempt", "with_backoff", "backoff", "safe_run", "check_call"}

// Unwrap returns the words of a command from the program's own name on:
// without sudo, env, timeout and the like. Words that xargs reads from
// standard input are added, or stand as Rest.
func (c Command) Unwrap() ([]Word, Wrap) {
	var out Wrap
	ws := c.Words
	for depth := 0; depth < 8 && len(ws) > 0 && ws[0].Text.Known(); depth++ {
		name := base(ws[0].Text.String())
		w, ok := wrappers[name]
		switch {
		case ok && name == "command" && len(ws) > 1 && strings.ToLower(ws[1].Text.String()) == "-v":
			return ws, out
		case ok:
			before := out
			inner, replaced := w.strip(ws[1:], &out)
			if len(inner) == 0 {
				return ws, before
			}
			if name == "xargs" {
				inner = c.fromInput(inner, ws[:len(ws)-len(inner)], replaced)
			}
			ws = inner
		case slices.Contains(repeaters, name) || retries(name):
			inner := repeated(ws[1:])
			if len(inner) == 0 {
				return ws, out
			}
			ws = inner
		default:
			return ws, out
		}
	}
	return ws, out
}

func retries(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "retry") || strings.Contains(name, "retries")
}

func base(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// strip drops options, settings and operands of a wrapper. It returns what
// xargs -I replaces.
func (w wrapper) strip(ws []Word, out *Wrap) (inner []Word, replaced string) {
	for len(ws) > 0 && ws[0].Text.HasPrefix("-") {
		opt := ws[0].Text.String()
		ws = ws[1:]
		if opt == "--" {
			break
		}
		name, val, attached := strings.Cut(opt, "=")
		if !strings.HasPrefix(opt, "--") {
			i := strings.IndexAny(opt[1:], w.valued)
			if w.valued == "" || i < 0 {
				continue
			}
			name, val = opt[1+i:2+i], opt[2+i:]
			attached = val != ""
		} else if !slices.Contains(strings.Fields(w.long), name) {
			continue
		}
		if !attached && len(ws) > 0 {
			val = ws[0].Text.String()
			ws = ws[1:]
		}
		if name == "I" || name == "--replace" {
			replaced = val
		}
	}
	for w.sets && len(ws) > 0 {
		name, val, ok := ws[0].Text.Cut("=")
		if !ok || !name.Known() || ws[0].Rest != nil {
			break
		}
		out.Env = maps.Clone(out.Env)
		if out.Env == nil {
			out.Env = Env{}
		}
		out.Env[name.String()] = value.Text(val)
		ws = ws[1:]
	}
	if w.skip > 0 && len(ws) > 0 {
		if w.long == wrappers["timeout"].long {
			out.Limit = ws[0].Text
		}
		ws = ws[1:]
	}
	return ws, replaced
}

// repeated drops options and counts that a retry function takes.
func repeated(ws []Word) []Word {
	for len(ws) > 0 {
		s := ws[0].Text.String()
		if s != "" && s[0] != '-' && strings.Trim(s, "0123456789smh.") != "" {
			break
		}
		ws = ws[1:]
	}
	return ws
}

// fromInput adds the words that xargs reads. flags are its own words.
func (c Command) fromInput(ws, flags []Word, replaced string) []Word {
	if replaced != "" {
		out := slices.Clone(ws)
		for i, w := range out {
			if j := w.Text.Index(replaced, 0); j >= 0 {
				h := &source.Hole{Expr: replaced, Why: "read from standard input"}
				out[i].Text = w.Text.Punch(j, j+len(replaced), h)
			}
		}
		return out
	}
	simple := !slices.ContainsFunc(flags, func(w Word) bool {
		s := w.Text.String()
		return strings.HasPrefix(s, "-n") || strings.HasPrefix(s, "-L") || strings.HasPrefix(s, "-d") || strings.HasPrefix(s, "-0")
	})
	if simple && c.Stdin != nil && c.Stdin.Known() && !strings.ContainsAny(c.Stdin.String(), `"'\`) {
		out := slices.Clone(ws)
		for _, t := range c.Stdin.Fields() {
			out = append(out, Word{Text: t})
		}
		return out
	}
	h := &source.Hole{Expr: "…", Why: "read from standard input"}
	return append(slices.Clone(ws), Word{Text: source.Unknown(h, flags[0].Text.Span()), Rest: h})
}
