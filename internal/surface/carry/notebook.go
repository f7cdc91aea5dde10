package carry

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/syntax/markdown"
	"github.com/proflint/proflint/internal/value"
)

// Notebook reads the shell commands of Jupyter notebooks: lines that start
// with "!", cells that start with %%bash, and what the text cells show. The
// other code cells are one Python program, which is found by some words.
func Notebook(program []string) surface.Surface {
	match := func(p string) bool { return path.Ext(p) == ".ipynb" }
	p := markdown.NewParser()
	return surface.Surface{Name: "notebook", Match: match, Ends: []string{".ipynb"}, Words: slices.Concat(surface.LaunchWords, program), Read: func(r *surface.Reader, f surface.Fragment) surface.Env {
		readNotebook(r, f.Text, p)
		return nil
	}}
}

func readNotebook(r *surface.Reader, text source.Text, p *markdown.Parser) {
	slim := withoutOutputs(text)
	doc, err := data.JSON(slim)
	if err != nil && slim.Len() < text.Len() { // the cells are not as they seemed
		doc, err = data.JSON(text)
	}
	if err != nil {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
	n := &notebook{r: r, file: place(text), env: scope{},
		vars: map[string][]source.Text{}, loops: map[string]bool{}, read: map[string]*notebookVar{}}
	var cells []cell
	for _, t := range doc.Get("cells").Items() {
		c := cell{kind: t.Get("cell_type").Text.String(), text: cellText(t.Get("source"))}
		cells = append(cells, c)
		if c.kind == "code" && !strings.HasPrefix(c.text.String(), "%%") {
			n.assignments(c.text)
		}
	}
	show := &session{r: r, parser: p}
	for _, c := range cells {
		switch {
		case c.kind == "code" && strings.HasPrefix(c.text.String(), "%%"):
			n.magic(c.text)
		case c.kind == "code":
			n.code(c.text)
		case launches(c.text):
			show.read(c.text)
		}
	}
	if lang := doc.Get("metadata", "kernelspec", "language").Text.String(); lang == "" || lang == "python" {
		if text := program(cells); text.Len() > 0 {
			r.Embed(surface.Fragment{Lang: surface.Python, Text: text})
		}
	}
}

// program joins the code cells as Python runs them. What IPython takes for
// itself, magic and commands of the shell, does nothing there.
func program(cells []cell) source.Text {
	var parts []source.Text
	for _, c := range cells {
		s := c.text.Mask('x')
		if first, _, _ := strings.Cut(s, "\n"); strings.HasPrefix(s, "%%") && !timed(strings.Fields(first)[0]) || c.kind != "code" {
			continue
		}
		all := lines(s)
		for i := 0; i < len(all); i++ {
			from, to := all[i][0], all[i][1]
			if line := s[from:to]; shellLine(line) == 0 && !isMagic(line) {
				parts = append(parts, c.text.Slice(from, to))
				continue
			}
			for i+1 < len(all) && continues(s[all[i][0]:all[i][1]], '\\') {
				i++
			}
			indent := len(s[from:to]) - len(strings.TrimLeft(s[from:to], " \t"))
			parts = append(parts, c.text.Slice(from, from+indent), source.Derived("pass\n", source.Span{}))
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

// withoutOutputs returns a notebook without what its cells printed and drew
// when they last ran: nine tenths of a repository of notebooks, and of the time
// to parse them.
func withoutOutputs(text source.Text) source.Text {
	const key = `"outputs"`
	s := text.Mask('x')
	var cuts []cut
	for from := 0; ; {
		i := strings.Index(s[from:], key)
		if i < 0 {
			return replace(text, cuts)
		}
		i += from
		from = i + len(key)
		rest, isKey := strings.CutPrefix(strings.TrimLeft(s[from:], " \t\r\n"), ":")
		rest = strings.TrimLeft(rest, " \t\r\n")
		if !isKey || !strings.HasPrefix(rest, "[") || i > 0 && s[i-1] == '\\' {
			continue
		}
		open := len(s) - len(rest)
		end := listEnd(s, open)
		if end < 0 {
			return replace(text, cuts)
		}
		if end > open+1 {
			cuts = append(cuts, cut{from: open + 1, to: end})
		}
		from = end
	}
}

// listEnd returns where the bracket stands that closes the list that opens at
// i, or -1.
func listEnd(s string, i int) int {
	for depth := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			if i = stringEnd(s, i+1); i < 0 {
				return -1
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// stringEnd returns where the quote stands that ends the string with its first
// character at i, or -1.
func stringEnd(s string, i int) int {
	for {
		n := strings.IndexByte(s[i:], '"')
		if n < 0 {
			return -1
		}
		body := s[i : i+n]
		i += n
		if (len(body)-len(strings.TrimRight(body, `\`)))%2 == 0 {
			return i
		}
		i++
	}
}

type cell struct {
	kind string
	text source.Text
}

// cellText joins the lines of a cell.
func cellText(t value.Tree) source.Text {
	if isScalar(t) {
		return t.Text
	}
	lines, _ := texts(t)
	return source.Concat(lines...)
}

type notebook struct {
	r     *surface.Reader
	file  string
	vars  map[string][]source.Text // what is assigned to a name, anywhere
	loops map[string]bool          // names that are also bound by other means
	read  map[string]*notebookVar
	env   scope // the environment of the kernel

	depth, budget int // of names that hold others, and of what they come to
}

// assignments notes the values of the names that a cell sets.
func (n *notebook) assignments(text source.Text) {
	s := text.Mask('x')
	for _, l := range lines(s) {
		line := strings.TrimSpace(s[l[0]:l[1]])
		if rest, ok := strings.CutPrefix(line, "for "); ok {
			for name := range strings.FieldsFuncSeq(strings.SplitN(rest, " in ", 2)[0], func(r rune) bool { return strings.ContainsRune(" ,()", r) }) {
				n.loops[name] = true
			}
		}
		name, val, ok := text.Slice(l[0], l[1]).TrimSpace().Cut("=")
		key := strings.TrimRight(name.String(), " \t")
		if !ok || strings.HasPrefix(val.String(), "=") || !isName(strings.TrimRight(key, "+")) {
			continue
		}
		if strings.HasSuffix(key, "+") {
			n.loops[strings.TrimRight(key, "+ ")] = true
			continue
		}
		n.vars[key] = append(n.vars[key], val.TrimSpace())
	}
}

// code hands on the lines of a cell that a shell runs, and keeps what the
// cell puts into the environment.
func (n *notebook) code(text source.Text) {
	s := text.Mask('x')
	all := lines(s)
	for i := 0; i < len(all); i++ {
		from := all[i][0]
		line := s[from:all[i][1]]
		if at := shellLine(line); at > 0 {
			for i+1 < len(all) && continues(s[all[i][0]:all[i][1]], '\\') {
				i++
			}
			runScript(n.r, n.fill(text.Slice(from+at, all[i][1])).TrimSpace(), n.env, nil)
			continue
		}
		n.setenv(text.Slice(from, all[i][1]).TrimSpace())
	}
}

// shellLine returns where the command of a line starts that is run by a
// shell: "!command", "x = !command", "%sx command". 0 for other lines.
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
	key, isEnv := strings.CutPrefix(strings.TrimSpace(name.String()), "os.environ[")
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
func (n *notebook) magic(text source.Text) {
	s := text.Mask('x')
	first, _, _ := strings.Cut(s, "\n")
	body := text.Slice(min(len(first)+1, len(s)), len(s))
	words := strings.Fields(first)
	name := words[0]
	if name == "%%script" && len(words) > 1 {
		name = "%%" + path.Base(words[1])
	}
	switch {
	case name == "%%shell" || name == "%%system" || name == "%%sx" || name == "%%!" || shells[strings.TrimPrefix(name, "%%")]:
		runScript(n.r, body, n.env, nil)
	case timed(name):
		n.assignments(body)
		n.code(body)
	case name == "%%writefile" || name == "%%file":
		n.written(words[len(words)-1], body)
	}
}

// written hands on a file that a cell writes, as if it stood in the tree.
func (n *notebook) written(name string, text source.Text) {
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
	n.r.Embed(surface.Fragment{Lang: lang, Text: text, Name: name, Loose: true})
}
