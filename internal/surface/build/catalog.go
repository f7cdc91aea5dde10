package build

import (
	"path"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/surface"
)

// Catalog reads Gradle's version catalogs.
func Catalog() surface.Surface {
	return surface.Surface{
		Name: "gradle-catalog", Match: names("*.versions.toml"), Words: []string{group},
		Read: func(r *surface.Reader, f surface.Fragment) surface.Env {
			doc := toml(r, f)
			var deps, others []dependency
			for _, e := range doc.Get("libraries").Entries() {
				if d, ok := library(doc, e.Val); ok && said(d) {
					deps = append(deps, d)
				} else if ok {
					d.sdk = unknown(d.artifact, noVersion, d.at)
					others = append(others, d)
				}
			}
			if deps = append(deps, others...); len(deps) > 0 {
				emit(r, model.Java, deps[0].at, settle(deps)).Folder = path.Dir(folder(deps[0].at))
			}
			return nil
		},
	}
}
