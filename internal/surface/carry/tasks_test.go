package carry

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/surface"
)

// carrierTest is one file and what a carrier hands on of it.
type carrierTest struct {
	name, in string
	want     []string
}

func testCarrier(t *testing.T, s surface.Surface, path string, tests []carrierTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, set := read(t, s, path, tt.in)
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

func TestTaskfile(t *testing.T) {
	testCarrier(t, Taskfile(), "Taskfile.yml", []carrierTest{
		{"commands", `
tasks:
  a:
    cmds:
      - gcloud a
      - {cmd: gcloud b, silent: true}
      - task: gcloud
      - {for: [x, y], cmd: "gcloud {{.ITEM}}"}
      - defer: gcloud d
      - |
        X=1
        gcloud $X
      - echo
  b: gcloud e
  c: [gcloud f]
  d: {cmd: gcloud g}
`, []string{"shell: gcloud a", "shell: gcloud b", "shell: gcloud «{{.ITEM}}»", "shell: gcloud d", "shell: X=1\ngcloud $X\n", "shell: gcloud e", "shell: gcloud f", "shell: gcloud g"}},
		{"variables", `
vars:
  A: a
  B: "{{.A}}-{{ .NONE }}"
  S: {sh: date}
env: {E: "{{.A}}", N: 1}
tasks:
  a:
    vars: {A: inner, C: '{{.C | default "c"}}', D: '{{default "d" .A}}'}
    env: {F: "{{.A}}"}
    cmd: gcloud {{.A}} {{.B}} {{- .C -}} {{.D}} {{.S}} {{.CLI_ARGS}} {{if .A}}x{{end}} {{.X | default "y"}}
`, []string{"shell: gcloud inner a-«{{ .NONE }}» c inner «{{.S}}» «{{.CLI_ARGS}}» «{{if .A}}»x«{{end}}» y [E=a, F=inner, N=1]"}},
	})
	for path, want := range map[string]bool{"Taskfile.yml": true, "taskfile.yaml": true, "a/Taskfile.dist.yaml": true, "TASKFILE.yml": false, "Taskfile": false, "mytaskfile.yml": false} {
		if got := Taskfile().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	got, _ := read(t, Taskfile(), "Taskfile.yml", "tasks:\n  a:\n    - 'gcloud --b={{.B | default \"c\"}} {{.D}}'\n")
	text := got[0].Text
	if e, ok := text.Edit(strings.Index(text.String(), "c "), strings.Index(text.String(), " «"), "x"); ok {
		t.Errorf("edit %v", e)
	}
	w := text.Fields()
	if e, ok := w[1].Edit(4, 5, "x"); !ok || e.Span.From().Col != 35 || w[1].Weak() != "the default of B" {
		t.Errorf("edit %v, weak %q", e.Span, w[1].Weak())
	}
	if h := w[2].Hole(); h.Sym != "Taskfile.yml:a:{{.D}}" || h.Why != "given when the task is called" {
		t.Errorf("hole %+v", h)
	}
}

func TestPackageJSON(t *testing.T) {
	testCarrier(t, PackageJSON(), "a/package.json", []carrierTest{
		{"scripts", `{"name": "n", "config": {"r": "us", "x": [1]}, "scripts": {"a": "gcloud --b=\"c\"", "d": "echo", "e": ["gcloud"], "f": "X=1 gcloud $X && y"}, "x": "gcloud"}`,
			[]string{
				`shell: gcloud --b="c" [npm_package_config_r=us (weak), npm_package_name=n]`,
				"shell: X=1 gcloud $X && y [npm_package_config_r=us (weak), npm_package_name=n]"}},
		{"none", `{"scripts": "gcloud"}`, nil},
	})
	if PackageJSON().Takes("package-lock.json") || PackageJSON().Takes("Package.json") {
		t.Error("matches other files")
	}
	got, _ := read(t, PackageJSON(), "package.json", "{\n  \"scripts\": {\"a\": \"gcloud \\\"x\\\" --b=c\"}\n}")
	text := got[0].Text
	i := strings.Index(text.String(), "=c") + 1
	if e, ok := text.Edit(i, i+1, "d"); !ok || e.Span.From().Line != 2 || e.Span.From().Col != 38 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
}

func TestJustfile(t *testing.T) {
	testCarrier(t, Justfile(), "justfile", []carrierTest{
		{"lines", "# gcloud\na: b\n  @gcloud a\n  -gcloud b # c\n\n  gcloud c \\\n    --d \\\n    --e\n@c x: && d\n\tX=1; gcloud $X\n  \n[private]\nd:\n", []string{"shell: gcloud a", "shell: gcloud b # c", "shell: gcloud c --d --e", "shell: X=1; gcloud $X"}},
		{"variables", `a := 'x'
b := a + "-y" / "z"
export C := b
d-e := env_var_or_default("R", "us")
f := env("R")
g := g
h := if a == "x" { "1" } else { "2" }
i := ` + "`date`" + `
j := "a\nb"
run:
  gcloud {{a}} {{ b + 'q' }} {{d-e}} {{f}} {{g}} {{h}} {{i}} {{j}} {{none}} {{{{x}} ${C}
`, []string{"shell: gcloud x x-y/zq us «{{f}}» «{{g}}» «{{h}}» «{{i}}» «{{j}}» «{{none}}» {{x}} ${C} [C=x-y/z]"}},
		{"arguments", "run env region='us' zone=\"a:b\" $x='y' *args='': dep\n  gcloud {{env}} {{region}} {{zone}} {{args}} $x\n", []string{"shell: gcloud «{{env}}» us a:b  $x [x=y (weak)]"}},
		{"shebang", "a:\n  #!/usr/bin/env bash\n  set -e\n    gcloud a \\\n      --b\n\n  gcloud {{c}}\nb:\n  #!/usr/bin/env python\n  gcloud\n", []string{"shell: #!/usr/bin/env bash\nset -e\n  gcloud a \\\n    --b\n\ngcloud «{{c}}»\n"}},
		{"settings", "set export\nset shell := [\"bash\", \"-uc\"]\nA := 'a'\nalias g := gcloud\nimport 'gcloud'\nx:\n  gcloud\n", []string{"shell: gcloud [A=a]"}},
		{"other shells", "set shell := ['powershell.exe', '-c']\nx:\n  gcloud\n", nil},
		{"long strings", "A := '''\n  gcloud {\n'''\nx:\n  gcloud\n", []string{"shell: gcloud"}},
	})
	for path, want := range map[string]bool{"Justfile": true, "a/.JUSTFILE": true, "b.just": true, "justfile.txt": false} {
		if got := Justfile().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	got, _ := read(t, Justfile(), "justfile", "S := 'storage-rw'\nrun x y='z':\n    gcloud a \\\n      --b={{S}} {{x}} {{y}}\n")
	w := got[0].Text.Fields()
	if e, ok := w[2].Edit(4, 14, "x"); !ok || e.Span.From().Line != 1 || e.Span.From().Col != 7 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
	if p := w[2].At(0).From(); p.Line != 4 || p.Col != 7 {
		t.Errorf("at %v", p)
	}
	if h := w[3].Hole(); h.Sym != "justfile:run:{{x}}" || w[4].Weak() != "the default of argument y" {
		t.Errorf("hole %+v, weak %q", h, w[4].Weak())
	}
}

func FuzzTaskfile(f *testing.F) {
	f.Add("vars: {A: '{{.B}}', B: {sh: x}}\nenv: {C: '{{.A | default \"x\"}}'}\ntasks: {a: {vars: {A: '{{default `x` .A}}'}, cmds: ['gcloud {{', {defer: {cmd: gcloud}}, {cmd: 'gcloud {{- .A}}'}]}, b: gcloud, c: [gcloud]}\n")
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, Taskfile(), "Taskfile.yml", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}

func FuzzJustfile(f *testing.F) {
	f.Add("set export\na := b + 'c' / \"d\" # x\nexport b := env('X', 'y')\nb2 := '''\nx\n'''\n[x]\nrun x y='z' $w *v=a: d\n  @gcloud {{a}} {{{{ {{x + b}} \\\n   {{y}}\n\t#!\n")
	f.Add("a:\n #!/bin/sh\n  gcloud {{a\n gcloud }}\n:\n x\n=\nexport\nset shell\n")
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, Justfile(), "justfile", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}

func FuzzPackageJSON(f *testing.F) {
	f.Add(`{"name": 1, "config": {"a": "b"}, "scripts": {"a": "gcloud \u0041 \"b\"", "b": {}}}`)
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, PackageJSON(), "package.json", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}
