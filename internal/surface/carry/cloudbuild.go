package carry

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// CloudBuild reads the steps of Cloud Build configurations.
func CloudBuild() surface.Surface {
	return surface.Surface{Name: "cloud-build", Match: isCloudBuild, Ends: append([]string{".json"}, yamlEnds...), Words: surface.LaunchWords, Read: readCloudBuild}
}

// isCloudBuild matches cloudbuild.yaml and the names that people derive from
// it: the file is named with --config.
func isCloudBuild(p string) bool {
	base := path.Base(p)
	switch path.Ext(base) {
	case ".yaml", ".yml", ".json":
		return strings.Contains(base, "cloudbuild")
	}
	return false
}

func readCloudBuild(r *surface.Reader, f surface.Fragment) surface.Env {
	var docs []value.Tree
	if path.Ext(place(f.Text)) == ".json" {
		doc, err := data.JSON(f.Text)
		if err != nil {
			r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
		}
		docs = append(docs, doc)
	} else {
		docs = documents(r, f.Text)
	}
	for _, doc := range docs {
		build(r, doc)
		build(r, doc.Get("build")) // of a trigger
	}
	return nil
}

func build(r *surface.Reader, doc value.Tree) {
	b := &cloudBuild{r: r, doc: doc}
	b.subs = &resolver{vars: scope{}, why: substitution}
	for _, e := range doc.Get("substitutions").Entries() {
		if isScalar(e.Val) && e.Key.Known() && e.Val.Text.Len() > 0 { // an empty one is there to be filled in
			name := e.Key.String()
			b.subs.vars[name] = filled(e.Val.Text).Weaken("the default of substitution " + name)
		}
	}
	steps := doc.Get("steps").Items()
	if !slices.ContainsFunc(steps, func(step value.Tree) bool { return step.Get("waitFor").Present() }) {
		b.r = inTurn(r)
	}
	for _, step := range steps {
		b.step(step)
	}
}

// substitution says where a name comes from that the file does not set.
func substitution(name string) string {
	if strings.HasPrefix(name, "_") {
		return "a substitution that the trigger or the command line gives"
	}
	return "set by Cloud Build"
}

type cloudBuild struct {
	r    *surface.Reader
	doc  value.Tree
	subs *resolver
}

// step hands on what one step runs, in a container of its own.
func (b *cloudBuild) step(step value.Tree) {
	env := scope{}
	mapped := first(step.Get("automapSubstitutions"), b.doc.Get("options", "automapSubstitutions"))
	if mapped.Text.String() == "true" {
		maps.Copy(env, b.subs.all())
	}
	b.environment(env, b.doc.Get("options", "env"))
	b.environment(env, step.Get("env"))
	h := host{}.image(b.subs.text(step.Get("name").Text))
	if dir := step.Get("dir"); dir.Present() {
		h = h.in(b.subs.text(dir.Text))
	}
	if text := step.Get("script").Text; text.Len() > 0 {
		if isShellScript(text) {
			runScript(b.r, text, env, h) // substitutions reach it as variables only
		}
		return
	}
	args, ok := texts(step.Get("args"))
	if !ok {
		return
	}
	if strings.Contains(step.Get("name").Text.String(), "kaniko-project/executor") {
		b.kaniko(args, h)
		return
	}
	var words []source.Text
	if program := b.program(step); program.Len() > 0 {
		words = append(words, program)
	} else if len(args) > 0 && args[0].HasPrefix("-") {
		return // for an entry point that only the image knows
	}
	for _, arg := range args {
		words = append(words, b.subs.text(arg))
	}
	runWords(b.r, words, env, h)
}

// kaniko takes the image that kaniko builds.
func (b *cloudBuild) kaniko(args []source.Text, h host) {
	tag := &model.ImageTag{Folder: h.dir}
	for _, arg := range args {
		name, val, _ := b.subs.text(arg).Cut("=")
		switch name.String() {
		case "--destination":
			tag.At, tag.Name = arg.Span(), value.Text(val)
		case "--dockerfile":
			tag.File = path.Join(h.dir, val.String())
		case "--context":
			tag.Folder = path.Join(h.dir, strings.TrimPrefix(val.String(), "dir://"))
		}
	}
	if tag.Name.Raw().Len() > 0 {
		b.r.Set.Tags = append(b.r.Set.Tags, tag)
	}
}

// environment adds variables that are given as NAME=value.
func (b *cloudBuild) environment(env scope, list value.Tree) {
	for _, item := range list.Items() {
		if name, val, ok := item.Text.Cut("="); ok && isName(name.String()) {
			env[name.String()] = b.subs.text(val)
		}
	}
}

// program returns the program that a step's arguments are for: its entry
// point, or that of a builder, which has the builder's name. Other images
// take the program's name as their first argument.
func (b *cloudBuild) program(step value.Tree) source.Text {
	if entry := step.Get("entrypoint"); entry.Present() {
		return b.subs.text(entry.Text)
	}
	image := step.Get("name")
	name, _, _ := strings.Cut(image.Text.String(), "@")
	dir, base := path.Split(name)
	base, _, _ = strings.Cut(base, ":")
	if path.Base(dir) != "cloud-builders" || !image.Text.Known() {
		return source.Text{}
	}
	return source.Derived(strings.TrimSuffix(base, "-slim"), image.At)
}

// isShellScript reports whether a script names no interpreter but a shell.
func isShellScript(text source.Text) bool {
	line, _, _ := strings.Cut(text.String(), "\n")
	if !strings.HasPrefix(line, "#!") {
		return true
	}
	for _, word := range strings.Fields(line[2:]) {
		if base := path.Base(word); base != "env" {
			return shells[base]
		}
	}
	return false
}
