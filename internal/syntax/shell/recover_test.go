package shell

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func TestBrokenText(t *testing.T) {
	for name, c := range map[string]struct {
		script, want, msg string
		at                int
	}{
		"unclosed quote":     {"R=eu\ng --a \"b\nh --r $R\nif c; then\ni\nfi\n", "g --a \"b\\n\"\nh --r eu\nc\ni", "without closing quote", 11},
		"missing fi":         {"R=eu\nif c; then\n  g $R\n", "c\ng eu", "`if` statement must end with `fi`", 5},
		"stray fi":           {"g a\nfi\nR=eu\nh $R", "g a\nh eu", "`fi` can only be used to end an `if`", 4},
		"stray paren":        {"g a \\\n  --b\n)\nh b", "g a --b\nh b", "`)` can only be used to close a subshell", 12},
		"second is a branch": {")\nR=eu\nR=us\ng $R", "g <$R>", "`)` can only be used to close a subshell", 0},
		"same twice":         {")\nR=eu\nR=eu\ng $R", "g eu", "`)` can only be used to close a subshell", 0},
		"in eval":            {"eval 'g \"a'\nh", "eval \"g \\\"a\"\ng a\nh", "without closing quote", 8},
		"open redirection":   {"g --a=1 <\nh", "h", "must be followed by a word", 8},
		"here-document":      {"cat <<EOF\na\n", `cat <<< "a\n"`, "unclosed here-document", 4},
	} {
		t.Run(name, func(t *testing.T) {
			s := read(c.script)
			if got := strings.TrimSpace(dump(s)); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
			if len(s.Errors) == 0 || !strings.Contains(s.Errors[0].Msg, c.msg) || s.Errors[0].At.Start != c.at {
				t.Errorf("errors = %+v", s.Errors)
			}
		})
	}
}

func TestOtherDialects(t *testing.T) {
	for script, want := range map[string]string{
		"x=${(j:,:)A}; g \"$x\"": "g <$x>",
		"foo() g a; foo":         "g a",
	} {
		s := read(script)
		if got := strings.TrimSpace(dump(s)); got != want || len(s.Errors) > 0 {
			t.Errorf("%s: got %s, errors %+v", script, got, s.Errors)
		}
	}
}

func TestBadBytes(t *testing.T) {
	s := read("g 'a\xff\xfeb' c\x00d é\n")
	if len(s.Errors) > 0 || len(s.Commands) != 1 {
		t.Fatalf("errors %+v", s.Errors)
	}
	if got := s.Commands[0].Words[1].Text.String(); got != "a\xff\xfeb" {
		t.Errorf("got %q", got)
	}
}

// TestBounds reads texts that would take for ever, or all memory.
func TestBounds(t *testing.T) {
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	var tree strings.Builder
	for i := range 40 {
		tree.WriteString(strings.ReplaceAll(strings.ReplaceAll("fI() { g $1; fJ a; fJ b; }\n", "I", string(rune('A'+i))), "J", string(rune('B'+i))))
	}
	for name, script := range map[string]string{
		"substitutions": many("$(", 50_000),
		"parentheses":   many("((", 50_000),
		"ifs":           many("if ", 50_000),
		"blocks":        many("{ ", 50_000),
		"chain":         many("X=1 && ", 20_000) + "g",
		"pipeline":      many("a |", 20_000) + "g",
		"arithmetic":    "echo $((" + many("1+", 50_000) + "1))",
		"elif":          "if a; then b; " + many("elif a; then X=1; ", 10_000) + "fi",
		"doubling":      "X=ab\n" + many("X=\"$X$X\"\n", 1_000) + "A=(a)\n" + many("A+=(\"${A[@]}\")\n", 1_000),
		"accumulating":  "X=a\n" + many("X=\"$X,k=v\"\n", 5_000),
		"calls":         tree.String() + "fA x\n",
		"chosen evals":  "if c; then X='eval \"$X\"'; elif d; then X='eval \"$X\"; eval \"$X $X\"'; fi; eval \"$X$X\"",
		"evals":         "X='eval \"$X\"'; eval \"$X\"",
		"braces":        "echo " + many("{a,b}", 1_000) + many("{", 1_000),
		"broken lines":  many("echo \"a\nif x; then\n", 2_000),
		"loops":         many("for i in a b; do X=1\n", 300) + many("done\n", 300),
		"open quote":    "echo \"" + many("a\n", 50_000),
		"dollars":       many("$", 50_000),
	} {
		s := read(script)
		if len(s.Commands) > 60_000 {
			t.Errorf("%s gave %d commands", name, len(s.Commands))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"A=(a \"b $X\"); x \"${A[@]}\" ${A[@]+\"${A[@]}\"} {a,b}{1..3}",
		"g a \\\n # c\n --b \\ \n --c",
		"f() { local x=$1; shift; g \"$@\"; return; }; f a b; retry f",
		"cat > f <<-EOF\n\ta $X `b` $(c)\n\tEOF\ncat <<'E'|sh\ng\nE\n",
		"if a; then X=b; elif c; then exit; else X=d; fi && case $X in a|b) ;; *) e;; esac",
		"for i in a b; do X+=,$i; done; while read -r l; do eval \"$l\"; done <<< \"$X\"",
		"${V:-a b} ${V:+c} ${V%%/*} ${V//a/\"b\"} ${V:1:2} ${#V} ${!V} ${V^^} $((V++))",
		"bash -c \"g '$X'\" $'a\\x41' \"\\$\\\"\" 'é' `a \\`b\\` \\\\`",
		"echo \"\nfi\n)\n<<EOF",
		"a\\\r\nb \"c\r\nd\" # e \\\r\n",
		"IFS=, read -ra A <<< a,b; mapfile -t B < <(c); printf -v C '%s,' a; set -- a; shift",
		"trap 'g' EXIT; xargs -I{} g {} <<< a; sudo -u x timeout 5 g; declare -A M=([a]=b)",
		"x ${${(U)Y}} $Z[1] =(a) ; (( a = 1 )) ; let b++ ; [[ a =~ b ]]",
		"\x00\xff\xfe${{ a }} {{ b }} <C>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := fileText(s)
		if i := strings.Index(s, "${{"); i >= 0 {
			if j := strings.Index(s[i:], "}}"); j > 0 {
				text = text.Punch(i, i+j+2, &source.Hole{Expr: "${{ }}"})
			}
		}
		spans(Read(text, Start{}), func(at source.Span) {
			if at.Valid() && (at.Start < 0 || at.End < at.Start || at.End > len(s)) {
				t.Errorf("span %d-%d outside of %d bytes", at.Start, at.End, len(s))
			}
		})
	})
}

func TestPlaceholders(t *testing.T) {
	for script, want := range map[string]string{
		"R=<region>\ng --r $R <CLUSTER> --x=<a b>": "g --r <$R> <<CLUSTER>> \"--x=<<a b>>\"",
		"g --c=<CLUSTER> --r=x":                    "g --c=<<CLUSTER>> --r=x",
		"g --c=<<CLUSTER>>":                        "g --c=<<<CLUSTER>>>",
		"g <FLAGS> x":                              "g ...<<FLAGS>> x",
		"g '<b>' < in > out":                       "g <b>",
		"g <in >out":                               "g",
		"g <in -u >out":                            "g -u",
		"g --c=<your cluster> --r=<region> --p=a":  "g \"--c=<<your cluster>>\" --r=<<region>> --p=a",
		"g gs://<my bucket>/x <your name> \\\n -b": "g \"gs://<<my bucket>>/x\" \"<<your name>>\" -b",
		"g <CLUSTER NAME> <the job> --a":           "g \"<<CLUSTER NAME>>\" \"<<the job>>\" --a",
		"C=...\ng $C \"$C-x\"":                     "g <$C> <$C>-x",
		"cat <<EOF > f\n<a>\nEOF":                  "cat <<< \"<a>\\n\"",
	} {
		s := read(script)
		if got := strings.TrimSpace(dump(s)); got != want || len(s.Errors) > 0 {
			t.Errorf("%s\ngot  %s, %+v\nwant %s", script, got, s.Errors, want)
		}
	}
}

// TestGivenTooLong: a variable that the shell starts with is bounded like one that it sets.
func TestGivenTooLong(t *testing.T) {
	long := source.Derived(strings.Repeat("a,", maxText), source.Span{File: source.NewFile("a", source.Code, []byte("x"))})
	for _, c := range []struct {
		given source.Text
		known bool
	}{{long.Slice(0, maxText), true}, {long, false}} {
		script := Read(source.Whole(source.NewFile("b.sh", source.Code, []byte("x $P"))), Start{Env: Env{"P": value.Text(c.given)}})
		if got := script.Commands[0].Words[1].Text.Known(); got != c.known {
			t.Errorf("%d bytes: known %v, want %v", c.given.Len(), got, c.known)
		}
	}
}
