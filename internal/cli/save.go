package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/proflint/proflint/internal/engine"
)

// writeFile replaces a file in one step, so that no reader ever sees half of
// it, and a run that fails leaves the old one. Devices and pipes are written
// to as they are.
func writeFile(name string, data []byte) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, data, 0o666)
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // a link stays a link
	}
	s, err := stage(name, data, info) // what others may not read stays so
	if err != nil {
		return err
	}
	return s.commit()
}

// staged is a file that is written, but under another name.
type staged struct{ name, tmp string }

// stage writes data beside a file. Of a file that is there, info tells the
// mode and owner to keep.
func stage(name string, data []byte, info fs.FileInfo) (staged, error) {
	s := staged{name, fmt.Sprintf("%s.%d.tmp", name, os.Getpid())}
	f, err := os.OpenFile(s.tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if wrong := (*fs.PathError)(nil); errors.As(err, &wrong) {
		wrong.Path = name // the user knows of no other
	}
	if err != nil {
		return s, err
	}
	_, err = f.Write(data)
	if info != nil {
		keepOwner(f, info)
		err = errors.Join(err, f.Chmod(info.Mode()))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		s.drop()
	}
	return s, err
}

func (s staged) commit() error {
	err := os.Rename(s.tmp, s.name)
	if err != nil {
		s.drop()
	}
	return err
}

// drop removes what was written. That it fails is not worth telling beside the
// error that led here.
func (s staged) drop() { os.Remove(s.tmp) }

// save writes changed files: all of them, or none where one cannot be written.
// The paths are those of reports.
func save(root string, paths []string, files map[string]engine.Change) error {
	var ready []staged
	var wrong []error
	known := map[string][]byte{} // what becomes of a file, by its own name: a link may lead to it, too
	for _, p := range paths {
		target, err := filepath.EvalSymlinks(onDisk(root, p))
		if new, twice := known[target]; err == nil && twice && bytes.Equal(new, files[p].New) {
			continue
		}
		known[target] = files[p].New
		s, err := prepare(root, p, files[p])
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", p, bare(err)))
			continue
		}
		ready = append(ready, s)
	}
	for _, s := range ready {
		if len(wrong) > 0 {
			s.drop()
		} else if err := s.commit(); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w (files before it are written)", s.name, bare(err)))
		}
	}
	return errors.Join(wrong...)
}

// prepare checks that a file is what was read and may be written, and writes
// what it is to become beside it.
func prepare(root, path string, c engine.Change) (staged, error) {
	name := onDisk(root, path)
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return staged{}, err
	}
	if info, err := os.Lstat(name); err != nil || info.Mode()&fs.ModeSymlink != 0 && !within(root, target) {
		return staged{}, errors.Join(err, errors.New("a symbolic link that leads out of "+root))
	}
	info, err := os.Stat(target)
	if err != nil {
		return staged{}, err
	}
	folder, err := os.Stat(filepath.Dir(target))
	switch {
	case err != nil:
		return staged{}, err
	case !info.Mode().IsRegular():
		return staged{}, errors.New("not a regular file")
	case info.Mode().Perm()&0o222 == 0: // the superuser could write it: it is read-only all the same
		return staged{}, errors.New("the file is read-only")
	case folder.Mode().Perm()&0o222 == 0:
		return staged{}, errors.New("its folder is read-only")
	}
	f, err := os.OpenFile(target, os.O_RDWR, 0)
	if err != nil {
		return staged{}, err
	}
	f.Close()
	if data, err := os.ReadFile(target); err != nil || !bytes.Equal(data, c.Old) {
		return staged{}, errors.Join(err, errors.New("it has changed since it was read; run again"))
	}
	return stage(target, c.New, info)
}

// onDisk returns the full name of a file that reports call path: they write a
// backslash in a name as %5C.
func onDisk(root, path string) string {
	full := func(p string) string {
		if p = filepath.FromSlash(p); filepath.IsAbs(p) {
			return p
		}
		return filepath.Join(root, filepath.FromSlash(p))
	}
	name := full(path)
	if _, err := os.Lstat(name); err != nil {
		return full(strings.ReplaceAll(path, "%5C", `\`))
	}
	return name
}

// within reports whether a path without links lies in a folder.
func within(root, target string) bool {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(root, target)
	return err == nil && filepath.IsLocal(rel)
}

// bare drops the path that the caller prints itself.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
