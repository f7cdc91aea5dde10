//go:build !linux

package walk

import (
	"errors"
	"io"
	"os"
)

// dir is a folder, for what lies in it.
type dir struct{}

// nowhere is for what is found by its full path.
var nowhere = dir{}

// openDir opens a folder in the folder.
func (dir) openDir(string) (dir, error) { return dir{}, nil }

// open opens a file of the folder.
func (dir) open(full string) (file, error) {
	f, err := os.Open(full)
	return file{f}, err
}

func (dir) close() {}

// list lists the folder in the order of the system.
func (dir) list(w *worker, full string) ([]entry, error) {
	d, err := os.Open(full)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	list, err := d.ReadDir(-1)
	out := w.entries[:0]
	for _, e := range list {
		out = append(out, entry{join(full, e.Name()), e.Name(), kindOfMode(e.Type())})
	}
	w.entries = out
	return out, err
}

// file is a regular file opened for reading.
type file struct{ of *os.File }

// fill reads into buf, up to its length or to the end of the file.
func (f file) fill(buf []byte) (int, error) {
	n, err := io.ReadFull(f.of, buf)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return n, err
}

// size is that of the file in bytes; 0 where the system does not say.
func (f file) size() int {
	is, err := f.of.Stat()
	if err != nil {
		return 0
	}
	return int(min(is.Size(), Limit))
}

func (f file) close() { f.of.Close() }
