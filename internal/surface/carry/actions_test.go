package carry

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestActionsMatch(t *testing.T) {
	for path, want := range map[string]bool{
		".github/workflows/a.yml": true, ".github/workflows/a.yaml": true, "x/.github/workflows/a.yml": true,
		"action.yml": true, "x/action.yaml": true, "workflows/a.yml": false, ".github/a.yml": false, "my-action.yml": false,
		".github/workflows/sub/a.yml": false, ".github/workflows/a.txt": false,
	} {
		if got := GitHubActions().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestActions(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"env from three places", `
env: {A: top, B: top, N: 3}
jobs:
  x:
    env: {B: job, C: "${{ env.A }}-${{ secrets.S }}"}
    steps:
      - run: gcloud ${{ env.C }} # a comment
        env: {D: '${{env.B}}'}
      - run: gcloud two
`, []string{
			"shell: gcloud top-«${{ secrets.S }}» [A=top, B=job, C=top-«${{ secrets.S }}», D=job, N=3]",
			"shell: gcloud two [A=top, B=job, C=top-«${{ secrets.S }}», N=3]"}},
		{"inputs", `
on:
  workflow_dispatch:
    inputs:
      region: {default: us-central1}
      zone: {type: string}
  workflow_call:
    inputs: {region: {default: us-central1}}
jobs:
  x:
    steps:
      - run: gcloud ${{ inputs.region }} ${{ github.event.inputs.region }} ${{ inputs.zone }}
        env: {R: "${{ inputs.region }}", Z: "${{ inputs.zone || 'a' }}"}
`, []string{"shell: gcloud us-central1 us-central1 «${{ inputs.zone }}» [R=us-central1 (weak), Z=a (weak)]"}},
		{"matrix", `
jobs:
  x:
    strategy: {matrix: {v: [2.2], w: [a, b], include: [{u: z}], o: [{p: q}]}}
    steps:
      - run: gcloud ${{ matrix.v }} ${{ matrix.w }} ${{ matrix.u }} ${{ matrix.o.p }} ${{ matrix.none }}
  y:
    strategy: {matrix: "${{ fromJSON(needs.x.outputs.m) }}"}
    steps:
      - run: gcloud ${{ matrix.v }}
`, []string{
			"shell: gcloud 2.2 «${{ matrix.w }}» z q «${{ matrix.none }}»",
			"shell: gcloud «${{ matrix.v }}»"}},
		{"conditions", `
jobs:
  x:
    strategy: {matrix: {w: [a, b]}}
    env: {M: "${{ matrix.w }}", E: ''}
    steps:
      - run: gcloud ${{ inputs.s && 'D' || 'P' }} ${{ (inputs.s || inputs.t) && 'D' || 'D' }} ${{ inputs.s && 'D' }} ${{ '' || 'e' }}
      - run: gcloud ${{ matrix.w }}-${{ env.M || 'c' }} ${{ inputs.s && 'a||b' || inputs.t && '' || inputs.u }} ${{ env.E || env.M }}
      - run: gcloud ${{ inputs.s && 'D' || inputs.t || 'P' }} ${{ inputs.t || 'P' }} ${{ true }} ${{ false || 2.2 }}
`, []string{
			"shell: gcloud «${{ inputs.s && 'D' || 'P' }}» D «${{ inputs.s && 'D' }}» e [E=, M=«${{ matrix.w }}»]",
			"shell: gcloud «${{ matrix.w }}»-«${{ env.M || 'c' }}» «${{ inputs.s && 'a||b' || inputs.t && '' || inputs.u }}» «${{ env.E || env.M }}» [E=, M=«${{ matrix.w }}»]",
			"shell: gcloud «${{ inputs.s && 'D' || inputs.t || 'P' }}» P true 2.2 [E=, M=«${{ matrix.w }}»]"}},
		{"shells", `
defaults: {run: {shell: pwsh}}
jobs:
  x:
    steps:
      - run: gcloud $env:X
      - {run: gcloud a, shell: bash}
      - {run: gcloud b, shell: 'bash -e {0}'}
      - {run: gcloud c, shell: python}
  y:
    defaults: {run: {shell: /bin/sh}}
    steps: [{run: gcloud d}]
`, []string{"shell: gcloud «$env:X»", "shell: gcloud a", "shell: gcloud b", "shell: gcloud d"}},
		{"windows", `
jobs:
  x:
    runs-on: windows-latest
    steps:
      - {run: 'gcloud $env:X $X', env: {X: b}}
      - {run: gcloud a, shell: bash}
      - {run: 'gcloud %x% %Y%', shell: cmd, env: {X: b}}
`, []string{"shell: gcloud b «$X» [X=b]", "shell: gcloud a", "shell: gcloud b «%Y%» [X=b]"}},
		{"composite", `
inputs: {c: {default: etl}}
runs:
  using: composite
  steps:
    - uses: actions/checkout@v4
    - {shell: bash, run: "gcloud ${{ inputs.c }}"}
`, []string{"shell: gcloud etl"}},
		{"GITHUB_ENV of a group", `
jobs:
  x:
    steps:
      - run: |
          {
            echo "A=one"
            echo "B=two"
          } >> "$GITHUB_ENV"
          {
            echo "C=no"
            if x; then
              echo "D=no"
            fi
          } >> "$GITHUB_ENV"
          {
            echo "E=no"
          }
      - run: gcloud $A
`, []string{
			"shell: {\n  echo \"A=one\"\n  echo \"B=two\"\n} >> \"$GITHUB_ENV\"\n{\n  echo \"C=no\"\n  if x; then\n    echo \"D=no\"\n  fi\n} >> \"$GITHUB_ENV\"\n{\n  echo \"E=no\"\n}\n",
			"shell: gcloud $A [A=one, B=two]"}},
		{"GITHUB_ENV", `
jobs:
  x:
    steps:
      - run: |
          C=etl
          echo "A=one" >> "$GITHUB_ENV"
          echo B=$C >> $GITHUB_ENV
          if x; then
            echo "D=two" >> $GITHUB_ENV
          fi
          echo "E=$(date)" >>"${GITHUB_ENV}"
      - run: gcloud ${{ env.A }}
`, []string{
			"shell: C=etl\necho \"A=one\" >> \"$GITHUB_ENV\"\necho B=$C >> $GITHUB_ENV\nif x; then\n  echo \"D=two\" >> $GITHUB_ENV\nfi\necho \"E=$(date)\" >>\"${GITHUB_ENV}\"\n",
			"shell: gcloud one [A=one, B=etl, D=«$D», E=«$E»]"}},
		{"folded", "jobs:\n  x:\n    steps:\n      - run: >\n          gcloud a \\\n          --b\n", []string{"shell: gcloud a \\ --b\n"}},
		{"comments", "jobs:\n  x:\n    steps:\n      # - run: gcloud no\n      - run: | # gcloud no\n          gcloud a\n", []string{"shell: gcloud a\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, set := read(t, GitHubActions(), ".github/workflows/w.yml", tt.in)
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

func TestActionsHoles(t *testing.T) {
	got, _ := read(t, GitHubActions(), ".github/workflows/w.yml", `
jobs:
  x:
    strategy: {matrix: {v: [a, b]}}
    steps:
      - run: ${{ matrix.v }} ${{vars.R}}
      - run: ${{ vars.R }}
  y:
    steps:
      - run: ${{ matrix.v }}
`)
	v, r, r2, w := got[0].Text.Fields()[0], got[0].Text.Fields()[1], got[1].Text, got[2].Text
	if v.Hole().Why != "one of a, b" || r.Hole().Why != "set when the workflow runs" {
		t.Errorf("reasons %q, %q", v.Hole().Why, r.Hole().Why)
	}
	if r.Sym() != r2.Sym() || r.Hole().Sym != ".github/workflows/w.yml:${{vars.R}}" {
		t.Errorf("symbols %q, %q", r.Sym(), r2.Sym())
	}
	if v.Sym() == w.Sym() {
		t.Error("two jobs' matrices are one")
	}
}

func TestActionsPlaces(t *testing.T) {
	in := "jobs:\n  x:\n    steps:\n      - run: |\n          gcloud a \\\n            --scopes=storage-rw\n"
	got, _ := read(t, GitHubActions(), ".github/workflows/w.yml", in)
	text := got[0].Text
	i := strings.Index(text.String(), "storage-rw")
	if p := text.At(i).From(); p.Line != 6 || p.Col != 22 {
		t.Errorf("at %v", p)
	}
	if e, ok := text.Edit(i, i+10, "x"); !ok || e.Span.Text() != "storage-rw" {
		t.Errorf("edit %v, %v", e.Span.Text(), ok)
	}
}

func TestActionsBroken(t *testing.T) {
	got, set := read(t, GitHubActions(), ".github/workflows/w.yml", "jobs:\n  x:\n    steps:\n      - run: gcloud a\n      - run: 'gcloud b\n")
	check(t, got, []string{"shell: gcloud a"})
	if len(set.Notes) != 1 || set.Notes[0].At.From().Line < 5 {
		t.Errorf("notes %v", set.Notes)
	}
}

func FuzzActions(f *testing.F) {
	f.Add("env: {A: '${{ x }}'}\njobs:\n  x:\n    strategy: {matrix: {v: [1, {w: 2}], include: [3]}}\n    steps:\n      - run: |\n          gcloud ${{ matrix.v.w }} ${{ env.A || 'b' }}\n          echo \"A=$B\" >> $GITHUB_ENV\n")
	f.Add("runs: {steps: [{run: '${{ inputs.a', shell: sh}]}\ninputs: [a]\n")
	f.Add("jobs: &a {x: {steps: [*a, {run: \"echo ='=' >> GITHUB_ENV\"}]}}\n")
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, GitHubActions(), "action.yml", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}

func TestActionsChoices(t *testing.T) {
	got, _ := read(t, GitHubActions(), ".github/workflows/a.yml", `
jobs:
  x:
    strategy: {matrix: {w: [a, b, a]}}
    steps:
      - run: "v${{ matrix.w }} ${{ inputs.s && 'D' || 'P' }} ${{ inputs.s && 'D' || matrix.w }} ${{ matrix.w || 'c' }} ${{ inputs.s && 'D' || inputs.t || 'P' }} ${{ inputs.s && 'D' || inputs.t }}"
`)
	var out []string
	for _, w := range got[0].Text.Fields() {
		if h := w.Hole(); h != nil {
			var can []string
			for _, c := range w.Choices() {
				can = append(can, c.String())
			}
			out = append(out, strings.Join(can, " ")+": "+h.Why)
		}
	}
	want := []string{"va vb: one of a, b", "D P: one of D, P", "D a b: one of D, a, b", "a b: one of a, b", ": one of D, P, or another value", ": set when the workflow runs"}
	if d := cmp.Diff(want, out); d != "" {
		t.Error(d)
	}
}
