package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proflint/proflint/internal/source"
)

func TestDocuments(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", " \n", ""},
		{"one object", "{\"a\": 1}\n", `json {"a": 1}`},
		{"a list", "[{}]", "json [{}]"},
		{"two objects", "{\"a\":\n1}\n{\"b\": 2}\n", `json {"a":|1} json {"b": 2}`},
		{"with remarks", "{\"a\": 1} // why\n", "json {\"a\": 1} yaml // why"},
		{"cut off", "{\"a\": 1", `json {"a": 1`},
		{"YAML", "a: 1\nb: 2\n", "yaml a: 1|b: 2"},
		{"documents of its own", "a: 1\n---\na: 2\n", "yaml a: 1|---|a: 2"},
		{"none between", "a: 1\nc: 2\na: 3\nc: 4\n", "yaml a: 1|c: 2 yaml a: 3|c: 4"},
		{"keys in an order of their own", "c: 1\na: 2\nb: 3\n", "yaml c: 1|a: 2|b: 3"},
		{"prompts", "$ gcloud x \\\n  --y\na: 1\nada@shell:~/d (p)$ gcloud z\nb: 2\nada@shell:~$ \n", "yaml a: 1 yaml b: 2"},
		{"other shells", "PS C:\\x> gcloud x\na: 1\nC:\\x>gcloud y\nb: 2\n% gcloud z\nc: 3\n", "yaml a: 1 yaml b: 2 yaml c: 3"},
		{"what gcloud says beside", "WARNING: x: y\na: 1\nERROR: (gcloud.x) y: z\n", "yaml a: 1"},
		{"values that look like prompts", "a: $ x\nb:\n- ada@example.com\nc: 5%\n", "yaml a: $ x|b:|- ada@example.com|c: 5%"},
	} {
		var got []string
		for _, d := range documents(source.Whole(source.NewFile("x", source.Live, []byte(c.text)))) {
			got = append(got, fmt.Sprint(d.Lang, " ", strings.ReplaceAll(strings.TrimSpace(d.Text.String()), "\n", "|")))
		}
		if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}
