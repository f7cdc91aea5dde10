package build

import (
	"slices"
	"strings"

	"github.com/proflint/proflint/internal/dialect/beam"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/internal/value"
)

// launches returns the pipelines that the project's exec-maven-plugin starts.
func (p *pom) launches() []*model.Workload {
	var out []*model.Workload
	for _, part := range p.parts() {
		for _, plugin := range slices.AppendSeq(slices.Collect(children(part.Get("build", "plugins"), "plugin")), children(part.Get("build", "pluginManagement", "plugins"), "plugin")) {
			if p.text(plugin.Get("artifactId")).String() != "exec-maven-plugin" {
				continue
			}
			configs := []value.Tree{plugin.Get("configuration")}
			for e := range children(plugin.Get("executions"), "execution") {
				configs = append(configs, e.Get("configuration"))
			}
			for _, c := range configs {
				out = append(out, launch(p.words(c))...)
			}
		}
		out = append(out, launch(split(p.text(part.Get("properties").Get("exec.args"))))...)
	}
	return out
}

// launch returns the pipeline that a Java program with these arguments is, if
// it is one.
func launch(words []source.Text) []*model.Workload {
	if len(words) == 0 {
		return nil
	}
	at := words[0].Span()
	args := value.NewList(at)
	for _, w := range words {
		args.List.Items = append(args.List.Items, value.String(w))
		args.At = args.At.Cover(w.Span())
	}
	args.List.At = args.At
	w, ok := beam.Launch(model.Java, args, at)
	if !ok {
		return nil
	}
	return []*model.Workload{w}
}

// words returns the arguments of the program that one configuration starts.
func (p *pom) words(config value.Tree) []source.Text {
	var out []source.Text
	for a := range children(config.Get("arguments"), "argument") {
		out = append(out, p.text(a))
	}
	if line := config.Get("commandlineArgs"); line.Present() {
		out = append(out, split(p.text(line))...)
	}
	return program(out)
}

// program drops what stands in front of a program's own arguments when the
// words are those of java itself: its options and the main class.
func program(words []source.Text) []source.Text {
	i := 0
	for i < len(words) {
		switch s := words[i].String(); {
		case s == "-jar":
			return words[min(i+2, len(words)):]
		case s == "-classpath" || s == "-cp" || s == "--class-path" || s == "-p" || s == "--module-path" || s == "--add-opens" || s == "--add-exports":
			i += 2
		case strings.HasPrefix(s, "--add-") || strings.HasPrefix(s, "-") && !strings.HasPrefix(s, "--"):
			i++
		case strings.HasPrefix(s, "--") || i == 0:
			return words[i:]
		default:
			return words[i+1:]
		}
	}
	return nil
}

// split cuts a command line as build tools do: at blanks, outside quotes.
func split(t source.Text) []source.Text {
	s := t.Mask('x')
	var out []source.Text
	var parts []source.Text
	quote, from, inside := byte(0), 0, false
	for i := 0; i <= len(s); i++ {
		switch {
		case i == len(s) || quote == 0 && strings.IndexByte(" \t\r\n", s[i]) >= 0:
			if inside {
				out = append(out, source.Concat(append(parts, t.Slice(from, i))...))
			}
			parts, inside = nil, false
		case quote == 0 && (s[i] == '"' || s[i] == '\'') || quote != 0 && s[i] == quote:
			if inside {
				parts = append(parts, t.Slice(from, i))
			}
			from, inside = i+1, true
			if quote == 0 {
				quote = s[i]
			} else {
				quote = 0
			}
		case !inside:
			from, inside = i, true
		}
	}
	return out
}
