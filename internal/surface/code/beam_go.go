package code

import (
	"path"
	"strings"

	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/surface"
	"github.com/proflint/proflint/internal/syntax/golang"
	"github.com/proflint/proflint/internal/value"
)

// beamGo is the path that all packages of Beam's Go SDK share.
const beamGo = "github.com/apache/beam/sdks/"

// BeamGo reads the flags that Go pipelines set in code.
func BeamGo() surface.Surface {
	return surface.Surface{
		Name:  "beam-go",
		Ends:  []string{".go"},
		Match: func(p string) bool { return path.Ext(p) == ".go" && !strings.HasSuffix(p, "_test.go") },
		Words: []string{"dataflow_service_option", "google_cloud_profiler", "pkg/beam/runners/dataflow"},
		Read:  readBeamGo,
	}
}

func readBeamGo(r *surface.Reader, f surface.Fragment) surface.Env {
	file := golang.Read(f.Text)
	tell(r, file.Errors)
	beam := false
	for _, p := range file.Imports {
		beam = beam || strings.HasPrefix(p, beamGo)
	}
	if !beam || file.Package != "main" {
		return nil
	}
	p := &model.Pipeline{At: f.Text.Span(), Lang: model.Go, Outer: true}
	p.Ahead, p.Words = value.NewList(p.At), value.NewList(p.At)
	parsed, sets := false, []armed(nil)
	calls := inOrder(file.Calls)
	for i, c := range calls {
		switch {
		case c.Path == "flag.Parse" || c.Path == "flag.CommandLine.Parse" && len(c.Args) == 1:
			parsed = true
			if len(c.Args) == 1 && c.Args[0].Kind == value.KindList {
				p.Words, p.Outer = c.Args[0], false
			}
		case (c.Path == "flag.Set" || c.Path == "flag.CommandLine.Set") && len(c.Args) == 2:
			sets = setFlag(p, c, parsed, sets)
		case c.Sets && c.Path == jobExperiments && len(c.Args) == 1:
			c.Args = []value.Tree{value.String(source.Derived("experiments", c.At)), c.Args[0]}
			sets = setFlag(p, c, parsed, sets)
		case c.Sets && c.Path == "os.Args" && len(c.Args) == 1 && c.Sure:
			args := c.Args[0]
			if args.Kind == value.KindList && len(args.Items()) > 0 {
				p.Words, p.Outer = rest(args), false
			} else if i > 0 && calls[i-1].Path == "append" && len(calls[i-1].Args) > 1 && calls[i-1].Args[0].Text.String() == "os.Args" {
				p.Words.List.Items = append(p.Words.List.Items, calls[i-1].Args[1:]...)
			}
		case strings.HasPrefix(c.Path, beamGo) && strings.HasSuffix(c.Path, "/runners/dataflow.Execute"):
			sets = append(sets, armed{OptionSet: model.OptionSet{At: c.At, Name: "runner", Value: value.String(source.Derived("dataflow", c.At)), By: program}})
		case c.Path == "beam.Init" || strings.HasPrefix(c.Path, beamGo) && strings.HasSuffix(c.Path, "/beam.Init"):
			p.At = c.At
		}
	}
	p.Sets = settle(sets)
	r.Set.Pipelines = append(r.Set.Pipelines, p)
	return nil
}

// jobExperiments is what holds the flag of experiments.
const jobExperiments = beamGo + "v2/go/pkg/beam/options/jobopts.Experiments"

// inOrder puts the calls of a function of the file to where init or main surely
// calls it, once in the file: they run there.
func inOrder(calls []golang.Call) []golang.Call {
	of, called := map[string][]golang.Call{}, map[string]int{}
	for _, c := range calls {
		of[c.Func] = append(of[c.Func], c)
		called[c.Path]++
	}
	var out []golang.Call
	inlined := map[string]bool{}
	var put func(name, as string)
	put = func(name, as string) {
		for _, c := range of[name] {
			if body := of[c.Path]; c.Sure && !c.Sets && len(body) > 0 && called[c.Path] == 1 && !inlined[c.Path] {
				inlined[c.Path] = true
				put(c.Path, as)
			}
			c.Func = as
			out = append(out, c)
		}
	}
	for _, name := range []string{"", "init", "main"} {
		inlined[name] = true
		put(name, name)
	}
	for _, c := range calls {
		if !inlined[c.Func] {
			out = append(out, c)
		}
	}
	return out
}

// setFlag takes flag.Set: a flag that comes behind those of the command line,
// once these are parsed, and else before them (F3.9). One that a condition decides
// on is added to those before, as is what comes after such a one.
func setFlag(p *model.Pipeline, c golang.Call, parsed bool, before []armed) []armed {
	name := c.Args[0].Text
	if c.Args[0].Kind != value.KindString || !name.Known() {
		return before
	}
	word := value.String(source.Concat(source.Derived("--", name.Span()), name, source.Derived("=", name.Span()), c.Args[1].Str().Raw()))
	set := armed{OptionSet: model.OptionSet{At: c.At, Name: name.String(), Value: c.Args[1], By: program}}
	switch {
	case c.Func != "main" && c.Func != "init" || !c.Sure && (c.Fork == nil || !parsed):
		set.Doubt = choice
	case !c.Sure:
		set.Doubt, set.of, set.arm, set.ways = choice, c.Fork, c.Arm, c.Fork.Ways
	case parsed && len(before) > 0:
	case parsed:
		p.Words.List.Items = append(p.Words.List.Items, word)
		return before
	default:
		p.Ahead.List.Items = append(p.Ahead.List.Items, word)
		return before
	}
	return append(before, set)
}

// rest is a list of words without the name of the program.
func rest(args value.Tree) value.Tree {
	out := value.NewList(args.At)
	out.List.Items, out.List.Rest = args.Items()[1:], args.List.Rest
	return out
}
