package carry

import (
	"strings"

	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/data"
	"github.com/proflint/proflint/internal/value"
)

// Kubernetes reads what the containers of manifests run, in whatever kind of
// object: a CronJob, a job of Cloud Run, a step of Argo or Tekton.
func Kubernetes() surface.Surface {
	return surface.Surface{Name: "kubernetes", Ends: yamlEnds, Words: []string{"ataflow", "dataproc", "google_cloud_profiler"}, Read: readKubernetes}
}

func readKubernetes(r *surface.Reader, f surface.Fragment) surface.Env {
	s := f.Text.String()
	if !strings.Contains(s, "apiVersion:") || !strings.Contains(s, "image:") {
		return nil
	}
	if _, err := data.YAML(f.Text); err != nil && strings.Contains(s, "{{") {
		return nil // a template of Helm is no YAML
	}
	for _, doc := range documents(r, f.Text) {
		if doc.Get("apiVersion").Present() && doc.Get("kind").Present() {
			containers(r, doc, 0)
		}
	}
	return nil
}

// maxManifest is how deep containers may stand in an object.
const maxManifest = 20

// containers hands on what the containers in a part of an object run.
func containers(r *surface.Reader, t value.Tree, depth int) {
	if depth > maxManifest {
		return
	}
	if isScalar(t.Get("image")) {
		container(r, t)
		return
	}
	for _, e := range t.Entries() {
		containers(r, e.Val, depth+1)
	}
	for _, item := range t.Items() {
		containers(r, item, depth+1)
	}
}

// container hands on a command with its arguments, in which $(NAME) is a
// variable, or the script that stands in their place.
func container(r *surface.Reader, t value.Tree) {
	env := scope{}
	for _, v := range t.Get("env").Items() {
		name, val := v.Get("name").Text, v.Get("value")
		if !isScalar(val) {
			env[name.String()] = source.Unknown(&source.Hole{Expr: "$" + name.String(), Why: "set where the container runs"}, v.At)
			continue
		}
		env[name.String()] = val.Text
	}
	h := host{}.image(t.Get("image").Text)
	if script := first(t.Get("script"), t.Get("source")); isScalar(script) {
		runScript(r, script.Text, env, h)
		return
	}
	command, _ := texts(t.Get("command"))
	args, _ := texts(t.Get("args"))
	if len(command) == 0 {
		return // the image's own
	}
	var words []source.Text
	for _, w := range append(command, args...) {
		words = append(words, expand(w, "$", func(s string, i int) (int, source.Text) {
			n := until(s, i, ")")
			if !strings.HasPrefix(s[i:], "$(") || n < 0 {
				return 0, source.Text{}
			}
			name := s[i+2 : i+n]
			if val, ok := env[name]; ok {
				return n + 1, val
			}
			return 0, source.Text{}
		}))
	}
	runWords(r, words, env, h)
}
