//go:build !unix

package walk

import (
	"errors"
	"io"
	"os"
)

// file is a file opened for reading.
type file struct{ of *os.File }

func open(path string) (file, error) {
	f, err := os.Open(path)
	return file{f}, err
}

// fill reads into buf, up to its length or to the end of the file.
func (f file) fill(buf []byte) (int, error) {
	n, err := io.ReadFull(f.of, buf)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return n, err
}

func (f file) close() { f.of.Close() }
