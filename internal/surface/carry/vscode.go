package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// VSCode reads the programs that developers start from Visual Studio Code.
func VSCode() surface.Surface {
	match := func(p string) bool { return strings.HasSuffix("/"+p, "/.vscode/launch.json") }
	return surface.Surface{Name: "vscode", Match: match, Ends: []string{".json"}, Words: surface.LaunchWords, Read: readVSCode}
}

func readVSCode(r *surface.Reader, f surface.Fragment) surface.Env {
	doc, err := data.JSON(f.Text)
	if err != nil {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
	for _, c := range doc.Get("configurations").Items() {
		args := c.Get("args")
		words, ok := texts(args)
		if isScalar(args) { // of Java
			words, ok = args.Text.Fields(), true
		}
		start := editorProgram(c)
		if !ok || start == nil || c.Get("request").Text.String() != "launch" {
			continue
		}
		for i, w := range words {
			words[i] = editorText(w)
		}
		env := scope{}
		env.add(c.Get("env"), editorText)
		h := host{}
		if dir := c.Get("cwd"); dir.Present() {
			h = h.in(editorText(dir.Text))
		}
		runWords(r, append(start, words...), env, h)
	}
	return nil
}

// editorProgram returns the words that start the program of a configuration, nil for one
// of another language.
func editorProgram(c value.Tree) []source.Text {
	kind := c.Get("type")
	word := func(s string) source.Text { return source.Derived(s, kind.At) }
	program, module := c.Get("program"), c.Get("module")
	switch kind.Text.String() {
	case "python", "debugpy":
		if module.Present() {
			return []source.Text{word("python"), word("-m"), editorText(module.Text)}
		}
		return []source.Text{word("python"), editorText(program.Text)}
	case "java":
		return []source.Text{word("java"), editorText(c.Get("mainClass").Text)}
	case "go":
		return []source.Text{word("go"), word("run"), editorText(program.Text)}
	}
	return nil
}

// editorText replaces the variables of the editor: the folder that is open, and
// others that are not known.
func editorText(t source.Text) source.Text {
	var out source.Builder
	from := 0
	for i := t.Index("${", 0); i >= 0; i = t.Index("${", from) {
		end := t.Index("}", i)
		if end < 0 {
			break
		}
		out.Add(t.Slice(from, i))
		from = end + 1
		expr := t.Slice(i, from)
		if strings.HasPrefix(expr.String(), "${workspaceFolder") {
			out.Derive(".", expr.Span())
			continue
		}
		out.Add(source.Unknown(&source.Hole{Expr: expr.String(), Sym: expr.String(), Why: "filled in by the editor", One: true}, expr.Span()))
	}
	if from == 0 {
		return t
	}
	out.Add(t.Slice(from, t.Len()))
	return out.Text()
}
