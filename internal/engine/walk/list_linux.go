package walk

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"syscall"
)

// readDir lists a folder in the order of the system, with the bare call: a
// third of the time of os.ReadDir, which makes an object for each entry and
// registers the folder with the poller.
func (w *worker) readDir(dir string) ([]entry, error) {
	fd, err := retry(func() (int, error) {
		return syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	defer syscall.Close(fd)
	if w.dents == nil {
		w.dents = make([]byte, 32<<10)
	}
	out := w.entries[:0]
	for {
		n, err := retry(func() (int, error) { return syscall.ReadDirent(fd, w.dents) })
		if err != nil {
			return out, &fs.PathError{Op: "readdir", Path: dir, Err: err}
		}
		if n <= 0 {
			w.entries = out
			return out, nil
		}
		for b := w.dents[:n]; len(b) > nameAt; {
			size := int(binary.NativeEndian.Uint16(b[16:]))
			if size <= nameAt || size > len(b) {
				break
			}
			name, _, _ := bytes.Cut(b[nameAt:size], []byte{0})
			if s := string(name); s != "." && s != ".." {
				out = append(out, entry{s, kindOf(dir, s, b[nameAt-1])})
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
