package shell

import (
	"strings"
	"testing"
)

// turnsOf renders the commands x of a script in each turn that gets to them.
func turnsOf(s *Script) string {
	var out []string
	for _, c := range s.Commands {
		if c.Words[0].Text.String() != "x" {
			continue
		}
		if len(c.Turns) == 0 {
			out = append(out, showWords(c.Words))
			continue
		}
		each := c.Turns[0]
		n := 0
		for _, w := range c.Words {
			for _, h := range w.Text.Turns() {
				n = len(h.OneOf)
			}
		}
		for i := range n {
			if in, some := c.Only[each]; some && in&(1<<i) == 0 {
				continue
			}
			var words []Word
			for _, w := range c.Words {
				words = append(words, Word{Text: w.Text.Turn(each, i)})
			}
			out = append(out, showWords(words))
		}
	}
	return strings.Join(out, ", ")
}

func TestTurnsThatTestsDecide(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"none":              {`x $k`, "x a, x b, x c"},
		"and":               {`[ $k = a ] && x $k`, "x a"},
		"or":                {`[ "$k" != a ] || x $k`, "x a"},
		"twice":             {`[ $k = a ] && x 1 $k || x 2 $k`, "x 1 a, x 2 b, x 2 c"},
		"not":               {`! test a = $k && x $k; [ ! $k = b ] && x $k`, "x b, x c, x a, x c"},
		"if":                {`if [[ $k == [ab] ]]; then x 1 $k; else x 2 $k; fi`, "x 1 a, x 1 b, x 2 c"},
		"elif":              {`if [ $k = a ]; then x 1 $k; elif [ $k = b ]; then x 2 $k; else x 3 $k; fi`, "x 1 a, x 2 b, x 3 c"},
		"both":              {`if [ $k = a ] || [ $k = c ]; then x $k; fi; [[ $k != a && $k != b ]] && x $k`, "x a, x c, x c"},
		"nested":            {`if [ $k != a ]; then if [ $k != b ]; then x $k; fi; fi`, "x c"},
		"case":              {`case $k in a) x 1 $k ;; b | d) x 2 $k ;; *) x 3 $k ;; esac`, "x 1 a, x 2 b, x 3 c"},
		"continue":          {`[ $k = a ] || continue; x $k`, "x a"},
		"if continue":       {`if [ $k = b ]; then echo; continue; fi; x $k`, "x a, x c"},
		"perhaps continue":  {`x 1 $k; [ -f $k ] || continue; x 2 $k`, "x 1 a, x 1 b, x 1 c, x 2 <$k>"},
		"inner continue":    {`for j in p q; do [ $j = p ] && continue; x $j; done; x $k`, "x q, x a, x b, x c"},
		"another test":      {`[ -f f ] && [ $k = a ] && x 1 $k; [ -f f ] && x 2 $k`, "x 1 a, x 2 <$k>"},
		"another test last": {`[ $k != a ] && [ -f f ] && x $k`, "x <$k>"},
		"a test that fails": {`[ $k != a ] && [ -f f ] || x $k`, "x <$k>"},
		"set":               {`X=1; [ $k = b ] && X=2; x $X $k`, "x 1 a, x 2 b, x 1 c"},
		"set in all":        {`case $k in a) X=1 ;; *) X=$k ;; esac; x $X`, "x 1, x b, x c"},
		"set in some":       {`if [ $k = a ]; then X=1; elif c; then X=2; fi; x $X`, "x ...<$X>"},
		"depends on more":   {`[ $k = $D ] && x $k`, "x <$k>"},
		"falls through":     {`case $k in a) X=1 ;;& *) X=2 ;; esac; x $X $k`, "x <$X> a, x <$X> b, x <$X> c"},
		"extended pattern":  {`[[ $k == @(a|b) ]] && x $k`, "x a, x b"},
		"all but a pattern": {`[[ $k == !(a) ]] && x $k`, "x <$k>"},
		"any case":          {`shopt -s nocasematch; [[ $k == A ]] && x $k`, "x <$k>"},
		"a query may fail":  {`[ $k = a ] && gsutil -q stat gs://b/$k || x $k`, "x <$k>"},
		"perhaps no word":   {`for j in "" b; do [ -n $j ] && x $j; done`, "x ...<$j>"},
		"in a subshell":     {`([ $k = a ] && continue); x $k`, "x a, x b, x c"},
		"of a function":     {`f() { [ $1 = a ] && continue; }; f $k; x $k`, "x <$k>"},
		"in a function":     {`f() { [ $1 = a ] && x $1; }; f $k`, "x a"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := turnsOf(read("for k in a b c; do " + c.body + "; done")); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
			}
		})
	}
}
