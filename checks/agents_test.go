package checks

import (
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func TestMayStart(t *testing.T) {
	h := &source.Hole{Expr: "$X"}
	for _, tt := range []struct {
		before, behind string
		want           bool
	}{
		{"-Djavax.net.ssl.trustStore=", ".jks", false},
		{"", "", true},
		{"", "/agent.so", true},
		{"-agent", "", true},
		{"-agentpath:", "/agent.so", true},
		{"-D", "=x", false},
	} {
		f := source.NewFile("a", source.Code, []byte(tt.before+"$X"+tt.behind))
		n := len(tt.before)
		word := source.Exact(source.Span{File: f, End: len(f.Data)}).Punch(n, n+2, h)
		if got := mayStart(word, []string{agentPath}); got != tt.want {
			t.Errorf("%s: %v", word, got)
		}
	}
	f := source.NewFile("a", source.Code, []byte(agentPath))
	if mayStart(source.Exact(source.Span{File: f, End: len(f.Data)}), []string{agentPath}) {
		t.Error("a known word is not known")
	}
}
