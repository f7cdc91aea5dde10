package code

import (
	"cmp"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/jvm"
	"github.com/proflint/proflint/internal/value"
)

// put gives what is set to the options that it is set on.
func (b *beamJVM) put(on, at *jvm.Expr, name string, adds bool, v value.Tree) {
	b.putIf(model.Anyway, on, at, name, adds, v)
}

// putIf does so for what is set only where the option has a value, or none.
func (b *beamJVM) putIf(is model.Prior, on, at *jvm.Expr, name string, adds bool, v value.Tree) {
	o := b.owner(on)
	if o == nil {
		return
	}
	in := at.Scope
	if guarded, up := b.guard(in, o, name); guarded != model.Anyway && is == model.Anyway {
		is, in = guarded, up
	}
	set := armed{OptionSet: model.OptionSet{At: at.At(), Name: name, Value: v, Adds: adds, By: program, Doubt: b.doubt(in, o.scope, map[*jvm.Scope]string{}), If: is}, turn: b.turn(at.Scope, at.At().End, maxTurns)}
	if f, arm := b.fork(in, o.scope); f != nil {
		set.of, set.arm, set.ways = f, arm, f.Ways
	}
	o.sets = append(o.sets, set)
}

// fork returns what decides whether code runs and in which of its arms that
// stands, given that the code that makes the options runs; nil for nothing, and
// for more than one condition.
func (b *beamJVM) fork(s, made *jvm.Scope) (f *jvm.Fork, arm *jvm.Scope) {
	for ; s != nil && !encloses(s, made); s = s.Up {
		switch {
		case s.Kind == jvm.Plain, s.Kind == jvm.Function && b.runs(s):
		case s.Kind != jvm.Branch || s.Fork == nil || f != nil && f != s.Fork:
			return nil, nil
		case f == nil:
			f, arm = s.Fork, s
		}
	}
	return f, arm
}

// turn says when something in a scope happens.
func (b *beamJVM) turn(in *jvm.Scope, at, left int) []int {
	if m := in.In(jvm.Method); m != nil && left > 0 && m.Name != "main" {
		for _, c := range b.calls[m.Name] {
			if !encloses(m, c.Scope) {
				return append(b.turn(c.Scope, c.At().End, left-1), at)
			}
		}
	}
	return []int{at}
}

// owner returns the options that an expression stands for: those whose chain it
// can be followed to, else the only ones of the file; nil for anything else.
func (b *beamJVM) owner(on *jvm.Expr) *jvmOptions { return b.owned(on, 0) }

func (b *beamJVM) owned(on *jvm.Expr, depth int) *jvmOptions {
	if on == nil || depth > 5 {
		return nil
	}
	origin := b.f.Origin(on)
	if origin.Kind == jvm.Name && origin.Name == "it" {
		if on = b.receiver(origin.At(), handed); on == nil {
			return nil
		}
		origin = b.f.Origin(on)
	}
	if origin.Kind == jvm.Call && origin.Name == "ScioContext" && len(origin.Args) > 0 && origin.Args[0].Val != nil {
		origin = b.f.Origin(origin.Args[0].Val) // of the options that it was made with
	}
	for i := range b.made {
		if b.made[i].root == origin {
			return &b.made[i]
		}
	}
	if o := b.passed(origin, depth); o != nil {
		return o
	}
	if len(b.made) == 1 && (origin.Kind == jvm.Name || origin.Kind == jvm.Select) && holdsOptions(on) {
		return &b.made[0]
	}
	return nil
}

// passed returns the options that a parameter is given by the first call of its
// method that tells.
func (b *beamJVM) passed(e *jvm.Expr, depth int) *jvmOptions {
	if e.Kind != jvm.Name {
		return nil
	}
	sets := b.f.SetsOf(e)
	if len(sets) != 1 || !sets[0].Param || sets[0].Scope.Kind != jvm.Method {
		return nil
	}
	if b.params == nil {
		b.params = map[*jvm.Scope][]*jvm.Set{}
		for _, s := range b.f.Sets {
			if s.Param {
				b.params[s.Scope] = append(b.params[s.Scope], s)
			}
		}
	}
	m := sets[0].Scope
	place := slices.Index(b.params[m], sets[0])
	for _, c := range b.calls[m.Name] {
		if len(c.Args) == len(b.params[m]) && !encloses(m, c.Scope) {
			return b.owned(c.Args[place].Val, depth+1)
		}
	}
	return nil
}

// holdsOptions reports whether a name that cannot be followed, such as a
// parameter, is one of options: by its own name, or by what is asked of it.
func holdsOptions(on *jvm.Expr) bool {
	for x := on; x != nil; x = x.X {
		low := strings.ToLower(x.Name)
		if x.Name == "as" || strings.Contains(low, "option") || strings.Contains(low, "opts") {
			return true
		}
	}
	return false
}

// doubt says what has to happen for code to run, given that the code that
// makes the options does; "" if nothing. asked are the methods whose calls are
// looked at already.
func (b *beamJVM) doubt(s, made *jvm.Scope, asked map[*jvm.Scope]string) string {
	for ; s != nil && !encloses(s, made); s = s.Up {
		switch s.Kind {
		case jvm.Branch, jvm.Loop:
			return "a condition in the program"
		case jvm.Function:
			if !b.runs(s) {
				return "the program calling a function"
			}
		case jvm.Method:
			return b.called(s, made, asked)
		}
	}
	return ""
}

// reach is whether a method is called whenever options are made in a scope.
type reach struct{ m, made *jvm.Scope }

// called says what has to happen for a method to be called. That nothing has to
// is passed on at once, so that no method need be asked twice.
func (b *beamJVM) called(m, made *jvm.Scope, asked map[*jvm.Scope]string) (why string) {
	if known, ok := b.reached[reach{m, made}]; ok {
		return known
	}
	why = "the program calling " + m.Name
	if _, ok := asked[m]; ok {
		return why
	}
	first := len(asked) == 0
	asked[m] = why
	defer func() {
		if asked[m] = why; why == "" {
			b.reached[reach{m, made}] = ""
		} else if first { // and so nothing else has come to the end
			for o, why := range asked {
				b.reached[reach{o, made}] = why
			}
		}
	}()
	for _, c := range b.calls[m.Name] {
		if !encloses(m, c.Scope) {
			if why = b.doubt(c.Scope, made, asked); why == "" {
				return ""
			}
		}
	}
	return why
}

// encloses reports whether a scope lies around another one.
func encloses(s, inner *jvm.Scope) bool {
	for ; inner != nil; inner = inner.Up {
		if inner == s {
			return true
		}
	}
	return false
}

// scoped are the functions of Kotlin in whose braces the receiver's members
// are to be had, handed those in which it is called it. All run at once.
var (
	scoped = map[string]bool{"apply": true, "run": true, "with": true}
	handed = map[string]bool{"also": true, "let": true}
)

// braces are those of a function that a call is handed last.
type braces struct {
	in   source.Span
	call *jvm.Expr
	up   int // the ones around them, -1 for none
}

// findBraces finds all of a program: those within others come behind them.
func findBraces(f *jvm.File) []braces {
	var out []braces
	for _, c := range f.Calls {
		if n := len(c.Args); n > 0 && c.Args[n-1].Val != nil && c.Args[n-1].Val.Kind == jvm.Lambda {
			out = append(out, braces{in: c.Args[n-1].Val.At(), call: c, up: -1})
		}
	}
	slices.SortStableFunc(out, func(a, b braces) int { return cmp.Or(a.in.Start-b.in.Start, b.in.End-a.in.End) })
	for i := 1; i < len(out); i++ {
		for out[i].up = i - 1; out[i].up >= 0 && out[out[i].up].in.End < out[i].in.End; {
			out[i].up = out[out[i].up].up
		}
	}
	return out
}

// around returns the nearest call in whose braces a place of a Kotlin program
// lies, if it is one of some functions.
func (b *beamJVM) around(at source.Span, functions map[string]bool) *jvm.Expr {
	i, _ := slices.BinarySearchFunc(b.braces, at.Start+1, func(x braces, start int) int { return x.in.Start - start })
	for i--; i >= 0 && b.braces[i].in.End < at.End; {
		i = b.braces[i].up
	}
	if i < 0 || !functions[b.braces[i].call.Name] {
		return nil
	}
	return b.braces[i].call
}

// receiver returns what the braces around a place are about: options in
// options.apply { … } and in with(options) { … }.
func (b *beamJVM) receiver(at source.Span, functions map[string]bool) *jvm.Expr {
	switch c := b.around(at, functions); {
	case c == nil:
		return nil
	case c.X == nil && len(c.Args) > 1:
		return c.Args[0].Val
	default:
		return c.X
	}
}

// runs reports whether braces are those of a function that runs them at once.
func (b *beamJVM) runs(s *jvm.Scope) bool {
	return b.around(s.At, scoped) != nil || b.around(s.At, handed) != nil
}
