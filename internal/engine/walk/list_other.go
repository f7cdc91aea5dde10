//go:build !linux

package walk

import "os"

// readDir lists a folder in the order of the system.
func (w *worker) readDir(dir string) ([]entry, error) {
	d, err := os.Open(dir)
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
