package gcloud

import (
	"maps"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

func TestZZ(t *testing.T) {
	if os.Getenv("ZZ") == "" {
		t.Skip()
	}
	draw(t)
	a, _ := txtar.ParseFile(proofFile)
	lines := commandLines(string(a.Comment))
	drawn, _ := os.ReadFile(drawnFile)
	lines = append(lines, commandLines(string(drawn))...)
	g := readGoldens(t)
	var fresh []string
	for _, l := range lines {
		if _, ok := g[l]; !ok {
			fresh = append(fresh, l)
		}
	}
	println("fresh", len(fresh))
	got := sendAll(t, a, fresh)
	maps.Copy(g, got)
	keep := map[string]sent{}
	for _, l := range lines {
		keep[l] = g[l]
	}
	writeGoldens(t, keep)
}
