//go:build !linux

package walk

import "os"

// dir is a folder whose files are read.
type dir struct{}

// nowhere is for files of no folder in particular.
var nowhere = dir{}

func openDir(string) (dir, error) { return dir{}, nil }

func (dir) openDir(string) (dir, error) { return dir{}, nil }

func (dir) close() {}

// open opens a file of the folder.
func (dir) open(full string) (file, error) { return open(full) }

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
		out = append(out, entry{e.Name(), kindOfMode(e.Type())})
	}
	w.entries = out
	return out, err
}
