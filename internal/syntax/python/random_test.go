package python

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/value"
)

// writer writes random programs about a few names.
type writer struct {
	rng   *rand.Rand
	b     strings.Builder
	shows int
	funcs []string
}

func (w *writer) pick(some ...string) string { return some[w.rng.IntN(len(some))] }

func (w *writer) str(depth int) string {
	if depth <= 0 {
		return w.pick(`"a"`, `'b\n'`, `"c" "d"`, `r'\e'`, `""`, "s", "s", "t")
	}
	switch w.rng.IntN(9) {
	case 0:
		return "(" + w.str(depth-1) + " + " + w.str(depth-1) + ")"
	case 1:
		return `f"x{s}y{t}{{}}"`
	case 2:
		return `"%s-%s%%" % (` + w.str(depth-1) + `, s)`
	case 3:
		return `"{}-{k}{{".format(` + w.str(depth-1) + `, k=t)`
	case 4:
		return `",".join([` + w.str(depth-1) + `, "z"])`
	case 5:
		return "(" + w.str(depth-1) + " if flip() else " + w.str(depth-1) + ")"
	case 6:
		return "str(" + w.str(depth-1) + ")"
	case 7:
		return "d.get(" + w.key() + ", " + w.str(depth-1) + ")"
	}
	return w.str(0)
}

func (w *writer) key() string { return w.pick(`"k"`, `"l"`, `"m"`) }

func (w *writer) list(depth int) string {
	switch w.rng.IntN(7) {
	case 0:
		return "l"
	case 1:
		return "[*l, " + w.str(depth) + "]"
	case 2:
		return "l + [" + w.str(depth) + "]"
	case 3:
		return "list(l)"
	case 4:
		return "l.copy()"
	}
	return "[" + w.str(depth) + ", " + w.str(depth) + "]"
}

func (w *writer) dict(depth int) string {
	switch w.rng.IntN(8) {
	case 0:
		return "d"
	case 1:
		return "{**d, " + w.key() + ": " + w.str(depth) + "}"
	case 2:
		return "d | e"
	case 3:
		return "dict(e, k=" + w.str(depth) + ", **d)"
	case 4:
		return "d.copy()"
	case 5:
		return "{" + w.key() + ": l, " + w.key() + ": d}"
	case 6:
		if len(w.funcs) > 0 {
			return w.pick(w.funcs...) + "(" + w.str(depth) + ")"
		}
	}
	return "{" + w.key() + ": " + w.str(depth) + ", " + w.key() + ": " + w.str(depth) + "}"
}

func (w *writer) show(pad string) {
	w.shows++
	fmt.Fprintf(&w.b, "%sShow(%d, %s)\n", pad, w.shows, w.pick("s", "t", "l", "d", "e", "d", "[s, l, d]"))
}

func (w *writer) block(pad string, depth int) {
	for range 1 + w.rng.IntN(5) {
		w.statement(pad, depth)
	}
}

func (w *writer) statement(pad string, depth int) {
	line := func(format string, args ...any) { fmt.Fprintf(&w.b, pad+format+"\n", args...) }
	n := 22
	if depth <= 0 {
		n = 16
	}
	switch w.rng.IntN(n) {
	case 0:
		line("%s = %s", w.pick("s", "t"), w.str(2))
	case 1:
		line("%s += %s", w.pick("s", "t"), w.str(1))
	case 2:
		line("l = %s", w.list(1))
	case 3:
		line("l.append(%s)", w.str(1))
	case 4:
		line("l += [%s]", w.str(0))
	case 5:
		line("l.extend(%s)", w.list(0))
	case 6:
		line("%s = %s", w.pick("d", "e"), w.dict(1))
	case 7:
		line("%s[%s] = %s", w.pick("d", "e"), w.key(), w.pick(w.str(1), "l", w.str(1)))
	case 8:
		line("%s.update(%s)", w.pick("d", "e"), w.pick("e", "k="+w.str(0), w.dict(0)))
	case 9:
		line("d.setdefault(%s, %s)", w.key(), w.str(1))
	case 10:
		line("d.pop(%s, None)", w.key())
	case 11:
		line("s, t = %s, %s", w.str(1), w.str(0))
	case 12:
		line("%s = %s", w.pick("e = d", "d"), "e")
	case 13:
		line("d |= e")
	case 14, 15:
		w.show(pad)
	case 16, 17:
		line("if flip():")
		w.block(pad+"  ", depth-1)
		if w.rng.IntN(2) == 0 {
			line("else:")
			w.block(pad+"  ", depth-1)
		}
	case 18:
		line("for s in %s:", w.pick("['p', 'q']", "l", "d", "range(flip())"))
		w.block(pad+"  ", depth-1)
	case 19:
		line("try:")
		w.block(pad+"  ", depth-1)
		line("  if flip(): raise ValueError")
		line("except ValueError:")
		w.block(pad+"  ", depth-1)
	case 20:
		line("for s, t in {'x': 'y', 'z': 'w'}.items():")
		w.block(pad+"  ", depth-1)
	case 21:
		line("while flip():")
		w.block(pad+"  ", depth-1)
		line("  if flip(): %s", w.pick("break", "continue"))
	}
}

// program writes a function or two, and statements.
func (w *writer) program() string {
	w.b.WriteString("s, t, l, d, e = 's', 't', [], {}, {'k': 'v'}\n")
	for i := range w.rng.IntN(3) {
		name := fmt.Sprintf("fun%d", i)
		fmt.Fprintf(&w.b, "def %s(s, t='u'):\n  l, d, e = [], {'k': s}, {}\n", name)
		w.block("  ", 1)
		w.b.WriteString("  return " + w.pick("d", "e", "{'k': s, 'l': l}") + "\n")
		w.funcs = append(w.funcs, name)
	}
	for range 6 {
		w.statement("", 2)
	}
	w.show("")
	return w.b.String()
}

// runner runs programs, each several times with other branches, and prints
// what Show is given.
const runner = `
import json, random, sys
class Stop(BaseException): pass
def trace(frame, event, arg):
    steps[0] += 1
    v = frame.f_locals
    if steps[0] > 150 or any(len(v.get(k, "")) > 300 for k in "stlde"): raise Stop
    return trace
for n, program in enumerate(json.load(sys.stdin)):
    code = compile(program, "p", "exec")
    for seed in range(6):
        rng, steps = random.Random(seed), [0]
        def flip(): return rng.random() < 0.5
        def Show(i, v):
            sys.settrace(None)
            try: s = json.dumps([n, i, v])
            except (ValueError, RecursionError): s = ""
            if 0 < len(s) < 5000: print(s)
            sys.settrace(trace)
        sys.settrace(trace)
        try: exec(code, {"flip": flip, "Show": Show})
        except (Stop, Exception): pass
        sys.settrace(None)
`

// TestRandomPrograms runs random programs and holds what was read against what
// they did.
func TestRandomPrograms(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed: 0 programs run")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var programs []string
	for range 400 {
		w := &writer{rng: rng}
		programs = append(programs, w.program())
	}
	in, _ := json.Marshal(programs)
	cmd := exec.Command("python3", "-c", runner)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, string(err.(*exec.ExitError).Stderr))
	}
	read := map[[2]int]value.Tree{}
	known := map[[2]int]bool{}
	for n, p := range programs {
		for _, c := range Read(file(p), nil).Calls {
			if c.Method != "Show" {
				continue
			}
			i, _ := c.Args[0].Value.Str().Get()
			var at int
			fmt.Sscan(i.String(), &at)
			read[[2]int{n, at}] = c.Args[1].Value.Tree()
		}
	}
	seen, bad := 0, 0
	for line := range strings.Lines(string(out)) {
		var rec []any
		if err := json.Unmarshal([]byte(line), &rec); err != nil {
			t.Fatal(err)
		}
		key := [2]int{int(rec[0].(float64)), int(rec[1].(float64))}
		tree := read[key]
		seen++
		if why := admits(tree, rec[2]); why != "" && bad < 5 {
			bad++
			t.Errorf("program:\n%s\nShow %d: %s\nread %s\nran  %v", programs[key[0]], key[1], why, render(tree), rec[2])
		}
		if tree.Present() && tree.Open() == nil {
			known[key] = true
		}
	}
	t.Logf("%d programs, %d values shown, %d of %d places read as known", len(programs), seen, len(known), len(read))
}

// admits says why a value is none that the tree stands for, "" if it is one.
func admits(t value.Tree, v any) string {
	if t.Weak != "" {
		return ""
	}
	switch t.Kind {
	case value.KindUnknown:
		if t.Hole == nil || t.Hole.OneOf == nil {
			return ""
		}
		for _, o := range t.Hole.OneOf {
			if s, ok := v.(string); ok && s == o.String() {
				return ""
			}
		}
		return fmt.Sprintf("%v is none of those", v)
	case value.KindNull:
		if v != nil {
			return fmt.Sprintf("%v is not None", v)
		}
	case value.KindString:
		if s, ok := v.(string); t.Text.Known() && (!ok || s != t.Text.String()) {
			return fmt.Sprintf("%v is not %q", v, t.Text.String())
		}
	case value.KindList:
		l, ok := v.([]any)
		firm := 0
		for _, item := range t.Items() {
			if item.Weak == "" { // the others need not be there
				firm++
			}
		}
		if !ok || t.List.Rest == nil && (len(l) < firm || len(l) > len(t.List.Items)) {
			return fmt.Sprintf("%v has other items", v)
		}
		for i, item := range t.List.Items {
			if t.List.Rest == nil && len(l) == len(t.List.Items) {
				if why := admits(item, l[i]); why != "" {
					return why
				}
			}
		}
	case value.KindMap:
		m, ok := v.(map[string]any)
		if !ok {
			return fmt.Sprintf("%v is no dict", v)
		}
		for _, e := range t.Entries() {
			if w, ok := m[e.Key.String()]; ok {
				if why := admits(e.Val, w); why != "" {
					return why
				}
			} else if e.Val.Kind != value.KindUnknown && e.Val.Weak == "" {
				return e.Key.String() + " is not there"
			}
		}
		for k := range m {
			if _, ok := t.Map.Entry(k); !ok && t.Map.Rest == nil {
				return k + " is there"
			}
		}
	}
	return ""
}
