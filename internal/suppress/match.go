package suppress

import (
	"path"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/finding"
)

// fault is a finding as it was known before.
type fault struct {
	path        string
	kept        bool // nobody looked whether it is still there
	level       finding.Level
	workloads   []string // ids
	fingerprint string
}

func faultOf(f *finding.Finding) fault {
	return fault{path: where(f), level: f.Level, workloads: f.Workloads, fingerprint: f.Fingerprint}
}

func where(f *finding.Finding) string {
	if f.At.File == nil {
		return ""
	}
	return f.At.File.Path
}

// match returns, for each finding, the index of the fault that it is, -1 for a
// new one. Each fault is met once: a second copy is new. A fault that is no
// longer where it was is taken for one of the same rule, owner and text in
// another file: the file was renamed, or the text moved. Of several such files
// one of the same name is preferred.
func match(known []fault, now []*finding.Finding) []int {
	at := map[string]int{}
	for i, k := range known {
		at[k.fingerprint] = i
	}
	out := make([]int, len(now))
	for i, f := range now {
		out[i] = -1
		if k, ok := at[f.Fingerprint]; ok {
			out[i] = k
			delete(at, f.Fingerprint)
		}
	}
	left := map[string][]int{} // by what is at fault
	for i, k := range known {
		if j, unmet := at[k.fingerprint]; unmet && i == j && !k.kept {
			what := finding.Movable(k.fingerprint)
			left[what] = append(left[what], i)
		}
	}
	take := func(fits func(k fault, f *finding.Finding) bool) {
		for i, f := range now {
			if out[i] >= 0 {
				continue
			}
			what := finding.Movable(f.Fingerprint)
			j := slices.IndexFunc(left[what], func(k int) bool { return fits(known[k], f) })
			if j >= 0 {
				out[i] = left[what][j]
				left[what] = slices.Delete(left[what], j, j+1)
			}
		}
	}
	take(func(k fault, f *finding.Finding) bool { return path.Base(k.path) == path.Base(where(f)) })
	take(func(fault, *finding.Finding) bool { return true })
	return out
}

// grew reports whether a known fault does more harm than it was known for: its
// level rose, or it hits one more workload. Who accepted it did not accept that.
func (k fault) grew(f *finding.Finding) bool {
	if f.Level > k.level {
		return true
	}
	names := map[string]int{}
	for _, id := range k.workloads {
		names[name(id)]++
	}
	for _, id := range f.Workloads {
		if names[name(id)]--; names[name(id)] < 0 {
			return true
		}
	}
	return false
}

// name is what stays of a workload's id when its file is renamed.
func name(id string) string {
	_, name, _ := strings.Cut(id, "#")
	return name
}
