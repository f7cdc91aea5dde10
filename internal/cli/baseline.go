package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/report"
	"github.com/proflint/proflint/internal/suppress"
)

const baselineHelp = `Writes the findings of today to a file, for check --baseline FILE: known findings are then suppressed,
and new ones count. Running it again adds what is new and removes what is fixed; the other entries keep
their date, and the reason that you may add by hand. Entries of files and rules that this run does not
look at stay. A finding keeps its entry when its lines move or its file is renamed. It counts again when
its level rises, or when it hits one more workload.`

// baseline accepts the findings of today.
func baseline(r *run) (int, error) {
	file := r.text("baseline")
	if file == "" || file == "-" {
		return 0, misuse("--baseline names no file")
	}
	o, err := r.options()
	if err != nil {
		return 0, err
	}
	before, was, err := readBaseline(file)
	if errors.Is(err, fs.ErrNotExist) {
		before, err = &suppress.Baseline{}, nil
	}
	if err != nil {
		return 0, misuse("%w", err)
	}
	result, err := engine.Run(context.Background(), o)
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	if len(result.Unread) > 0 {
		r.unread(result)
		return 0, &failure{exitUnseen, fmt.Errorf("%s is not written: not all could be read", file)}
	}
	least, _ := finding.ParseLevel(r.text("min-severity"))
	found := slices.DeleteFunc(result.Findings, func(f *finding.Finding) bool { return f.Level < least })
	next, added, fixed := before.Update(found, r.saw(o, result), r.today())
	data, err := next.Encode()
	data = report.PlainJSON(data)
	if err == nil && (was == nil || !bytes.Equal(was, data)) {
		err = writeFile(file, data)
	}
	if err != nil {
		return 0, misuse("cannot write the baseline: %w", err)
	}
	r.say("%s holds %s: %d new, %d kept; %d fixed and removed", file, findings(len(next.Entries)), added, len(next.Entries)-added, fixed)
	return exitOK, nil
}

// readBaseline reads a file, and returns its bytes, too.
func readBaseline(file string) (*suppress.Baseline, []byte, error) {
	data, err := readSmall(file, baselineMax)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	b, err := suppress.ReadBaseline(filepath.ToSlash(file), data)
	return b, data, err
}

const baselineMax = 64 << 20 // bytes

// today is the date of new entries. SOURCE_DATE_EPOCH, which makes builds
// reproducible, makes this one, too.
func (r *run) today() string {
	now := time.Now()
	if s, err := strconv.ParseInt(r.env["SOURCE_DATE_EPOCH"], 10, 64); err == nil {
		now = time.Unix(s, 0)
	}
	return now.UTC().Format(time.DateOnly)
}

// saw tells of an entry of a baseline whether a run would have found it again:
// its rule was judged, and its file and those of its workloads were read.
func (r *run) saw(o engine.Options, result *engine.Result) func(suppress.Entry) bool {
	least, _ := finding.ParseLevel(r.text("min-severity"))
	broken := map[string]bool{}
	for _, f := range result.Findings {
		if f.Rule == "input-not-read" && f.At.Valid() {
			broken[f.At.File.Path] = true
		}
	}
	for _, u := range result.Unread {
		broken[u.Path] = true
	}
	var below []string
	for _, p := range o.Paths {
		if p == "-" {
			below = append(below, o.StdinName)
		} else if full, err := filepath.Abs(p); err == nil {
			if rel, err := filepath.Rel(o.Root, full); err == nil {
				below = append(below, filepath.ToSlash(rel))
			}
		}
	}
	read := func(file string) bool {
		return !broken[file] && slices.ContainsFunc(below, func(dir string) bool {
			return dir == "." || file == dir || strings.HasPrefix(file, path.Clean(dir)+"/")
		})
	}
	return func(e suppress.Entry) bool {
		level, _ := finding.ParseLevel(e.Severity)
		judged := (len(o.Rules) == 0 || slices.Contains(o.Rules, e.Rule)) && !slices.Contains(o.Disable, e.Rule)
		return judged && level >= least && read(e.Path) && !slices.ContainsFunc(e.Workloads, func(id string) bool {
			file, _, _ := strings.Cut(id, "#")
			return !read(file)
		})
	}
}

// accepted reads what --baseline names.
func (r *run) accepted() (*suppress.Baseline, error) {
	file := r.text("baseline")
	switch {
	case !r.given("baseline"):
		return nil, nil
	case file == "":
		return nil, misuse("--baseline names no file")
	}
	b, _, err := readBaseline(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, misuse("%w; proflint baseline --baseline %s writes it", err, file)
	} else if err != nil {
		return nil, misuse("%w", err)
	}
	return b, nil
}
