package carry

import (
	"maps"
	"strings"

	"github.com/proflint/proflint/internal/source"
)

// argument reads ARG: names with defaults, or names that are given when the
// image is built.
func (d *dockerfile) argument(args source.Text) {
	for _, word := range d.words(args) {
		name, val, ok := word.Cut("=")
		n := name.String()
		if !isName(n) {
			continue
		}
		if ok {
			val = d.value(val)
		}
		switch global, known := d.global[n]; {
		case ok && val.Len() > 0:
			val = val.Weaken("the default of build argument " + n)
		case known && d.built:
			val = global
		default:
			h := &source.Hole{Expr: "$" + n, Why: "given when the image is built", Sym: place(d.text) + ":$" + n}
			val = hole(name, 0, name.Len(), h)
		}
		if d.built {
			d.args[n] = val
		} else {
			d.global[n] = val
		}
	}
}

// environment reads ENV name=value … and ENV name value.
func (d *dockerfile) environment(args source.Text) {
	list := d.words(args)
	if len(list) == 0 {
		return
	}
	if _, _, ok := list[0].Cut("="); !ok {
		if name, val := firstWord(args); isName(name) {
			d.env[name] = d.value(val)
		}
		return
	}
	set := scope{} // the values of one ENV do not see each other
	for _, word := range list {
		if name, val, ok := word.Cut("="); ok && isName(name.String()) {
			set[name.String()] = d.value(val)
		}
	}
	maps.Copy(d.env, set)
}

// words cuts at blanks outside of quotes; quotes and escapes stay.
func (d *dockerfile) words(t source.Text) []source.Text {
	var out []source.Text
	s, start, quote := t.Mask('x'), -1, byte(0)
	for i := 0; i <= len(s); i++ {
		if i == len(s) || quote == 0 && (s[i] == ' ' || s[i] == '\t') {
			if start >= 0 {
				out = append(out, t.Slice(start, i))
			}
			start = -1
			continue
		}
		if start < 0 {
			start = i
		}
		switch c := s[i]; {
		case c == d.escape && quote != '\'' && i+1 < len(s):
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
	}
	return out
}

// value returns a word without quotes and escapes, its variables replaced.
func (d *dockerfile) value(t source.Text) source.Text {
	quote := byte(0)
	return expand(t, "'\"$"+string(d.escape), func(s string, i int) (int, source.Text) {
		switch c := s[i]; {
		case c == '$' && quote != '\'':
			if ref := dollarName(s, i); ref.n > 0 {
				val, ok := d.variable(ref.name)
				return ref.n, ref.in(t, i, val, ok, "set by the base image, or not at all")
			}
		case c == '$':
		case c == d.escape && quote != '\'' && i+1 < len(s):
			if quote == 0 || strings.IndexByte(`"$`+string(d.escape), s[i+1]) >= 0 {
				return 2, t.Slice(i+1, i+2)
			}
		case c == quote:
			quote = 0
			return 1, source.Text{}
		case quote == 0 && c != d.escape:
			quote = c
			return 1, source.Text{}
		}
		return 0, source.Text{}
	})
}

// variable returns what a name stands for in the values of this stage.
func (d *dockerfile) variable(name string) (source.Text, bool) {
	if !d.built {
		t, ok := d.global[name]
		return t, ok
	}
	t, ok := d.env[name]
	if !ok {
		t, ok = d.args[name]
	}
	return t, ok
}
