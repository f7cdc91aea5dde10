package gcloud

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
)

const scriptGolden = "testdata/scripts.json"

// TestProofScripts compares what the shell reader and Lower make of a script
// with what gcloud sends when bash runs it.
func TestProofScripts(t *testing.T) {
	a, err := txtar.ParseFile("testdata/scripts.txtar")
	if err != nil {
		t.Fatal(err)
	}
	goldens := map[string]sent{}
	if live() {
		goldens = runScripts(t, a)
		if *update {
			raw, _ := json.MarshalIndent(goldens, "", " ")
			if err := os.WriteFile(scriptGolden, append(raw, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	} else if raw, err := os.ReadFile(scriptGolden); err != nil {
		t.Fatal(err)
	} else if err := json.Unmarshal(raw, &goldens); err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		want, ok := goldens[f.Name]
		if !ok {
			t.Errorf("%s: no golden: run with -update", f.Name)
			continue
		}
		c, ok := lowerScript(f)
		if !ok {
			t.Errorf("%s: no gcloud command was read", f.Name)
			continue
		}
		compare(t, f.Name, c, want)
		if slices.Contains([]string{"comment.sh", "repeated.sh", "classic.sh"}, f.Name) && len(c.Losses) != 1 {
			t.Errorf("%s: got %d losses, want 1", f.Name, len(c.Losses))
		}
	}
	fmt.Printf("gcloud proof: %d scripts compared\n", len(a.Files))
}

// lowerScript lowers the first gcloud command of a script.
func lowerScript(f txtar.File) (Command, bool) {
	text := source.Exact(source.Span{File: source.NewFile(f.Name, source.Code, f.Data), End: len(f.Data)})
	for _, c := range shell.Read(text, shell.Start{}).Commands {
		if len(c.Words) > 0 && c.Words[0].Text.String() == "gcloud" {
			return Lower(c.Words, c.Cut, c.CutBy, nil), true
		}
	}
	return Command{}, false
}

// runScripts has bash fold the words, and gcloud send what it makes of them.
func runScripts(t *testing.T, a *txtar.Archive) map[string]sent {
	dir := t.TempDir()
	var commands [][]string
	for _, f := range a.Files {
		file := filepath.Join(dir, f.Name)
		if err := os.WriteFile(file, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		const stub = `gcloud() { printf '%s\0' "$@" >&3; exit; }; . "$1" 3>&1 >/dev/null`
		out, err := exec.Command("bash", "-c", stub, "bash", file).Output()
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		var ws []string
		for _, w := range bytes.Split(bytes.TrimSuffix(out, []byte{0}), []byte{0}) {
			ws = append(ws, string(w))
		}
		commands = append(commands, ws)
	}
	out := map[string]sent{}
	for i, s := range captureAll(t, commands, dir) {
		s.Words = commands[i]
		out[a.Files[i].Name] = s
	}
	return out
}
