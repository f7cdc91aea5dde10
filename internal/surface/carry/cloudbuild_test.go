package carry

import (
	"strings"
	"testing"
)

func TestCloudBuildMatch(t *testing.T) {
	for path, want := range map[string]bool{
		"cloudbuild.yaml": true, "a/cloudbuild.yml": true, "cloudbuild.json": true, "cloudbuild-prod.yaml": true, "nightly.cloudbuild.yaml": true,
		"cloudbuild.md": false, "build.yaml": false, "cloudbuild/a.yaml": false,
	} {
		if got := CloudBuild().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestCloudBuild(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"builders", `
steps:
  - name: gcr.io/cloud-builders/gcloud
    args: [dataflow, jobs, run, "a b", --x=1, 5]
  - name: 'gcr.io/cloud-builders/gcloud-slim:latest'
    args: [a]
  - name: gcr.io/google.com/cloudsdktool/cloud-sdk
    entrypoint: gcloud
    args: [b]
  - name: google/cloud-sdk:slim
    args: [gcloud, c]
  - name: gcr.io/cloud-builders/mvn@sha256:abc
    args: [exec:java, -Dexec.args=--runner=DataflowRunner]
  - name: somewhere/else
    args: [--gcloud]
  - name: gcr.io/cloud-builders/docker
    args: [build, .]
`, []string{
			"shell: ‹gcloud› ‹dataflow› ‹jobs› ‹run› ‹a b› ‹--x=1› ‹5›", "shell: ‹gcloud› ‹a›", "shell: ‹gcloud› ‹b›", "shell: ‹gcloud› ‹c›",
			"shell: ‹mvn› ‹exec:java› ‹-Dexec.args=--runner=DataflowRunner›", "shell: ‹docker› ‹build› ‹.›"}},
		{"shells", `
steps:
  - name: a
    entrypoint: bash
    args:
      - -eEuo
      - pipefail
      - -c
      - |
        X=1
        gcloud a $$X $${X} $(date) \
          --b
  - {name: a, entrypoint: /bin/sh, args: ['-c', gcloud b]}
  - {name: a, args: [bash, -c, gcloud c, d]}
  - {name: a, entrypoint: bash, args: [gcloud.sh, -c]}
  - {name: a, env: [A=a b], script: "gcloud $A $$"}
  - {name: a, script: "#!/usr/bin/env bash\ngcloud d\n"}
  - {name: a, script: "#!/usr/bin/env python3\ngcloud\n"}
`, []string{"shell: X=1\ngcloud a $X ${X} $(date) \\\n  --b\n", "shell: gcloud b", "shell: gcloud c", "shell: ‹bash› ‹gcloud.sh› ‹-c›",
			"shell: gcloud $A $$ [A=a b]", "shell: #!/usr/bin/env bash\ngcloud d\n"}},
		{"substitutions", `
substitutions:
  _R: us
  _N: $_R-${PROJECT_ID}
  _E: ''
  _P: <PROJECT>
options: {env: ["A=$_R"], substitutionOption: ALLOW_LOOSE}
steps:
  - name: gcr.io/cloud-builders/gcloud
    args: [a, $_R, '${_N}', $_NONE, '${_R:-x}', '${_NONE:-d}', $PROJECT_ID, '$$_R', '${_R//u/v}', "[$_E]", "$_P"]
    env: [B=$A]
`, []string{"shell: ‹gcloud› ‹a› ‹us› ‹us-«${PROJECT_ID}»› ‹«$_NONE»› ‹us› ‹d› ‹«$PROJECT_ID»› ‹$_R› ‹«${_R//u/v}»› ‹[«$_E»]› ‹«<PROJECT>»› [A=us (weak), B=«$A»]"}},
		{"mapped", `
substitutions: {_R: us}
options: {automapSubstitutions: true}
steps:
  - {name: a, script: gcloud $_R}
`, []string{"shell: gcloud $_R [_R=us (weak)]"}},
		{"trigger", "build:\n  substitutions: {_A: a}\n  steps:\n  - {name: gcr.io/cloud-builders/gcloud, args: [$_A]}\n", []string{"shell: ‹gcloud› ‹a›"}},
		{"unknown", "steps:\n- {name: gcr.io/cloud-builders/gcloud, args: {a: b}}\n- {name: gcr.io/cloud-builders/gcloud, args: [[a]]}\n- gcloud\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, set := read(t, CloudBuild(), "cloudbuild.yaml", tt.in)
			check(t, got, tt.want)
			if len(set.Notes) > 0 {
				t.Errorf("note: %s", set.Notes[0].Reason)
			}
			for _, f := range got {
				for _, w := range append(f.Words, f.Text) {
					sound(t, w)
				}
			}
		})
	}
}

func TestCloudBuildJSON(t *testing.T) {
	got, _ := read(t, CloudBuild(), "cloudbuild.json", `{"steps": [{"name": "gcr.io/cloud-builders/gcloud", "args": ["a", "--b=c"]}]}`)
	check(t, got, []string{"shell: ‹gcloud› ‹a› ‹--b=c›"})
	if e, ok := got[0].Words[2].Edit(4, 5, "d"); !ok || e.Span.From().Col != 72 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
}

func TestCloudBuildHoles(t *testing.T) {
	got, _ := read(t, CloudBuild(), "cloudbuild.yaml", "substitutions: {_A: a, _B: $_A}\nsteps:\n- {name: gcr.io/cloud-builders/gcloud, args: [$_B, $_C, '${PROJECT_ID}', $PROJECT_ID]}\n")
	w := got[0].Words
	if w[1].Weak() != "the default of substitution _A" {
		t.Errorf("weak %q", w[1].Weak())
	}
	if h := w[2].Hole(); h.Why != "a substitution that the trigger or the command line gives" || h.Sym != "cloudbuild.yaml:$_C" {
		t.Errorf("hole %+v", h)
	}
	if h := w[3].Hole(); h.Why != "set by Cloud Build" || w[3].Sym() != w[4].Sym() {
		t.Errorf("hole %+v, %q", h, w[4].Sym())
	}
}

func TestCloudBuildPlaces(t *testing.T) {
	in := "substitutions:\n  _S: storage-rw\nsteps:\n- name: gcr.io/cloud-builders/gcloud\n  args:\n  - a\n  - '--scopes=$_S'\n"
	got, _ := read(t, CloudBuild(), "cloudbuild.yaml", in)
	w := got[0].Words[2]
	if e, ok := w.Edit(9, 19, "x"); !ok || e.Span.From().Line != 2 || e.Span.From().Col != 7 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
	if p := w.At(2).From(); p.Line != 7 || p.Col != 8 {
		t.Errorf("at %v", p)
	}
	if s := got[0].Words[0].Span(); !strings.HasSuffix(s.Text(), "/gcloud") {
		t.Errorf("program at %v", s)
	}
}

func FuzzCloudBuild(f *testing.F) {
	f.Add("substitutions: {_A: '$_B$_B', _B: '$_A$$'}\nsteps:\n- {name: gcr.io/cloud-builders/gcloud, args: [$_A, '${_B:-$_A}', '${']}\n- {entrypoint: bash, args: [-c, gcloud, x]}\n")
	f.Add("options: {env: [A=b, =], automapSubstitutions: true}\nsteps: [{script: 'gcloud', env: [C]}]\nbuild: {steps: [gcloud]}\n")
	f.Add("steps: &a [{name: gcr.io/cloud-builders/, args: [gcloud]}, *a]\n")
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, CloudBuild(), "cloudbuild.yaml", in)
		for _, f := range got {
			for _, w := range append(f.Words, f.Text) {
				sound(t, w)
			}
		}
	})
}
