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
	return &Check{Rules: []string{"hadoop-profile-range", "property-malformed"}, Applies: onCluster, Workload: func(p *Pass, w *model.Workload) {
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
			text, known := Need(p, key, e.Val.Str())
			if !known {
				continue
			}
			why, malformed := emptyRange(text.String())
			if malformed {
				p.Fail("property-malformed", "", e.Val.Text.Span(), "%s=%s %s", key, text, why).
					Related(w.At, "%s", workloadLabel(w)).Fix("write a range such as 0-100, or leave it out for the default 0-10000")
			} else if why != "" {
				p.Fail("hadoop-profile-range", "", e.Val.Text.Span(), "%s=%s %s", key, text, why).
					Related(w.At, "%s", workloadLabel(w)).Fix("write a range such as 0-100, or leave it out for the default 0-10000")
			}
		}
	}}
}

// emptyRange says why a Hadoop integer range selects no task, or ""; malformed
// if it is no range at all. The form is a list of n, n-m, -m and n- (F4.16).
func emptyRange(s string) (why string, malformed bool) {
	if strings.TrimSpace(s) == "" {
		return "selects no task", false
	}
	some := false
	for _, part := range strings.Split(s, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		a, err := number(from, 0)
		if err != nil {
			return "is no range of task numbers", true
		}
		if !isRange {
			some = true
			continue
		}
		b, err := number(to, a)
		if err != nil {
			return "is no range of task numbers", true
		}
		some = some || b >= a
	}
	if !some {
		return "ends before it starts", false
	}
	return "", false
}

func number(s string, open int) (int, error) {
	if s = strings.TrimSpace(s); s == "" {
		return open, nil
	}
	return strconv.Atoi(s)
}
