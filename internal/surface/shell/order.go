package shell

import (
	"slices"

	"github.com/proflint/proflint/internal/dialect/gcloud"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/syntax/shell"
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
		r.session.Launched = nil
	}
}

// follow notes which workloads have run when a command enables a service.
func (r *reader) follow(cmd *gcloud.Command, started []*model.Workload, enabled []*model.Service) {
	switch s := r.session; {
	case cmd.Waits:
		s.Launched = append(s.Launched, started...)
	case len(cmd.Refusals) == 0:
		for _, w := range s.Launched {
			w.Late = append(w.Late, enabled...)
		}
	}
}
