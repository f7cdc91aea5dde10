// Package walk finds the files worth parsing: those whose name fits and whose
// bytes hold a word that a workload cannot do without. It obeys .gitignore as
// git does, follows no symbolic link out of the tree, and is bounded by the
// listing of folders and one short read for each candidate.
package walk

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"runtime"
	"slices"
	"sync"
)

// Limit is the size in bytes up to which a file is read.
const Limit = 4 << 20

// Match says whether a file is a candidate: nil for no, else the search for
// words of which the file must hold one to be handed over (for none: it always
// is). head is nil at first, when only the name is known; for a file without
// an extension that starts with "#!", Match is asked again with its first
// bytes. It is called from several goroutines.
type Match func(path string, head []byte) (words *Finder)

// Options of a walk.
type Options struct {
	Root      string   // absolute; paths of files are relative to it
	Paths     []string // files and folders as the user named them; "-" is standard input
	Stdin     io.Reader
	StdinName string // path given to standard input
	Overlay   Overlay
	Exclude   *Patterns // left out unless named, over absolute paths; nil for none
	Match     Match
	Jobs      int // workers, up to maxJobs; below 1 means one for each processor
}

// File is a candidate.
type File struct {
	Path  string // relative to the root, with forward slashes
	Data  []byte // until the call returns: Keep has those that stay
	Named bool   // named by the user, thus handed over whatever its name and bytes

	lent *worker // whose buffer Data lies in; nil: it has its own memory
}

// Keep returns Data as bytes that nothing will overwrite, with no more than the
// line breaks of idle stretches, which are given by their first byte and the one
// behind the last. Most candidates turn out to declare nothing, which shows
// without keeping them.
func (f *File) Keep(idle [][2]int) []byte {
	if f.lent != nil {
		defer f.lent.done()
	} else if idle == nil {
		return f.Data
	}
	size := len(f.Data)
	for _, r := range idle {
		size -= r[1] - r[0] - bytes.Count(f.Data[r[0]:r[1]], []byte("\n"))
	}
	out, at := make([]byte, 0, size), 0
	for _, r := range idle {
		out = append(out, f.Data[at:r[0]]...)
		for range bytes.Count(f.Data[r[0]:r[1]], []byte("\n")) {
			out = append(out, '\n')
		}
		at = r[1]
	}
	f.Data, f.lent = append(out, f.Data[at:]...), nil
	return f.Data
}

// Problem is a path that could not be looked at, or not to its end.
type Problem struct {
	Path string
	Err  error
}

// Stats is what a walk saw besides the files it handed over.
type Stats struct {
	Seen    int       // regular files that are not ignored
	Opened  int       // those whose name made them candidates
	Binary  int       // candidates with a NUL byte near their start
	Unread  []Problem // named by the user, and missing or unreadable
	Skipped []Problem // too large, or an unreadable file or folder below a named one
}

// maxJobs bounds the workers: more read no faster, and a mistyped number must
// not fill the memory.
const maxJobs = 1024

// Files calls each for every candidate below the paths, on several goroutines,
// and returns the results in the order of the files' paths. The order does not
// depend on timing; each file is handed over once, however often it is named.
func Files[T any](ctx context.Context, o Options, each func(File) T) ([]T, *Stats) {
	type result struct {
		path  string
		value T
	}
	w := &walk{Options: o}
	w.ready.L = &w.mu
	var results []result
	hand := func(f File) {
		r := result{f.Path, each(f)}
		w.mu.Lock()
		results = append(results, r)
		w.mu.Unlock()
	}
	w.start()
	jobs := o.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, maxJobs)
	var all sync.WaitGroup
	for range jobs {
		all.Go(func() { w.work(ctx, &worker{walk: w, hand: hand}) })
	}
	all.Wait()
	w.links(&worker{walk: w, hand: hand})
	w.added(&worker{walk: w, hand: hand})
	slices.SortFunc(results, func(a, b result) int { return cmp.Compare(a.path, b.path) })
	for _, list := range [][]Problem{w.stats.Unread, w.stats.Skipped} {
		slices.SortFunc(list, func(a, b Problem) int { return cmp.Compare(a.Path, b.Path) })
	}
	out := make([]T, len(results))
	for i, r := range results {
		out[i] = r.value
	}
	return out, &w.stats
}

// walk is what the workers share.
type walk struct {
	Options
	files map[string]bool // named by the user, by full path
	dirs  map[string]bool

	mu    sync.Mutex
	ready sync.Cond
	queue []job // a stack: depth first keeps it short
	busy  int   // workers that may still add to the queue
	stats Stats
	link  []place // symbolic links that could be candidates
	taken []place // files handed over

	// One buffer for large files, so that many processors do not take 4 MB each.
	wide sync.Mutex
	big  []byte
}

// job is a folder to list, or some files of one to read.
type job struct {
	dir   place
	rules *ignores // that hold in the folder, without its own
	files []string // by full path; nil: list the folder
	named bool     // the one file is named by the user
}

// work takes jobs until none is left and none can come.
func (w *walk) work(ctx context.Context, one *worker) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.queue) == 0 && w.busy > 0 {
			w.ready.Wait()
		}
		if len(w.queue) == 0 || ctx.Err() != nil {
			break
		}
		j := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		w.busy++
		w.mu.Unlock()
		one.do(j)
		w.mu.Lock()
		if w.busy--; w.busy == 0 {
			w.ready.Broadcast()
		}
	}
	w.stats.Seen += one.seen
	w.stats.Opened += one.opened
	w.stats.Binary += one.binary
	w.stats.Skipped = append(w.stats.Skipped, one.skipped...)
	w.link = append(w.link, one.links...)
	w.taken = append(w.taken, one.taken...)
}

// share queues what a worker found, so that others start on it at once.
func (w *walk) share(found []job) {
	if len(found) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = append(w.queue, found...)
	w.ready.Broadcast()
}
