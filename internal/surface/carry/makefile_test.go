package carry

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

func TestMakefileMatch(t *testing.T) {
	for path, want := range map[string]bool{
		"Makefile": true, "a/makefile": true, "GNUmakefile": true, "deploy.mk": true, "Makefile.gcp": true,
		"MAKEFILE": false, "makefile.go": false, "Makefile2": false, "a.MK": false,
	} {
		if got := Makefile().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestMakefile(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"lines are shells of their own", "run: build\n\t@X=1; gcloud a\n\t-gcloud b $$X\n\techo no\n\t@- gcloud c # d\n",
			[]string{"shell: X=1; gcloud a", "shell: gcloud b $X", "shell: gcloud c # d"}},
		{"continued", "run:\n\tgcloud a \\\n\t  --b \\\n\t\t--c\n\n# x\n\tgcloud d \\\n--e\n", []string{"shell: gcloud a \\\n  --b \\\n\t--c", "shell: gcloud d \\\n--e"}},
		{"variables", "A = $(B)-x # the name\nB := etl\nP ?= p1\nE =\nrun:\n\tgcloud $(A) ${B} $B $(P) $(E) $(NONE) $@ $(shell date) $(A:x=y)\n",
			[]string{"shell: gcloud etl-x  etl etl p1 «$(E)» «$(NONE)» «$@» «$(shell date)» etl-y"}},
		{"later wins", "A = a\nC := $(A)\nD = $(A)\nA = b\nrun:\n\tgcloud $(C) $(D)\n", []string{"shell: gcloud a b"}},
		{"appended", "A := x\nA += y\nB = x\nB += $(Z)\nZ = z\nF += f\nrun:\n\tgcloud $(A) $(B) $(F)\n", []string{"shell: gcloud x y x z f"}},
		{"folded value", "OPTS = --a \\\n  --b\\\n  --c\nrun:\n\tgcloud $(OPTS)\n", []string{"shell: gcloud --a --b --c"}},
		{"branches", "ifdef PROD\nA = a\nelse\nA = b\nendif\nifeq ($(X),y)\nC = c\nendif\nD = d\nifeq ($(X),y)\nD = d\nendif\nifndef E\nE = e\nendif\nifeq ($(F),)\nF = f\nendif\nrun:\n\tgcloud $(A) $(C) $(D) $(E) $(F)\n",
			[]string{"shell: gcloud «$(A)» «$(C)» d e f"}},
		{"recursion", "A = $(B)\nB = $(A)\nrun:\n\tgcloud $(A)\n", []string{"shell: gcloud «$(A)»"}},
		{"targets' variables", "prod: P = p1\ndev: P = p2\none two: export Q = q\nprod dev: deploy\ndeploy:\n\tgcloud $(P)\none:\n\tgcloud $(Q) $$Q\ndev:\n\tgcloud $(P)\n",
			[]string{"shell: gcloud «$(P)» [Q=q (weak)]", "shell: gcloud q $Q [Q=q]", "shell: gcloud p2 [Q=q (weak)]"}},
		{"exported", "export A = a\nB = b\nexport B C\nD = d\nunexport A\nrun:\n\tgcloud $$B\n", []string{"shell: gcloud $B [B=b]"}},
		{"all exported", "export\nA ?= a\nrun:\n\tgcloud $$A\n", []string{"shell: gcloud $A [A=a (weak)]"}},
		{"one shell", ".ONESHELL:\nA=a\nrun:\n\t@X=1\n\tgcloud $$X \\\n\t  $(A)\n", []string{"shell: X=1\ngcloud $X \\\n  a\n"}},
		{"same line", "run: ; gcloud a --b=c\nx:a ; @gcloud d\n", []string{"shell: gcloud a --b=c", "shell: gcloud d"}},
		{"define", "define RUN\n\t@gcloud a \\\n\t  --$(1)\nendef\nG = gcloud $1 $(2)\ndefine R :=\ngcloud no\nendef\nrun:\n\t$(RUN) b\n\t$(call RUN,c)\n\t$(call G,d, $(X)) $(call G,$(call G,e,f)) $(R) $(1)\n", []string{
			"shell: gcloud a \\\n  --«$(1)» b", "shell: gcloud a \\\n  --c", "shell: gcloud d  «$(X)» gcloud gcloud e f «$(2)» «$(R)» «$(1)»"}},
		{"silencer", "Q = $(if $(V),,@)\nS = @\nrun:\n\t$(Q)gcloud a\n\t$(S)gcloud b\n\t$(BIN)/gcloud c\n", []string{"shell: gcloud a", "shell: gcloud b", "shell: «$(BIN)»/gcloud c"}},
		{"other prefix", ".RECIPEPREFIX = >\nrun:\n>gcloud a \\\n>  --b\n", []string{"shell: gcloud a \\\n  --b"}},
		{"not recipes", "\tgcloud no\nA = gcloud no\n# gcloud no\nrun: gcloud\n\t@echo\n", nil},
		{"conditional recipe", "run:\nifdef X\n\tgcloud a\nelse\n\tgcloud b\nendif\n", []string{"shell: gcloud a", "shell: gcloud b"}},
		{"colons and equals", "run: $(A:=b)\n\tgcloud a:b=c\nA::=x\nx::\n\tgcloud $(A)\n", []string{"shell: gcloud a:b=c", "shell: gcloud x"}},
		{"program in a variable", "G ?= gcloud\nD = $(G) dataflow\nrun:\n\t$(D) jobs\n", []string{"shell: gcloud dataflow jobs"}},
		{"command output", "A != date\nB := $(shell x)\nrun:\n\tgcloud $(A) $(B)\n", []string{"shell: gcloud «$(A)» «$(shell x)»"}},
		{"functions", "A = a\nrun:\n\tgcloud $(or $(A),b) $(or $(B), c) $(or x$(B),c) $(strip  $(A) ) $(or $(B)) $(or $(B),$(C),d)\n",
			[]string{"shell: gcloud a c x«$(B)» a «$(or $(B))» «$(or $(B),$(C),d)»"}},
		{"to be filled in", "A ?= <CHANGE ME>\nB = <x> <y>\nrun:\n\tgcloud --a=$(A) $(B)\n", []string{"shell: gcloud --a=«<CHANGE ME>» <x> <y>"}},
		{"escaped number sign", "A = a\\#b\nrun:\n\tgcloud $(A)\n", []string{"shell: gcloud a#b"}},
		{"line endings", "A = a\r\nrun:\r\n\tgcloud $(A)\r\n", []string{"shell: gcloud a"}},
		{"missing include", "A = a\ninclude x.env\nB = b\nrun:\n\tgcloud $(A) $(B)\n", []string{"shell: gcloud a b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, set := read(t, Makefile(), "x/Makefile", tt.in)
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

func TestMakefileWeak(t *testing.T) {
	got, _ := read(t, Makefile(), "Makefile", "A ?= a\nB = $(A)\nC = c\n-include x\nD = d\nF += f\nrun:\n\tgcloud $(B) $(C) $(D) $(F)\n")
	for i, want := range []string{"", "the default of A", "a file that is included behind it may replace it", "", "the environment may set F"} {
		if w := got[0].Text.Fields()[i].Weak(); w != want {
			t.Errorf("word %d: %q, not %q", i, w, want)
		}
	}
}

func TestMakefileHoles(t *testing.T) {
	got, _ := read(t, Makefile(), "x/Makefile", "ifdef X\nA = a\nelse\nA = b\nendif\nrun:\n\tgcloud $(A) $@ $(N)\n\tgcloud ${A} $@ $N\n")
	a, b := got[0].Text.Fields(), got[1].Text.Fields()
	if h := a[1].Hole(); h.Why != "one of a, b" || h.Sym != "x/Makefile:$(A)" {
		t.Errorf("hole %+v", h)
	}
	if h := a[3].Hole(); h.Why != "set outside this makefile" || h.Sym != b[3].Hole().Sym {
		t.Errorf("hole %+v", h)
	}
	if a[1].Sym() != b[1].Sym() || a[2].Sym() != "" {
		t.Errorf("symbols %q %q %q", a[1].Sym(), b[1].Sym(), a[2].Sym())
	}
}

func TestMakefilePlaces(t *testing.T) {
	in := "SCOPES := storage-rw\n\nrun:\n\t@gcloud a --scopes=$(SCOPES) \\\n\t\t--x=$$Y\n"
	got, _ := read(t, Makefile(), "Makefile", in)
	text := got[0].Text
	i := strings.Index(text.String(), "storage-rw")
	if e, ok := text.Edit(i, i+10, "x"); !ok || e.Span.From().Line != 1 || e.Span.From().Col != 11 {
		t.Errorf("edit %v, %v", e.Span, ok)
	}
	if p := text.At(strings.Index(text.String(), "$Y")).From(); p.Line != 5 || p.Col != 8 {
		t.Errorf("at %v", p)
	}
}

func TestMakefileIncludes(t *testing.T) {
	f := source.NewFile("a/Makefile", source.Code, []byte("include ../common.mk\nrun:\n\tgcloud $(A)\n"))
	var got []surface.Fragment
	r := &surface.Reader{
		Open: func(name string) (*source.File, bool) {
			return source.NewFile("common.mk", source.Code, []byte("include ../common.mk\nA = a\nx:\n\tgcloud no\n")), name == "../common.mk"
		},
		Embed: func(f surface.Fragment) surface.Env { got = append(got, f); return nil },
	}
	Makefile().Read(r, surface.Fragment{Text: source.Exact(source.Span{File: f, End: len(f.Data)})})
	check(t, got, []string{"shell: gcloud a"})
	if s := got[0].Text.Spans(); s[1].File.Path != "common.mk" {
		t.Errorf("spans %v", s)
	}
}

func FuzzMakefile(f *testing.F) {
	for _, s := range []string{
		"A ?= $(B)\nB := x # y\nifdef C\nD += $(A)$(A)\nelse\nendif\nexport\nrun: a ; gcloud\n\t@-gcloud $(D) $$E \\\n\t  $(call f,$(A)) $@\n",
		".ONESHELL:\n.RECIPEPREFIX = >\nx: A = b\nx:\n>gcloud $(A\n>${B}\ndefine X\ndefine Y\nendef\nendef\ninclude a $(B)\n",
		"override A := $(A)\nA = $(A) \\\n\n\\\n#\\\n\tgcloud\n:\n=\n$\n\t$\n", "A=$(subst $(E),$(C),$(foreach a,$(A) b,$(a:%=x%)$(patsubst a%,$(B),$(a))))\nE:=\nC:=,\nx:\n\tgcloud $(addprefix $(A),$(C) d) $(A:=z)\n",
		"a:\n\tgcloud $(Q)gcloud\nB != x\nundefine B\nexport C=d\r\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, Makefile(), "Makefile", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}

// TestMakefileAgainstMake compares recipes with what the real make would run.
func TestMakefileAgainstMake(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("make is not here: 1 test skipped")
	}
	for _, in := range []string{
		"A = $(B)-x # the name\nB := etl\nP ?= p1\nrun:\n\tgcloud $(A) ${B} $B $(P) $$X # c\n",
		"A = a\nC := $(A)\nD = $(A)\nA = b\nrun:\n\tgcloud $(C) $(D)\n",
		"A := x\nA += y\nB = x\nB += $(Z)\nZ = z\nF += f\nrun:\n\tgcloud $(A) $(B) $(F)\n",
		"OPTS = --a \\\n  --b\\\n  --c \\\n\nrun:\n\tgcloud $(OPTS) d\n",
		"run:\n\t@gcloud a \\\n\t  --b \\\n\t\t--c\n\n# x\n\t-gcloud d \\\n--e\n",
		"A = a\\#b\nS = @\nQ = $(S)\nrun: ; gcloud $(A) --b=c\n",
		"A = a\nrun:\n\tgcloud $(or $(A),b) $(or $(NONE), c) $(or x$(A),c) $(strip  $(A) )\n",
		".RECIPEPREFIX = >\nrun:\n>gcloud a \\\n>  --b\n",
		"ifndef E\nE = e\nendif\nifeq ($(F),)\nF = f\nendif\nrun: T = t\nrun:\n\tgcloud $(E) $(F) $(T)\n",
		"E :=\nS := $(E) $(E)\nC := ,\nL = a b  c_d\nrun:\n\tgcloud $(subst $(S),$(C),$(L)) $(subst _,-,$(L)) $(subst a,$(L),xax) $(subst z,y,$(L))\n",
		"L = a.c b c_d.c\nP = --x=\nrun:\n\tgcloud $(addprefix $(P),$(L)) $(patsubst %.c,%.o,$(L)) $(patsubst %,y%y,$(L)) $(patsubst b,z,$(L)) $(L:.c=.o) $(L:%.c=$(P)%)\n",
		"L = a b\ni = q\nrun:\n\tgcloud $(foreach i,$(L),--x=$(i) $(foreach j,1 2,$(i)$(j))) $(i)\n",
		"A::=x\noverride B = $(A)y\nrun:: \n\tgcloud $(A) $(B)\ndefine X\nrun:\n\tgcloud no\nendef\n",
	} {
		cmd := exec.Command("make", "-n", "-r", "-R", "-f", "-", "run")
		cmd.Stdin = strings.NewReader(in)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
		want, err := cmd.Output()
		if err != nil {
			t.Errorf("make refuses %q: %v", in, err)
		}
		var got strings.Builder
		fragments, _ := read(t, Makefile(), "Makefile", in)
		for _, f := range fragments {
			got.WriteString(f.Text.String() + "\n")
		}
		if d := cmp.Diff(strings.TrimSpace(string(want)), strings.TrimSpace(got.String())); d != "" {
			t.Errorf("%q:\n%s", in, d)
		}
	}
}
