package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/source"
	"github.com/proflint/proflint/rules"
)

const configMax = 1 << 20 // bytes; a longer file is a mistake

// config is what a configuration file says.
type config struct {
	file    *source.File        // named as reports name files
	options map[string][]string // values of options, as flags would have them
	nodes   map[string]entry    // the file's keys
	rules   map[string]rules.Settings
	exclude []string
	scopes  []string
	ignores []engine.Ignore
}

// entry is a key of the file with its line, and what it holds.
type entry struct {
	line  int
	value *yaml.Node
}

// section is a key of the file that no flag has.
type section struct {
	name  string
	shape func() *shape
	read  func(*config, *yaml.Node) error
}

// sections is the one list of them; the other keys of the file are options.
func sections() []section {
	return []section{
		{"exclude", func() *shape {
			return &shape{form: aList, each: &shape{is: "glob"}, help: "files and folders to leave out, as in .gitignore, from the folder of this file"}
		}, func(c *config, n *yaml.Node) error { return n.Decode(&c.exclude) }},
		{"scopes", func() *shape {
			return &shape{form: aList, each: &shape{is: "glob"}, help: "folders of which each is a deployment of its own: names in one mean nothing in another"}
		}, func(c *config, n *yaml.Node) error { return n.Decode(&c.scopes) }},
		{"rules", rulesShape, readRules},
		{"ignores", func() *shape {
			return &shape{form: aList, help: "findings to leave out, where a file cannot hold a comment", each: &shape{form: anObject, keys: []key{
				{"rule", true, &shape{is: "rule", values: rules.IDs()}},
				{"path", true, &shape{is: "glob", help: "the file of the finding, as in .gitignore, from the folder of this file"}},
				{"workload", false, &shape{help: "only for the workload of this name, or of this id in reports"}},
				{"until", false, &shape{is: "date", help: "the last day on which it holds"}},
				{"reason", true, &shape{is: "reason"}},
			}}}
		}, readIgnores},
	}
}

// rulesShape is made from the pages: their cases, and the types of their
// thresholds.
func rulesShape() *shape {
	out := &shape{form: anObject, noun: "rule", help: "levels and thresholds, by rule"}
	book, _ := rules.Load() // the pages are tested to load
	level := &shape{values: []string{"error", "warning", "note", "off"}}
	for _, r := range book.Rules {
		levels := &shape{form: anObject, noun: "case"}
		for _, kase := range r.Cases() {
			levels.keys = append(levels.keys, key{kase, false, level})
		}
		one := &shape{form: anObject, help: r.Title, short: level, keys: []key{{"levels", false, levels}}}
		if params := checks.Thresholds(r.ID); params != nil {
			one.keys = append(one.keys, key{"params", false, shapeOf(reflect.TypeOf(params), "")})
		}
		out.keys = append(out.keys, key{r.ID, false, one})
	}
	return out
}

func readRules(c *config, n *yaml.Node) error {
	c.rules = map[string]rules.Settings{}
	book := rules.Open()
	for i := 0; i+1 < len(n.Content); i += 2 {
		id, v := n.Content[i].Value, n.Content[i+1]
		var own struct {
			Levels map[string]string
			Params yaml.Node
		}
		if v.Kind == yaml.ScalarNode { // one level for all cases
			own.Levels = map[string]string{}
			for _, kase := range book.Rule(id).Cases() {
				own.Levels[kase] = v.Value
			}
		} else if err := v.Decode(&own); err != nil {
			return err
		}
		set := rules.Settings{Levels: map[string]finding.Level{}}
		for kase, name := range own.Levels {
			set.Levels[kase], _ = finding.ParseLevel(name) // "off" is no level: none
		}
		if own.Params.Kind != 0 {
			set.Params = &own.Params
		}
		c.rules[id] = set
	}
	return nil
}

func readIgnores(c *config, n *yaml.Node) error {
	for _, item := range n.Content {
		var x struct{ Rule, Path, Workload, Until, Reason string }
		if err := item.Decode(&x); err != nil {
			return err
		}
		text, start := c.file.Line(item.Line)
		at := source.Span{File: c.file, Start: start + min(item.Column-1, len(text)), End: start + len(text)}
		c.ignores = append(c.ignores, engine.Ignore{At: at, Rule: x.Rule, Path: x.Path, Workload: x.Workload, Until: x.Until, Reason: x.Reason})
	}
	return nil
}

// fileShape is the shape of the whole file. Sections that needs refuses are
// left empty: describing all rules takes as long as linting a file.
func fileShape(needs func(name string) bool) *shape {
	out := &shape{form: anObject}
	for _, o := range options() {
		if o.file && !slices.Contains(out.names(), o.name) { // each command may have its own
			out.keys = append(out.keys, key{o.name, false, o.shape()})
		}
	}
	for _, s := range sections() {
		k := key{name: s.name}
		if needs(s.name) {
			k.shape = s.shape()
		}
		out.keys = append(out.keys, k)
	}
	return out
}

// shape is what the option may be in the file.
func (o option) shape() *shape {
	one := &shape{values: o.values, help: strings.ReplaceAll(o.help, "`", "")}
	switch {
	case o.rules:
		one.values, one.is = rules.IDs(), "rule"
	case o.path:
		one.is = "path"
	}
	switch o.kind {
	case list:
		return &shape{form: aList, each: &shape{is: one.is, values: one.values}, short: &shape{is: one.is, values: one.values}, help: one.help}
	case number:
		one.form, one.is = aNumber, "whole"
	case toggle:
		one.form = aToggle
	}
	return one
}

// parseConfig reads the text of a file. name is how reports call it. All that
// is wrong is told at once.
func parseConfig(name string, data []byte) (*config, error) {
	c := &config{file: source.NewFile(name, source.Code, data), options: map[string][]string{}, nodes: map[string]entry{}}
	root, err := document(name, data)
	if err != nil || root == nil {
		return c, err
	}
	check := &checker{file: name}
	needs := func(name string) bool {
		return slices.ContainsFunc(root.Content, func(n *yaml.Node) bool { return n.Value == name })
	}
	if check.check(root, fileShape(needs), ""); check.errs != nil {
		return nil, errors.Join(check.errs...)
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		k, v := root.Content[i], root.Content[i+1]
		c.nodes[k.Value] = entry{k.Line, v}
		if at := slices.IndexFunc(sections(), func(s section) bool { return s.name == k.Value }); at >= 0 {
			if err := sections()[at].read(c, v); err != nil {
				return nil, fmt.Errorf("%s:%d:%d: %w", name, k.Line, k.Column, err)
			}
			continue
		}
		c.options[k.Value] = []string{v.Value}
		if v.Kind == yaml.SequenceNode {
			c.options[k.Value] = []string{}
			for _, item := range v.Content {
				c.options[k.Value] = append(c.options[k.Value], item.Value)
			}
		}
	}
	return c, nil
}

// document parses the one document of a file; nil for an empty one.
func document(name string, data []byte) (*yaml.Node, error) {
	d := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := d.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, located(name, err)
	}
	root := doc.Content[0]
	if err := d.Decode(&more); err == nil {
		return nil, fmt.Errorf("%s:%d:%d: want one document, a second one starts here", name, more.Line, more.Column)
	} else if !errors.Is(err, io.EOF) {
		return nil, located(name, err)
	}
	switch {
	case root.Kind == yaml.ScalarNode && root.Tag == "!!null":
		return nil, nil
	case root.Kind != yaml.MappingNode:
		return nil, fmt.Errorf("%s:%d:%d: want a map of settings, got %s", name, root.Line, root.Column, got(root))
	}
	return root, nil
}

// located puts the place first that the parser knows.
func located(name string, err error) error {
	var e *yaml.LoadError
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return fmt.Errorf("%s:%d:%d: %s", name, max(e.Mark.Line, 1), max(e.Mark.Column, 1), e.Message)
}

func readSmall(full string, most int64) ([]byte, error) {
	info, err := os.Stat(full)
	var path *os.PathError
	switch {
	case errors.As(err, &path):
		return nil, path.Err
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > most:
		return nil, fmt.Errorf("larger than %d MiB", most>>20)
	}
	data, err := os.ReadFile(full)
	if errors.As(err, &path) {
		err = path.Err
	}
	return data, err
}
