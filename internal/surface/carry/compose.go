package carry

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/docker"
	"github.com/proflint/proflint/internal/value"
)

// Compose reads what the services of Docker Compose run.
func Compose() surface.Surface {
	return surface.Surface{Name: "compose", Match: isCompose, Ends: yamlEnds, Words: surface.LaunchWords, Read: readCompose}
}

// isCompose matches the names that Compose looks for, and those of the files
// that people put on top: docker-compose.override.yml.
func isCompose(p string) bool {
	base := strings.TrimPrefix(path.Base(p), "docker-")
	rest, ok := strings.CutPrefix(base, "compose")
	ext := path.Ext(base)
	return ok && (ext == ".yml" || ext == ".yaml") && (rest[0] == '.' || rest[0] == '-')
}

func readCompose(r *surface.Reader, f surface.Fragment) surface.Env {
	for _, doc := range documents(r, f.Text) {
		for _, e := range doc.Get("services").Entries() {
			service(r, e.Key, e.Val)
		}
	}
	return nil
}

// service hands on what one service runs: its entry point, or that of the image
// that it builds, and its command behind it.
func service(r *surface.Reader, name source.Text, s value.Tree) {
	from := &resolver{vars: scope{}, why: func(string) string { return "set where Compose runs" }}
	env := scope{}
	env.add(s.Get("environment"), func(t source.Text) source.Text { return from.text(t) })
	for _, item := range s.Get("environment").Items() {
		if name, val, ok := item.Text.Cut("="); ok && isName(name.String()) {
			env[name.String()] = from.text(val)
		}
	}
	h := host{}.image(from.text(s.Get("image").Text))
	entry, cmd := starterOf(s.Get("entrypoint")), starterOf(s.Get("command"))
	if build := s.Get("build"); build.Present() {
		folder, file := from.text(first(build.Get("context"), build).Text), from.text(build.Get("dockerfile").Text)
		own := source.Derived(place(name)+"#"+name.String(), name.Span()) // a name that nothing else has
		tag := &model.ImageTag{At: name.Span(), Name: value.Text(own), Folder: folder.String()}
		if file.Len() > 0 {
			tag.File = path.Join(folder.String(), file.String())
		}
		r.Set.Tags = append(r.Set.Tags, tag)
		if image := from.text(s.Get("image").Text); image.Len() > 0 {
			named := *tag
			named.Name = value.Text(image)
			r.Set.Tags = append(r.Set.Tags, &named)
		}
		var image stage
		if target := from.text(build.Get("target").Text); folder.Known() && file.Known() && target.Known() {
			image = starting(r, tag.Dockerfile(), target.String())
		}
		if h = image.host; !entry.set() {
			entry.words = image.entry.words // one that a shell reads gets no command
		}
		h.inside = own
	}
	if text := source.Concat(entry.text, cmd.text); text.Len() > 0 && len(entry.words)+len(cmd.words) == 0 {
		if entry.text.Len() > 0 && cmd.text.Len() > 0 {
			text = source.Concat(entry.text, source.Derived(" ", cmd.text.Span()), cmd.text)
		}
		runScript(r, from.text(text).OneLine(), env, h) // no shell reads it
		return
	}
	var words []source.Text
	for _, part := range []starter{entry, cmd} {
		for _, w := range append(part.words, part.text.Fields()...) {
			words = append(words, from.text(w))
		}
	}
	if len(words) > 0 && !words[0].HasPrefix("-") {
		runWords(r, words, env, h)
	}
}

// starterOf reads an entry point or a command: one text, or words.
func starterOf(t value.Tree) starter {
	if t.Kind == value.KindList {
		words, _ := texts(t)
		return starter{words: words}
	}
	if isScalar(t) {
		return starter{text: t.Text}
	}
	return starter{}
}

// starting returns what the image is that a service builds. What else is done
// to build it is told where its Dockerfile is read by itself.
func starting(r *surface.Reader, file, target string) stage {
	if r.Open == nil {
		return stage{}
	}
	f, ok := r.Open(file)
	if !ok {
		return stage{}
	}
	read, err := docker.Memo(r.Once).Read(source.Whole(f))
	if err != nil {
		return stage{}
	}
	quiet := *r
	quiet.Embed = func(surface.Fragment) surface.Env { return nil }
	d := &dockerfile{r: &quiet, named: map[string]stage{}, stage: stage{Scope: read.Scope()}}
	for _, in := range read.Instructions {
		d.take(in)
	}
	d.start()
	if target != "" {
		return d.named[strings.ToLower(target)]
	}
	return d.stage
}
