package carry

import (
	"strings"
	"testing"
)

func TestGitLabMatch(t *testing.T) {
	for path, want := range map[string]bool{
		".gitlab-ci.yml": true, "a/.gitlab-ci.yml": true, "deploy.gitlab-ci.yml": true, ".gitlab/ci/a.yml": true, "x/.gitlab/b.yaml": true,
		"gitlab-ci.yml": false, ".gitlab/a.md": false, "gitlab/a.yml": false,
	} {
		if got := GitLab().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestGitLab(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"one session", `
before_script: [A=a]
after_script:
  - gcloud after
job:
  script:
    - gcloud a $A
    - |
      if x; then
        gcloud b
      fi
    - >
      gcloud c
      --d
`, []string{"shell: A=a\ngcloud a $A\nif x; then\n  gcloud b\nfi\ngcloud c --d\n", "shell: gcloud after\n"}},
		{"text", "job: {script: gcloud a}\nother: {script: echo}\n", []string{"shell: gcloud a\n"}},
		{"defaults", `
default:
  before_script: gcloud d
job: {script: gcloud a, before_script: []}
two: {script: gcloud b, inherit: {default: false}}
six: {script: gcloud c}
`, []string{"shell: gcloud a\n", "shell: gcloud b\n", "shell: gcloud d\ngcloud c\n"}},
		{"variables", `
variables:
  A: a
  B: $A-${C}-$$X-$CI_JOB
  R: {value: us, description: where}
  S: {value: s}
  L: $L
job:
  variables: {A: z, C: 3, E: "", F: <your project>}
  script: gcloud
`, []string{"shell: gcloud\n [A=z, B=z-3-$X-«$CI_JOB», C=3, E=, F=«<your project>», L=«$L», R=us (weak), S=s]"}},
		{"extends", `
.base:
  variables: {A: base, B: base}
  before_script: [gcloud base]
  script: [gcloud no]
.more: {extends: .base, variables: {B: more}}
.alone: {script: gcloud alone}
job:
  extends: [.none, .more]
  variables: {C: job}
  script: gcloud a
two: {extends: .base}
`, []string{
			"shell: gcloud alone\n", "shell: gcloud base\ngcloud a\n [A=base, B=more, C=job]",
			"shell: gcloud base\ngcloud no\n [A=base, B=base]"}},
		{"cycle", "a: {extends: b, script: gcloud a}\nb: {extends: a}\n", []string{"shell: gcloud a\n", "shell: gcloud a\n"}},
		{"references", `
.setup: &setup
  - A=a
  - B=b
.s: {script: [gcloud s]}
job:
  script:
    - *setup
    - !reference [.s, script]
    - !reference [.none, script]
    - gcloud a
`, []string{"shell: gcloud s\n", "shell: A=a\nB=b\ngcloud s\n«…»\ngcloud a\n"}},
		{"matrix and rules", `
job:
  parallel: {matrix: [{R: [us, eu], S: s}, {S: s}]}
  rules: [{if: $X, variables: {V: v}}]
  variables: {V: w}
  script: gcloud
`, []string{"shell: gcloud\n [R=«$R», S=s, V=«$V»]"}},
		{"inputs", `
spec:
  inputs:
    region: {default: us}
    zone:
---
job: {script: "gcloud $[[ inputs.region ]] $[[inputs.zone]]", variables: {Z: "$[[ inputs.zone ]]"}}
`, []string{"shell: gcloud us «$[[inputs.zone]]»\n [Z=«$[[ inputs.zone ]]»]"}},
		{"no jobs", "workflow: {script: gcloud no}\nstages: [gcloud]\nx: gcloud\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, set := read(t, GitLab(), ".gitlab-ci.yml", tt.in)
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

func TestGitLabHoles(t *testing.T) {
	got, _ := read(t, GitLab(), ".gitlab-ci.yml", "job:\n  parallel: {matrix: [{R: [us, eu]}]}\n  script: gcloud\n  variables: {Z: $REGION}\n")
	if h := got[0].Env["R"].Hole(); h.Why != "one of us, eu" || h.Sym != ".gitlab-ci.yml:job:$R" {
		t.Errorf("hole %+v", h)
	}
	if h := got[0].Env["Z"].Hole(); h.Why != "set outside this pipeline" || h.Sym != ".gitlab-ci.yml:$REGION" {
		t.Errorf("hole %+v", h)
	}
}

func TestGitLabPlaces(t *testing.T) {
	in := "variables:\n  S: 'storage-rw'\njob:\n  script:\n    - A=é\n    - \"gcloud a --b=$S\"\n"
	got, _ := read(t, GitLab(), ".gitlab-ci.yml", in)
	text := got[0].Text
	if e, ok := text.Edit(strings.Index(text.String(), "--b"), strings.Index(text.String(), "=$S"), "--c"); !ok || e.Span.From().Line != 6 || e.Span.From().Col != 17 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
	if s := got[0].Env["S"].Span(); s.Text() != "storage-rw" || s.From().Col != 7 {
		t.Errorf("variable at %v", s)
	}
}

func FuzzGitLab(f *testing.F) {
	f.Add("spec: {inputs: {a: {default: b}}}\n---\n.b: {extends: c, variables: {A: $B, B: '$A$$'}}\nc:\n  extends: [.b, d]\n  script:\n    - gcloud $[[ inputs.a ]]\n    - !reference [c, script]\n    - [x, [y]]\n")
	f.Add("default: {before_script: gcloud}\njob: {script: !reference [job, script], parallel: {matrix: [{A: [b]}]}, rules: [{variables: {C: d}}]}\n")
	f.Add("job: &a {script: [*a, gcloud, '$[['], variables: {A: {value: [b], description: c}}}\n")
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, GitLab(), ".gitlab-ci.yml", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}
