package carry

import (
	"strings"
	"testing"
)

func TestDockerfileMatch(t *testing.T) {
	for path, want := range map[string]bool{
		"Dockerfile": true, "a/Dockerfile.dev": true, "b.Dockerfile": true, "c.dockerfile": true, "Containerfile": true, "Dockerfile-xlang": true,
		"dockerfile": true, "DockerfileGenerator.java": false, "Dockerfiles": false, "docker-compose.yml": false,
	} {
		if got := Dockerfile().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestDockerfile(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"run", "FROM a\nRUN gcloud a\nrun --mount=type=cache,target=/x --network=none gcloud b\nRUN echo no\n", []string{"shell: gcloud a", "shell: gcloud b"}},
		{"continued", "FROM a\nRUN gcloud a \\\n  # a comment\n\n  --b \\ \t\n    --c \\\n", []string{"shell: gcloud a   --b     --c"}},
		{"exec form", `FROM a
RUN ["gcloud", "a b", "$X"]
RUN ["bash", "-euxo", "pipefail", "-c", "gcloud \"$X\""]
RUN [ "gcloud", \
      "c" ]
RUN ["gcloud", d]
`, []string{"shell: ‹gcloud› ‹a b› ‹$X›", `shell: gcloud "$X"`, "shell: ‹gcloud› ‹c›", `shell: ["gcloud", d]`}},
		{"env", `FROM a
ENV A=a B="b c" C=d\ e D='$A' E=$A-${B} F=${NONE} G=${NONE:-g} H=${A:-h}
ENV L one "two"
ENV A=z K=$A
RUN gcloud
`, []string{`shell: gcloud [A=z, B=b c, C=d e, D=$A, E=«$A»-«${B}», F=«${NONE}», G=g (weak), H=h (weak), K=a, L=one two]`}},
		{"args", "ARG R=us\nARG T\nFROM a:$T\nARG R\nARG S=s\nARG T=t\nARG N=\nENV X=$S\nRUN gcloud\nCMD gcloud\n",
			[]string{"shell: gcloud [N=«$N», R=us (weak), S=s (weak), T=t (weak), X=s (weak)]", "shell: gcloud [X=s (weak)]"}},
		{"entry point and arguments", "FROM a\nENTRYPOINT [\"python\", \"-m\", \"x\"]\nCMD [\"--runner=DataflowRunner\"]\n", []string{"shell: ‹python› ‹-m› ‹x› ‹--runner=DataflowRunner›"}},
		{"last one wins", "FROM a\nCMD gcloud a\nCMD [\"gcloud\", \"b\"]\n", []string{"shell: ‹gcloud› ‹b›"}},
		{"shell entry point", "FROM a\nCMD [\"gcloud\"]\nENTRYPOINT exec gcloud a $A\nENV A=a\n", []string{"shell: exec gcloud a $A [A=a]"}},
		{"someone else's entry point", "FROM a\nCMD [\"--x=gcloud\"]\n", nil},
		{"stages", "FROM a AS x\nENV A=a\nARG B=b\nENTRYPOINT [\"gcloud\"]\nCMD [\"a\"]\nFROM x\nRUN gcloud r\nCMD [\"b\"]\nFROM X\nENTRYPOINT [\"gcloud\", \"c\"]\nFROM a\n",
			[]string{"shell: ‹gcloud› ‹a› [A=a]", "shell: gcloud r [A=a]", "shell: ‹gcloud› ‹b› [A=a]", "shell: ‹gcloud› ‹c› [A=a]"}},
		{"here-documents", "FROM a\nRUN <<EOF\ngcloud a\n\\$x\nEOF\nRUN <<-\"EOF\"\n\tgcloud b\n\tEOF\nRUN <<X\n#!/usr/bin/env python3\ngcloud\nX\nRUN cat <<E >f && gcloud c\nd\nE\nCOPY <<F /x\ngcloud no\nF\n",
			[]string{"shell: gcloud a\n\\$x\n", "shell: gcloud b\n", "shell: cat <<E >f && gcloud c\nd\nE\n"}},
		{"other shells", "FROM a\nSHELL [\"powershell\", \"-Command\"]\nRUN gcloud no\nSHELL [\"/bin/bash\", \"-c\"]\nRUN gcloud a\n", []string{"shell: gcloud a"}},
		{"escape", "# escape=`\nFROM a\nRUN gcloud a `\n  --b=c\\d\n", []string{"shell: gcloud a   --b=c\\d"}},
		{"when built upon", "FROM a\nONBUILD RUN gcloud a\n", []string{"shell: gcloud a"}},
		{"not run", "FROM gcloud\nLABEL a=gcloud\nCOPY gcloud /x\n# RUN gcloud\nMAINTAINER gcloud\n", nil},
		{"line endings", "FROM a\r\nRUN gcloud a \\\r\n  --b\r\n", []string{"shell: gcloud a   --b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, set := read(t, Dockerfile(), "Dockerfile", tt.in)
			check(t, got, tt.want)
			if len(set.Notes) > 0 {
				t.Errorf("note: %s", set.Notes[0].Reason)
			}
			for _, f := range got {
				sound(t, f.Text)
				for _, w := range f.Words {
					sound(t, w)
				}
			}
		})
	}
}

func TestDockerfilePlaces(t *testing.T) {
	in := "FROM é\nENV S=\"storage-rw\"\nRUN gcloud a \\\n    # c\n    --scopes=x\nENTRYPOINT [\"gcloud\", \"é\", \"--b=c\"]\n"
	got, _ := read(t, Dockerfile(), "Dockerfile", in)
	run, entry := got[0], got[1]
	if p := run.Text.At(strings.Index(run.Text.String(), "x")).From(); p.Line != 5 || p.Col != 14 {
		t.Errorf("at %v", p)
	}
	if s := run.Env["S"].Span(); s.Text() != "storage-rw" || s.From().Col != 8 {
		t.Errorf("variable at %v", s)
	}
	if e, ok := entry.Words[2].Edit(4, 5, "d"); !ok || e.Span.From().Line != 6 || e.Span.From().Col != 33 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
}

func TestDockerfileWeak(t *testing.T) {
	got, _ := read(t, Dockerfile(), "Dockerfile", "FROM a\nARG A=a\nRUN gcloud\nENTRYPOINT [\"gcloud\"]\nCMD [\"b\"]\n")
	if w := got[0].Env["A"].Weak(); w != "the default of build argument A" {
		t.Errorf("argument: %q", w)
	}
	if a, b := got[1].Words[0].Weak(), got[1].Words[1].Weak(); a != "" || b != "the image's default arguments" {
		t.Errorf("words: %q, %q", a, b)
	}
}

func TestDockerfileBroken(t *testing.T) {
	for in, line := range map[string]int{"FROM a\nRUN gcloud <<EOF\n": 2, "": 1, "FROM a\n\nENV A=a gcloud\n": 3} {
		got, set := read(t, Dockerfile(), "Dockerfile", in)
		if len(got) != 0 || len(set.Notes) != 1 || set.Notes[0].At.From().Line != line {
			t.Errorf("%q: %d fragments, notes %v", in, len(got), set.Notes)
		}
	}
}

func FuzzDockerfile(f *testing.F) {
	for _, s := range []string{
		"# escape=`\nARG A=b\nFROM a AS b\nARG A\nENV X=\"$A\" Y='z'\\ ${X:-y}\nRUN --mount=x gcloud a \\\n # c\n\n --b\nCMD [\"gcloud\"]\n",
		"FROM b\nENTRYPOINT [\"sh\", \"-c\", \"gcloud\"]\nSHELL [\"x\"]\nONBUILD RUN gcloud\nENV A b c\n", "RUN <<-A\n\tgcloud\n\tA\nRUN cat <<B <<C\ngcloud\nB\nC\n",
		"\\\nRUN \\\n gcloud\r\nFROM a\nCMD [\"-x\", gcloud\n", "FROM a\nENV \\\\\nARG '=\nENV $=${\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, Dockerfile(), "Dockerfile", in)
		for _, f := range got {
			sound(t, f.Text)
			for _, w := range f.Words {
				sound(t, w)
			}
		}
	})
}
