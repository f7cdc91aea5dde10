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

// given is a role that was granted, or a service that was enabled: in any case, or in
// some.
type given struct {
	undone *model.Undone
	always bool
}

// undo notes what a command gives, and what one takes back of that before any
// workload is started. Of a document people take what they need, and of commands that
// run in some cases one may give what the other takes back in the other cases.
func (r *reader) undo(cmd *gcloud.Command, sure bool, granted []*model.Grant, enabled []*model.Service) {
	if r.mentioned || cmd.At.File != nil && cmd.At.File.Kind == source.Doc || len(cmd.Refusals) > 0 {
		return
	}
	if n := len(r.Set.Workloads); n != r.started || r.given == nil {
		r.given, r.started = map[string][]given{}, n
	}
	give := func(undone *model.Undone, what ...value.Str) {
		if key := keyOf(what); key != "" {
			r.given[key] = append(r.given[key], given{undone, sure})
		}
	}
	take := func(what ...value.Str) {
		for _, g := range r.given[keyOf(what)] {
			if sure || g.always {
				*g.undone = model.Undone{At: cmd.At, Sure: sure}
			}
		}
	}
	for _, g := range granted {
		if g.Resource == "project" {
			give(&g.Undone, g.Name, g.Member, g.Role)
		}
	}
	for _, on := range enabled {
		give(&on.Undone, on.API, on.Project)
	}
	switch cmd.Message {
	case "Unbinding":
		for _, m := range cmd.Body.Get("members").Items() {
			take(cmd.Name, m.Str(), cmd.Body.Get("role").Str())
		}
	case "Disabled":
		for _, api := range cmd.Body.Get("serviceIds").Items() {
			take(api.Str(), cmd.Project)
		}
	}
}

// keyOf returns a key for what is named by some texts, "" if one of them is not known.
func keyOf(what []value.Str) string {
	key := ""
	for _, v := range what {
		sym := v.Raw().Sym()
		if sym == "" && !v.Absent() {
			return ""
		}
		key += sym + "\x00"
	}
	return key
}
