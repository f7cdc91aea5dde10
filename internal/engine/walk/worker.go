package walk

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	small = 64 << 10 // most files are read in one call with a buffer of this size
	sniff = 8 << 10  // where a NUL byte makes a file binary, as git and grep decide
	chunk = 128      // files that one worker reads before others may help
)

// worker is what one goroutine keeps.
type worker struct {
	*walk
	hand    func(File)
	buf     []byte
	large   bool   // it holds the walk's buffer for large files
	dents   []byte // directory records, for the bare call
	paths   []byte // of the entries in them
	entries []entry
	ignore  []heldRule // in the folder being listed
	exclude []heldRule
	files   []string // found in it, by full path
	found   []job    // also below it
	links   []place
	taken   []place
	skipped []Problem

	seen, opened, binary int
}

// entry is one name in a folder.
type entry struct {
	full string // its path
	name string // the end of it
	kind kind
}

type kind uint8

const (
	other kind = iota // devices, pipes, sockets: never looked at
	regular
	folder
	symlink
)

func kindOfMode(m fs.FileMode) kind {
	switch {
	case m.IsRegular():
		return regular
	case m.IsDir():
		return folder
	case m&fs.ModeSymlink != 0:
		return symlink
	}
	return other
}

func (w *worker) do(j job) {
	switch {
	case j.named:
		w.named(j)
	case j.files == nil:
		w.list(j)
	default:
		d, err := nowhere.openDir(j.dir.full)
		if err != nil {
			w.skip(j.dir, err)
			return
		}
		defer d.close()
		for _, full := range j.files {
			w.file(place{full, j.dir.tree}, d)
		}
	}
}

// Vendored reports whether a folder holds what others wrote or what a tool
// made: dependencies, virtual environments and caches. Nobody fixes a launch
// command there. "third_party", "build" and "dist" are not among them: teams
// keep their own scripts there, and .gitignore names them where they do not.
func Vendored(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj",
		"node_modules", "bower_components", "vendor", "site-packages",
		".venv", "venv", ".tox", ".nox", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache",
		".terraform", ".terragrunt-cache", ".gradle":
		return true
	}
	return false
}

// list reads a folder and then the last of the folders in it, and so on down.
// It queues the others: a worker who is woken for the only folder in a folder,
// of which Java has many, costs more than it saves.
func (w *worker) list(j job) {
	d, err := nowhere.openDir(j.dir.full)
	for {
		next, more := w.visit(j, d, err)
		if !more {
			d.close()
			return
		}
		above := d
		d, err = above.openDir(next.dir.full)
		above.close()
		j = next
	}
}

// visit reads a folder, of which err says why it is not open. It queues the
// folders in it but the last, which it returns.
func (w *worker) visit(j job, d dir, err error) (next job, more bool) {
	var entries []entry
	if err == nil {
		entries, err = d.list(w, j.dir.full)
	}
	if err != nil && w.dirs[j.dir.full] {
		w.fail(j.dir.path(), err)
	} else if err != nil {
		w.skip(j.dir, err)
	}
	rules := j.rules
	if hasEntry(entries, ".git") { // a repository of its own: the rules of the outer one end here
		rules = exclude(j.dir.full)
	}
	if hasEntry(entries, ".gitignore") {
		rules = rules.with(j.dir.full, join(j.dir.full, ".gitignore"))
	}
	w.found = w.found[:0]
	files := w.sift(j.dir, rules, entries)
	if n := len(w.found) - 1; n >= 0 {
		next, more, w.found = w.found[n], true, w.found[:n]
	}
	for len(files) > chunk {
		w.found = append(w.found, job{dir: j.dir, files: slices.Clone(files[:chunk])})
		files = files[chunk:]
	}
	w.share(w.found)
	for _, full := range files {
		w.file(place{full, j.dir.tree}, d)
	}
	return next, more
}

// sift returns the files of a folder, and notes the folders in it.
func (w *worker) sift(in place, rules *ignores, entries []entry) []string {
	w.files = w.files[:0]
	if len(entries) == 0 {
		return nil
	}
	dir := strings.TrimSuffix(entries[0].full, entries[0].name)
	w.ignore, w.exclude = rules.in(dir, w.ignore[:0]), w.Exclude.in(dir, w.exclude[:0])
	for _, e := range entries {
		kind := w.Overlay.kind(in, e)
		if kind == other || kind == folder && Vendored(e.name) ||
			ignored(w.ignore, e.name, kind == folder) || ignored(w.exclude, e.name, kind == folder) {
			continue
		}
		p := place{e.full, in.tree}
		switch {
		case kind == folder && !w.dirs[p.full]:
			w.found = append(w.found, job{dir: p, rules: rules})
		case kind == regular && !w.walk.files[p.full]:
			w.seen++
			w.files = append(w.files, p.full)
		case kind == symlink && !w.walk.files[p.full] && w.Match(p.path(), nil) != nil:
			w.links = append(w.links, p)
		}
	}
	return w.files
}

func hasEntry(entries []entry, name string) bool {
	return slices.ContainsFunc(entries, func(e entry) bool { return e.name == name })
}

// file hands over a file of a folder if its name and its bytes make it a
// candidate.
func (w *worker) file(p place, in dir) {
	rel := p.path()
	words := w.Match(rel, nil)
	if words == nil && strings.Contains(p.full[strings.LastIndexByte(p.full, '/'):], ".") {
		return
	}
	data, over := w.Overlay.bytes(p)
	var err error
	if !over {
		data, err = w.read(in.open(p.full))
		defer w.done()
	}
	if words == nil {
		if !bytes.HasPrefix(data, []byte("#!")) {
			return
		}
		if words = w.Match(rel, data[:min(len(data), sniff)]); words == nil {
			return
		}
	}
	w.opened++
	if isBinary(data) {
		w.notText(rel, data, words)
		return
	}
	if !words.Empty() && !words.In(data) && (err == nil || errors.Is(err, ErrTooLarge)) {
		return
	}
	if err != nil {
		w.skip(p, err)
		return
	}
	p.full = strings.Clone(p.full) // it is part of a string with the paths of all files beside it
	w.taken = append(w.taken, p)
	w.hand(File{Path: p.path(), Data: data, lent: w})
}

// named hands over a file that the user named, or standard input.
func (w *worker) named(j job) {
	f := File{Path: w.StdinName, Named: true}
	var err error
	if j.dir.tree == nil {
		f.Data, err = w.stdin()
	} else {
		f.Path = j.dir.path()
		f.Data, err = w.readNamed(j.dir.full)
	}
	if data, over := w.Overlay.Get(f.Path); over {
		if data == nil {
			return
		}
		f.Data, err = data, nil
	}
	w.seen++
	w.opened++
	switch {
	case errors.Is(err, ErrTooLarge):
		w.skipped = append(w.skipped, Problem{f.Path, err})
	case err != nil:
		w.fail(f.Path, err)
	case isBinary(f.Data):
		w.notText(f.Path, f.Data, w.Match(f.Path, nil))
	default:
		w.hand(f)
	}
}

// readNamed reads a file, or the pipe of `proflint <(command)`, which may keep
// its reader waiting.
func (w *worker) readNamed(full string) ([]byte, error) {
	if !descriptor(full) {
		data, err := w.read(nowhere.open(full))
		return w.own(data), err
	}
	f, err := os.Open(full)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readUpToLimit(f)
}

func (w *worker) skip(p place, err error) {
	w.skipped = append(w.skipped, Problem{p.path(), plain(err)})
}

// fail records a named path that cannot be looked at.
func (w *worker) fail(path string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stats.Unread = append(w.stats.Unread, Problem{path, plain(err)})
}

// notText records a file that would have been handed over but for its NUL
// bytes: in UTF-16, every other byte of plain text is one.
func (w *worker) notText(path string, data []byte, words *Finder) {
	w.binary++
	if words != nil && (words.Empty() || words.In(bytes.ReplaceAll(data, []byte{0}, nil))) {
		w.skipped = append(w.skipped, Problem{path, errNotText})
	}
}

func isBinary(data []byte) bool { return bytes.IndexByte(data[:min(len(data), sniff)], 0) >= 0 }

// read returns the bytes of a file that was just opened, and closes it. They
// are in a buffer that the next call reuses, for a large file of any worker once
// done is called. Of a file that is too large it returns the start, with
// ErrTooLarge.
func (w *worker) read(f file, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer f.close()
	if w.buf == nil {
		w.buf = make([]byte, small)
	}
	n, err := f.fill(w.buf)
	if err != nil || n < small || isBinary(w.buf) {
		return w.buf[:n], err
	}
	w.wide.Lock()
	w.large = true
	// a larger file fits where the system says how large it is: the byte more
	// shows its end
	data := w.buf
	for _, size := range []int{max(small, f.size()) + 1, Limit + 1} {
		if len(w.big) < size {
			w.big = make([]byte, min(max(size, 2*len(w.big)), Limit+1))
		}
		copy(w.big, data)
		more, err := f.fill(w.big[n:size])
		if n += more; err != nil || n < size {
			return w.big[:n], err
		}
		data = w.big[:n]
	}
	return w.big[:Limit], ErrTooLarge
}

// own returns what read returned as bytes that the next call leaves alone.
func (w *worker) own(data []byte) []byte {
	defer w.done()
	return bytes.Clone(data)
}

// done lets others read a large file.
func (w *worker) done() {
	if w.large {
		w.large = false
		w.wide.Unlock()
	}
}

// links reads the files that symbolic links lead to, each once, and only those
// inside the tree that the walk did not come upon itself.
func (w *walk) links(one *worker) {
	if len(w.link) == 0 {
		return
	}
	taken := map[string]bool{}
	for _, p := range w.taken {
		taken[p.real()] = true
	}
	slices.SortFunc(w.link, func(a, b place) int { return strings.Compare(a.full, b.full) })
	for _, p := range w.link {
		target := real(p.full)
		info, err := os.Stat(target)
		if err != nil || !info.Mode().IsRegular() || taken[target] || !inside(target, p.home) {
			continue
		}
		taken[target] = true
		one.file(p, nowhere)
	}
	w.stats.Opened += one.opened
	w.stats.Binary += one.binary
	w.stats.Skipped = append(w.stats.Skipped, one.skipped...)
}

// real resolves all symbolic links; "" for a path that leads nowhere.
func real(full string) string {
	out, err := filepath.EvalSymlinks(full)
	if err != nil {
		return ""
	}
	return out
}
