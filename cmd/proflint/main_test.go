package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"proflint": main})
}

// TestScripts drives the program from outside: fixtures/cli/*.txtar hold
// commands, what they must print, and the files they read.
func TestScripts(t *testing.T) {
	gates, err := filepath.Abs("../../docs/gates")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "fixtures", "cli"),
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GATES", gates)
			// a caller's settings must not colour the answers
			e.Vars = append(e.Vars, "NO_COLOR=", "FORCE_COLOR=", "CLICOLOR_FORCE=", "GITHUB_ACTIONS=")
			return nil
		},
	})
}
