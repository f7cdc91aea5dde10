package cli

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestStart: every run pays for what packages make before the program knows
// its command. A pattern that is compiled there costs 5 to 50 kB and as many
// microseconds, and most runs match nothing against it: sync.OnceValue makes it
// when it is needed.
func TestStart(t *testing.T) {
	const most = 60_000 // bytes, of all our packages; 50,000 when this was written
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var seen []string
	sum := 0
	for _, m := range regexp.MustCompile(`(?m)^init github\.com/proflint/proflint/(\S+) .* (\d+) bytes`).FindAllStringSubmatch(string(out), -1) {
		n, _ := strconv.Atoi(m[2])
		seen = append(seen, m[1]+" "+m[2])
		sum += n
	}
	if len(seen) < 10 || sum > most {
		t.Errorf("%d bytes are made at the start by %d packages, want at most %d by 10 or more:\n%s", sum, len(seen), most, strings.Join(seen, "\n"))
	}
}
