package gates_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/docs/gates"
)

// TestConfig: as it is, the file sets nothing; without the signs before its
// settings it is valid, and shows every setting there is.
func TestConfig(t *testing.T) {
	w := newWorkplace(t)
	w.write("job.sh", fault)
	w.write(".proflint.yaml", gates.Config)
	if code, out := w.run("sh", "-c", "proflint"); code != 1 || !strings.Contains(out, "error[wrong-property-family]") {
		t.Errorf("exit %d, want 1\n%s", code, out)
	}

	set := regexp.MustCompile(`(?m)^#( {2,}|\S)`).ReplaceAllString(gates.Config, "$1")
	w.write(".proflint.yaml", set)
	w.must("sh", "-c", "proflint --show-config >shown")
	var keys map[string]any
	if err := yaml.Unmarshal([]byte(set), &keys); err != nil {
		t.Fatal(err)
	}
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal([]byte(w.must("sh", "-c", "proflint schema")), &schema); err != nil {
		t.Fatal(err)
	}
	if len(schema.Properties) < 5 {
		t.Fatalf("the schema has %d settings", len(schema.Properties))
	}
	for name := range schema.Properties {
		if _, shown := keys[name]; !shown {
			t.Errorf("docs/gates/proflint.yaml does not show the setting %s", name)
		}
	}
}
