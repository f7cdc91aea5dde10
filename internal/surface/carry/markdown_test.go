package carry

import (
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"labels", "```sh\na\n```\n```bash {.copy}\nb\n```\n```{.sh}\nc\n```\n```\nd\n```\n~~~ Shell\ne\n~~~\n```python\nf=1\n```\n```text\nno\n```\n```text\ngcloud x\n```\n```made-up\ngcloud y\n```\n",
			[]string{"shell: a\n", "shell: b\n", "shell: c\n", "shell: d\n", "shell: e\n", "shell: gcloud x\n", "shell: gcloud y\n"}},
		{"documents", "```yaml\na: <NAME>\n```\n```json\n{\"a\": 1}\n```\n", []string{"yaml: a: «<NAME>»\n", "json: {\"a\": 1}\n"}},
		{"session", "```sh\nA=b\n```\nthen\n```sh\ngcloud $A\n```\n", []string{"shell: A=b\n", "shell: gcloud $A\n [A=b]"}},
		{"prompts", "```console\n$ gcloud a \\\n>   --b \\\n    --c\nDone: gcloud no.\n\nme@cloudshell:~ (p)$ gcloud d\n(venv) $ e\n```\n", []string{"shell: gcloud a \\\n  --b \\\n    --c\ngcloud d\ne\n"}},
		{"here-document at a prompt", "```\n$ cat > x <<'EOF'\na\nEOF\nout\n$ b\n```\n", []string{"shell: cat > x <<'EOF'\na\nEOF\nb\n"}},
		{"root prompt", "```console\n# gcloud a\n```\n```sh\n# gcloud a\n```\n```sh\n> gcloud b\nPS C:\\x> gcloud c\n```\n", []string{"shell: gcloud a\n", "shell: # gcloud a\n", "shell: gcloud b\ngcloud c\n"}},
		{"no prompts", "```sh\nA=$(gcloud x)\necho costs $ 5\n```\n", []string{"shell: A=$(gcloud x)\necho costs $ 5\n"}},
		{"other shells", "```powershell\ngcloud a `\n  --b\n```\n```cmd\ngcloud a ^\r\n  --b=%B%\r\n```\n", []string{"shell: gcloud a \\\n  --b\n", "shell: gcloud a \\\n  --b=«%B%»\n"}},
		{"notebooks", "```python\n!gcloud a \\\n  --b\nx = 1\n```\n```sh\n!gcloud c\n```\n", []string{"shell: gcloud a \\\n  --b\n", "shell: gcloud c\n"}},
		{"placeholders", "```\ngcloud <NAME> --a=<your cluster> --b=[X_Y] --c={Z} --d={{ z }} --e=x-<y>.z ... --f=... \\\n  [--opt=x] …\n```\n",
			[]string{"shell: gcloud «<NAME>» --a=«<your cluster>» --b=«[X_Y]» --c=«{Z}» --d=«{{ z }}» --e=x-«<y>».z «...» --f=«...» \\\n  «[--opt=x]» «…»\n"}},
		{"no placeholders", "```\nx <in >out <<EOF\n${A} {a,b} {1..3} [ -f x ] [[ -f Y ]] a[I]=2 ${B[I]} ./... a < b > c $(<f) [a-z]* [A-Z] 1.2 YOUR_X my-cluster\nEOF\n```\n",
			[]string{"shell: x <in >out <<EOF\n${A} {a,b} {1..3} [ -f x ] [[ -f Y ]] a[I]=2 ${B[I]} ./... a < b > c $(<f) [a-z]* [A-Z] 1.2 «YOUR_X» my-cluster\nEOF\n"}},
		{"more placeholders", "```\nA=<a|b> B=<1 or 0> C=gcr.io/<<c>>/<<d-e>>:1 <X|Y> [a|b] {c|d} cat <<F >>g\nF\n```\n", []string{"shell: A=«<a|b>» B=«<1 or 0>» C=gcr.io/«<<c>>»/«<<d-e>>»:1 «<X|Y>» «[a|b]» «{c|d}» cat <<F >>g\nF\n"}},
		{"capitals", "```\nexport A_B C_D\nE_F=g gcloud x H_I --region=REGION --p=a=B_C,d=\"NAME\",E-F --cluster CLUSTER gs://MY_B/SOME_DIR/x.jar \\\n  K_L=m $N_O ${P_Q} UTF-8 X 4_GB R_Ss IT cat << T_U\nT_U\n```\n",
			[]string{"shell: export A_B C_D\nE_F=g gcloud x «H_I» --region=«REGION» --p=a=«B_C»,d=\"«NAME»\",«E-F» --cluster «CLUSTER» gs://«MY_B»/«SOME_DIR»/x.jar \\\n  K_L=m $N_O ${P_Q} UTF-8 X 4_GB R_Ss IT cat << T_U\nT_U\n"}},
		{"capitals beside others", "```\nexport A=<a>\ngcloud x --b=<c>D_E --f=G_H<i> --j={k}/L_M \"REGION\"=n --o=P_Q-\nR_S\n```\n",
			[]string{"shell: export A=«<a>»\ngcloud x --b=«<c>»D_E --f=G_H«<i>» --j=«{k}»/«L_M» \"REGION\"=n --o=«P_Q»-\nR_S\n"}},
		{"capitals in documents", "```yaml\na_B:\n  C_D: REGION\n  e: [F_G, h]\n```\n```json\n{\"A_B\": \"C_D\"}\n```\n", []string{"yaml: a_B:\n  C_D: «REGION»\n  e: [F_G, h]\n", "json: {\"A_B\": \"«C_D»\"}\n"}},
		{"continued with other marks", "```\ngcloud a ^\n  --b ^\n  --c=%D%\n```\n```sh\ngcloud a `\n  --b\n```\n```\nA=`x\ny` ^\n```\n", []string{"shell: gcloud a \\\n  --b \\\n  --c=«%D%»\n", "shell: gcloud a \\\n  --b\n", "shell: A=`x\ny` ^\n"}},
		{"left out between flags", "```\ngcloud a \\\n  --b \\\n  ... \n  --c\n```\n```\ngcloud a \\\n  […]\n\n  --c\n```\n", []string{"shell: gcloud a \\\n  --b \\\n  «...» \\\n  --c\n", "shell: gcloud a \\\n  [«…»]\n\n  --c\n"}},
		{"optional", "```\ngcloud a [--b=<c>=<d>] [<name>] [[e] --f [G_H,...]] [i ...] {j|k} --l={m|n} [o|p]\n```\n",
			[]string{"shell: gcloud a «[--b=<c>=<d>]» «[<name>]» [[e] --f «[G_H,...]»] «[i ...]» «{j|k}» --l=«{m|n}» «[o|p]»\n"}},
		{"nested", "```\ngcloud a [--b [C,...]] [--d]\n```\n", []string{"shell: gcloud a «[--b [C,...]]» «[--d]»\n"}},
		{"to fill in", "```\nexport A=\"\"\n  B=''  # b\nC=...\nD=… \nE=..x\nF=\"\"\nF=g\nMORE_ARGS=\"\"\nH=\"\"i\n```\n",
			[]string{"shell: export A=«<A>»\n  B=«<B>»  # b\nC=«<C>»\nD=«<D>» \nE=..x\nF=\"\"\nF=g\nMORE_ARGS=\"\"\nH=\"\"i\n"}},
		{"unlabelled documents", "```\n{\"a\": 1}\n```\n```text\n{\n}\n```\n```\na_b:\n  c: d\n```\n```\n---\na: b\n```\n```\ngcloud a:b\n```\n```\n{ gcloud a; }\n```\n```\nNote: x\ngcloud b\n```\n",
			[]string{"json: {\"a\": 1}\n", "json: {\n}\n", "yaml: a_b:\n  c: d\n", "yaml: ---\na: b\n", "shell: gcloud a:b\n", "shell: { gcloud a; }\n", "shell: Note: x\ngcloud b\n"}},
		{"to be set", "```\nA=\nexport B= # the region\nC=d\nE= f\n```\n", []string{"shell: A=«<A>»\nexport B=«<B>» # the region\nC=d\nE= f\n"}},
		{"blank line", "```\ngcloud a \\\n\n  --b\n```\n", []string{"shell: gcloud a \\\n\n  --b\n"}},
		{"list", "1. First:\n\n   ```bash\n   gcloud a \\\n     --b\n   ```\n\n       gcloud c\n", []string{"shell: gcloud a \\\n  --b\n", "shell: gcloud c\n"}},
		{"loose", "gcloud dataproc jobs submit spark \\\n  --cluster=c\n\n- $ gcloud services enable x.googleapis.com\n- gcloud is a tool --really\n- gcloud dataproc jobs submit sends a job\n",
			[]string{"shell: gcloud dataproc jobs submit spark \\\n--cluster=c", "shell: gcloud services enable x.googleapis.com"}},
		{"spans", "Use `gcloud dataproc jobs submit spark --x=y`, not `gcloud dataproc jobs submit` or `gcloud a`.\n\n| `gcloud dataproc clusters create <c>` |\n|---|\n",
			[]string{"mention: gcloud dataproc jobs submit spark --x=y", "mention: gcloud dataproc clusters create «<c>»"}},
		{"spans over lines", "`gcloud services enable\nx.googleapis.com` and `gcloud x y z \\\n --a`\n", []string{"mention: gcloud services enable x.googleapis.com", "mention: gcloud x y z \\\n--a"}},
		{"comments", "<!--\n```\ngcloud no\n```\n-->\n\n<!-- gcloud dataproc x --y -->\n\ntext <!--\ngcloud dataproc x --y --> text\n", nil},
		{"html", "<pre>\ngcloud a &lt;b&gt;\n</pre>\n", []string{"shell: \ngcloud a «<b>»\n"}},
		{"magic cell", "```python\n%%bash\ngcloud a\n```\n", []string{"shell: gcloud a\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := read(t, Markdown(), "docs/README.md", tt.in)
			check(t, got, tt.want)
			for _, f := range got {
				sound(t, f.Text)
				if !f.Loose {
					t.Errorf("%s is not loose", show(f.Text))
				}
			}
		})
	}
}

func TestMarkdownPlaces(t *testing.T) {
	in := "# é\n\n* do\n\n  ```console\n  $ gcloud a \\\n  >   --scopes=storage-rw\n  ```\n"
	got, _ := read(t, Markdown(), "a.MD", in)
	text := got[0].Text
	i := strings.Index(text.String(), "storage-rw")
	if p := text.At(i).From(); p.Line != 7 || p.Col != 16 {
		t.Errorf("at %v", p)
	}
	if e, ok := text.Edit(i+10, i+10, ",x"); !ok || e.Span.From().Col != 26 {
		t.Errorf("edit %v, %v", e.Span.From(), ok)
	}
}

func TestPlaceholderSymbols(t *testing.T) {
	got, _ := read(t, Markdown(), "docs/a.md", "```\n<C> ...\n```\n```\n<C> ...\n```\n")
	var c, d []string
	for _, f := range got {
		w := f.Text.Fields()
		c, d = append(c, w[0].Sym()), append(d, w[1].Sym())
		if h := w[0].Hole(); !h.One || h.Why != "a placeholder to fill in" || h.Sym != "docs/a.md:<c>" {
			t.Errorf("hole %+v", h)
		}
		if h := w[1].Hole(); h.One || h.Sym != "" {
			t.Errorf("hole %+v", h)
		}
	}
	if c[0] != c[1] || d[0] != "" || d[1] != "" {
		t.Errorf("symbols %q %q", c, d)
	}
}

// What is to be filled in is the same wherever a file names it.
func TestSamePlaceholder(t *testing.T) {
	got, _ := read(t, Markdown(), "a.md", "```\nCLUSTER_NAME=\"\"\nx <cluster-name> [CLUSTER_NAME] <Cluster Name> {cluster_name} <A|B>\n```\n")
	text := got[0].Text
	fields := text.Slice(text.Index("x ", 0), text.Len()).Fields()
	_, val, _ := text.Cut("=")
	first := val.Fields()[0].Sym()
	for _, f := range fields[1:5] {
		if first != "\x00a.md:<cluster_name>\x00" || f.Sym() != first {
			t.Errorf("%s is %q, want %q", f, f.Sym(), first)
		}
	}
	if s := fields[5].Sym(); s != "" {
		t.Errorf("a choice is %q", s)
	}
}

func TestMarkdownMatch(t *testing.T) {
	for path, want := range map[string]bool{"README.md": true, "a/B.MARKDOWN": true, "c.mdx": true, "md": false, "a.txt": false} {
		if got := Markdown().Takes(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{
		"```console\n$ gcloud a \\\n> <b> [c] {d} ...\nout\n$ cat <<E\nx\nE\n```\n", "```cmd\r\ngcloud ^\r\n %A%\r\n```\n", "```python\n!gcloud x \\\n y\n```\n",
		"gcloud a --b `c` \\\n<d> &lt;\n", "`gcloud a b c --d \\`\n", "- ```{.sh}\n  a\n", "<pre>\ngcloud &amp; <b>…</b>\n</pre>\n", "    $ gcloud\n\n    \tx\n", "```yaml\na: {{ b }}\n```",
		"```powershell\nPS C:\\> gcloud a `\n```\n", "(x) me@h:~$ gcloud y\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, _ := read(t, Markdown(), "a.md", in)
		for _, f := range got {
			sound(t, f.Text)
		}
	})
}
