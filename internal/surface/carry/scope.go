package carry

import (
	"maps"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// scope holds the texts that names stand for.
type scope map[string]source.Text

// with returns a copy of the scope with one name more.
func (s scope) with(name string, t source.Text) scope {
	out := maps.Clone(s)
	if out == nil {
		out = scope{}
	}
	out[name] = t
	return out
}

// add sets the names of a mapping. fill completes what it gives them; nil
// leaves it as it is.
func (s scope) add(vars value.Tree, fill func(source.Text) source.Text) {
	for _, e := range vars.Entries() {
		if !e.Key.Known() {
			continue
		}
		name := e.Key.String()
		switch {
		case e.Val.Kind == value.KindNull:
			s[name] = e.Key.Slice(e.Key.Len(), e.Key.Len())
		case !isScalar(e.Val) && e.Val.Text.Len() == 0:
			s[name] = source.Unknown(&source.Hole{Expr: "$" + name, Why: "not a single value"}, e.Val.At)
		case fill != nil:
			s[name] = fill(filled(e.Val.Text))
		default:
			s[name] = filled(e.Val.Text)
		}
	}
}

// onWindows returns the scope for commands that bash reads on some systems, and PowerShell,
// to which $NAME is no variable of the environment, on others.
func (s scope) onWindows() scope {
	out := scope{}
	for name, t := range s {
		out[name] = source.Unknown(&source.Hole{Expr: "$" + name, Why: "no variable of the environment in PowerShell, which runs this step on Windows"}, t.Span())
	}
	return out
}

// shell returns the scope as the variables that a shell starts with.
func (s scope) shell() surface.Env {
	out := surface.Env{}
	for name, t := range s {
		out[name] = value.Text(t)
	}
	return out
}

// launches reports whether a text uses a variable that may hold what a surface
// looks for.
func (s scope) launches(text source.Text) bool {
	used := text.String()
	if strings.IndexByte(used, '$') < 0 {
		return false
	}
	for name, t := range s {
		if strings.Contains(used, name) && launches(t) {
			return true
		}
	}
	return false
}

// expand replaces what stands for something else. start holds the bytes that
// may begin it; next returns, for such a byte, the length of what begins
// there, 0 for nothing, and what it stands for.
func expand(text source.Text, start string, next func(s string, i int) (int, source.Text)) source.Text {
	var cuts []cut
	grown := 0
	s := text.Mask(' ')
	for i := 0; i < len(s); {
		n := strings.IndexAny(s[i:], start)
		if n < 0 {
			break
		}
		i += n
		n, as := next(s, i)
		if n <= 0 {
			i++
			continue
		}
		if grown += as.Len(); grown > maxExpanded {
			as = hole(text, i, i+n, &source.Hole{Expr: s[i : i+n], Why: "too large to be read"})
		}
		cuts = append(cuts, cut{i, i + n, as})
		i += n
	}
	return replace(text, cuts)
}

// maxExpanded is how many bytes a text may gain: variables that each name
// another one twice would fill the memory.
const maxExpanded = 1 << 16

// reference is $NAME, ${NAME} or ${NAME:-word} as shells and their imitators write it.
type reference struct {
	name string
	op   string // what follows the name in braces: ":-word"
	n    int    // its length, 0 for none
}

// dollarName reads a reference at the '$' at i.
func dollarName(s string, i int) reference {
	braced := strings.HasPrefix(s[i+1:], "{")
	from := i + 1
	if braced {
		from++
	}
	j := from
	for j < len(s) && isWord(s[j]) {
		j++
	}
	if !isName(s[from:j]) {
		return reference{}
	}
	r := reference{name: s[from:j], n: j - i}
	if braced {
		end := closing(s, i+1)
		if end < 0 {
			return reference{}
		}
		r.op, r.n = s[j:end], end+1-i
	}
	return r
}

// maxExpression is the longest expression that is looked for.
const maxExpression = 4096

// until returns how far it is from i to what ends an expression, or -1.
func until(s string, i int, end string) int {
	return strings.Index(s[i:min(len(s), i+maxExpression)], end)
}

// closing returns the place of the bracket that closes the one at i, or -1.
func closing(s string, i int) int {
	s = s[:min(len(s), i+maxExpression)]
	opens, closes, depth := s[i], s[i]+2, 0 // as in {} and []
	if opens == '(' {
		closes = ')'
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case opens:
			depth++
		case closes:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// unknown returns the part [i, j) of a text as one that is known elsewhere.
// name is what it stands for, the same wherever it stands in the file; "" for
// what may differ from place to place.
func unknown(text source.Text, i, j int, name, why string) source.Text {
	h := &source.Hole{Expr: text.String()[i:j], Why: why}
	if name != "" {
		h.Sym = place(text) + ":" + name
	}
	return hole(text, i, j, h)
}

// in returns what the reference at i of a text stands for. t is what its name
// stands for, if that is ok; else why says where the name comes from.
func (ref reference) in(text source.Text, i int, t source.Text, ok bool, why string) source.Text {
	word, defaults := strings.CutPrefix(strings.TrimPrefix(ref.op, ":"), "-")
	end := i + ref.n
	switch {
	case ok && (ref.op == "" || defaults && t.Known() && t.Len() > 0):
		return t
	case defaults && (!ok || t.Known()):
		return text.Slice(end-1-len(word), end-1).Weaken("the default of " + text.String()[i:end])
	}
	return unknown(text, i, end, "$"+ref.name+ref.op, why)
}

// maxResolved is the longest text that values which hold each other's names
// may come to.
const maxResolved = 1 << 16

// resolver completes values that hold the names of others as $NAME or ${NAME}; "$$" is
// a dollar sign.
type resolver struct {
	vars   scope
	raw    map[string]bool          // of vars, those whose own values are as they are written
	why    func(name string) string // where the names come from that vars does not hold
	budget int
}

// all returns the variables completed.
func (r *resolver) all() scope {
	out := scope{}
	for name, t := range r.vars {
		if !r.raw[name] {
			t = r.text(t, name)
		}
		out[name] = t
	}
	return out
}

// text completes a text; within are the names whose values it stands in.
func (r *resolver) text(t source.Text, within ...string) source.Text {
	if len(within) < 2 {
		r.budget = maxResolved
	}
	return expand(t, "$", func(s string, i int) (int, source.Text) {
		if strings.HasPrefix(s[i:], "$$") {
			return 2, t.Slice(i+1, i+2)
		}
		ref := dollarName(s, i)
		if ref.n == 0 {
			return 0, source.Text{}
		}
		val, ok := r.vars[ref.name]
		r.budget -= 1 + val.Len()
		if ok = ok && r.budget > 0 && !slices.Contains(within, ref.name); ok && !r.raw[ref.name] {
			weak := val.Weak()
			if val = r.text(val, append(slices.Clip(within), ref.name)...); weak != "" {
				val = val.Weaken(weak)
			}
		}
		return ref.n, ref.in(t, i, val, ok, r.why(ref.name))
	})
}
