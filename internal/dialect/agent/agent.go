package agent

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
)

// API is the service that the agent sends profiles to.
const API = "cloudprofiler.googleapis.com"

// Read finds the lines of a log that tell something of the agent: plain text,
// one entry a line, the table that the Logs Explorer saves, or the JSON and YAML
// that gcloud logging read prints.
func Read(f *source.File) []model.Sign {
	var out []model.Sign
	r := &reader{f: f}
	for n := 1; n <= f.Lines(); n++ {
		text, at := f.Line(n)
		end := at + len(text)
		whole, last := r.folded(n, text)
		if s, ok := read(whole); ok {
			s.At = source.Span{File: f, Start: at, End: end}
			s.Of, s.When = r.entry(n)
			out = append(out, s)
		}
		n = last
	}
	return out
}

func read(text string) (model.Sign, bool) {
	low := ""
	for _, l := range lines {
		if !strings.Contains(text, l.holds) {
			continue
		}
		if low == "" && l.with != nil {
			low = strings.ToLower(text)
		}
		if l.with == nil || slices.ContainsFunc(l.with, func(w string) bool { return strings.Contains(low, w) }) {
			return model.Sign{Means: l.means, Says: l.says}, true
		}
	}
	return model.Sign{}, false
}

// reader knows the entries that the lines of a file belong to.
type reader struct {
	f        *source.File
	from, to int // the lines of the last entry that was asked for
	of       []string
	when     time.Time
}

var keyed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( *(?:- )?)[\w./-]+: [^\s{|>\[]`)
})

var limit = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(---.*| ? ?[\]\[}{]+,?| ? ?\}, ?\{)$`)
})

var owner = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`["']?\b(?:job_id|batch_id|session_id)["']?\s*:\s*["']?([\w:.-]+)`)
})

var stamp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`["']?\btimestamp["']?\s*:\s*["']?(\d{4}-\d\d-\d\dT[^"',\s]+)`)
})

// longest is how many lines a value or an entry may have that is read as one.
const longest = 400

// folded returns a line with those behind it that go on with its value, as gcloud
// breaks long ones in YAML, and the number of the last of them.
func (r *reader) folded(n int, text string) (string, int) {
	m := keyed().FindStringSubmatch(text)
	if m == nil {
		return text, n
	}
	whole, last := text, n
	for last < min(n+longest, r.f.Lines()) {
		next, _ := r.f.Line(last + 1)
		rest := strings.TrimLeft(next, " ")
		if rest == "" || len(next)-len(rest) <= len(m[1]) {
			break
		}
		last++
		if glued, broken := strings.CutSuffix(whole, `\`); broken { // of a double-quoted value
			whole = glued + strings.TrimPrefix(rest, `\`)
		} else {
			whole += " " + rest
		}
	}
	return whole, last
}

// entry tells of which run the entry is that a line belongs to, and of when; the
// line is one by itself unless the file has entries of several lines.
func (r *reader) entry(n int) ([]string, time.Time) {
	if n >= r.from && n <= r.to {
		return r.of, r.when
	}
	r.from, r.to = n, n
	whole := r.whole(n)
	for ; !whole && r.from > 1 && n-r.from < longest && !r.border(r.from-1); r.from-- {
	}
	for ; !whole && r.to < r.f.Lines() && r.to-n < longest && !r.border(r.to+1); r.to++ {
	}
	if n-r.from == longest || r.to-n == longest || r.from == 1 && r.to == r.f.Lines() && !r.border(1) && !strings.HasPrefix(strings.TrimSpace(string(r.f.Data)), "insertId") {
		r.from, r.to = n, n // plain lines
	}
	text := string(r.f.Data[r.f.LineStart(r.from):r.f.LineStart(r.to+1)])
	r.of, r.when = nil, time.Time{}
	for _, m := range owner().FindAllStringSubmatch(text, -1) {
		r.of = append(r.of, m[1])
	}
	if m := stamp().FindStringSubmatch(text); m != nil {
		r.when, _ = time.Parse(time.RFC3339Nano, m[1])
	}
	return r.of, r.when
}

// whole reports whether a line is an entry by itself, in a list or not.
func (r *reader) whole(n int) bool {
	text, _ := r.f.Line(n)
	text = strings.TrimSuffix(strings.TrimSpace(text), ",")
	return strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}")
}

// border reports whether a line divides entries.
func (r *reader) border(n int) bool {
	text, _ := r.f.Line(n)
	return limit().MatchString(text)
}
