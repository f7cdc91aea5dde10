package shell

import (
	"slices"

	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
	"github.com/proflint/proflint/internal/value"
)

// ordered reports whether it is known when a command runs: in its turn, once,
// and to its end. Of a document people take what they need.
func (r *reader) ordered(c *shell.Command, wrap shell.Wrap, at, ways int) bool {
	doc := c.At.File != nil && c.At.File.Kind == source.Doc
	return r.session != nil && c.Sure && at == 0 && ways == 1 && wrap.Limit.Len() == 0 && !r.mentioned && !doc
}

// configure forgets what has run, where a command may set the project of those
// behind it.
func (r *reader) configure(words []gcloud.Word) {
	if r.session != nil && slices.ContainsFunc(words, func(w gcloud.Word) bool { return w.Text.String() == "config" }) {
		r.session.Course = nil
	}
}

// follow notes when workloads have ended and services are enabled.
func (r *reader) follow(cmd *gcloud.Command, started []*model.Workload, enabled []*model.Service) {
	if r.session.Course == nil {
		r.session.Course = &model.Course{}
	}
	switch c := r.session.Course; {
	case cmd.Waits:
		for _, w := range started {
			w.Ended = c.Now()
		}
	case len(cmd.Refusals) == 0:
		for _, s := range enabled {
			s.Enabled = c.Enable()
		}
	}
}

// undo notes what a command gives, and what one takes back of that before any
// workload is started. Of a document people take what they need.
func (r *reader) undo(cmd *gcloud.Command, sure bool, granted []*model.Grant, enabled []*model.Service) {
	if r.mentioned || cmd.At.File != nil && cmd.At.File.Kind == source.Doc || len(cmd.Refusals) > 0 {
		return
	}
	if n := len(r.Set.Workloads); n != r.started {
		r.granted, r.enabled, r.started = nil, nil, n
	}
	r.granted, r.enabled = append(r.granted, granted...), append(r.enabled, enabled...)
	by := model.Undone{At: cmd.At, Sure: sure}
	same := func(a, b value.Str) bool {
		x, y := a.Raw().Sym(), b.Raw().Sym()
		return a.Absent() && b.Absent() || x != "" && x == y
	}
	switch cmd.Message {
	case "Unbinding":
		for _, m := range cmd.Body.Get("members").Items() {
			for _, g := range r.granted {
				if g.Resource == "project" && same(g.Name, cmd.Name) && same(g.Member, m.Str()) && same(g.Role, cmd.Body.Get("role").Str()) {
					g.Undone = by
				}
			}
		}
	case "Disabled":
		for _, api := range cmd.Body.Get("serviceIds").Items() {
			for _, on := range r.enabled {
				if same(on.API, api.Str()) && same(on.Project, cmd.Project) {
					on.Undone = by
				}
			}
		}
	}
}
