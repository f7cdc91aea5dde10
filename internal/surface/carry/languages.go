package carry

import (
	"maps"
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// host is what a carrier states of where its commands run.
type host struct {
	// langs are the versions of Java and Python: the SDK's own worker images
	// follow them (F3.19).
	langs  map[model.Lang]value.Str
	dir    string      // the folder, as model.Workload.Folder
	inside source.Text // the image of the container
}

// in returns the host with another folder; one that is not known is none.
func (h host) in(dir source.Text) host {
	h.dir = ""
	if d := path.Clean(dir.String()); dir.Known() && !path.IsAbs(d) && d != "." {
		h.dir = d
	}
	return h
}

// image adds what the image of a job provides: maven:3.8-openjdk-8.
func (h host) image(t source.Text) host {
	h.langs, h.inside = surface.Provides(h.langs, t), t
	return h
}

func (h host) with(lang model.Lang, t source.Text) host {
	langs := map[model.Lang]value.Str{}
	maps.Copy(langs, h.langs)
	langs[lang] = value.Text(t)
	h.langs = langs
	return h
}

// setups are the actions that install a language, and their input.
var setups = []struct {
	action, input string
	lang          model.Lang
}{
	{"actions/setup-java", "java-version", model.Java},
	{"actions/setup-python", "python-version", model.Python},
}

// step adds what a step installs: the version that it states, or that of a
// file which holds nothing else.
func (h host) step(r *surface.Reader, uses source.Text, with value.Tree, fill func(source.Text) source.Text) host {
	action, _, _ := strings.Cut(uses.String(), "@")
	for _, s := range setups {
		if action != s.action {
			continue
		}
		if v := with.Get(s.input); v.Present() {
			return h.with(s.lang, fill(v.Text))
		}
		if name := with.Get(s.input + "-file").Text; name.Len() > 0 && r.Open != nil {
			if f, ok := r.Open(fill(name).String()); ok && strings.HasPrefix(path.Base(f.Path), ".") && path.Base(f.Path) != ".tool-versions" {
				for _, line := range source.Whole(f).Split("\n") {
					if line = line.TrimSpace(); line.Len() > 0 && !line.HasPrefix("#") {
						return h.with(s.lang, line)
					}
				}
			}
		}
	}
	return h
}
