package agent

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// API is the service that the agent sends profiles to.
const API = "cloudprofiler.googleapis.com"

// Read finds the lines of a log that tell something of the agent: plain text,
// one entry a line, or the JSON and YAML that gcloud logging read prints.
func Read(f *source.File) []model.Sign {
	var out []model.Sign
	for n := 1; n <= f.Lines(); n++ {
		text, at := f.Line(n)
		if s, ok := read(text); ok {
			s.At = source.Span{File: f, Start: at, End: at + len(text)}
			out = append(out, s)
		}
	}
	return out
}

func read(text string) (model.Sign, bool) {
	low := ""
	for _, l := range lines {
		if !strings.Contains(text, l.holds) {
			continue
		}
		if low == "" && l.with != "" {
			low = strings.ToLower(text)
		}
		if strings.Contains(low, l.with) || l.with == "" {
			return model.Sign{Means: l.means, Says: l.says}, true
		}
	}
	return model.Sign{}, false
}
