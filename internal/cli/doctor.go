package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/proflint/proflint/checks"
	"github.com/proflint/proflint/internal/engine"
	"github.com/proflint/proflint/internal/finding"
	"github.com/proflint/proflint/internal/live"
	"github.com/proflint/proflint/internal/model"
	"github.com/proflint/proflint/internal/report"
	"github.com/proflint/proflint/internal/source"
)

// maxAnswer bounds a file of answers or log lines.
const maxAnswer = 64 << 20

// doctor says why one run shows no profiles.
func doctor(r *run) (int, error) {
	want, offline, err := r.wanted()
	if err != nil {
		return 0, err
	}
	outputs, err := r.outputs([]format{
		{"text", report.Doctor},
		{"json", func(w io.Writer, in *report.Input, _ bool) error { return report.JSON(w, in) }},
	})
	if err != nil {
		return 0, err
	}
	o := engine.Options{Profiling: checks.Required, Job: want.id}
	if err := r.evidence(&o); err != nil {
		return 0, &failure{exitUnseen, err}
	}
	var result *engine.Result
	var google *live.Client
	missing := false
	if offline {
		if result, err = engine.Run(context.Background(), o); err == nil {
			err = only(result, want, o.Answers)
		}
		if err != nil {
			return 0, &failure{exitUnseen, err}
		}
	} else {
		if since := r.text("since"); since != "" {
			if o.Since, err = span(since); err != nil {
				return 0, misuse("--since: %w", err)
			}
		}
		google, err = r.client(&o)
		if err != nil {
			return 0, err
		}
		first, err := r.find(&o, &want)
		if err != nil {
			return 0, err
		}
		if r.toggle("plan") {
			return r.printPlan(first, google, inProject, append(engine.Causes(), engine.Later()...)...)
		}
		if result, err = engine.Ask(context.Background(), o, google, first...); err != nil {
			return 0, &failure{exitUnseen, err}
		}
		result.Mode = "live"
		missing = r.unanswered(result, google)
		if len(result.Workloads) == 0 {
			_, _ = r.end(google, missing, exitUnseen) // what was asked may be worth keeping
			return 0, &failure{exitUnseen, unfound(want, o, first, result.Problems)}
		}
		if err := tooOld(result, google.Now(), o.Since); err != nil {
			_, _ = r.end(google, missing, exitUnseen)
			return 0, &failure{exitUnseen, err}
		}
	}
	in := r.input(result, false)
	for _, out := range outputs {
		if err := r.write(out, in); err != nil {
			return 0, misuse("cannot write the report: %w", err)
		}
	}
	return r.end(google, missing, r.code(result, in.Findings))
}

// wanted returns the job that doctor is asked about, and whether all that counts
// is in files.
func (r *run) wanted() (want job, offline bool, err error) {
	if len(r.args) > 1 {
		return want, false, misuse("doctor looks at one job, got %d", len(r.args))
	}
	if len(r.args) == 1 {
		if want, err = parseJob(r.args[0]); err != nil {
			return want, false, &failure{exitUsage, err}
		}
	}
	offline = len(r.settings["from"]) > 0
	if !offline && want.id == "" {
		return want, false, misuse("doctor needs a job to ask Google about, or --from FILE with the output of a describe command\n%s", describe(want))
	}
	for _, name := range []string{"replay", "record", "plan", "since"} {
		if offline && r.text(name) != "" && r.text(name) != "false" {
			return want, false, misuse("--from and --%s exclude each other: with --from nobody is asked", name)
		}
	}
	return want, offline, nil
}

// evidence reads the files that the user has at hand.
func (r *run) evidence(o *engine.Options) (err error) {
	if o.Root, err = root(); err != nil {
		return err
	}
	if o.Answers, err = r.answers("from", o.Root); err != nil {
		return err
	}
	o.Logs, err = r.answers("log", o.Root)
	return err
}

// find says where the job is looked for. The project and region are those of its
// address, else of the flags, else of gcloud's configuration; want is told.
func (r *run) find(o *engine.Options, want *job) ([]live.Question, error) {
	o.Project, o.Region = cmp.Or(want.project, o.Project), cmp.Or(want.region, o.Region)
	if want.region == "" && r.text("region") == "" && want.product == model.Dataflow {
		o.Region = "" // the list of Dataflow's jobs is of all regions
	}
	if want.project = o.Project; want.project == "" {
		return nil, misuse("which project? --project=PROJECT, or --from FILE with what this prints:\n%s", describe(*want))
	}
	regions := strings.FieldsFunc(o.Region, func(c rune) bool { return c == ',' })
	o.Region, o.Diagnose = "", true // every answer names its own
	if len(regions) == 1 {
		want.region = regions[0]
	}
	if first := engine.Find(want.product, o.Project, regions, want.id); len(first) > 0 {
		return first, nil
	}
	return nil, misuse("which region? --region=REGION, or --from FILE with what this prints:\n%s", describe(*want))
}

// tooOld says that the run was over before the time that is to be looked at.
func tooOld(result *engine.Result, now time.Time, since time.Duration) error {
	for _, w := range result.Workloads {
		if w.Run == nil || since == 0 {
			continue
		}
		if ended, over := w.Run.Ended.Get(); over && now.Sub(ended) > since {
			return fmt.Errorf("the run of %s ended at %s, before the time that --since leaves to look at; leave --since out to look at all of it", w.Name.Raw(), ended.UTC().Format("2006-01-02 15:04 UTC"))
		}
	}
	return nil
}

// unfound says where a job is not, or that it may be there.
func unfound(want job, o engine.Options, asked []live.Question, problems []live.Answer) error {
	var where []string
	for _, q := range asked {
		where = append(where, strings.TrimPrefix(q.Parent+"/"+string(q.Kind), "projects/"))
	}
	if slices.ContainsFunc(problems, func(a live.Answer) bool { return a.Err == nil || a.Err.Class != live.NotFound }) {
		return fmt.Errorf("job %s in project %s: Google does not say whether there is one; whoever may see it can print it for --from:\n%s", want.id, o.Project, describe(want))
	}
	return fmt.Errorf("no job %s in project %s (looked in %s); is it the id, not the name, and is the region right? --region=REGION", want.id, o.Project, strings.Join(where, ", "))
}

// answers reads the files that an option names, as answers of Google's.
func (r *run) answers(option, root string) ([]*source.File, error) {
	var out []*source.File
	var errs []error
	for _, name := range r.settings[option] {
		var data []byte
		var err error
		if name == "-" {
			data, err = io.ReadAll(io.LimitReader(r.stdin, maxAnswer))
		} else if data, err = readFile(name); err == nil {
			if abs, e := filepath.Abs(name); e == nil {
				if rel, e := filepath.Rel(root, abs); e == nil && filepath.IsLocal(rel) {
					name = filepath.ToSlash(rel)
				}
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("--%s: %w", option, err))
			continue
		}
		out = append(out, source.NewFile(name, source.Live, utf8(data)))
	}
	return out, errors.Join(errs...)
}

// utf8 takes a byte order mark off, and turns UTF-16, which PowerShell writes, into
// UTF-8.
func utf8(data []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(data, []byte("\ufeff"))
	}
	var units []uint16
	for rest := data[2:]; len(rest) > 1; rest = rest[2:] {
		units = append(units, order.Uint16(rest))
	}
	return []byte(string(utf16.Decode(units)))
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxAnswer))
}

// only keeps the workload that the user names, or all where none is named.
func only(result *engine.Result, want job, files []*source.File) error {
	if len(result.Workloads) == 0 {
		return nothing(result, want, files)
	}
	if want.id == "" {
		return nil
	}
	var ids []string
	kept := slices.DeleteFunc(result.Workloads, func(w *model.Workload) bool {
		id := ""
		if w.Run != nil {
			id = w.Run.ID.Raw().String()
		}
		ids = append(ids, cmp.Or(id, w.Name.Raw().String()))
		return id != want.id && w.Name.Raw().String() != want.id
	})
	if len(kept) == 0 {
		return fmt.Errorf("job %s is not in the files; they hold %s", want.id, alternatives(ids))
	}
	result.Workloads = kept
	result.Findings = slices.DeleteFunc(result.Findings, func(f *finding.Finding) bool {
		return len(f.Workloads) > 0 && !slices.ContainsFunc(kept, func(w *model.Workload) bool { return slices.Contains(f.Workloads, w.ID) })
	})
	return nil
}

// nothing says what files hold that hold no run, and how to get one.
func nothing(result *engine.Result, want job, files []*source.File) error {
	why, summary := "", ""
	for _, f := range files {
		text := string(f.Data)
		refused := regexp.MustCompile(`(?m)^ERROR: \(gcloud\..*$`).FindString(text)
		id := engine.JobIn(f)
		switch {
		case strings.TrimSpace(text) == "":
			why = f.Path + " is empty"
		case refused != "":
			why = f.Path + " holds gcloud's refusal: " + refused
		case engine.IsLog(f):
			why = f.Path + " holds log lines: give them to --log"
		case len(result.Clusters) > 0:
			why = f.Path + " holds the cluster " + result.Clusters[0].Name.Raw().String() + " only: add the job that ran on it"
		case id != "" && want.id == "":
			want = job{id: id, product: model.Dataflow, project: want.project, region: want.region}
			summary = f.Path + " names a Dataflow job and not its options"
		}
	}
	for _, f := range result.Findings {
		if f.Rule == "input-not-read" && why == "" {
			why = fmt.Sprintf("%s: %s", f.At, f.Message)
		}
	}
	why = cmp.Or(why, summary)
	if why != "" {
		why = " (" + why + ")"
	}
	return fmt.Errorf("no job, batch or session in the files%s; save one with\n%s", why, describe(want))
}

// describe names the commands whose output doctor reads, and the one to give
// it to.
func describe(j job) string {
	at := cmp.Or(j.id, "JOB_ID") + " --region=" + cmp.Or(j.region, "REGION")
	if j.project != "" {
		at += " --project=" + j.project
	}
	lines := []struct {
		product model.Product
		line    string
	}{
		{model.Dataflow, "  gcloud dataflow jobs describe " + at + " --full --format=json > job.json"},
		{model.Dataproc, "  gcloud dataproc jobs describe " + at + " --format=json > job.json"},
		{model.Serverless, "  gcloud dataproc batches describe " + at + " --format=json > job.json"},
		{model.Serverless, "  gcloud beta dataproc sessions describe " + strings.Replace(at, "--region", "--location", 1) + " --format=json > job.json"},
	}
	var out []string
	for _, l := range lines {
		if j.product == "" || j.product == l.product {
			out = append(out, l.line)
		}
	}
	if len(out) > 2 {
		out[0] += "  # Dataflow"
		out[1] += "  # a job on a Dataproc cluster"
		out[2] += "  # a Serverless batch"
		out[3] += "  # a Serverless session"
	}
	return strings.Join(append(out, "then: proflint doctor --from job.json"), "\n")
}
