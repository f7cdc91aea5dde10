package carry

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// Justfile reads the recipes of just. Each line is a shell of its own, unless
// the recipe starts with a shebang.
func Justfile() surface.Surface {
	return surface.Surface{Name: "justfile", Match: isJustfile, Ends: []string{"", ".justfile", ".just"}, Words: surface.LaunchWords, Read: readJustfile}
}

// isJustfile matches the names that just looks for, in any case.
func isJustfile(p string) bool {
	base := path.Base(p)
	return strings.EqualFold(base, "justfile") || strings.EqualFold(base, ".justfile") || strings.EqualFold(path.Ext(base), ".just")
}

func readJustfile(r *surface.Reader, f surface.Fragment) surface.Env {
	j := &justfile{r: r, file: place(f.Text), vars: map[string]source.Text{}, exported: map[string]bool{}}
	s := f.Text.Mask('x')
	all := lines(s)
	var recipes []justRecipe
	open := false // lines of the last recipe may follow
	for i := 0; i < len(all); i++ {
		line := s[all[i][0]:all[i][1]]
		switch {
		case line[0] == '#':
		case strings.TrimSpace(line) == "" || line[0] == ' ' || line[0] == '\t':
			if n := len(recipes); open && (strings.TrimSpace(line) != "" || len(recipes[n-1].lines) > 0) {
				recipes[n-1].lines = append(recipes[n-1].lines, f.Text.Slice(all[i][0], all[i][1]))
			}
		default:
			from := all[i][0]
			for quotes := tripled(line); quotes != "" && i+1 < len(all); {
				i++
				if strings.Contains(s[all[i][0]:all[i][1]], quotes) {
					break
				}
			}
			head := f.Text.Slice(from, all[i][1]).TrimSpace()
			if open = !j.setting(head); open {
				recipes = append(recipes, justRecipe{head: head})
			}
		}
	}
	for _, recipe := range recipes {
		j.recipe(recipe)
	}
	return nil
}

// tripled returns the quotes of a string over several lines that a line opens.
func tripled(line string) string {
	for _, q := range []string{`"""`, `'''`} {
		if strings.Count(line, q) == 1 {
			return q
		}
	}
	return ""
}

type justfile struct {
	r        *surface.Reader
	file     string
	vars     map[string]source.Text // expressions
	exported map[string]bool
	all      bool // all variables are exported
	foreign  bool // its shell is none that we read
	budget   int  // variables that the current expression may still name
}

type justRecipe struct {
	head  source.Text
	lines []source.Text
}

// setting reads a line that starts no recipe.
func (j *justfile) setting(head source.Text) bool {
	word, rest := firstWord(head)
	switch word {
	case "set":
		name, val, _ := rest.Cut(":=")
		switch strings.TrimSpace(name.String()) {
		case "export":
			j.all = !strings.Contains(val.String(), "false")
		case "shell":
			fields := strings.FieldsFunc(val.String(), func(r rune) bool { return strings.ContainsRune(" [],'\"", r) })
			j.foreign = len(fields) == 0 || !shells[path.Base(fields[0])]
		}
		return true
	case "export":
		name, expr, ok := rest.Cut(":=")
		j.exported[strings.TrimSpace(name.String())] = ok
		j.assign(name, expr)
		return true
	case "alias", "import", "import?", "mod", "mod?", "unexport":
		return true
	}
	name, expr, ok := head.Cut(":=")
	if !ok || !isJustName(strings.TrimSpace(name.String())) {
		return strings.HasPrefix(word, "[") // an attribute of what follows
	}
	j.assign(name, expr)
	return true
}

func (j *justfile) assign(name, expr source.Text) {
	j.vars[strings.TrimSpace(name.String())] = expr.TrimSpace()
}

func isJustName(s string) bool { return isName(strings.ReplaceAll(s, "-", "_")) }

// recipe hands on the lines of a recipe.
func (j *justfile) recipe(recipe justRecipe) {
	params, env := j.parameters(recipe.head)
	for name := range j.vars {
		if t, ok := j.variable(name, nil, nil); ok && isName(name) && (j.all || j.exported[name]) {
			env[name] = t
		}
	}
	if len(recipe.lines) == 0 {
		return
	}
	body := dedent(recipe.lines)
	if strings.HasPrefix(body[0].String(), "#!") {
		if whole := j.fill(source.Concat(body...), params); isShellScript(whole) {
			runScript(j.r, whole, env, host{})
		}
		return
	}
	for i := 0; i < len(body) && !j.foreign; i++ {
		line := body[i]
		for i+1 < len(body) && continues(line.Mask('x'), '\\') {
			// just joins the lines, and drops the blanks in between
			s := strings.TrimRight(line.Mask('x'), "\r\n")
			i++
			line = source.Concat(line.Slice(0, len(s)-1), trimLeft(body[i]))
		}
		runScript(j.r, command(j.fill(line, params)).TrimSpace(), env, host{})
	}
}

// dedent drops the blanks that the lines of a recipe start with.
func dedent(lines []source.Text) []source.Text {
	first := lines[0].Mask('x')
	indent := first[:len(first)-len(strings.TrimLeft(first, " \t"))]
	out := make([]source.Text, len(lines))
	for i, line := range lines {
		n := 0
		for s := line.Mask('x'); n < len(indent) && n < len(s) && s[n] == indent[n]; n++ {
		}
		out[i] = line.Slice(n, line.Len())
	}
	return out
}

// parameters reads the arguments that a recipe takes: of NAME='default', the
// default; and those that its shell sees as variables.
func (j *justfile) parameters(head source.Text) (params, env scope) {
	params, env = scope{}, scope{}
	s := head.Mask('x')
	colon := unquotedColon(s)
	_, rest := firstWord(head.Slice(0, colon))
	recipe, _, _ := strings.Cut(strings.TrimPrefix(s, "@"), " ")
	for rest.Len() > 0 {
		word := rest.Mask('x')
		n := strings.IndexAny(word, " \t=")
		if n < 0 {
			n = len(word)
		}
		name := strings.TrimLeft(word[:n], "*+$")
		exported := strings.Contains(word[:n], "$")
		t := source.Unknown(&source.Hole{
			Expr: "{{" + name + "}}", Why: "an argument of the recipe", Sym: j.file + ":" + recipe + ":{{" + name + "}}",
		}, rest.Slice(0, n).Span())
		rest = rest.Slice(n, rest.Len())
		if strings.HasPrefix(rest.String(), "=") {
			if lit, end, ok := j.literal(rest, 1); ok {
				t = lit.Weaken("the default of argument " + name)
				rest = rest.Slice(end, rest.Len())
			} else {
				_, rest = firstWord(rest)
			}
		}
		params[name] = t
		if exported {
			env[name] = t
		}
		rest = trimLeft(rest)
	}
	return params, env
}

// unquotedColon returns the place of the first colon outside of quotes, or the end.
func unquotedColon(s string) int {
	quote := byte(0)
	for i := range len(s) {
		switch {
		case quote != 0:
			if s[i] == quote {
				quote = 0
			}
		case s[i] == '\'' || s[i] == '"' || s[i] == '`':
			quote = s[i]
		case s[i] == ':':
			return i
		}
	}
	return len(s)
}

// fill replaces {{ … }}; four braces are two.
func (j *justfile) fill(text source.Text, params scope) source.Text {
	return expand(text, "{", func(s string, i int) (int, source.Text) {
		if strings.HasPrefix(s[i:], "{{{{") {
			return 4, text.Slice(i, i+2)
		}
		n := until(s, i, "}}")
		if !strings.HasPrefix(s[i:], "{{") || n < 0 {
			return 0, source.Text{}
		}
		if t, ok := j.value(text.Slice(i+2, i+n).TrimSpace(), params, nil); ok {
			return n + 2, t
		}
		name := strings.TrimSpace(s[i+2 : i+n])
		if !isJustName(name) {
			return n + 2, unknown(text, i, i+n+2, "", "computed by just")
		}
		return n + 2, unknown(text, i, i+n+2, "{{"+name+"}}", "set outside this justfile")
	})
}
