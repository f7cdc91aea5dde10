package engine

import (
	"path"
	"strings"
	"testing"
)

// No surface would take a name that it is never asked about: names are put
// together from all that any surface looks for.
func TestEnds(t *testing.T) {
	dirs := []string{"", "d/", ".github/workflows/", ".circleci/", ".gitlab/", "project/", "requirements/", "src/test/", "src/main/java/"}
	bases := []string{"a", "action", "cloudbuild", "x-cloudbuild-y", "Taskfile", "taskfile.dist", ".gitlab-ci", "Jenkinsfile", "justfile", ".justfile",
		"Makefile", "GNUmakefile", "Dockerfile", "Containerfile", "package", "spark-defaults", "pom", "pom-x", "build", "settings", "libs.versions",
		"requirements", "my-constraints-x", "pyproject", "poetry", "uv", "pdm", "pylock", "pylock.x", "Pipfile", "gradle", "setup", "environment",
		"environment-x", "conda", "go", "x_test"}
	ends := []string{"", ".yml", ".yaml", ".json", ".md", ".mdx", ".markdown", ".ipynb", ".sh", ".bash", ".zsh", ".ksh", ".mk", ".just", ".justfile",
		".Jenkinsfile", ".jenkinsfile", ".Dockerfile", ".dockerfile", ".Containerfile", "-x", "_x", ".xml", ".pom", ".gradle", ".kts", ".gradle.kts",
		".toml", ".sbt", ".scala", ".txt", ".in", ".lock", ".lockfile", ".cfg", ".py", ".mod", ".java", ".kt", ".groovy", ".R", ".r", ".go", ".conf"}
	k := kindsOf(surfaces())
	taken := map[string]bool{}
	for _, dir := range dirs {
		for _, base := range bases {
			for _, end := range ends {
				for _, name := range []string{base + end, strings.ToUpper(base + end), base + strings.ToUpper(end)} {
					picked := k.pick(dir+name, nil)
					for i, s := range k.surfaces {
						if s.Match != nil && s.Match(dir+name) {
							taken[s.Name] = true
							if !picked.has(i) {
								t.Fatalf("%s is of %s, but not with %q", dir+name, s.Name, path.Ext(name))
							}
						}
					}
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
