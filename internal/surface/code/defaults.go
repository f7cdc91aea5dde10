package code

import (
	"path"

	"github.com/proflint/proflint/internal/dialect/dataproc"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// SparkDefaults reads spark-defaults.conf. The submission ranks above what it
// says of Spark's properties (F6.11), so that only requests for profiles
// matter there: Spark drops them (F4.2).
func SparkDefaults() surface.Surface {
	match := func(p string) bool { return path.Base(p) == "spark-defaults.conf" }
	return surface.Surface{Name: "spark-defaults", Match: match, Ends: []string{".conf"}, Words: []string{"cloud.profiler.", "dataproc.profiling."}, Read: readSparkDefaults}
}

func readSparkDefaults(r *surface.Reader, f surface.Fragment) surface.Env {
	d := &model.Driver{At: f.Text.Extent()}
	for _, e := range data.Properties(f.Text).Entries() {
		s := setting(e.Key.Span(), value.Text(e.Key), e.Val.Str(), "spark-defaults.conf")
		if s == nil {
			continue
		}
		if key := e.Key.String(); replaced[key] || dataproc.Tasks(key) || key == master {
			s.Effect, s.Why = model.Keeps, "the submission ranks above"
		}
		d.Sets = append(d.Sets, s)
	}
	r.Set.Drivers = append(r.Set.Drivers, d)
	return nil
}
