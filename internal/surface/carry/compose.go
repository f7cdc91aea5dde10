package carry

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
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
		base, start := starting(r, folder, file)
		if h = h.image(base); !entry.set() {
			entry = start
		}
		h.inside = source.Derived(place(name)+"#"+name.String(), name.Span()) // a name that nothing else has
		tag := &model.ImageTag{At: name.Span(), Name: value.Text(h.inside), Folder: folder.String()}
		if file.Len() > 0 {
			tag.File = path.Join(folder.String(), file.String())
		}
		r.Set.Tags = append(r.Set.Tags, tag)
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

// starting returns the last base and entry point that a Dockerfile in a folder
// names.
func starting(r *surface.Reader, folder, name source.Text) (base source.Text, entry starter) {
	file := path.Join(folder.String(), "Dockerfile")
	if name.Len() > 0 {
		file = path.Join(folder.String(), name.String())
	}
	if !folder.Known() || !name.Known() || r.Open == nil {
		return base, entry
	}
	f, ok := r.Open(file)
	if !ok {
		return base, entry
	}
	for _, line := range source.Whole(f).Split("\n") {
		switch word, args := firstWord(line.TrimSpace()); strings.ToUpper(word) {
		case "FROM":
			if words := args.Fields(); len(words) > 0 {
				base, entry = words[0], starter{}
			}
		case "ENTRYPOINT":
			if words, ok := execForm(args); ok {
				entry = starter{words: words}
			}
		}
	}
	return base, entry
}
