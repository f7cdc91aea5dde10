// Package link joins what the units declare: jobs to clusters, steps to
// templates, everything to its scope. Then it has each request seen, as what
// a worker sees may depend on what a workload is linked to.
package link

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Link fills the links, scopes, ids and requests of everything in the set.
// deployment returns the folder of a file that the user states to be a deployment
// of its own, "" for none; nil states nothing.
func Link(set *model.Set, deployment func(path string) string) {
	called(set)
	imports(set)
	jars := &archives{builds: set.Builds}
	pipelines(set, jars)
	places(set)
	grants(set)
	identify(set)
	logs(set)
	set.Builds = referred(set.Builds)
	sdks := newBuilds(set.Builds)
	images := newImages(set)
	made := templates(set, images)
	scopes, drivers := newScopes(set, deployment), newDrivers(set.Drivers)
	for _, c := range set.Clusters {
		c.Scope = scopes.of(c.At)
		c.Asks = dataproc.SeeCluster(c)
	}
	for _, w := range set.Workloads {
		w.Scope = scopes.of(w.At)
		linkCluster(w, scopes)
		if t := made[w]; t != nil {
			linkBuild(t, sdks, jars)
			w.Build = t.Build
		}
		linkHome(w, images)
		linkBuild(w, sdks, jars)
		linkImage(w, images)
		linkPrograms(w, drivers)
		if w.Product == model.Dataflow {
			beam.See(w)
		} else {
			dataproc.See(w)
		}
	}
	runs(set)
	accesses(set)
}

// identify gives every entity its id: the file and a name that stays when lines
// move; an ordinal only breaks ties.
func identify(set *model.Set) {
	seen := map[string]int{}
	give := func(e *model.Entity, label string) {
		id := where(e.At) + "#" + label
		if seen[id]++; seen[id] > 1 {
			id += "-" + strconv.Itoa(seen[id])
		}
		e.ID = id
	}
	for _, c := range set.Clusters {
		give(&c.Entity, label(c.Name, "cluster"))
	}
	for _, w := range set.Workloads {
		fallback := cmp.Or(string(w.Type), string(w.Kind))
		if d := w.Driver.Raw().String(); d != "" {
			fallback += ":" + path.Base(d)
		}
		give(&w.Entity, label(w.Name, fallback))
	}
}

func label(name value.Str, fallback string) string {
	switch s := name.Raw().String(); {
	case s == "":
		return fallback
	case strings.IndexFunc(s, unicode.IsSpace) < 0: // as mostly
		return s
	default:
		return strings.Join(strings.Fields(s), "_")
	}
}

func where(s source.Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Path
}

// linkCluster finds the cluster that a job runs on. In the same file an equal
// name, or an equal variable, is firm. Across files a literal name links
// weakly, in the nearest common folder that has one; firmly, if it is the only
// one in a folder that the user states to be one deployment. Several candidates
// are kept: a check may find that they do not differ.
func linkCluster(w *model.Workload, scopes *scopes) {
	l := &w.Cluster
	if w.Product != model.Dataproc || l.To.Known() {
		return
	}
	clusters := scopes.clusters(w.Scope)
	if sym := w.Template.Raw().Sym(); sym != "" {
		settle(w, some(clusters.parts[spot{sym, where(w.At)}], func(c *model.Cluster) bool { return sameFile(c.At, w.At) }), "")
		return
	}
	sym := l.Want.Raw().Sym()
	if l.Want.Absent() || sym == "" {
		l.To = value.Not[*model.Cluster](missing(w), l.Want.At()...)
		return
	}
	fits := func(c *model.Cluster) bool {
		return c.Template.Raw().String() == "" && (c.Name.Raw().Sym() == sym || inTurn(c.Name, l.Want)) && agree(c.Region, w.Region) && agree(c.Project, w.Project)
	}
	named := func(in string, which func(*model.Cluster) bool) []*model.Cluster {
		return clusters.called(l.Want.Raw(), in, func(c *model.Cluster) bool { return fits(c) && (which == nil || which(c)) })
	}
	seen := len(named(anywhere, nil)) > 0
	if seen && len(named(anywhere, func(c *model.Cluster) bool { return agree(c.UUID, l.UUID) })) == 0 {
		h := missing(w)
		h.Why, h.Ask = "made anew since: the one of that name is another cluster", ""
		l.To = value.Not[*model.Cluster](h, l.Want.At()...)
		return
	}
	if found := named(where(w.At), func(c *model.Cluster) bool { return sameFile(c.At, w.At) || sameFile(c.By, w.At) }); len(found) > 0 {
		settle(w, found, "")
		return
	}
	if answered(w.At) || w.Project.Known() && w.Region.Known() {
		if found := named(answers, nil); len(found) > 0 {
			settle(w, found, "")
			return
		}
	}
	if !l.Want.Known() {
		l.To = value.Not[*model.Cluster](missing(w), l.Want.At()...)
		return
	}
	if scopes.stated(w.At, w.At) {
		if own := named(anywhere, func(c *model.Cluster) bool { return scopes.stated(c.At, w.At) }); len(own) == 1 {
			settle(w, own, "")
			return
		}
	}
	var nearest []*model.Cluster
	for in := range above(folder(where(w.At))) {
		if nearest = named(in, nil); len(nearest) > 0 {
			break
		}
	}
	settle(w, nearest, "the cluster being the one of that name in ")
	if !seen {
		elsewhere(w, clusters.near[spot{sym, anywhere}])
	}
}

// maxAmong bounds the clusters that are judged for one job.
const maxAmong = 50

// settle takes the candidates. A weak link says what it rests on.
func settle(w *model.Workload, found []*model.Cluster, weak string) {
	l := &w.Cluster
	switch len(found) {
	case 0:
		l.To = value.Not[*model.Cluster](missing(w), l.Want.At()...)
		return
	case 1:
		l.To = value.Of(found[0], l.Want.At()...)
	default:
		if len(found) <= maxAmong {
			l.Among = found
		}
		h := missing(w)
		h.Why = fmt.Sprintf("several commands create a cluster of that name, at %s and %s", found[0].At, found[1].At)
		l.To = value.Not[*model.Cluster](h, l.Want.At()...)
	}
	if weak != "" {
		l.To = l.To.Weaken(weak + where(found[0].At))
	}
}

// missing says that the cluster is not among the files, and the command that
// shows what matters of it.
func missing(w *model.Workload) *source.Hole {
	name := w.Cluster.Want.Raw().String()
	h := &source.Hole{Expr: name, Why: "not created in these files"}
	if w.Run != nil {
		h.Why = "which is not among the files"
	}
	switch {
	case w.Cluster.Want.Absent():
		h.Why = "chosen by labels or by whoever runs it"
		name = "CLUSTER"
	case name == "":
		h.Why = "not named in these files"
		name = "CLUSTER"
	}
	region := w.Region.Raw().String()
	if region == "" {
		region = "REGION"
	}
	h.Ask = "gcloud dataproc clusters describe " + source.ShellWord(name) + " --region=" + source.ShellWord(region) +
		" --format='yaml(config.softwareConfig.imageVersion,config.gceClusterConfig.serviceAccountScopes)'"
	if g := w.Scope.Set.Cloud.Gap("//dataproc.googleapis.com/projects/" + w.Project.Raw().String() + "/regions/" + region + "/clusters/" + name); g != nil && g.None {
		h.Why, h.Ask = "there is no cluster of that name any more", ""
	} else if g != nil {
		h.Why, h.Ask = h.Why+", and Google does not say: "+g.Why, cmp.Or(g.Ask, h.Ask)
	}
	return h
}

// elsewhere names a cluster of the same name that cannot be it: the likely
// slip.
func elsewhere(w *model.Workload, all []*model.Cluster) {
	for _, c := range all {
		if c.Name.Known() && c.Name.Raw().String() == w.Cluster.Want.Raw().String() && !agree(c.Region, w.Region) {
			h := missing(w)
			h.Why = "created in region " + c.Region.Raw().String() + " at " + c.At.String() + ", and this runs in " + w.Region.Raw().String()
			w.Cluster.To = value.Not[*model.Cluster](h, w.Cluster.Want.At()...)
			return
		}
	}
}

// agree reports whether two values may be the same: only two different
// literals are not.
func agree(a, b value.Str) bool {
	x, ok := a.Get()
	y, ok2 := b.Get()
	return !ok || !ok2 || x.String() == y.String()
}

// inTurn reports whether one of two values is the other one in a turn of a
// loop.
func inTurn(a, b value.Str) bool {
	x, y := a.Raw(), b.Raw()
	if x.Known() {
		x, y = y, x
	}
	return y.Known() && len(x.Turns()) > 0 && slices.ContainsFunc(x.Choices(), func(t source.Text) bool { return t.String() == y.String() })
}

// answered reports whether Google says so: there is one cluster of a name in a
// project and region.
func answered(s source.Span) bool { return s.File != nil && s.File.Kind == source.Live }

func sameFile(a, b source.Span) bool { return a.File != nil && a.File == b.File }

// highest returns those of the highest rank; one below 0 is none of them.
func highest[T any](in []T, rank func(T) int) []T {
	best := 0
	var out []T
	for _, x := range in {
		n := rank(x)
		if n > best {
			best, out = n, nil
		}
		if n == best {
			out = append(out, x)
		}
	}
	return out
}

// near ranks a place by the folders that it shares with another one. It is
// asked for each pair of a workload and what it may be linked to.
func near(a, of source.Span) int { return shared(folder(where(a)), folder(where(of))) }

// folder returns the folder of a path, "" for the top.
func folder(file string) string { return file[:max(strings.LastIndexByte(file, '/'), 0)] }

// shared counts the folders that two folders have in common, and the top.
func shared(a, b string) int {
	n := 0
	for i := 0; ; i++ {
		if (i == len(a) || a[i] == '/') && (i == len(b) || b[i] == '/') {
			n++
		}
		if i == len(a) || i == len(b) || a[i] != b[i] {
			return n
		}
	}
}

// filter returns those that are to be kept.
func filter[T any](all []T, keep func(T) bool) []T {
	var out []T
	for _, x := range all {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}
