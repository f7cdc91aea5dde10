package walk

import (
	"encoding/binary"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// dir is the descriptor of a folder whose files are read: the system then
// looks for their names only, not for each folder on a long path.
type dir int

// nowhere is for files of no folder in particular.
const nowhere dir = -100 // AT_FDCWD

func openDir(full string) (dir, error) { return nowhere.openDir(full) }

// openDir opens a folder in the folder.
func (d dir) openDir(full string) (dir, error) {
	fd, err := d.openAt(full, syscall.O_DIRECTORY)
	return dir(fd), err
}

// open opens a file of the folder.
func (d dir) open(full string) (file, error) {
	fd, err := d.openAt(full, 0)
	return file(fd), err
}

func (d dir) openAt(full string, flags int) (int, error) {
	name := full
	if d != nowhere {
		name = full[strings.LastIndexByte(full, '/')+1:]
	}
	fd, err := retry(func() (int, error) {
		return syscall.Openat(int(d), name, flags|syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return int(nowhere), &fs.PathError{Op: "open", Path: full, Err: err}
	}
	return fd, nil
}

func (d dir) close() {
	if d != nowhere {
		_ = syscall.Close(int(d))
	}
}

// list lists the folder in the order of the system, with the bare call: a
// third of the time of os.ReadDir, which makes an object for each entry and
// registers the folder with the poller.
func (d dir) list(w *worker, full string) ([]entry, error) {
	if w.dents == nil {
		w.dents = make([]byte, 32<<10)
	}
	out := w.entries[:0]
	for {
		n, err := retry(func() (int, error) { return syscall.ReadDirent(int(d), w.dents) })
		if err != nil {
			return out, &fs.PathError{Op: "readdir", Path: full, Err: err}
		}
		if n <= 0 {
			w.entries = out
			return out, nil
		}
		for b := string(w.dents[:n]); len(b) > nameAt; { // the names are parts of one string
			size := int(binary.NativeEndian.Uint16([]byte(b[16:18])))
			if size <= nameAt || size > len(b) {
				break
			}
			name, _, _ := strings.Cut(b[nameAt:size], "\x00")
			if name != "." && name != ".." {
				out = append(out, entry{name, kindOf(full, name, b[nameAt-1])})
			}
			b = b[size:]
		}
	}
}

// nameAt is the offset of the name in a directory record of getdents64: inode
// and offset take 8 bytes each, then come the length of the record and a type.
const nameAt = 19

func kindOf(dir, name string, kind byte) kind {
	switch kind {
	case syscall.DT_REG:
		return regular
	case syscall.DT_DIR:
		return folder
	case syscall.DT_LNK:
		return symlink
	case syscall.DT_UNKNOWN: // some file systems do not say
		if info, err := os.Lstat(join(dir, name)); err == nil {
			return kindOfMode(info.Mode())
		}
	}
	return other
}
