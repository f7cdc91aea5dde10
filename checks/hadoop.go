package checks

import (
	"strconv"
	"strings"

	"github.com/proflint/proflint/internal/model"
)

type hadoopParams struct {
	Keys []string `yaml:"keys"`
}

// hadoopRange: the task ranges are for Hadoop jobs, and an empty range selects
// no task (S12, S13, F4.15-F4.18).
func hadoopRange() *Check {
	return &Check{Rules: []string{"hadoop-profile-range"}, Applies: onCluster, Workload: func(p *Pass, w *model.Workload) {
		for _, key := range params[hadoopParams](p, "hadoop-profile-range").Keys {
			e, ok := w.Properties.Map.Entry(key)
			if !ok {
				continue
			}
			if w.Type != model.Hadoop {
				p.Fail("hadoop-profile-range", "spark", e.Key.Span(), "%s is read by Hadoop jobs only", key).
					Related(w.At, "%s", workloadLabel(w)).Fix("leave it out")
				continue
			}
			text, known := e.Val.Str().Get()
			if !known {
				continue
			}
			if why := emptyRange(text.String()); why != "" {
				p.Fail("hadoop-profile-range", "", e.Val.Text.Span(), "%s=%s %s", key, text, why).
					Related(w.At, "%s", workloadLabel(w)).Fix("write a range such as 0-100, or leave it out for the default 0-10000")
			}
		}
	}}
}

// emptyRange says why a Hadoop integer range selects no task, or "". The form
// is a list of n, n-m, -m and n- (F4.16).
func emptyRange(s string) string {
	if strings.TrimSpace(s) == "" {
		return "selects no task"
	}
	for _, part := range strings.Split(s, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		a, err := number(from, 0)
		if err != nil {
			return "is no range of task numbers"
		}
		if !isRange {
			continue
		}
		b, err := number(to, a)
		if err != nil {
			return "is no range of task numbers"
		}
		if b < a {
			return "ends before it starts"
		}
	}
	return ""
}

func number(s string, open int) (int, error) {
	if s = strings.TrimSpace(s); s == "" {
		return open, nil
	}
	return strconv.Atoi(s)
}
