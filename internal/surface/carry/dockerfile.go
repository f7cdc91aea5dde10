package carry

import (
	"maps"
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/syntax/docker"
)

// Dockerfile reads what Dockerfiles run: RUN when the image is built, and
// ENTRYPOINT with CMD when it starts.
func Dockerfile() surface.Surface {
	return surface.Surface{Name: "dockerfile", Match: func(p string) bool { return docker.Named(path.Base(p)) }, Words: surface.LaunchWords, Read: readDockerfile}
}

func readDockerfile(r *surface.Reader, f surface.Fragment) surface.Env {
	file, err := docker.Memo(r.Once).Read(f.Text)
	if err != nil {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
		return nil
	}
	d := &dockerfile{r: r, named: map[string]stage{}, stage: stage{Scope: file.Scope()}}
	for _, in := range file.Instructions {
		d.take(in)
	}
	d.start()
	return nil
}

// dockerfile is what was read of a Dockerfile so far.
type dockerfile struct {
	r     *surface.Reader
	named map[string]stage
	name  string
	stage
}

// stage is the state of the image that is built.
type stage struct {
	*docker.Scope
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

// take reads one instruction.
func (d *dockerfile) take(in docker.Instruction) {
	switch in.Name {
	case "FROM":
		d.from(in.Args.Fields())
	case "ARG", "ENV":
		d.Take(in)
	case "SHELL":
		words, ok := execForm(in.Args)
		d.foreign = !ok || len(words) == 0 || !shells[path.Base(words[0].String())]
	case "RUN":
		d.run(in)
	case "ONBUILD":
		d.take(in.Triggered())
	case "ENTRYPOINT":
		d.entry = starts(in.Args)
		if !d.cmd.own {
			d.cmd = starter{} // the base image's is dropped
		}
	case "CMD":
		d.cmd = starts(in.Args)
	}
}

// from begins a stage, on top of an earlier one or of an image from elsewhere.
func (d *dockerfile) from(words []source.Text) {
	d.start()
	front := d.Front()
	d.stage, d.name = stage{}, ""
	if len(words) > 0 {
		below, ok := d.named[strings.ToLower(words[0].String())]
		if d.stage = below; !ok {
			d.host = d.host.image(front.Value(words[0]))
		}
	}
	d.Scope = front.Stage(d.Scope)
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
		d.script(d.entry.text, d.Env)
		return
	case !d.entry.set() && d.cmd.text.Len() > 0:
		d.script(d.cmd.text, d.Env)
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
	runWords(d.r, words, d.Env, d.host)
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
func (d *dockerfile) run(in docker.Instruction) {
	if !launches(in.Args) && !launches(in.Body) {
		return
	}
	env := maps.Clone(d.Args)
	maps.Copy(env, d.Env)
	if words, ok := execForm(in.Args); ok {
		runWords(d.r, words, env, d.host)
	} else if text := in.Script(); !in.Args.HasPrefix("<<") || isShellScript(text) {
		d.script(text, env)
	}
}
