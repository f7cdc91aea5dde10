package walk

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unsafe"
)

// dir is the descriptor of a folder, for what lies in it: the system then looks
// for one name only, not for each folder on a long path.
type dir int

// nowhere is for what is found by its full path (AT_FDCWD).
const nowhere dir = -100

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
	p, err := syscall.BytePtrFromString(name)
	if err == nil {
		var fd int
		if fd, err = call(syscall.SYS_OPENAT, int(d), unsafe.Pointer(p), flags|syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_LARGEFILE); err == nil {
			return fd, nil
		}
	}
	return int(nowhere), &fs.PathError{Op: "open", Path: full, Err: err}
}

func (d dir) close() {
	if d != nowhere {
		file(d).close()
	}
}

// list lists the folder in the order of the system: a third of the time of
// os.ReadDir, which makes an object for each entry and registers the folder
// with the poller.
func (d dir) list(w *worker, full string) ([]entry, error) {
	if w.dents == nil {
		w.dents = make([]byte, 32<<10)
	}
	above := strings.TrimSuffix(full, "/")
	out := w.entries[:0]
	for {
		n, err := call(syscall.SYS_GETDENTS64, int(d), unsafe.Pointer(&w.dents[0]), len(w.dents))
		if err != nil {
			return out, &fs.PathError{Op: "readdir", Path: full, Err: err}
		}
		if n <= 0 {
			w.entries = out
			return out, nil
		}
		first := len(out)
		paths := w.paths[:0]
		for b := w.dents[:n]; len(b) > nameAt; {
			size := int(binary.NativeEndian.Uint16(b[16:18]))
			if size <= nameAt || size > len(b) {
				break
			}
			name := b[nameAt:size]
			name = name[:max(bytes.IndexByte(name, 0), 0)]
			if string(name) != "." && string(name) != ".." && len(name) > 0 {
				out = append(out, entry{kind: kind(b[nameAt-1])})
				paths = append(append(append(append(paths, above...), '/'), name...), 0)
			}
			b = b[size:]
		}
		w.paths = paths
		rest := string(paths) // one string for all paths: they are most of what a walk allocates
		for i := range out[first:] {
			e := &out[first+i]
			e.full, rest, _ = strings.Cut(rest, "\x00")
			e.name, e.kind = e.full[len(above)+1:], kindOf(e.full, byte(e.kind))
		}
	}
}

// nameAt is the offset of the name in a directory record of getdents64: inode
// and offset take 8 bytes each, then come the length of the record and a type.
const nameAt = 19

func kindOf(full string, kind byte) kind {
	switch kind {
	case syscall.DT_REG:
		return regular
	case syscall.DT_DIR:
		return folder
	case syscall.DT_LNK:
		return symlink
	case syscall.DT_UNKNOWN: // some file systems do not say
		if info, err := os.Lstat(full); err == nil {
			return kindOfMode(info.Mode())
		}
	}
	return other
}

// file is the descriptor of a regular file opened for reading: os.Open also
// registers it with the poller and allocates, which on a large tree costs more
// than all reading.
type file int

// fill reads into buf, up to its length or to the end of the file.
func (f file) fill(buf []byte) (int, error) {
	n := 0
	for n < len(buf) {
		k, err := call(syscall.SYS_READ, int(f), unsafe.Pointer(&buf[n]), len(buf)-n)
		if err != nil {
			return n, err
		}
		if k == 0 {
			break
		}
		n += k
	}
	return n, nil
}

// size is that of the file in bytes; 0 where the system does not say.
func (f file) size() int {
	var is syscall.Stat_t
	if err := syscall.Fstat(int(f), &is); err != nil {
		return 0
	}
	return int(min(is.Size, Limit))
}

func (f file) close() { _, _, _ = syscall.RawSyscall(syscall.SYS_CLOSE, uintptr(f), 0, 0) }

// call is a system call that the scheduler is not told of: folders and regular
// files answer at once, or as late as the disk, and a tree of 4,000 files takes
// 20,000 calls. Telling it costs a tenth of all processor time, most of it for
// threads that are woken in vain. Nothing else waits meanwhile but a collection
// of garbage.
func call(number uintptr, fd int, p unsafe.Pointer, n int) (int, error) {
	for {
		r, _, err := syscall.RawSyscall6(number, uintptr(fd), uintptr(p), uintptr(n), 0, 0, 0)
		switch err {
		case 0:
			return int(r), nil
		case syscall.EINTR:
		default:
			return -1, err
		}
	}
}
