package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proflint/proflint/docs/gates"
)

const configName = ".proflint.yaml"

const initHelp = `Writes at the root of the repository: .proflint.yaml with every setting as a comment, and a gate for
each CI it finds (GitHub Actions, GitLab, Cloud Build, pre-commit), or for those named with --gate.
A file that exists is left as it is; what to add to it is printed.`

// setUp writes settings and the gates of the places that the repository uses.
// It never touches what exists.
func setUp(r *run) (int, error) {
	if len(r.args) > 0 {
		return 0, misuse("init takes no arguments: it writes at the root of the repository it runs in")
	}
	dir, err := root()
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	repo, err := os.OpenRoot(dir) // no link leads out of it
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	defer repo.Close()
	s := setup{repo: repo, out: r.stdout, dry: r.toggle("dry-run")}
	chosen := s.choose(r.settings["gate"])
	config := gates.Gate{File: configName, Text: gates.Config, Does: "all settings, as comments"}
	for _, g := range append([]gates.Gate{config}, chosen...) {
		if err := s.put(g); err != nil {
			return 0, misuse("cannot set up %s: %w", g.File, err)
		}
	}
	if len(chosen) == 0 {
		fmt.Fprintf(r.stdout, "no CI found; proflint init --gate NAME sets up %s\n", alternatives(gateNames()))
	}
	_, err = fmt.Fprint(r.stdout, "next: run proflint to see what it finds today; to accept that and stop only what is new, run proflint baseline\n")
	return exitOK, err
}

func gateNames() []string {
	var out []string
	for _, g := range gates.List("") {
		out = append(out, g.Name)
	}
	return out
}

// setup writes files into a repository, and says so.
type setup struct {
	repo *os.Root
	out  io.Writer
	dry  bool
}

// choose returns the gates that are asked for, else those of the places in use.
func (s setup) choose(asked []string) []gates.Gate {
	release := toolVersion()
	if strings.ContainsAny(release, "-+") || release == "devel" {
		release = "" // built from no release
	}
	var out []gates.Gate
	for _, g := range gates.List(release) {
		used := slices.IndexFunc(g.Signs, func(name string) bool { _, err := s.repo.Stat(name); return err == nil })
		if used >= 0 && path.Ext(g.Signs[used]) != "" {
			g.File = g.Signs[used] // cloudbuild.yml
		}
		if slices.Contains(asked, g.Name) || len(asked) == 0 && used >= 0 {
			out = append(out, g)
		}
	}
	return out
}

// put writes a file. Where there is one, it says what to add, unless that
// speaks of proflint already.
func (s setup) put(g gates.Gate) error {
	if g.Name == "git-hook" {
		hook, err := s.hook()
		if err != nil {
			return err
		}
		g.File = hook
	}
	if file := s.done(g); file != "" {
		return s.say("kept", file, "it is there already", "")
	}
	_, err := s.repo.Lstat(g.File)
	switch {
	case err == nil || !filepath.IsLocal(g.File):
		return s.say("add to", g.File, g.Does, g.Text)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case s.dry:
		return s.say("would write", g.File, g.Does, g.Text)
	}
	if err := s.create(g); err != nil {
		return err
	}
	return s.say("wrote", g.File, g.Does, "")
}

// done returns the file that holds the gate already, else "".
func (s setup) done(g gates.Gate) string {
	files := []string{g.File}
	if beside, err := fs.Glob(s.repo.FS(), path.Dir(g.File)+"/*.y*ml"); err == nil && g.Name == "github" {
		files = append(files, beside...)
	}
	for _, name := range files {
		text, err := s.repo.ReadFile(name)
		if err == nil && (name == configName || strings.Contains(string(text), progName)) {
			return name
		}
	}
	return ""
}

// hook asks git where it looks for the hook.
func (s setup) hook() (string, error) {
	cmd := exec.Command("git", "rev-parse", "--git-path", "hooks/pre-commit")
	cmd.Dir = s.repo.Name()
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git does not say where %s keeps its hooks: %w", s.repo.Name(), err)
	}
	name := strings.TrimSpace(string(out))
	if rel, err := filepath.Rel(s.repo.Name(), name); err == nil && filepath.IsAbs(name) && filepath.IsLocal(rel) {
		name = rel
	}
	return name, nil
}

// create writes a file that is not there, and nothing else.
func (s setup) create(g gates.Gate) error {
	if err := s.repo.MkdirAll(path.Dir(filepath.ToSlash(g.File)), 0o777); err != nil {
		return err
	}
	mode := fs.FileMode(0o666)
	if g.Name == "git-hook" {
		mode = 0o777
	}
	f, err := s.repo.OpenFile(g.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(g.Text)
	return errors.Join(err, f.Close())
}

// say prints what was done to a file, and a text in full.
func (s setup) say(what, file, why, text string) error {
	_, err := fmt.Fprintf(s.out, "%s %s: %s\n", what, filepath.ToSlash(file), why)
	if text != "" {
		indented := strings.ReplaceAll("\n"+strings.TrimSpace(text), "\n", "\n    ")
		_, err = fmt.Fprintf(s.out, "%s\n\n", strings.ReplaceAll(indented, "\n    \n", "\n\n"))
	}
	return err
}
