package shell

import (
	"fmt"
	"maps"
	"math/rand"
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
	f.Fuzz(settingsAlike)
}

// settingsAlike compares the two readings of a text.
func settingsAlike(t *testing.T, s string) {
	t.Helper()
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
}

// TestSettingsOfLines compares them on lines that set variables in many ways,
// before lines that use them.
func TestSettingsOfLines(t *testing.T) {
	leads := strings.Split("||||export |export |export  | |export -n |readonly |#|export\t", "|")
	names := strings.Split("A|B|C_1|IFS|HOME|E|export|if|PATH|_|RANDOM", "|")
	signs := strings.Split("=|=|=|=|+=||= ", "|")
	vals := strings.Split(`x|"x y"|$A|$B$E|${A}|"$A/y"|'$A'|a\|~/x|:~|*|$(c)|""|''|$'a\n'|é|a#b| #c|$1|$?|$@|$-|$_|$RANDOM|$PWD|{a,b}|=b|a!|<N>|..."|"a"b|x |"$"|a$|$A-|$A_|"$A""$B"|$9a|(a)|[x]|${{ h }}|"${{ h }}/$A"`, "|")
	ends := strings.Split("\n|\n|\n|\n|\r\n|;|\\\n|\n\n", "|")
	tails := strings.Split("g $A \"$B\" $E|g $C_1; h $A$B|export A|unset A|A=2 g $A|if x; then A=3; fi|)|'|cat <<E\n$A\nE|for i in $A b; do g $i; done|f() { A=1; }; f; g $A|eval \"g $A\"|bash -c \"g $A\"|set -a|read A|A+=1|g $RANDOM $_ $?|g <N> $A|cd $A|# c \\", "|")
	for seed := range int64(4000) {
		r := rand.New(rand.NewSource(seed))
		pick := func(of []string) string { return of[r.Intn(len(of))] }
		var b strings.Builder
		for range r.Intn(7) {
			b.WriteString(pick(leads) + pick(names) + pick(signs) + pick(vals) + pick(ends))
		}
		for range r.Intn(4) {
			b.WriteString(pick(tails) + "\n")
		}
		settingsAlike(t, b.String())
	}
}
