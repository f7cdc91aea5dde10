package carry

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// Makefile reads the recipes of makefiles. Each line of a recipe is a shell
// of its own, unless the file says .ONESHELL.
func Makefile() surface.Surface {
	return surface.Surface{Name: "makefile", Match: isMakefile, Words: surface.LaunchWords, Read: readMakefile}
}

// isMakefile matches the names that make looks for, and those that people
// give to what they include.
func isMakefile(p string) bool {
	base := path.Base(p)
	switch base {
	case "GNUmakefile", "makefile", "Makefile":
		return true
	}
	return strings.HasSuffix(base, ".mk") || strings.HasPrefix(base, "Makefile.")
}

func readMakefile(r *surface.Reader, f surface.Fragment) surface.Env {
	m := &makefile{r: r, path: place(f.Text), vars: map[string]makeVar{}, targets: map[string][]targetVar{}, exported: map[string]bool{}, prefix: '\t', budget: maxExpansion}
	m.read(f.Text)
	set := m.evaluated()
	for _, rule := range m.rules {
		m.apart(rule, set, func() { m.recipe(rule) })
	}
	return nil
}

// makefile is what was read of a makefile so far.
type makefile struct {
	r        *surface.Reader
	path     string
	vars     map[string]makeVar
	targets  map[string][]targetVar // variables of single targets, by name
	exported map[string]bool
	all      bool // all variables are exported
	oneShell bool
	prefix   byte // starts a line of a recipe
	rules    []*makeRule
	rule     *makeRule // whose recipe may follow
	conds    []string  // open conditionals: the variable that must be unset for it to hold, or ""
	define   int       // open definitions over several lines
	defined  string    // the variable that the outermost gives its lines to, "" for none
	body     []source.Text
	whole    []source.Text          // of it, with the tabs that start lines of recipes
	raw      map[string]source.Text // definitions over several lines, as they stand
	evals    bool                   // raw is what they stand for
	depth    int                    // of includes
	budget   int                    // bytes that variables may still add to the current line
	spent    int                    // bytes that they added to earlier ones
}

// makeRule is a rule with a recipe.
type makeRule struct {
	targets []string
	lines   []source.Text // with what they go on in
}

// read takes the statements of a file in order.
func (m *makefile) read(text source.Text) {
	s := text.Mask('x')
	all := lines(s)
	for i := 0; i < len(all); i++ {
		from := all[i][0]
		for i+1 < len(all) && continues(s[all[i][0]:all[i][1]], '\\') {
			i++
		}
		line := text.Slice(from, all[i][1])
		switch {
		case m.define > 0:
			m.defining(line)
		case m.rule != nil && s[from] == m.prefix:
			m.rule.lines = append(m.rule.lines, line.Slice(1, line.Len()))
		default:
			m.statement(logical(line))
		}
	}
}

// logical returns a statement as make reads it: on one line, without comment.
func logical(line source.Text) source.Text {
	var cuts []cut
	s := line.Mask('x')
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '#' && (i == 0 || s[i-1] != '\\'):
			cuts = append(cuts, cut{from: i, to: len(s)})
			i = len(s)
		case s[i] == '#':
			cuts = append(cuts, cut{from: i - 1, to: i})
		case s[i] == '\\' && (strings.HasPrefix(s[i+1:], "\n") || strings.HasPrefix(s[i+1:], "\r\n")):
			from := len(strings.TrimRight(s[:i], " \t"))
			if len(cuts) > 0 {
				from = max(from, cuts[len(cuts)-1].to)
			}
			for i++; i < len(s) && strings.IndexByte(" \t\r\n", s[i]) >= 0; i++ {
			}
			cuts = append(cuts, cut{from, i, source.Derived(" ", line.Slice(from, i).Span())})
			i--
		case s[i] == '\n' || s[i] == '\r' && i+2 == len(s):
			cuts = append(cuts, cut{from: i, to: len(s)})
			i = len(s)
		}
	}
	return trimLeft(replace(line, cuts))
}

func trimLeft(t source.Text) source.Text {
	s := t.Mask('x')
	return t.Slice(len(s)-len(strings.TrimLeft(s, " \t")), t.Len())
}

// firstWord cuts a statement behind its first word.
func firstWord(t source.Text) (string, source.Text) {
	s := t.Mask('x')
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, source.Text{}
	}
	return s[:i], trimLeft(t.Slice(i, len(s)))
}

// statement reads what is no line of a recipe.
func (m *makefile) statement(t source.Text) {
	word, rest := firstWord(t)
	if strings.HasPrefix(rest.String(), "=") || strings.HasPrefix(rest.String(), ":") {
		word = "a name"
	}
	switch word {
	case "":
	case "ifdef", "ifeq", "ifneq":
		m.conds = append(m.conds, guarded(word, rest.String()))
	case "ifndef":
		m.conds = append(m.conds, rest.TrimSpace().String())
	case "else":
		if n := len(m.conds); n > 0 {
			m.conds[n-1] = ""
		}
	case "endif":
		m.conds = m.conds[:max(0, len(m.conds)-1)]
	case "define":
		m.define++
		name, op := firstWord(rest)
		m.vars[name] = makeVar{why: "defined over several lines"}
		if m.defined, m.body, m.whole = name, nil, nil; len(m.conds) > 0 || op.Len() > 0 && op.TrimSpace().String() != "=" {
			m.defined = ""
		}
	case "include", "-include", "sinclude":
		m.include(rest)
	case "override", "private":
		m.statement(rest)
	case "export":
		m.export(rest)
	case "unexport":
		for _, name := range rest.Fields() {
			delete(m.exported, name.String())
		}
	case "undefine":
		delete(m.vars, rest.TrimSpace().String())
	case "vpath":
	default:
		if name, op, val, ok := assignment(t); ok {
			m.set(name, op, val)
			return
		}
		m.startRule(t)
	}
}

// guarded returns the variable that must be empty for a conditional to hold:
// of `ifeq ($(X),)` and `ifeq "$(X)" ""`.
func guarded(word, rest string) string {
	rest = strings.NewReplacer(" ", "", "\t", "", `""`, "", "''", "", `"`, "", "'", "").Replace(rest)
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, "("), ",)")
	if word != "ifeq" || !strings.HasPrefix(rest, "$") || len(rest) < 4 {
		return ""
	}
	return rest[2 : len(rest)-1]
}

// defining reads a line of a definition over several lines.
func (m *makefile) defining(line source.Text) {
	switch word, _ := firstWord(logical(line)); word {
	case "define":
		m.define++
		m.defined = ""
	case "endef":
		if m.define--; m.define == 0 && m.defined != "" {
			body := source.Concat(m.body...)
			body = body.Slice(0, len(strings.TrimSuffix(body.String(), "\n")))
			m.vars[m.defined] = makeVar{values: []makeValue{{parts: []source.Text{body}, n: body.Len()}}}
			if m.raw == nil {
				m.raw = map[string]source.Text{}
			}
			m.raw[m.defined] = source.Concat(m.whole...)
		}
	default:
		m.body, m.whole = append(m.body, command(m.unprefixed(line))), append(m.whole, line)
	}
}

func (m *makefile) export(rest source.Text) {
	if name, op, val, ok := assignment(rest); ok {
		m.set(name, op, val)
		m.exported[name] = true
		return
	}
	names := rest.Fields()
	m.all = m.all || len(names) == 0
	for _, name := range names {
		m.exported[name.String()] = true
	}
}

// maxIncludes is how deep included files may include others.
const maxIncludes = 5

// include takes the variables of other makefiles. One that is not here may
// replace what stands before it.
func (m *makefile) include(files source.Text) {
	for _, name := range m.expansion(files, nil).Fields() {
		file, ok := (*source.File)(nil), false
		if name.Known() && m.depth < maxIncludes {
			file, ok = m.r.Open(name.String())
		}
		if !ok {
			for name, v := range m.vars {
				m.vars[name] = v.weaken("a file that is included behind it may replace it")
			}
			continue
		}
		rules, rule := m.rules, m.rule
		m.depth++
		m.read(source.Whole(file))
		m.depth--
		m.rules, m.rule = rules, rule // a file's recipes are read where it stands
	}
}

// startRule reads the line that a rule starts with: its targets, and variables
// of theirs, or the first line of its recipe.
func (m *makefile) startRule(t source.Text) {
	m.rule = nil
	s := t.Mask('x')
	colon := unnested(s, ':')
	if colon < 0 {
		if strings.IndexByte(s, '$') >= 0 {
			m.expansion(t, nil) // for what $(eval) does
		}
		return
	}
	var targets []string
	for _, name := range m.expansion(t.Slice(0, colon), nil).Fields() {
		targets = append(targets, strings.TrimSuffix(name.String(), "&"))
	}
	rest := trimLeft(t.Slice(colon+len(s[colon:])-len(strings.TrimLeft(s[colon:], ":")), t.Len()))
	exported := false
	for word, after := firstWord(rest); word == "export" || word == "override" || word == "private"; word, after = firstWord(rest) {
		exported, rest = exported || word == "export", after
	}
	if name, op, val, ok := assignment(rest); ok {
		m.setFor(targets, name, op, val)
		m.exported[name] = m.exported[name] || exported
		return
	}
	m.oneShell = m.oneShell || slices.Contains(targets, ".ONESHELL")
	m.all = m.all || slices.Contains(targets, ".EXPORT_ALL_VARIABLES")
	m.rule = &makeRule{targets: targets}
	m.rules = append(m.rules, m.rule)
	if semi := unnested(rest.Mask('x'), ';'); semi >= 0 {
		m.rule.lines = append(m.rule.lines, rest.Slice(semi+1, rest.Len()))
	}
}

// unnested returns where a byte stands outside of $(…) and ${…}, or -1.
func unnested(s string, c byte) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == c:
			return i
		case s[i] == '$' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{'):
			end := closing(s, i+1)
			if end < 0 {
				return -1
			}
			i = end
		}
	}
	return -1
}

// recipe hands on the lines of a recipe.
func (m *makefile) recipe(rule *makeRule) {
	var whole, texts []source.Text
	for i, line := range rule.lines {
		line = m.unprefixed(line)
		if m.oneShell && i > 0 {
			whole = append(whole, m.expansion(line, rule))
			continue
		}
		text := bare(m.expansion(command(line), rule))
		if m.oneShell {
			whole = append(whole, text)
			continue
		}
		texts = append(texts, text.TrimSpace())
	}
	if m.oneShell {
		texts = append(texts, source.Concat(whole...))
	}
	if slices.ContainsFunc(texts, func(t source.Text) bool { return launches(t) || prepares(t.String()) }) {
		env := m.environment(rule)
		for _, text := range texts {
			runScript(m.r, text, env, host{})
		}
	}
}

// unprefixed drops the tabs that the continued lines of a recipe start with.
func (m *makefile) unprefixed(line source.Text) source.Text {
	var cuts []cut
	s := line.Mask('x')
	for i, l := range lines(s) {
		if i > 0 && s[l[0]] == m.prefix {
			cuts = append(cuts, cut{from: l[0], to: l[0] + 1})
		}
	}
	return replace(line, cuts)
}

// command drops the marks by which a recipe says how its line is run.
func command(t source.Text) source.Text {
	s := t.Mask('x')
	return t.Slice(len(s)-len(strings.TrimLeft(s, "@-+ \t")), t.Len())
}

// bare drops what variables such as $(Q) put in front of a command to
// silence it.
func bare(t source.Text) source.Text {
	t = command(t)
	first := t.Slice(0, 1)
	if first.Known() {
		return t
	}
	expr := first.Hole().Expr
	after := strings.TrimPrefix(t.String(), expr)
	if len(after) < len(t.String()) && after != "" && isLetter(after[0]) {
		return t.Slice(len(expr), t.Len())
	}
	return t
}
