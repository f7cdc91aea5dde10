package carry

import (
	"testing"

	"github.com/proflint/proflint/internal/source"
)

// TestHostFolder: dots are parts of names, too.
func TestHostFolder(t *testing.T) {
	for dir, want := range map[string]string{".github/scripts": ".github/scripts", "./a/": "a", ".": "", "../x": "../x", "/srv": ""} {
		f := source.NewFile("ci.yml", source.Code, []byte(dir))
		if got := (host{dir: "outer"}).in(source.Whole(f)).dir; got != want {
			t.Errorf("%s: got %q, want %q", dir, got, want)
		}
	}
}
