package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// exports reads what a step leaves to the steps behind it: lines
// `echo NAME=value >> $FILE`.
type exports struct {
	to      string // the variable that names the file
	job     string // names the run in symbols
	sourced bool   // the file is a script: export NAME=value
}

// behind returns the variables behind a step that says raw. Those that it may give
// a value in a way that read does not follow are unknown.
func (x exports) behind(vars scope, raw string, text source.Text, end surface.Env, conditional bool) scope {
	out := x.read(vars, text, end, conditional)
	if !strings.Contains(raw, x.to) {
		return out
	}
	for name, val := range vars {
		if out[name].Span() == val.Span() && (strings.Contains(raw, name+"=") || strings.Contains(raw, name+"<<")) {
			out = out.with(name, x.unknown(name, val.Span()))
		}
	}
	return out
}

// read returns the variables behind a step. end are the step's own at its end;
// a conditional step may not run.
func (x exports) read(vars scope, text source.Text, end surface.Env, conditional bool) scope {
	s := text.String()
	group, into := 0, -1 // where a group of commands that writes to the file starts and ends
	for _, l := range lines(s) {
		line := s[l[0]:l[1]]
		to := strings.Index(line, x.to)
		echo := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(line) == "{" {
			group, into = l[0], x.grouped(s, l[1])
		}
		i := l[0] + strings.Index(line, "echo ") + len("echo ")
		j := l[0] + len(strings.TrimRight(line, " \t\r\n"))
		switch {
		case !strings.HasPrefix(echo, "echo "):
			continue
		case to >= 0:
			j = l[0] + strings.LastIndex(line[:to], ">>")
		case into < l[1] || strings.ContainsAny(line, ">|;&"):
			continue
		}
		if j < i {
			continue
		}
		word, quote := unquoted(text.Slice(i, j).TrimSpace())
		if x.sourced && strings.HasPrefix(word.String(), "export ") {
			word = word.Slice(len("export "), word.Len())
		}
		name, val, ok := word.Cut("=")
		if !ok || !isName(name.String()) {
			continue
		}
		if x.sourced && quote == '\'' {
			val, quote = unquoted(val) // what the outer quotes kept is read later
		} else if x.sourced {
			val, _ = unquoted(val)
		}
		firm := !conditional && (len(echo) == len(line) || to < 0 && s[group] == '{') // an indented line may be a branch
		vars = vars.with(name.String(), x.value(name.String(), val, quote, end, firm))
	}
	return vars
}

// grouped returns where a group of commands ends that starts at i, if all it does is
// to write lines to the file; -1 for another one.
func (x exports) grouped(s string, i int) int {
	for from, end := range eachLine(s[i:]) {
		line := strings.TrimLeft(s[i+from:i+end], " \t")
		switch {
		case strings.HasPrefix(line, "echo "):
		case strings.HasPrefix(line, "}") && strings.Contains(line, ">>") && strings.Contains(line, x.to):
			return i + from
		default:
			return -1
		}
	}
	return -1
}

// unquoted returns a word without the quotes around it, and which they are.
func unquoted(word source.Text) (source.Text, byte) {
	w := word.String()
	if len(w) > 1 && (w[0] == '"' || w[0] == '\'') && w[len(w)-1] == w[0] {
		return word.Slice(1, len(w)-1), w[0]
	}
	return word, 0
}

// value returns the text that a step gives to a variable of later steps.
func (x exports) value(name string, val source.Text, quote byte, end surface.Env, firm bool) source.Text {
	v := strings.Trim(val.String(), "${}")
	switch {
	case !firm:
	case quote == '\'' || !strings.ContainsAny(val.Mask(' '), "$`\\\"'"):
		return val
	case isName(v) && strings.HasPrefix(val.String(), "$") && end[v].Known():
		t := end[v].Raw()
		if w := end[v].Weak(); w != "" {
			t = t.Weaken(w)
		}
		return t
	}
	return x.unknown(name, val.Span())
}

func (x exports) unknown(name string, at source.Span) source.Text {
	return source.Unknown(&source.Hole{Expr: "$" + name, Why: "written to " + x.to + " by an earlier step", Sym: x.job + ":$" + name}, at)
}
