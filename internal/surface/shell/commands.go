package shell

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/shell"
	"github.com/proflint/proflint/internal/value"
)

// printers only mention a command; they do not run it.
var printers = map[string]bool{
	":": true, "true": true, "false": true, "echo": true, "printf": true, "print": true, "cat": true, "grep": true, "egrep": true, "sed": true, "awk": true,
	"which": true, "type": true, "alias": true, "man": true, "log": true, "info": true, "warn": true, "error": true,
	"die": true, "fail": true, "debug": true, "whereis": true, "hash": true, "test": true, "[": true, "[[": true,
}

// remotes run their last words somewhere else.
var remotes = map[string]bool{"ssh": true}

// command takes one command of the script: gcloud itself, or something that
// starts a program elsewhere.
func (r *reader) command(c shell.Command) {
	inner, _ := c.Unwrap()
	words := convert(inner)
	if len(words) == 0 {
		return
	}
	r.written = c.Files
	if at := findGcloud(words); at >= 0 {
		cmd := gcloud.Lower(words[at:], convert(c.Cut), c.CutBy, r.open)
		cmd.At = words[at].Text.Span().Cover(cmd.At)
		r.declare(cmd)
		r.remote(words[at:])
		r.image("gcloud", words[at:])
		return
	}
	first := path.Base(words[0].Text.String())
	if remotes[first] && len(words) > 1 {
		r.embed(words[len(words)-1].Text)
	}
	r.launch(words, cutOff{convert(c.Cut), c.CutBy})
	r.bypass(words)
}

func convert(in []shell.Word) []gcloud.Word {
	out := make([]gcloud.Word, len(in))
	for i, w := range in {
		out[i] = gcloud.Word{Text: w.Text, Rest: w.Rest}
	}
	return out
}

// findGcloud returns the index of the word that runs gcloud, behind wrappers
// such as sudo or retry, or -1.
func findGcloud(words []gcloud.Word) int {
	if printers[path.Base(words[0].Text.String())] {
		return -1
	}
	for i, w := range words {
		s := w.Text.String()
		if w.Text.Known() {
			if base := path.Base(s); base == "gcloud" || base == "gcloud.cmd" {
				return i
			}
			continue
		}
		if w.Text.AllHole() && strings.EqualFold(strings.Trim(s, "${}\"() "), "gcloud") {
			return i
		}
	}
	return -1
}

// remote reads the command line that `gcloud compute ssh --command=…` runs on
// a virtual machine.
func (r *reader) remote(words []gcloud.Word) {
	ssh := false
	for i, w := range words {
		switch s := w.Text.String(); {
		case s == "ssh":
			ssh = true
		case !ssh:
		case strings.HasPrefix(s, "--command="):
			r.embed(w.Text.Slice(len("--command="), w.Text.Len()))
		case s == "--command" && i+1 < len(words):
			r.embed(words[i+1].Text)
		}
	}
}

func (r *reader) embed(text source.Text) {
	if strings.Contains(text.String(), "gcloud") || strings.Contains(text.String(), "spark-submit") {
		r.Embed(surface.Fragment{Lang: surface.Shell, Text: text, Loose: true})
	}
}

// bypass finds a Spark program that is started where Dataproc never expands
// the request, and that is given one (F4.4).
func (r *reader) bypass(words []gcloud.Word) {
	at := -1
	for i, w := range words {
		base := path.Base(w.Text.String())
		if printers[base] {
			return
		}
		if base == "spark-submit" || base == "spark-shell" || base == "pyspark" || base == "spark-sql" {
			at = i
			break
		}
	}
	if at < 0 {
		return
	}
	for _, w := range words[at+1:] {
		if key, _, ok := dataproc.FindRequest(w.Text, model.Dataproc); ok {
			r.Set.Bypasses = append(r.Set.Bypasses, &model.Bypass{At: words[at].Text.Span(), Key: key})
			return
		}
	}
}

// declare adds what a gcloud command declares to the set.
func (r *reader) declare(c gcloud.Command) {
	switch c.Message {
	case "":
	case "Services":
		ids := c.Body.Get("serviceIds")
		for _, api := range ids.Items() {
			r.Set.Services = append(r.Set.Services, &model.Service{At: api.At, API: api.Str(), Project: c.Project})
		}
		if h := ids.Open(); h != nil {
			r.Set.Services = append(r.Set.Services, &model.Service{At: c.At, API: value.Not[source.Text](h, c.At), Project: c.Project})
		}
	case "Binding":
		r.grants(c, c.Body)
	case "Policy":
		for _, b := range c.Body.Get("bindings").Items() {
			r.grants(c, b)
		}
	case "Subnet":
		r.Set.Subnets = append(r.Set.Subnets, &model.Subnet{At: c.At, Name: c.Name, Network: c.Body.Get("network").Str(),
			PrivateGoogle: value.Map(c.Body.Get("privateIpGoogleAccess").Str(), func(t source.Text) (bool, bool) { return t.String() == "true", true })})
	case "NAT":
		r.Set.NATs = append(r.Set.NATs, &model.NAT{At: c.At, Region: c.Region})
	case "LaunchTemplate", "LaunchFlexTemplate", "ContainerSpec":
		set := beam.ReadMessage(c.Message, c.Body, beam.Origin{At: c.At, Project: c.Project, Region: c.Region, GCSPath: c.Template, Name: c.Name})
		for _, w := range set.Workloads {
			w.Losses, w.Refusals, w.Tool = c.Losses, c.Refusals, "gcloud"
		}
		if c.Builds != nil {
			set.Images = append(set.Images, c.Builds)
		}
		r.Set.Add(set)
	default:
		r.workload(c)
	}
}

// grants adds one grant for each member of a binding.
func (r *reader) grants(c gcloud.Command, b value.Tree) {
	resource := "project"
	if strings.HasPrefix(c.Path, "iam service-accounts") {
		resource = "serviceAccount"
	}
	for _, m := range b.Get("members").Items() {
		r.Set.Grants = append(r.Set.Grants, &model.Grant{At: c.At, Member: m.Str(), Role: b.Get("role").Str(), Resource: resource, Name: c.Name})
	}
}

// workload adds a cluster, job, batch, session or workflow. A body that stands
// in a file of its own may be declared there as well, by its shape: link keeps
// one of the two.
func (r *reader) workload(c gcloud.Command) {
	set := dataproc.Read(c.Message, c.Body, dataproc.Origin{At: c.At, Project: c.Project, Region: c.Region, Name: c.Name})
	for _, w := range set.Workloads {
		w.Losses, w.Refusals, w.Template, w.Tool = c.Losses, c.Refusals, c.Target, "gcloud"
		r.queries(w)
	}
	for _, k := range set.Clusters {
		k.Losses, k.Refusals, k.Tool = c.Losses, c.Refusals, "gcloud"
		if c.Message == "WorkflowTemplate" {
			k.Template = c.Name
		}
		// initialization actions run commands that the metadata holds
		for _, e := range k.Metadata.Entries() {
			r.embed(e.Val.Text)
		}
	}
	if src, ok := c.Source.Get(); ok {
		if tree, text, found := r.open(src.String()); found && dataproc.Shape(tree) != "" {
			r.Set.Imports = append(r.Set.Imports, &model.Import{At: extent(text), Declares: set})
			return
		}
	}
	r.Set.Add(set)
}

// extent is all of a text that stands in its first file.
func extent(t source.Text) source.Span {
	at := t.Span()
	for _, s := range t.Spans() {
		if s.File == at.File {
			at = at.Cover(s)
		}
	}
	return at
}

// queries reads the shell lines of a pig job: `sh spark-submit …`.
func (r *reader) queries(w *model.Workload) {
	if w.Type != model.Pig {
		return
	}
	for _, q := range w.Body.Get("pigJob", "queryList", "queries").Items() {
		if t, ok := q.Str().Get(); ok {
			if strings.HasPrefix(strings.TrimSpace(t.String()), "sh ") {
				i := strings.Index(t.String(), "sh ")
				r.embed(t.Slice(i+3, t.Len()))
			}
		}
	}
}
