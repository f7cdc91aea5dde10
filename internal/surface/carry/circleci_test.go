package carry

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

func TestCircleCIMatch(t *testing.T) {
	for path, want := range map[string]bool{".circleci/config.yml": true, "a/.circleci/more.yaml": true, "circleci/config.yml": false, ".circleci/a.sh": false, ".circleci/x/a.yml": false} {
		if got := CircleCI().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestCircleCI(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"environment", `
executors:
  e: {docker: [{image: a, environment: {A: e, B: e}}], environment: {C: e}}
jobs:
  x:
    executor: e
    environment: {B: job}
    steps:
      - checkout
      - run: gcloud a
      - run: {command: gcloud b, environment: {D: 1}}
      - run: {command: gcloud no, shell: pwsh}
      - run: {name: gcloud no}
`, []string{"shell: gcloud a [A=e, B=job, C=e]", "shell: gcloud b [A=e, B=job, C=e, D=1]"}},
		{"exported", `
jobs:
  x:
    steps:
      - run: |
          C=c
          echo 'export A="a b"' >> "$BASH_ENV"
          echo "export B=$C" >> $BASH_ENV
          echo 'export D=$HOME' >> $BASH_ENV
      - when:
          condition: x
          steps:
            - run: echo "export E=e" >> $BASH_ENV
      - run: gcloud
  y:
    steps: [{run: gcloud y}]
`, []string{
			"shell: C=c\necho 'export A=\"a b\"' >> \"$BASH_ENV\"\necho \"export B=$C\" >> $BASH_ENV\necho 'export D=$HOME' >> $BASH_ENV\n",
			"shell: echo \"export E=e\" >> $BASH_ENV [A=a b, B=c, D=«$D»]",
			"shell: gcloud [A=a b, B=c, D=«$D», E=«$E»]", "shell: gcloud y"}},
		{"parameters", `
parameters: {p: {default: pp}, q: {type: string}}
jobs:
  x:
    parameters: {r: {default: us}, s: {type: string}, t: {default: t}, u: {type: string}}
    steps:
      - run: gcloud << parameters.r >> <<parameters.s>> << parameters.t >> << parameters.u >> << pipeline.parameters.p >> << pipeline.parameters.q >> << pipeline.number >>
      - run: |
          gcloud \<<EOF >>f
          EOF
  y:
    parameters: {r: {default: us}}
    steps: [{run: gcloud << parameters.r >>}]
workflows:
  w:
    jobs:
      - x: {s: one, t: t, matrix: {parameters: {u: [a, b]}}}
      - x: {s: one}
      - y
`, []string{
			"shell: gcloud us one t «<< parameters.u >>» pp «<< pipeline.parameters.q >>» «<< pipeline.number >>»",
			"shell: gcloud <<EOF >>f\nEOF\n", "shell: gcloud us"}},
		{"commands", `
commands:
  deploy:
    parameters: {r: {default: us}, z: {type: string}}
    steps:
      - run: gcloud << parameters.r >> << parameters.z >>
      - deploy
  unused:
    steps: [{run: gcloud no}]
jobs:
  x:
    parameters: {z: {default: zz}}
    steps:
      - deploy: {z: << parameters.z >>}
      - orb/deploy: {z: gcloud}
`, []string{"shell: gcloud us zz"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, set := read(t, CircleCI(), ".circleci/config.yml", tt.in)
			check(t, got, tt.want)
			if len(set.Notes) > 0 {
				t.Errorf("note: %s", set.Notes[0].Reason)
			}
			for _, f := range got {
				sound(t, f.Text)
			}
		})
	}
}

func TestCircleCIPlaces(t *testing.T) {
	in := "jobs:\n  x:\n    parameters:\n      s: {default: storage-rw}\n    steps:\n      - run:\n          command: gcloud a --b=<< parameters.s >>\n"
	got, _ := read(t, CircleCI(), ".circleci/config.yml", in)
	text := got[0].Text
	i := strings.Index(text.String(), "storage-rw")
	if e, ok := text.Edit(i, i+10, "x"); !ok || e.Span.From().Line != 4 || e.Span.From().Col != 20 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
	if w := text.Weak(); w != "the default of parameter s" {
		t.Errorf("weak %q", w)
	}
	got, _ = read(t, CircleCI(), ".circleci/config.yml", "jobs: {x: {steps: [{run: gcloud << parameters.a >> << pipeline.id >>}]}}")
	w := got[0].Text.Fields()
	if a, b := w[1].Hole(), w[2].Hole(); a.Why != "given by the workflow" || a.Sym != ".circleci/config.yml:x:<<parameters.a>>" || b.Sym != ".circleci/config.yml:<<pipeline.id>>" {
		t.Errorf("holes %+v, %+v", a, b)
	}
}

func FuzzCircleCI(f *testing.F) {
	f.Add("executors: {e: {docker: [{environment: {A: << parameters.x >>}}]}}\njobs: {x: {executor: {name: e}, parameters: {x: {default: 1}}, steps: [{run: 'gcloud << parameters.x >> \\<< <<'}, {c: {y: z}}]}}\ncommands: {c: {parameters: {y: {}}, steps: [c, c, {when: {steps: [{run: gcloud}]}}]}}\nworkflows: {w: {jobs: [x, {x: {x: 2}}]}}\n")
	f.Add("jobs: {x: {steps: [{run: {command: 'echo \"export A='' >> $BASH_ENV', environment: [A]}}]}}\n")
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, CircleCI(), ".circleci/config.yml", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}

// Every job is read, however many there are; commands that call each other without
// end are given up on, and it is said.
func TestCircleCIBounds(t *testing.T) {
	var many, deep strings.Builder
	many.WriteString("jobs:\n")
	for i := range 1500 {
		fmt.Fprintf(&many, "  j%d:\n    steps: [{run: gcloud %d}]\n", i, i)
	}
	deep.WriteString("jobs:\n  a: {steps: [c0]}\n  b: {steps: [{run: gcloud b}]}\ncommands:\n")
	for i := range 12 {
		fmt.Fprintf(&deep, "  c%d: {steps: [c%d, c%d]}\n", i, i+1, i+1)
	}
	deep.WriteString("  c12: {steps: [{run: gcloud c}]}\n")
	for name, c := range map[string]struct {
		in    string
		least int
		note  string
	}{
		"many jobs": {many.String(), 1500, ""},
		"deep":      {deep.String(), 2, "the job a calls commands more than 1000 times: the rest of it is not read"},
	} {
		read, notes := 0, []string{}
		r := &surface.Reader{Set: &model.Set{}, Embed: func(surface.Fragment) surface.Env { read++; return nil }}
		file := source.NewFile(".circleci/config.yml", source.Code, []byte(c.in))
		CircleCI().Read(r, surface.Fragment{Text: source.Whole(file)})
		for _, n := range r.Set.Notes {
			notes = append(notes, n.Reason)
		}
		if got := strings.Join(notes, "; "); read < c.least || read > 2000 || got != c.note {
			t.Errorf("%s: %d steps read, at least %d wanted, and it is said %q, want %q", name, read, c.least, got, c.note)
		}
	}
}
