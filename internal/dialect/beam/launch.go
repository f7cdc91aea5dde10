package beam

import (
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// Launch declares the pipeline that a program starts, if the words behind the
// program show that it is one for Dataflow: they name the runner, have an
// option that only Dataflow has, in any SDK's spelling, or ask for the
// profiler. lang is "" where the text does not show it; at is the launch.
func Launch(lang model.Lang, args value.Tree, at source.Span) (*model.Workload, bool) {
	guesses := []model.Lang{lang}
	if lang == "" {
		guesses = fitting(args)
	}
	c := parse(guesses[0], args)
	for i := 1; i < len(guesses) && !c.dataflow(); i++ {
		c = parse(guesses[i], args)
	}
	if !c.dataflow() {
		return nil, false
	}
	w := &model.Workload{Entity: model.Entity{Product: model.Dataflow, Kind: model.KindPipeline, At: at}, Lang: lang, Args: args}
	fill(w, &c)
	return w, true
}

// fill takes what the words say of the workload.
func fill(w *model.Workload, c *command) {
	w.Name = c.single(jobName)
	w.Project = c.single(project)
	w.Region = c.single(region)
	w.Account = c.single(account)
	w.Subnet = c.single(subnetwork)
	w.Image = c.single(image)
	w.Options.JobName = w.Name
	w.Options.Runner = c.single(runner)
}

// dataflow reports whether the options are those of a Beam pipeline for
// Dataflow. One that names another runner counts only if it asks all the same
// (F3.54).
func (c *command) dataflow() bool {
	beam, another, asks := false, false, false
	for _, g := range c.options {
		opt := g.opt
		if opt == nil {
			opt, _ = foreign(c.lang, g.name)
		}
		asks = asks || surely(g.value) != nothing || surely(g.stray) != nothing || g.key.Index(profiler, 0) >= 0
		switch {
		case opt == nil:
		case opt.id == runner:
			name, known := normal(g.value.String())
			beam = beam || known || !g.value.Known()
			another = known && g.value.Known() && name != dataflowRunner
		case opt.dataflow:
			beam = true
		}
	}
	for _, t := range append(c.loose, c.behind...) {
		asks = asks || strings.Contains(t.String(), profiler)
	}
	return asks || beam && !another
}
