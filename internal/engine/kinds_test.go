package engine

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// No surface would take a name that it is never asked about: names are put
// together from all that any surface looks for, and are those of the fixtures.
func TestEnds(t *testing.T) {
	dirs := []string{"", "d/", ".github/workflows/", ".circleci/", ".gitlab/", "project/", "requirements/", "src/test/", "src/main/java/"}
	bases := []string{"a", "action", "cloudbuild", "x-cloudbuild-y", "Taskfile", "taskfile.dist", ".gitlab-ci", "Jenkinsfile", "justfile", ".justfile",
		"Makefile", "GNUmakefile", "Dockerfile", "Containerfile", "package", "spark-defaults", "pom", "pom-x", "build", "settings", "libs.versions",
		"requirements", "my-constraints-x", "pyproject", "poetry", "uv", "pdm", "pylock", "pylock.x", "Pipfile", "gradle", "setup", "environment",
		"environment-x", "conda", "compose", "docker-compose.x", "go", "x_test"}
	ends := []string{"", ".yml", ".yaml", ".json", ".md", ".mdx", ".markdown", ".ipynb", ".sh", ".bash", ".zsh", ".ksh", ".mk", ".just", ".justfile",
		".Jenkinsfile", ".jenkinsfile", ".Dockerfile", ".dockerfile", ".Containerfile", "-x", "_x", ".xml", ".pom", ".gradle", ".kts", ".gradle.kts",
		".toml", ".sbt", ".scala", ".txt", ".in", ".lock", ".lockfile", ".cfg", ".py", ".mod", ".java", ".kt", ".groovy", ".R", ".r", ".go", ".conf"}
	var names []string
	for _, dir := range dirs {
		for _, base := range bases {
			for _, end := range ends {
				names = append(names, dir+base+end, dir+strings.ToUpper(base+end), dir+base+strings.ToUpper(end))
			}
		}
	}
	fixtures, err := filepath.Glob("../../fixtures/surfaces/*.txtar")
	if err != nil || len(fixtures) == 0 {
		t.Fatalf("no fixtures of surfaces: %v", err)
	}
	for _, f := range fixtures {
		a, err := txtar.ParseFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			names = append(names, f.Name)
		}
	}
	k := kindsOf(surfaces())
	taken := map[string]bool{}
	for _, name := range names {
		picked := k.pick(name, nil)
		for i, s := range k.surfaces {
			if s.Match != nil && s.Match(name) {
				taken[s.Name] = true
				if !picked.has(i) {
					t.Fatalf("%s is of %s, but not with %q", name, s.Name, path.Ext(name))
				}
			}
		}
	}
	for _, s := range k.surfaces {
		if s.Match != nil && !taken[s.Name] {
			t.Errorf("no name was of %s", s.Name)
		}
	}
}
