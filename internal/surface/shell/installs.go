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
	lacks := r.lacking(limits)
	if limits != "" {
		limits = beside(r.within, limits)
	}
	for i, w := range words[1:] {
		s := w.Text.String()
		verb = verb || s == "install" || s == "add" || s == "sync"
		if of, ok := requirements(words[1+i:]); verb && ok && r.away == "" {
			r.Set.Builds = append(r.Set.Builds, &model.Build{At: w.Text.Span(), Lang: model.Python, Of: beside(r.within, of), Within: limits, Lacks: cmp.Or(r.lacking(of), lacks)})
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

// exporters make a file of requirements of one that is among the files.
var exporters = []string{"poetry export", "uv export", "pdm export", "pipenv requirements", "pip-compile", "pip compile"}

// lacking returns the name of a file if the tree should show it and does not:
// nothing in the script exports it from what the tree locks. In an image, files
// have other paths.
func (r *reader) lacking(name string) string {
	if _, found := find(r.Reader, r.within, name); found || name == "" || path.IsAbs(name) || r.at.File == nil ||
		strings.Contains(path.Base(r.at.File.Path), "ockerfile") ||
		slices.ContainsFunc(exporters, func(s string) bool { return bytes.Contains(r.at.File.Data, []byte(s)) }) {
		return ""
	}
	return name
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
func requirements(words []gcloud.Word) (string, bool) {
	for _, flag := range []string{"--requirement", "-r"} {
		rest, ok := strings.CutPrefix(words[0].Text.String(), flag)
		switch {
		case !ok || rest != "" && flag == "--requirement" && rest[0] != '=':
		case rest == "" && len(words) > 1:
			return words[1].Text.String(), words[1].Text.Known()
		default:
			return strings.TrimPrefix(rest, "="), rest != "" && words[0].Text.Known()
		}
	}
	return "", false
}

// image reads docker build -t NAME DIR and gcloud builds submit --tag NAME DIR.
func (r *reader) image(base string, words []gcloud.Word) {
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
