package shell

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// everything renders all that a script does but its comments, with the place
// and the symbol of each word.
func everything(s *Script) string {
	var b strings.Builder
	word := func(t source.Text) { fmt.Fprintf(&b, " %s %q %+v %q", show(t), t.Sym(), t.Spans(), t.Weak()) }
	for _, c := range s.Commands {
		fmt.Fprintf(&b, "\n%v %v %v:", c.At, c.Sure, c.Turns)
		for _, w := range slices.Concat(c.Words, c.Cut) {
			word(w.Text)
		}
		if c.Stdin != nil {
			word(*c.Stdin)
		}
	}
	vars := s.Variables()
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		fmt.Fprintf(&b, "\n%s", name)
		if h := vars[name].Hole(); h != nil {
			fmt.Fprintf(&b, " %+v", *h)
		}
		word(vars[name].Raw())
	}
	fmt.Fprintf(&b, "\n%s\n%+v", dumpFiles(s), s.Errors)
	return b.String()
}

// FuzzSettings compares the lines that are read without the parser with what
// the parser makes of them: Read, which is asked for comments, uses it for all.
func FuzzSettings(f *testing.F) {
	for _, s := range []string{
		"A=1\nexport B=\"$A/x y\"\n\n# c\nC=\nexport D=$B:$C-$E\nF=\"\"\nG=\"$C\"\ng $A \"$B\" $C $D $F $G\n",
		"A=~/x\nB=$(c)\ng $A $B",
		"export A=$A$1\nA=b c\ng '$A'\nB=\"a\nb\"\n)\ng $B",
		"# a \\\nA=1\ng $A",
		"A=x\nA=$A$A\nA=$A$A\nexport A\nA=...\ng \"${A}\"; bash -c 'h $A'",
		"A=${{ x }}\nB=\"${{ y }}z\"\n${{ c }}=1\ng $A $B",
		"A=1\n  --b c\nB=2;x.y=3\ng $A",
		"A=1\r\nB=2 \ng $A $B",
		"export A=1 B=2\nexport -n C=3\nif=4\ng $A $B $C $if $RANDOM",
		"A=$RANDOM\nB=$PWD-$#\ncd $A\ng $A $A $B",
		"IFS=,\nA=a,b\ng $A",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := fileText(s)
		for from := 0; ; {
			i := strings.Index(s[from:], "${{")
			j := strings.Index(s[from+max(i, 0):], "}}")
			if i < 0 || j < 0 {
				break
			}
			end := from + i + j + len("}}")
			text = text.Punch(from+i, end, &source.Hole{Expr: s[from+i : end], Why: "a hole", Sym: s[from+i : end]})
			from = end
		}
		start := Start{Env: Env{"E": value.Text(source.Derived("e", source.Span{})), "A": value.None[source.Text]()}}
		if got, want := everything(ReadCommands(text, start)), everything(Read(text, start)); got != want {
			t.Errorf("%q\ngot  %s\nwant %s", s, got, want)
		}
	})
}
