package engine

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/proflint/proflint/"

// layers is the picture of the house: which room may import which. A name
// ending in "/" stands for all rooms below it.
var layers = map[string]string{
	"internal/source":      "",
	"internal/value":       "internal/source",
	"internal/model":       "internal/source internal/value",
	"internal/syntax/":     "internal/source internal/value",
	"internal/dialect/":    "internal/source internal/value internal/model",
	"internal/surface":     "internal/source internal/value internal/model",
	"internal/surface/":    "internal/surface internal/syntax/ internal/dialect/ internal/model internal/value internal/source",
	"internal/link":        "internal/model internal/dialect/ internal/value internal/source",
	"internal/finding":     "internal/source",
	"rules":                "internal/finding",
	"checks":               "internal/model internal/value internal/source rules internal/finding",
	"internal/live":        "internal/source",
	"internal/live/":       "internal/live/",
	"internal/engine/walk": "",
	"internal/engine":      "internal/dialect/ internal/live internal/engine/walk internal/suppress internal/surface internal/surface/ internal/link checks rules internal/finding internal/model internal/value internal/source",
	"internal/engine/past": "",
	"internal/suppress":    "internal/finding rules internal/value internal/source",
	"internal/report":      "internal/finding rules internal/model internal/value internal/source",
	"docs/gates":           "",
	"internal/cli":         "docs/gates internal/live internal/source internal/value internal/engine internal/engine/walk internal/engine/past internal/suppress internal/report rules checks internal/finding internal/model",
	"cmd/proflint":         "internal/cli",
}

// TestLayers fails on an import that the picture does not allow.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		room := strings.TrimPrefix(fields[0], module)
		if room == "fixtures" {
			continue
		}
		allowed, ok := lookup(room)
		if !ok {
			t.Errorf("%s is in no room of the picture", room)
			continue
		}
		for _, imp := range fields[1:] {
			if to, ours := strings.CutPrefix(imp, module); ours && !allows(allowed, to) {
				t.Errorf("%s must not import %s", room, to)
			}
		}
	}
}

func lookup(room string) (string, bool) {
	if a, ok := layers[room]; ok {
		return a, true
	}
	for i := strings.LastIndex(room, "/"); i > 0; i = strings.LastIndex(room[:i], "/") {
		if a, ok := layers[room[:i+1]]; ok {
			return a, true
		}
	}
	return "", false
}

func allows(allowed, to string) bool {
	for _, a := range strings.Fields(allowed) {
		if a == to || strings.HasSuffix(a, "/") && strings.HasPrefix(to, a) {
			return true
		}
	}
	return false
}
