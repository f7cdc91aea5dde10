package carry

import (
	"strings"
	"testing"
)

func TestJenkinsfile(t *testing.T) {
	testCarrier(t, Jenkinsfile(), "Jenkinsfile", []carrierTest{
		{"steps", `
pipeline {
  stages {
    stage('gcloud') { steps {
      sh 'gcloud a "b" \'c\' $X'
      sh "gcloud d \$X \"e\""
      sh('gcloud f')
      sh(script: 'gcloud g', returnStdout: true).trim()
      sh returnStatus: true, script: "gcloud h"
      sh(
        label: 'x',
        script: '''
          gcloud i \\
            --j
        '''
      )
      sh """gcloud k \
        --l"""
      sh '''#!/usr/bin/env python
gcloud'''
      // sh 'gcloud no'
      /* sh 'gcloud no' */
      echo 'sh "gcloud no"'
      bat 'gcloud l %L%'
      steps.sh 'gcloud m'
      x.sh 'gcloud no'
    } }
  }
}
`, []string{
			`shell: gcloud a "b" 'c' $X`, `shell: gcloud d $X "e"`, "shell: gcloud f", "shell: gcloud g", "shell: gcloud h",
			"shell: \n          gcloud i \\\n            --j\n        ", "shell: gcloud k         --l", "shell: gcloud l «%L%»", "shell: gcloud m"}},
		{"environment", `
pipeline {
  environment { A = 'a'; B = "${A}-b"
    C = credentials('x') }
  parameters { string(name: 'P', defaultValue: 'p', description: 'gcloud') }
  stages {
    stage('x') {
      environment { A = 'inner' }
      steps { sh "gcloud ${A} ${env.B} ${params.P} ${P} $A $env.A ${BUILD_ID} ${x ? 'y' : 'z'}" }
    }
    stage('y') { steps { withEnv(['D=d', "E=${A}"]) { sh 'gcloud' }
      sh "gcloud ${A}" } }
  }
}
`, []string{
			"shell: gcloud inner a-b p p inner inner «${BUILD_ID}» «${x ? 'y' : 'z'}» [A=inner, B=a-b, C=«credentials('x')», P=p (weak)]",
			"shell: gcloud [A=a, B=a-b, C=«credentials('x')», D=d, E=a, P=p (weak)]",
			"shell: gcloud a [A=a, B=a-b, C=«credentials('x')», P=p (weak)]"}},
		{"script", `
def region = 'us'
def both = 'a'
def out = sh(script: "gcloud z", returnStdout: true)
node {
  both = 'b'
  env.X = 'x'
  sh "gcloud ${region} ${both} ${out}"
  sh 'gcloud ' + region + " $both".trim()
  sh cmd
  if (a == 'b') { sh "gcloud " + f('x') }
  sh "gcloud ${region.toUpperCase()}"
}
`, []string{
			"shell: gcloud z", "shell: gcloud us «${both}» «${out}» [X=x]", "shell: gcloud us «${both}» [X=x]",
			"shell: gcloud «f('x')» [X=x]", "shell: gcloud «${region.toUpperCase()}» [X=x]"}},
	})
	for path, want := range map[string]bool{"Jenkinsfile": true, "a/Jenkinsfile.prod": true, "b.jenkinsfile": true, "jenkinsfile": false, "Jenkins": false} {
		if got := Jenkinsfile().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestJenkinsfilePlaces(t *testing.T) {
	in := "environment { S = 'storage-rw' }\nsh \"\"\"\n  é gcloud a \\\\\n    --b=${S} ${V} ${V}\n\"\"\"\n"
	got, _ := read(t, Jenkinsfile(), "Jenkinsfile", in)
	w := got[0].Text.Fields()
	if w[3].String() != `\` || w[4].String() != "--b=storage-rw" {
		t.Fatalf("words %q, %q", w[3], w[4])
	}
	if e, ok := w[4].Edit(4, 14, "x"); !ok || e.Span.From().Line != 1 || e.Span.From().Col != 20 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
	if p := w[4].At(0).From(); p.Line != 4 || p.Col != 5 {
		t.Errorf("at %v", p)
	}
	if h := w[5].Hole(); h.Why != "set when the pipeline runs" || h.Sym != "Jenkinsfile:${V}" || w[5].Sym() != w[6].Sym() {
		t.Errorf("hole %+v", h)
	}
	if e, ok := got[0].Text.Edit(strings.Index(got[0].Text.String(), "gcloud a"), strings.Index(got[0].Text.String(), " a"), "x"); !ok || e.Span.From().Col != 5 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
}

func FuzzJenkinsfile(f *testing.F) {
	for _, s := range []string{
		"pipeline { environment { A = 'b' } parameters { string(name: 'P', defaultValue: 'p') } stages { sh \"\"\"gcloud ${A} $P \\\n \\$x ${\"\"\" } }",
		"def x = 'y'\nenv.Z = \"${x}\"\nwithEnv(['A=b']) { sh(script: 'gcloud' + x.trim() + \"z\", label: '''a''') }\n", "sh 'gcloud\nsh \"gcloud\nsh '''gcloud", "~/'/ sh '''gcloud \\n\\\\\\'''' // \n/* ", "steps.sh label: 'a',\n script: 'gcloud'", "}}} sh",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, Jenkinsfile(), "Jenkinsfile", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}
