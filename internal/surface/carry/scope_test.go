package carry

import (
	"testing"

	"github.com/proflint/proflint/internal/source"
)

// Variables that each name another one twice are cut off before they fill the memory.
func TestExpandIsBounded(t *testing.T) {
	val := source.Derived("gcloud", source.Span{})
	for range 40 {
		val = expand(source.Derived("$$", source.Span{}), "$", func(string, int) (int, source.Text) { return 1, val })
	}
	if val.Len() > maxExpanded || val.Known() {
		t.Errorf("%d bytes, known: %v", val.Len(), val.Known())
	}
}
