package carry

import (
	"strings"
	"testing"

	"github.com/proflint/proflint/internal/source"
)

func TestVariablesOfWindows(t *testing.T) {
	for name, c := range map[string]struct {
		d            dialect
		script, want string
	}{
		"set":                    {batch, "set A=b c\nx %A% %a% --y=%A%", "x b c b c --y=b c"},
		"set in quotes":          {batch, "set \"A=b,c\" \r\nx \"%A%\"", `x "b,c"`},
		"set of another":         {batch, "set A=b\nset B=%A%,%C%\nx %B%", "x b,«%C%»"},
		"set twice":              {batch, "set A=b\nif x==y set A=c\nx %A%", "x «%A%»"},
		"set in a block":         {batch, "if x==y (\n  set A=b\n)\nx %A%", "x «%A%»"},
		"jumped over":            {batch, "if x==y goto run\nset A=b\n:run\nx %A%", "x «%A%»"},
		"used before the jump":   {batch, "if x==y goto help\nset A=b\nx %A%\ngoto :eof\n:help", "x b\ngoto :eof\n:help"},
		"blank in the name":      {batch, "set A = b\nx %A%", "x «%A%»"},
		"asked for":              {batch, "set /p A=b\nx %A%", "x «%A%»"},
		"arguments":              {batch, "x %1 %~dp0a %* %%i %A:~0,2%", "x «%1» «%~dp0»a «%*» «%%i» «%A:~0,2%»"},
		"delayed":                {batch, "setlocal EnableDelayedExpansion\nset A=b\nx !A! !B!", "x b «!B!»"},
		"not delayed":            {batch, "set A=b\nx !A!", "x !A!"},
		"special to a shell":     {batch, "set A=$b\nx %A%", "x «%A%»"},
		"string":                 {powershell, "$A = \"b,c\"\nx $A --y=$a \"${A}d\" '$A'", "x b,c --y=b,c \"b,cd\" '$A'"},
		"of the environment":     {powershell, "$env:A = 'b'\n$A = 'c'\nx $env:a $A ${env:A} $Env:B", "x b c b «$Env:B»"},
		"of another":             {powershell, "$A = 'b'\n$B = \"$A,$C\"\nx $B", "x b,«$C»"},
		"with blanks":            {powershell, "$A = 'b c'\nx $A \"$A\"", "x 'b c' \"b c\""},
		"with a type":            {powershell, "[string]$A = 'b' # why\nx $A", "x b"},
		"twice":                  {powershell, "$A = 'b'\nif ($X) { $A = 'c' }\nx $A", "x «$A»"},
		"added to":               {powershell, "$A = 'b'\n$A += 'c'\nx $A", "x «$A»"},
		"in a branch":            {powershell, "if ($X) {\n  $A = 'b'\n}\nx $A", "x «$A»"},
		"in a function":          {powershell, "function F {\n  $A = 'b'\nx $A\n}", "x b\n}"},
		"parameters":             {powershell, "param(\n  $A = 'b'\n)\nx $A", "x «$A»"},
		"parameters of another":  {powershell, "$A = 'b'\nfunction F([string] $A) { }\nfunction G {\n param($B = 1, $C) }\n$C = 'c'\nx $A $C", "x «$A» «$C»"},
		"out of its function":    {powershell, "function F {\n  $A = 'b'\n  $script:C = 'c'\n}\nx $A $C", "x «$A» c"},
		"changed elsewhere":      {powershell, "$A = 'b'\nF ([ref]$A)\nx $A", "x «$A»"},
		"in brackets":            {powershell, "$A = 'b'\nx \"$($A)\" \"$($A.C)\" \"$( $B )\"", "x \"b\" \"«$($A.C)»\" \"«$B»\""},
		"computed":               {powershell, "$A = 'b'.ToUpper()\n$B = \"$(y)\"\nx $A $B", "x «$A» «$B»"},
		"of a loop":              {powershell, "$A = 'b'\nforeach ($A in 1..3) { }\nx $A", "x «$A»"},
		"objects":                {powershell, "$A = 'b'\nx $A.Length --y=$o.a[0] \"$A.b\"", "x «$A.Length» --y=«$o.a[0]» \"b.b\""},
		"list":                   {powershell, "$A = @('b')\nx @A a@A", "x b a@A"},
		"escaped and in comment": {powershell, "$A = 'b'\nx `$A # don't $A\nx $A", "x `$A # don't $A\nx b"},
	} {
		t.Run(name, func(t *testing.T) {
			got := show(valued(source.Exact(source.Span{File: source.NewFile("a", source.Code, []byte(c.script)), End: len(c.script)}), c.d, nil))
			_, got, _ = strings.Cut("\n"+got, "\nx ")
			if got = strings.TrimSpace("x " + got); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.script, got, c.want)
			}
		})
	}
}
