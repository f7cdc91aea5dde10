package shell

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// quoted are the strings of a setup.py.
var quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"[^"\n]*"|'[^'\n]*'`) })

// staged reads what a launch has its workers install beside their image.
func (r *reader) staged(w *model.Workload) {
	all := beam.Staged(w)
	if len(all) == 0 {
		return
	}
	found := []source.Text{}
	for _, name := range all {
		s := name.String()
		file, ok := find(r.Reader, r.within, s)
		if !name.Known() || !ok {
			w.Worker.Hidden = "what " + s + " has them install is not known"
			continue
		}
		text := source.Whole(file)
		if path.Ext(s) == ".py" {
			for _, at := range quoted().FindAllIndex(file.Data, -1) {
				found = append(found, text.Slice(at[0]+1, at[1]-1))
			}
			if strings.Contains(text.String(), "open(") || strings.Contains(text.String(), "read_text(") {
				w.Worker.Hidden = "what " + s + " reads its requirements from is not read"
			}
			continue
		}
		for _, line := range text.Split("\n") {
			if line = line.TrimSpace(); line.HasPrefix("-r") || line.HasPrefix("--requirement") {
				w.Worker.Hidden = "what " + s + " includes is not read"
			} else if !line.HasPrefix("#") && line.Len() > 0 {
				found = append(found, line)
			}
		}
	}
	w.Worker.Staged = found
}
