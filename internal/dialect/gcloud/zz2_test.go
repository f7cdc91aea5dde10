package gcloud

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

func TestStress(t *testing.T) {
	if os.Getenv("ZZ2") == "" {
		t.Skip()
	}
	seed, _ := strconv.Atoi(os.Getenv("ZZ2"))
	d := drawer{rand.New(rand.NewPCG(uint64(seed), 7))}
	a, _ := txtar.ParseFile(proofFile)
	var lines []string
	for i := range dataflowCommands {
		if c := &dataflowCommands[i]; c.message != "" {
			for range 60 {
				lines = append(lines, d.line(c))
			}
		}
	}
	g := sendAll(t, a, lines)
	refused := 0
	for _, l := range lines {
		compare(t, l, lower(t, l, a), g[l])
		if g[l].refused() {
			refused++
		}
	}
	println(len(lines), refused)
}
