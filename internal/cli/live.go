package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/report"
)

// asks reports whether Google, or a recording of its answers, is to be asked.
// Credentials that lie around never decide that.
func (r *run) asks() bool {
	return r.toggle("live") || r.toggle("plan") || r.text("replay") != ""
}

// liveProject judges what a project runs.
func liveProject(r *run) (int, error) {
	if len(r.args) > 0 {
		return 0, misuse("live takes no paths, got %s; to settle what files leave open, use check --live", r.args[0])
	}
	if r.text("organization") != "" {
		return liveOrganization(r)
	}
	outputs, err := r.outputs(checkFormats())
	if err != nil {
		return 0, err
	}
	o, err := r.options()
	if err != nil {
		return 0, err
	}
	if o.Since, err = span(r.text("since")); err != nil {
		return 0, misuse("--since: %w", err)
	}
	o.Paths = nil
	google, err := r.client(&o)
	if err != nil {
		return 0, err
	}
	if o.Project == "" {
		return 0, misuse("which project? --project=PROJECT")
	}
	var regions []string
	if o.Region != "" {
		regions = strings.Split(o.Region, ",")
	} else {
		r.say("no region is known, so only Dataflow jobs are looked at: --region=REGION[,REGION]")
	}
	o.Region = "" // every answer names its own
	first := engine.Workloads(o.Project, regions)
	if r.toggle("plan") {
		return r.printPlan(first, google, inProject, engine.Later()...)
	}
	result, err := engine.Ask(context.Background(), o, google, first...)
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	result.Mode, result.Looked = "live", "project "+o.Project+" as of "+google.Now().UTC().Format(time.RFC3339)
	missing := r.unanswered(result, google)
	in := r.input(result, false)
	for _, out := range outputs {
		if err := r.write(out, in); err != nil {
			return 0, misuse("cannot write the report: %w", err)
		}
	}
	if len(result.Workloads) == 0 {
		if missing {
			r.say("no workload was seen, and not all that there may be: %s", result.Looked)
		} else {
			r.say("no Dataflow, Dataproc or Serverless workload found: %s", result.Looked)
		}
	}
	return r.end(google, missing, r.code(result, in.Findings))
}

// end writes the recording, and takes into account what was not answered.
func (r *run) end(google *live.Client, missing bool, code int) (int, error) {
	if google != nil {
		if err := google.Close(); err != nil {
			return 0, &failure{exitUnseen, err}
		}
	}
	if code == exitOK && missing && r.toggle("require-live") {
		code = exitUnseen
	}
	return code, nil
}

// span reads a time such as 90m, 24h or 7d.
func span(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n < 1e5 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	} else if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return d, nil
	}
	return 0, fmt.Errorf("want a time such as 12h or 7d, got %q", s)
}

// client makes what asks, and says in the options whose project it is.
func (r *run) client(o *engine.Options) (*live.Client, error) {
	def := live.Gcloud(r.env)
	o.Project = cmp.Or(r.text("project"), def.Project)
	o.Region = cmp.Or(r.text("region"), def.DataprocRegion, def.ComputeRegion)
	if strings.ContainsAny(o.Project+o.Region, "/ ?#%") {
		return nil, misuse("--project and --region: want an id, got %q and %q", o.Project, o.Region)
	}
	if r.text("record") != "" && (r.text("replay") != "") {
		return nil, misuse("--record and --replay exclude each other")
	}
	who := cmp.Or(r.text("impersonate-service-account"), def.Impersonate)
	c, err := live.New(live.Options{
		Env: r.env, Project: o.Project, Impersonate: strings.FieldsFunc(who, func(c rune) bool { return c == ',' || c == ' ' }),
		Timeout: patience(r.text("organization") != ""), Record: r.text("record"), Replay: r.text("replay"), Pseudonymize: r.toggle("pseudonymize"), Told: r.progress(), Agent: progName + "/" + toolVersion(),
	})
	if err != nil {
		return nil, &failure{exitUsage, err}
	}
	return c, nil
}

// patience is how long Google is asked: searches through an organization come in
// many pages, one behind the other.
func patience(pages bool) time.Duration {
	if pages {
		return 5 * time.Minute
	}
	return 0
}

// progress counts the answers on a terminal, on one line that goes away; nil
// where nobody watches.
func (r *run) progress() func(live.Answer) {
	f, ok := r.stderr.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) || r.env["TERM"] == "dumb" {
		return nil
	}
	var answers atomic.Int64
	return func(live.Answer) {
		fmt.Fprintf(f, "\r%s: %d answers from Google\x1b[K\r", progName, answers.Add(1))
	}
}

// unanswered says on standard error what Google did not answer, each problem
// once, and how old a replay is. It reports whether anything is missing.
func (r *run) unanswered(result *engine.Result, c *live.Client) bool {
	if r.progress() != nil {
		fmt.Fprint(r.stderr, "\x1b[K")
	}
	if r.text("replay") != "" {
		result.Mode = "snapshot"
		r.say("answers of %s, %s", c.Now().UTC().Format(time.RFC3339), r.text("replay"))
	}
	told := map[string][]string{}
	var order []string
	for _, a := range result.Problems {
		text := a.Partial
		switch {
		case a.Err == nil:
		case a.Err.Class == live.NotFound:
			continue // that there is none is an answer
		default:
			if text = a.Err.Error(); a.Err.Do != "" {
				text += "\n  " + a.Err.Do
			}
		}
		if told[text] == nil {
			order = append(order, text)
		}
		told[text] = append(told[text], a.Question.String())
	}
	for _, text := range order {
		of := told[text]
		more := ""
		if len(of) > 1 {
			more = fmt.Sprintf(" and %d more", len(of)-1)
		}
		said, do, _ := strings.Cut(text, "\n  ")
		r.say("no answer for %s%s: %s", of[0], more, said)
		if do != "" {
			fmt.Fprintf(r.stderr, "  %s\n", disarm(report.Plain(do)))
		}
	}
	return len(order) > 0
}

// plan prints the requests that would be made, and makes none.
func (r *run) plan(o engine.Options, c *live.Client) (int, error) {
	now, err := engine.Open(context.Background(), o, c)
	if err != nil {
		return 0, &failure{exitUnseen, err}
	}
	return r.printPlan(now, c, inProject, engine.Later()...)
}

// inProject says where gcloud is to make a role that is for one project.
const inProject = "--project=PROJECT"

func (r *run) printPlan(now []live.Question, c *live.Client, where string, then ...live.Question) (int, error) {
	first, err := c.Plan(now)
	if err != nil {
		return 0, &failure{exitUsage, err}
	}
	later, err := c.Plan(then)
	if err != nil {
		return 0, &failure{exitUsage, err}
	}
	return exitOK, writePlan(r.stdout, slices.ContainsFunc(r.settings["format"], func(f string) bool { return strings.HasPrefix(f, "json") }), where, first, later)
}

func writePlan(w io.Writer, asJSON bool, where string, first, later []live.Call) error {
	role, above := live.CustomRole(append(slices.Clone(first), later...), where == inProject)
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(map[string]any{"version": 1, "first": first, "later": later, "custom_role": role, "needed_above": slices.Concat(above, []string{})})
	}
	var b strings.Builder
	b.WriteString("First, all at once:\n")
	for _, c := range first {
		explainCall(&b, c)
	}
	b.WriteString("\nThen, depending on the answers, which fill in the names in capitals:\n")
	for _, c := range later {
		explainCall(&b, c)
	}
	b.WriteString("\nA role that allows all of it and nothing else, for gcloud iam roles create proflint " + where + " --file=FILE:\n\n" + role)
	if len(above) > 0 {
		b.WriteString("\nOn the folders and the organization above, which a role of the project does not reach: " + strings.Join(above, ", ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func explainCall(b *strings.Builder, c live.Call) {
	fmt.Fprintf(b, "  %s\n      %s %s\n", c.What, c.Method, c.URL)
	if c.Permission != "" {
		fmt.Fprintf(b, "      needs %s, as in %s\n", c.Permission, c.Role)
	}
	if c.Most > 1 {
		fmt.Fprintf(b, "      at most %d requests\n", c.Most)
	}
}
