package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/engine/walk"
)

// configFile returns the file that holds for the paths: the nearest one from
// the folder they share up to the root of the repository, "" for none. One
// inside a vendored folder is someone else's, and paths outside root have none.
func configFile(root string, paths []string) (string, error) {
	dir := ""
	for _, p := range paths {
		full, err := filepath.Abs(p)
		if err != nil {
			continue
		}
		if info, err := os.Stat(full); err != nil || !info.IsDir() {
			full = filepath.Dir(full)
		}
		if rel, err := filepath.Rel(root, full); err != nil || !filepath.IsLocal(rel) {
			continue
		}
		dir = sharedFolder(dir, full)
	}
	for ; dir != ""; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, configName)
		if _, err := os.Lstat(file); err == nil && !insideVendored(root, dir) {
			return file, nil
		}
		if other := filepath.Join(dir, ".proflint.yml"); exists(other) && !insideVendored(root, dir) {
			return "", fmt.Errorf("%s: rename it to %s: it is not read under this name", nameFrom(root, other), configName)
		}
		if dir == root || exists(filepath.Join(dir, ".git")) {
			break
		}
	}
	return "", nil
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

func insideVendored(root, dir string) bool {
	rel, _ := filepath.Rel(root, dir)
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), walk.Vendored)
}

// sharedFolder returns the deepest folder above both; "" is above nothing yet.
func sharedFolder(a, b string) string {
	if a == "" {
		return b
	}
	for {
		if rel, err := filepath.Rel(a, b); err == nil && filepath.IsLocal(rel) || a == filepath.Dir(a) {
			return a
		}
		a = filepath.Dir(a)
	}
}

// nameFrom names a file as reports do: from the root, or as it is outside.
func nameFrom(root, full string) string {
	rel, err := filepath.Rel(root, full)
	if err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(full)
	}
	return filepath.ToSlash(rel)
}

// configure finds and reads the file; r.config stays nil without one.
func (r *run) configure() error {
	if r.toggle("no-config") && r.origins["no-config"] == "flag" {
		if r.origins["config"] == "flag" {
			return errors.New("--config and --no-config contradict each other")
		}
		return nil
	}
	file := r.text("config")
	if file == "" && r.toggle("no-config") {
		return nil
	}
	root, err := root()
	if err != nil {
		return err
	}
	if file == "" {
		if file, err = configFile(root, r.lookedAt()); err != nil || file == "" {
			return err
		}
	}
	full, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	r.configDir = filepath.Dir(full)
	name := nameFrom(root, full)
	data, err := readSmall(full, configMax)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.config, err = parseConfig(name, data)
	return err
}

// fromHere names a file from the working directory.
func fromHere(full string) string {
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, full); err == nil {
			return rel
		}
	}
	return full
}

// lookedAt are the paths that decide which configuration holds.
func (r *run) lookedAt() []string {
	if len(r.args) == 0 {
		return []string{"."}
	}
	var out []string
	for _, p := range r.args {
		if p == "-" {
			p = r.text("stdin-filename")
			if p == "" {
				p = "stdin"
			}
		}
		out = append(out, p)
	}
	return out
}

// apply hands the file's sections to a run.
func (c *config) apply(o *engine.Options, dir string) {
	o.Base, o.Own, o.Exclude, o.Scopes, o.Ignores = dir, c.rules, c.exclude, c.scopes, c.ignores
}
