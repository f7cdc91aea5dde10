package code

import (
	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// BeamYAML reads the options of pipelines in YAML: what stands beside
// "pipeline" is handed to the Python SDK as it is, and not split.
func BeamYAML() surface.Surface {
	return surface.Surface{Name: "beam-yaml", Ends: []string{".yaml", ".yml"},
		Words: []string{"dataflow_service_option", "google_cloud_profiler"}, Read: readBeamYAML}
}

func readBeamYAML(r *surface.Reader, f surface.Fragment) surface.Env {
	docs, _ := data.YAML(f.Text) // who reads messages in YAML says what does not parse
	for _, d := range docs {
		options := d.Get("options")
		if d.Get("pipeline").Kind != value.KindMap || options.Kind != value.KindMap {
			continue
		}
		p := &model.Pipeline{At: options.At, Lang: model.Python, Outer: true}
		for _, e := range options.Entries() {
			if e.Key.Known() {
				p.Sets = append(p.Sets, model.OptionSet{At: e.Key.Span(), Name: e.Key.String(), Value: e.Val, By: beam.YAMLOptions})
			}
		}
		r.Set.Pipelines = append(r.Set.Pipelines, p)
	}
	return nil
}
