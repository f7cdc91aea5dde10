package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Without --live, and in a replay, no socket is opened, whatever credentials lie
// around: seen from outside, by strace.
func TestNoSocket(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "proflint") // by this name the test binary is the program
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(dir, "key.json")
	if err := os.WriteFile(key, []byte(`{"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"r"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		trace := filepath.Join(t.TempDir(), "trace")
		cmd := exec.Command(strace, append([]string{"-f", "-qq", "-e", "trace=socket,connect", "-o", trace, program}, args...)...)
		cmd.Dir = "../.."
		cmd.Env = append(os.Environ(), "GOOGLE_APPLICATION_CREDENTIALS="+key, "GOOGLE_CLOUD_PROJECT=demo",
			"CLOUDSDK_API_ENDPOINT_OVERRIDES_DATAPROC=http://127.0.0.1:9/", "CLOUDSDK_API_ENDPOINT_OVERRIDES_SERVICEUSAGE=http://127.0.0.1:9/")
		out, err := cmd.CombinedOutput()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatal(err)
		}
		calls, err := os.ReadFile(trace)
		if err != nil {
			t.Skipf("strace cannot trace here: %s", out)
		}
		return string(calls)
	}
	for _, args := range []string{"fixtures/live", "--replay fixtures/live/demo.jsonl --project demo fixtures/live", "--plan --project demo fixtures/live", "version"} {
		if calls := run(strings.Fields(args)...); strings.Contains(calls, "socket(") || strings.Contains(calls, "connect(") {
			t.Errorf("%s: %s", args, calls)
		}
	}
	// that strace sees it when it happens
	if calls := run("--live", "--project=demo", "fixtures/live"); !strings.Contains(calls, "socket(") {
		t.Errorf("--live opens no socket, so this test shows nothing: %s", calls)
	}
}
