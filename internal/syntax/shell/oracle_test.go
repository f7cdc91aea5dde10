package shell

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// The scripts of this file are made up here and run by a real bash, in which
// the command g records its arguments: what Read says g will receive must be
// what it receives.

// record runs a script and returns the arguments of each g. The command c
// succeeds or fails at random.
func record(t *testing.T, script string, seed int, env, args []string) [][]string {
	t.Helper()
	const prelude = "exec 9>&1 >/dev/null 2>&1\n" +
		"g() { { printf '%s\\037' \"$@\"; printf '\\036'; } >&9; }\n" +
		"c() { return $((RANDOM % 2)); }\n"
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", append([]string{"--norc", "-c", prelude + fmt.Sprintf("RANDOM=%d; FUNCNEST=20\n", seed) + script, "script"}, args...)...)
	cmd.Env = append([]string{"PATH=/bin:/usr/bin", "LC_ALL=C.UTF-8"}, env...)
	cmd.Dir = t.TempDir()
	var out bytes.Buffer
	cmd.Stdout = &out
	_ = cmd.Run()                               // scripts may exit as they like
	if text := out.Bytes(); len(text) > 1<<16 { // loops that happen to grow
		out.Truncate(bytes.LastIndexByte(text[:1<<16], '\036') + 1)
	}
	var calls [][]string
	for _, call := range strings.Split(strings.TrimSuffix(out.String(), "\036"), "\036") {
		if call = strings.TrimSuffix(call, "\037"); out.Len() > 0 {
			calls = append(calls, strings.Split(call, "\037"))
		}
	}
	return calls
}

func bash(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash here: 2 comparisons skipped")
	}
}

// received returns the arguments of the first calls of g that Read finds, and
// whether all of them are known.
func received(s *Script, most int) (out [][]string, known bool) {
	known = true
	for _, c := range s.Commands {
		if c.Words[0].Text.String() != "g" || len(out) == most {
			continue
		}
		args := []string{}
		for _, w := range c.Words[1:] {
			known = known && w.Text.Known() && w.Rest == nil
			args = append(args, w.Text.String())
		}
		if len(args) == 0 {
			args = []string{""}
		}
		out = append(out, args)
	}
	return out, known
}

// maker makes up scripts.
type maker struct {
	*rand.Rand
	pure bool // no branches, nothing unknown
	b    strings.Builder
}

func (m *maker) pick(of ...string) string { return of[m.Intn(len(of))] }

func (m *maker) name() string { return m.pick("A", "B", "C") }

// word makes one word.
func (m *maker) word() string {
	n := m.name()
	forms := []string{
		"lit", "a\\ b", "'x y'", "\"p q\"", "$'t\\tn'", "k=v,l=w", "{m,n}", "--f={1..2}", "\"\"", "é", "a\\\nb", "\"c\\\nd\"", "\"e\\$f\\\"\"",
		"$" + n, "\"$" + n + "\"", "\"${" + n + "}-s\"", "pre$" + n, "$" + n + "$" + m.name(), "\"${" + n + ":-d e}\"", "${" + n + ":-d e}", "${" + n + "-$A}",
		"\"${" + n + ":+w}\"", "${" + n + "+w x}", "${" + n + "%v*}", "\"${" + n + "#*k}\"", "\"${" + n + "//v/\"$B\"}\"", "\"${" + n + "/ /_}\"", "\"${" + n + "^^}\"", "\"${" + n + ",,}\"",
		"\"${" + n + ":1:3}\"", "\"${#" + n + "}\"", "\"${L[@]}\"", "${L[@]}", "\"${L[*]}\"", "\"p${L[@]}\"", "${L[@]+\"${L[@]}\"}", "\"${L[@]:1}\"", "\"${#L[@]}\"", "\"${L[1]}\"", "\"${L[@]/a/b}\"",
		"\"$@\"", "$*", "\"$*\"", "\"$1\"", "\"${2:-z}\"", "\"$#\"", "\"${@:2}\"",
		"\"$(echo \"$" + n + "\" o)\"", "$(printf '%s-' \"${L[@]}\")", "\"$(IFS=,; echo \"${L[*]}\")\"", "\"`echo q`\"",
	}
	if !m.pure {
		forms = append(forms, "$U", "\"$U\"", "\"${U:-u}\"", "x\"$V\"", "${V:+\"$V\"}", "\"${U%b}\"")
	}
	return forms[m.Intn(len(forms))]
}

// value makes the right-hand side of an assignment.
func (m *maker) value() string {
	n := m.name()
	return m.pick("one", "'a b'", "\"k=v,$"+n+"\"", "$"+n, "\"${"+n+"}x\"", "\"${"+n+":-dflt}\"", "", "$(echo in \"$"+n+"\")", "\"$1\"", "{a,b}", "a\\\nb", "'  s  '")
}

// line adds a line; @ in the form stands for the words, one after another, the
// last one for all that follow.
func (m *maker) line(depth int, form string, words ...string) {
	m.b.WriteString(strings.Repeat("  ", depth))
	for i, part := range strings.Split(form, "@") {
		if i > 0 && len(words) > 0 {
			m.b.WriteString(words[min(i-1, len(words)-1)])
		}
		m.b.WriteString(part)
	}
	m.b.WriteString("\n")
}

// statements makes n statements.
func (m *maker) statements(n, depth int) {
	for range n {
		kinds := 16
		if m.pure {
			kinds = 9
		}
		if depth > 2 {
			kinds = 6
		}
		switch m.Intn(kinds) {
		case 0, 1:
			m.line(depth, "g @ @", m.word(), m.word())
		case 2:
			m.line(depth, "@=@", m.name(), m.value())
		case 3:
			m.line(depth, "@+=@", m.name(), m.value())
		case 4:
			w := m.word()
			m.line(depth, "@", m.pick("L=("+w+")", "L+=("+w+")", "L=(\"${L[@]}\" "+w+")", "set -- "+w, "set -- \"$@\" "+w))
		case 5:
			m.line(depth, m.pick("unset @", "export @", "(@=sub; g \"$@\")", "@=tmp g \"$@\"", "eval \"@=ev\"", ": \"${@:=as}\"", "printf -v @ '%s,' \"${L[*]}\"", "IFS=, read -r -a L <<< \"x,y z\"", "read -r -d '' @ <<X\nx $@-h\nX"), m.name())
		case 6:
			m.line(depth, "@() {", m.pick("f0", "f1", "f2"))
			if m.Intn(2) == 0 {
				m.line(depth+1, "local @=\"$1\"-$@", m.name())
			}
			m.statements(2, depth+3) // no calls in there: recursion would not end
			m.line(depth, "}")
		case 7:
			m.line(depth, "@ @ @", m.pick("f0", "f1", "f2"), m.word(), m.word())
		case 8:
			m.line(depth, "for i in @; do", m.pick("a", "'a b'"))
			m.line(depth+1, "g \"$i\" $i")
			m.statements(1, depth+1)
			m.line(depth, "done")
		case 9, 10:
			m.line(depth, "if @; then", m.pick("c", "[ -n \"$U\" ]", "! c"))
			m.statements(2, depth+1)
			if m.Intn(2) == 0 {
				m.line(depth, "else")
				m.statements(2, depth+1)
			}
			m.line(depth, "fi")
		case 11:
			m.line(depth, "case $U in a*)")
			m.statements(1, depth+1)
			m.line(depth, ";; @)", m.pick("*", "b*"))
			m.statements(1, depth+1)
			m.line(depth, "esac")
		case 12:
			m.line(depth, "for i in @ @; do", m.word(), m.word())
			m.statements(2, depth+1)
			m.line(depth+1, "@", m.pick("g \"$i\"", "c && break", "c || continue", "L+=(\"$i\")", "shift", ":"))
			m.line(depth, "done")
		case 13:
			m.line(depth, m.pick("c && @=x", "c || @=y", "c && @=x || @=y", "c && c && { @=p; g $@; }", "c || { g bye; exit; }", "c && return 2>/dev/null"), m.name())
		case 14:
			m.line(depth, "while c; do")
			m.statements(2, depth+1)
			m.line(depth, "done")
		case 15:
			m.line(depth, "@", m.pick("bash -c 'exit 0'", "wait", "c | cat", "shift", "read -r A <<< \"$U\""))
		}
	}
}

// TestAgainstBash: scripts in which nothing is unknown. The calls are the
// same, one by one; those of functions that are never called come last.
func TestAgainstBash(t *testing.T) {
	bash(t)
	unknown := 0
	for seed := range 80 {
		m := &maker{Rand: rand.New(rand.NewSource(int64(seed))), pure: true}
		m.line(0, "A=; B=; C=; L=(); set --")
		m.statements(12, 0)
		script := m.b.String()
		want := record(t, script, seed, nil, nil)
		got, known := received(read(script), len(want))
		if !known {
			unknown++
		} else if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("seed %d\n%s\ngot  %q\nwant %q", seed, script, got, want)
		}
	}
	if unknown > 4 {
		t.Errorf("%d of 80 scripts have unknown words", unknown)
	}
	t.Logf("%d of 80 scripts have unknown words", unknown)
}

// fits returns what the arguments of a command must match.
func fits(c Command) *regexp.Regexp {
	var b strings.Builder
	b.WriteString("(?s)^")
	for _, w := range c.Words[1:] {
		if w.Rest != nil || w.Text.Weak() != "" {
			b.WriteString("(.*\\x1f)?")
			continue
		}
		s, mask := w.Text.String(), w.Text.Mask(0)
		for i := 0; i < len(s); i++ {
			switch {
			case (s[i] == ',' || s[i] == ' ') && (i > 0 && mask[i-1] == 0 || i+1 < len(s) && mask[i+1] == 0):
				b.WriteString(s[i:i+1] + "?") // not there when the hole stands for no word
			case mask[i] != 0:
				b.WriteString(regexp.QuoteMeta(s[i : i+1]))
			case i == 0 || mask[i-1] != 0:
				b.WriteString(".*")
			}
		}
		b.WriteString("\\x1f")
	}
	b.WriteString("$")
	return regexp.MustCompile(b.String())
}

// TestSoundAgainstBash: scripts with branches, loops and outside variables.
// Whatever g receives must fit a command that Read found.
func TestSoundAgainstBash(t *testing.T) {
	bash(t)
	for seed := range 80 {
		m := &maker{Rand: rand.New(rand.NewSource(int64(1000 + seed)))}
		m.statements(10, 0)
		script := m.b.String()
		s := read(script)
		if len(s.Errors) > 0 {
			t.Fatalf("seed %d does not parse: %s\n%s", seed, s.Errors[0].Msg, script)
		}
		var patterns []*regexp.Regexp
		for _, c := range s.Commands {
			if c.Words[0].Text.String() == "g" {
				patterns = append(patterns, fits(*c))
			}
		}
		for run := range 2 {
			env := []string{"U=" + m.pick("", "ab", "b c", "a  b"), "A=" + m.pick("", "out"), "B=x y"}
			for _, call := range record(t, script, seed+run, env, []string{"p1", "p 2", ""}[:m.Intn(4)]) {
				line := strings.Join(call, "\x1f") + "\x1f"
				if !slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool {
					return p.MatchString(line) || p.MatchString(strings.TrimSuffix(line, "\x1f"))
				}) {
					t.Fatalf("seed %d\n%s\ng received %q, read were\n%s", seed, script, call, dump(s))
				}
			}
		}
	}
}
