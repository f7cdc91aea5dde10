package carry

import (
	"maps"
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
)

// Jenkinsfile reads the sh steps of Jenkins pipelines. Each is a shell of its
// own.
func Jenkinsfile() surface.Surface {
	return surface.Surface{Name: "jenkinsfile", Match: isJenkinsfile, Words: surface.LaunchWords, Read: readJenkinsfile}
}

func isJenkinsfile(p string) bool {
	base := path.Base(p)
	return strings.HasPrefix(base, "Jenkinsfile") || strings.HasSuffix(base, ".Jenkinsfile") || strings.HasSuffix(base, ".jenkinsfile")
}

func readJenkinsfile(r *surface.Reader, f surface.Fragment) surface.Env {
	g := &groovy{text: f.Text, s: f.Text.Mask('x')}
	j := &jenkins{r: r, groovy: g, file: place(f.Text), vars: scope{}, params: scope{}, lists: map[string]*listed{}}
	j.stack, j.hosts = []scope{{}}, []host{{}}
	j.read()
	return nil
}

// jenkins reads a pipeline in the order of its text.
type jenkins struct {
	*groovy
	r      *surface.Reader
	file   string
	vars   scope // variables of the script
	lists  map[string]*listed
	depth  int     // of the list that is read
	params scope   // of the pipeline, with their defaults
	stack  []scope // environment, a copy for each open brace
	next   scope   // environment of the block that opens next, by withEnv
	hosts  []host  // likewise: where its steps run, a copy for each open brace
	inside host    // of the block that opens next
}

func (j *jenkins) env() scope { return j.stack[len(j.stack)-1] }

func (j *jenkins) read() {
	for i := 0; i < len(j.s); {
		if n := j.skipped(i); n > 0 {
			i += n
			continue
		}
		switch c := j.s[i]; {
		case c == '{':
			j.open()
			i++
		case c == '}':
			j.stack = j.stack[:max(1, len(j.stack)-1)]
			j.hosts = j.hosts[:max(1, len(j.hosts)-1)]
			j.inside = j.host()
			i++
		case isWord(c):
			end := j.wordEnd(i)
			i = max(end, j.statement(j.s[i:end], i, end))
		default:
			i++
		}
	}
}

func (j *jenkins) host() host { return j.hosts[len(j.hosts)-1] }

func (j *jenkins) open() {
	j.stack = append(j.stack, j.env())
	j.hosts = append(j.hosts, j.inside)
	for name, t := range j.next {
		j.set(name, t)
	}
	j.next = nil
}

// set sets an environment variable of the current block.
func (j *jenkins) set(name string, t source.Text) {
	j.stack[len(j.stack)-1] = j.env().with(name, t)
}

// statement reads what the word before i starts, and returns how far it read.
func (j *jenkins) statement(word string, start, i int) int {
	member := start > 0 && j.s[start-1] == '.'
	at := j.blanks(i)
	if l := j.lists[word]; l != nil && !member && !j.change(l, i) {
		delete(j.lists, word)
	}
	switch {
	case member && word == "image" && strings.HasSuffix(j.s[:start], "docker.") && j.at(at, '('): // docker.image('…').inside {
		text, end := j.expression(at + 1)
		j.inside = j.host().image(text)
		return end
	case member && strings.HasSuffix(j.s[:start], "env.") && j.at(at, '=') && !j.at(at+1, '='):
		text, end := j.expression(at + 1)
		for n := range j.stack { // it holds for the whole run
			j.stack[n] = j.stack[n].with(word, text)
		}
		return end
	case member && !strings.HasSuffix(j.s[:start], "steps.") && !strings.HasSuffix(j.s[:start], "this.") && !strings.HasSuffix(j.s[:start], "script."):
	case word == "sh":
		return j.sh(at, script)
	case word == "bat", word == "powershell", word == "pwsh":
		return j.sh(at, labels[word])
	case word == "agent" && j.at(at, '{'):
		j.agent(at)
	case word == "jdk" && (j.at(at, '\'') || j.at(at, '"')): // of tools
		text, end := j.expression(at)
		j.here(j.host().with(model.Java, text.Weaken("the tool of that name")), 1)
		return end
	case word == "dir" && j.at(at, '('):
		text, end := j.expression(at + 1)
		outer := j.host()
		if j.inside = outer.in(text); j.inside.dir != "" {
			j.inside.dir = path.Join(outer.dir, j.inside.dir)
		}
		return end
	case word == "environment" && j.at(at, '{'):
		return j.environment(at + 1)
	case word == "withEnv":
		return j.withEnv(at)
	case word == "string" || word == "choice" || word == "text":
		return j.parameter(at)
	case j.at(at, '=') && !j.at(at+1, '=') && !j.at(at+1, '~'):
		return j.assign(word, at+1)
	}
	return i
}

// sh hands on the script of a step: its only argument, or the one that is
// called script.
func (j *jenkins) sh(i int, d dialect) int {
	if j.at(i, '(') {
		i = j.blanks(i + 1)
	}
	if !j.at(i, '\'') && !j.at(i, '"') && !isWord(j.byte(i)) {
		return i
	}
	if !j.at(i, '\'') && !j.at(i, '"') {
		if named := j.argument(i, "script"); named > 0 {
			i = named
		}
	}
	text, end := j.expression(i)
	env := maps.Clone(j.params) // they are variables of the shell, too
	maps.Copy(env, j.env())
	if d != script {
		runScript(j.r, shellOf(text, d, env), nil, j.host())
	} else if isShellScript(text.TrimSpace()) {
		runScript(j.r, text, env, j.host())
	}
	return end
}

// here says where the steps of a block run: the one that is read, or one
// around it.
func (j *jenkins) here(h host, out int) {
	j.hosts[max(0, len(j.hosts)-1-out)] = h
	j.hosts[len(j.hosts)-1], j.inside = h, h
}

// agent reads agent { docker { image '…' } } and agent { docker '…' }.
func (j *jenkins) agent(i int) {
	for depth := 0; i < len(j.s); {
		if n := j.skipped(i); n > 0 {
			i += n
			continue
		}
		end := j.wordEnd(i)
		switch word, at := j.s[i:end], j.blanks(end); {
		case (word == "image" || word == "docker") && (j.at(at, '\'') || j.at(at, '"')):
			text, _ := j.expression(at)
			j.here(j.host().image(text), 0)
			return
		case j.s[i] == '{':
			depth++
		case j.s[i] == '}':
			if depth--; depth == 0 {
				return
			}
		}
		i = max(end, i+1)
	}
}

// environment reads NAME = value lines up to the closing brace.
func (j *jenkins) environment(i int) int {
	for i < len(j.s) && j.s[i] != '}' {
		if n := j.skipped(i); n > 0 {
			i += n
			continue
		}
		end := j.wordEnd(i)
		if end == i {
			i++
			continue
		}
		name, at := j.s[i:end], j.blanks(end)
		i = end
		if j.at(at, '=') {
			var text source.Text
			text, i = j.expression(at + 1)
			j.set(name, text)
		}
	}
	return i + 1
}

// withEnv reads the variables of the block behind it: (['NAME=value', …]).
func (j *jenkins) withEnv(i int) int {
	j.next = scope{}
	for i < len(j.s) && j.s[i] != ']' && j.s[i] != '{' {
		if !j.at(i, '\'') && !j.at(i, '"') {
			i++
			continue
		}
		var text source.Text
		text, i = j.expression(i)
		if name, val, ok := text.Cut("="); ok && name.Known() {
			j.next[name.String()] = val
		}
	}
	return i
}

// parameter reads string(name: 'NAME', defaultValue: 'value').
func (j *jenkins) parameter(i int) int {
	if j.at(i, '(') {
		i++
	}
	at, def := j.argument(i, "name"), j.argument(i, "defaultValue")
	if at < 0 || def < 0 {
		return i
	}
	name, _ := j.expression(at)
	text, _ := j.expression(def)
	if name.Known() && text.Len() > 0 {
		j.params[name.String()] = text.Weaken("the default of parameter " + name.String())
	}
	return i
}

// assign takes the value of a variable. One that gets another value is not
// known. What is no string may hold steps, and is read on.
func (j *jenkins) assign(name string, i int) int {
	end := j.blanks(i)
	if j.at(end, '[') {
		if items, behind := j.list(end); items != nil {
			if text, _ := j.joined(items, behind); text.Len() == 0 {
				j.lists[name] = &listed{items, len(j.stack)}
			}
		}
	}
	if text, _ := j.expression(end); !j.at(end, '\'') && !j.at(end, '"') && !(j.at(end, '[') && text.Len() > 0) {
		h := &source.Hole{Expr: "${" + name + "}", Why: "computed by the pipeline", Sym: j.file + ":${" + name + "}"}
		j.vars[name] = source.Unknown(h, j.text.Slice(end, end).Span())
		return end
	}
	text, end := j.expression(end)
	old, known := j.vars[name]
	if known && old.Sym() != text.Sym() {
		h := &source.Hole{Expr: "${" + name + "}", Why: "set in more than one place"}
		text = source.Unknown(h, old.Span())
	}
	j.vars[name] = text
	return end
}

// lookup returns what ${expr} stands for.
func (j *jenkins) lookup(expr string, ref source.Text) source.Text {
	name, isEnv := strings.CutPrefix(expr, "env.")
	param, isParam := strings.CutPrefix(expr, "params.")
	t, ok := j.joins(expr, ref)
	switch {
	case ok:
	case isParam:
		t, ok = j.params[param]
	default:
		if t, ok = j.vars[name]; !ok || isEnv {
			t, ok = j.env()[name]
		}
		if !ok {
			t, ok = j.params[name]
		}
	}
	if ok && t.Len() > 0 {
		return t
	}
	h := &source.Hole{Expr: ref.String(), Why: "set when the pipeline runs"}
	if isPath(expr) {
		h.Sym = j.file + ":${" + expr + "}"
	}
	return hole(ref, 0, ref.Len(), h)
}
