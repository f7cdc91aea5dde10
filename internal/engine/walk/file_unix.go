//go:build unix

package walk

import (
	"io/fs"
	"syscall"
)

// file is the descriptor of a file opened for reading, used with the bare
// calls: os.Open also registers the file with the poller and allocates, which
// on a large tree costs more than all reading.
type file int

func open(path string) (file, error) {
	fd, err := retry(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	if err != nil {
		return 0, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return file(fd), nil
}

// fill reads into buf, up to its length or to the end of the file.
func (f file) fill(buf []byte) (int, error) {
	n := 0
	for n < len(buf) {
		k, err := retry(func() (int, error) { return syscall.Read(int(f), buf[n:]) })
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

func (f file) close() { _ = syscall.Close(int(f)) }

func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != syscall.EINTR {
			return n, err
		}
	}
}
