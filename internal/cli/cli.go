// Package cli is the command line: commands, their options, exit codes. It
// parses nothing and loads nothing before it knows the command.
package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/proflint/proflint/internal/report"
)

// Exit codes: a contract.
const (
	exitOK     = 0
	exitFound  = 1 // findings at or above --fail-on
	exitUsage  = 2 // bad usage, bad configuration
	exitUnseen = 3 // no such finding, but something could not be looked at
)

const progName = "proflint"

// failure ends a run with a code and what to say on standard error.
type failure struct {
	code int
	err  error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

func misuse(format string, args ...any) error {
	return &failure{exitUsage, fmt.Errorf(format, args...)}
}

// run is what a command has to do its work.
type run struct {
	settings
	origins   map[string]string // of each setting: "flag", a variable, file:line, "default"
	config    *config           // nil: no file
	configDir string            // absolute folder of the file

	args   []string
	env    map[string]string
	stdin  io.Reader
	stdout *printer
	stderr io.Writer
}

// printer is standard output. It remembers the first write that failed: a disk
// may be full, and what reads a pipe may be gone.
type printer struct {
	to  io.Writer
	err error
}

func (p *printer) Write(b []byte) (int, error) {
	n, err := p.to.Write(b)
	if p.err == nil {
		p.err = err
	}
	return n, err
}

// command is one row of the list of commands.
type command struct {
	name  string
	args  string // in help
	short string
	long  string
	do    func(*run) (int, error)
}

// commands is the one list of commands, in the order of help.
func commands() []command {
	return []command{
		{"check", "[PATH ...]", "lint files (the default command)", checkHelp, check},
		{"workloads", "[PATH ...]", "list every workload: what it asks for, what the service receives, where profiles will appear", "", workloads},
		{"baseline", "[PATH ...]", "accept the findings of today: write them to a file for check --baseline", baselineHelp, baseline},
		{"doctor", "[JOB]", "say why a job that ran shows no profiles", doctorHelp, doctor},
		{"live", "", "check the workloads that a project runs, without files", liveHelp, liveProject},
		{"explain", "RULE|FACT", "print the page of a rule, or a fact with its source", "", explain},
		{"rules", "", "list the rules", "", listRules},
		{"init", "", "write a .proflint.yaml, and the CI file that runs proflint", initHelp, setUp},
		{"schema", "", "print the JSON schema of .proflint.yaml", "", schema},
		{"version", "", "print the version", "", version},
		{"completion", "bash|zsh|fish|powershell", "print a script that completes commands and flags", "", completion},
	}
}

const checkHelp = `Reads the files below the paths (default: the working directory; "-" is standard input) and says
for every Dataflow pipeline, Dataproc job and Serverless for Apache Spark workload that asks for profiling
whether Cloud Profiler will show profiles. Files named in .gitignore and vendored folders are left out,
unless they are named. Nothing that is read is ever run, and there is no network without --live.

Every flag also reads PROFLINT_<FLAG>, such as PROFLINT_FAIL_ON. Flags may follow paths.

Exit codes: 0 nothing at or above --fail-on; 1 findings; 2 bad usage or settings; 3 something could not be looked
at, or --fix cannot write.`

const doctorHelp = `Checks each condition for profiles of a run in turn, and ends with one verdict, its evidence, what to change, and
where to look. JOB is the id of a Dataflow job, Dataproc job, batch or session, its resource name, or the address of
its page in the console. Google is asked, with requests that only read; --plan lists them, with the permissions they need.
A job that has run for days is judged by all of it, or with --since=2h by the profiles, log lines and quotas of the last two hours.

Without a right to ask, have what Google says of the run saved, by one of

  gcloud dataflow jobs describe JOB_ID --region=REGION --full --format=json > job.json
  gcloud dataproc jobs describe JOB_ID --region=REGION --format=json > job.json
  gcloud dataproc batches describe BATCH --region=REGION --format=json > job.json
  gcloud beta dataproc sessions describe SESSION --location=REGION --format=json > job.json

then: proflint doctor --from job.json. With --from there is no connection.

For a job on a cluster, add what "gcloud dataproc clusters describe" prints with another --from; --log adds lines of
its log. JOB then picks one run where the files hold several.

Exit codes: 0 no fault found; 1 a fault; 2 bad usage; 3 no such run, or Google does not say.`

const liveHelp = `Asks Google for the Dataflow jobs, Dataproc jobs, batches and sessions that a project runs or ran lately, and says
for each that asks for profiling whether profiles arrive. With --organization it searches the index of the whole organization instead: which
projects have such workloads or their APIs enabled, and whether the Profiler API is on and any service account may create profiles. Every request only reads; --plan lists them, with the permissions they need.`

func commandNames() []string {
	var out []string
	for _, c := range commands() {
		out = append(out, c.name)
	}
	return out
}

// Run is the program: it returns the exit code.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, environ []string) int {
	r := &run{stdin: stdin, stdout: &printer{to: stdout}, stderr: stderr, env: environment(environ)}
	code, err := execute(args, r)
	if err == nil && r.stdout.err != nil {
		err = misuse("cannot write to standard output: %w", r.stdout.err)
	}
	if err == nil {
		return code
	}
	for line := range strings.Lines(err.Error()) {
		r.say("%s", strings.TrimSuffix(line, "\n"))
	}
	var f *failure
	if errors.As(err, &f) {
		code = f.code
	} else {
		code = exitUsage // what the parser refuses
	}
	if code == exitUsage {
		fmt.Fprintf(stderr, "Run \"%s help\" for usage.\n", progName)
	}
	return code
}

// say writes a line to standard error. It may hold the names of files, and these
// anything: controls of a terminal, or a line break and what a runner takes
// for a command.
func (r *run) say(format string, args ...any) {
	fmt.Fprintf(r.stderr, "%s: %s\n", progName, disarm(report.Plain(fmt.Sprintf(format, args...))))
}

// disarm breaks what GitHub's runner takes for a command anywhere in a line.
func disarm(s string) string { return strings.ReplaceAll(s, "##[", "## [") }

func execute(args []string, r *run) (code int, err error) {
	if len(args) > 0 {
		args = args[1:]
	}
	if args, err = arrange(args); err != nil {
		return 0, err
	}
	app := &cli.App{
		Name: progName, Usage: "says whether Cloud Profiler will show profiles: before the run, from files (check), or after it (doctor)",
		UsageText:   "proflint [check] [flags] [PATH ...]\nproflint COMMAND [flags] [arguments]",
		HideVersion: true, Writer: r.stdout, ErrWriter: r.stderr,
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {}, // Run decides
		OnUsageError:              func(_ *cli.Context, err error, _ bool) error { return err },
		CommandNotFound: func(_ *cli.Context, name string) {
			err = misuse("there is no command %s%s", name, suggest(name, commandNames(), ""))
		},
	}
	for _, c := range commands() {
		app.Commands = append(app.Commands, c.forParser(r, &code, args))
	}
	if failed := app.Run(append([]string{progName}, args...)); failed != nil {
		err = failed
	}
	return code, err
}

// forParser makes the parser's form of a command. It is told of the flags that
// are given, of all of them only for help: the time that it takes grows with
// their square.
func (c command) forParser(r *run, code *int, args []string) *cli.Command {
	out := &cli.Command{
		Name: c.name, Usage: c.short, ArgsUsage: c.args, Description: c.long, HideHelpCommand: true,
		OnUsageError: func(_ *cli.Context, err error, _ bool) error { return err },
		Action: func(ctx *cli.Context) (err error) {
			r.args = ctx.Args().Slice()
			if err := r.resolve(ctx, c.name); err != nil {
				return &failure{exitUsage, err}
			}
			*code, err = c.do(r)
			return err
		},
	}
	if !slices.Contains(args, c.name) {
		return out
	}
	help := args[0] == "help" || slices.Contains(args, "--help")
	for _, o := range optionsOf(c.name) {
		if help || slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--"+o.name+"=") }) {
			out.Flags = append(out.Flags, o.flag())
		}
	}
	return out
}

// environment turns NAME=value lines into a map.
func environment(lines []string) map[string]string {
	out := map[string]string{}
	for _, l := range lines {
		name, value, _ := strings.Cut(l, "=")
		out[name] = value
	}
	return out
}
