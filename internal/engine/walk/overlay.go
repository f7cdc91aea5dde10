package walk

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Overlay stands for what is on disk: unsaved text of an editor, files as a
// fix would leave them, files as they were at another commit. Keys are paths as
// reports name them. Bytes (empty, not nil, for an empty file) are those of the
// file, which need not be on disk; nil is a file or folder that is not there.
type Overlay map[string][]byte

// kind is what an entry of a folder is to be taken for.
func (o Overlay) kind(dir place, e entry) kind {
	if len(o) == 0 {
		return e.kind
	}
	switch data, over := o[place{e.full, dir.tree}.path()]; {
	case !over:
		return e.kind
	case data == nil, e.kind != regular: // what stands elsewhere on disk is added in the end
		return other
	}
	return regular
}

func (o Overlay) bytes(p place) ([]byte, bool) {
	if len(o) == 0 {
		return nil, false
	}
	data, over := o[p.path()]
	return data, over
}

// Get returns what stands for a path: the bytes of a file, nil for what is not
// there, by itself or with a folder above it. Else it is as on disk.
func (o Overlay) Get(name string) (data []byte, over bool) {
	if len(o) == 0 {
		return nil, false
	}
	data, over = o[name]
	return data, over || o.below(name)
}

// below reports whether a path lies in a folder that is not there.
func (o Overlay) below(name string) bool {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if data, over := o[dir]; over && data == nil {
			return true
		}
	}
	return false
}

// unsaved returns the place of a named file that only the overlay has.
func (w *walk) unsaved(name string) (place, bool) {
	full, err := filepath.Abs(name)
	p := place{filepath.ToSlash(full), w.inRoot()}
	return p, err == nil && strings.HasPrefix(p.full, join(w.Root, "")) && w.Overlay[p.path()] != nil
}

func (w *walk) inRoot() *tree { return &tree{named: w.Root, home: w.Root, cut: len(join(w.Root, ""))} }

// added hands over the files that only the overlay has, where a walk would
// have come upon them.
func (w *walk) added(one *worker) {
	var paths []string
	for file, data := range w.Overlay {
		// outside the root, only what is on disk is laid over
		if data != nil && filepath.IsLocal(file) && path.Clean(file) == file {
			paths = append(paths, file)
		}
	}
	slices.Sort(paths)
	for _, file := range paths {
		p := place{join(w.Root, strings.ReplaceAll(file, "%5C", `\`)), w.inRoot()}
		if w.files[p.full] {
			continue
		}
		if info, err := os.Lstat(p.full); err == nil && info.Mode().IsRegular() && !w.Overlay.below(file) {
			continue // found on disk, or left out there
		}
		if dir, ok := w.under(p.full); ok && !w.hidden(dir, p.full) {
			one.seen++
			one.file(p, nowhere)
		}
	}
	w.stats.Seen += one.seen
	w.stats.Opened += one.opened
	w.stats.Binary += one.binary
	w.stats.Skipped = append(w.stats.Skipped, one.skipped...)
}

// under returns the innermost folder that the user named above a path.
func (w *walk) under(full string) (string, bool) {
	best, found := "", false
	for dir := range w.dirs {
		if strings.HasPrefix(full, join(dir, "")) && len(dir) >= len(best) {
			best, found = dir, true
		}
	}
	return best, found
}

// hidden reports whether a walk from dir would leave out a path: for a rule of
// a .gitignore, or in a folder that others wrote.
func (w *walk) hidden(dir, full string) bool {
	rules := above(dir, w.Root)
	for {
		rules = rules.with(dir, join(dir, ".gitignore"))
		name, _, more := strings.Cut(full[len(join(dir, "")):], "/")
		dir = join(dir, name)
		if rules.match(dir, more) || w.Exclude.match(dir, more) || more && Vendored(name) {
			return true
		}
		if !more {
			return false
		}
	}
}
