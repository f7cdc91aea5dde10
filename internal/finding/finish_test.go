package finding_test

import (
	"fmt"
	"testing"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
)

// Each workload and each place that proves a fault is named once, of few and of
// many.
func TestFinishNamesOnce(t *testing.T) {
	file := source.NewFile("a.sh", source.Code, make([]byte, 9999))
	at := func(n int) source.Span { return source.Span{File: file, Start: n, End: n + 1} }
	for _, n := range []int{1, 2, 16, 17, 18, 40} {
		var in []*finding.Finding
		for i := range 3 * n { // each three times
			id := i % n
			in = append(in, &finding.Finding{Rule: "r", At: at(0), Workloads: []string{fmt.Sprint("w", id)}, Related: []finding.Label{{Span: at(id + 1), Text: "x"}, {Span: at(id + 2), Text: "x"}}})
		}
		out := finding.Finish(in)
		if len(out) != 1 || len(out[0].Workloads) != n || len(out[0].Related) != n+1 {
			t.Fatalf("%d workloads: %d findings with %d workloads and %d places", n, len(out), len(out[0].Workloads), len(out[0].Related))
		}
		for i := range n {
			if w := fmt.Sprint("w", i); out[0].Workloads[i] != w || out[0].Related[i].Span != at(i+1) {
				t.Errorf("of %d, %d is %s at %d", n, i, out[0].Workloads[i], out[0].Related[i].Span.Start)
			}
		}
	}
}
