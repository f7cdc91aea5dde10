package shell

import (
	"reflect"
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func TestAssignments(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"in order":        {`X=a; x $X; X=b; x $X`, "x a\nx b"},
		"accumulated":     {"P=a=1\nP=\"$P,b=2\"\nP+=,c=3\nx \"$P\"", "x a=1,b=2,c=3"},
		"onto unknown":    {`P="$P,b=2"; P+=,c; Q+=d; x "$P" "$Q"`, `x <$P>,b=2,c <$Q>d`},
		"declarations":    {`export A=a; readonly B=b; declare -r C=c; typeset D=d; export E; x $A $B $C $D $E`, `x a b c d ...<$E>`},
		"integers":        {`declare -i N=1; x "$N"`, `x <$N>`},
		"for one command": {`X=a; X=b x $X; x $X`, "x a\nx a"},
		"from output":     {`J=$(g list); x "$J" $J`, "g list\nx <$J> ...<$J>"},
		"subshell":        {`X=a; (X=b; x $X); x $X; { X=c; }; x $X`, "x b\nx a\nx c"},
		"pipeline":        {`X=a; X=b | cat; x $X`, "cat <<< \"\"\nx a"},
		"background":      {`X=a; { X=b; } & x $X`, `x a`},
		"read":            {`X=a; read -r X Y; x "$X" "$Y"`, "read -r X Y\nx <$X> <$Y>"},
		"read here-doc":   {"read -r -d '' X <<EOF\n a $Y\n\nEOF\nx \"$X\"", "read -r -d \"\" X <<< \" a <$Y>\\n\\n\"\nx \"a <$Y>\""},
		"let":             {`let N=N+1; ((M++)); x "$N" "$M"`, `x <$N> <$M>`},
		"unset":           {`X=a; unset X; x "$X" $X`, "unset X\nx \"\""},
		"sourced":         {`X=a; . ./env.sh; x $X; source venv/bin/activate; Y=b; x $Y`, ". ./env.sh\nx a~\nsource venv/bin/activate\nx b"},
		"eval":            {`X='g $Y'; Y=a; eval "$X" "Z=b"; eval 'Q=c'; x $Q`, "eval \"g $Y\" Z=b\ng a Z=b\neval Q=c\nx c"},
		"too long":        {`X=0123456789abcdef` + strings.Repeat(`; X="$X$X"`, 20) + `; x "${#X}"`, `x <${#X}>`},
		"exported or not": {`A=a; export B=b; bash -c 'x $A $B $0 $1' n m; set -a; C=c; sh -c 'x $C'`, "bash -c \"x $A $B $0 $1\" n m\nx ...<$A> b n m\nset -a\nsh -c \"x $C\"\nx c"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
}

func TestBranches(t *testing.T) {
	for name, c := range map[string]struct{ script, want, why string }{
		"in a branch":       {`if c; then X=a; x $X; else X=b; x $X; fi; x $X`, "c\nx a\nx b\nx <$X>", "one of a, b"},
		"agreed":            {`if c; then X=a; else X=a; fi; x $X`, "c\nx a", ""},
		"one branch":        {`X=a; if c; then X=b; fi; x $X`, "c\nx <$X>", "one of a, b"},
		"same as before":    {`X=a; if c; then X=a; fi; x $X`, "c\nx a", ""},
		"unset before":      {`if c; then X=b; fi; x $X`, "c\nx ...<$X>", "one of b, or set outside this script"},
		"elif":              {`if c; then X=a; elif d; then X=b; else X=c; fi; x $X`, "c\nd\nx <$X>", "one of a, b, c"},
		"with blanks":       {`if c; then X='a b'; else X=c; fi; x $X`, "c\nx ...<$X>", "one of a b, c"},
		"case":              {`case $E in p) X=a;; d|e) X=b;; *) exit 1;; esac; x $X`, "exit 1\nx <$X>", "one of a, b"},
		"case without rest": {`X=z; case $E in p) X=a;; esac; x $X`, `x <$X>`, "one of z, a"},
		"dead branch":       {`if c; then X=a; else echo no; exit 1; fi; x $X`, "c\necho no\nexit 1\nx a", ""},
		"dead by function":  {`die() { echo "$1"; exit 1; }; X=a; c || { X=b; die no; }; x $X`, "c\necho no\nexit 1\nx a", ""},
		"and":               {`X=a; c && X=b; x $X`, "c\nx <$X>", "one of a, b"},
		"or":                {`X=a; c || X=b; x $X`, "c\nx <$X>", "one of a, b"},
		"ternary":           {`c && X=a || X=b; x $X`, "c\nx <$X>", "one of a, b"},
		"chain of settings": {`X=a && export Y=b && x $X; x $Y`, "x a\nx b", ""},
		"output or exit":    {`X=$(g) || exit 1; x "$X"`, "g\nexit 1\nx <$X>", "set from $(g), the output of a command"},
		"never run":         {`X=a; true || X=b; x $X`, "true\nx a", ""},
		"array":             {`A=(a b); if c; then A+=(d); fi; x "${A[@]}"`, "c\nx a b ...<${A[@]}>", "differs between branches"},
		"arguments":         {`f() { if c; then set -- d; fi; x "$@"; }; f a`, "c\nset -- d\nx ...<$@>", "differs between branches"},
		"return":            {`f() { X=a; if c; then X=b; return; fi; X=d; }; f; x $X`, "c\nreturn\nx <$X>", "one of b, d"},
		"one option":        {`X=--a=b; if c; then X=--a=d; fi; if c; then X="$X,e"; fi; x $X`, "c\nc\nx --a=<$X>,<$X>", "one of b, d"},
		"one more item":     {`X=a; if c; then X=$X,b; fi; [ "$D" ] && X+=",$E"; x "$X"`, "c\n[ <$D> ]\nx a,<$X>,<$X>", "one of a, a,b"},
		"another list":      {`X=a; if c; then X=b,a; fi; x "$X"`, "c\nx <$X>", "one of a, b,a"},
		"two options":       {`X=--a=b; if c; then X=--d=b; fi; x $X`, "c\nx <$X>", "one of --a=b, --d=b"},
		"words in common":   {`X="--a=$Y --b "; if c; then X=$X$1; fi; x $X`, "c\nx --a=<$Y> --b ...<$X>", "one of \"\", or another value"},
		"last words":        {`if c; then X="$Y -a b"; else X="$Y -a c d"; fi; x $X`, "c\nx ...<$Y> -a ...<$X>", "one of b, c d"},
		"no option":         {`if c; then X="g a b"; else X="g a d"; fi; x $X`, "c\nx ...<$X>", "one of g a b, g a d"},
		"the last word":     {`X="-a b"; if c; then X="$X$Y"; fi; x $X`, "c\nx -a ...<$X>", "one of b, or another value"},
		"lines": {`X="a: b
c"; if c; then X="a: b
d"; fi; x "$X"`, "c\nx <$X>", "one of a: b c, a: b d"},
		"weak": {`if c; then X=a; else X=${Y:-a}; fi; x $X`, "c\nx a~", ""},
		"file": {`if c; then echo a > f; else echo b > f; fi; x --in=f`, "c\necho a\necho b\nx --in=f", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := check(t, c.script, c.want)
			ws := s.Commands[len(s.Commands)-1].Words
			why := ""
			if h := ws[len(ws)-1].Text.Hole(); h != nil {
				why = h.Why
			}
			if why != c.why {
				t.Errorf("why = %q, want %q", why, c.why)
			}
		})
	}
}

func TestChosenCommands(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"text":             {`if c; then X="g $A b"; else X='h "c'; fi; $X d "$@"`, "c\ng ...<$A> b d ...<$@>\nh \"\\\"c\" d ...<$@>"},
		"quoted":           {`if c; then X=g; else X=h; fi; "$X" d`, "c\ng d\nh d"},
		"array":            {`if c; then X=(g "a b"); else X=(h); fi; "${X[@]}" d`, "c\ng \"a b\" d\nh d"},
		"extended":         {`X="g a"; if c; then X+=" --b"; fi; $X d; eval "$X"; if c; then X="$X --e"; fi; $X`, "c\ng a ...<$X> d\neval \"g a <$X>\"\ng a ...<$X>\nc\ng a ...<$X> ...<$X>"},
		"chosen, extended": {`if c; then X="g a"; else X=h; fi; if c; then X="$X --e"; fi; $X`, "c\nc\ng a ...<$X>\nh ...<$X>"},
		"in a loop":        {`for X in "g a" h; do $X b; done`, "g a b\nh b"},
		"in turn":          {`if c; then X=g; elif d; then X=h; fi; if e; then X=i; fi; $X`, "c\nd\ne\n...<$X>\ng\nh\ni"},
		"evaluated":        {`if c; then X='g $A'; else X=h; fi; eval "$X"; eval $X k`, "c\neval <$X>\ng ...<$A>\nh\neval ...<$X> k\ng ...<$A> k\nh k"},
		"function":         {`f() { Y=a; }; if c; then X=f; else X=h; fi; $X; g $Y`, "c\nh\ng ...<$Y>"},
		"a word":           {`if c; then X=a; else X=b; fi; g $X`, "c\ng <$X>"},
		"or not":           {`if c; then X=sudo; else X=; fi; $X g a`, "c\nsudo g a\ng a"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
}

// Words before the first option say what runs: what branches give them is kept.
func TestAmong(t *testing.T) {
	for script, want := range map[string]string{
		`if c; then X=a; else X="b d"; fi; g x $X -k $X`:  "a|b d|a|b d",
		`X=a; c && X=b; g x "$X"`:                         "a|b",
		`case $Y in p) X=a;; q) X=b;; esac; g x $X`:       "$X|a|b",
		`for X in a b; do g x $X; done`:                   "a|b",
		`g x $X`:                                          "",
		`X=a; g x $X`:                                     "",
		`X="g --a"; c && X+=" --b d"; c && X="$X -e"; $X`: "|--b d||-e",
		`X=(g --a); c && X+=(--b d); "${X[@]}"`:           "|--b d",
		`if c; then X=--b; fi; g --a $X`:                  "$X|--b",
		`X=; if c; then X=--b; fi; g --a $X`:              "|--b",
		`local X; if c; then X=--b; fi; g --a $X`:         "|--b",
		`if c; then X=b; else X=d; fi; g --a "$X"`:        "",
		`g --a ${X:+--b "$X"}`:                            "|--b $X",
	} {
		var got []string
		s := read(script)
		for _, c := range s.Commands {
			for i, w := range c.Words {
				for _, alt := range w.Among() {
					var words []string
					for _, a := range alt {
						words = append(words, a.Text.String())
					}
					got = append(got, strings.Join(words, " "))
				}
				if len(w.Among()) > 0 && i != 2 && w.Rest == nil {
					t.Errorf("%s: word %d", script, i)
				}
			}
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s: got %s, want %s", script, s, want)
		}
	}
}

func TestLoops(t *testing.T) {
	for name, c := range map[string]struct{ script, want, why string }{
		"one item":          {`for i in a; do x $i; X=$i; done; x $X`, "x a\nx a", ""},
		"several items":     {`for i in a b c; do x $i; done`, "x <$i>", "one of a, b, c"},
		"many items":        {`for i in {1..9}; do x $i; done`, "x <$i>", "one of 1, 2, 3, 4, 5 …"},
		"unknown items":     {`for i in $L; do x $i; done`, "x <$i>", "an item of $L"},
		"of the arguments":  {`for i; do x "$i"; done`, "x <$i>", "an item of $@"},
		"behind":            {`for i in a b; do :; done; x $i`, ":\nx ...<$i>", "set in several places"},
		"set in the body":   {`X=a; for i in p q; do x $X; X=b; x $X; done; x $X`, "x ...<$X>\nx b\nx <$X>", "one of a, b"},
		"set to the same":   {`X=a; while c; do X=a; done; x $X`, "c\nx a", ""},
		"accumulated":       {`X=a; for i in p $L; do X="$X,$i"; done; x "$X"`, "x a,<$X>", "one of a, or another value"},
		"only settings":     {`X=a; A=(); for i in p q; do X="$i,$X"; [ $i = z ] || A+=("$i"); done; x "$X" "${A[@]}" $i`, "[ p = z ]\n[ q = z ]\nx q,p,a p q q", ""},
		"joined":            {`X=; for i in p q; do if [ -n "$X" ]; then X="$X,"; fi; X="$X$i"; done; Y=; for i in p q r; do [[ $i == q ]] || Y+="$i,"; done; x $X ${Y%,}`, "[ -n \"\" ]\n[ -n p ]\nx p,q p,r", ""},
		"prepended":         {`X=a; for i in p $L; do X="$i,$X"; done; x "$X"`, "x <$X>", "one of a, or another value"},
		"items and more":    {`X=a; for i in p q; do X+=",$i"; read X; done; x "$X"`, "read X\nx <$X>", "one of a, or set outside this script"},
		"array":             {`A=(a); for i in p $L; do A+=("$i"); done; x "${A[@]}"`, "x ...<${A[@]}>", "differs between branches"},
		"while read":        {`while read -r l; do x "$l"; done < f`, "read -r l\nx <$l>", "read when the script runs"},
		"not set after all": {`f() { local X=b; x $X; }; X=a; for i in p q; do f; done; x $X`, "x b\nx a", ""},
		"by a function":     {`f() { X=b; }; X=a; for i in p q; do f; done; x $X`, "x <$X>", "one of a, b"},
		"options":           {`while [ $# -gt 0 ]; do case $1 in -r) R=$2; shift 2;; *) shift;; esac; done; x "$R" "$1"`, "[ <$#> -gt 0 ]\nshift 2\nshift\nx <$R> <$1>", "set in several places"},
		"counted":           {`for ((i=0; i<3; i++)); do x $i; done`, "x <$i>", "computed"},
		"until":             {`until c; do N=$((N+1)); done; x "$N"`, "c\nx <$N>", "set in several places"},
		"broken off":        {`for i in a b; do if c; then X=a; break; fi; X=b; done; x "$X"`, "c\nbreak\nx <$X>", "one of b, or set outside this script"},
	} {
		t.Run(name, func(t *testing.T) {
			s := check(t, c.script, c.want)
			ws := s.Commands[len(s.Commands)-1].Words
			why := ""
			for _, w := range ws {
				if h := w.Text.Hole(); h != nil && why == "" {
					why = h.Why
				}
			}
			if why != c.why {
				t.Errorf("why = %q, want %q", why, c.why)
			}
		})
	}
}

func TestFunctions(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"arguments":      {`f() { g "$1" $2 "$@" $#; }; f a "b c"`, `g a b c a "b c" 2`},
		"each call":      {`f() { g $1; }; f a; f b`, "g a\ng b"},
		"no arguments":   {`f() { g "$@" "$1" $1; }; f`, `g ""`},
		"shifted":        {`f() { local n=$1; shift 2; g $n "$@"; }; f a b c d`, "shift 2\ng a c d"},
		"passed on":      {`retry() { for i in 1 2 3; do "$@" && return; done; }; retry g a "b c"`, "g a \"b c\"\nreturn"},
		"local":          {`X=a; f() { local X=b; g $X; h; }; h() { g $X; }; f; g $X`, "g b\ng b\ng a"},
		"global":         {`f() { X=b; declare -g Y=c; }; f; g $X $Y`, `g b c`},
		"nested":         {`a() { b "$1" x; }; b() { g "$@"; }; main() { a "$@"; }; main m`, `g m x`},
		"never called":   {`f() { g $1 "$2" "$@" $X; }; X=a`, `g ...<$1> <$2> ...<$@> a`},
		"only inner":     {`b() { g $1; }; a() { b x; }`, `g x`},
		"recursive":      {`f() { g; f; }; f`, "g\nf"},
		"mutual":         {`a() { g; b; }; b() { h; a; }; a`, "g\nh\na"},
		"output":         {`j() { local IFS="$1"; shift; echo "$*"; }; x "$(j , a b)"`, "shift\necho a,b\nx a,b"},
		"redefined":      {`f() { g a; }; f; f() { g b; }; f`, "g a\ng b"},
		"environment":    {`f() { g $X; }; X=a f; g "$X"`, "g a\ng <$X>"},
		"keyword":        {`function f { g $1; }; f a`, `g a`},
		"default":        {`f() { local r=${1:-eu}; g $r; }; f; f us`, "g eu\ng us"},
		"in a branch":    {`f() { if c; then return 1; fi; X=a; }; f; g $X`, "c\nreturn 1\ng ...<$X>"},
		"by another":     {`f() { g $1; }; retry f a`, "retry f a\ng a"},
		"subshell body":  {`f() (X=b; g $X); X=a; f; g $X`, "g b\ng a"},
		"array argument": {`f() { local -a A=("$@"); g "${A[@]:1}"; }; f a b c`, `g b c`},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
}

// Sure are the commands that run in the order of the list, once, whenever the
// script gets that far.
func TestSure(t *testing.T) {
	for script, want := range map[string]string{
		"a; b":                              "a b",
		"a || exit 1; b":                    "a b",
		"a && b || d; g":                    "a g",
		"a | tee log; b":                    "a b",
		"X=$(a); (b); { d; }":               "a b d",
		"a & b":                             "b",
		"a <(b) >(d); g":                    "a g",
		"if a; then b; elif d; then g; fi;": "a",
		"for X in 1 2; do a; done; b":       "b",
		"for X in 1; do a; done; b":         "a b",
		"while a; do b; done; d":            "d",
		"case $X in y) a;; esac; b":         "b",
		"f() { a; }; b":                     "b",
		"f() { a; }; b; f; d":               "b a d",
		"f() { a; return; b; }; f; d":       "a return d",
		"f() { a; }; if b; then f; fi; d":   "b d",
		"a; exit; b; (d); echo x && g":      "a exit",
		"if a; then exit; fi; b":            "a b",
		"trap 'a' EXIT; b":                  "trap b",
		"bash -c 'a; b'; d":                 "bash a b d",
		"eval \"$X\"; a":                    "eval a",
		"coproc a; b":                       "b",
	} {
		var got []string
		for _, c := range read(script).Commands {
			if c.Sure {
				got = append(got, c.Words[0].Text.String())
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", script, got, want)
		}
	}
}

func TestFilters(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"space":      {`f() { echo " a b "; }; x $(f | tr -d '[:space:]')`, `x ab`},
		"new line":   {`x $(printf 'a\n' | tr -d '\n')`, `x a`},
		"quoted":     {`x $(echo a | tr -d $'\n')-b`, `x a-b`},
		"blank":      {`x $(echo "a b" | tr --delete ' ')`, `x ab`},
		"words":      {`x "$(echo "  a   b " | xargs)"`, `x "a b"`},
		"letters":    {`x "$(echo ab | tr -d a)"`, `x "<$(echo ab | tr -d a)>"`},
		"upper case": {`x "$(echo ab | tr a-z A-Z)"`, `x "<$(echo ab | tr a-z A-Z)>"`},
		"unknown":    {`x "$(echo "$A" | tr -d ' ')"`, `x "<$(echo \"$A\" | tr -d ' ')>"`},
	} {
		t.Run(name, func(t *testing.T) {
			s := read(c.script)
			s.Commands = s.Commands[len(s.Commands)-1:]
			if got := strings.TrimSpace(dump(s)); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.script, got, c.want)
			}
		})
	}
}

func TestEverythingThatRuns(t *testing.T) {
	check(t, `
a | b |& c
d && e || f
( g ); { h; }
if i; then j; elif k; then l; else m; fi
while n; do o; done
case $(p) in x) q;; esac
r &
time s
! t
coproc u
v <(w) > >(y)
z="$(aa)" bb "$(cc)" $((1+$(dd)))
[[ -n $(ee) ]] && ff
for i in $(gg); do hh; done
A=($(ii)); export B=$(jj)
kk <<EOF
$(ll)
EOF
trap 'mm' EXIT
select s in a; do nn; done`, `
a
b
c
d
e
f
g
h
i
j
k
l
m
n
o
p
q
r
s
t
u
y
w
v <<(w)>
cc
dd
aa
bb <$(cc)> <$((1+$(dd)))>
ee
ff
gg
hh
ii
jj
ll
kk <<< "<$(ll)>\n"
trap mm EXIT
mm
nn`)
}

func TestSymbols(t *testing.T) {
	s := read(`
x "$A" "${A}" "$1" "$1"
A=$(g); x "$A"
B=$A; x "$B"
A=$(g); x "$A"
x "$RANDOM"
x "$C-a" "${C}-a" "${C,,}" "${C,,}"
if c; then D=a; else D=b; fi; x "$D" "$D"
f() { E=$(g); x "$E"; }; f; f
R=$RANDOM; x "r-$R" "r-$R" "$RANDOM"`)
	var syms []string
	for _, c := range s.Commands {
		if c.Words[0].Text.String() == "x" {
			for _, w := range c.Words[1:] {
				syms = append(syms, w.Text.Sym())
			}
		}
	}
	equal := func(a, b int) bool { return syms[a] != "" && syms[a] == syms[b] }
	for _, p := range [][2]int{{0, 1}, {2, 3}, {4, 5}, {8, 9}, {10, 11}, {12, 13}, {16, 17}} {
		if !equal(p[0], p[1]) {
			t.Errorf("%d and %d differ: %q, %q", p[0], p[1], syms[p[0]], syms[p[1]])
		}
	}
	for _, p := range [][2]int{{0, 4}, {4, 6}, {7, 18}, {0, 8}, {14, 15}} {
		if equal(p[0], p[1]) {
			t.Errorf("%d and %d are equal: %q", p[0], p[1], syms[p[0]])
		}
	}
	if syms[0] != "\x00t.sh:$A\x00" {
		t.Errorf("sym = %q", syms[0])
	}
}

func TestHoles(t *testing.T) {
	s := read("x $A\nB=$(g)\nx $B")
	h := s.Commands[0].Words[1].Rest
	if want := (source.Hole{Expr: "$A", Why: "set outside this script", Sym: "t.sh:$A"}); !reflect.DeepEqual(*h, want) {
		t.Errorf("hole = %+v", *h)
	}
	if got := choicesOf(`if c; then X=a; else X=b; fi; if d; then X=p; fi; for Y in r s; do x v-$X-$Y; x "$X" $Y; done`) + choicesOf(`if c; then X=a; else X=b; fi; if d; then X=p; fi; x v-$X`); got != "r sv-a v-b v-p" {
		t.Errorf("choices = %s", got)
	}
	if got := choicesOf(`if c; then X=a; elif d; then X=$OUT; else X=b; fi; x $X`) + choicesOf(`if c; then X=a; fi; x $X`); got != "" {
		t.Errorf("choices of an unknown value = %s", got)
	}
	if h := s.Commands[2].Words[1].Text.Hole(); h.Why != "set from $(g), the output of a command" || h.Expr != "$B" {
		t.Errorf("hole = %+v", *h)
	}
}

// choicesOf returns what the last word of a script can be.
func choicesOf(script string) string {
	c := read(script).Commands
	words := c[len(c)-1].Words
	var out []string
	for _, t := range words[len(words)-1].Text.Choices() {
		out = append(out, t.String())
	}
	return strings.Join(out, " ")
}
