package shell

import (
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// declare adds what a gcloud command declares to the set.
func (r *reader) declare(c *gcloud.Command) {
	switch c.Message {
	case "", "Disabled", "Unbinding":
	case "Services":
		ids := c.Body.Get("serviceIds")
		for _, api := range ids.Items() {
			each := []value.Str{api.Str()}
			if several := api.Text.Choices(); len(several) > 0 { // a loop enables each of them
				each = each[:0]
				for _, one := range several {
					each = append(each, value.Text(one))
				}
			}
			for _, one := range each {
				r.Set.Services = append(r.Set.Services, &model.Service{At: api.At, By: c.At, API: one, Project: c.Project})
			}
		}
		if h := ids.Open(); h != nil {
			r.Set.Services = append(r.Set.Services, &model.Service{At: c.At, API: value.Not[source.Text](h, c.At), Project: c.Project})
		}
	case "Role":
		role := &model.CustomRole{At: c.At, Name: c.Name, Project: c.Project}
		if strings.HasSuffix(c.Path, "create") {
			role.Permissions = c.Body.Get("includedPermissions")
		}
		r.Set.Roles = append(r.Set.Roles, role)
	case "Binding":
		r.grants(c, c.Body)
	case "Policy":
		for _, b := range c.Body.Get("bindings").Items() {
			r.grants(c, b)
		}
	case "Subnet":
		r.Set.Subnets = append(r.Set.Subnets, &model.Subnet{At: c.At, Name: c.Name, Changes: strings.HasSuffix(c.Path, "update"), Network: c.Body.Get("network").Str(),
			PrivateGoogle: value.Map(c.Body.Get("privateIpGoogleAccess").Str(), func(t source.Text) (bool, bool) { return t.String() == "true", true })})
	case "NAT":
		r.Set.NATs = append(r.Set.NATs, &model.NAT{At: c.At, Region: c.Region})
	case "LaunchTemplate", "LaunchFlexTemplate", "ContainerSpec":
		w := beam.ReadMessage(c.Message, c.Body, beam.Origin{At: c.At, Project: c.Project, Region: c.Region, GCSPath: c.Template, Name: c.Name})
		w.Losses, w.Refusals, w.Tool = c.Losses, c.Refusals, "gcloud"
		r.Set.Workloads = append(r.Set.Workloads, w)
		if c.Builds != nil {
			r.Set.Images = append(r.Set.Images, c.Builds)
		}
	default:
		r.workload(c)
	}
}

// grants adds one grant for each member of a binding.
func (r *reader) grants(c *gcloud.Command, b value.Tree) {
	resource := "project"
	switch {
	case strings.HasPrefix(c.Path, "iam service-accounts"):
		resource = "serviceAccount"
	case strings.HasPrefix(c.Path, "organizations"), strings.HasPrefix(c.Path, "resource-manager"):
		resource = "ancestor"
	}
	for _, m := range b.Get("members").Items() {
		r.Set.Grants = append(r.Set.Grants, &model.Grant{At: c.At, Member: m.Str(), Role: b.Get("role").Str(), Resource: resource, Name: c.Name})
	}
}

// workload adds a cluster, job, batch, session or workflow. A body that stands
// in a file of its own may be declared there as well, by its shape: link keeps
// one of the two.
func (r *reader) workload(c *gcloud.Command) {
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
			r.Set.Imports = append(r.Set.Imports, &model.Import{At: extent(text), By: c.At, Declares: set})
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
	for _, line := range dataproc.ShellLines(w) {
		r.embed(line)
	}
}
