package engine

import (
	"io"
	"time"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/rules"
)

// Options is what a run is asked to do.
type Options struct {
	Root      string   // absolute: the git root, else the working directory; reports name paths from here
	Paths     []string // as the user named them; "-" is standard input
	Stdin     io.Reader
	StdinName string // what reports call standard input, and what its kind is told from; "" for no name

	// Overlay stands for what is on disk, by the path that reports use: the
	// bytes of a file (empty, not nil, for an empty one), which need not exist on
	// disk; nil for a file or folder that is to be taken for absent. It covers
	// standard input, too.
	Overlay map[string][]byte
	Edited  bool // the edits of findings will be made: every byte of the files counts

	Answers  []*source.File // of kind Live: what Google answered, read beside the paths
	Logs     []*source.File // log lines of the runs among the answers
	Gaps     []*model.Gap   // what Google did not answer
	Asked    time.Time      // when Google was asked; zero where it was not
	Project  string         // id: of workloads that name none, where Google is asked
	Region   string         // likewise
	Since    time.Duration  // runs that ended longer ago are left out; of a run that is diagnosed, all that came before does not count. 0: all counts
	Diagnose bool           // Google is asked for whatever tells why a run has no profiles, too
	Job      string         // id or name of the run that the log lines are of; "": those that name a run are its own

	Profiling checks.Profiling
	Rules     []string // only these; empty for all
	Disable   []string // none of these
	Jobs      int      // parallel workers; below 1 means one for each processor

	// What a configuration file says.
	Base    string                    // absolute: its folder, which patterns are relative to
	Own     map[string]rules.Settings // by rule
	Exclude []string                  // files and folders to leave out unless named, as in .gitignore
	Scopes  []string                  // folders of which each is a deployment of its own
	Ignores []Ignore
	Now     time.Time // when ignores are past their date; zero: never
}

// Unread is a path that the user named and that could not be looked at.
type Unread struct {
	Path string // as reports name it
	Err  error
}

// Result is all that a run found. Clusters and workloads stand in the order
// of path and place.
type Result struct {
	Mode        string // "files", "live", or "files+live"
	FilesSeen   int    // regular files that are not ignored
	FilesParsed int    // those of them that could declare a workload, and were read
	Clusters    []*model.Cluster
	Workloads   []*model.Workload
	Verdicts    []finding.Verdict
	Findings    []*finding.Finding
	Unread      []Unread
	Problems    []live.Answer // those that are none, or not whole
	Looked      string        // what was looked at: "1,204 files seen, 37 read"

	// Organization is what Survey found; nil otherwise.
	Organization *model.Organization

	set *model.Set
}
