package shell

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/value"
)

// install reads pip install "apache-beam[gcp]==2.60.0", by whatever tool: it
// settles the SDK of the pipelines that the same file launches.
func (r *reader) install(base string, words []gcloud.Word) {
	if !(strings.HasPrefix(base, "pip") || strings.HasPrefix(base, "python") || base == "uv" || base == "poetry" || base == "pipenv" || base == "conda") {
		return
	}
	verb := false
	for i, w := range words[1:] {
		s := w.Text.String()
		verb = verb || s == "install" || s == "add" || s == "sync"
		if of, ok := requirements(words[1+i:]); verb && ok && r.away == "" {
			r.Set.Builds = append(r.Set.Builds, &model.Build{At: w.Text.Span(), Lang: model.Python, Of: beside(r.within, of)})
			continue
		}
		if !verb || strings.HasPrefix(s, "-") || w.Rest != nil {
			continue
		}
		if sdk, ok := beam.Requirement(w.Text); ok {
			b := &model.Build{At: w.Text.Span(), Lang: model.Python, SDK: sdk}
			if v, _ := sdk.Get(); len(sdk.At()) == 1 && v.Single() && sdk.Span().Text() == v.Text && w.Text.Index("=="+v.Text, 0) > 0 && sdk.Weak() == "" {
				b.Pinned = sdk.At()
			}
			r.Set.Builds = append(r.Set.Builds, b)
		}
	}
}

// with takes a Beam that a launch installs for itself: uv run --with.
func (r *reader) with(w *model.Workload, base string, own []gcloud.Word) {
	if base != "uv" {
		return
	}
	for i := range own {
		if sdk, ok := beam.Requirement(optionValue(own[i:min(i+2, len(own))], "--with")); ok {
			b := &model.Build{At: sdk.Span(), Lang: model.Python, SDK: sdk}
			w.Build.To = value.Of(b, b.At)
		}
	}
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
	if at < 0 || base != "docker" && base != "podman" && base != "gcloud" {
		return
	}
	tag := &model.ImageTag{At: words[0].Text.Span(), Folder: "."}
	for i := at + 1; i < len(words); i++ {
		name, val, attached := words[i].Text.Cut("=")
		flag := name.String()
		if !strings.HasPrefix(flag, "-") {
			tag.Folder = words[i].Text.String()
			continue
		}
		if !attached && i+1 < len(words) {
			val = words[i+1].Text
		}
		switch flag {
		case "-t", "--tag":
			tag.Name = value.Text(val)
		case "-f", "--file":
			tag.File = val.String()
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
