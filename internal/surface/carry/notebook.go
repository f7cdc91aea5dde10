package carry

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/syntax/markdown"
)

// Notebook reads the shell commands of Jupyter notebooks: lines that start
// with "!", cells that start with %%bash, and what the text cells show. The
// other code cells are one Python program, which is found by some words.
func Notebook(program []string) surface.Surface {
	match := func(p string) bool { return path.Ext(p) == ".ipynb" }
	parser := sync.OnceValue(markdown.NewParser)
	idle := func(file string) [][2]int { return data.Idle(file, ofNotebook()) }
	read := func(r *surface.Reader, f surface.Fragment) surface.Env {
		readNotebook(r, f.Text, parser)
		return nil
	}
	words := slices.Concat(surface.LaunchWords, program)
	return surface.Surface{Name: "notebook", Match: match, Ends: []string{".ipynb"}, Words: words, Idle: idle, Read: read}
}

// ofNotebook are the parts of a notebook that are read: not what its cells
// printed and drew when they last ran.
func ofNotebook() data.Keep {
	return data.Keep{
		"cells":    {"cell_type": nil, "source": nil},
		"metadata": {"kernelspec": {"language": nil}},
	}
}

func readNotebook(r *surface.Reader, text source.Text, p func() *markdown.Parser) {
	doc, err := data.JSONParts(text, ofNotebook())
	if err != nil && r.Bears(text.String()) {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
	n := &notebook{r: r, file: place(text), env: scope{},
		vars: map[string][]assigned{}, loops: map[string]bool{}, read: map[string]*notebookVar{}}
	var code []string
	for _, part := range doc.Get("cells").Items {
		c := &cell{code: part.Get("cell_type").Says == "code", part: part.Get("source")}
		c.says = c.part.Says
		n.cells = append(n.cells, c)
		if c.code {
			code = append(code, c.says)
		}
	}
	program := strings.Join(code, "\n")
	bears := r.Bears(program)
	n.commands(p, bears)
	if lang := doc.Get("metadata", "kernelspec", "language").Says; bears && (lang == "" || lang == "python") && r.Reads(surface.Python, program) {
		if text := n.program(); text.Len() > 0 {
			r.Embed(surface.Fragment{Lang: surface.Python, Text: text})
		}
	}
}

// commands hands on what the cells give to a shell, and what they write. Code
// cells count only if code may declare anything.
func (n *notebook) commands(p func() *markdown.Parser, code bool) {
	for _, c := range n.cells {
		if code && c.code && !strings.HasPrefix(c.says, "%%") {
			n.assignments(c, 0)
		}
	}
	show := &session{r: n.r}
	for _, c := range n.cells {
		switch {
		case !c.code && n.r.Reads(surface.Shell, c.says):
			show.parser = p()
			show.read(c.text())
		case !c.code || !code:
		case strings.HasPrefix(c.says, "%%"):
			n.magic(c)
		default:
			n.run(c, 0)
		}
	}
}

// program joins the code cells as Python runs them. What IPython takes for
// itself, magic and commands of the shell, does nothing there.
func (n *notebook) program() source.Text {
	var parts []source.Text
	for _, c := range n.cells {
		s := c.says
		if first, _, _ := strings.Cut(s, "\n"); strings.HasPrefix(s, "%%") && !timed(strings.Fields(first)[0]) || !c.code {
			continue
		}
		all, text := lines(s), c.text()
		for i := 0; i < len(all); i++ {
			from, to := all[i][0], all[i][1]
			if line := s[from:to]; shellLine(line) == 0 && !isMagic(line) {
				parts = append(parts, text.Slice(from, to))
				continue
			}
			for i+1 < len(all) && continues(s[all[i][0]:all[i][1]], '\\') {
				i++
			}
			indent := len(s[from:to]) - len(strings.TrimLeft(s[from:to], " \t"))
			parts = append(parts, text.Slice(from, from+indent), source.Derived("pass\n", source.Span{}))
		}
		parts = append(parts, source.Derived("\n", source.Span{}))
	}
	return source.Concat(parts...)
}

// timed reports whether a cell magic runs its cell as Python.
func timed(magic string) bool {
	return magic == "%%time" || magic == "%%capture" || magic == "%%timeit"
}

// isMagic reports whether a line is for IPython: %magic, x = %magic.
func isMagic(line string) bool {
	rest := strings.TrimSpace(line)
	if name, after, ok := strings.Cut(rest, "="); ok && isName(strings.TrimSpace(name)) {
		rest = strings.TrimSpace(after)
	}
	return strings.HasPrefix(rest, "%")
}

// cell is one cell of a notebook. Most of them are never read as texts that
// know their place.
type cell struct {
	code  bool
	says  string
	part  data.Part
	known *source.Text // the part's, once it was asked for
}

func (c *cell) text() source.Text {
	if c.known == nil {
		t := c.part.Text()
		c.known = &t
	}
	return *c.known
}

// assigned is where the value of a name stands in a cell.
type assigned struct {
	cell     *cell
	from, to int
}

func (a assigned) text() source.Text { return a.cell.text().Slice(a.from, a.to) }

type notebook struct {
	r     *surface.Reader
	file  string
	cells []*cell
	vars  map[string][]assigned // what is assigned to a name, anywhere
	loops map[string]bool       // names that are also bound by other means
	read  map[string]*notebookVar
	env   scope // the environment of the kernel

	depth, budget int // of names that hold others, and of what they come to
}

// assignments notes the values of the names that a cell sets, from a line on.
func (n *notebook) assignments(c *cell, from int) {
	for _, l := range lines(c.says[from:]) {
		to := from + l[1]
		line := strings.Trim(c.says[from+l[0]:to], blanks)
		if rest, ok := strings.CutPrefix(line, "for "); ok {
			for name := range strings.FieldsFuncSeq(strings.SplitN(rest, " in ", 2)[0], func(r rune) bool { return strings.ContainsRune(" ,()", r) }) {
				n.loops[name] = true
			}
		}
		key, val, ok := strings.Cut(line, "=")
		key = strings.TrimRight(key, " \t")
		name := strings.TrimRight(key, "+")
		if !ok || strings.HasPrefix(val, "=") || !isName(name) {
			continue
		}
		if name != key {
			n.loops[name] = true
			continue
		}
		to -= len(c.says[from+l[0]:to]) - len(strings.TrimRight(c.says[from+l[0]:to], blanks))
		n.vars[key] = append(n.vars[key], assigned{c, to - len(strings.TrimLeft(val, blanks)), to})
	}
}

// blanks are what stands around a line.
const blanks = " \t\r\n"

// run hands on the lines of a cell that a shell runs, from one on, and keeps
// what the cell puts into the environment.
func (n *notebook) run(c *cell, start int) {
	s := c.says
	if !strings.ContainsAny(s, "!%") && !strings.Contains(s, environ) {
		return
	}
	all := lines(s[start:])
	for i := 0; i < len(all); i++ {
		from, to := start+all[i][0], start+all[i][1]
		line := s[from:to]
		at := shellLine(line)
		if at == 0 {
			if set := strings.Trim(line, blanks); strings.HasPrefix(set, "%env ") || strings.HasPrefix(set, environ) {
				n.setenv(c.text().Slice(from, to).TrimSpace())
			}
			continue
		}
		for i+1 < len(all) && continues(s[start+all[i][0]:to], '\\') {
			i++
			to = start + all[i][1]
		}
		if command := s[from+at : to]; installs(command) || surface.Launches(command) || strings.ContainsAny(command, "{$") {
			runScript(n.r, n.fill(c.text().Slice(from+at, to)).TrimSpace(), n.env, host{})
		}
	}
}

// environ is how Python names a variable of the environment.
const environ = "os.environ["

// shellLine returns where the command of a line starts that is run by a
// shell: "!command", "x = !command", "%sx command", "%pip install". 0 for other lines.
func shellLine(line string) int {
	start := len(line) - len(strings.TrimLeft(line, " \t"))
	rest := line[start:]
	if name, after, ok := strings.Cut(rest, "="); ok && isName(strings.TrimSpace(name)) {
		start = len(line) - len(strings.TrimLeft(after, " \t"))
		rest = line[start:]
	}
	for _, mark := range []string{"!!", "!", "%sx ", "%system "} {
		if strings.HasPrefix(rest, mark) {
			return start + len(mark)
		}
	}
	if strings.HasPrefix(rest, "%pip ") || strings.HasPrefix(rest, "%conda ") {
		return start + len("%")
	}
	return 0
}

// setenv reads `%env NAME=value` and `os.environ["NAME"] = "value"`.
func (n *notebook) setenv(line source.Text) {
	s := line.Mask('x')
	if _, ok := strings.CutPrefix(s, "%env "); ok {
		if name, val, ok := line.Slice(len("%env "), line.Len()).Cut("="); ok && isName(name.TrimSpace().String()) {
			n.env[name.TrimSpace().String()] = n.fill(val)
		}
		return
	}
	name, val, ok := line.Cut("=")
	key, isEnv := strings.CutPrefix(strings.TrimSpace(name.String()), environ)
	key = strings.Trim(key, `]"'`)
	if !ok || !isEnv || !isName(key) {
		return
	}
	val = val.TrimSpace()
	n.budget = maxResolved
	t, known := n.literal(val)
	if !known && isName(val.String()) {
		t, known = n.reference(val, 0, val.Len(), val.String()), true
	}
	if !known {
		val, _, _ = val.Cut(" #")
		t = hole(val, 0, val.Len(), &source.Hole{Expr: "$" + key, Why: "computed by the notebook"})
	}
	n.env[key] = t
}

// fill replaces what IPython does in a command: {NAME}, and $NAME where the
// notebook has such a name; "$$" is a dollar sign.
func (n *notebook) fill(t source.Text) source.Text {
	n.budget = maxResolved
	t = expand(t, "$", func(s string, i int) (int, source.Text) {
		if strings.HasPrefix(s[i:], "$$") {
			return 2, t.Slice(i+1, i+2)
		}
		ref := dollarName(s, i)
		if ref.n == 0 || strings.HasPrefix(s[i:], "${") || len(n.vars[ref.name]) == 0 && !n.loops[ref.name] {
			return 0, source.Text{}
		}
		return ref.n, n.reference(t, i, i+ref.n, ref.name)
	})
	return n.braces(t)
}

// magic reads a cell that starts with %%.
func (n *notebook) magic(c *cell) {
	s := c.says
	first, _, _ := strings.Cut(s, "\n")
	from := min(len(first)+1, len(s))
	words := strings.Fields(first)
	name := words[0]
	if name == "%%script" && len(words) > 1 {
		name = "%%" + path.Base(words[1])
	}
	switch {
	case name == "%%shell" || name == "%%system" || name == "%%sx" || name == "%%!" || shells[strings.TrimPrefix(name, "%%")]:
		if surface.Launches(s[from:]) || installs(s[from:]) {
			runScript(n.r, c.text().Slice(from, len(s)), n.env, host{})
		}
	case timed(name):
		n.assignments(c, from)
		n.run(c, from)
	case name == "%%writefile" || name == "%%file":
		n.written(words[len(words)-1], c, from)
	}
}

// written hands on a file that a cell writes, as if it stood in the tree.
func (n *notebook) written(name string, c *cell, from int) {
	lang := surface.Lang("")
	switch path.Ext(name) {
	case ".sh", ".bash":
		lang = surface.Shell
	case ".yaml", ".yml":
		lang = surface.YAML
	case ".json":
		lang = surface.JSON
	case ".py":
		lang = surface.Python
	default:
		return
	}
	n.r.Embed(surface.Fragment{Lang: lang, Text: c.text().Slice(from, len(c.says)), Name: name, Loose: true})
}
