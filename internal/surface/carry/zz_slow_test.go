package carry
import ("testing";"strings";"time";"github.com/proflint/proflint/internal/surface")
func TestZZSlow(t *testing.T) {
	type c struct{s surface.Surface; p string; unit []string; pre string}
	for _, x := range []c{
		{Makefile(),"Makefile",[]string{"$(","${","A=$(A)\n","A := $(A)$(A)\n","a:\n\tgcloud $(A)\n","ifdef X\nA = $(B)\n","A += x\n","\\\n","include x\n","x: A = b\n", "a: ", "#\\\n", "define X\n"},"A0 = $(A)\nB=$(A)$(A)$(A)\nrun:\n\tgcloud $(B)\n"},
		{Dockerfile(),"Dockerfile",[]string{"ENV A=$A\n","RUN gcloud ${A\n","RUN gcloud \\\n","FROM a AS b\n","ENV A=${","ARG A=\"b\n","RUN <<EOF\n","CMD [\"gcloud\",", "\\\n"},"FROM a\n"},
		{GitLab(),".gitlab-ci.yml",[]string{"$[[","${A","$A","{{"},"a:\n  variables: {B: $A}\n  script:\n  - gcloud "},
		{CloudBuild(),"cloudbuild.yaml",[]string{"$[[","${A","$_A","$$"},"substitutions: {_A: gcloud $_A}\nsteps:\n- name: gcr.io/cloud-builders/gcloud\n  args:\n  - gcloud "},
		{CircleCI(),".circleci/config.yml",[]string{"<<","<< a.b >>","\\<<",">>"},"jobs:\n x:\n  steps:\n  - run: gcloud "},
		{Taskfile(),"Taskfile.yml",[]string{"{{","{{.A}}"},"tasks:\n x: |-\n  gcloud "},
		{Justfile(),"justfile",[]string{"{{","{{a}}","a := a + a\n","a := '''\n","x:\n gcloud {{a}}\n","x a='b' ", "\\\n  "},"a:\n  gcloud "},
		{Jenkinsfile(),"Jenkinsfile",[]string{"{","sh '","${","sh \"${","string(","string ","environment {","a = ","withEnv([","'","/*","sh a.b(","sh \"$a.b.c\"\n","x = 'y'\n","a.", "sh (script"},"sh 'gcloud'\n"},
		{Notebook(),"a.ipynb",[]string{"!gcloud {a} $b\\n","a = f'{a}{b}'\\n","{","$","a = 'b'\\n"},"{\"cells\": [{\"cell_type\": \"code\", \"source\": \"a = f'{b}'\\nb = 'x'\\n!gcloud $a "},
		{GitHubActions(),"action.yml",[]string{"${{","${{ a }}"},"runs:\n steps:\n - run: gcloud "},
	} {
		for _, u := range x.unit {
			in := x.pre+strings.Repeat(u, (2<<20)/len(u))
			if x.p=="a.ipynb" { in += "\"}]}" }
			start := time.Now()
			got, _ := read(t, x.s, x.p, in)
			if d := time.Since(start); d > 500*time.Millisecond { t.Logf("%s %q: %v, %d fragments", x.p, u, d, len(got)) }
		}
	}
}
