package carry

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/surface"
)

// ipynb returns a notebook with code cells; one that starts with "#" is text.
func ipynb(cells ...string) string {
	type cell struct {
		Type   string   `json:"cell_type"`
		Source []string `json:"source"`
	}
	var out struct {
		Cells []cell `json:"cells"`
	}
	for _, c := range cells {
		kind := "code"
		if strings.HasPrefix(c, "# ") {
			kind = "markdown"
		}
		out.Cells = append(out.Cells, cell{kind, strings.SplitAfter(c, "\n")})
	}
	b, _ := json.Marshal(out)
	return string(b)
}

// withoutProgram is a notebook without the program that its cells are.
func withoutProgram() surface.Surface {
	s := Notebook(nil)
	all := s.Read
	s.Read = func(r *surface.Reader, f surface.Fragment) surface.Env {
		own := *r
		own.Embed = func(f surface.Fragment) surface.Env {
			if f.Lang == surface.Python && f.Name == "" {
				return nil
			}
			return r.Embed(f)
		}
		return all(&own, f)
	}
	return s
}

func TestNotebookProgram(t *testing.T) {
	testCarrier(t, Notebook(nil), "a.ipynb", []carrierTest{
		{"cells", ipynb("# x = 1", "a = 1\nif a:\n  b = 2", "c = 3\n"), []string{"python: a = 1\nif a:\n  b = 2\nc = 3\n\n"}},
		{"lines", ipynb("if a:\n  !pip install \\\n    x\nb = !ls\n%env C=d\ne = %time f()\ng %= 2\nh = '%s' % g"),
			[]string{"python: if a:\n  pass\npass\npass\npass\ng %= 2\nh = '%s' % g\n"}},
		{"magic", ipynb("%%time\na = 1", "%%sql\nb", "%%bash\ngcloud c"), []string{"shell: gcloud c", "python: pass\na = 1\n"}},
		{"written", ipynb("%%writefile jobs/a.py\nx = 1"), []string{"python: x = 1"}},
		{"another language", `{"cells": [{"cell_type": "code", "source": "a = 1"}], "metadata": {"kernelspec": {"language": "scala"}}}`, nil},
	})
}

func TestNotebook(t *testing.T) {
	testCarrier(t, withoutProgram(), "a.ipynb", []carrierTest{
		{"lines", ipynb("!gcloud a \\\n  --b\nx = 1\n  !gcloud c\nout = !gcloud d\n!!gcloud e\n%sx gcloud f\nprint('!gcloud no')\n# !gcloud no\n!pip x"),
			[]string{"shell: gcloud a \\\n  --b", "shell: gcloud c", "shell: gcloud d", "shell: gcloud e", "shell: gcloud f"}},
		{"cells", ipynb("%%bash\nX=1\ngcloud a $X {y}\n", "%%script bash --no-raise-error\ngcloud b", "%%sh\ngcloud c", "%%time\n!gcloud d", "%%python\n!gcloud no", "%%bigquery\ngcloud"),
			[]string{"shell: X=1\ngcloud a $X {y}\n", "shell: gcloud b", "shell: gcloud c", "shell: gcloud d"}},
		{"names", ipynb("A = 'a'\nB = f\"{A}-b\" # x\nC = 'c'", "C = 'd'\nD = x()\nE = '' # @param {type:'string'}\nF = 'f' # @param\nfor G in x:\n  H = A\nA == 'z'\nI = f'{I}'\nJ=\"<name>\"\nK = 'k'\nK = 'k'",
			"!gcloud {A} $B {C} {D} {E} {F} {G} $I {J} {K} $A-x ${A} $$A $NONE {none} {a,b} {a..b} {a.b}/{a['b']} '{print $1}'"),
			[]string{"shell: gcloud a a-b «{C}» «{D}» «{E}» f «{G}» «{I}» «<name>» k a-x ${A} $A $NONE «{none}» {a,b} {a..b} «{a.b}»/«{a['b']}» '{print $1}'"}},
		{"environment", ipynb("A = 'a'\n%env B={A}\nimport os\nos.environ['C'] = A\nos.environ[\"D\"] = 'd'\nos.environ['E'] = f() # x", "!gcloud $B", "%%bash\ngcloud"),
			[]string{"shell: gcloud $B [B=a, C=a, D=d, E=«f()»]", "shell: gcloud [B=a, C=a, D=d, E=«f()»]"}},
		{"files", ipynb("%%writefile x/job.yaml\na: b", "%%writefile -a run.sh\ngcloud", "%%writefile a.py\n!gcloud no"), []string{"yaml: a: b", "shell: gcloud", "python: !gcloud no"}},
		{"text", ipynb("# x\n```sh\nA=a\n```\n`gcloud`\n```sh\ngcloud a <B>\n```\n"), []string{"shell: A=a\n", "shell: gcloud a «<B>»\n [A=a]"}},
		{"one string", `{"cells": [{"cell_type": "code", "source": "!gcloud a\n!gcloud b"}]}`, []string{"shell: gcloud a", "shell: gcloud b"}},
	})
}

func TestNotebookPlaces(t *testing.T) {
	in := "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\n  \"S = \\\"storage-rw\\\"\\n\",\n  \"!gcloud a \\\\\\n\",\n  \"  --b={S} {N}\"\n]}]}"
	got, _ := read(t, withoutProgram(), "a.ipynb", in)
	w := got[0].Text.Fields()
	if e, ok := w[3].Edit(4, 14, "x"); !ok || e.Span.From().Line != 2 || e.Span.From().Col != 10 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
	if p := w[3].At(0).From(); p.Line != 4 || p.Col != 6 {
		t.Errorf("at %v", p)
	}
	if h := w[4].Hole(); h.Why != "not set in this notebook" || h.Sym != "a.ipynb:{N}" {
		t.Errorf("hole %+v", h)
	}
}

// What a cell printed, and what the notebook says of itself, launches nothing.
func TestNotebookOutputs(t *testing.T) {
	testCarrier(t, withoutProgram(), "a.ipynb", []carrierTest{
		{"outputs", `{"cells": [{"cell_type": "code", "outputs": [{"text": ["!gcloud no ] \" \\", [1]]}], "source": ["!gcloud a"]}], "metadata": {"x": "!gcloud no"}}`,
			[]string{"shell: gcloud a"}},
		{"no JSON in them", `{"cells": [{"cell_type": "code", "outputs": [<<<<<<< HEAD], "source": ["!gcloud a"]}]}`, []string{"shell: gcloud a"}},
		{"comments", "{\"cells\": [{\"cell_type\": \"code\", // x\n\"source\": [\"!gcloud \", \"a\",]}]}", []string{"shell: gcloud a"}},
	})
}

// Where no code cell bears on anything, only the text is read.
func TestNotebookBears(t *testing.T) {
	s := withoutProgram()
	all := s.Read
	s.Read = func(r *surface.Reader, f surface.Fragment) surface.Env {
		r.Bears = func(s string) bool { return strings.Contains(s, "bears") }
		return all(r, f)
	}
	testCarrier(t, s, "a.ipynb", []carrierTest{
		{"text", ipynb("!gcloud a", "%%bash\ngcloud b", "# x\n```sh\ngcloud bears\n```\n"), []string{"shell: gcloud bears\n"}},
		{"code", ipynb("A = 'bears'", "!gcloud {A}"), []string{"shell: gcloud bears"}},
	})
}

func TestNotebookBroken(t *testing.T) {
	got, set := read(t, withoutProgram(), "a.ipynb", "{\"cells\": [")
	if len(got) != 0 || len(set.Notes) != 1 {
		t.Errorf("%d fragments, notes %v", len(got), set.Notes)
	}
}

func FuzzNotebook(f *testing.F) {
	f.Add("A = f'{B}{B}'\nB = f\"{A}\"\nC = '' # @param\nfor D, (E) in x:\n%env F={A}\nos.environ['G'] = A\n!gcloud {A} $B $$ {C} \\\n  {\nx = !gcloud {D\n")
	f.Add("%%bash\ngcloud")
	f.Add("%%writefile a.sh\ngcloud")
	f.Add("# gcloud\n`gcloud a b c --d`\n")
	f.Fuzz(func(t *testing.T, in string) {
		for _, in := range []string{in, ipynb(in)} {
			var got []surface.Fragment
			got, _ = read(t, withoutProgram(), "a.ipynb", in)
			for _, f := range got {
				sound(t, f.Text)
			}
		}
	})
}
