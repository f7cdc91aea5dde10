package walk

import (
	"path"
	"strings"
)

// Patterns are lines as in a .gitignore file, for the paths below a folder.
type Patterns struct{ rules *ignores }

// NewPatterns reads the lines; "" is the folder that paths are relative to.
func NewPatterns(folder string, lines []string) *Patterns {
	own := &ignores{}
	if folder != "" && folder != "." {
		own.base = join(folder, "")
	}
	for _, line := range lines {
		if r, ok := parseRule(trimBlanks(line)); ok {
			own.rules = append(own.rules, r)
		}
	}
	return &Patterns{own}
}

// match reports whether the patterns name a path itself.
func (p *Patterns) match(full, base string, dir bool) bool {
	return p != nil && strings.HasPrefix(full, p.rules.base) && p.rules.match(full, base, dir)
}

// Folder returns the innermost folder above a file that the patterns name, ""
// for none.
func (p *Patterns) Folder(file string) string {
	for dir := path.Dir(file); len(dir) > len(p.rules.base); dir = path.Dir(dir) {
		if p.match(dir, path.Base(dir), true) {
			return dir
		}
		if dir == "/" || dir == "." {
			break
		}
	}
	return ""
}

// Cover reports whether the patterns name a file or a folder above it.
func (p *Patterns) Cover(file string) bool {
	for i := len(p.rules.base); i < len(file); i++ {
		if file[i] == '/' && p.match(file[:i], path.Base(file[:i]), true) {
			return true
		}
	}
	return p.match(file, path.Base(file), false)
}
