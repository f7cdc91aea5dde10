package carry

import (
	"path"
	"slices"
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
	if strings.Contains(s, "{{") {
		if _, err := data.YAML(f.Text); err != nil {
			return nil // a template of Helm is no YAML
		}
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
		env[name.String()] = deployed(val.Text, env)
	}
	h := host{}.image(deployed(t.Get("image").Text, nil))
	if script := first(t.Get("script"), t.Get("source")); isScalar(script) {
		runScript(r, script.Text, env, h)
		return
	}
	command, _ := texts(t.Get("command"))
	args, _ := texts(t.Get("args"))
	if len(command) == 0 && (len(args) == 0 || !isProgram(args[0])) {
		return // the image's own, which nobody knows
	}
	var words []source.Text
	for _, w := range append(command, args...) {
		words = append(words, deployed(w, env))
	}
	if _, script := scriptOf(words); !script {
		for i, w := range words {
			words[i] = elsewhere(w)
		}
	}
	runWords(r, words, env, h)
}

// isProgram reports whether the first argument of a container is a program: of an image
// whose entry point runs what it is given, or that has none.
func isProgram(t source.Text) bool {
	name := path.Base(t.String())
	return t.Known() && (shells[name] || wrappers[name] || slices.Contains([]string{"gcloud", "spark-submit", "java", "mvn", "gradle", "sbt", "go"}, name) || strings.HasPrefix(name, "python"))
}

// deployed returns a text with the variables that it names as $(NAME), of which those
// that are set below it are none. What Argo or Helm fill in is unknown.
func deployed(t source.Text, env scope) source.Text {
	return expand(t, "${", func(s string, i int) (int, source.Text) {
		switch s = s[i:]; {
		case strings.HasPrefix(s, "$$"):
			return 2, t.Slice(i+1, i+2)
		case strings.HasPrefix(s, "$("):
			n := until(s, 0, ")")
			if val, ok := env[s[2:max(n, 2)]]; ok {
				return n + 1, val
			}
		case strings.HasPrefix(s, "{{"):
			if n := until(s, 0, "}}") + 2; n > 2 {
				return n, hole(t, i, i+n, &source.Hole{Expr: s[:n], Why: "filled in where it is deployed", One: true})
			}
		}
		return 0, source.Text{}
	})
}

// elsewhere returns a word in which $(name) that nothing here sets is unknown: a
// parameter of Tekton, or a variable of a config map. $(name[*]) is any number of words.
func elsewhere(w source.Text) source.Text {
	return expand(w, "$", func(s string, i int) (int, source.Text) {
		n := until(s, i, ")") + 1
		if !strings.HasPrefix(s[i:], "$(") || n == 0 {
			return 0, source.Text{}
		}
		return n, hole(w, i, i+n, &source.Hole{Expr: s[i : i+n], Why: "set where the container runs", One: !strings.HasSuffix(s[:i+n], "*])")})
	})
}
