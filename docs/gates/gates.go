// Package gates holds a file for each place where proflint can stand before a
// change, to be copied by hand or written by "proflint init".
package gates

import (
	_ "embed"
	"strings"
)

var (
	//go:embed github.yml
	github string
	//go:embed gitlab-ci.yml
	gitlab string
	//go:embed cloudbuild.yaml
	cloudBuild string
	//go:embed pre-commit-config.yaml
	preCommit string
	//go:embed pre-commit
	gitHook string

	// Config is a .proflint.yaml that changes nothing: each setting stands in
	// it as a comment.
	//go:embed proflint.yaml
	Config string
)

// Release is the release that the files name.
const Release = "v1.0.0"

// Gate is a place where proflint can stand. Paths are from the root of a
// repository, with forward slashes.
type Gate struct {
	Name  string
	Signs []string // one that exists tells that the place is in use
	File  string   // where the gate is written, unless there is one
	Text  string
	Does  string // in a few words, for the user
}

// List returns the gates, in the order in which they are tried. They take the
// given release of proflint; "" is Release.
func List(release string) []Gate {
	out := []Gate{
		{"github", []string{".github/workflows"}, ".github/workflows/proflint.yml", github, "a pull request with a fault fails, and shows where"},
		{"gitlab", []string{".gitlab-ci.yml"}, ".gitlab-ci.yml", gitlab, "a merge request with a fault fails, and shows where"},
		{"cloud-build", []string{"cloudbuild.yaml", "cloudbuild.yml"}, "cloudbuild.yaml", cloudBuild, "a fault ends the build"},
		{"pre-commit", []string{".pre-commit-config.yaml"}, ".pre-commit-config.yaml", preCommit, "a commit with a fault is refused"},
		{"git-hook", nil, ".git/hooks/pre-commit", gitHook, "a commit with a fault is refused"},
	}
	for i := range out {
		if release != "" {
			out[i].Text = strings.ReplaceAll(out[i].Text, Release, release)
		}
	}
	return out
}
