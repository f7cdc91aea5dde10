// Package engine reads the files, links what they declare, and judges it. With
// live answers it is the only room with goroutines.
package engine

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/dialect/agent"
	"github.com/proflint/proflint/internal/engine/walk"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/link"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/suppress"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/surface/build"
	"github.com/proflint/proflint/internal/surface/carry"
	"github.com/proflint/proflint/internal/surface/code"
	"github.com/proflint/proflint/internal/surface/rest"
	"github.com/proflint/proflint/internal/surface/shell"
	"github.com/proflint/proflint/rules"
)

// surfaces returns every surface. This list is where a new one is added.
func surfaces() []surface.Surface {
	carriers := []surface.Surface{
		carry.GitHubActions(),
		carry.Markdown(),
		carry.Makefile(),
		carry.Dockerfile(),
		carry.CircleCI(),
		carry.CloudBuild(),
		carry.Jenkinsfile(),
		carry.Taskfile(),
		carry.Compose(),
		carry.Justfile(),
		carry.PackageJSON(),
		carry.VSCode(),
		carry.Kubernetes(),
		carry.Windows(),
		carry.Notebook(code.Words()),
	}
	for i := range carriers {
		carriers[i].Carries = true
	}
	return append(carriers,
		carry.GitLab(), // what it includes may say more than it does
		shell.Surface(),
		build.Maven(),
		build.Gradle(),
		build.Catalog(),
		build.Sbt(),
		build.Requirements(),
		build.Pyproject(),
		build.SetupCfg(),
		build.SetupPy(),
		build.Pipfile(),
		build.Locks(),
		build.Conda(),
		build.GoMod(),
		build.Dockerfile(),
		rest.YAML(),
		rest.JSON(),
		rest.Python(),
		code.SparkPython(),
		code.BeamPython(),
		code.PythonCommands(),
		code.BeamJVM(),
		code.BeamGo(),
		code.BeamYAML(),
		code.SparkJVM(),
		code.SparkDefaults(),
	)
}

// Run lints what the options name. A path that cannot be read is in
// Result.Unread; the error is that of a context that ended.
func Run(ctx context.Context, o Options) (*Result, error) {
	rd := newReading(o.Root, surfaces())
	rd.overlay, rd.whole = o.Overlay, o.Edited
	in := walk.Options{
		Root: o.Root, Paths: o.Paths, Stdin: o.Stdin, StdinName: o.StdinName, Overlay: o.Overlay, Match: rd.match, Jobs: o.Jobs,
		Exclude: walk.NewPatterns(filepath.ToSlash(o.Base), o.Exclude),
	}
	units, stats := walk.Files(ctx, in, rd.file)

	set := &model.Set{Cloud: &model.Cloud{Gaps: o.Gaps, Now: o.Asked, Project: o.Project, Region: o.Region}}
	if o.Diagnose && o.Since > 0 {
		set.Cloud.Since = o.Asked.Add(-o.Since)
	}
	parsed := 0
	var ignores []*suppress.File
	for _, u := range units {
		parsed++
		if u.set != nil {
			set.Add(u.set)
		}
		if u.ignores != nil {
			ignores = append(ignores, u.ignores)
		}
	}
	for _, f := range o.Answers {
		set.Add(rd.answer(f))
	}
	for _, f := range o.Logs {
		set.Logs = append(set.Logs, &model.Log{At: source.Span{File: f}, Of: o.Job, Signs: agent.Read(f)})
	}
	for _, p := range stats.Skipped {
		f := source.NewFile(p.Path, source.Code, nil)
		set.Notes = append(set.Notes, model.Note{At: source.Span{File: f}, Reason: p.Err.Error()})
	}
	rd.programs(ctx, in, set)
	link.Link(set, o.scope())
	cfg := checks.Config{Book: rules.OpenWith(o.Own), Profiling: o.Profiling, Only: o.Rules, Disable: o.Disable}
	found, verdicts := checks.Run(cfg, set)
	findings := finding.Finish(found)
	if wrong := suppress.Apply(o.judge(cfg, verdicts), ignores, o.entries(), findings); wrong != nil {
		findings = finding.Finish(append(findings, wrong...))
	}

	out := &Result{
		set: set, Mode: mode(o), FilesSeen: stats.Seen, FilesParsed: parsed,
		Clusters: set.Clusters, Workloads: set.Workloads, Verdicts: verdicts, Findings: findings,
		Looked: fmt.Sprintf("%s seen, %d read", count(stats.Seen, "file"), parsed),
	}
	for _, p := range stats.Unread {
		out.Unread = append(out.Unread, Unread{p.Path, p.Err})
	}
	slices.SortStableFunc(out.Workloads, func(a, b *model.Workload) int { return order(a.At, b.At) })
	slices.SortStableFunc(out.Clusters, func(a, b *model.Cluster) int { return order(a.At, b.At) })
	return out, ctx.Err()
}

// mode names what a run looks at.
func mode(o Options) string {
	switch {
	case len(o.Answers) == 0:
		return "files"
	case len(o.Paths) == 0:
		return "live"
	}
	return "files+live"
}

func order(a, b source.Span) int {
	switch {
	case a.Before(b):
		return -1
	case b.Before(a):
		return 1
	}
	return 0
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
