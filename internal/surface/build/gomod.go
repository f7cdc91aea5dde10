package build

import (
	"errors"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// goModules are the paths of Beam's Go SDK.
var goModules = []string{"github.com/apache/beam/sdks/v2", "github.com/apache/beam"}

// GoMod reads go.mod.
func GoMod() surface.Surface {
	return reader("go-mod", goModules[1:], readGoMod, "go.mod")
}

func readGoMod(r *surface.Reader, f surface.Fragment) surface.Env {
	keep := func(_, version string) (string, error) { return version, nil }
	file, err := modfile.Parse("go.mod", []byte(f.Text.Mask('x')), keep)
	if err != nil { // perhaps a directive of a later Go
		file, err = modfile.ParseLax("go.mod", []byte(f.Text.Mask('x')), keep)
	}
	if err != nil {
		note(r, f, broken(f.Text, err))
		return nil
	}
	for _, path := range goModules {
		for _, req := range file.Require {
			if req.Mod.Path == path {
				at, sdk := goVersion(f.Text, req.Syntax, req.Mod.Version)
				for _, rep := range file.Replace {
					if rep.Old.Path == path && (rep.Old.Version == "" || rep.Old.Version == req.Mod.Version) {
						at, sdk = replaced(f.Text, rep)
					}
				}
				emit(r, model.Go, at, sdk, nil) // go.sum has to follow
				return nil
			}
		}
	}
	return nil
}

// broken returns the first error of a go.mod file with its place.
func broken(text source.Text, err error) *data.Error {
	out := &data.Error{At: text.At(0), Msg: err.Error()}
	if list := (modfile.ErrorList)(nil); errors.As(err, &list) && len(list) > 0 {
		out.At, out.Msg = text.At(min(list[0].Pos.Byte, text.Len())), list[0].Err.Error()
	}
	return out
}

func replaced(text source.Text, rep *modfile.Replace) (source.Span, value.Value[value.Range]) {
	at, sdk := goVersion(text, rep.Syntax, rep.New.Version)
	if rep.New.Version == "" {
		return at, unknown(rep.New.Path, "replaced by a source tree", at)
	}
	return at, sdk
}

// goVersion returns the place of a line and the version at its end.
func goVersion(text source.Text, line *modfile.Line, version string) (source.Span, value.Value[value.Range]) {
	from, to := line.Start.Byte, line.End.Byte
	whole := text.Slice(from, to)
	at := whole.Span()
	if i := strings.LastIndex(whole.String(), version); i >= 0 && version != "" {
		whole = whole.Slice(i, i+len(version))
	}
	if module.IsPseudoVersion(version) {
		return at, unknown(version, "a commit between releases", whole.Spans()...)
	}
	v, ok := value.ParseVersion(strings.TrimPrefix(strings.TrimSuffix(version, "+incompatible"), "v"))
	if !ok {
		return at, unknown(version, "not a version that can be read", whole.Spans()...)
	}
	return at, value.Of(value.Exactly(v, version), whole.Spans()...)
}
