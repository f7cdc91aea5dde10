package code

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/syntax/python"
	"github.com/proflint/proflint/internal/value"
)

// prior returns for which value of an option a condition holds, or (not) does
// not: "not options.x", "options.x is None". Anyway: for others, too.
func prior(test, option string, not bool) model.Prior {
	test = strings.Join(strings.Fields(test), " ")
	parts, all := []string{test}, model.Anyway
	if or := strings.Split(test, " or "); len(or) > 1 {
		parts, all = or, model.Unset
	} else if and := strings.Split(test, " and "); len(and) > 1 {
		parts, all = and, model.WasSet
	}
	is := model.Anyway
	for _, part := range parts {
		switch strings.Trim(part, "() ") {
		case "not " + option, option + " is None", option + " == None", option + " == []", "len(" + option + ") == 0", "not len(" + option:
			is = model.Unset
		case option, option + " is not None", option + " != None", "len(" + option, "len(" + option + ") > 0", "bool(" + option:
			is = model.WasSet
		default:
			return model.Anyway
		}
		if all != model.Anyway && is != all {
			return model.Anyway
		}
	}
	return turned(is, not)
}

// fallback returns what an option is set to where it has no value, if a value is
// that or what is there: options.x or y, y if options.x is None else options.x.
func fallback(v python.Value, option string) python.Value {
	text := strings.Join(strings.Fields(v.Written().String()), " ")
	one, rest, chosen := strings.Cut(text, " if ")
	test, other, _ := strings.Cut(rest, " else ")
	switch is := prior(test, option, false); {
	case strings.HasPrefix(text, option+" or "):
	case chosen && is == model.Unset && other == option, chosen && is == model.WasSet && one == option:
	default:
		return python.Value{}
	}
	var out []python.Value
	for _, way := range v.Ways() {
		if k := way.Tree().Kind; k == value.KindList || k == value.KindString {
			out = append(out, way)
		}
	}
	if len(out) != 1 {
		return python.Value{}
	}
	return out[0]
}

// variable is a name in a scope.
type variable struct {
	in   *python.Scope
	name string
}

// grow notes what is added to a variable that holds what an option does:
// all = list(options.x or []); all.append("more").
func (b *beamPython) grow(c *python.Call, v value.Tree, weak string) {
	for attr := range lists {
		if !keepsOption(c.On, attr, 0) {
			continue
		}
		if b.grown == nil {
			b.grown = map[variable][]value.Tree{}
		}
		at := variable{c.Scope, c.On.Written().String()}
		for _, item := range v.Items() {
			if weak != "" && item.Weak == "" {
				item.Text, item.Weak = item.Text.Weaken(weak), weak
			}
			b.grown[at] = append(b.grown[at], item)
		}
		return
	}
}

// keepsOption reports whether a value holds all that a list option does, and a list
// of its own where that has none: options.x or [], list(options.x or []).
func keepsOption(v python.Value, attr string, depth int) bool {
	for _, p := range v.Paths() {
		if strings.HasSuffix(p, "."+attr) && strings.Contains(p, "view_as") {
			return true
		}
	}
	c := v.Made()
	return c != nil && depth < 3 && (c.Name() == "list" || c.Name() == "set" || c.Name() == "sorted") && len(c.Args) == 1 && keepsOption(c.Args[0].Value, attr, depth+1)
}
