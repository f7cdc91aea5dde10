package live

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Call is a request that a question leads to.
type Call struct {
	Kind       Kind   `json:"kind"`
	What       string `json:"what,omitempty"` // is asked, for people
	Method     string `json:"method,omitempty"`
	URL        string `json:"url,omitempty"` // without the field mask
	Permission string `json:"permission,omitempty"`
	Role       string `json:"role,omitempty"` // the smallest predefined role that holds it
	Most       int    `json:"most"`           // requests, if none has to be repeated
}

// Plan lists the requests of some questions, and makes none: it is the same code
// that asks, with a transport that only looks.
func (c *Client) Plan(qs []Question) ([]Call, error) {
	ends, err := endpoints(c.opts.Env)
	if err != nil {
		return nil, err
	}
	t := newTransport(c.opts, ends)
	api, err := t.made()
	if err != nil {
		return nil, err
	}
	var out []Call
	for _, q := range qs {
		r := rowOf(q.Kind)
		call := Call{Kind: q.Kind, What: r.what, Permission: r.needs(q), Role: r.role, Most: 1}
		if r.list != "" && r.kind != Services {
			call.Most = r.budget()
		}
		tp := &tape{api: r.api, plan: func(req *http.Request) {
			u := *req.URL
			params := u.Query()
			for _, k := range []string{"fields", "alt", "prettyPrint"} {
				params.Del(k)
			}
			u.RawQuery = params.Encode()
			call.Method, call.URL = req.Method, u.String()
		}}
		if err := r.send(context.WithValue(context.Background(), tapeKey{}, tp), api, q, asking{r.fields, ""}); call.URL == "" {
			return nil, fmt.Errorf("%s: %w", q, err)
		}
		out = append(out, call)
	}
	return out, nil
}

// CustomRole is the definition of a role that allows the calls and nothing
// else, as gcloud iam roles create --file takes it. Of one for a project, above
// are the permissions that count on folders and organizations only: Google refuses
// to have them in it.
func CustomRole(calls []Call, project bool) (role string, above []string) {
	var perms []string
	for _, c := range calls {
		p := c.Permission
		if p == "" || strings.Contains(p, " ") || slices.Contains(perms, p) || slices.Contains(above, p) {
			continue
		}
		if project && (strings.HasPrefix(p, "resourcemanager.folders.") || strings.HasPrefix(p, "resourcemanager.organizations.")) {
			above = append(above, p)
			continue
		}
		perms = append(perms, p)
	}
	slices.Sort(perms)
	slices.Sort(above)
	var b strings.Builder
	b.WriteString("title: proflint\ndescription: What proflint needs to see whether Cloud Profiler will show profiles\nstage: GA\nincludedPermissions:\n")
	for _, p := range perms {
		b.WriteString("- " + p + "\n")
	}
	return b.String(), above
}
