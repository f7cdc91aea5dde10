package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Patch writes what changes in a file as git and patch -p1 read it.
func Patch(w io.Writer, path string, before, after []byte) error {
	from, to := patchName("a/"+path), patchName("b/"+path)
	text := udiff.Unified(from+patchEnd(from), to+patchEnd(to), string(before), string(after))
	if text == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "diff --git %s %s\n%s", from, to, text)
	return err
}

// patchName quotes a name as git does where it has to.
func patchName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7f }) {
		return name
	}
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}

// patchEnd ends a name with blanks in it: what follows a tab is no name.
func patchEnd(name string) string {
	if strings.Contains(name, " ") && !strings.HasPrefix(name, `"`) {
		return "\t"
	}
	return ""
}
