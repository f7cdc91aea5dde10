package report

import (
	"compress/gzip"
	"fmt"
	"strings"

	"github.com/proflint/proflint/internal/finding"
)

// limits are what GitHub takes and shows of one SARIF file. Beyond what it takes
// the whole report is refused.
type limits struct {
	results int // taken
	shown   int // results that it shows of these
	bytes   int // taken, compressed
}

// gitHub is what its documentation on code scanning says. Of the 10 MB some is
// kept back for the end of the report, and for another compressor's ways.
func gitHub() limits { return limits{results: 25_000, shown: 5_000, bytes: 10<<20 - 512<<10} }

const (
	maxLocations = 100 // of a result: what GitHub shows of the 1,000 that it takes
	maxNotes     = 100 // our own: notifications of one kind
)

// results writes the findings, worst first, until a limit is met.
func (s *sarif) results(out *listWriter, size *measure) {
	var noPlace, tooMany, tooLarge, notShown, fewerPlaces, unread tally
	for _, f := range worstFirst(s.Findings) {
		at, found := s.places.of(f)
		switch {
		case !found:
			noPlace.add(f)
			if noPlace.total <= maxNotes {
				s.note("finding-without-place", f.Level, f.Rule+": "+saying(f))
			}
			continue
		case out.items == s.limits.results:
			tooMany.add(f)
			continue
		case tooLarge.total > 0 || int(size.size) > s.limits.bytes:
			tooLarge.add(f)
			continue
		}
		out.item(s.result(f, at), "        ", true) // indented, the report would be twice as large
		if out.items > s.limits.shown {
			notShown.add(f)
		}
		if f.Rule == "input-not-read" {
			if unread.add(f); unread.total <= maxNotes {
				s.note("input-not-read", finding.Note, saying(f), location(at, ""))
			}
		}
		if len(f.Related) > maxLocations-1 || len(f.Workloads) > maxLocations {
			fewerPlaces.add(f)
		}
	}
	limited := func(t tally, format string, args ...any) {
		if t.total > 0 {
			s.note("report-limited", finding.Warning, t.String()+" "+fmt.Sprintf(format, args...))
		}
	}
	limited(tooMany, "left out: GitHub refuses a report with more than %s results. The worst come first; --format json has all.", thousands(s.limits.results))
	limited(tooLarge, "left out: GitHub refuses a report of more than 10 MB, compressed. The worst come first; --format json has all.")
	limited(notShown, "come last and may not be shown: GitHub shows the first %s results.", thousands(s.limits.shown))
	limited(fewerPlaces, "given with the first %d of their places or workloads.", maxLocations)
	limited(noPlace.over(maxNotes), "without a place are not told.")
	limited(unread.over(maxNotes), "of files that could not be read have no notification.")
}

// tally counts findings by level.
type tally struct{ errors, warnings, notes, suppressed, total int }

func (t *tally) add(f *finding.Finding) {
	t.total++
	switch {
	case f.Suppression != nil:
		t.suppressed++
	case f.Level == finding.Error:
		t.errors++
	case f.Level == finding.Warning:
		t.warnings++
	default:
		t.notes++
	}
}

// over is what a tally has beyond n; which ones is not known.
func (t tally) over(n int) tally { return tally{total: max(0, t.total-n)} }

// String says "12 findings (2 errors, 10 notes)".
func (t tally) String() string {
	var parts []string
	for _, x := range []struct {
		n    int
		noun string
	}{{t.errors, "error"}, {t.warnings, "warning"}, {t.notes, "note"}} {
		if x.n > 0 {
			parts = append(parts, plural(x.n, x.noun))
		}
	}
	if t.suppressed > 0 {
		parts = append(parts, thousands(t.suppressed)+" suppressed")
	}
	if len(parts) == 0 {
		return plural(t.total, "finding")
	}
	return plural(t.total, "finding") + " (" + strings.Join(parts, ", ") + ")"
}

// measure is written all that the report is, and knows how large it is when it
// is compressed. Nothing is compressed before the limit can be met at all.
type measure struct {
	limit int
	start []byte // until it is too large to fit in any case
	zip   *gzip.Writer
	size  counter
}

func (m *measure) Write(p []byte) (int, error) {
	if m.zip != nil {
		return m.zip.Write(p)
	}
	if m.start = append(m.start, p...); len(m.start) > m.limit {
		m.zip = gzip.NewWriter(&m.size)
		_, err := m.zip.Write(m.start)
		m.start = nil
		return len(p), err
	}
	return len(p), nil
}

// counter counts the bytes that it is given.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
