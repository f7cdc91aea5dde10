package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/proflint/proflint/internal/model"
)

// Workloads writes every workload and cluster: whether it asks for profiles,
// where they will appear, and what the service receives.
func Workloads(w io.Writer, in *Input, color bool) error {
	t := &text{palette: newPalette(color), Input: in, w: bufio.NewWriter(w)}
	all := in.statuses()
	in.inOrder(all, t.workload, t.cluster)
	if len(all) > 0 {
		t.line("%s", sentence("; ", workloadCount(in.count(all)), in.Looked))
	}
	return t.w.Flush()
}

// inOrder visits workloads and clusters together, in order of path and place.
func (in *Input) inOrder(all []status, workload func(*status), cluster func(*model.Cluster)) {
	clusters := in.Clusters
	for i := range all {
		for len(clusters) > 0 && clusters[0].At.Before(all[i].At) {
			cluster(clusters[0])
			clusters = clusters[1:]
		}
		workload(&all[i])
	}
	for _, c := range clusters {
		cluster(c)
	}
}

func (t *text) workload(s *status) {
	t.line("%s  %s", t.bold(title(s)), t.dim(place(s)))
	says, more := t.says(s)
	answer := t.palette.readiness(s.readiness)(words(s.readiness))
	switch {
	case s.readiness == NotAsked:
		t.field("profiling", t.dim("not asked for"))
	case says == "":
		t.field("profiling", answer)
	default:
		t.field("profiling", answer+": "+says)
	}
	for _, m := range more {
		t.field("", m)
	}
	if s.readiness != Ready && len(s.Request.Appears) > 0 {
		t.field("profiles", appears(s.Request.Appears))
	}
	t.sees(s.sees())
}

func (t *text) cluster(c *model.Cluster) {
	s := &status{Workload: &model.Workload{Entity: c.Entity}}
	t.line("%s  %s", t.bold(title(s)), t.dim(place(s)))
	t.sees(clusterSees(c))
}

func (t *text) sees(s sees) {
	last := ""
	for _, l := range s.lines() {
		key := l[0]
		if key == last {
			key = ""
		}
		last = l[0]
		t.field(key, clean(l[1]))
	}
	t.line("")
}

func (t *text) field(key, s string) { t.line("  %s %s", t.blue(fmt.Sprintf("%-13s", key)), s) }
