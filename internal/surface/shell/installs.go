package shell

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// install reads pip install "apache-beam[gcp]==2.60.0", by whatever tool: it
// settles the SDK of the pipelines that the same file launches.
func (r *reader) install(base string, words []gcloud.Word) {
	if !(strings.HasPrefix(base, "pip") || strings.HasPrefix(base, "python") || base == "uv" || base == "poetry" || base == "pipenv" || base == "conda") {
		return
	}
	verb := false
	limits := optionValue(words, "-c --constraint --constraints").String()
	_, lacks := r.lookUp(limits)
	if limits != "" {
		limits = beside(r.within, limits)
	}
	for i, w := range words[1:] {
		s := w.Text.String()
		verb = verb || s == "install" || s == "add" || s == "sync"
		of, ok := requirements(words[1+i:])
		if verb && ok && r.scripted(of) {
			continue
		}
		if of, known := of.String(), of.Known(); verb && ok && known && r.away == "" {
			at, missing := r.lookUp(of)
			r.Set.Builds = append(r.Set.Builds, &model.Build{At: w.Text.Span(), Lang: model.Python, Of: beside(r.within, of), Found: at, Within: limits, Lacks: cmp.Or(missing, lacks)})
			continue
		}
		if !verb || strings.HasPrefix(s, "-") || w.Rest != nil {
			continue
		}
		if sdk, ok := beam.Requirement(w.Text); ok {
			b := &model.Build{At: w.Text.Span(), Lang: model.Python, SDK: sdk, Within: limits, Lacks: lacks}
			if v, _ := sdk.Get(); len(sdk.At()) == 1 && v.Single() && sdk.Span().Text() == v.Text && w.Text.Index("=="+v.Text, 0) > 0 && sdk.Weak() == "" {
				b.Pinned = sdk.At()
			}
			r.Set.Builds = append(r.Set.Builds, b)
		}
	}
}

// scripted takes requirements that the script has written itself, and reports
// whether they are all that a file holds; what it has put behind a file of the
// tree counts with that.
func (r *reader) scripted(file source.Text) bool {
	name := file.Sym()
	if file.Known() {
		name = path.Clean(name)
	}
	text, all := r.written[name]
	if !all {
		text = r.more[name]
		all = text.Len() > 0 && text.AllHole() && !r.exports() // edited
	}
	if n := len(r.Set.Builds); text.Len() > 0 {
		r.Embed(surface.Fragment{Lang: surface.Requirements, Text: text, Loose: true})
		if h := text.Hole(); h != nil && all && len(r.Set.Builds) == n {
			r.Set.Builds = append(r.Set.Builds, &model.Build{At: file.Span(), Lang: model.Python, SDK: value.Not[value.Range](h, file.Spans()...)})
		}
	}
	return all
}

// exporters make a file of requirements of one that is among the files.
var exporters = []string{"poetry export", "uv export", "pdm export", "pipenv requirements", "pip-compile", "pip compile"}

// lookUp returns the path of a file that a command names, if it is in the tree,
// and else its name if the tree should show it: nothing in the script exports it
// from what the tree locks. In an image, files have other paths.
func (r *reader) lookUp(name string) (found, lacks string) {
	if f, ok := find(r.Reader, r.within, name); ok {
		return f.Path, ""
	}
	if name == "" || path.IsAbs(name) || r.at.File == nil || strings.Contains(path.Base(r.at.File.Path), "ockerfile") || r.exports() {
		return "", ""
	}
	return "", name
}

// exports reports whether something in the file of the command at hand exports
// what the tree locks.
func (r *reader) exports() bool {
	return r.at.File != nil && slices.ContainsFunc(exporters, func(s string) bool { return bytes.Contains(r.at.File.Data, []byte(s)) })
}

// with takes a Beam that a launch by uv installs for itself: what the script
// says that it needs, and what uv is told to add.
func (r *reader) with(w *model.Workload, base string, own []gcloud.Word) {
	if base != "uv" {
		return
	}
	needs := r.metadata(w.Program)
	for i := range own {
		needs = append(needs, optionValue(own[i:min(i+2, len(own))], "--with"))
	}
	for _, t := range needs {
		if sdk, ok := beam.Requirement(t); ok {
			b := &model.Build{At: sdk.Span(), Lang: model.Python, SDK: sdk}
			w.Build.To = value.Of(b, b.At)
		}
	}
}

// metadata returns the requirements that a script states in its comments (PEP
// 723).
func (r *reader) metadata(program value.Str) []source.Text {
	name, known := program.Get()
	if !known || path.Ext(name.String()) != ".py" {
		return nil
	}
	f, ok := find(r.Reader, r.within, name.String())
	if !ok {
		return nil
	}
	_, block, ok := source.Whole(f).Cut("# /// script")
	if !ok {
		return nil
	}
	block, _, _ = block.Cut("\n# ///")
	var lines []source.Text
	for _, line := range block.Split("\n") {
		if line.HasPrefix("#") {
			line = line.Slice(1, line.Len())
		}
		lines = append(lines, line, source.Derived("\n", line.Span()))
	}
	doc, err := data.TOML(source.Concat(lines...))
	if err != nil {
		return nil
	}
	var out []source.Text
	for _, item := range doc.Get("dependencies").Items() {
		out = append(out, item.Text)
	}
	return out
}

// requirements returns the file that the first of some words of pip names.
func requirements(words []gcloud.Word) (source.Text, bool) {
	for _, flag := range []string{"--requirement", "-r"} {
		first := words[0].Text
		rest, ok := strings.CutPrefix(first.String(), flag)
		switch {
		case !ok || rest != "" && flag == "--requirement" && rest[0] != '=':
		case rest == "" && len(words) > 1:
			return words[1].Text, true
		default:
			return first.Slice(first.Len()-len(strings.TrimPrefix(rest, "=")), first.Len()), rest != ""
		}
	}
	return source.Text{}, false
}

// image reads docker build -t NAME DIR and gcloud builds submit --tag NAME DIR.
func (r *reader) image(base string, words []gcloud.Word) {
	if len(words) == 4 && words[1].Text.String() == "tag" && base != "gcloud" { // docker tag IMAGE NAME
		for _, t := range r.Set.Tags {
			if t.Name.Raw().Sym() == words[2].Text.Sym() {
				other := *t
				other.Name = value.Text(words[3].Text)
				r.Set.Tags = append(r.Set.Tags, &other)
				break
			}
		}
		return
	}
	at := slices.IndexFunc(words, func(w gcloud.Word) bool { s := w.Text.String(); return s == "build" || s == "submit" })
	if at < 0 || base != "docker" && base != "podman" && base != "gcloud" || r.away != "" {
		return
	}
	tag := &model.ImageTag{At: words[0].Text.Span(), Folder: beside(r.within, ".")}
	for i := at + 1; i < len(words); i++ {
		name, val, attached := words[i].Text.Cut("=")
		flag := name.String()
		if !strings.HasPrefix(flag, "-") {
			tag.Folder = beside(r.within, words[i].Text.String())
			continue
		}
		if !attached && i+1 < len(words) {
			val = words[i+1].Text
		}
		switch flag {
		case "-t", "--tag":
			tag.Name = value.Text(val)
		case "-f", "--file":
			tag.File = beside(r.within, val.String())
		case "--platform":
			tag.For = val
		case "--build-arg":
			if name, val, ok := val.Cut("="); ok {
				tag.Given = append(tag.Given, model.Given{Name: name.String(), Value: val})
			}
		case "--no-cache", "--pull", "--push", "--quiet", "-q", "--async", "--rm":
			continue
		}
		if !attached {
			i++
		}
	}
	if tag.Name.Raw().Len() > 0 {
		r.Set.Tags = append(r.Set.Tags, tag)
	}
}
