package checks

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

type networkParams struct {
	AutomaticFromImage string `yaml:"automatic_from_image" is:"version"`
	Host               string `yaml:"host"`
}

// privateNetwork: workers without external addresses reach the Profiler API
// through Private Google Access or a NAT only. Dataproc turns the former on by
// itself from one image on (F7.2, F7.3).
func privateNetwork() *Check {
	return &Check{Rules: []string{"private-network"}, Applies: func(w *model.Workload) bool { return onCluster(w) || w.Product == model.Dataflow || started(w) }, Workload: func(p *Pass, w *model.Workload) {
		if x := p.logged(w, "private-network", model.NoNetwork, model.NoProject, model.NoCredentials); x != nil {
			x.Why("The calls of the agent do not get through, so no profile leaves the workers.").
				Fix("let the workers reach " + params[networkParams](p, "private-network").Host + " and the metadata server: Private Google Access or a Cloud NAT, and no firewall rule against either")
			return
		}
		if arrives(w) {
			return
		}
		if w.Product == model.Dataflow {
			if internal, _ := w.Options.InternalOnly.Get(); internal {
				judgeSubnet(p, w, &w.Entity, "the workers get no external address")
			}
			return
		}
		c, ok := w.Cluster.To.Get()
		if !ok || c.Virtual {
			return
		}
		if internal, _ := c.InternalOnly.Get(); !internal {
			return
		}
		limit, _ := value.ParseVersion(params[networkParams](p, "private-network").AutomaticFromImage)
		if v, ok := imageVersion(p, c); !ok || !v.Less(limit) {
			return
		}
		judgeSubnet(p, w, &c.Entity, "this cluster's workers get no external address")
	}}
}

// judgeSubnet looks at the subnet of machines that have internal addresses
// only.
func judgeSubnet(p *Pass, w *model.Workload, c *model.Entity, why string) {
	subnet := c.Subnet.Raw()
	if c.Subnet.Absent() || subnet.Len() == 0 {
		if started(w) { // in the subnet of the region that its network has
			p.CannotTell("whether the subnet of the workers has Private Google Access: the job names only their network",
				"gcloud compute networks subnets list --project="+source.ShellWord(projectOf(w))+" --regions="+flag(c.Region.Raw().String(), "REGION")+" --format='table(name,network,privateIpGoogleAccess)'")
		}
		return // of the default network files say nothing
	}
	// a body names a subnet by its last segment or by its whole URI
	found := slices.Collect(c.Scope.Subnets.Of(path.Base(subnet.String()), true))
	if slices.ContainsFunc(c.Scope.Set.NATs, func(n *model.NAT) bool {
		return !elsewhere(n.Region, c.Region) && serves(n, path.Base(subnet.String()), found)
	}) {
		return
	}
	seen, open := false, slices.ContainsFunc(found, opened)
	for _, s := range found {
		answer := s.At.File != nil && s.At.File.Kind == source.Live
		if s.Changes && s.PrivateGoogle.Absent() {
			continue // it stays as it was
		}
		if seen = true; opened(s) || open && !answer {
			continue
		}
		if answer {
			p.noRoute(w, c, s, why)
			continue
		}
		p.Fail("private-network", "", s.At, "the workers have internal addresses only, and their subnet is created without Private Google Access").
			Caret("no --enable-private-ip-google-access").
			Related(c.At, "%s", why).Related(w.At, "%s", workloadLabel(w)).
			Fix("add --enable-private-ip-google-access to the subnet, or create a Cloud NAT")
	}
	if !seen {
		why := "these files do not create it"
		project, region := subnetOf(subnet.String())
		if at := "//compute.googleapis.com/projects/" + cmp.Or(project, projectOf(w)) + "/regions/" + cmp.Or(region, c.Region.Raw().String()) + "/subnetworks/" + path.Base(subnet.String()); started(w) {
			why = "it is not among the files"
			if g := c.Scope.Set.Cloud.Gap(at); g != nil {
				p.CannotTell("whether the subnet "+path.Base(subnet.String())+" of project "+cmp.Or(project, projectOf(w))+" has Private Google Access ("+g.Why+")", g.Ask)
				return
			}
		}
		ask := "gcloud compute networks subnets describe " + source.ShellWord(path.Base(subnet.String())) + " --region=" + flag(cmp.Or(region, c.Region.Raw().String()), "REGION")
		if project != "" {
			ask += " --project=" + source.ShellWord(project)
		}
		p.CannotTell("whether the subnet "+path.Base(subnet.String())+" has Private Google Access: "+why, ask+" --format='value(privateIpGoogleAccess)'")
	}
}

// flag is the value of a flag, or what stands for it.
func flag(value, name string) string {
	if value == "" {
		return name
	}
	return source.ShellWord(value)
}

// subnetOf takes the full name of a subnet apart: that of a Shared VPC is in
// another project than the workers. Of a mere name it returns nothing.
func subnetOf(name string) (project, region string) {
	segments := strings.Split(name, "/")
	for i, s := range segments[:len(segments)-1] {
		switch s {
		case "projects":
			project = segments[i+1]
		case "regions":
			region = segments[i+1]
		}
	}
	return project, region
}

// serves reports whether a NAT may serve a subnet: one of a router of another
// network, or for other subnets, does not.
func serves(n *model.NAT, subnet string, found []*model.Subnet) bool {
	if n.Subnets != nil && !slices.Contains(n.Subnets, subnet) {
		return false
	}
	network, known := n.Network.Get()
	return !known || !slices.ContainsFunc(found, func(s *model.Subnet) bool {
		of, told := s.Network.Get()
		return told && path.Base(of.String()) != path.Base(network.String())
	})
}

// elsewhere reports whether two regions are surely not the same.
func elsewhere(a, b value.Str) bool {
	x, ok := a.Get()
	y, ok2 := b.Get()
	return ok && ok2 && x.String() != y.String()
}

// opened reports whether a command may give a subnet Private Google Access:
// the one that creates it, or a later one.
func opened(s *model.Subnet) bool {
	on, known := s.PrivateGoogle.Get()
	return on || !known && !s.PrivateGoogle.Absent()
}

// noRoute reports a subnet that Google shows to be without Private Google
// Access, and without a NAT as far as the routers could be listed.
func (p *Pass) noRoute(w *model.Workload, c *model.Entity, s *model.Subnet, why string) {
	before, _, _ := strings.Cut(s.At.File.Path, "/subnetworks/")
	project, region, _ := strings.Cut(strings.TrimPrefix(before, "//compute.googleapis.com/projects/"), "/regions/")
	if g := c.Scope.Set.Cloud.Gap(before + "/items"); g != nil {
		p.CannotTell("whether a Cloud NAT serves the subnet "+s.Name.Raw().String()+", which has no Private Google Access ("+g.Why+")", g.Ask)
		return
	}
	p.Fail("private-network", live, s.At, "the workers have internal addresses only, and their subnet has neither Private Google Access nor a Cloud NAT").
		Related(c.At, "%s", why).Related(w.At, "%s", workloadLabel(w)).
		Fix("gcloud compute networks subnets update " + source.ShellWord(s.Name.Raw().String()) + " --region=" + source.ShellWord(region) +
			" --project=" + source.ShellWord(project) + " --enable-private-ip-google-access")
}

type shortParams struct {
	MinimumSeconds  float64 `yaml:"minimum_seconds"`
	DataflowSeconds float64 `yaml:"dataflow_seconds"`
}

// tooShort: a limit that ends the workload before the first profile (S3, S20).
func tooShort() *Check {
	return &Check{Rules: []string{"job-too-short"}, Workload: func(p *Pass, w *model.Workload) {
		if ran(p, w) || w.Product == model.Dataflow {
			return
		}
		if c, ok := w.Cluster.To.Get(); ok {
			if age, ok := c.Age.Get(); ok && age.Seconds < params[shortParams](p, "job-too-short").MinimumSeconds {
				p.Fail("job-too-short", "", c.Age.Span(), "%s deletes the cluster after %g seconds", age.By, age.Seconds).
					Related(w.At, "%s", workloadLabel(w)).Fix("allow more time")
			}
		}
		if w.Timeout.Unknown() && w.Timeout.Hole() == nil {
			return // messages of this kind have no limit
		}
		limit, ok := Need(p, "the time limit", w.Timeout)
		if !ok {
			return
		}
		if par := params[shortParams](p, "job-too-short"); limit.Seconds < par.MinimumSeconds {
			p.Fail("job-too-short", "", w.Timeout.Span(), "%s ends the workload after %g seconds; the first profiles need %g", limit.By, limit.Seconds, par.MinimumSeconds).
				Related(w.At, "%s", workloadLabel(w)).Fix("allow more time")
		}
	}}
}
