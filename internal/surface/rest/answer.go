package rest

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/value"
)

// resource is the name of one of Google's answers, taken apart:
// //dataproc.googleapis.com/projects/P/regions/R/clusters/C.
type resource struct {
	api  string
	name string
	part map[string]string // by collection: projects, regions, clusters
}

// resourceOf returns the resource that a document is the answer about.
func resourceOf(at source.Span) (resource, bool) {
	if at.File == nil || at.File.Kind != source.Live {
		return resource{}, false
	}
	full, ok := strings.CutPrefix(at.File.Path, "//")
	host, name, cut := strings.Cut(full, "/")
	if !ok || !cut {
		return resource{}, false
	}
	api, _, _ := strings.Cut(host, ".")
	out := resource{api: api, name: name, part: map[string]string{}}
	for segs := strings.Split(name, "/"); len(segs) >= 2; segs = segs[2:] {
		out.part[segs[0]] = segs[1]
	}
	return out, true
}

// value returns a part of the name; at is where it counts as read.
func (r resource) value(collection string, at source.Span) value.Str {
	s, ok := r.part[collection]
	if !ok {
		return value.None[source.Text]()
	}
	return value.Of(source.Derived(s, at), at)
}

// about adds what an answer says of a project rather than of a workload. It
// reports whether the answer is of that sort.
func about(r *surface.Reader, res resource, t value.Tree) bool {
	c := r.Set.Answered()
	on, isPolicy := strings.CutSuffix(res.name, "/iamPolicy")
	switch {
	case res.api == "serviceusage":
		c.States = append(c.States, &model.State{At: spot(t, "state"), API: res.part["services"], Project: res.part["projects"], Enabled: value.Map(t.Get("state").Str(), enabled)})
	case isPolicy:
		c.Policies = append(c.Policies, &model.Policy{At: spot(t, "bindings"), On: on, Body: t})
	case res.api == "cloudresourcemanager":
		c.Projects = append(c.Projects, &model.Project{At: t.At, Name: res.name, Number: strings.TrimPrefix(known(t, "name"), "projects/"), Parent: known(t, "parent")})
	case res.api == "iam" && res.part["roles"] != "":
		c.Roles = append(c.Roles, &model.Role{At: t.At, Name: res.name, Permissions: t.Get("includedPermissions"),
			Off: known(t, "stage") == "DISABLED" || known(t, "deleted") == "true"})
	case res.api == "iam" && res.part["serviceAccounts"] != "":
		c.Accounts = append(c.Accounts, &model.Account{At: spot(t, "disabled"), Email: res.part["serviceAccounts"], Disabled: known(t, "disabled") == "true"})
	case res.api == "iam" && res.part["denypolicies"] != "":
		c.Denials = append(c.Denials, &model.Policy{At: t.At, On: strings.ReplaceAll(res.part["policies"], "%2F", "/"), Name: res.name, Body: t})
	case res.api == "policytroubleshooter":
		c.Traces = append(c.Traces, &model.Trace{At: t.At, Project: res.part["projects"], Email: res.part["access"],
			Permission: res.name[strings.LastIndexByte(res.name, '/')+1:], Holds: value.Map(t.Get("overallAccessState").Str(), access)})
	case res.api == "cloudprofiler":
		c.Listings = append(c.Listings, listing(res, t))
	case res.api == "monitoring":
		c.Usages = append(c.Usages, usage(res, t))
	case res.api == "logging":
		c.Switched = append(c.Switched, switched(res, t)...)
		c.Conferred = append(c.Conferred, conferred(res, t)...)
	case res.api == "dataproc" && res.part["sparkApplications"] != "":
		if of, _, _ := strings.Cut(res.name, "/sparkApplications/"); strings.HasSuffix(res.name, "/environmentInfo") {
			props := t.Get("applicationEnvironmentInfo", "sparkProperties")
			c.Ran = append(c.Ran, &model.Environment{At: t.At, Of: of, Properties: props})
		}
	case res.api == "compute" && res.part["subnetworks"] != "":
		r.Set.Subnets = append(r.Set.Subnets, &model.Subnet{At: spot(t, "privateIpGoogleAccess"), Name: t.Get("name").Str(), Network: t.Get("network").Str(), PrivateGoogle: value.Map(t.Get("privateIpGoogleAccess").Str(), truth)})
	case res.api == "compute" && res.part["routers"] != "":
		for _, nat := range t.Get("nats").Items() {
			n := &model.NAT{At: nat.At, Region: value.None[source.Text](t.At), Network: t.Get("network").Str()}
			if known(nat, "sourceSubnetworkIpRangesToNat") == "LIST_OF_SUBNETWORKS" {
				n.Subnets = []string{}
				for _, s := range nat.Get("subnetworks").Items() {
					n.Subnets = append(n.Subnets, path.Base(known(s, "name")))
				}
			}
			r.Set.NATs = append(r.Set.NATs, n)
		}
	default:
		return false
	}
	return true
}

// spot is the place of what matters in an answer.
func spot(t value.Tree, key string) source.Span {
	if v := t.Get(key); v.Present() && v.At.Valid() {
		return v.At
	}
	return t.At
}

func known(t value.Tree, key string) string {
	s, _ := t.Get(key).Str().Get()
	return s.String()
}

// enabled reads the state of an API; a state that is neither is unknown.
func enabled(t source.Text) (bool, bool) {
	return t.String() == "ENABLED", t.String() == "ENABLED" || t.String() == "DISABLED"
}

// access reads what the Policy Troubleshooter comes to; states that depend on
// what it cannot see are unknown.
func access(t source.Text) (bool, bool) {
	return t.String() == "CAN_ACCESS", t.String() == "CAN_ACCESS" || t.String() == "CANNOT_ACCESS"
}

func truth(t source.Text) (bool, bool) { return t.String() == "true", true }
