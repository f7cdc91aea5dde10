package shell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
)

func text(s string) source.Text {
	return source.Exact(source.Span{File: source.NewFile("a.sh", source.Code, []byte(s)), End: len(s)})
}

func TestTemplated(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"names", "x --a={{ b }} --c=%%D_E%% @@F1@@ @G2@ '{{ g | h('i') }}'", "x --a=~~~~~~~ --c=~~~~~~~ ~~~~~~ ~~~~ '~~~~~~~~~~~~~~~~'"},
		{"the shell's own", "x ${#a} ${a#} ${A%%BC%%} {{a,b},{c,d}} ${{ e }} @@f@@ a@B @C@ %%G%% {a,{b}}", "x ${#a} ${a#} ${A%%BC%%} {{a,b},{c,d}} ${{ e }} @@f@@ a@B @C@ %%G%% {a,{b}}"},
		{"where tags end", "{{{ a }}} {{ b {{ c }} @D1@@ @@E1@ %%F%% %%FF% %%GG%%% {%x%} {%- y +%} {#z#} {#  #} {% %} {{}}", "~~~~~~~~} ~~~~~~~~~~~~ ~~~~~ ~~~~~ %%F%% %%FF% ~~~~~~% {%x%}   {#z#}   {% %} {{}}"},
		{"too long for a tag", "{{ " + strings.Repeat("a", 200) + " {{ b }} }}", "{{ " + strings.Repeat("a", 200) + " ~~~~~~~ }}"},
		{"in a line", "x --p=a{% if b %},c{% else %},d{% endif %} {{ if .E }}--f{{ end }} --g", "x --p=a~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ ~~~~~~~~~~~~~~~~~~~~~~~ --g"},
		{"in a command", "x \\\n  {% if b %}\n  --c \\\n  {% endif %}\n  --d", "x \\\n  " + strings.Repeat("~", len("{% if b %} …")) + "   --d"},
		{"comments", "x \\\n  {# b #}\n  --d\n{% set e = 1 %}\ny", "x \\\n     --d\n \ny"},
		{"branches", "{% if a %}\nx\n{%- elif b -%}\ny\n{{ else if .C }}\nw\n{% else %}\nz\n{% endif %}\n", "if template; then :\nx\nelif template; then :\ny\nelif template; then :\nw\nelse :\nz\nfi\n"},
		{"not closed", "{% if a %}\nx\n", "~~~~~~~~~~\nx\n"},
		{"documents", "cat <<'EOF'\n{% if a %}\n{{ b }}\nEOF\n{% for c in d %}\nx\n{% endfor %}", "cat <<'EOF'\n{% if a %}\n~~~~~~~\nEOF\nif template; then :\nx\nfi"},
	} {
		got := templated(text(c.in))
		if d := cmp.Diff(c.want, got.Mask('~')); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func FuzzTemplated(f *testing.F) {
	for _, s := range []string{"{% if a %}\nx {{ b }} %%AB%% @@CD@@\n{% else %}\n{% endif %}", "x \\\n{% for %}\n{# c #}\n{{ end }}", "cat <<E\n{% if %}\nE", "{{- }}{%  %}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out := templated(text(in))
		for _, s := range out.Spans() {
			if s.Start < 0 || s.Start > s.End || s.End > len(in) {
				t.Fatalf("span %d-%d", s.Start, s.End)
			}
		}
		shell.Read(out, shell.Start{})
	})
}
