package carry

import (
	"errors"
	"maps"
	"path"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/syntax/docker"
)

// Dockerfile reads what Dockerfiles run: RUN when the image is built, and
// ENTRYPOINT with CMD when it starts.
func Dockerfile() surface.Surface {
	return surface.Surface{Name: "dockerfile", Match: isDockerfile, Words: surface.LaunchWords, Read: readDockerfile}
}

// isDockerfile matches the names that docker and podman look for, and those
// that people derive from them.
func isDockerfile(p string) bool {
	base := path.Base(p)
	for _, name := range []string{"Dockerfile", "Containerfile"} {
		if rest, ok := strings.CutPrefix(base, name); ok && (rest == "" || strings.IndexByte(".-_", rest[0]) >= 0) {
			return true
		}
	}
	ext := path.Ext(base)
	return ext == ".Dockerfile" || ext == ".dockerfile" || ext == ".Containerfile"
}

func readDockerfile(r *surface.Reader, f surface.Fragment) surface.Env {
	str := f.Text.Mask('x')
	all := lines(str)
	parsed, err := docker.Memo(r.Memo).Parse(str)
	if err != nil {
		at, e := f.Text.At(0), (*parser.LocationError)(nil)
		if errors.As(err, &e) && len(e.Locations) > 0 && len(e.Locations[0]) > 0 {
			if n := e.Locations[0][0].Start.Line; n > 0 && n <= len(all) {
				at = f.Text.At(all[n-1][0])
			}
		}
		r.Set.Notes = append(r.Set.Notes, model.Note{At: at, Reason: err.Error()})
		return nil
	}
	d := &dockerfile{r: r, text: f.Text, str: str, lines: all, escape: byte(parsed.EscapeToken), global: scope{}, named: map[string]stage{}}
	d.stage = stage{env: scope{}, args: scope{}}
	for _, n := range parsed.AST.Children {
		head, rest := d.instruction(n.StartLine, n.EndLine)
		d.take(head, rest)
	}
	d.start()
	return nil
}

// dockerfile is what was read of a Dockerfile so far.
type dockerfile struct {
	r      *surface.Reader
	text   source.Text
	str    string
	lines  [][2]int
	escape byte
	global scope // arguments in front of the first stage
	built  bool  // a stage was begun
	named  map[string]stage
	name   string
	stage
}

// stage is the state of the image that is built.
type stage struct {
	env, args  scope
	host            // of its base image
	foreign    bool // its shell is none that we read
	entry, cmd starter
}

// starter is an ENTRYPOINT or CMD: one text for a shell, or words.
type starter struct {
	text  source.Text
	words []source.Text
	own   bool // said in this stage
}

func (s starter) set() bool { return len(s.words) > 0 || s.text.Len() > 0 }

// instruction returns what stands on the lines [from, to] as docker reads it:
// continued lines as one, without the comments between them. rest is what
// follows that line: here-documents.
func (d *dockerfile) instruction(from, to int) (head, rest source.Text) {
	var parts []source.Text
	for n := from - 1; n < to && n < len(d.lines); n++ {
		l := d.lines[n]
		line := d.str[l[0]:l[1]]
		if s := strings.TrimSpace(line); n >= from && (s == "" || s[0] == '#') {
			continue
		}
		end := l[0] + len(strings.TrimRight(line, "\r\n"))
		blank := l[0] + len(strings.TrimRight(line, " \t\r\n"))
		if blank > l[0] && d.str[blank-1] == d.escape && (blank-2 < l[0] || d.str[blank-2] != d.escape) {
			parts = append(parts, d.text.Slice(l[0], blank-1))
			continue
		}
		parts = append(parts, d.text.Slice(l[0], end))
		if n+1 < to {
			rest = d.text.Slice(end, d.lines[min(to, len(d.lines))-1][1])
		}
		break
	}
	return source.Concat(parts...).TrimSpace(), rest
}

// take reads one instruction.
func (d *dockerfile) take(head, rest source.Text) {
	word, args := firstWord(head)
	for strings.HasPrefix(args.String(), "--") {
		_, args = firstWord(args)
	}
	switch strings.ToUpper(word) {
	case "FROM":
		d.from(args.Fields())
	case "ARG":
		d.argument(args)
	case "ENV":
		d.environment(args)
	case "SHELL":
		words, ok := execForm(args)
		d.foreign = !ok || len(words) == 0 || !shells[path.Base(words[0].String())]
	case "RUN":
		d.run(args, rest)
	case "ONBUILD":
		d.take(args, rest)
	case "ENTRYPOINT":
		d.entry = starts(args)
		if !d.cmd.own {
			d.cmd = starter{} // the base image's is dropped
		}
	case "CMD":
		d.cmd = starts(args)
	}
}

// from begins a stage, on top of an earlier one or of an image from elsewhere.
func (d *dockerfile) from(words []source.Text) {
	d.start()
	d.built = false // only the arguments in front of the first stage count here
	d.stage, d.name = stage{}, ""
	if len(words) > 0 {
		below, ok := d.named[strings.ToLower(words[0].String())]
		if d.stage = below; !ok {
			d.host = d.host.image(d.value(words[0]))
		}
	}
	d.built = true
	d.env, d.args = maps.Clone(d.env), scope{}
	if d.env == nil {
		d.env = scope{}
	}
	d.entry.own, d.cmd.own = false, false
	if len(words) == 3 && strings.EqualFold(words[1].String(), "AS") {
		d.name = strings.ToLower(words[2].String())
	}
}

// start ends a stage: it hands on what the image runs when it starts.
func (d *dockerfile) start() {
	if d.name != "" {
		d.named[d.name] = d.stage
	}
	if !d.entry.own && !d.cmd.own {
		return
	}
	words := d.entry.words
	switch {
	case d.entry.text.Len() > 0:
		d.script(d.entry.text, d.env)
		return
	case !d.entry.set() && d.cmd.text.Len() > 0:
		d.script(d.cmd.text, d.env)
		return
	case !d.entry.set() && len(d.cmd.words) > 0 && d.cmd.words[0].HasPrefix("-"):
		return // for an entry point that the base image has
	case !d.entry.set():
		words = d.cmd.words
	default:
		for _, w := range d.cmd.words {
			words = append(words[:len(words):len(words)], w.Weaken("the image's default arguments"))
		}
	}
	runWords(d.r, words, d.env, d.host)
}

func (d *dockerfile) script(text source.Text, env scope) {
	if !d.foreign && launches(text) {
		runScript(d.r, text, env, d.host)
	}
}

// starts reads the argument of ENTRYPOINT or CMD.
func starts(args source.Text) starter {
	if words, ok := execForm(args); ok {
		return starter{words: words, own: true}
	}
	return starter{text: args, own: true}
}

// execForm reads the JSON form of a command.
func execForm(args source.Text) ([]source.Text, bool) {
	if !strings.HasPrefix(args.String(), "[") {
		return nil, false
	}
	list, err := data.JSON(args)
	if err != nil {
		return nil, false
	}
	return texts(list)
}

// run hands on what RUN runs.
func (d *dockerfile) run(args, rest source.Text) {
	if !launches(args) && !launches(rest) {
		return
	}
	env := maps.Clone(d.args)
	maps.Copy(env, d.env)
	if words, ok := execForm(args); ok {
		runWords(d.r, words, env, d.host)
		return
	}
	if body, ok := document(args.String(), rest); ok {
		d.script(body, env)
		return
	}
	d.script(source.Concat(args, rest), env)
}

// document returns the here-document that is all that an instruction runs.
func document(head string, rest source.Text) (source.Text, bool) {
	word := strings.TrimPrefix(strings.TrimPrefix(head, "<<"), "-")
	tabs := strings.HasPrefix(head, "<<-")
	if word = strings.Trim(strings.TrimSpace(word), `"'`); !strings.HasPrefix(head, "<<") || !isName(word) {
		return source.Text{}, false
	}
	var cuts []cut
	s := rest.Mask('x')
	all := lines(s)
	if len(all) < 2 {
		return source.Text{}, false
	}
	from, to := all[0][1], all[len(all)-1][0]
	for _, l := range all[1 : len(all)-1] {
		if n := len(s[l[0]:]) - len(strings.TrimLeft(s[l[0]:], "\t")); tabs && n > 0 {
			cuts = append(cuts, cut{from: l[0] - from, to: l[0] - from + n})
		}
	}
	body := replace(rest.Slice(from, to), cuts)
	if !isShellScript(body) {
		return source.Text{}, true
	}
	return body, true
}
