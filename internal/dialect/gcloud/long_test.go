package gcloud

import (
	"fmt"
	"strings"
	"testing"
)

// A line as long as a shell takes is read to its end, whatever is wrong with it.
// It takes milliseconds while the time is linear, and else as long as the whole
// suite may.
func TestLongLines(t *testing.T) {
	const n = 20_000
	repeat := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	const job = "gcloud dataproc jobs submit pyspark gs://a/b.py --cluster=c --region=r "
	for _, c := range []struct {
		name, line, files string
		entries, refusals int
	}{
		{"list", job + "--properties=" + repeat("a.b%d=c,"), "", n, 0},
		{"no equals", job + "--properties=" + repeat("a.b%d,"), "", 0, 1},
		{"blanks", job + "--properties=a=b " + repeat("a.b%d=c "), "", n + 1, 1},
		{"unknown flags", job + repeat("--conf a.b%d=c "), "", n, maxRefusals},
		{"file", job + "--properties-file=p", "-- p --\n" + repeat("a.b%d=c\n"), n, 0},
		{"file of blanks", job + "--properties-file=p", "-- p --\n" + repeat("a.b%d c\n"), 0, maxRefusals},
		{"indented file", job + "--properties-file=p", "-- p --\na=b\n" + repeat(" a.b%d=c\n"), 1, 1},
	} {
		cmd := run(c.line, c.files)
		if got := len(cmd.Body.Get("pysparkJob", "properties").Entries()); got != c.entries || len(cmd.Refusals) != c.refusals {
			t.Errorf("%s: %d entries, %d refusals, want %d, %d", c.name, got, len(cmd.Refusals), c.entries, c.refusals)
		}
	}
}
