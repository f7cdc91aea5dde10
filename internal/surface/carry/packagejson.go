package carry

import (
	"path"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
)

// PackageJSON reads the scripts of npm packages. Each is a shell of its own.
func PackageJSON() surface.Surface {
	match := func(p string) bool { return path.Base(p) == "package.json" }
	return surface.Surface{Name: "package-json", Match: match, Ends: []string{".json"}, Words: surface.LaunchWords, Read: readPackageJSON}
}

func readPackageJSON(r *surface.Reader, f surface.Fragment) surface.Env {
	doc, err := data.JSON(f.Text)
	if err != nil {
		r.Set.Notes = append(r.Set.Notes, model.Note{At: err.At, Reason: err.Msg})
	}
	env := scope{}
	config := doc.Get("config")
	for _, e := range config.Entries() {
		if isScalar(e.Val) && isName(e.Key.String()) {
			env["npm_package_config_"+e.Key.String()] = e.Val.Text.Weaken("npm's configuration may replace it")
		}
	}
	for _, name := range []string{"name", "version"} {
		if t := doc.Get(name); isScalar(t) {
			env["npm_package_"+name] = t.Text
		}
	}
	for _, e := range doc.Get("scripts").Entries() {
		if isScalar(e.Val) {
			runScript(r, e.Val.Text, env, host{})
		}
	}
	return nil
}
