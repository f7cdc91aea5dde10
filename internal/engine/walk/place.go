package walk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// place is a file or folder: where the system finds it, and how reports name
// it.
type place struct {
	full string // absolute, forward slashes
	*tree
}

// tree is what all places below one named path have in common.
type tree struct {
	home   string // symbolic links are not followed out of it
	cut    int    // the reported path is prefix + full[cut:]
	prefix string
	named  string // that path
	actual string // the same with all links resolved, once real was asked
}

// real returns where a file that a walk came upon stands, all links resolved: the
// walk itself follows none.
func (p place) real() string {
	if p.actual == "" {
		p.actual = real(p.named)
	}
	if p.full == p.named {
		return p.actual
	}
	return filepath.Join(p.actual, filepath.FromSlash(strings.TrimPrefix(p.full, p.named)))
}

// path is how reports name the place. They have forward slashes only: a
// backslash that is part of a name is escaped as in a URI.
func (p place) path() string {
	return strings.ReplaceAll(p.prefix+p.full[min(p.cut, len(p.full)):], `\`, "%5C")
}

func join(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}

// ErrTooLarge is the reason for a file that is larger than Limit.
var ErrTooLarge = errors.New("larger than 4 MiB")

var (
	errOutside = errors.New("a symbolic link that leads out of the tree")
	errSpecial = errors.New("not a regular file")
	errNotText = errors.New("not read: it holds NUL bytes, as binary files and UTF-16 do; save it as UTF-8")
)

// start queues what the user named.
func (w *walk) start() {
	w.files, w.dirs = map[string]bool{}, map[string]bool{}
	w.Root = filepath.ToSlash(filepath.Clean(w.Root))
	for _, name := range w.Paths {
		if name == "-" {
			if w.files["-"] {
				continue
			}
			w.files["-"] = true
			w.queue = append(w.queue, job{named: true})
			continue
		}
		p, info, err := w.locate(name)
		if p, ok := w.unsaved(name); err != nil && ok {
			w.files[p.full] = true
			w.queue = append(w.queue, job{dir: p, named: true})
			continue
		}
		if err != nil {
			w.stats.Unread = append(w.stats.Unread, Problem{name, err})
			continue
		}
		if info.IsDir() {
			if !w.dirs[p.full] {
				w.dirs[p.full] = true
				if _, gone := w.Overlay.Get(p.path()); gone {
					continue
				}
				w.queue = append(w.queue, job{dir: p, rules: above(p.full, w.Root)})
			}
		} else if !w.files[p.full] {
			w.files[p.full] = true
			w.queue = append(w.queue, job{dir: p, files: []string{""}, named: true})
		}
	}
	slices.Reverse(w.queue)
}

// locate finds a named path and decides how reports call it.
func (w *walk) locate(name string) (place, fs.FileInfo, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return place{}, nil, err
	}
	info, err := os.Stat(full)
	if err != nil {
		return place{}, nil, plain(err)
	}
	if !info.IsDir() && !info.Mode().IsRegular() && !descriptor(full) {
		return place{}, nil, errSpecial
	}
	full = filepath.ToSlash(full)
	p := place{full, &tree{named: full, home: w.Root}}
	rel, err := filepath.Rel(w.Root, full)
	switch {
	case err != nil: // another volume
		p.home = full
	case filepath.IsLocal(rel):
		p.cut = len(join(w.Root, ""))
		if !inside(p.full, w.Root) {
			return place{}, nil, errOutside
		}
	default:
		p.home, p.cut, p.prefix = full, len(full), filepath.ToSlash(rel)
	}
	return p, info, nil
}

// descriptor reports whether a path is an open file of this process, such as
// the pipe of `proflint <(command)`. Any other pipe may have no writer, and
// reading it would never end.
func descriptor(full string) bool {
	return full == "/dev/stdin" || strings.HasPrefix(full, "/dev/fd/") || strings.HasPrefix(full, "/proc/self/fd/")
}

// inside reports whether a path, all links resolved, lies in a folder.
func inside(path, home string) bool {
	path, home = real(path), real(home)
	rel, err := filepath.Rel(home, path)
	return err == nil && path != "" && home != "" && filepath.IsLocal(rel)
}

// plain strips the operation and path that the caller prints itself.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// above collects the rules that hold in a folder from outside it: those of
// the repository it belongs to, else of the root it lies in.
func above(dir, root string) *ignores {
	top := ""
	for d := dir; ; d = filepath.ToSlash(filepath.Dir(d)) {
		if _, err := os.Lstat(join(d, ".git")); err == nil || d == root {
			top = d
		}
		if top != "" || d == filepath.ToSlash(filepath.Dir(d)) {
			break
		}
	}
	if top == "" || top == dir {
		return nil
	}
	rules := exclude(top)
	for d := top; ; {
		rules = rules.with(d, join(d, ".gitignore"))
		rest := strings.TrimPrefix(dir[len(d):], "/")
		name, _, more := strings.Cut(rest, "/")
		if !more {
			return rules
		}
		d = join(d, name)
	}
}

// exclude returns the rules of a repository that are kept beside its files.
func exclude(repo string) *ignores {
	var none *ignores
	return none.with(repo, join(repo, ".git/info/exclude"))
}

// with adds the rules of a file that holds for a folder.
func (g *ignores) with(dir, file string) *ignores {
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return g
	}
	f, err := nowhere.open(file)
	if err != nil {
		return g
	}
	defer f.close()
	buf := make([]byte, f.size())
	n, err := f.fill(buf)
	if rules := parse(buf[:n]); err == nil && len(rules) > 0 {
		return &ignores{above: g, base: join(dir, ""), rules: rules}
	}
	return g
}

// stdin reads standard input.
func (o *Options) stdin() ([]byte, error) {
	if o.Stdin == nil {
		return nil, errors.New("no standard input")
	}
	return readUpToLimit(o.Stdin)
}

// readUpToLimit reads what is no file of a walk.
func readUpToLimit(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, Limit+1))
	if err == nil && len(data) > Limit {
		err = ErrTooLarge
	}
	return data, err
}
