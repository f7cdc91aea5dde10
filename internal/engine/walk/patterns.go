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

// in appends the rules that may match names in a folder, whose path ends in a
// slash.
func (p *Patterns) in(dir string, out []heldRule) []heldRule {
	if p == nil || !strings.HasPrefix(dir, p.rules.base) {
		return out
	}
	return p.rules.in(dir, out)
}

// match reports whether the patterns name a path itself.
func (p *Patterns) match(full string, dir bool) bool {
	name := strings.LastIndexByte(full, '/') + 1
	return ignored(p.in(full[:name], nil), full[name:], dir)
}

// Folder returns the innermost folder above a file that the patterns name, ""
// for none.
func (p *Patterns) Folder(file string) string {
	for dir := path.Dir(file); len(dir) > len(p.rules.base); dir = path.Dir(dir) {
		if p.match(dir, true) {
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
		if file[i] == '/' && p.match(file[:i], true) {
			return true
		}
	}
	return p.match(file, false)
}
