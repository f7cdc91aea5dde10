package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/rules"
)

// explain prints the page of a rule, or a fact.
func explain(r *run) (int, error) {
	if len(r.args) != 1 {
		return 0, misuse("explain needs one rule or fact, such as cluster-scopes or F4.9; \"%s rules\" lists the rules", progName)
	}
	book, err := rules.Load()
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	id := r.args[0]
	if rule := book.Rule(strings.ToLower(id)); rule != nil {
		r.page(book, rule)
		return exitOK, nil
	}
	if fact, known := book.Fact(strings.ToUpper(id)); known {
		r.fact(fact)
		r.usedBy(book, fact.ID)
		return exitOK, nil
	}
	names := ruleIDs(book)
	if len(id) > 1 && strings.ContainsAny(id[1:2], "0123456789") {
		names = nil // a fact that does not exist: its neighbours say something else
	}
	return 0, misuse("there is no rule or fact %q%s", id, suggest(id, names, ""))
}

func (r *run) page(book *rules.Book, rule *rules.Rule) {
	bold := r.bold()
	fmt.Fprintf(r.stdout, "%s: %s\n", bold(rule.ID), rule.Title)
	fmt.Fprintf(r.stdout, "%s; %s\n\n", levels(rule), strings.Join(rule.Products, ", "))
	for line := range strings.Lines(rule.Body + "\n") {
		if heading, is := strings.CutPrefix(line, "## "); is {
			line = bold(strings.TrimSuffix(heading, "\n")) + "\n"
		}
		fmt.Fprint(r.stdout, line)
	}
	if len(rule.Facts) > 0 {
		fmt.Fprintf(r.stdout, "\n%s\n", bold("Facts it rests on"))
	}
	for _, id := range rule.Facts {
		if fact, known := book.Fact(id); known {
			r.fact(fact)
		}
	}
}

// levels writes "error; scripts: note".
func levels(rule *rules.Rule) string {
	out := []string{cmp.Or(rule.Levels["default"], "note")}
	var cases []string
	for kase, level := range rule.Levels {
		if kase != "default" {
			cases = append(cases, kase+": "+level)
		}
	}
	slices.Sort(cases)
	return strings.Join(append(out, cases...), "; ")
}

func (r *run) fact(f rules.Fact) {
	fmt.Fprintf(r.stdout, "%s  %s\n      %s\n", r.bold()(fmt.Sprintf("%-4s", f.ID)), f.Text,
		strings.Join(slices.DeleteFunc([]string{f.Confidence, f.Source, f.Date}, func(s string) bool { return s == "" }), "; "))
}

func (r *run) usedBy(book *rules.Book, fact string) {
	var ids []string
	for _, rule := range book.Rules {
		if slices.Contains(rule.Facts, fact) {
			ids = append(ids, rule.ID)
		}
	}
	if len(ids) > 0 {
		fmt.Fprintf(r.stdout, "      rules that rest on it: %s\n", strings.Join(ids, ", "))
	}
}

func (r *run) bold() func(...any) string {
	c := color.New(color.Bold)
	if r.color() {
		c.EnableColor()
	} else {
		c.DisableColor()
	}
	return c.SprintFunc()
}

// ruleList is the JSON of the list of rules, version 1.
type ruleList struct {
	Version int       `json:"version"`
	Rules   []ruleRow `json:"rules"`
}

type ruleRow struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Group    string            `json:"group"`
	Severity string            `json:"severity"` // the ceiling in its main case
	Levels   map[string]string `json:"levels"`
	Products []string          `json:"products"`
	Facts    []string          `json:"facts"`

	ceiling finding.Level // the most that it can say, with the project at hand
}

// listRules prints every rule.
func listRules(r *run) (int, error) {
	if len(r.args) > 0 {
		return 0, misuse("rules takes no arguments; \"%s explain %s\" prints a page", progName, r.args[0])
	}
	book, err := rules.Load()
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	doc := ruleList{Version: 1, Rules: []ruleRow{}}
	for _, x := range book.Rules {
		doc.Rules = append(doc.Rules, ruleRow{
			ID: x.ID, Title: x.Title, Group: x.Group, Severity: x.Level("").String(), Levels: x.Levels,
			Products: append([]string{}, x.Products...), Facts: append([]string{}, x.Facts...), ceiling: x.Ceiling(true),
		})
	}
	if r.text("format") == "json" {
		e := json.NewEncoder(r.stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return exitOK, e.Encode(doc)
	}
	r.ruleTable(doc.Rules)
	return exitOK, nil
}

// ruleTable writes the rules by group, groups in order of their worst level
// and name, each with the most that it can say.
func (r *run) ruleTable(rows []ruleRow) {
	width := 0
	groups := map[string]finding.Level{}
	for _, x := range rows {
		width = max(width, len(x.ID))
		groups[x.Group] = max(groups[x.Group], x.ceiling)
	}
	var names []string
	for g := range groups {
		names = append(names, g)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(-cmp.Compare(groups[a], groups[b]), cmp.Compare(a, b)) })
	for i, g := range names {
		if i > 0 {
			fmt.Fprintln(r.stdout)
		}
		fmt.Fprintln(r.stdout, r.bold()(g))
		for _, x := range rows {
			if x.Group == g {
				fmt.Fprintf(r.stdout, "  %-*s  %-7s  %s\n", width, x.ID, x.ceiling, x.Title)
			}
		}
	}
}
