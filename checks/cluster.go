package checks

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// profiledTypes are the job types that the profiler supports (S2, S19, F4.3).
var profiledTypes = []model.JobType{model.Spark, model.PySpark, model.SparkSQL, model.SparkR, model.Hadoop, model.Jupyter, model.SparkConnect}

func profiled(t model.JobType) bool { return t == "" || slices.Contains(profiledTypes, t) }

// onCluster applies to jobs that a cluster's settings can stop.
func onCluster(w *model.Workload) bool { return w.Product == model.Dataproc && profiled(w.Type) }

// eachCluster runs the judgement on the cluster of the workload. Where several
// could be it, or it could be of several images, the answer is certain only if
// all give the same.
func eachCluster(p *Pass, w *model.Workload, judge func(*Pass, *model.Cluster)) {
	among, differ := w.Cluster.Among, func() { Need(p, "the cluster", w.Cluster.To) }
	each := oneCommand(among)
	if len(among) == 0 {
		c, ok := Need(p, "the cluster", w.Cluster.To)
		if !ok {
			return
		}
		for _, version := range c.Version.Raw().Choices() {
			one := *c
			one.Version = value.Text(version)
			among = append(among, &one)
		}
		if len(among) == 0 {
			judge(p, c)
			return
		}
		differ = func() { Need(p, "the cluster's image version", c.Version) }
	}
	var failed []*Pass
	for _, c := range among {
		trial := &Pass{Book: p.Book, Profiling: p.Profiling, weak: p.weak}
		judge(trial, c)
		if trial.unknown != nil {
			p.unknown = trial.unknown
		}
		if len(trial.failures) > 0 {
			failed = append(failed, trial)
		}
	}
	switch {
	case len(failed) == 0:
	case len(failed) == len(among), each:
		p.failures = append(p.failures, failed[0].failures...)
	default:
		differ()
	}
}

// oneCommand reports whether one command creates all of the clusters, in turns
// of a loop: then a job runs on each of them.
func oneCommand(among []*model.Cluster) bool {
	return len(among) > 1 && !slices.ContainsFunc(among, func(c *model.Cluster) bool { return c.At != among[0].At })
}

type scopeParams struct {
	Accepted        []string `yaml:"accepted"`
	AlwaysFromImage string   `yaml:"always_from_image" is:"version"`
	Add             string   `yaml:"add"`
	AddFirst        string   `yaml:"add_first"` // where no list is given: one replaces what Dataproc adds to none
}

// clusterScopes: the agent's uploads need one of three access scopes, which
// clusters of newer images always have (F1.1, F1.7, F1.8).
func clusterScopes() *Check {
	return &Check{Rules: []string{"cluster-scopes"}, Applies: onCluster, Workload: func(p *Pass, w *model.Workload) {
		eachCluster(p, w, func(p *Pass, c *model.Cluster) { judgeScopes(p, w, c) })
	}}
}

func judgeScopes(p *Pass, w *model.Workload, c *model.Cluster) {
	par := params[scopeParams](p, "cluster-scopes")
	if c.Virtual {
		return // on GKE there are no cluster scopes (F4.21)
	}
	held := c.Scopes.Any(func(s string) bool { return slices.Contains(par.Accepted, s) })
	if ok, known := held.Get(); known && ok {
		Need(p, "the cluster's scopes", held)
		return
	}
	image, ok := imageVersion(p, c)
	if !ok {
		return
	}
	limit, _ := value.ParseVersion(par.AlwaysFromImage)
	if !image.Less(limit) {
		if held.Known() {
			p.Fail("cluster-scopes", "new-image", held.Span(), "the scopes name none that lets the agent upload; images from %s on add cloud-platform by themselves", par.AlwaysFromImage).
				Why("The documentation says that these images add cloud-platform whatever the list says; the running cluster shows whether it did.").
				Related(c.At, "the cluster").Related(w.At, "%s", asking(w))
		}
		return
	}
	if held.Absent() {
		p.Fail("cluster-scopes", "", c.At, "the cluster is created without a scope that lets the agent upload profiles").
			Caret("no %s: the default ones of image %s hold none", scopesName(c), c.Version.Raw()).
			Related(c.Version.Span(), "images before %s do not add cloud-platform", par.AlwaysFromImage).
			Related(w.At, "%s", asking(w)).
			Fix(recreate(c, par, par.AddFirst))
		return
	}
	if _, known := Need(p, "the cluster's scopes", held); !known {
		return
	}
	x := p.Fail("cluster-scopes", "", listSpan(c.Scopes), "none of the cluster's scopes lets the agent upload profiles").
		Caret("none of cloud-platform, monitoring, monitoring.write").
		Related(c.At, "the cluster").
		Related(c.Version.Span(), "images before %s do not add cloud-platform", par.AlwaysFromImage).
		Related(w.At, "%s", asking(w))
	for _, l := range c.Losses {
		x.Labels(l.By)
	}
	if edits, ok := c.Scopes.List.Tail.Append(par.Add); ok && w.Cluster.To.Weak() == "" {
		x.Fix("add "+par.Add+again(c), edits...)
	} else {
		x.Fix(recreate(c, par, par.Add))
	}
}

// scopesName is what the tool that creates the cluster calls its scopes.
func scopesName(c *model.Cluster) string {
	if c.Tool == "gcloud" {
		return "--scopes"
	}
	return "serviceAccountScopes"
}

// again reminds that a cluster that stands keeps its scopes (F1.9). A
// workflow's cluster is made anew for each run.
func again(c *model.Cluster) string {
	if c.Tool != "gcloud" || c.Template.Raw().Len() > 0 {
		return ""
	}
	return " (scopes are fixed when a cluster is created, and images up to 2.0 can no longer be created: a new cluster needs 2.2 or later)"
}

func recreate(c *model.Cluster, par scopeParams, scope string) string {
	if c.At.File != nil && c.At.File.Kind == source.Live {
		return "create the cluster again with image 2.2 or later: scopes are fixed at creation"
	}
	add := adding(scopesName(c), scope, c.Scopes.Present())
	if c.Tool == "" { // the API takes no short names
		for _, url := range par.Accepted {
			if strings.ReplaceAll(path.Base(url), ".", "-") == scope {
				add = "add " + url + " to " + scopesName(c)
			}
		}
	}
	return add + ", or use image 2.2 or later" + again(c)
}

// listSpan covers the items of a list that stand together.
func listSpan(t value.Tree) source.Span {
	var out source.Span
	items := slices.SortedFunc(slices.Values(t.Items()), func(a, b value.Tree) int { return a.At.Start - b.At.Start })
	for _, item := range items {
		if item.At.File == nil || (out.Valid() && (item.At.File != out.File || item.At.Start < out.Start || item.At.Start-out.End > 2)) {
			continue
		}
		out = out.Cover(item.At)
	}
	if !out.Valid() {
		return t.At
	}
	return out
}

// newestImage stands for whatever is current.
var newestImage = value.Version{N: [3]int{99}, Parts: 1}

// imageVersion returns the cluster's image version. A cluster that names none
// gets the current default, which is newer than every limit (F4.20).
func imageVersion(p *Pass, c *model.Cluster) (value.Version, bool) {
	if c.Image.Raw().Len() > 0 && !c.Version.Known() {
		p.CannotTell("the cluster runs a custom image, and the files do not show which version it was built from", "gcloud compute images describe IMAGE --format='value(labels)'")
		return value.Version{}, false
	}
	if c.Version.Absent() {
		return newestImage, true
	}
	text, ok := Need(p, "the cluster's image version", c.Version)
	if !ok {
		return value.Version{}, false
	}
	v, ok := value.ParseVersion(text.String())
	if !ok { // "preview": a name without a number is that of a new image
		return newestImage, true
	}
	return v, ok
}

type imageParams struct {
	Minimum map[string]string `yaml:"minimum" is:"version"` // image line -> first version with the agent
}

// clusterImage: the agent came with one sub-minor version of each old image
// line (F4.1).
func clusterImage() *Check {
	return &Check{Rules: []string{"cluster-image-too-old"}, Applies: onCluster, Workload: func(p *Pass, w *model.Workload) {
		eachCluster(p, w, func(p *Pass, c *model.Cluster) { judgeImage(p, w, c) })
	}}
}

func judgeImage(p *Pass, w *model.Workload, c *model.Cluster) {
	if c.Virtual {
		return
	}
	if c.Image.Raw().Len() > 0 && !c.Version.Known() {
		p.Mildly("the cluster runs a custom image, and the files do not show which version it was built from", "")
		return
	}
	v, ok := imageVersion(p, c)
	if !ok {
		return
	}
	minimum := params[imageParams](p, "cluster-image-too-old").Minimum
	lines := slices.Sorted(maps.Keys(minimum))
	for _, line := range lines {
		first := minimum[line]
		l, _ := value.ParseVersion(line)
		f, _ := value.ParseVersion(first)
		if v.N[0] != l.N[0] || v.N[1] != l.N[1] {
			continue
		}
		// without a sub-minor number the newest image of the line is taken
		if (v.Parts == 3 || v.Pre != "") && v.Less(f) {
			p.Fail("cluster-image-too-old", "", c.Version.Span(), "image %s has no profiler agent; the first of its line that has one is %s", c.Version.Raw(), first).
				Caret("before %s", first).
				Related(c.At, "the cluster").
				Related(w.At, "%s", asking(w)).
				Fix("use image 2.2 or later")
		}
	}
	oldest, _ := value.ParseVersion(lines[0])
	if v.Parts > 0 && v.Less(oldest) {
		p.Fail("cluster-image-too-old", "", c.Version.Span(), "image %s is older than the profiler", c.Version.Raw()).
			Related(w.At, "%s", asking(w)).Fix("use image 2.2 or later")
	}
}

// clusterRefused: a cluster that gcloud refuses to create runs no job.
func clusterRefused() *Check {
	return &Check{Rules: []string{"command-broken"}, Applies: onCluster, Workload: func(p *Pass, w *model.Workload) {
		c, ok := w.Cluster.To.Get()
		if !ok {
			return
		}
		for _, r := range c.Refusals {
			x := p.Fail("command-broken", "other", r.At, "%s: the cluster is not created", r.Reason).Caret("refused").Labels(r.Related).
				Related(w.At, "%s", asking(w))
			if r.Want != "" {
				x.Fix(r.Want, r.Fix...)
			}
		}
	}}
}
