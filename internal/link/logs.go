package link

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// logs gives each run the log lines that speak of it: all of them where the
// user says so or there is one run only, else those that name its id.
func logs(set *model.Set) {
	var runs []*model.Workload
	for _, w := range set.Workloads {
		if w.Run != nil {
			runs = append(runs, w)
		}
	}
	for _, log := range set.Logs {
		for _, s := range log.Signs {
			for _, w := range runs {
				of := log.Of == w.Run.ID.Raw().String() || log.Of == w.Name.Raw().String()
				if log.Of != "" && of || log.Of == "" && (len(runs) == 1 || mentions(s.At, w.Run.ID.Raw()) || mentions(s.At, w.Name.Raw())) {
					w.Run.Signs = append(w.Run.Signs, s)
				}
			}
		}
	}
}

func mentions(line source.Span, id source.Text) bool {
	return id.Len() > 0 && strings.Contains(line.Text(), id.String())
}
