package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// root returns the folder that reports name paths from: the git root above the
// working directory, else the working directory. No git runs for it.
func root() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return wd, nil
		}
	}
}

// stdinName returns what reports call standard input: the name that the user
// gave, from the root.
func stdinName(name, root string) string {
	if name == "" {
		return "<stdin>"
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	rel, err := filepath.Rel(root, full)
	if err != nil {
		return strings.TrimLeft(filepath.ToSlash(name), "/")
	}
	return filepath.ToSlash(rel)
}
