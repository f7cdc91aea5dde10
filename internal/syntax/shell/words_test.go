package shell

import (
	"testing"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

func TestWords(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"quotes":              {`a 'b c' "d e" f"g"'h' "" ''`, `a "b c" "d e" fgh "" ""`},
		"escapes":             {`a b\ c \$X "\$X \" \a" '\x'`, `a "b c" $X "$X \" \\a" "\\x"`},
		"ansi":                {`a $'x\ty\n\'\x41\101\u00e9'`, `a "x\ty\n'AAé"`},
		"nested quotes":       {`a "x $(echo "y 'z'") w"`, "echo \"y 'z'\"\na \"x y 'z' w\""},
		"continued":           {"a --p=\"x,\\\n  y\" b\\\nc \\\n  d", `a "--p=x,  y" bc d`},
		"continued in CRLF":   {"a b\\\r\nc \\\r\n  d \"e\r\nf\"\r\ng\r\n", "a bc d \"e\\nf\"\ng"},
		"tabs":                {"a\tb\t\\\n\tc", `a b c`},
		"non-ASCII":           {`a "é$X" ü`, `a é<$X> ü`},
		"delimiter switch":    {`g --p "^;^a=1;b=2"`, `g --p ^;^a=1;b=2`},
		"unknown whole word":  {`a $X ${X} "$X"`, `a ...<$X> ...<${X}> <$X>`},
		"unknown inside":      {`a --x=$X pre$X-$Y "$X$Y"`, `a --x=<$X> pre<$X>-<$Y> <$X$Y>`},
		"two unknown":         {`a $X$Y`, `a ...<$X$Y>`},
		"arguments":           {`a "$@" $@ $* "$*" x"$@"y $1 "$2" $#`, `a ...<$@> ...<$@> ...<$*> <$*> x<$@> ...<$@> ...<$1> <$2> <$#>`},
		"braces":              {`a {b,c}{1..3} x{,y} {a..c} {3..1} {01..02} {x} '{a,b}' "{a,b}" \{a,b} {a,{b,c}}`, `a b1 b2 b3 c1 c2 c3 x xy a b c 3 2 1 01 02 {x} {a,b} {a,b} {a,b} a b c`},
		"braces with unknown": {`a {$X,"b c"}`, `a ...<$X> "b c"`},
		"tilde and globs":     {`a ~/x *.jar ?[a] +(x|y)`, `a ~/x *.jar ?[a] +(x|y)`},
		"splitting":           {`X=" b  c "; a x$X$X"$X"`, "a x b c b c \" b  c \""},
		"splitting by IFS":    {"IFS=,; X=b,,c; a $X; IFS=$'\\n\\t'; Y='d e'; a $Y; unset IFS; a $Y", "a b \"\" c\na \"d e\"\nunset IFS\na d e"},
		"empty":               {`X=; a $X "$X" b${X}c`, `a "" bc`},
		"arithmetic":          {`a $((1+2)) x$((Y))`, `a <$((1+2))> x<$((Y))>`},
		"substitution":        {`a $(b c) "$(d)" x$(e)`, "b c\nd\ne\na ...\"<$(b c)>\" <$(d)> x<$(e)>"},
		"backquotes":          {"a `b c \\$X`", "b c ...<$X>\na ...\"<`b c \\\\$X`>\""},
		"known output":        {`A=$(echo x y); a "$A" $(printf '%s-%s\n' p q) $(true)`, "echo x y\nprintf \"%s-%s\\\\n\" p q\ntrue\na \"x y\" p-q"},
		"output in a branch":  {`A=$(if c; then echo x; fi); a "$A"`, "c\necho x\na <$A>"},
		"no words":            {`$(x); "" ; $EMPTY`, "x\n...<$(x)>\n\"\"\n...<$EMPTY>"},
		"zsh":                 {`a ${(U)X} ${X:t}`, `a ...<${(U)X}> ...<${X:t}>`},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
}

func TestParameters(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"default of unset":        {`a ${V:-d} "${V-d e}" ${V:-$W}`, "a d~ \"d e\"~ ...<$W>~"},
		"default of known":        {`V=v; a ${V:-d} ${V-d}`, `a v v`},
		"default of empty":        {`V=; a "${V:-d}" "${V-d}"`, `a d ""`},
		"default after unset":     {`unset V; a ${V:-d} ${V-d}`, "unset V\na d d"},
		"default of output":       {`V=$(x); a "${V:-d}"`, "x\na <${V:-d}>"},
		"empty default":           {`a "${V:-}" ${1:-}`, `a <${V:-}> ...<${1:-}>`},
		"default is split":        {`a ${V:-b c} ${W:-"b c"} "${W:-'b'}"`, `a b~ c~ "b c"~ "'b'"~`},
		"assigned default":        {`: "${V:=d}"; a $V "$V"`, ": d~\na d~ d~"},
		"alternative":             {`V=v; E=; a ${V:+w} ${E:+w} ${E+w} ${U:+--f=x} "${U:+w}"`, "a w w ...<${U:+--f=x}> <${U:+w}>"},
		"alternative and unknown": {`V=a$X; a ${V:+w} x${X:+w}`, `a w x<${X:+w}>`},
		"required":                {`V=v; a ${V:?} ${U:?no}`, `a v ...<${U:?no}>`},
		"removal":                 {`V=a/b.c/d.e; a "${V%/*}" "${V%%/*}" "${V#*/}" "${V##*/}" "${V%.e}" ${V%"$U"}`, `a a/b.c a b.c/d.e d.e a/b.c/d "<${V%\"$U\"}>"`},
		"replacement":             {`V=a-b-c; a ${V/-/+} ${V//-/+} ${V//-} ${V/#a/x} ${V/%c/x} "${V//-/,}"`, `a a+b-c a+b+c abc x-b-c a-b-x a,b,c`},
		"letters":                 {`V=aBc; a ${V,,} ${V^^} ${V^} ${V,}`, `a abc ABC ABc aBc`},
		"substring":               {`V=abcdé; a ${V:1} ${V:1:2} ${V: -2} ${V:0:$N} ${#V}`, `a bcdé bc dé <${V:0:$N}> 5`},
		"operators on unknown":    {`a ${V%x} "${V,,}" ${#V}`, `a ...<${V%x}> <${V,,}> <${#V}>`},
		"indirect":                {`V=W; W=x; a ${!V} ${!U}`, `a x ...<${!U}>`},
		"joined":                  {`A=(a b); J=$(IFS=,; echo "${A[*]}"); x "$J"; printf -v K '%s,' "${A[@]}"; x "${K%,}"`, "echo a,b\nx a,b\nprintf -v K %s, a b\nx a,b"},
		"a quoted pattern":        {`V='a*b'; x "${V%'*b'}" "${V%\*b}" "${V%*b}"`, `x a a a*`},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
}

func TestArrays(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"words":            {`A=(a "b c"); A+=(d); x "${A[@]}" ${A[@]} "${A[*]}" p"${A[@]}"s`, `x a "b c" d a b c d "a b c d" pa "b c" ds`},
		"elements":         {`A=(a b c); x $A ${A[1]} ${A[-1]} "${A[9]}" ${#A[@]} "${A[@]:1}" "${A[@]:0:2}" "${A[@]/#/-}" "${A[$i]}"`, `x a b c "" 3 b c a b -a -b -c <${A[$i]}>`},
		"unknown":          {`x "${A[@]}" ${A[@]} "${A[@]:1}"`, `x ...<${A[@]}> ...<${A[@]}> ...<${A[@]:1}>`},
		"appended unknown": {`A+=(b); x "${A[@]}"`, `x ...<${A[@]}> b`},
		"with unknown":     {`A=($X "$Y" "$@"); x "${A[@]}" "${A[1]}"`, `x ...<$X> <$Y> ...<$@> <${A[1]}>`},
		"set or nothing":   {`A=(a); E=(); x ${A[@]+"${A[@]}"} ${E[@]+"${E[@]}"} ${U[@]+"${U[@]}"}`, `x a ..."<${U[@]+\"${U[@]}\"}>"`},
		"empty":            {`A=(); x "${A[@]}" y`, `x y`},
		"one element":      {`A=(a b); A[1]=c; A[2]=d; x "${A[@]}"; A[$i]=e; x "${A[@]}"`, "x a c d\nx ...<${A[@]}>"},
		"associative":      {`declare -A M=([k]=v [a.b]=c ["d e"]=f); M[a.b]=g; M[h-i]+=j; x "${M[k]}" ${M[a.b]} "${M[$k]}" "${!M[@]}" "${M[@]}" "${M[no]}" ${M[h-i]:-l} ${M[no]:-l}`, `x v g <${M[$k]}> k a.b "d e" h-i v g f j "" j l`},
		"keys and values":  {`declare -A M; P= M=(k v l w); for k in "${!M[@]}"; do P+="${P:+,}$k=${M[$k]}"; done; x "$P"`, `x k=v,l=w`},
		"by the turn":      {`declare -A M=([k]=v [l]=w); for k in k l; do x ${M[$k]}; done`, `x <${M[$k]}>`},
		"keys of branches": {`declare -A M=([k]=v); if c; then M[l]=w; fi; x "${!M[@]}" "${M[k]}"`, "c\nx <${!M[@]}> <${M[k]}>"},
		"an unknown key":   {`declare -A M=([k]=v); M[$l]=w; x "${M[k]}"`, `x <${M[k]}>`},
		"local":            {`f() { local -A p=([a.b]=c [d.e]="$1"); local l="" k; for k in "${!p[@]}"; do [[ -n $l ]] && l+=,; l+=$k=${p[$k]}; done; x $l; }; f 1`, `x a.b=c,d.e=1`},
		"behind settings":  {"P=a\nP=$P,b\ndeclare -A M=([a.b]=c)\nx $P ${M[a.b]}", `x a,b c`},
		"indices":          {`A=(a b); x "${!A[@]}"`, `x 0 1`},
		"declared":         {`f() { local -a A=(a); A+=(b); x "${A[@]}"; }; f; x "${A[@]}"`, "x a b\nx ...<${A[@]}>"},
		"positional":       {`set -- a "b c"; x "$@" $2 ${@:2} $#; shift; x $1; set -- "$@" d; x "$@"`, "set -- a \"b c\"\nx a \"b c\" b c b c 2\nshift\nx b c\nset -- \"b c\" d\nx \"b c\" d"},
		"read":             {`IFS=, read -ra A <<< "a,b"; x "${A[@]}"`, "read -ra A <<< \"a,b\\n\"\nx a b"},
		"mapfile":          {"mapfile -t A <<EOF\na b\nc\nEOF\nx \"${A[@]}\"", "mapfile -t A <<< \"a b\\nc\\n\"\nx \"a b\" c"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.script, c.want) })
	}
}

func TestHolesOfTheCarrier(t *testing.T) {
	s := "R=${{ env.R }}\ngcloud --a ${{ inputs.flags }} --b=${{ x }} \"${{ y }}\" --r=$R ${V:-${{ z }}} '${{ q }}'"
	text := fileText(s)
	for {
		i := text.Index("${{", 0)
		if i < 0 {
			break
		}
		j := text.Index("}}", i) + 2
		expr := text.String()[i:j]
		text = text.Punch(i, j, &source.Hole{Expr: expr, Sym: expr})
	}
	want := `gcloud --a ..."<${{ inputs.flags }}>" "--b=<${{ x }}>" "<${{ y }}>" --r=<$R> ..."<${{ z }}>"~ "<${{ q }}>"` + "\n"
	if got := dump(Read(text, Start{})); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEnv(t *testing.T) {
	known := source.Exact(source.Span{File: source.NewFile("ci.yml", source.Code, []byte("eu")), End: 2})
	env := Env{
		"REGION": value.Text(known),
		"WEAK":   value.Text(known).Weaken("a default"),
		"SECRET": value.Not[source.Text](&source.Hole{Expr: "${{ secrets.S }}", Why: "a secret", Sym: "s"}),
		"NONE":   value.None[source.Text](),
	}
	s := Read(fileText(`x $REGION $WEAK $SECRET $NONE "$NONE" ${SECRET:-d}; REGION=us; A=(a); bash -c 'x $REGION'; unset WEAK`), Start{Env: env})
	if got, want := dump(s), "x eu eu~ ...<$SECRET> \"\" d~\nbash -c \"x $REGION\"\nx us\nunset WEAK\n"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	end := s.Variables()
	if v, ok := end["REGION"].Get(); !ok || v.String() != "us" {
		t.Errorf("REGION = %v", v)
	}
	if !end["WEAK"].Absent() || !end["A"].Unknown() || end["SECRET"].Hole().Why != "a secret" {
		t.Errorf("env = %+v", end)
	}
	if v, _ := env["REGION"].Get(); v.String() != "eu" {
		t.Error("the given environment was changed")
	}
}
