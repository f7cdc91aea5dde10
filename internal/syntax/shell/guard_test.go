package shell

import "testing"

// What a script gives a variable that holds nothing is its default: weak
// where the variable is set outside, however the script asks.
func TestDefaults(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"colon":              {`: ${V:=x}; g $V`, ": x~\ng x~"},
		"if -z":              {`if [ -z "$V" ]; then V=x; fi; g $V`, `g x~`},
		"[[ -z ]] &&":        {`[[ -z $V ]] && V=x; g $V`, `g x~`},
		"-z in braces":       {`[ -z "${V:-}" ] && { V=x; echo; }; g $V`, "echo\ng x~"},
		"-n or":              {`[ -n "$V" ] || V=x; g $V`, `g x~`},
		"! -n and":           {`if ! [ -n "$V" ]; then export V=x; fi; g $V`, `g x~`},
		"[ ! -n ]":           {`test ! -n "$V" && V=x; g $V`, `g x~`},
		"[[ ! ]]":            {`[[ ! ( -n $V ) ]] && V=x; g $V`, `g x~`},
		"a word":             {`[[ $V ]] || V=x; [ "$W" ] || W=y; g $V $W`, `g x~ y~`},
		"is empty":           {`[ "$V" = "" ] && V=x; [[ $W == '' ]] && W=y; g $V $W`, `g x~ y~`},
		"is not empty":       {`[ "$V" != "" ] || V=x; g $V`, `g x~`},
		"set at all":         {`[ -z "${V+x}" ] && V=x; g $V`, `g x~`},
		"else":               {`if [ -n "$V" ]; then echo; else V=x; fi; g $V`, "echo\ng x~"},
		"case":               {`case "$V" in "") V=x;; *) echo;; esac; g $V`, "echo\ng x~"},
		"read before":        {`read -r V; [ -z "$V" ] && V=x; g $V ${V:-y}`, "read -r V\ng x~ x~"},
		"an argument":        {`V=$1; if [ -z "$V" ]; then V=x; fi; W="${2}"; g $V ${W:-y}`, `g x~ y~`},
		"of an argument":     {`V=x; [ -n "$1" ] && V=$1; g $V`, `g x~`},
		"either":             {`if [ -n "$1" ]; then V=$1; else V=x; fi; g $V`, `g x~`},
		"options":            {`V=; while getopts r: o; do case $o in r) V=$OPTARG;; esac; done; [ -z "$V" ] && V=x; g $V`, "getopts r: o\ng x~"},
		"options by name":    {`while [ $# -gt 0 ]; do case $1 in --v=*) V="${1#*=}";; esac; shift; done; g ${V:-x}`, "shift\ng x~"},
		"grown in a loop":    {`while c; do [ -n "$V" ] || V=x; V="$V,y"; g "$V"; done`, "c\ng <$V>,y"},
		"empty before":       {`V=; [ -z "$V" ] && V=x; g $V`, `g x`},
		"set before":         {`V=a; [ -z "$V" ] && V=x; g $V`, `g a`},
		"another variable":   {`[ -z "$V" ] && W=x; g "$W"`, `g <$W>`},
		"another test":       {`[ -z "$V" -a -z "$W" ] && V=x; g "$V"`, `g <$V>`},
		"the other way":      {`[ -n "$V" ] && V=x; g "$V"`, `g <$V>`},
		"two ways":           {`if [ -z "$V" ]; then V=x; else V=y; fi; g "$V"`, `g <$V>`},
		"in one of two ways": {`if [ -z "$V" ]; then if c; then V=x; else V=y; fi; fi; g "$V"`, "c\ng <$V>"},
		"from output":        {`V=$(g); [ -z "$V" ] && V=x; h "$V"`, "g\nh <$V>"},
		"to output":          {`[ -z "$V" ] && V=$(g); h "$V"`, "g\nh <$V>"},
		"or leave":           {`[ -z "$V" ] && exit 1; g "$V"`, "exit 1\ng <$V>"},
	} {
		t.Run(name, func(t *testing.T) {
			s := read(c.script)
			var tests []*Command
			for _, cmd := range s.Commands {
				if name := cmd.Words[0].Text.String(); name != "[" && name != "test" {
					tests = append(tests, cmd)
				}
			}
			s.Commands = tests
			if got := dump(s); got != c.want+"\n" {
				t.Errorf("%s\ngot\n%s\nwant\n%s", c.script, got, c.want)
			}
		})
	}
}

func TestDefaultOf(t *testing.T) {
	s := read(`[ -z "$V" ] && V=x; g $V`)
	if got := s.Commands[len(s.Commands)-1].Words[1].Text.Weak(); got != "the default of $V" {
		t.Errorf("weak by %q", got)
	}
}
