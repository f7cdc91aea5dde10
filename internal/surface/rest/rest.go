// Package rest is the surface of Google's REST messages in YAML and JSON
// files: what gcloud exports, imports and describes.
package rest

import (
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// YAML reads messages in YAML files and fragments.
func YAML() surface.Surface {
	return surface.Surface{Name: "rest-yaml", Lang: surface.YAML, Ends: []string{".yaml", ".yml"}, Words: surface.MessageWords, Inner: surface.Clues("", surface.MessageWords...), Read: readYAML}
}

// JSON reads messages in JSON files and fragments.
func JSON() surface.Surface {
	return surface.Surface{Name: "rest-json", Lang: surface.JSON, Ends: []string{".json"}, Words: surface.MessageWords, Inner: surface.Clues("", surface.MessageWords...), Read: readJSON}
}

func readYAML(r *surface.Reader, f surface.Fragment) surface.Env {
	if isObject(f.Text.String()) {
		return nil
	}
	text := variables(f.Text)
	docs, err := data.YAML(text)
	if err != nil && !f.Loose {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
	before := len(r.Set.Workloads)
	for _, d := range docs {
		declare(r, camel(d))
		if strings.Contains(f.Text.String(), "googleapis.") {
			steps(r, d, 0)
		}
	}
	if len(r.Set.Workloads) > before {
		for _, c := range data.YAMLComments(text) {
			if key, ok := dataproc.MentionedKey(c); ok {
				r.Set.Comments = append(r.Set.Comments, &model.Comment{At: key.Span(), Key: key.String()})
			}
		}
	}
	return nil
}

// isObject reports whether a text is one object of Kubernetes: none of Google's
// messages has its keys. The schemas that Config Connector installs for Dataproc
// hold every word of a message, a hundred thousand bytes of them each.
func isObject(s string) bool {
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "apiVersion:") {
			break
		}
		if strings.TrimSpace(line) != "" && line[0] != '#' && strings.TrimSpace(line) != "---" {
			return false
		}
		s = s[len(line):]
	}
	return strings.Contains(s, "\nkind:") && !strings.Contains(s, "\n---")
}

func readJSON(r *surface.Reader, f surface.Fragment) surface.Env {
	// nine tenths of the spec of a template is what people are told of its
	// parameters: a thirtieth of all memory on Google's own templates
	text := variables(data.WithoutItems(f.Text, "metadata", "parameters"))
	tree, err := data.JSON(text)
	if err != nil && !f.Loose {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
	declare(r, camel(tree))
	return nil
}

// steps declares the bodies that a definition of Cloud Workflows sends: each
// step is a map with a call and its arguments.
func steps(r *surface.Reader, t value.Tree, depth int) {
	if depth > 50 {
		return
	}
	if call := t.Get("call").Str().Raw().String(); call != "" {
		if body := t.Get("args", "body"); strings.HasPrefix(call, "googleapis.") || strings.HasPrefix(call, "http.") {
			declare(r, camel(body))
			return
		}
	}
	for _, item := range t.Items() {
		steps(r, item, depth+1)
	}
	for _, e := range t.Entries() {
		steps(r, e.Val, depth+1)
	}
}

// lists are the keys under which the APIs answer a list call.
var lists = []string{"clusters", "jobs", "batches", "sessions", "sessionTemplates"}

// declare adds a document that is a message; a list is a list of messages, as
// `gcloud … list --format=json` prints.
func declare(r *surface.Reader, t value.Tree) {
	if res, ok := resourceOf(t.At); ok && about(r, res, t) {
		return
	}
	for _, item := range t.Items() {
		declare(r, item)
	}
	kind := dataproc.Shape(t)
	for _, key := range lists {
		if list := t.Get(key); kind == "" && list.Kind == value.KindList {
			declare(r, list)
		}
	}
	if kind == "SubmitJobRequest" {
		kind, t = "Job", t.Get("job")
	}
	if kind != "" {
		set := dataproc.Read(kind, t, origin(t))
		for _, w := range set.Workloads {
			for _, line := range dataproc.ShellLines(w) {
				r.Embed(surface.Fragment{Lang: surface.Shell, Text: line, Loose: true})
			}
		}
		r.Set.Add(set)
	} else if kind := beam.Shape(t); kind != "" {
		o := origin(t)
		r.Set.Workloads = append(r.Set.Workloads, beam.ReadMessage(kind, t, beam.Origin{At: o.At, Project: o.Project, Region: o.Region, GCSPath: t.Get("gcsPath").Str()}))
	}
}

// origin takes what a message says of itself. Its place is the key of what it
// runs, else its first one.
func origin(t value.Tree) dataproc.Origin {
	at := t.At
	if key := dataproc.Place(t); key.Valid() {
		at = key
	} else if e, ok := t.Map.Entry("environment"); ok && t.Get("currentState").Present() && e.Key.Span().Valid() {
		at = e.Key.Span() // of a Dataflow job: what it was started with
	} else if entries := t.Entries(); len(entries) > 0 && entries[0].Key.Span().Valid() {
		at = entries[0].Key.Span()
	}
	project := t.Get("projectId").Str()
	if !project.Known() {
		project = t.Get("reference", "projectId").Str()
	}
	o := dataproc.Origin{At: at, Project: project, Region: value.None[source.Text]()}
	if res, ok := resourceOf(t.At); ok {
		o.Project = res.value("projects", at)
		o.Region = value.First(res.value("regions", at), res.value("locations", at))
	}
	return o
}
