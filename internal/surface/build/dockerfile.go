package build

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/syntax/docker"
	"github.com/proflint/proflint/internal/syntax/shell"
	"github.com/proflint/proflint/internal/value"
)

// Dockerfile reads what an image is made of. What its instructions run is read
// as shell elsewhere.
func Dockerfile() surface.Surface {
	return surface.Surface{
		Name:  "dockerfile-image",
		Match: func(p string) bool { return docker.Named(path.Base(p)) },
		Words: []string{"beam", "dataflow-templates-base", "FLEX_TEMPLATE", "cloud-profiler", "cloud_profiler", "googlecloudprofiler"},
		Read:  readDockerfile,
	}
}

// stage is an image on the way to the last one.
type stage struct {
	model.ImageBuild
	*docker.Scope
	to []string // where each of Copied is copied to
}

// dockerfile is what was read of a Dockerfile so far.
type dockerfile struct {
	docker.File
	tree
	front  *docker.Scope
	knobs  []model.Knob // the arguments in front of the first stage
	stages []*stage
	named  map[string]*stage
	*stage
	context [][2]string            // files of the image by path, and what they are in the tree
	written map[string]source.Text // files that instructions so far have written, by path
}

func readDockerfile(r *surface.Reader, f surface.Fragment) surface.Env {
	file, err := docker.Memo(r.Once).Read(f.Text)
	if err != nil {
		return nil // said where its commands are read
	}
	d := &dockerfile{File: file, tree: treeOf(r, f), front: file.Scope(), named: map[string]*stage{}}
	for _, in := range file.Instructions {
		d.take(in)
	}
	if d.stage != nil {
		for _, name := range []string{"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"} {
			d.stage.JVM = append(d.stage.JVM, d.Env[name].Fields()...)
		}
		for _, name := range []string{"GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_PROJECT"} {
			if t, ok := d.Env[name]; ok {
				d.stage.Vars = append(d.stage.Vars, model.Given{Name: name, Value: t})
			}
		}
		r.Set.Images = append(r.Set.Images, &d.stage.ImageBuild)
		var found []dependency
		for _, t := range d.Installs {
			found = append(found, one(t)...)
		}
		if len(found) > 0 { // what the image launches runs with
			emit(r, model.Python, d.stage.At, agree(found), found).Alone = true
		}
	}
	return nil
}

func (d *dockerfile) take(in docker.Instruction) {
	switch {
	case in.Name == "FROM":
		d.from(in)
		return
	case d.stage == nil:
		for _, name := range d.front.Take(in) {
			d.knobs = append(d.knobs, model.Knob{Name: name, At: d.front.Args[name].Span()})
		}
		return
	}
	switch in.Name {
	case "ARG", "ENV":
		if slices.Contains(d.Take(in), "FLEX_TEMPLATE_PYTHON_REQUIREMENTS_FILE") { // the launcher has the workers install it
			d.requirements(d.Env["FLEX_TEMPLATE_PYTHON_REQUIREMENTS_FILE"])
		}
	case "COPY", "ADD":
		d.copy(in)
	case "RUN":
		d.run(in)
	}
}

// from begins a stage, on top of an earlier one or of an image from elsewhere.
func (d *dockerfile) from(in docker.Instruction) {
	words := d.Words(in.Args)
	if len(words) == 0 {
		return
	}
	base := d.front.Value(words[0])
	s := &stage{Scope: d.front.Stage(nil)}
	s.Base = value.Text(base)
	if below := d.earlier(base.String()); below != nil {
		s.ImageBuild, s.Scope = below.ImageBuild, d.front.Stage(below.Scope)
		s.Copied, s.Installs, s.to = clip(below.Copied), clip(below.Installs), clip(below.to)
		s.Removes = clip(below.Removes)
	}
	for _, flag := range in.Flags {
		if flag.HasPrefix("--platform=") {
			s.Platform = value.Text(flag.Slice(len("--platform="), flag.Len()))
		}
	}
	s.At, s.Knobs = in.At, d.knobs
	d.stages, d.stage = append(d.stages, s), s
	if len(words) == 3 && strings.EqualFold(words[1].String(), "AS") {
		d.named[strings.ToLower(words[2].String())] = s
	}
}

func clip[T any](s []T) []T { return s[:len(s):len(s)] }

// earlier returns the stage of a name or a number, or nil.
func (d *dockerfile) earlier(name string) *stage {
	if s, ok := d.named[strings.ToLower(name)]; ok {
		return s
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(d.stages) {
		return d.stages[n]
	}
	return nil
}

// copy takes what is copied from other images. What an earlier stage holds is
// followed to where that stage has it from.
func (d *dockerfile) copy(in docker.Instruction) {
	words := d.Words(in.Args)
	if list := execForm(in.Args); list != nil {
		words = nil
		for _, item := range list {
			words = append(words, item.Text)
		}
	}
	if len(words) < 2 {
		return
	}
	for i, w := range words {
		words[i] = d.Value(w)
	}
	to := words[len(words)-1].String()
	var from source.Text
	for _, flag := range in.Flags {
		if flag.HasPrefix("--from=") {
			from = d.Value(flag.Slice(len("--from="), flag.Len()))
		}
	}
	for _, w := range words[:len(words)-1] {
		src := w.String()
		switch below := d.earlier(from.String()); {
		case from.Len() == 0:
			if isAgent(src) || strings.Contains(to, "google_cloud_profiler") {
				d.Installs = append(d.Installs, w)
			}
			d.context = append(d.context, [2]string{inImage(to, src, len(words) > 2), src})
		case below != nil:
			d.follow(below, src, to, in.At)
		default:
			d.Copied = append(d.Copied, model.Copy{From: value.Text(from), Path: src, At: in.At})
			d.to = append(d.to, to)
		}
	}
}

// maxCopied bounds what is followed through the stages of one file.
const maxCopied = 200

// follow takes what a path of an earlier stage holds.
func (d *dockerfile) follow(below *stage, src, to string, at source.Span) {
	d.Copied = append(d.Copied, model.Copy{From: below.Base, Path: src, At: at})
	d.to = append(d.to, to)
	type copied struct {
		at   source.Span
		path string
	}
	held := map[copied]bool{} // a stage on top of one that it copies from has twice what that has, and so on
	for _, c := range d.Copied {
		held[copied{c.At, c.Path}] = true
	}
	for i, c := range below.Copied {
		if !held[copied{c.At, c.Path}] && len(held) < maxCopied && (within(below.to[i], src) || within(src, below.to[i])) {
			held[copied{c.At, c.Path}] = true
			d.Copied = append(d.Copied, c)
			d.to = append(d.to, to)
		}
	}
	if !strings.HasPrefix(src, "/opt/apache") { // an environment, or all of Python
		for _, t := range below.Installs {
			if len(d.Installs) < maxCopied && !slices.ContainsFunc(d.Installs, func(have source.Text) bool { return have.Span() == t.Span() }) {
				d.Installs = append(d.Installs, t)
			}
		}
		if d.Hidden == "" {
			d.Hidden = below.Hidden
		}
	}
}

// within reports whether a path lies in a folder, or is it.
func within(p, dir string) bool {
	p, dir = path.Clean("/"+p), path.Clean("/"+dir)
	return p == dir || dir == "/" || strings.HasPrefix(p, dir+"/")
}

// inImage returns the path that a file of the context gets.
func inImage(to, src string, several bool) string {
	if several || strings.HasSuffix(to, "/") || to == "." || path.Ext(to) == "" {
		return path.Join(to, path.Base(src))
	}
	return to
}

// isAgent reports whether a word names the Java agent's archive or library.
func isAgent(s string) bool {
	return strings.Contains(s, "cloud-profiler/java") || strings.Contains(s, "profiler_java_agent")
}

// execForm returns the items of arguments that are a list in JSON, nil for others.
func execForm(args source.Text) []value.Tree {
	if !args.HasPrefix("[") {
		return nil
	}
	list, err := data.JSON(args)
	if err != nil {
		return nil
	}
	return list.Items()
}

// run takes the packages that a RUN instruction installs.
func (d *dockerfile) run(in docker.Instruction) {
	if list := execForm(in.Args); list != nil {
		var words []shell.Word
		for _, item := range list {
			words = append(words, shell.Word{Text: item.Text})
		}
		d.command(words)
		return
	}
	env := shell.Env{}
	for _, scope := range []map[string]source.Text{d.Args, d.Env} {
		for name, t := range scope {
			env[name] = value.Text(t)
		}
	}
	script := shell.ReadCommands(in.Script(), shell.Start{Env: env})
	for name, text := range script.Files {
		if path.Ext(name) == ".txt" {
			if d.written == nil {
				d.written = map[string]source.Text{}
			}
			d.written[path.Clean(name)] = text
		}
	}
	for _, c := range script.Commands {
		d.command(c.Words)
	}
}
