package code

import (
	"bytes"
	"path"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/docker"
	"github.com/proflint/proflint/internal/value"
)

// contained returns the image with Python that a program is put into by the
// Dockerfile beside it, if that names the program.
func contained(r *surface.Reader, program string) value.Str {
	f, ok := r.Open("Dockerfile")
	if !ok || path.Dir(f.Path) != path.Dir(program) || !bytes.Contains(f.Data, []byte(path.Base(program))) {
		return value.Str{}
	}
	file, err := docker.Memo(r.Once).Read(source.Whole(f))
	if err != nil {
		return value.Str{}
	}
	scope, stages, last := file.Scope(), map[string]source.Text{}, source.Text{}
	for _, in := range file.Instructions {
		switch words := file.Words(in.Args); {
		case in.Name != "FROM":
			if len(stages) == 0 && last.Len() == 0 {
				scope.Take(in)
			}
		case len(words) > 0:
			last = scope.Value(words[0])
			if below, ok := stages[last.String()]; ok {
				last = below
			}
			if len(words) == 3 {
				stages[words[2].String()] = last
			}
		}
	}
	return surface.Provides(nil, last.Weaken("the launch running in the image of "+f.Path))[model.Python]
}
