package past

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Tree is a working tree as it was at a commit, told by the difference.
type Tree struct {
	Commit string // its full name
	// Files are the differences, by path from the top with forward slashes: the
	// bytes that the commit has, nil for a file or folder that it has not.
	Files map[string][]byte
	Gone  []string // paths in Files that are no longer in the working tree
	// Missing are paths whose old bytes are not in a partial clone; Files has nil.
	Missing []string
}

// limit is the size above which a file counts as absent, as no reader takes
// it either.
const limit = 4 << 20

// Since returns the tree from which the work on top of rev began: at the merge
// base of rev and HEAD, so that what others added to rev in the meantime is
// nobody's change here. Files that git does not track count as added. dir is the
// top of the working tree. An error says what is wrong with dir or rev, and what
// to do about it.
func Since(ctx context.Context, dir, rev string) (*Tree, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("want a branch, tag or commit, got %q", rev)
	}
	g, err := open(ctx, dir)
	if err != nil {
		return nil, err
	}
	commit, err := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("git knows no commit %q here%s", rev, or(g.shallow(), "; is it spelt right, and fetched?"))
	}
	base, err := g.run("merge-base", strings.TrimSpace(commit), "HEAD")
	if code(err) == 1 {
		return nil, fmt.Errorf("%s and HEAD have no common ancestor%s", rev, or(g.shallow(), ": nothing tells what has changed between them"))
	} else if err != nil {
		return nil, err
	}
	t := &Tree{Commit: strings.TrimSpace(base), Files: map[string][]byte{}}
	return t, g.compare(t, t.Commit, "")
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// compare adds to the tree how a working tree differs from a commit. Paths get
// a prefix.
func (g *git) compare(t *Tree, commit, prefix string) error {
	out, err := g.run("diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=all", "-O"+os.DevNull, commit, "--")
	if err != nil {
		return err
	}
	old := map[string]string{} // path -> blob
	for entry, rest := cut(out); entry != ""; entry, rest = cut(rest) {
		var path string
		path, rest = cut(rest)
		f := strings.Fields(entry) // :100644 100755 old-id new-id M
		if len(f) != 5 {
			return fmt.Errorf("git diff prints %q, which is not known here", entry)
		}
		path = named(prefix + path)
		t.Files[path] = nil
		if strings.HasPrefix(f[0], ":100") {
			old[path] = f[2]
		}
		if f[4] == "D" {
			t.Gone = append(t.Gone, path)
		}
	}
	if err := g.texts(t, old); err != nil {
		return err
	}
	others, err := g.run("ls-files", "--others", "--directory", "-z")
	if err != nil {
		return err
	}
	for path, rest := cut(others); path != ""; path, rest = cut(rest) {
		path = named(prefix + strings.TrimSuffix(path, "/"))
		if t.Files[path] == nil { // else it was tracked, and is no longer
			t.Files[path] = nil
		}
	}
	return g.submodules(t, commit, prefix)
}

func cut(s string) (first, rest string) {
	first, rest, _ = strings.Cut(s, "\x00")
	return first, rest
}

// named writes a path as reports do: a backslash in a name is no separator.
func named(path string) string { return strings.ReplaceAll(path, `\`, "%5C") }

// texts reads the old bytes of files. What no reader takes stays nil.
func (g *git) texts(t *Tree, blobs map[string]string) error {
	err := g.read(t, blobs)
	if err == nil {
		return nil
	}
	// in a partial clone git gives up at the first text that is not there
	have, err2 := g.have(blobs)
	if err2 != nil || len(have) == len(blobs) {
		return err
	}
	for path := range blobs {
		if _, ok := have[path]; !ok {
			t.Missing = append(t.Missing, path)
		}
	}
	slices.Sort(t.Missing)
	return g.read(t, have)
}

func (g *git) read(t *Tree, blobs map[string]string) error {
	if len(blobs) == 0 {
		return nil
	}
	paths := slices.Collect(maps.Keys(blobs))
	var ask strings.Builder
	for _, path := range paths {
		ask.WriteString(blobs[path] + "\n")
	}
	return g.stream(ask.String(), func(in *bufio.Reader) error {
		for _, path := range paths {
			data, err := blob(in)
			if err != nil {
				return err
			}
			t.Files[path] = data
		}
		return nil
	}, "cat-file", "--batch")
}

// blob reads one answer of cat-file --batch: "ID blob SIZE\n", the bytes, "\n".
func blob(in *bufio.Reader) ([]byte, error) {
	head, err := in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	f := strings.Fields(head)
	if len(f) != 3 {
		return nil, errors.New(strings.TrimSpace(head)) // "ID missing"
	}
	size, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil {
		return nil, err
	}
	if size > limit {
		_, err := io.CopyN(io.Discard, in, size+1)
		return nil, err
	}
	data := make([]byte, size+1)
	if _, err := io.ReadFull(in, data); err != nil {
		return nil, err
	}
	return data[:size:size], nil
}

// have returns those of the blobs that are in the clone.
func (g *git) have(blobs map[string]string) (map[string]string, error) {
	here := map[string]bool{}
	for _, id := range blobs {
		here[id] = false
	}
	err := g.stream("", func(in *bufio.Reader) error {
		for {
			line, err := in.ReadString('\n')
			if err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			id := strings.TrimSuffix(line, "\n")
			if _, asked := here[id]; asked {
				here[id] = true
			}
		}
	}, "cat-file", "--batch-check=%(objectname)", "--batch-all-objects", "--unordered")
	out := maps.Clone(blobs)
	maps.DeleteFunc(out, func(_, id string) bool { return !here[id] })
	return out, err
}

// submodules compares each one that is checked out with the commit that the
// outer tree names for it.
func (g *git) submodules(t *Tree, commit, prefix string) error {
	if _, err := os.Lstat(filepath.Join(g.dir, ".gitmodules")); err != nil {
		return nil
	}
	index, err := g.run("ls-files", "--stage", "-z")
	if err != nil {
		return err
	}
	for entry, rest := cut(index); entry != ""; entry, rest = cut(rest) {
		about, path, _ := strings.Cut(entry, "\t") // 160000 id stage
		if !strings.HasPrefix(about, "160000 ") {
			continue
		}
		full := filepath.Join(g.dir, filepath.FromSlash(path))
		if _, err := os.Lstat(filepath.Join(full, ".git")); err != nil {
			continue // not checked out: nothing to read, then or now
		}
		was, err := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", commit+":"+path)
		if err != nil {
			t.Files[named(prefix+path)] = nil // added since
			continue
		}
		sub, err := open(g.ctx, full)
		if err == nil {
			_, err = sub.run("cat-file", "-e", strings.TrimSpace(was)+"^{commit}")
			if err != nil {
				err = fmt.Errorf("its commit %.12s of then is not here; fetch it: git -C %q fetch origin %s", was, path, strings.TrimSpace(was))
			} else {
				err = sub.compare(t, strings.TrimSpace(was), prefix+path+"/")
			}
		}
		if err != nil {
			return fmt.Errorf("submodule %q: %w", path, err)
		}
	}
	return nil
}
