package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/report"
	"github.com/proflint/proflint/rules"
)

// check lints files.
func check(r *run) (int, error) { return r.look(checkFormats(), false) }

// checkFormats are the forms of a report on findings.
func checkFormats() []format {
	return []format{
		{"text", report.Text},
		{"sarif", plain(report.SARIF)},
		{"json", plain(report.JSON)},
		{"github", plain(report.GitHub)},
		{"junit", plain(report.JUnit)},
		{"markdown", plain(report.Markdown)},
		{"html", plain(report.HTML)},
	}
}

// workloads lists what the files declare, without findings.
func workloads(r *run) (int, error) {
	return r.look([]format{
		{"text", report.Workloads},
		{"json", plain(report.JSON)},
	}, true)
}

// plain is a format without colours.
func plain(write func(io.Writer, *report.Input) error) func(io.Writer, *report.Input, bool) error {
	return func(w io.Writer, in *report.Input, _ bool) error { return write(w, in) }
}

// look reads the files, writes the reports and decides the exit code.
func (r *run) look(formats []format, list bool) (int, error) {
	outputs, err := r.outputs(formats)
	if err != nil {
		return 0, err
	}
	if err := r.fixable(outputs); err != nil {
		return 0, err
	}
	o, err := r.options()
	if err != nil {
		return 0, err
	}
	if r.toggle("show-config") {
		return r.showConfig(r.stdout)
	}
	var google *live.Client
	if !r.asks() && r.text("record") != "" {
		return 0, misuse("--record keeps what --live asks: add --live")
	}
	if r.asks() {
		if google, err = r.client(&o); err != nil {
			return 0, err
		}
		if strings.Contains(o.Region, ",") {
			return 0, misuse("--region: want one region, got %q", o.Region)
		}
	}
	if r.toggle("plan") {
		return r.plan(o, google)
	}
	lint, err := r.linter(o, google)
	if err != nil {
		return 0, err
	}
	known, err := r.sieve(o, lint)
	if err != nil {
		return 0, err
	}
	result, err := known.look(nil)
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	if r.fixing() {
		if result, err = r.fix(o.Root, result, known.look); err != nil {
			return 0, err
		}
	}
	missing := false
	if google != nil {
		result.Mode = "files+live"
		missing = r.unanswered(result, google)
	}
	in := r.input(result, list)
	for _, out := range outputs {
		if r.toggle("diff") && out.file == "" {
			continue // the fixes stand there
		}
		if err := r.write(out, in); err != nil {
			return 0, misuse("cannot write the report: %w", err)
		}
	}
	known.tell(r.say)
	r.unread(result)
	if len(result.Workloads) == 0 {
		r.say("no Dataflow, Dataproc or Serverless workload found: %s%s", result.Looked, r.nameless())
	}
	return r.end(google, missing, r.code(result, in.Findings))
}

// linter returns what lints the files, with some of them replaced, and asks
// Google if there is a client. Standard input can be read once only, and is kept
// where it may be needed again.
func (r *run) linter(o engine.Options, google *live.Client) (func(overlay map[string][]byte) (*engine.Result, error), error) {
	var input []byte
	again := (r.fixing() || google != nil) && slices.Contains(o.Paths, "-")
	if again {
		var err error
		if input, err = io.ReadAll(o.Stdin); err != nil {
			return nil, &failure{exitUnseen, err}
		}
	}
	return func(overlay map[string][]byte) (*engine.Result, error) {
		o.Overlay = overlay
		if again {
			o.Stdin = bytes.NewReader(input)
		}
		if google != nil {
			return engine.Ask(context.Background(), o, google)
		}
		return engine.Run(context.Background(), o)
	}, nil
}

// unread says what the user named and nobody could look at.
func (r *run) unread(result *engine.Result) {
	for _, u := range result.Unread {
		r.say("%s: %v%s", u.Path, u.Err, r.hint(u.Path))
	}
}

// nameless tells why standard input may not be what it was read as.
func (r *run) nameless() string {
	if !slices.Contains(r.args, "-") || r.text("stdin-filename") != "" {
		return ""
	}
	return "; standard input was read as commands or JSON: --stdin-filename job.yaml reads it as what files of that name are"
}

// hint helps with a command that was taken for a path.
func (r *run) hint(path string) string {
	if len(r.args) == 0 || r.args[0] != path {
		return ""
	}
	return suggest(path, commandNames(), "the command ")
}

// code decides the exit code.
func (r *run) code(result *engine.Result, shown []*finding.Finding) int {
	failOn, judged := finding.ParseLevel(r.text("fail-on"))
	for _, f := range shown {
		if judged && f.Suppression == nil && f.Level >= failOn {
			return exitFound
		}
	}
	none := len(result.Workloads) == 0 && (result.Organization == nil || len(result.Organization.Projects) == 0)
	if len(result.Unread) > 0 || r.toggle("require-workloads") && none {
		return exitUnseen
	}
	return exitOK
}

// options says what to read and how to judge it.
func (r *run) options() (engine.Options, error) {
	root, err := root()
	if err != nil {
		return engine.Options{}, &failure{exitUnseen, err}
	}
	o := engine.Options{
		Root: root, Paths: r.args, Stdin: r.stdin, StdinName: stdinName(r.text("stdin-filename"), root),
		Rules: r.settings["rule"], Disable: r.settings["disable"], Jobs: r.number("jobs"), Edited: r.fixing(),
	}
	o.Now = time.Now().UTC() // the same day on every machine
	if r.config != nil {
		r.config.apply(&o, r.configDir)
	}
	if slices.Contains(o.Paths, "") {
		return engine.Options{}, misuse("a path is empty: an unset variable? Name a file or folder, or none for the working directory")
	}
	if r.origins["stdin-filename"] == "flag" && !slices.Contains(o.Paths, "-") {
		return engine.Options{}, misuse(`--stdin-filename names standard input, which is read only where a path is "-"`)
	}
	if len(o.Paths) == 0 {
		o.Paths = []string{"."}
	}
	switch r.text("profiling") {
	case "all":
		o.Profiling = checks.Every
	case "required":
		o.Profiling = checks.Required
	}
	return o, knownRules(slices.Concat(o.Rules, o.Disable))
}

// knownRules refuses ids that no rule has: a misspelt one would silently
// judge by nothing, or leave out nothing.
func knownRules(ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	book, err := rules.Load()
	if err != nil {
		return &failure{exitUnseen, err}
	}
	for _, id := range ids {
		if book.Rule(id) == nil {
			return misuse("there is no rule %q%s", id, suggest(id, ruleIDs(book), ""))
		}
	}
	return nil
}

func ruleIDs(book *rules.Book) []string {
	var out []string
	for _, r := range book.Rules {
		out = append(out, r.ID)
	}
	return out
}

// input is the result as reports take it.
func (r *run) input(result *engine.Result, list bool) *report.Input {
	in := &report.Input{
		Version: toolVersion(), Mode: result.Mode, Seen: result.FilesSeen, Parsed: result.FilesParsed, Looked: result.Looked,
		Organization: result.Organization,
		Clusters:     result.Clusters, Workloads: result.Workloads, Verdicts: result.Verdicts,
		JudgeAll: r.text("profiling") == "all", ShowUnknown: r.toggle("show-unknown"),
		Now: r.now(),
	}
	in.FailOn, _ = finding.ParseLevel(r.text("fail-on")) // "never" is no level
	for _, u := range result.Unread {
		in.Unread = append(in.Unread, fmt.Sprintf("%s: %v", u.Path, u.Err))
	}
	least, _ := finding.ParseLevel(r.text("min-severity"))
	for _, f := range result.Findings {
		if !list && f.Level >= least {
			in.Findings = append(in.Findings, f)
		}
	}
	return in
}
