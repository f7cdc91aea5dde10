package engine

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/engine/walk"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/suppress"
	"github.com/proflint/proflint/rules"
)

// Ignore is an entry of the configuration that leaves findings out.
type Ignore struct {
	At       source.Span // in the configuration file
	Rule     string
	Path     string // pattern as in .gitignore, from Options.Base
	Workload string // only findings about the workload of this name; "" for all
	Until    string // last day on which it holds, as 2027-01-31; "" for always
	Reason   string
}

// entries makes the entries ready to be compared with paths of reports.
func (o *Options) entries() []suppress.Setting {
	base := o.base()
	var out []suppress.Setting
	for _, x := range o.Ignores {
		out = append(out, suppress.Setting{
			At: x.At, Rule: x.Rule, Workload: x.Workload, Until: x.Until, Reason: x.Reason,
			Covers: walk.NewPatterns(base, []string{x.Path}).Cover,
		})
	}
	return out
}

// base is the folder of the configuration as reports name it; a file outside
// the root speaks of paths from there.
func (o *Options) base() string {
	rel, err := filepath.Rel(o.Root, o.Base)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// scope returns the stated deployment of a file, nil where none is stated.
func (o *Options) scope() func(path string) string {
	if len(o.Scopes) == 0 {
		return nil
	}
	return walk.NewPatterns(o.base(), o.Scopes).Folder
}

// judge says what can be told of ignores in this run.
func (o *Options) judge(cfg checks.Config, verdicts []finding.Verdict) suppress.Judge {
	j := suppress.Judge{Whole: o.whole(), Ran: func(id string) bool {
		rule := cfg.Book.Rule(id)
		return cfg.Judges(id) && !slices.ContainsFunc(rule.Cases(), func(kase string) bool { return rule.Shown(kase) == finding.None })
	}, Unknown: func(rule, path string) bool {
		return slices.ContainsFunc(verdicts, func(v finding.Verdict) bool {
			return v.Answer == finding.Unk && v.Rule == rule && strings.HasPrefix(v.Workload, path+"#")
		})
	}}
	if !o.Now.IsZero() {
		j.Today = o.Now.Format(time.DateOnly)
	}
	if cfg.Judges(suppress.Unused) {
		j.Unused = func() *rules.Rule { return cfg.Book.Rule(suppress.Unused) }
	}
	return j
}

// whole reports whether all below the root was to be looked at.
func (o *Options) whole() bool {
	return slices.ContainsFunc(o.Paths, func(p string) bool {
		full, err := filepath.Abs(p)
		if err != nil {
			return false
		}
		rel, err := filepath.Rel(full, o.Root)
		return err == nil && filepath.IsLocal(rel)
	})
}
